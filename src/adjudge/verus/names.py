"""Which definition a name means, as far as one file can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adjudge.verus.ghost import is_ghost_expression
from adjudge.verus.syntax import (
    Call,
    Clause,
    Const,
    Enum,
    Expr,
    File,
    Function,
    IdentPattern,
    Impl,
    Item,
    MethodCall,
    Module,
    Node,
    Path,
    Struct,
    Trait,
    TypeAlias,
    VerusBlock,
    children,
    walk,
)

_BUILTIN = frozenset(
    {"bool", "char", "str", "int", "nat", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16"}
)
_BUILTIN |= {"i32", "i64", "i128", "isize", "f32", "f64", "self", "Self", "old", "final"}
_PREFIXES = frozenset({"crate", "self", "super"})


@dataclass(frozen=True, slots=True)
class Definition:
    """A named item and where it stands.

    Attributes:
        name: Its name.
        item: The item.
        owner: The type or trait in whose braces it stands, or None.
        modules: The modules around it, outermost first.
    """

    name: str
    item: Function | Const | Struct | Enum | TypeAlias | Trait
    owner: str | None
    modules: tuple[str, ...]

    @property
    def qualified(self) -> str:
        """`module::Type::name`."""
        owner = (self.owner,) if self.owner else ()
        return "::".join((*self.modules, *owner, self.name))


class Definitions:
    """All definitions of a file, by name."""

    def __init__(self, file: File) -> None:
        self.all = list(_definitions(file.items, None, ()))
        self._by_name: dict[str, list[Definition]] = {}
        for definition in self.all:
            self._by_name.setdefault(definition.name, []).append(definition)

    def resolve(self, names: tuple[str, ...], within: Definition) -> list[Definition]:
        """What a path of names means inside a definition; empty if the file does not define it.

        A variant's path means its enum.
        """
        found = self._by_name.get(names[-1], [])
        qualifier = names[-2] if len(names) > 1 else None
        if qualifier == "Self":
            qualifier = within.owner
        if qualifier is None or qualifier in _PREFIXES:
            free = [d for d in found if d.owner is None]
            return self._nearest(free, within)
        owned = [d for d in found if d.owner == qualifier]
        if owned:
            return self._nearest(owned, within)
        inside = [d for d in found if d.owner is None and d.modules[-1:] == (qualifier,)]
        if inside:
            return inside
        enums = [d for d in self._by_name.get(qualifier, []) if isinstance(d.item, Enum)]
        return self._nearest(enums, within)

    def methods(self, name: str) -> list[Definition]:
        """The functions with `self` that a method call may mean."""
        found = self._by_name.get(name, [])
        return [d for d in found if d.owner and isinstance(d.item, Function)]

    def _nearest(self, found: list[Definition], within: Definition) -> list[Definition]:
        """Those in the same module, if there are such."""
        return [d for d in found if d.modules == within.modules] or found

    def reached(
        self, roots: Iterable[Node], within: Definition, bound: frozenset[str] = frozenset()
    ) -> tuple[tuple[Definition, ...], tuple[str, ...]]:
        """The definitions that some nodes need, each after those it needs, and unknown names."""
        order: list[Definition] = []
        unknown: dict[str, None] = {}
        seen: set[int] = {id(within.item)}
        stack: list[tuple[Definition | None, Iterator[Definition]]] = [
            (None, self._needs(roots, within, unknown, bound))
        ]
        while stack:
            owner, pending = stack[-1]
            following = next(pending, None)
            if following is None:
                stack.pop()
                if owner is not None:
                    order.append(owner)
            elif id(following.item) not in seen:
                seen.add(id(following.item))
                needs = self._needs([following.item], following, unknown, frozenset())
                stack.append((following, needs))
        return tuple(order), tuple(unknown)

    def _needs(
        self,
        roots: Iterable[Node],
        within: Definition,
        unknown: dict[str, None],
        bound: frozenset[str],
    ) -> Iterator[Definition]:
        for use in references(roots, bound):
            names = use.names
            found = self.methods(names[-1]) if use.is_method else self.resolve(names, within)
            yield from found
            if names[0] == "Self" and within.owner:
                yield from self.resolve((within.owner,), within)
            if not found and not use.is_local and names[-1] not in _BUILTIN:
                unknown[("." if use.is_method else "") + "::".join(names)] = None


@dataclass(frozen=True, slots=True)
class Reference:
    """A use of a name.

    Attributes:
        names: The names of the path.
        is_method: Whether it is the name of a called method.
        is_local: Whether a variable of that name is bound somewhere around.
    """

    names: tuple[str, ...]
    is_method: bool
    is_local: bool


def references(roots: Iterable[Node], bound: frozenset[str] = frozenset()) -> Iterator[Reference]:
    """The names that nodes use, apart from mere uses of variables.

    A name that a pattern binds anywhere below the same root counts as a variable, except where it
    is called. Lemmas named after `via` and in proofs within spec functions do not count.
    """
    for root in roots:
        local = bound | bound_by(root)
        stack = [root]
        while stack:
            node = stack.pop()
            if isinstance(node, MethodCall):
                yield Reference((node.name,), True, False)
            elif isinstance(node, Call) and isinstance(node.function, Path):
                names = node.function.text.lstrip(":").split("::")
                yield Reference(tuple(names), False, names[0] in local)
            elif isinstance(node, Path):
                names = node.text.lstrip(":").split("::")
                if len(names) > 1 or names[0] not in local:
                    yield Reference(tuple(names), False, False)
            stack.extend(reversed(_meaningful(node)))


def _meaningful(node: Node) -> list[Node]:
    """The children that say what something is, rather than why it is so."""
    if isinstance(node, Clause):
        return [child for child in children(node) if child is not node.via]
    return [c for c in children(node) if not (isinstance(c, Expr) and is_ghost_expression(c))]


def bound_by(root: Node) -> frozenset[str]:
    """The variables that patterns below a node bind."""
    return frozenset(node.name for node in walk(root) if isinstance(node, IdentPattern))


def _definitions(
    items: Iterable[Item], owner: str | None, modules: tuple[str, ...]
) -> Iterator[Definition]:
    for item in items:
        if isinstance(item, Function | Const | Struct | Enum | TypeAlias | Trait):
            yield Definition(item.name, item, owner, modules)
        if isinstance(item, VerusBlock):
            yield from _definitions(item.items, owner, modules)
        elif isinstance(item, Module) and item.items is not None:
            yield from _definitions(item.items, None, (*modules, item.name))
        elif isinstance(item, Impl):
            path = getattr(item.type, "path", None)
            yield from _definitions(item.items, path.name if path else None, modules)
        elif isinstance(item, Trait):
            yield from _definitions(item.items, item.name, modules)

"""What all nodes share: a span, children, traversal, comparison. Nothing here recurses."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec import Struct, structs


class Node(Struct, kw_only=True, eq=False, gc=False, repr_omit_defaults=True):
    """A part of the program. Treat it as immutable; nodes compare and hash by identity.

    Attributes:
        start: Index of the first token in the file's tokens; -1 in a tree made by hand.
        end: Index after the last token.
        layout: Names of the fields that tie the node to a text and are no part of the program.
    """

    layout: ClassVar[frozenset[str]] = frozenset({"start", "end"})
    start: int = -1
    end: int = -1


class Attribute(Node):
    """`#[path tokens]` or `#![path tokens]`; triggers have their terms in `args`."""

    path: str
    tokens: tuple[str, ...] = ()
    args: tuple[Node, ...] = ()
    inner: bool = False

    @property
    def is_trigger(self) -> bool:
        """Whether this is `trigger`, `auto` or a sibling: a hint for quantifiers."""
        return self.path in TRIGGER_ATTRIBUTES


TRIGGER_ATTRIBUTES = frozenset({"trigger", "auto", "auto_trigger", "all_triggers"})

N = TypeVar("N", bound=Node)
_FIELDS: dict[type, tuple[str, ...]] = {}
_Values = Callable[[Node], tuple[Any, ...]]

# How the annotations begin of fields that hold no nodes.
_SCALARS = ("bool", "str", "tuple[str", "tuple[tuple[str")


def field_names(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class of nodes that carry structure, in the order of the source."""
    names = _FIELDS.get(kind)
    if names is None:
        names = tuple(name for name in kind.__struct_fields__ if name not in kind.layout)
        _FIELDS[kind] = names
    return names


@functools.cache
def field_values(kind: type[Node]) -> tuple[_Values, _Values]:
    """What takes the fields from a node of a class: those without nodes, and those with nodes.

    The latter hold a node, None or a tuple of nodes.
    """
    annotations: dict[str, str] = {}
    for base in kind.__mro__:
        annotations |= vars(base).get("__annotations__", {})
    names = field_names(kind)
    scalars = [name for name in names if annotations[name].startswith(_SCALARS)]
    return _taker(scalars), _taker([name for name in names if name not in scalars])


def _taker(names: Sequence[str]) -> _Values:
    """What takes some fields from a node: in one go, which matters where all nodes are visited."""
    if not names:
        return lambda _: ()
    take = operator.attrgetter(*names)
    return take if len(names) > 1 else lambda node: (take(node),)


def replace(node: N, **changes: object) -> N:
    """A copy of a node with some fields changed."""
    return structs.replace(node, **changes)


def children(node: Node) -> list[Node]:
    """The nodes directly below, in the order of the fields."""
    found: list[Node] = []
    _, below = field_values(type(node))
    for value in below(node):
        if type(value) is tuple:
            found += value
        elif value is not None:
            found.append(value)
    return found


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, parents before children, left to right."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


def structurally_equal(
    left: Node, right: Node, *, normal: Callable[[Node], Node] | None = None
) -> bool:
    """Whether two trees are the same program apart from layout.

    Args:
        left: One tree.
        right: The other.
        normal: Applied to every node before it is compared, for example `without_parens`.
    """
    stack = [(left, right)]
    while stack:
        a, b = stack.pop()
        if normal is not None:
            a, b = normal(a), normal(b)
        if type(a) is not type(b):
            return False
        scalars, below = field_values(type(a))
        if scalars(a) != scalars(b):
            return False
        for x, y in zip(below(a), below(b), strict=True):
            if type(x) is tuple and type(y) is tuple:
                if len(x) != len(y):
                    return False
                stack += zip(x, y, strict=True)
            elif x is not y:
                if x is None or y is None:
                    return False
                stack.append((x, y))
    return True


def first_difference(
    left: object, right: object, *, normal: Callable[[Node], Node] | None = None
) -> tuple[Any, Any] | None:
    """The first pair of parts, in the order of the source, in which two trees differ.

    Takes tuples of trees too.
    """
    stack: list[tuple[Any, Any]] = [(left, right)]
    while stack:
        a, b = stack.pop()
        if isinstance(a, Node) and isinstance(b, Node):
            if normal is not None:
                a, b = normal(a), normal(b)
            if type(a) is not type(b):
                return a, b
            names = reversed(field_names(type(a)))
            stack.extend((getattr(a, name), getattr(b, name)) for name in names)
        elif type(a) is tuple and type(b) is tuple:
            if len(a) != len(b):
                return a, b
            stack.extend(zip(reversed(a), reversed(b), strict=True))
        elif a != b:
            return a, b
    return None

"""The items of a file, by where they stand and what they are called."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adjudge.verus.lexer import Kind
from adjudge.verus.syntax import (
    BroadcastGroup,
    BroadcastUse,
    Const,
    Enum,
    File,
    Function,
    Impl,
    InnerAttribute,
    Item,
    Module,
    Struct,
    Use,
    VerusBlock,
    replace,
    walk,
)
from adjudge.verus.transplant.normal import is_harmless
from adjudge.verus.transplant.uses import leaves


@dataclass(frozen=True, slots=True)
class Entry:
    """An item and the place that makes it what it is.

    Attributes:
        key: The containers and the name; the same in two files for the same item.
        name: As people write it: `Solution::max_of`.
        item: The item.
        file: Where it stands.
        context: The attributes of the containers that matter, as written.
    """

    key: tuple[str, ...]
    name: str
    item: Item
    file: File
    context: tuple[str, ...] = ()

    @property
    def is_free(self) -> bool:
        """Whether its bare name can stand for it."""
        return not (len(self.key) > 1 and self.key[-2].startswith("impl"))

    def is_called(self, name: str | None) -> bool:
        """Whether this is its name, spaces aside."""
        return name is not None and self.name.replace(" ", "") == name.replace(" ", "")

    @property
    def is_proof(self) -> bool:
        """Whether it serves proofs only: nothing frozen can rest on what it says."""
        item = self.item
        if isinstance(item, Function | Const):
            axiom = isinstance(item, Function) and "axiom" in item.qualifiers
            return item.mode == "proof" or axiom
        return isinstance(item, BroadcastUse | BroadcastGroup)

    @property
    def is_ghost(self) -> bool:
        """Whether adding it under a new name adds nothing that runs, and no new meaning."""
        item = self.item
        if isinstance(item, Function | Const):
            return item.mode in ("spec", "proof") or self.is_proof
        if isinstance(item, Struct | Enum):
            return item.mode is not None
        return self.is_proof


# A file is looked at several times in one comparison, and a reference for every candidate.
_remembered = functools.lru_cache(maxsize=64)


@_remembered
def entries(file: File) -> tuple[Entry, ...]:
    """All items but imports, those in `verus!{}`, inherent `impl`s and modules one by one.

    A module is an item itself, without what is in it, since its name can hide others.

    Items under `#[cfg(any())]` are in no program and are left out.
    """
    return tuple(_entries(file, file.items, (), "", ()))


def _entries(
    file: File, items: Iterable[Item], key: tuple[str, ...], owner: str, context: tuple[str, ...]
) -> Iterator[Entry]:
    for item in items:
        if isinstance(item, Use) or _is_dead(item) or _is_harmless_inner(item):
            continue
        members = inside(item)
        if members is None:
            name = getattr(item, "name", None) or _tokens(file, item.start, item.end)
            yield Entry((*key, name), owner + name, item, file, context)
            continue
        kept = tuple(file.source(a) for a in item.attrs if not is_harmless(a))
        header = container_key(file, item)
        prefix = owner
        if isinstance(item, Impl):
            prefix = f"{_tokens(file, item.type.start, item.type.end)}::"
        elif isinstance(item, Module):
            prefix = f"{owner}{item.name}::"
            shell = replace(item, items=())
            yield Entry((*key, header), owner + item.name, shell, file, context)
        yield from _entries(file, members, (*key, header), prefix, (*context, *kept))


def inside(item: Item) -> tuple[Item, ...] | None:
    """The items that are compared in the container's stead."""
    if isinstance(item, VerusBlock):
        return item.items
    if isinstance(item, Impl):
        return item.items if item.trait is None else None
    return item.items if isinstance(item, Module) else None


def container_key(file: File, item: Item) -> str:
    """How a container is told apart from its siblings: `impl Solution`, `mod m`, `verus!`."""
    if isinstance(item, VerusBlock):
        return f"{item.path.name}!"
    if isinstance(item, Module):
        return f"mod {item.name}"
    start = item.attrs[-1].end if item.attrs else item.start
    end = next(i for i in range(start, item.end) if file.tokens[i].text == "{")
    return _tokens(file, start, end)


def _tokens(file: File, start: int, end: int) -> str:
    return " ".join(token.text for token in file.tokens[start:end])


def _is_dead(item: Item) -> bool:
    return any(a.path == "cfg" and "".join(a.tokens) == "(any())" for a in item.attrs)


def _is_harmless_inner(item: Item) -> bool:
    return isinstance(item, InnerAttribute) and all(map(is_harmless, item.attrs))


@_remembered
def bare_names(file: File) -> frozenset[str]:
    """The names of a text that a new item could take over: those not reached by `::` or `.`."""
    tokens = file.tokens
    return frozenset(
        token.text
        for index, token in enumerate(tokens)
        if token.kind is Kind.IDENT and not (index and tokens[index - 1].text in ("::", "."))
    )


@dataclass(frozen=True, slots=True)
class Import:
    """One thing that a `use` names, with its whole path."""

    path: str
    rename: str | None
    visibility: str
    node: Use

    @property
    def key(self) -> tuple[str, str | None]:
        """What makes two imports the same."""
        return self.path, self.rename

    @property
    def name(self) -> str:
        """The name that it brings in; `*` for all."""
        return self.rename or self.path.split("::")[-1]


@_remembered
def imports(file: File) -> tuple[Import, ...]:
    """All imports of a file, wherever they stand."""
    uses = [use for use in _uses(file) if not _is_dead(use)]
    return tuple(
        Import(path, rename, use.visibility, use)
        for use in uses
        for path, rename in leaves(use.tree)
    )


def _uses(file: File) -> list[Use]:
    blocks = [item for item in file.items if isinstance(item, VerusBlock)]
    shallow = [*file.items, *(item for block in blocks for item in block.items)]
    found = [item for item in shallow if isinstance(item, Use)]
    if len(found) == sum(token.text == "use" for token in file.tokens):
        return sorted(found, key=lambda use: use.start)
    return [node for node in walk(file) if isinstance(node, Use)]

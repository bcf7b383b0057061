"""Constructs that the rules would refuse, and that can do nothing.

Verus believes nothing of them and verified code cannot reach them, as runs of the tool showed:
over-blocking would fail honest candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudge.verus.cheats.finding import Cheat
from adjudge.verus.cheats.subject import Subject
from adjudge.verus.lexer import Kind, words
from adjudge.verus.syntax import (
    BlockExpr,
    Enum,
    File,
    Function,
    Impl,
    Item,
    ItemStatement,
    MacroCall,
    Node,
    Struct,
    VerusBlock,
    walk,
)

_PRINTING = words("println print eprintln eprint format write writeln vec")
_SHOWING_TRAITS = frozenset({"Debug", "Display"})
_QUIET_ATTRIBUTES = frozenset({"doc", "allow", "inline"})


class Excuse(NamedTuple):
    """A stretch of the text in which some rules do not apply.

    Attributes:
        start: Its first offset.
        end: The offset after its last character.
        codes: The rules' codes.
    """

    start: int
    end: int
    codes: frozenset[str]


def without_harmless(subject: Subject, cheats: list[Cheat]) -> list[Cheat]:
    """The cheats without those that an excuse covers."""
    excuses = list(_excuses(subject.file)) if cheats and subject.file else []
    return [
        cheat
        for cheat in cheats
        if not any(e.start <= cheat.offset < e.end and cheat.code in e.codes for e in excuses)
    ]


def is_harmless(file: File, item: Item) -> bool:
    """Whether an item of a file is code of which verified code and Verus know nothing.

    That is a plain function outside `verus!{}` of which nothing inside knows, or an external
    implementation of a trait that only shows values.
    """
    if isinstance(item, Impl):
        return _only_shows(item)
    return isinstance(item, Function) and item in file.items and _is_isolated(file, item)


def _excuses(file: File) -> Iterator[Excuse]:
    for item in file.items:
        if isinstance(item, Function) and _is_isolated(file, item):
            codes = {"outside-code", "use-path"}
            if all(_prints(node) for node in walk(item) if isinstance(node, MacroCall)):
                codes.add("macro-call")
            yield _excuse(file, item, codes)
    for node in walk(file):
        if isinstance(node, Impl) and _only_shows(node):
            yield _excuse(file, node, {"trait-impl", "external", "use-path"})
        elif isinstance(node, Struct | Enum) and _is_opaque(node):
            yield _excuse(file, node, {"external-body", "external", "use-path"})


def _excuse(file: File, node: Node, codes: set[str]) -> Excuse:
    return Excuse(*file.span(node), frozenset(codes))


def _is_isolated(file: File, function: Function) -> bool:
    """Whether a function outside `verus!{}` is plain Rust of which nothing inside knows.

    Verified code cannot call it: Verus refuses that. Items within it, such as implementations of
    traits, would be seen from inside, and so would attributes of the linker. A `main` has to use
    what was verified: one that prints a constant pretends.
    """
    if function.qualifiers or function.clauses or function.mode or function.body is None:
        return False
    if any(attribute.path not in _QUIET_ATTRIBUTES for attribute in function.attrs):
        return False
    for node in walk(function):
        if isinstance(node, ItemStatement) or (isinstance(node, BlockExpr) and node.modifiers):
            return False
    blocks = [item for item in file.items if isinstance(item, VerusBlock)]
    if function.name == "main":
        nodes = (node for block in blocks for node in walk(block))
        defined = {node.name for node in nodes if isinstance(node, Function | Struct)}
        return bool(defined & _identifiers(file, [function]))
    return function.name not in _identifiers(file, blocks)


def _identifiers(file: File, nodes: Sequence[Item]) -> set[str]:
    """The identifiers and keywords that occur in some nodes."""
    tokens = (token for node in nodes for token in file.tokens[node.start : node.end])
    return {token.text.removeprefix("r#") for token in tokens if token.kind is Kind.IDENT}


def _prints(macro: MacroCall) -> bool:
    return macro.path.text in _PRINTING


def _only_shows(node: Impl) -> bool:
    """Whether this is an external implementation of a trait of which Verus knows nothing."""
    external = any(attribute.path == "verifier::external" for attribute in node.attrs)
    trait = node.trait.name if node.trait is not None else ""
    return external and trait in _SHOWING_TRAITS and "unsafe" not in node.qualifiers


def _is_opaque(node: Struct | Enum) -> bool:
    """Whether this is a type without contents for Verus, and without promises about it.

    A derived trait would be such a promise.
    """
    paths = {attribute.path for attribute in node.attrs}
    return "verifier::external_body" in paths and "derive" not in paths

"""The printer's engine: a stack of parts, so that no tree is too deep to print.

A node's rule answers with a list of parts: texts, nodes, nodes in a context, and marks for line
breaks and indentation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from adjudge.verus.syntax import Node


class Mark(Enum):
    """A command for the layout."""

    NEWLINE = 1
    INDENT = 2
    DEDENT = 3


@dataclass(frozen=True, slots=True)
class Operand:
    """An expression in its place.

    Attributes:
        node: The expression.
        power: How tightly it must bind to stand there without parentheses.
        edge: Whether nothing follows it that a form reaching to the right could swallow.
        before: The operator that follows it, if any.
        no_struct: Whether a struct literal needs parentheses.
        front: Whether the expression begins a statement, where a block-like one would end it.
    """

    node: Node
    power: int = 0
    edge: bool = True
    before: str = ""
    no_struct: bool = False
    front: bool = False


Part = str | Node | Operand | Mark
Parts = list[Part]


def render(root: Node, rules: Callable[[Operand], Parts]) -> str:
    """The text of a tree."""
    out: list[str] = []
    indent = 0
    at_start = True
    stack: list[Part] = [root]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            if part:
                out.append("    " * indent + part if at_start else part)
                at_start = False
        elif part is Mark.NEWLINE:
            out.append("\n")
            at_start = True
        elif isinstance(part, Mark):
            indent += 1 if part is Mark.INDENT else -1
        else:
            operand = part if isinstance(part, Operand) else Operand(part)
            stack.extend(reversed(rules(operand)))
    return "".join(out)


def joined(parts: Iterable[Part | Parts], separator: str) -> Parts:
    """The parts with a separator between them."""
    found: Parts = []
    for index, part in enumerate(parts):
        if index:
            found.append(separator)
        found += part if isinstance(part, list) else [part]
    return found


def prefixed(text: str, node: Node | None) -> Parts:
    """A text and a node, or nothing if there is no node."""
    return [] if node is None else [text, node]


def enclosed(opener: str, parts: Sequence[Part | Parts], closer: str) -> Parts:
    """The parts between brackets, separated by commas."""
    return [opener, *joined(parts, ", "), closer]


def lines(parts: Iterable[Part | Parts]) -> Parts:
    """Each part on a line of its own, one level deeper, after the current line."""
    found: Parts = [Mark.INDENT]
    for part in parts:
        found.append(Mark.NEWLINE)
        found += part if isinstance(part, list) else [part]
    return [*found, Mark.DEDENT, Mark.NEWLINE]

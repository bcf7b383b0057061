"""Print trees from their structure, in one canonical layout.

What a tree was read from plays no part: comments are not in the tree. To change a program and
keep its layout, edit its text by spans instead (see `adjudge.verus.edits`).
"""

from __future__ import annotations

from adjudge.verus.printer import expressions, items, statements, types
from adjudge.verus.printer.layout import Operand, Parts, render
from adjudge.verus.printer.parens import needs_parens
from adjudge.verus.syntax import Node

_RULES = {**types.RULES, **statements.RULES, **items.RULES}


def to_source(node: Node) -> str:
    """The text of a tree, with parentheses only where the tree would read differently."""
    return render(node, _parts)


def _parts(at: Operand) -> Parts:
    kind = type(at.node)
    if needs_parens(at):
        return ["(", at.node, ")"]
    in_place = expressions.IN_PLACE.get(kind)
    return in_place(at, at.node) if in_place else _RULES[kind](at.node)


__all__ = ["to_source"]

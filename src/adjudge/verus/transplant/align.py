"""Find for each statement of a candidate the statement of the reference that it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudge.verus.syntax import (
    Attributed,
    ExprStatement,
    For,
    If,
    Let,
    Node,
    While,
    field_values,
)
from adjudge.verus.transplant.normal import Form, code_form

_SAME = 8
_SAME_HEAD = 5
_SAME_KIND = 2
_MOST_COMPARED = 250_000  # pairs of statements; no honest block comes near


def digest(node: Node, form: Form = code_form) -> int:
    """A number that is the same for trees of the same form."""
    # The tree as a flat list, parents first: a stack of our own, for trees may be deep.
    flat: list[Any] = []
    stack = [node]
    while stack:
        node = form(stack.pop())
        kind = type(node)
        scalars, below = field_values(kind)
        flat.append(kind)
        flat += scalars(node)
        for value in below(node):
            if type(value) is tuple:
                flat.append(len(value))
                stack += value
            elif value is None:
                flat.append(None)
            else:
                stack.append(value)
    return hash(tuple(flat))


def align(ours: Sequence[Node], theirs: Sequence[Node]) -> dict[int, int]:
    """Pairs of indices, theirs to ours, in which both grow.

    Equal statements are paired if they can be; between them, those which begin alike, and then
    those of the same kind: the best such pairing as a whole.
    """
    a, b = [_Profile(node) for node in ours], [_Profile(node) for node in theirs]
    pairs: dict[int, int] = {}
    start = 0
    while start < min(len(a), len(b)) and a[start].whole == b[start].whole:
        pairs[start] = start
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end].whole == b[-1 - end].whole:
        end += 1
        pairs[len(b) - end] = len(a) - end
    middle = _best(a[start : len(a) - end], b[start : len(b) - end])
    return pairs | {j + start: i + start for j, i in middle.items()}


def _best(a: list[_Profile], b: list[_Profile]) -> dict[int, int]:
    """The pairing of greatest likeness."""
    if len(a) * len(b) > _MOST_COMPARED:
        return {}
    best = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in reversed(range(len(a))):
        for j in reversed(range(len(b))):
            likeness = a[i].likeness(b[j])
            paired = best[i + 1][j + 1] + likeness if likeness else 0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    pairs: dict[int, int] = {}
    i = j = 0
    while i < len(a) and j < len(b):
        likeness = a[i].likeness(b[j])
        if likeness and best[i][j] == best[i + 1][j + 1] + likeness:
            pairs[j] = i
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


class _Profile:
    """What of a statement counts when it is compared with many others."""

    def __init__(self, statement: Node) -> None:
        node = statement.expr if isinstance(statement, ExprStatement) else statement
        while isinstance(node, Attributed):
            node = node.inner
        self.kind = type(node)
        self.whole = digest(node)
        head = _head(node)
        self.head = None if head is None else digest(head)

    def likeness(self, other: _Profile) -> int:
        if self.whole == other.whole:
            return _SAME
        if self.kind is not other.kind:
            return 0
        if self.head is not None and self.head == other.head:
            return _SAME_HEAD
        return _SAME_KIND


def _head(node: Node) -> Node | None:
    """The part of a statement by which a reader would know it again."""
    if isinstance(node, While):
        return node.condition
    if isinstance(node, For | Let):
        return node.pattern
    if isinstance(node, If):
        return node.branches[0].condition
    return getattr(node, "target", None)

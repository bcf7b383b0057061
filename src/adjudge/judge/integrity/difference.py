"""Where two trees first differ, as two nodes that can be shown."""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudge.verus.syntax import Node, field_names, structurally_equal
from adjudge.verus.transplant.normal import Form


class Difference(NamedTuple):
    """The innermost nodes, one of each tree, in which the first difference shows."""

    left: Node
    right: Node


def first_difference(left: Node, right: Node, form: Form) -> Difference | None:
    """The first difference of two trees in the order of the source, or None."""
    if structurally_equal(left, right, normal=form):
        return None  # as nearly always, and found out in a third of the time
    stack: list[tuple[Any, Any, Difference]] = [(left, right, Difference(left, right))]
    while stack:
        a, b, around = stack.pop()
        if isinstance(a, Node) and isinstance(b, Node):
            a, b = form(a), form(b)
            around = Difference(_placed(a, around.left), _placed(b, around.right))
            if type(a) is not type(b):
                return around
            names = reversed(field_names(type(a)))
            stack.extend((getattr(a, name), getattr(b, name), around) for name in names)
        elif type(a) is tuple and type(b) is tuple:
            if len(a) != len(b):
                return _in_lists(a, b, around, form)
            stack.extend((x, y, around) for x, y in zip(reversed(a), reversed(b), strict=True))
        elif a != b:
            return Difference(_placed(a, around.left), _placed(b, around.right))
    return None


def _in_lists(a: tuple[Any, ...], b: tuple[Any, ...], around: Difference, form: Form) -> Difference:
    """The difference of two lists of different length: the first pair that is not equal."""
    for x, y in zip(a, b, strict=False):
        if not (isinstance(x, Node) and isinstance(y, Node)):
            return around
        if first_difference(x, y, form):
            return Difference(_placed(x, around.left), _placed(y, around.right))
    shorter = min(len(a), len(b))
    longer = (a if len(a) > shorter else b)[shorter]
    if len(a) > shorter:
        return Difference(_placed(longer, around.left), around.right)
    return Difference(around.left, _placed(longer, around.right))


def _placed(node: Any, otherwise: Node) -> Node:
    """The node, if it is one that has a place in the text."""
    return node if isinstance(node, Node) and node.start >= 0 else otherwise

"""What all nodes share: which fields hold nodes, and when two trees are equal."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from adjudge.verus import parse_file
from adjudge.verus.syntax import (
    Node,
    children,
    field_names,
    field_values,
    first_difference,
    structurally_equal,
    walk,
)


def test_fields_without_nodes_hold_none(problems: list[dict[str, Any]]) -> None:
    for problem in problems:
        for node in walk(parse_file(problem["verified"])):
            scalars, _ = field_values(type(node))
            parts = [part for value in scalars(node) for part in _parts(value)]
            assert not any(isinstance(part, Node) for part in parts)
            values = [getattr(node, name) for name in field_names(type(node))]
            below = [part for value in values for part in _parts(value) if isinstance(part, Node)]
            assert children(node) == below


def _parts(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def test_trees_are_equal_where_no_difference_is_found(problems: list[dict[str, Any]]) -> None:
    for problem in problems:
        nodes = list(walk(parse_file(problem["verified"])))
        again = list(walk(parse_file(problem["verified"])))
        assert structurally_equal(nodes[0], again[0])
        alike = sorted(nodes, key=lambda node: (type(node).__name__, node.end - node.start))
        for left, right in pairwise(alike):
            assert structurally_equal(left, right) == (first_difference(left, right) is None)

"""Mutated outputs are other values of the type; right ones never become negatives."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.cases.mutate import negatives, wrong_outputs
from adjudge.cases.shrink import shrink, smaller
from adjudge.model import Case, parse_type, values

sys.path.insert(0, str(Path(__file__).parents[1] / "model"))

OUTPUTS: list[tuple[str, Any, Any]] = [
    ("bool", True, False),
    ("i32", 5, 6),
    ("u8", 0, 1),
    ("u8", 255, 254),
    ("nat", 0, 1),
    ("char", "a", "b"),
    ("str", "abc", "ab"),
    ("option[i32]", None, 0),
    ("option[i32]", 3, None),
    ("list[i32]", [1, 2, 3], [1, 2]),
    ("list[i32]", [], [0]),
    ("list[list[i32]]", [[1], [2]], [[2], [1]]),
    ("tuple[i32, i32]", (1, 2), (2, 1)),
    ("tuple[i32, bool]", (1, True), (1, False)),
    ("set[int]", frozenset({1, 2}), frozenset({2})),
    ("map[str, int]", {"a": 1}, {"a": 2}),
    ("float", 0.5, -0.5),
]


@pytest.mark.parametrize(("type_", "output", "expected"), OUTPUTS)
def test_likely_mistakes(type_: str, output: Any, expected: Any) -> None:
    parsed = parse_type(type_)
    found = list(wrong_outputs(output, parsed))
    assert expected in found
    assert all(not values.equal(f, output) for f in found)
    texts = [values.dumps(values.encode(f, parsed)) for f in found]
    assert len(texts) == len(set(texts))
    for text in texts:
        values.decode(values.loads(text), parsed)


def test_records() -> None:
    fields = {"Point": (("x", parse_type("i32")), ("y", parse_type("i32")))}
    found = list(wrong_outputs({"x": 1, "y": 2}, parse_type("Point"), fields))
    assert {"x": 2, "y": 2} in found
    assert {"x": 1, "y": 3} in found


def test_only_refused_outputs_are_negatives() -> None:
    cases = [Case((n,), n) for n in range(10)]
    found = negatives(
        cases, parse_type("i32"), {}, lambda c: c.output > c.args[0], per_case=3, most=25
    )
    assert len(found) == 25
    assert all(case.output > case.args[0] for case in found)
    assert len({(c.args, c.output) for c in found}) == 25
    assert negatives(cases, parse_type("i32"), {}, lambda _: False) == []


@given(st.lists(st.integers(-100, 100), max_size=8), st.integers(-100, 100))
def test_shrinking_keeps_the_property_and_ends(items: list[int], bound: int) -> None:
    def holds(candidate: tuple[Any, ...]) -> bool:
        return sum(candidate[0]) >= min(sum(items), bound)

    found = shrink((items,), holds)
    assert holds(found)
    assert len(found[0]) <= len(items)


def test_smallest_witness() -> None:
    found = shrink(([9, 4, -7, 120, 3],), lambda v: any(x > 100 for x in v[0]))
    assert found == ([101],)
    assert list(itertools.islice(smaller("ba"), 2)) == ["b", "a"]

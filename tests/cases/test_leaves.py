"""Structs among the parameters: taken apart, put together, and filled with good values."""

from __future__ import annotations

import itertools

import pytest

from adjudge.cases.hints import hints
from adjudge.cases.inputs import Unbuildable, inputs, neighbours
from adjudge.cases.leaves import Leaves
from adjudge.cases.shrink import smaller
from adjudge.verus.evaluate import SpecEvaluator, Truth
from adjudge.verus.ir import LoweredContract
from adjudge.verus.lower import lower
from adjudge.verus.parser import parse_file

TYPES = """
    struct Inner { low: i32, items: Vec<i64> }
    struct Outer { inner: Inner, flag: bool }
    struct Tree { children: Vec<Tree> }
    enum Shape { Round, Square }
"""


def contract(params: str, requires: str = "true") -> LoweredContract:
    source = f"verus! {{ {TYPES} fn f({params}) -> (r: i32) requires {requires}, {{ }} }}"
    return lower(parse_file(source), "f")


def test_apart_and_together() -> None:
    lowered = contract("x: u8, o: Outer")
    leaves = Leaves(lowered.params, lowered.datatypes)
    assert [v.name for v in leaves.variables] == ["x", "o.0.0", "o.0.1", "o.1"]
    value = (3, {"inner": {"low": 1, "items": [2]}, "flag": True})
    assert leaves.split(value) == (3, 1, [2], True)
    assert leaves.join((3, 1, [2], True)) == value


def test_bounds_of_fields_are_used() -> None:
    requires = (
        "70_000 <= o.inner.low <= 70_010, o.inner.items.len() >= 2, x == o.inner.items.len(),"
        " forall|i: int| 0 <= i < o.inner.items@.len() ==> o.inner.items@[i] > 900_000"
    )
    lowered = contract("x: usize, o: Outer", requires)
    evaluator = SpecEvaluator(lowered)
    drawn = list(itertools.islice(inputs(lowered.params, hints([lowered])), 150))
    assert [evaluator.precondition(v) for v in drawn].count(Truth.TRUE) >= 5


def test_neighbours_and_smaller_values_fit() -> None:
    lowered = contract("o: Outer, all: Vec<Inner>")
    evaluator = SpecEvaluator(lowered)
    inner = {"low": 5, "items": [7]}
    start = ({"inner": inner, "flag": True}, [inner])
    found = list(neighbours(start, lowered.params, hints([lowered])))
    assert ({"inner": inner, "flag": False}, [inner]) in found
    assert ({"inner": {"low": 6, "items": [7]}, "flag": True}, [inner]) in found
    for values in found:
        assert evaluator.precondition(values) is Truth.TRUE
    assert {"low": 0, "items": [7]} in list(smaller(inner))


@pytest.mark.parametrize("params", ["t: Tree", "s: Shape", "all: Vec<Tree>"])
def test_other_types_are_refused(params: str) -> None:
    lowered = contract(params)
    with pytest.raises(Unbuildable):
        next(inputs(lowered.params, hints([lowered])))

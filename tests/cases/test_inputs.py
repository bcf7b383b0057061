"""Inputs are of their types, repeatable, and often what a precondition wants."""

from __future__ import annotations

import itertools

import pytest

from adjudge.cases.hints import hints
from adjudge.cases.inputs import Unbuildable, inputs, neighbours
from adjudge.verus.evaluate import SpecEvaluator, Truth
from adjudge.verus.ir import LoweredContract
from adjudge.verus.lower import lower
from adjudge.verus.parser import parse_file

PRECONDITIONS = [
    ("a: Vec<i32>", "1 <= a.len() <= 5, forall|i: int| 0 <= i < a.len() ==> 10 <= a[i] <= 12"),
    ("a: Vec<i32>", "forall|i: int, j: int| 0 <= i < j < a.len() ==> a[i] < a[j], a.len() >= 2"),
    ("n: usize, a: Vec<i64>", "a.len() == n, n >= 3"),
    ("a: Vec<i32>, b: Vec<i32>", "a.len() == b.len(), a.len() >= 1"),
    ("m: Vec<Vec<i32>>", "m.len() >= 2, forall|i: int| 0 <= i < m.len() ==> m[i].len() == m.len()"),
    ("s: String", "1 <= s@.len(), forall|i: int| 0 <= i < s@.len() ==> 'a' <= s@[i] <= 'z'"),
    ("x: u8, o: Option<i32>, p: (i32, bool)", "x > 200, o is Some, p.1"),
    ("x: i32", "x < 5, x > 9 || x == 3"),
]


def contract(params: str, requires: str) -> LoweredContract:
    source = f"verus! {{ fn f({params}) -> (r: i32) requires {requires}, {{ }} }}"
    return lower(parse_file(source), "f")


@pytest.mark.parametrize(("params", "requires"), PRECONDITIONS)
def test_many_inputs_are_admitted(params: str, requires: str) -> None:
    lowered = contract(params, requires)
    evaluator = SpecEvaluator(lowered)
    drawn = list(itertools.islice(inputs(lowered.params, hints([lowered])), 150))
    truths = [evaluator.precondition(values) for values in drawn]  # types that fit, or BadInput
    assert truths.count(Truth.TRUE) >= 5
    if "o is Some" not in requires:
        assert truths.count(Truth.FALSE) >= 1


@pytest.mark.parametrize(("params", "requires"), PRECONDITIONS)
def test_same_seed_same_inputs(params: str, requires: str) -> None:
    lowered = contract(params, requires)
    found = hints([lowered])
    one, two, three = (
        list(itertools.islice(inputs(lowered.params, found, seed=seed), 30)) for seed in (4, 4, 5)
    )
    assert one == two
    assert one != three


def test_neighbours_differ_in_one_place_and_fit() -> None:
    lowered = contract(*PRECONDITIONS[2])
    evaluator = SpecEvaluator(lowered)
    start = (3, [1, 2, 3])
    found = list(neighbours(start, lowered.params, hints([lowered])))
    assert (3, [1, 2]) in found
    assert (4, [1, 2, 3]) in found
    for values in found:
        assert sum(a != b for a, b in zip(values, start, strict=True)) <= 1
        evaluator.precondition(values)


def test_contradictory_bounds_are_no_hint() -> None:
    lowered = contract("x: i32", "x < 5, x > 9")
    assert len(list(itertools.islice(inputs(lowered.params, hints([lowered])), 40))) == 40


def test_types_without_values_are_refused() -> None:
    lowered = contract("m: Map<int, int>", "true")
    with pytest.raises(Unbuildable):
        next(inputs(lowered.params, hints([lowered])))

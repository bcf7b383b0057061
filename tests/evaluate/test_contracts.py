"""Contracts as a whole: names, parameters, mutated arguments, unknown names, reasons."""

from __future__ import annotations

import pytest

from adjudge.datasets.registry import open_benchmark
from adjudge.errors import BadInput
from adjudge.model import Shape
from adjudge.verus.evaluate import SpecEvaluator, Truth

HEAD = "use vstd::prelude::*; fn main() {} verus! {"


def evaluator(text: str, name: str | None = None) -> SpecEvaluator:
    return SpecEvaluator(f"{HEAD} {text} }}", name)


def test_parameters_are_bound_by_position() -> None:
    found = evaluator(
        "pub fn f(renamed: Vec<i32>, k: usize) -> (r: i32) requires k < renamed.len() "
        "ensures r == renamed[k as int] {}"
    )
    assert found.precondition([[4, 5], 1]) is Truth.TRUE
    assert found.precondition([[4, 5], 2]) is Truth.FALSE
    assert found.postcondition([[4, 5], 1], 5) is Truth.TRUE
    assert found.postcondition([[4, 5], 1], 4) is Truth.FALSE


def test_mutated_arguments_have_a_value_before_and_after() -> None:
    found = evaluator(
        "fn inc(x: &mut u32) requires *old(x) < 9 ensures *final(x) == *old(x) + 1 {}"
    )
    assert found.precondition([9]) is Truth.FALSE
    assert found.postcondition([3], 4) is Truth.TRUE
    assert found.postcondition([3], 3) is Truth.FALSE


def test_what_became_of_an_argument_is_unknown_beside_a_result() -> None:
    found = evaluator(
        "fn pop(v: &mut Vec<u8>) -> (r: u8) requires old(v).len() > 0 "
        "ensures r == old(v)@.last(), v@ == old(v)@.drop_last() {}"
    )
    truths = [r.truth for r in found.clauses([[1, 2]], 2)]
    assert truths == [Truth.TRUE, Truth.UNKNOWN]
    assert found.postcondition([[1, 2]], 1) is Truth.FALSE


def test_unknown_names_are_listed_and_open() -> None:
    found = evaluator("fn f(x: u8) -> (r: u8) ensures r == mystery(x), r > 3 {}")
    assert any("mystery" in name for name in found.contract.unknown)
    assert found.postcondition([1], 5) is Truth.UNKNOWN
    assert found.postcondition([1], 2) is Truth.FALSE
    assert "mystery" in found.clauses([1], 5)[0].reason


def test_returns_is_a_clause() -> None:
    found = evaluator("fn f(x: u8) -> u8 returns (x / 2) as u8 {}")
    assert found.postcondition([9], 4) is Truth.TRUE
    assert found.postcondition([9], 5) is Truth.FALSE


def test_generic_helpers_constants_and_methods() -> None:
    text = """
    pub const MOD: u64 = 1_000_007;
    pub struct P { pub x: i32, pub v: Vec<i32> }
    impl P {
        pub open spec fn total(&self) -> int { self.x + self.v@.len() }
        pub fn get(&self) -> (r: u64) ensures r as int == self.total() % MOD as int {}
    }
    pub open spec fn same<T>(a: Seq<T>, b: Seq<T>) -> bool { a =~= b }
    """
    found = evaluator(text)
    assert found.postcondition([{"x": 1_000_005, "v": [1, 2, 3]}], 1) is Truth.TRUE
    assert found.postcondition([{"x": 1_000_005, "v": [1, 2, 3]}], 2) is Truth.FALSE


def test_options_tuples_and_text() -> None:
    text = """
    pub fn f(s: String, k: usize) -> (r: (Option<char>, Vec<Vec<u8>>))
        ensures
            r.0 matches Some(c) ==> k < s@.len() && c == s@[k as int],
            r.0 is None ==> k >= s@.len(),
            r.1.len() == 1 && r.1[0]@ =~= seq![b'a', 7u8],
    {}
    """
    found = evaluator(text)
    assert found.postcondition(["häß", 1], ("ä", [[97, 7]])) is Truth.TRUE
    assert found.postcondition(["häß", 1], ("a", [[97, 7]])) is Truth.FALSE
    assert found.postcondition(["häß", 3], (None, [[97, 7]])) is Truth.TRUE
    assert found.postcondition(["häß", 2], (None, [[97, 7]])) is Truth.FALSE


def test_containers_may_be_equal_only_as_views() -> None:
    found = evaluator("fn f(v: Vec<i32>) -> (r: Vec<i32>) ensures r == v {}")
    assert found.postcondition([[1, 2]], [1, 2]) is Truth.UNKNOWN
    assert found.postcondition([[1, 2]], [1, 3]) is Truth.FALSE


def test_the_clause_to_blame_and_its_witness() -> None:
    found = evaluator(
        "fn f(v: Vec<i32>) -> (r: i32) ensures r >= 0, "
        "forall|i: int| 0 <= i < v.len() ==> v[i] <= r {}"
    )
    first, second = found.clauses([[3, 8, 5]], 7)
    assert first.truth is Truth.TRUE
    assert second.truth is Truth.FALSE
    assert dict(second.witness) == {"i": 1}
    assert second.clause.text.startswith("forall")


def test_arguments_that_do_not_fit() -> None:
    found = evaluator("fn f(v: Vec<i32>) -> (r: i32) ensures r == 0 {}")
    with pytest.raises(BadInput, match="takes 1 arguments, not 2"):
        found.precondition([[1], 2])
    with pytest.raises(BadInput, match="does not fit `v`"):
        found.precondition([7])


def test_bundled_problems_accept_their_cases() -> None:
    for problem in open_benchmark("starter"):
        if problem.shape is not Shape.FUNCTION:
            continue
        found = SpecEvaluator(problem.verus.spec or "")
        for case in problem.cases:
            if sum(len(a) for a in case.args if isinstance(a, list)) > 60:
                continue
            assert found.precondition(case.args) is Truth.TRUE, (problem.name, case)
            assert found.postcondition(case.args, case.output) is Truth.TRUE, (problem.name, case)


def test_final_values_beside_a_result() -> None:
    evaluator = SpecEvaluator("""
        verus! { fn keep(s: &mut Vec<i32>, x: i32) -> (k: i32)
            requires 1 <= old(s).len(),
            ensures s.len() == old(s).len(), 0 <= k <= s.len(),
                forall|i: int| 0 <= i < k ==> s[i] != x,
        { 0 } }
    """)
    assert evaluator.postcondition([[3, 1, 3], 3], 1, final=[[1, 1, 3]]) is Truth.TRUE
    assert evaluator.postcondition([[3, 1, 3], 3], 1, final=[[3, 1, 3]]) is Truth.FALSE
    assert evaluator.postcondition([[3, 1, 3], 3], 1, final=[[1, 3]]) is Truth.FALSE
    assert evaluator.postcondition([[3, 1, 3], 3], 1) is Truth.UNKNOWN
    with pytest.raises(BadInput):
        evaluator.postcondition([[3, 1, 3], 3], 1, final=[])

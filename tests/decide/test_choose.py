"""Which evaluator gets which case, and that the choice changes no verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from adjudge.decide.choose import Automatic, evaluate, evaluate_all
from adjudge.decide.native import NativeEvaluation, fault
from adjudge.decide.results import Results, retry
from adjudge.errors import BadInput
from adjudge.model import Case, Decision
from adjudge.run.sandbox import choose_sandbox
from adjudge.rust.toolchain import find_rust
from adjudge.verus.evaluate import Budget, SpecEvaluator, Truth
from adjudge.verus.native.run import BuildFailed

SPEC = """verus! {
spec fn sum(s: Seq<i32>, l: int, r: int) -> int decreases r - l {
    if r <= l { 0 } else { sum(s, l, r - 1) + s[r - 1] }
}
fn f(s: Vec<i32>) -> (r: i64)
    requires s.len() > 0,
    ensures forall|l: int, r2: int| 0 <= l <= r2 <= s.len() ==> sum(s@, l, r2) <= r,
{}
}"""


class Stub:
    """A native evaluator that answers what it is told, and notes what it was asked."""

    name = "native evaluation"

    def __init__(self, evaluator: SpecEvaluator, truth: Truth | None) -> None:
        self.asked: list[Case] = []
        self._clauses = (*evaluator.contract.requires, *evaluator.contract.ensures)
        self._evaluator = evaluator
        self._truth = truth

    def results(self, cases: Sequence[Case]) -> list[Results]:
        self.asked += cases
        if self._truth is None:
            raise BuildFailed("no such program")
        one = self._evaluator.clauses([[1]], 1)[0]
        return [tuple(replace(one, clause=c, truth=self._truth) for c in self._clauses)] * len(
            cases
        )


def case(length: int, wrong: int = 0) -> Case:
    return Case(([1] * length,), length - wrong)


def truths(results: list[Results]) -> list[tuple[Truth, ...]]:
    return [tuple(r.truth for r in one) for one in results]


def test_few_small_cases_stay_in_python() -> None:
    evaluator = SpecEvaluator(SPEC)
    stub = Stub(evaluator, Truth.UNKNOWN)
    found = evaluate_all(evaluator, [case(3), case(4, wrong=1)], stub)  # type: ignore[arg-type]
    assert truths(found) == [(Truth.TRUE, Truth.TRUE), (Truth.TRUE, Truth.FALSE)]
    assert stub.asked == []


def test_what_python_has_no_steps_for_goes_over() -> None:
    evaluator = SpecEvaluator(SPEC, budget=Budget(steps=500))
    stub = Stub(evaluator, Truth.TRUE)
    found = evaluate_all(evaluator, [case(60), case(3)], stub)  # type: ignore[arg-type]
    assert truths(found) == [(Truth.TRUE, Truth.TRUE)] * 2
    assert stub.asked == [case(60)]


def test_many_large_cases_go_over_soon() -> None:
    evaluator = SpecEvaluator(SPEC)
    stub = Stub(evaluator, Truth.TRUE)
    cases = [case(40) for _ in range(3000)]
    evaluate_all(evaluator, cases, stub)  # type: ignore[arg-type]
    assert len(stub.asked) > 2900


@pytest.mark.parametrize("truth", [None, Truth.UNKNOWN])
def test_python_does_it_alone_if_it_must(truth: Truth | None) -> None:
    evaluator = SpecEvaluator(SPEC)
    stub = Stub(evaluator, truth)
    cases = [case(60, wrong=i % 2) for i in range(800)]
    found = evaluate_all(evaluator, cases, stub)  # type: ignore[arg-type]
    assert stub.asked
    right, wrong = (Truth.TRUE, Truth.TRUE), (Truth.TRUE, Truth.FALSE)
    assert truths(found) == [right, wrong] * 400


def test_a_contradiction_decides_nothing() -> None:
    evaluator = SpecEvaluator(SPEC, budget=Budget(steps=500))
    stub = Stub(evaluator, Truth.FALSE)
    (found,) = evaluate_all(evaluator, [case(60)], stub)  # type: ignore[arg-type]
    assert [r.truth for r in found] == [Truth.UNKNOWN, Truth.FALSE]
    assert "disagree" in found[0].reason


@pytest.mark.rust
def test_both_give_the_same_verdicts() -> None:
    evaluator = SpecEvaluator(SPEC)
    native = NativeEvaluation(evaluator.contract, find_rust(), choose_sandbox())
    cases = [case(n, wrong) for n in range(12) for wrong in (0, 1)]
    automatic = Automatic(evaluator, cases)
    for one, verdict in zip(cases, native.decide_all(cases), strict=True):
        other = automatic.decide(one)
        assert verdict.precondition.decision == other.precondition.decision
        assert verdict.postcondition.decision == other.postcondition.decision
        assert verdict.postcondition.evidence.engine == "native evaluation"
        wanted = Decision.REJECT if one.output < len(one.args[0]) else Decision.ACCEPT
        assert verdict.postcondition.decision is wanted


@pytest.mark.rust
def test_a_case_that_does_not_fit() -> None:
    evaluator = SpecEvaluator(SPEC)
    native = NativeEvaluation(evaluator.contract, find_rust(), choose_sandbox())
    with pytest.raises(BadInput, match="takes 1 arguments, not 2"):
        native.decide(Case(([1], [2]), 1))


@pytest.mark.rust
def test_long_quadratic_recursion_is_decided() -> None:
    cases = [case(200), case(200, wrong=1)]
    found = evaluate_all(SpecEvaluator(SPEC), cases)
    assert truths(found) == [(Truth.TRUE, Truth.TRUE), (Truth.TRUE, Truth.FALSE)]


def test_a_program_that_cannot_be_built_is_no_secret() -> None:
    evaluator = SpecEvaluator(SPEC)
    cases = [case(40) for _ in range(3000)]
    found = evaluate(evaluator, cases, Stub(evaluator, None))  # type: ignore[arg-type]
    (warning,) = found.warnings
    assert "please report this: no such program" in warning
    hard = SpecEvaluator(SPEC, budget=Budget(steps=500))
    (results,) = evaluate_all(hard, [case(60)], Stub(hard, None))  # type: ignore[arg-type]
    assert "budget of steps" in results[1].reason
    assert warning in results[1].reason
    assert set(found.engines) == {("evaluation",)}


def test_who_decided_is_told() -> None:
    evaluator = SpecEvaluator(SPEC, budget=Budget(steps=500))
    stub = Stub(evaluator, Truth.TRUE)
    few, many = case(3), case(60)
    automatic = Automatic(evaluator, [few, many], stub)  # type: ignore[arg-type]
    engines = [automatic.decide(c).postcondition.evidence.engine for c in (few, many)]
    assert engines == ["evaluation", "evaluation, native evaluation"]


NONLINEAR = """verus! {
fn f(n: u8) -> (r: u8) ensures
    r == n,
    forall|a: int, b: int| 0 < a && a + n == b ==> (a + b) * (a - b) == a * a - b * b,
{}
}"""


def test_z3_decides_what_is_left_open() -> None:
    pytest.importorskip("z3")
    evaluator = SpecEvaluator(NONLINEAR, budget=Budget(steps=2_000))
    stub = Stub(evaluator, Truth.UNKNOWN)
    cases = [Case((7,), 7), Case((7,), 8)]
    found = evaluate(evaluator, cases, stub)  # type: ignore[arg-type]
    # What one clause decides is left at that.
    assert truths(found.results) == [(Truth.TRUE, Truth.TRUE), (Truth.FALSE, Truth.UNKNOWN)]
    assert found.engines == [("evaluation", "smt"), ("evaluation",)]


def test_hopeless_cases_are_not_all_retried() -> None:
    evaluator = SpecEvaluator(SPEC)
    open_ = tuple(replace(r, truth=Truth.UNKNOWN, reason="") for r in evaluator.clauses([[1]], 1))
    found: list[Results] = [open_] * 100
    asked: list[int] = []

    def ask(some: Sequence[int]) -> list[Results]:
        asked.extend(some)
        good = tuple(replace(r, truth=Truth.TRUE) for r in open_)
        return [good if i < 20 else open_ for i in some]

    retry(found, range(100), 8, ask)
    assert asked == list(range(8 + 16 + 32))
    assert sum(r.truth is Truth.TRUE for one in found for r in one) == 20


@pytest.mark.rust
def test_the_native_evaluator_works_here() -> None:
    assert fault() == ""


@pytest.mark.rust
def test_final_arguments_that_a_case_does_not_tell_are_unknown() -> None:
    text = """verus! { fn f(v: &mut Vec<u8>, x: u8) -> (r: u8)
        ensures r == x, final(v)@ == old(v)@ || r == 3 {} }"""
    evaluator = SpecEvaluator(text)
    native = NativeEvaluation(evaluator.contract, find_rust(), choose_sandbox())
    (three, four) = native.results([Case(([1], 3), 3), Case(([1], 4), 4)])
    assert [r.truth for r in three] == [Truth.TRUE, Truth.TRUE]
    assert [r.truth for r in four] == [Truth.TRUE, Truth.UNKNOWN]

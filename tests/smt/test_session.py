"""The solver's process: proofs, limits, trouble."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace

from adjudge.verus.ir import BOOL, INT, Arithmetic, Compare, Expr, Literal, Var, Variable
from adjudge.verus.lower import lower, lower_expression
from adjudge.verus.parser import parse_file, parse_fragment
from adjudge.verus.smt import Limits, Progression, Question, Session, decide_instance

X, Y = Variable("x", INT), Variable("y", INT)


def less(a: Expr, b: Expr) -> Expr:
    return Compare(BOOL, "lt", a, b)


def number(value: int) -> Expr:
    return Literal(INT, value)


def question(goal: Expr, *hypotheses: Expr, **limits: float) -> Question:
    return Question((X, Y), hypotheses, goal, limits=Limits(**limits))  # type: ignore[arg-type]


HARD_TEXT = """
    forall|a: int, b: int, c: int| a > 0 && b > 0 && c > 0 ==>
        a * a * a * a * a + b * b * b * b * b != c * c * c * c * c
"""


def hard() -> Question:
    file = parse_fragment(f"spec fn e() -> bool {{ {HARD_TEXT} }}")
    contract = lower_expression(file, file.items[-1].body.tail, {})  # type: ignore[union-attr]
    limits = Limits(rlimit=2_000_000_000, seconds=1.0)
    return Question((), (), contract.ensures[0].expr, limits=limits)


def test_proof_and_no_proof(session: Session) -> None:
    x, y = Var(INT, "x"), Var(INT, "y")
    assert session.ask(question(less(x, number(5)), less(x, number(3)))).proved
    found = session.ask(question(less(x, y), less(x, number(3))))
    assert not found.proved
    assert found.reason


def test_models_are_suggestions(session: Session) -> None:
    x = Var(INT, "x")
    asked = replace(question(less(x, number(3)), less(x, number(5))), models=True)
    models = session.ask(asked).models
    assert any(3 <= model["x"] < 5 for model in models)


def test_hung_solver_is_no_answer_and_the_next_question_is_answered() -> None:
    with Session() as solver:
        solver.ask(question(less(number(1), number(2))))  # started
        begun = time.monotonic()
        found = solver.ask(hard())
        assert not found.proved
        assert time.monotonic() - begun < 30
        assert solver.ask(question(less(number(1), number(2)))).proved


def test_a_deadline_holds_even_where_the_solver_has_to_start() -> None:
    with Session() as solver:
        for seconds in (0.05, 1.0):
            begun = time.monotonic()
            endless = replace(hard(), limits=Limits(rlimit=2_000_000_000, seconds=60))
            assert not solver.ask(endless, begun + seconds).proved
            assert time.monotonic() - begun < seconds + 0.5
        assert solver.ask(question(less(number(1), number(2)))).proved


def test_killed_solver_is_no_answer() -> None:
    with Session() as solver:
        assert solver.ask(question(less(number(1), number(2)))).proved
        assert solver._process is not None
        os.kill(solver._process.pid, signal.SIGKILL)
        answers = [solver.ask(question(less(number(1), number(2)))) for _ in range(2)]
        assert answers[-1].proved


def test_memory_is_limited() -> None:
    with Session(megabytes=40) as solver:
        found = solver.ask(question(less(number(1), number(2)), seconds=5))
        assert not found.proved
        assert "died" in found.reason or "memory" in found.reason


def test_same_question_same_cost_whatever_came_before(session: Session) -> None:
    x, y = Var(INT, "x"), Var(INT, "y")
    square = less(number(-1), Arithmetic(INT, "mul", x, x))
    costs = set()
    for other in (less(x, y), square, less(y, x)):
        session.ask(question(other, less(x, number(3))))
        costs.add(session.ask(question(square)).cost)
    assert len(costs) == 1


def test_deep_nesting_is_no_answer(session: Session) -> None:
    deep: Expr = Var(INT, "x")
    for _ in range(3_000):
        deep = Arithmetic(INT, "add", deep, number(1))
    found = session.ask(question(less(Var(INT, "x"), deep)))
    assert not found.reason.startswith("internal"), found.reason


def test_long_values_in_short_form(session: Session) -> None:
    source = """verus! { fn f(a: Vec<i32>) -> (r: i32) requires
        forall|i: int, j: int| 0 <= i < j < a.len() ==> a[i] < a[j],
        exists|i: int| 0 <= i < a.len() && a[i] == 77_000, { } }"""
    contract = lower(parse_file(source), "f")
    rising = {"a": Progression(100_000, 5, 1)}
    flat = {"a": Progression(100_000, 5, 0)}
    first, second = (clause.expr for clause in contract.requires)
    assert decide_instance(session, contract, first, rising) is True
    assert decide_instance(session, contract, first, flat) is False
    assert decide_instance(session, contract, second, flat) is False


def test_long_values_in_long_values(session: Session) -> None:
    source = """verus! { fn f(a: Vec<Vec<i32>>) -> (r: i32) requires
        forall|i: int, j: int|
            0 <= i < a.len() && 0 <= j < a[i].len() ==> a[i][j] == 5 + j + 10 * i,
        forall|i: int, j: int| 0 <= i < a.len() && 0 <= j < a[i].len() ==> a[i][j] == 5 + j,
        { } }"""
    contract = lower(parse_file(source), "f")
    value = {"a": Progression(300, Progression(1_000, 5, 1), 10)}
    first, second = (clause.expr for clause in contract.requires)
    assert decide_instance(session, contract, first, value) is True
    assert decide_instance(session, contract, second, value) is not True

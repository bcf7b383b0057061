"""Inputs like known ones, and what a reference solution answers to them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from adjudge.cases.solve import solved_cases
from adjudge.cases.vary import variations
from adjudge.model import Case, Parameter, Problem, Signature, parse_type
from adjudge.run.sandbox import choose_sandbox


def varied(*known: tuple[Any, ...], count: int = 60) -> list[tuple[Any, ...]]:
    cases = [Case(args, 0) for args in known]
    return list(itertools.islice(variations(cases), count))


def test_all_are_new_different_and_the_same_at_every_call() -> None:
    known = [([3, 1, 2], "abc"), ([5], "b")]
    made = varied(*known)
    assert len({*map(repr, made)}) == len(made) == 60
    assert not {*map(repr, made)} & {*map(repr, known)}
    assert made == varied(*known)


def test_values_of_every_kind_are_varied() -> None:
    made = varied((1.5, {"a": 1, "b": 2}, (1, 2), [[1], [2, 3]], True), count=200)
    for column in zip(*made, strict=True):
        assert len({*map(repr, column)}) > 1


@pytest.mark.parametrize(
    ("known", "habit"),
    [
        ([([1, 2, 5],), ([2, 7],)], lambda args: args[0] == sorted(args[0])),
        ([([1, 3, 2],), ([2],)], lambda args: len(args[0]) > 0),
        ([("(())()",), ("()",)], lambda args: args[0].count("(") == args[0].count(")")),
        ([([1, 2], [3, 4]), ([5], [6])], lambda args: len(args[0]) == len(args[1])),
        ([([1, 2],), ([3, 4, 5, 6],)], lambda args: len(args[0]) % 2 == 0),
        ([("a b",), ("b c c",)], lambda args: all(len(w) == 1 for w in args[0].split())),
        ([([1, 2, 3], 2), ([4, 5], 1)], lambda args: args[1] <= len(args[0])),
        ([(4,), (9,)], lambda args: args[0] >= 4),
    ],
)
def test_habits_are_kept(known: list[tuple[Any, ...]], habit: Any) -> None:
    made = varied(*known)
    assert made
    assert all(map(habit, made))


def test_nothing_known_nothing_made() -> None:
    assert varied() == []


def test_cases_have_the_answers_of_the_solution() -> None:
    signature = Signature("f", (Parameter("x", parse_type("int")),), parse_type("int"))
    problem = Problem(
        "f",
        signature,
        cases=(Case((2,), -6), Case((40,), 5)),
        python_solution="def f(x):\n    return 100 // (x - 20)",
    )
    made = solved_cases(problem, 10, choose_sandbox())
    assert len(made) == 10
    assert all(case.output == 100 // (case.args[0] - 20) for case in made)


def test_no_cases_where_the_known_ones_are_not_confirmed() -> None:
    signature = Signature("f", (Parameter("x", parse_type("float")),), parse_type("int"))
    problem = Problem(
        "f",
        signature,
        cases=(Case((2.0,), 1),),  # it was written 2
        python_solution="def f(x):\n    return int(isinstance(x, int))",
    )
    assert solved_cases(problem, 10, choose_sandbox()) == []

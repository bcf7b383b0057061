from __future__ import annotations

import pytest

from adjudge.judge.code import encode_input, grade
from adjudge.model import Case, Category, Parameter, Problem, Shape, Signature, parse_type
from adjudge.run.cases import CaseRun, CaseStatus


def problem(returns: str, **fields: object) -> Problem:
    signature = Signature("f", (Parameter("x", parse_type("int")),), parse_type(returns))
    return Problem("p", signature, **fields)  # type: ignore[arg-type]


def graded(returns: str, output: object, answer: str, **fields: object) -> object:
    run = CaseRun(CaseStatus.OK, answer.encode())
    found = grade(problem(returns, **fields), Case((1,), output), run)
    return found.category if found.decided else "undecided"


@pytest.mark.parametrize(
    ("returns", "output", "answer", "same"),
    [
        ("int", 10**30, str(10**30), True),
        ("i32", 1, "1 ", True),
        ("i32", 1, "2", False),
        ("i32", 1, "1.0", False),
        ("i32", 1, "", False),
        ("i32", 1, "4294967297", False),
        ("bool", True, "1", False),
        ("float", 0.3, "0.30000000000000004", True),
        ("float", 0.3, '"NaN"', False),
        ("list[int]", [1, 2], "[2, 1]", False),
        ("set[int]", frozenset({1, 2}), "[2, 1]", True),
        ("map[str, int]", {"a": 1, "b": 2}, '{"b": 2, "a": 1}', True),
        ("option[int]", None, "null", True),
        ("str", "é", '"\\u00e9"', True),
        ("str", "a", '"a "', False),
    ],
)
def test_outputs_are_compared_by_value(
    returns: str, output: object, answer: str, same: bool
) -> None:
    assert graded(returns, output, answer) == (None if same else Category.INCORRECT_OUTPUT)


def test_an_invalid_answer_is_incorrect_whatever_it_is() -> None:
    run = CaseRun(CaseStatus.OK, b"\xff\xfe{")
    assert grade(problem("int"), Case((1,), 1), run).category is Category.INCORRECT_OUTPUT


def test_where_several_answers_are_right_a_difference_decides_nothing() -> None:
    assert graded("int", 1, "2", several_answers=True) == "undecided"
    assert graded("int", 1, "1", several_answers=True) is None
    # No value of the type at all is wrong whichever the right ones are.
    assert graded("int", 1, "x", several_answers=True) is Category.INCORRECT_OUTPUT


@pytest.mark.parametrize(
    ("answer", "same"),
    [("YES\nNO\n", True), ("YES NO", True), (" YES\n\nNO", True), ("YESNO", False), ("y", False)],
)  # fmt: skip
def test_programs_are_compared_word_by_word(answer: str, same: bool) -> None:
    run = CaseRun(CaseStatus.OK, answer.encode())
    case = Case(("1\n",), "YES\nNO\n")
    assert encode_input(problem("int", shape=Shape.STDIO), case) == b"1\n"
    found = grade(problem("int", shape=Shape.STDIO), case, run)
    assert found.category == (None if same else Category.INCORRECT_OUTPUT)


@pytest.mark.parametrize(
    ("status", "category"),
    [
        (CaseStatus.REFUSED, Category.SYNTAX_ERROR),
        (CaseStatus.TIMEOUT, Category.TIMEOUT),
        (CaseStatus.SKIPPED, Category.TIMEOUT),
        (CaseStatus.EXIT, Category.RUNTIME_ERROR),
        (CaseStatus.SIGNAL, Category.RUNTIME_ERROR),
        (CaseStatus.OUTPUT, Category.RUNTIME_ERROR),
    ],
)
def test_every_other_end_has_its_category(status: CaseStatus, category: Category) -> None:
    assert grade(problem("int"), Case((1,), 1), CaseRun(status, b"1")).category is category

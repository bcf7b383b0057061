"""What a model is told after a failed attempt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.judge.feedback import BUDGET, feedback, trim_middle
from adjudge.judge.finding import Finding
from adjudge.model import Category, Evidence, Status
from adjudge.verus.tool import ErrorClass

EVIDENCE = Evidence("test")


def failed(category: Category, message: str = "", **fields: object) -> Finding:
    return Finding(Status.FAILED, EVIDENCE, category, message, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("status", [Status.SOLVED, Status.UNKNOWN, Status.INFRA])
def test_nothing_to_mend(status: Status) -> None:
    assert feedback(Finding(status, EVIDENCE, message="words")) == ""


@pytest.mark.parametrize("category", Category)
def test_every_category_has_words(category: Category) -> None:
    said = feedback(failed(category, "error: here\n 9 | line"))
    assert said.startswith(f"Your answer was not accepted ({category}). ")
    assert "error: here\n 9 | line" in said


@pytest.mark.parametrize("error", ErrorClass)
def test_classes_have_hints(error: ErrorClass) -> None:
    said = feedback(failed(Category.VERIFICATION_FAILURE, "e", detail=str(error)))
    assert ("Hint: " in said) == (error not in {ErrorClass.OTHER, ErrorClass.TYPE_INVARIANT})
    assert f"({Category.VERIFICATION_FAILURE}, {error})" in said


def test_a_case_is_shown() -> None:
    witness = {"case": 3, "input": {"nums": [1]}, "expected": [1], "found": "[2]"}
    said = feedback(failed(Category.INCORRECT_OUTPUT, witness=witness))
    assert 'input: {"nums": [1]}' in said.replace('":[', '": [')
    assert "expected: [1]" in said
    assert "found: [2]" in said


def test_long_messages_lose_their_middle() -> None:
    message = "\n".join(f"line {i}" for i in range(5000))
    said = feedback(failed(Category.SYNTAX_ERROR, message))
    assert len(said) <= BUDGET
    assert "line 0\n" in said
    assert "line 4999" in said
    assert "lines left out ...]" in said


@given(st.text(), st.integers(0, 500))
def test_trimmed_to_the_budget(text: str, budget: int) -> None:
    trimmed = trim_middle(text, budget)
    assert len(trimmed) <= budget
    if len(text) <= budget:
        assert trimmed == text


@given(st.text(max_size=3000), st.integers(0, 1500))
def test_a_message_keeps_to_its_budget(text: str, budget: int) -> None:
    assert len(feedback(failed(Category.VERIFICATION_FAILURE, text), budget=budget)) <= budget

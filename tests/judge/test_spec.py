"""The specification judge on small problems: categories, witnesses, credit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from adjudge.judge.finding import Finding
from adjudge.judge.spec import SpecJudge
from adjudge.model import (
    Candidate,
    Case,
    Parameter,
    Problem,
    Signature,
    Status,
    Task,
    VerusArtifacts,
    parse_type,
)
from adjudge.verus.smt import Session, available


def text(requires: str, ensures: str, params: str = "x: i32, k: i32", items: str = "") -> str:
    return f"""use vstd::prelude::*;
    fn main() {{}}
    verus! {{ {items}
    pub fn f({params}) -> (r: i32)
        requires {requires},
        ensures {ensures},
    {{ }} }}"""


REFERENCE = text("0 <= x <= 100, 1 <= k", "r == x / k")
SIGNATURE = Signature(
    "f",
    (Parameter("x", parse_type("i32")), Parameter("k", parse_type("i32"))),
    parse_type("i32"),
)
CASES = tuple(Case((x, k), x // k) for x in (0, 1, 7, 100) for k in (1, 2, 3))


@pytest.fixture(scope="module")
def judge() -> Iterator[SpecJudge]:
    if not available():
        pytest.skip("z3-solver is not installed")
    with Session() as session:
        yield SpecJudge(session)


def problem(**fields: Any) -> Problem:
    given = {"cases": CASES, "verus": VerusArtifacts(spec=REFERENCE), **fields}
    return Problem("divide", SIGNATURE, **given)


def run(judge: SpecJudge, completion: str, **fields: Any) -> Finding:
    candidate = Candidate("divide", Task.NL2SPEC, "verus", f"```rust\n{completion}\n```")
    return judge.judge(problem(**fields), candidate)


def code(finding: Finding) -> str:
    return str(finding.category or finding.status)


CANDIDATES = [
    ("solved", text("0 <= x && x < 101 && k > 0", "r * k <= x < (r + 1) * k")),
    ("solved", text("0 <= n <= 100, m >= 1", "r == n / m", "n: i32, m: i32")),
    ("precondition_mismatch", text("0 <= x <= 100, 0 <= k", "r == x / k")),
    ("precondition_mismatch", text("0 < x <= 100, 1 <= k", "r == x / k")),
    ("precondition_mismatch", text("false", "r == x / k")),
    ("postcondition_mismatch", text("0 <= x <= 100, 1 <= k", "0 <= r <= x")),
    ("postcondition_mismatch", text("0 <= x <= 100, 1 <= k", "r * k == x")),
    ("postcondition_mismatch", text("0 <= x <= 100, 1 <= k", "false")),
    ("both_mismatch", text("x >= 0, k >= 1", "r <= x")),
    ("syntax_error", text("0 <= x <= 100, 1 <= ", "r == x / k")),
    ("syntax_error", text("0 <= x <= 100, 1 <= j", "r == x / k")),
    ("syntax_error", text("0 <= x <= 100, 1 <= k", "r = x / k")),
    ("syntax_error", text("0 <= x <= 100, 1 <= k", "r == x / k", "x: int, k: i32")),
    ("syntax_error", text("0 <= x <= 100, 1 <= k", "r == x / k", "x: i32, k: i32, n: i32")),
    ("no_answer", "pub fn g(x: i32) -> i32 { x }"),
    ("unknown", text("0 <= x <= 100, 1 <= k", "r == x / k, vstd::secret::holds(x)")),
]


@pytest.mark.parametrize(("wanted", "completion"), CANDIDATES)
def test_categories(judge: SpecJudge, wanted: str, completion: str) -> None:
    assert code(run(judge, completion)) == wanted


def test_witness_of_the_precondition(judge: SpecJudge) -> None:
    found = run(judge, text("0 <= x <= 100, 0 <= k", "r == x / k"))
    assert found.witness is not None
    assert found.witness["precondition"]["input"] == {"x": 0, "k": 0}
    assert "admitted" in found.witness["precondition"]["candidate"]
    assert found.credit["precondition"] == 0.5
    assert found.credit["positives"] == 1.0


def test_witness_names_the_guilty_clause(judge: SpecJudge) -> None:
    found = run(judge, text("0 <= x <= 100, 1 <= k", "r >= 0, r * k == x"))
    assert found.witness is not None
    shown = found.witness["postcondition"]
    assert shown["candidate"] == "too_strong"
    assert shown["clauses"] == ["r * k == x"]
    assert shown["input"] == {"x": 1, "k": 2}
    assert 0 < found.credit["positives"] < 1


def test_given_negatives_are_used(judge: SpecJudge) -> None:
    weak = text("0 <= x <= 100, 1 <= k", "0 <= r <= x")
    found = run(judge, weak, negatives=(Case((7, 2), 9),))
    assert found.credit["negatives"] == 1.0
    assert found.status is Status.SOLVED
    found = run(judge, weak, negatives=(Case((7, 2), 9), Case((7, 2), 4)))
    assert found.credit["negatives"] == 0.5
    assert code(found) == "postcondition_mismatch"
    assert found.witness is not None
    assert found.witness["postcondition"]["candidate"] == "too_weak"


BONUS = [  # beside the verdict on the cases, whatever that is
    (
        "r == (x - x % k) / k || r == x / k",
        "solved",
        {"post_implied", "post_implies"},
        "equivalent",
    ),
    ("r <= x", "postcondition_mismatch", {"post_implied"}, "to follow from"),
    ("r == x / k && x < 50", "postcondition_mismatch", {"post_implies"}, "to imply"),
    ("r == 3", "postcondition_mismatch", set(), ""),
]


@pytest.mark.parametrize(("ensures", "wanted", "credit", "words"), BONUS)
def test_proved_postcondition_is_reported(
    judge: SpecJudge, ensures: str, wanted: str, credit: set[str], words: str
) -> None:
    found = run(judge, text("0 <= x <= 100, 1 <= k", ensures))
    assert code(found) == wanted
    assert {name for name in found.credit if name.startswith("post_")} == credit
    assert ("proved " + words in found.message) if words else ("proved" not in found.message)


def test_equal_postconditions_do_not_replace_the_cases(judge: SpecJudge) -> None:
    wrong = (*CASES, Case((7, 2), 4))  # a case that the reference itself refuses
    found = run(judge, REFERENCE, cases=wrong)
    assert code(found) == "postcondition_mismatch"
    assert found.credit["post_implied"] == found.credit["post_implies"] == 1.0


def test_nothing_to_compare_with(judge: SpecJudge) -> None:
    assert run(judge, REFERENCE, cases=()).status is Status.UNKNOWN
    assert run(judge, REFERENCE, verus=VerusArtifacts()).status is Status.UNKNOWN


def test_without_solver_nothing_is_solved_by_guess() -> None:
    finding = run(SpecJudge(None), text("0 <= x <= 100, 2 * k >= 1 + k", "r == x / k"))
    assert finding.status in (Status.SOLVED, Status.UNKNOWN)
    finding = run(SpecJudge(None), text("0 <= x <= 99, 1 <= k", "r == x / k"))
    assert code(finding) == "precondition_mismatch"


def test_key_depends_on_answer_and_problem(judge: SpecJudge) -> None:
    one = Candidate("divide", Task.NL2SPEC, "verus", "a", sample=0)
    two = Candidate("divide", Task.NL2SPEC, "verus", "b", sample=0)
    assert judge.key(problem(), one) == judge.key(problem(), one)
    assert judge.key(problem(), one) != judge.key(problem(), two)
    assert judge.key(problem(), one) != judge.key(problem(cases=CASES[:1]), one)


def test_a_candidate_cannot_prove_by_contradiction(judge: SpecJudge) -> None:
    items = "spec fn g(n: int) -> int decreases n { g(n) + 1 }"
    found = run(judge, text("g(0) == g(0) && x <= 3", "r == x / k", items=items))
    assert found.status is not Status.SOLVED

"""The bundled end-to-end candidates, without Verus.

What specification, code, cheats or syntax decide is as expected whatever the tool would say; the
rest is pending. Two stand-ins show it: one that believes every program, one that refuses each.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from adjudge.cli.judging import judges
from adjudge.datasets.registry import open_benchmark, open_samples
from adjudge.errors import InfraError
from adjudge.judge.code import CodeJudge
from adjudge.judge.end_to_end import PROOF, EndToEndJudge
from adjudge.judge.finding import Finding
from adjudge.judge.proof import ProofJudge
from adjudge.judge.spec import SpecJudge
from adjudge.model import Candidate, Category, Status, Task
from adjudge.run.sandbox import choose_sandbox
from adjudge.verus.smt import available
from adjudge.verus.tool import Missing, Verifier, Verus, find_verus

sys.path.insert(0, str(Path(__file__).parents[1] / "verus_tool"))
from verus_standin import Credulous, Refusing

STARTER = open_benchmark("starter")
SAMPLES = open_samples("starter/end_to_end")
JUDGE_FOR = judges(unsafe=False)
WITHOUT_TOOL = Missing(InfraError("not installed"))

pytestmark = [
    pytest.mark.rust,
    pytest.mark.skipif(not available(), reason="z3-solver is not installed"),
]


def judged(candidate: Candidate, verifier: Verifier) -> Finding:
    asked = [Candidate("", task, "verus", "") for task in (Task.NL2SPEC, Task.NL2CODE)]
    spec, code = map(JUDGE_FOR, asked)
    assert isinstance(spec, SpecJudge)
    assert isinstance(code, CodeJudge)
    judge = EndToEndJudge(spec, code, ProofJudge(verifier))
    return judge.judge(STARTER[candidate.problem], candidate)


@pytest.mark.parametrize("candidate", SAMPLES, ids=lambda c: f"{c.label} {c.note}")
def test_as_expected(candidate: Candidate) -> None:
    believed = judged(candidate, Credulous())
    if candidate.expect is None:
        assert "Pending: needs Verus" in candidate.note
        assert believed.status is Status.SOLVED, believed.message
        assert set(believed.parts) == {"specification", "code", "proof"}
        return
    if candidate.expect == Category.SYNTAX_ERROR:
        # Of syntax the tool has the last word: without it ours stands, against it nothing does.
        assert believed.status is not Status.SOLVED
        believed = judged(candidate, WITHOUT_TOOL)
    assert believed.category == candidate.expect, believed.message
    if candidate.expect == Category.CHEATING:
        assert not believed.credit


@pytest.mark.parametrize(
    "candidate", [c for c in SAMPLES if c.expect is None], ids=lambda c: c.label
)
def test_pending_ones_wait_for_the_tool(candidate: Candidate) -> None:
    waiting = judged(candidate, WITHOUT_TOOL)
    assert waiting.status is Status.INFRA
    spec, code, proof = (part.status for part in waiting.parts.values())
    assert (spec, proof) == (Status.SOLVED, Status.INFRA)
    assert "not installed" in waiting.message
    # Where several answers are right, only a proof tells that another one is.
    several = STARTER[candidate.problem].several_answers
    assert code is Status.SOLVED or (several and code is Status.UNKNOWN)
    assert waiting.credit["parts"] == pytest.approx(2 / 3 if code is Status.SOLVED else 1 / 3)


def test_the_tool_can_only_make_it_worse() -> None:
    """What is decided without a proof stays as it is if the proof fails."""
    for category in (Category.POSTCONDITION_MISMATCH, Category.INCORRECT_OUTPUT):
        candidate = next(c for c in SAMPLES if c.expect == category)
        assert judged(candidate, Refusing()).category == category
        assert judged(candidate, WITHOUT_TOOL).category == category
    candidate = next(c for c in SAMPLES if c.expect is None)
    refused = judged(candidate, Refusing())
    assert refused.category is Category.VERIFICATION_FAILURE
    assert refused.parts[PROOF].detail == "assertion"


def test_there_are_enough_of_every_kind() -> None:
    counts = Counter(candidate.expect for candidate in SAMPLES)
    assert len(SAMPLES) >= 40
    wanted = set(Category) - {Category.MODIFIED, Category.VERIFICATION_FAILURE}
    assert wanted <= counts.keys()
    assert counts[Category.CHEATING] >= 8
    assert counts[Category.POSTCONDITION_MISMATCH] >= 8
    meant = Counter(c.note.rpartition(" ")[2] for c in SAMPLES if c.expect is None)
    assert meant.keys() == {"solved.", "verification_failure.", "syntax_error."}
    assert {candidate.problem for candidate in SAMPLES} == set(STARTER.names)


@pytest.mark.verus
@pytest.mark.parametrize("candidate", SAMPLES, ids=lambda c: c.label)
def test_with_the_real_tool(candidate: Candidate) -> None:
    try:
        verus = Verus(find_verus(), choose_sandbox())
    except InfraError as error:
        pytest.skip(str(error))
    finding = judged(candidate, verus)
    meant = candidate.expect or candidate.note.rpartition(" ")[2].rstrip(".")
    code = "solved" if finding.status is Status.SOLVED else finding.category
    assert code == meant, finding.message

"""The bundled proof candidates, without Verus: what is decided before the tool is as expected."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudge.datasets.registry import open_benchmark, open_samples
from adjudge.errors import InfraError
from adjudge.judge.proof import Mode, ProofJudge
from adjudge.model import Candidate, Category, Status
from adjudge.run.sandbox import choose_sandbox
from adjudge.verus.tool import Missing, Verus, find_verus

STARTER = open_benchmark("starter")
SAMPLES = open_samples("starter/proof")
WITHOUT_TOOL = ProofJudge(Missing(InfraError("not installed")))


@pytest.mark.parametrize("candidate", SAMPLES, ids=lambda c: c.label)
def test_as_expected(candidate: Candidate) -> None:
    problem = STARTER[candidate.problem]
    if candidate.expect is None:
        assert "Pending: needs Verus" in candidate.note
        with pytest.raises(InfraError):
            WITHOUT_TOOL.judge(problem, candidate)
    else:
        assert WITHOUT_TOOL.judge(problem, candidate).category == candidate.expect


def test_there_are_enough_of_every_kind() -> None:
    counts = Counter(candidate.expect for candidate in SAMPLES)
    assert len(SAMPLES) >= 60
    decided = (Category.MODIFIED, Category.CHEATING, Category.SYNTAX_ERROR, Category.NO_ANSWER)
    assert all(counts[category] >= 5 for category in decided)
    meant = Counter(c.note.rpartition(" ")[2] for c in SAMPLES if c.expect is None)
    assert meant.keys() == {"solved.", "verification_failure.", "syntax_error."}
    assert {candidate.problem for candidate in SAMPLES} == set(STARTER.names)


def test_those_that_changed_frozen_text_may_be_transplanted() -> None:
    judge = ProofJudge(Missing(InfraError("not installed")), mode=Mode.TRANSPLANT)
    reached = 0
    for candidate in SAMPLES:
        if candidate.expect == Category.MODIFIED:
            try:
                found = judge.judge(STARTER[candidate.problem], candidate)
                assert found.category is Category.MODIFIED
            except InfraError:
                reached += 1
    assert reached >= 10


@pytest.mark.verus
@pytest.mark.parametrize("candidate", SAMPLES, ids=lambda c: c.label)
def test_with_the_real_tool(candidate: Candidate) -> None:
    try:
        judge = ProofJudge(Verus(find_verus(), choose_sandbox()))
    except InfraError as error:
        pytest.skip(str(error))
    finding = judge.judge(STARTER[candidate.problem], candidate)
    meant = candidate.expect or candidate.note.rpartition(" ")[2].rstrip(".")
    code = "solved" if finding.status is Status.SOLVED else finding.category
    assert code == meant, finding.message

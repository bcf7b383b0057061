"""Every bundled specification gets the outcome that it says it must."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

from adjudge.cli.judging import judges
from adjudge.datasets.registry import SAMPLES, open_benchmark
from adjudge.datasets.samples import read_samples
from adjudge.model import Candidate, Shape
from adjudge.verus.smt import available

CANDIDATES = read_samples(SAMPLES["starter/spec"])
STARTER = open_benchmark("starter")
JUDGE_FOR = judges(unsafe=False)


@pytest.mark.parametrize("candidate", CANDIDATES, ids=lambda c: f"{c.label} {c.note}")
def test_expected_outcome(candidate: Candidate) -> None:
    if not available():
        pytest.skip("z3-solver is not installed")
    problem = STARTER[candidate.problem]
    if problem.shape is Shape.STDIO and shutil.which("rustc") is None:
        pytest.skip("rustc is not installed")
    judge = JUDGE_FOR(candidate)
    assert judge is not None
    finding = judge.judge(problem, candidate)
    assert str(finding.category or finding.status) == candidate.expect, finding.message


def test_every_category_is_there() -> None:
    seen = Counter(c.expect for c in CANDIDATES)
    assert len(CANDIDATES) >= 80
    assert set(seen) == {
        "solved",
        "syntax_error",
        "precondition_mismatch",
        "postcondition_mismatch",
        "both_mismatch",
        "no_answer",
    }
    assert {c.problem for c in CANDIDATES} == set(STARTER.names)

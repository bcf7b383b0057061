"""The proof judge on recorded runs of the real tool.

A recorded program is judged as a candidate for its problem. Where the judge accepts it, the program
that it rebuilds has the same items and proofs, perhaps in another order; the recorded run is
replayed for it.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from adjudge.datasets.benchmark import Benchmark
from adjudge.datasets.registry import open_benchmark
from adjudge.judge.frozen import frozen_program
from adjudge.judge.proof import ProofJudge
from adjudge.model import Candidate, Category, Status, Task
from adjudge.verus.tool import Ending, ErrorClass, Run

sys.path.insert(0, str(Path(__file__).parents[1] / "verus_tool"))
from verus_standin import Credulous, read_record

pytestmark = pytest.mark.shared

SYNTAX = {"syntax", "type", "mode", "borrow", "other"}


class Recorded(Credulous):
    """Answers with one recorded run."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run = run

    def verify(self, program: str, *, seed: int | None = None, outside: bool = False) -> Run:
        super().verify(program)
        return self._run


@pytest.fixture(scope="module")
def benchmark(shared_data: Path) -> Benchmark:
    return open_benchmark(str(shared_data / "vericontest.jsonl.gz"))


def rows(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def answer(problem: str, program: str) -> Candidate:
    return Candidate(problem, Task.SPEC_CODE2PROOF, "verus", program)


def test_recorded_programs(shared_data: Path, benchmark: Benchmark) -> None:
    counts: Counter[str] = Counter()
    for record in rows(shared_data / "verus_transcripts.jsonl.gz"):
        if record["kind"] not in ("correct", "mutant", "llm_style"):
            continue
        if record["problem"] not in benchmark:
            continue
        run = read_record(record)
        tool = Recorded(run)
        problem = benchmark[record["problem"]]
        program = f"```verus\n{record['program']}\n```"
        finding = ProofJudge(tool).judge(problem, answer(problem.name, program))
        where = (record["id"], finding.status, finding.category, finding.message[:300])
        if not tool.programs:
            counts[str(finding.category)] += 1
            continue
        counts["run"] += 1
        if run.ending is Ending.VERIFIED:
            # Only our own reader refuses what the tool accepts: then we do not know.
            assert finding.status in (Status.SOLVED, Status.UNKNOWN), where
            counts[str(finding.status)] += 1
        elif finding.status is Status.FAILED:
            first = run.classes[0] if ErrorClass.CHEATING not in run.classes else "cheating"
            assert finding.detail == first, where
            assert (finding.category is Category.SYNTAX_ERROR) == (first in SYNTAX), where
        else:
            assert finding.status is Status.UNKNOWN, where
    assert counts["run"] > 200
    assert counts["solved"] > 100
    assert counts["unknown"] == 0, counts


def test_a_program_with_a_wrapper_outside(benchmark: Benchmark) -> None:
    """lc643: the target only divides, as a float, what a verified function computes."""
    problem = benchmark["lc643"]
    proof = problem.verus.proof
    assert proof is not None
    finding = ProofJudge(Credulous()).judge(problem, answer("lc643", proof))
    assert finding.status is Status.SOLVED, finding.message
    frozen = frozen_program(problem)
    assert frozen is not None
    assert (frozen.target, frozen.outside) == ("Solution::find_max_average_core", True)
    others = (frozen_program(other) for other in benchmark if other.name != "lc643")
    assert all(other is not None and not other.outside for other in others)


def test_recorded_answers(shared_data: Path, benchmark: Benchmark) -> None:
    """Honest answers of a model reach the tool, with the benchmark's one defect as exception."""
    seen = 0
    for row in rows(shared_data / "recorded_answers.jsonl.gz"):
        if row["task"] != "spec_code2proof" or row["problem"] == "cf1985B":
            # cf1985B: its frozen text has a helper without postcondition, which no proof can use.
            continue
        tool = Credulous()
        problem = benchmark[row["problem"]]
        finding = ProofJudge(tool).judge(problem, answer(problem.name, row["completion"]))
        assert len(tool.programs) == 1, (row["problem"], finding.category, finding.message[:300])
        seen += 1
    assert seen == 61

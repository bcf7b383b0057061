"""Figures of the Verus driver and the proof judge, without Verus.

    python benchmarks/verus_tool.py

Prints how fast recorded runs are read, and what judging a proof costs around the tool: reading,
comparing, moving the proof, looking again, the sandbox, reading the answer. A stand-in takes the
place of Verus; what it costs by itself is shown beside it and taken off. CPU time is that of this
process, so it leaves out the sandbox; it depends less on what else the machine does.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from adjudge.datasets.registry import open_benchmark
from adjudge.judge.proof import Mode, ProofJudge
from adjudge.model import Candidate, Problem, Task
from adjudge.run.process import run_process
from adjudge.run.sandbox import Job, choose_sandbox
from adjudge.verus.tool import Verus

ROOT = Path(__file__).parents[1]
SHARED = Path(os.environ.get("ADJUDGE_SHARED", ROOT.parent / "shared"))


def load_standin() -> ModuleType:
    """The tests' stand-ins for Verus."""
    path = ROOT / "tests" / "verus_tool" / "verus_standin.py"
    spec = importlib.util.spec_from_file_location("verus_standin", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows(name: str) -> list[dict[str, Any]]:
    with gzip.open(SHARED / "data" / name, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def timed(action: Callable[..., Any], *arguments: Any) -> tuple[float, float]:
    """Wall-clock seconds, and CPU seconds of this process alone."""
    wall, cpu = time.perf_counter(), time.process_time()
    action(*arguments)
    return time.perf_counter() - wall, time.process_time() - cpu


def show(what: str, times: list[tuple[float, float]]) -> tuple[float, float]:
    """Prints the medians and returns them."""
    wall, cpu = (statistics.median(each) for each in zip(*times, strict=True))
    print(f"{what:36} wall {wall * 1e3:7.1f} ms   CPU {cpu * 1e3:7.1f} ms   n = {len(times)}")
    return wall, cpu


def given() -> list[tuple[Problem, Candidate]]:
    """A model's recorded proofs."""
    benchmark = open_benchmark(str(SHARED / "data" / "vericontest.jsonl.gz"))
    answers = [r for r in rows("recorded_answers.jsonl.gz") if r["task"] == "spec_code2proof"]
    asked = [
        Candidate(r["problem"], Task.SPEC_CODE2PROOF, "verus", r["completion"]) for r in answers
    ]
    return [(benchmark[candidate.problem], candidate) for candidate in asked]


def main() -> None:
    standin = load_standin()
    records = rows("verus_transcripts.jsonl.gz")
    show("read a recorded run", [timed(standin.read_record, record) for record in records])
    questions = given()
    for mode in Mode:
        judge = ProofJudge(standin.Credulous(), mode=mode)
        judge.judge(*questions[0])
        show(f"gates, {mode}", [timed(judge.judge, *question) for question in questions])
    with tempfile.TemporaryDirectory() as folder:
        toolchain = standin.standin_toolchain(Path(folder), "verified")
        tool = standin.Credulous()
        ProofJudge(tool).judge(*questions[0])
        (Path(folder) / "candidate.rs").write_text(tool.programs[0], encoding="utf-8")
        command = [str(toolchain.program)]

        def bare() -> None:
            run_process(command, cwd=folder, wall_seconds=60, output_bytes=1 << 24)

        nothing = Job(command=("/bin/true",), work=Path(folder))
        show("the sandbox by itself", [timed(choose_sandbox().run, nothing) for _ in questions])
        alone = show("the stand-in by itself", [timed(bare) for _ in questions])
        judge = ProofJudge(Verus(toolchain, choose_sandbox()))
        whole = show("judge, sandbox and stand-in", [timed(judge.judge, *q) for q in questions])
    print(f"{'around the tool':36} wall {(whole[0] - alone[0]) * 1e3:7.1f} ms")


if __name__ == "__main__":
    main()

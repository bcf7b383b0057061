"""Figures of the Verus driver and the proof judge, without Verus.

    python benchmarks/verus_tool.py

Prints how fast recorded runs are read, and what judging a proof costs around the tool: reading,
comparing, moving the proof, looking again, the sandbox, reading the answer. A stand-in takes the
place of Verus; what it costs by itself is taken just before each judgement and taken off. CPU time
depends less on what else the machine does; it is that of this process and of what it started, which
bubblewrap hides and Landlock shows: so the one around the tool counts under Landlock only.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from adjudge.datasets.registry import open_benchmark
from adjudge.judge.answer import fenced_blocks
from adjudge.judge.own_program import own_program
from adjudge.judge.proof import Mode, ProofJudge
from adjudge.model import Candidate, Problem, Task
from adjudge.run.process import run_process
from adjudge.run.sandbox import Job, available, choose_sandbox
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
    """Wall-clock seconds, and CPU seconds of this process and of those that it started."""
    wall, cpu = time.perf_counter(), _cpu()
    action(*arguments)
    return time.perf_counter() - wall, _cpu() - cpu


def _cpu() -> float:
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def show(what: str, times: list[tuple[float, float]]) -> None:
    """Prints the medians."""
    wall, cpu = (statistics.median(each) for each in zip(*times, strict=True))
    print(f"{what:36} wall {wall * 1e3:7.1f} ms   CPU {cpu * 1e3:7.1f} ms   n = {len(times)}")


def given(task: str = "spec_code2proof") -> list[tuple[Problem, Candidate]]:
    """A model's recorded answers to a task."""
    benchmark = open_benchmark(str(SHARED / "data" / "vericontest.jsonl.gz"))
    answers = [r for r in rows("recorded_answers.jsonl.gz") if r["task"] == task]
    asked = [Candidate(r["problem"], Task(task), "verus", r["completion"]) for r in answers]
    return [(benchmark[candidate.problem], candidate) for candidate in asked]


def _gates(answers: list[str], name: str) -> None:
    own_program(answers, name, max_rlimit=100_000)


def main() -> None:
    standin = load_standin()
    records = rows("verus_transcripts.jsonl.gz")
    show("read a recorded run", [timed(standin.read_record, record) for record in records])
    questions = given()
    for mode in Mode:
        judge = ProofJudge(standin.Credulous(), mode=mode)
        judge.judge(*questions[0])
        show(f"gates, {mode}", [timed(judge.judge, *question) for question in questions])
    own = [
        ([fenced_blocks(candidate.completion)[-1].text], problem.signature.name)
        for problem, candidate in given("end2end")
        if fenced_blocks(candidate.completion)
    ]
    show("gates, end to end", [timed(_gates, *question) for question in own])
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
        for rung in ("bubblewrap", "landlock"):
            if not available(rung):
                judge = ProofJudge(Verus(toolchain, choose_sandbox(only=rung)))
                around(rung, judge, questions, bare)


def around(
    rung: str,
    judge: ProofJudge,
    questions: list[tuple[Problem, Candidate]],
    bare: Callable[[], None],
) -> None:
    """Prints what judging costs, the stand-in's own cost taken off, which is taken just before."""
    pairs = [(timed(bare), timed(judge.judge, *question)) for question in questions]
    show("the stand-in by itself", [alone for alone, _ in pairs])
    show("judge, sandbox and stand-in", [whole for _, whole in pairs])
    wall, cpu = (statistics.median(whole[n] - alone[n] for alone, whole in pairs) for n in (0, 1))
    counted = f"   CPU {cpu * 1e3:7.1f} ms" if rung == "landlock" else ""
    print(f"{f'around the tool, {rung}':36} wall {wall * 1e3:7.1f} ms{counted}")


if __name__ == "__main__":
    main()

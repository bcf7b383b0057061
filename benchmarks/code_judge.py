"""What the code judge costs beside the build and the cases themselves.

    python benchmarks/code_judge.py [--cases N] [--rounds N]

Judges one program on N cases of about a millisecond each: one build, one process. Prints the
total against the build plus the cases' own run times, then asks the command twice for the same
judgement: the second time it comes from the store.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from adjudge.datasets.native import open_jsonl, to_json
from adjudge.judge import code
from adjudge.model import Candidate, Case, Parameter, Problem, Signature, Task, values
from adjudge.model.types import Int
from adjudge.run.cases import CaseRun
from adjudge.run.sandbox import choose_sandbox
from adjudge.rust.toolchain import crates, find_rust

STEPS = 400_000
PROGRAM = f"""
pub fn collatz_like(n: u64) -> u64 {{
    let mut x = n;
    for i in 0..{STEPS}u64 {{
        x = if x % 2 == 0 {{ x / 2 + i }} else {{ (x * 3 + 1) % 1_000_003 }};
    }}
    x
}}
"""


def expected(n: int) -> int:
    for i in range(STEPS):
        n = n // 2 + i if n % 2 == 0 else (n * 3 + 1) % 1_000_003
    return n


def problem(count: int) -> Problem:
    """One argument for all cases: their outputs are worked out in Python, which is slow."""
    u64 = Int("u64")
    signature = Signature("collatz_like", (Parameter("n", u64),), u64)
    cases = tuple(Case((i,), output) for i, output in enumerate(map(expected, range(8))))
    return Problem("collatz_like", signature, cases=(cases * count)[:count])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    asked = problem(options.cases)
    candidate = Candidate("collatz_like", Task.NL2CODE, "rust", PROGRAM, model="benchmark")
    sandbox, toolchain = choose_sandbox(), find_rust()
    crates(toolchain, sandbox)  # built once for ever
    judge = code.CodeJudge(sandbox, toolchain)
    ratios = []
    waited = watch_cases()
    for _ in range(options.rounds):
        waited.clear()
        started = time.monotonic()
        finding = judge.judge(asked, candidate)
        total = time.monotonic() - started
        assert finding.status == "solved", finding
        built, run = finding.evidence.build_seconds, finding.evidence.run_seconds
        ratios.append(total / (built + run))
        print(
            f"{options.cases} cases: {total:.2f} s in all, build {built:.2f} s, cases {run:.2f} s "
            f"({1000 * run / options.cases:.2f} ms each): {ratios[-1]:.2f}x; "
            f"against {sum(waited):.2f} s on the clock for the cases: "
            f"{total / (built + sum(waited)):.2f}x"
        )
    print(f"median: {statistics.median(ratios):.2f}x of build plus cases (bar: 1.2x)")
    again(asked, candidate, options.rounds)


def watch_cases() -> list[float]:
    """A list to which each case's time on the clock is added, as its supervisor measured it.

    On a busy machine a program waits for its turn; the evidence holds its CPU time alone.
    """
    waited: list[float] = []
    original = code.run_cases

    def watched(*arguments: Any, **options: Any) -> list[CaseRun]:
        runs = original(*arguments, **options)
        waited.extend(run.wall_seconds for run in runs)
        return runs

    code.run_cases = watched
    return waited


def again(asked: Problem, candidate: Candidate, rounds: int) -> None:
    """Times the same judgement from the store."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "benchmark.jsonl").write_text(values.dumps(to_json(asked)))
        entry = {"problem": asked.name, "task": "nl2code", "language": "rust"}
        entry["completion"] = candidate.completion
        (folder / "samples.jsonl").write_text(json.dumps(entry))
        assert len(open_jsonl(folder / "benchmark.jsonl")) == 1
        command = [str(Path(sys.executable).parent / "adjudge"), "judge", "samples.jsonl"]
        command += ["--benchmark", "benchmark.jsonl", "--store", "store.sqlite"]
        for number in range(rounds + 1):
            started = time.monotonic()
            subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
            seconds = time.monotonic() - started
            which = "first run" if number == 0 else "from the store (bar: 0.3 s)"
            print(f"{which}: {seconds:.2f} s")


if __name__ == "__main__":
    main()

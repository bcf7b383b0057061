"""Builds every reference of a benchmark through the code judge's own path.

    python benchmarks/rust_builds.py BENCHMARK [--workers N] [--every K]

Prints how many of the problems' `code` and `main` build, and names each that does not.
"""

import argparse
import statistics
import time

from adjudge.datasets.registry import open_benchmark
from adjudge.model import Problem, Shape
from adjudge.run.pool import default_workers, run_all
from adjudge.run.sandbox import choose_sandbox
from adjudge.run.work import work_folder
from adjudge.rust.build import build
from adjudge.rust.program import assemble
from adjudge.rust.toolchain import find_rust


def texts(problem: Problem) -> list[tuple[str, str]]:
    """The problem's reference answers: the function, and for programs also the whole."""
    pairs = [("code", problem.verus.code), ("main", problem.verus.main)]
    return [(name, text) for name, text in pairs if text is not None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmark")
    parser.add_argument("--workers", type=int, default=default_workers(1 << 30))
    parser.add_argument("--every", type=int, default=1, help="take every K-th problem only")
    options = parser.parse_args()
    sandbox, toolchain = choose_sandbox(), find_rust()

    def attempt(job: tuple[Problem, str, str]) -> tuple[float, str]:
        problem, _, text = job
        with work_folder() as folder:
            built = build(assemble(text, problem).source, folder, toolchain, sandbox)
        return built.seconds, built.message

    problems = list(open_benchmark(options.benchmark))[:: options.every]
    jobs = [(problem, name, text) for problem in problems for name, text in texts(problem)]
    started = time.monotonic()
    seconds, failed = [], []
    for (problem, name, _), (spent, message) in run_all(attempt, jobs, workers=options.workers):
        seconds.append(spent)
        if message:
            failed.append(f"{problem.name} {name}: {message[:400]}")
    stdio = sum(problem.shape is Shape.STDIO for problem in problems)
    print(f"{len(problems)} problems, {stdio} of them programs; {len(jobs)} builds")
    print(f"built: {len(jobs) - len(failed)} of {len(jobs)}")
    print(
        f"median {statistics.median(seconds):.2f} s a build, "
        f"{time.monotonic() - started:.0f} s in all with {options.workers} workers"
    )
    print("\n".join(failed))


if __name__ == "__main__":
    main()

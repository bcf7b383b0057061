"""Records and replays the programs of a benchmark on inputs that are made up.

    python benchmarks/replay.py BENCHMARK [--workers N] [--every K] [--inputs N]

For each problem with a `main`: does it build with the recorder? On random inputs of common
layouts, of which those count on which the unchanged program exits with 0: does the recorded run
print the same, and does a replay of the recorded outputs ask for the same calls and print the
same? Names everything that does not hold.
"""

import argparse
import random
import time
from collections import Counter

from adjudge.datasets.registry import open_benchmark
from adjudge.errors import BadInput
from adjudge.model import Problem
from adjudge.run.cases import CaseStatus, run_cases
from adjudge.run.pool import default_workers, run_all
from adjudge.run.sandbox import choose_sandbox
from adjudge.run.work import work_folder
from adjudge.rust.build import build
from adjudge.rust.program import assemble
from adjudge.rust.replay import LIMITS, Recording, open_recorder
from adjudge.rust.toolchain import find_rust

ALPHABETS = ("01", "ab", "abc", "BG", "+-", "0123456789", "LR", "RGB", ".#", "AB", "<>", "YN", "RB")
PARTS = ("row", "row", "rows", "word", "grid", "one", "board")
SANDBOX, TOOLCHAIN = choose_sandbox(), find_rust()


def made_up(chance: random.Random) -> str:
    """An input of a random layout, as contests have them."""
    lines = []
    tests = chance.choice([0, 0, 1, 3])
    layout = [chance.choice(PARTS) for _ in range(3)]
    layout = layout[: chance.randrange(3) + 1]
    scalars, high = chance.randrange(5), chance.choice([1, 2, 9, 100])
    alphabet = chance.choice(ALPHABETS)
    if tests:
        lines.append(str(tests))
    for _ in range(tests or 1):
        n = chance.randint(1, 6)
        numbers = [n, *(chance.randint(1, high) for _ in range(scalars - 1))]
        if scalars:
            lines.append(" ".join(map(str, numbers)))
        for part in layout:
            lines += _part(part, n, chance, high, alphabet)
    return "\n".join(lines) + "\n"


def _part(part: str, n: int, chance: random.Random, high: int, alphabet: str) -> list[str]:
    def row(count: int) -> str:
        return " ".join(str(chance.randint(1, high)) for _ in range(count))

    def word(length: int = n) -> str:
        return "".join(chance.choice(alphabet) for _ in range(length))

    match part:
        case "row":
            return [row(n)]
        case "rows":
            return [row(2) for _ in range(n)]
        case "word":
            return [word()]
        case "grid":
            return [word() for _ in range(n)]
        case "board":
            return ["", *(word(8) for _ in range(8))]
    return [row(1)]


def originals(problem: Problem, stdins: list[str]) -> dict[str, str]:
    """What the unchanged program prints on those inputs on which it ends well."""
    assert problem.verus.main is not None
    with work_folder() as folder:
        built = build(assemble(problem.verus.main, problem).source, folder, TOOLCHAIN, SANDBOX)
        if built.program is None:
            raise BadInput(f"does not build: {built.message}", where=problem.name)
        runs = run_cases(
            [str(built.program)],
            [stdin.encode() for stdin in stdins],
            mode=assemble(problem.verus.main, problem).mode,
            sandbox=SANDBOX,
            readable=[built.program],
            limits=LIMITS,
        )
    pairs = zip(stdins, runs, strict=True)
    return {s: run.answer.decode() for s, run in pairs if run.status is CaseStatus.OK}


def check(job: tuple[Problem, int]) -> tuple[Counter[str], list[str]]:
    """Counts for one problem, and what does not hold."""
    problem, count = job
    chance = random.Random(problem.name)
    stdins = list(dict.fromkeys(made_up(chance) for _ in range(count)))
    counts, wrong = Counter[str](), []
    try:
        with open_recorder(problem, TOOLCHAIN, SANDBOX) as recorder:
            counts["built"] = 1
            wanted = originals(problem, stdins)
            stdins = list(wanted)
            recorded = recorder.record(stdins)
            outputs = [[call.output for call in recording.calls] for recording in recorded]
            replayed = recorder.replay(list(zip(stdins, outputs, strict=True)))
    except BadInput as error:
        return counts, [str(error)]
    for stdin, first, second in zip(stdins, recorded, replayed, strict=True):
        counts["runs"] += 1
        counts["runs with calls"] += bool(first.calls)
        counts["calls"] += len(first.calls)
        same = first == Recording(first.calls, wanted[stdin])
        again = second == first
        counts["recorded alike"] += same
        counts["replayed alike"] += again
        if not (same and again):
            wrong.append(f"{problem.name} on {stdin!r}: {first} then {second}"[:600])
    counts["problems with calls"] = counts["runs with calls"] > 0
    return counts, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmark")
    parser.add_argument("--workers", type=int, default=default_workers(1 << 30))
    parser.add_argument("--every", type=int, default=1, help="take every K-th program only")
    parser.add_argument("--inputs", type=int, default=300, help="inputs to make up per problem")
    options = parser.parse_args()
    programs = [p for p in open_benchmark(options.benchmark) if p.verus.main is not None]
    jobs = [(problem, options.inputs) for problem in programs[:: options.every]]
    started = time.monotonic()
    total, wrong, idle = Counter[str](), [], []
    for (problem, _), (counts, some) in run_all(check, jobs, workers=options.workers):
        total += counts
        wrong += some
        if not counts["problems with calls"]:
            idle.append(problem.name)
    print(f"{len(jobs)} programs, {total['built']} build with the recorder")
    print(f"{total['problems with calls']} of them ran with calls, not: {' '.join(sorted(idle))}")
    print(f"{total['runs']} runs ended well, {total['runs with calls']} of them with calls")
    print(f"{total['calls']} calls; recorded alike {total['recorded alike']}, ", end="")
    print(f"replayed alike {total['replayed alike']}")
    print(f"{time.monotonic() - started:.0f} s with {options.workers} workers")
    print("\n".join(wrong))


if __name__ == "__main__":
    main()

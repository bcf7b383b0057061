"""The Rust backend against the Python evaluator, and against the clock.

    python benchmarks/verus_native.py agree BENCHMARK [--every K] [--only NAME,..]
    python benchmarks/verus_native.py small BENCHMARK [--every K] [--cases 3000]
    python benchmarks/verus_native.py steady BENCHMARK [--every K] [--cases 3000]
    python benchmarks/verus_native.py large
    python benchmarks/verus_native.py builds BENCHMARK [--every K]
    python benchmarks/verus_native.py pairs [--pairs 100000] [--start SEED]

`agree` evaluates every clause of every problem on small inputs, right and wrong outputs, with both
and counts disagreements; inputs, outputs and their cache are those of `verus_decide.py`. `small`
times many small cases of one problem, and `steady` does so again at half the speed: the verdicts
must be the same; `large` linear specifications on long arrays; `builds`
compiles the program of every problem and fails if one is refused; `pairs` compares both evaluators
on random expressions and values.
"""

import argparse
import collections
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from verus_decide import Outputs, mutants, simple_inputs

from adjudge.datasets.registry import open_benchmark
from adjudge.decide.choose import evaluate_all
from adjudge.decide.native import NativeEvaluation
from adjudge.model import Case as MODEL
from adjudge.model import Problem, Shape
from adjudge.run.sandbox import choose_sandbox
from adjudge.run.work import work_folder
from adjudge.rust.build import build
from adjudge.rust.toolchain import find_rust
from adjudge.verus.evaluate import Budget, SpecEvaluator, Truth
from adjudge.verus.native import Native, generate_program

Case = tuple[tuple[Any, ...], Any]
SMALL = 300  # characters of a case


def small_cases(problem: Problem, outputs: Outputs, count: int) -> list[Case]:
    """Inputs with the reference's outputs and some near them."""
    evaluator = SpecEvaluator(problem.verus.spec or "")
    inputs = simple_inputs(problem, evaluator, count)
    pick = random.Random(1)
    cases: list[Case] = []
    for args, answer in zip(inputs, outputs.of(problem, inputs) if inputs else [], strict=True):
        if answer is not None:
            cases.append((args, answer))
            cases += [(args, wrong) for wrong in mutants(answer, problem.signature.returns, pick)]
    return cases


def values(evaluator: SpecEvaluator, case: Case) -> list[Any]:
    """A case's values in the order of the program's variables."""
    args, output = case
    after = len(evaluator.contract.mutated)
    if after:
        return [*args, *([output] if after == 1 else output)]
    return [*args, output] if evaluator.contract.result else list(args)


def compare(problem: Problem, cases: list[Case], seen: collections.Counter[str]) -> list[str]:
    """Evaluates all clauses with both; what they disagree on."""
    evaluator = SpecEvaluator(problem.verus.spec or "", budget=Budget(steps=200_000))
    program = generate_program(evaluator.contract)
    with work_folder() as work:
        native = Native(program, work, find_rust(), choose_sandbox())
        answers = native.clauses([values(evaluator, case) for case in cases])
    wrong = []
    for (args, output), found in zip(cases, answers, strict=True):
        results = [*evaluator.clauses(args), *evaluator.clauses(args, output)]
        for result, answer in zip(results, found, strict=True):
            pair = (result.truth, answer.truth)
            both = Truth.UNKNOWN not in pair
            seen["both decide" if both else f"python {pair[0].value}, native {pair[1].value}"] += 1
            if both and pair[0] is not pair[1]:
                wrong.append(f"{args} -> {output}: {result.clause.text!r}: {pair}")
            elif answer.truth is Truth.UNKNOWN and result.truth is not Truth.UNKNOWN:
                seen[f"  native: {answer.reason}"] += 1
    return wrong


def agree(options: argparse.Namespace) -> None:
    outputs = Outputs(options.cache)
    seen: collections.Counter[str] = collections.Counter()
    lacking: collections.Counter[str] = collections.Counter()
    total = 0
    started = time.time()
    for problem in chosen(options):
        before = seen.copy()
        try:
            cases = small_cases(problem, outputs, options.inputs)
            wrong = compare(problem, cases, seen) if cases else []
        except Exception as error:
            print(f"{problem.name}: {type(error).__name__}: {str(error)[:300]}", flush=True)
            continue
        total += len(wrong)
        for line in wrong[:3]:
            print(f"DISAGREE {problem.name} {line}", flush=True)
        new = seen - before
        weaker = sum(
            n for k, n in new.items() if "native unknown" in k and "python unknown" not in k
        )
        if weaker:
            lacking[problem.name] = weaker
    print(f"{total} disagreements; {dict(seen)}; {time.time() - started:.0f} s")
    print("undecided by the native backend alone:", dict(lacking.most_common(40)))


def small(options: argparse.Namespace) -> None:
    """Many small cases of one problem, by what is chosen automatically."""
    outputs = Outputs(options.cache)
    rows: list[Many] = []
    for problem in chosen(options):
        try:
            cases = small_cases(problem, outputs, options.cases // 4)
            cases = [case for case in cases if len(repr(case)) < SMALL][: options.cases]
        except Exception as error:
            print(f"{problem.name}: {type(error).__name__}: {str(error)[:200]}", flush=True)
            continue
        if cases:
            many = [MODEL(*cases[i % len(cases)]) for i in range(options.cases)]
            rows.append(Many.measured(problem, many, len(cases)))
            print(rows[-1].line(), flush=True)
    if options.verdicts:
        found = {row.name: row.verdicts for row in rows}
        options.verdicts.write_text(json.dumps(found, indent=0))
    for name in ("clock", "cpu"):
        spent = sorted(getattr(row, name) for row in rows)
        print(
            f"{name}: {len(spent)} problems, {options.cases} cases each: "
            f"median {statistics.median(spent):.2f} s, "
            f"p95 {spent[int(len(spent) * 0.95)]:.2f} s, max {spent[-1]:.2f} s"
        )
    print("slowest:")
    for row in sorted(rows, key=lambda row: -row.cpu)[:12]:
        print(" ", row.line())


@dataclass
class Many:
    """What many cases of one problem took; `cpu` counts this process and the programs it ran."""

    name: str
    different: int
    clock: float
    cpu: float
    unknown: int
    verdicts: str

    @classmethod
    def measured(cls, problem: Problem, cases: list[MODEL], different: int) -> "Many":
        started, before = time.perf_counter(), cpu()
        evaluator = SpecEvaluator(problem.verus.spec or "")
        # Of what runs in namespaces of its own, no CPU time can be seen.
        sandbox = choose_sandbox(only="landlock")
        native = NativeEvaluation(evaluator.contract, find_rust(), sandbox)
        found = evaluate_all(evaluator, cases, native)
        clock, spent = time.perf_counter() - started, cpu() - before
        truths = ["".join(r.truth.value[0] for r in one) for one in found]
        unknown = sum("u" in t and "f" not in t for t in truths)
        return cls(problem.name, different, clock, spent, unknown, " ".join(truths))

    def line(self) -> str:
        left = f", {self.unknown} cases undecided" if self.unknown else ""
        times = f"{self.cpu:.2f} s of CPU, {self.clock:.2f} s"
        return f"{self.name}: {times}, {self.different} different cases{left}"


def steady(options: argparse.Namespace) -> None:
    """`small` twice, the second time on one core that a busy loop shares: the same verdicts?"""
    core = min(os.sched_getaffinity(0))

    def pinned() -> None:
        os.sched_setaffinity(0, {core})

    command = [sys.executable, __file__, "small", options.benchmark, "--cache", str(options.cache)]
    command += ["--cases", str(options.cases), "--only", options.only]
    command += ["--every", str(options.every), "--start", str(options.start)]
    found = []
    with work_folder() as work:
        for name, prepare in (("free", None), ("pinned", pinned)):
            kept = work / f"{name}.json"
            busy = [sys.executable, "-c", "while True: pass"]
            beside = subprocess.Popen(busy, preexec_fn=pinned) if prepare else None
            started = time.perf_counter()
            try:
                subprocess.run(
                    [*command, "--verdicts", str(kept)],
                    preexec_fn=prepare,
                    stdout=subprocess.DEVNULL,
                    check=True,
                )
            finally:
                if beside is not None:
                    beside.kill()
                    beside.wait()
            print(f"{name}: {time.perf_counter() - started:.0f} s", flush=True)
            found.append(json.loads(kept.read_text()))
    different = sorted(name for name in found[0] if found[0][name] != found[1].get(name))
    total = sum(len(verdicts.split()) for verdicts in found[0].values())
    print(f"{len(found[0])} problems, {total} cases; not the same: {different or 'none'}")
    sys.exit(1 if different or found[0].keys() != found[1].keys() else 0)


def cpu() -> float:
    """Seconds of CPU time of this process and of those it waited for."""
    both = (resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


LINEAR = {
    "sum": (
        """spec fn sum(s: Seq<i32>, n: int) -> int decreases n {
            if n <= 0 { 0 } else { sum(s, n - 1) + s[n - 1] }
        }
        fn f(a: Vec<i32>) -> (r: i64) ensures r == sum(a@, a.len() as int) {}""",
        lambda n: (([i % 1000 - 500 for i in range(n)],), sum(i % 1000 - 500 for i in range(n))),
    ),
    "sorted": (
        """fn f(a: Vec<i32>) -> (r: bool)
            ensures r == (forall|i: int| 0 <= i < a.len() - 1 ==> a[i] <= a[i + 1]) {}""",
        lambda n: ((list(range(n)),), True),
    ),
    "count_by_slices": (
        """spec fn count(s: Seq<i32>, v: i32) -> nat decreases s.len() {
            if s.len() == 0 { 0 } else {
                count(s.drop_last(), v) + if s.last() == v { 1nat } else { 0 }
            }
        }
        fn f(a: Vec<i32>, v: i32) -> (r: usize) ensures r == count(a@, v) {}""",
        lambda n: (([i % 7 for i in range(n)], 3), sum(i % 7 == 3 for i in range(n))),
    ),
    "maximum": (
        """fn f(a: Vec<i64>) -> (r: i64) requires a.len() > 0,
            ensures exists|i: int| 0 <= i < a.len() && a[i] == r,
                forall|i: int| 0 <= i < a.len() ==> a[i] <= r {}""",
        lambda n: (([(i * 7919) % n for i in range(n)],), n - 1),
    ),
}


def large(_: argparse.Namespace) -> None:
    """One case of 100,000 elements for specifications that take linear time."""
    for name, (text, make) in LINEAR.items():
        evaluator = SpecEvaluator("verus! { " + text + " }")
        case = make(100_000)
        with work_folder() as work:
            program = generate_program(evaluator.contract)
            native = Native(program, work, find_rust(), choose_sandbox())
            started = time.perf_counter()
            (found,) = native.clauses([values(evaluator, case)])
            spent = time.perf_counter() - started
        truths = ", ".join(f"{a.truth.value} ({a.steps} steps)" for a in found)
        print(f"{name}: build {native.build_seconds:.2f} s, run {spent:.2f} s: {truths}")


def builds(options: argparse.Namespace) -> None:
    """Whether rustc takes the program of every specification, quickly: it is not optimised."""
    toolchain, sandbox = find_rust(), choose_sandbox()
    failed = 0
    unsupported: collections.Counter[str] = collections.Counter()
    problems = chosen(options)
    for problem in problems:
        program = generate_program(SpecEvaluator(problem.verus.spec or "").contract)
        unsupported.update(program.unsupported)
        with work_folder() as work:
            built = build(program.source, work, toolchain, sandbox, ("-C", "opt-level=0"))
        if built.program is None:
            failed += 1
            print(f"{problem.name}: {built.message[:500]}", flush=True)
    print(f"{len(problems)} programs, {failed} refused; not supported: {dict(unsupported)}")
    sys.exit(1 if failed else 0)


def pairs(options: argparse.Namespace) -> None:
    """Random expressions on random values: both evaluators must not contradict each other."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "native"))
    from agreement import both

    seen: collections.Counter[tuple[str, str]] = collections.Counter()
    wrong: list[str] = []
    seed = options.start
    while seen.total() < options.pairs:
        with work_folder() as work:
            some, bad = both(seed, work, 25)
        seen += some
        wrong += bad
        for line in bad:
            print(f"DISAGREE (seed {seed}) {line}", flush=True)
        seed += 1
        if seed % 10 == 0:
            print(f"{seen.total()} pairs, {len(wrong)} disagreements", flush=True)
    told = ", ".join(f"{mine}/{other} {n}" for (mine, other), n in seen.most_common())
    print(f"{seen.total()} pairs, {len(wrong)} disagreements; Python/Rust: {told}")


def chosen(options: argparse.Namespace) -> list[Problem]:
    problems = [p for p in open_benchmark(options.benchmark) if p.verus.spec and p.verus.code]
    problems = problems[options.start :: options.every]
    if options.only:
        problems = [p for p in problems if p.name in set(options.only.split(","))]
    return [msgspec.structs.replace(p, shape=Shape.FUNCTION) for p in problems]


MODES = {
    "agree": agree,
    "small": small,
    "steady": steady,
    "large": large,
    "builds": builds,
    "pairs": pairs,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=tuple(MODES))
    parser.add_argument("benchmark", nargs="?", default="starter")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--inputs", type=int, default=12)
    parser.add_argument("--cases", type=int, default=3000)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--verdicts", type=Path, help="write the verdicts of `small` there")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache" / "adjudge-decide")
    options = parser.parse_args()
    MODES[options.what](options)


if __name__ == "__main__":
    main()

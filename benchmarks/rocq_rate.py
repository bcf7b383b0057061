"""How many Rocq obligations are decided a second, against one prover process for each proof.

    python benchmarks/rocq_rate.py [--cases N] [--processes N] [--only NAME,..]

The specifications are those of the bundled problems; the cases are made by their Python solutions
of varied inputs, every other one with a changed output. Both sides decide the same obligations with
the compiled specification at hand. The process for each proof is given the proof: it loads the
specification and our checker's text, and proves one case. Its time is measured on a few.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time

from adjudge.cases.mutate import wrong_outputs
from adjudge.cases.solve import solved_cases
from adjudge.datasets.registry import open_benchmark
from adjudge.model import Case, Decision, Problem, Shape
from adjudge.rocq.decide import Decider
from adjudge.rocq.toolchain import find_rocq
from adjudge.run.sandbox import Sandbox, choose_sandbox


def obligations(problem: Problem, number: int, sandbox: Sandbox) -> list[Case]:
    """Positive and negative cases in turn, as many as can be made up to `number`."""
    made = [*problem.cases, *solved_cases(problem, number, sandbox)][:number]
    for at in range(1, len(made), 2):
        case = made[at]
        wrong = itertools.islice(wrong_outputs(case.output, problem.signature.returns), 1)
        made[at] = Case(case.args, next(wrong, case.output))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=3000)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    wanted = [name for name in options.only.split(",") if name]
    sandbox = choose_sandbox()
    decider = Decider(find_rocq(), sandbox)
    ratios, all_at_once = [], []
    obligations_decided, seconds_one_by_one = 0, 0.0
    for problem in open_benchmark("starter"):
        text = problem.rocq_spec
        if not text or (wanted and problem.name not in wanted):
            continue
        if problem.shape is not Shape.FUNCTION:
            continue  # its Python solution is a program: it makes no cases of the target
        cases = obligations(problem, options.cases, sandbox)
        started = time.monotonic()
        found = decider.decide(text, problem, cases)
        seconds = time.monotonic() - started
        decided = sum(v.decision is not Decision.UNKNOWN for v in found.verdicts)
        single = []
        for case in cases[: options.processes]:
            one = decider.decide(text, problem, [case])
            if one.verdicts[0].decision is not Decision.UNKNOWN:
                single.append(one.seconds["certify"])
        line = f"{problem.name:24} {decided} of {len(cases)} in {seconds:.1f} s"
        if single and decided:
            ratio = decided / seconds * statistics.median(single)
            ratios.append(ratio)
            all_at_once.append(seconds)
            obligations_decided += decided
            seconds_one_by_one += decided * statistics.median(single)
            line += f"; a process for each takes {statistics.median(single):.2f} s: {ratio:.0f} x"
        print(line, flush=True)
    if ratios:
        total = sum(all_at_once)
        rate = seconds_one_by_one / total
        print(f"{obligations_decided} in {total:.0f} s: {rate:.0f} x a process for each")
        print(
            f"by problem: median {statistics.median(ratios):.0f} x, least {min(ratios):.0f} x; "
            f"all at once: median {statistics.median(all_at_once):.1f} s, "
            f"longest {max(all_at_once):.1f} s"
        )


if __name__ == "__main__":
    main()

"""Measures the comparison of Verus preconditions and specifications against their bars.

Run as `python benchmarks/verus_equivalence.py [spelled] [pairs] [references] [samples] [z3]
[--shared FOLDER] [--seed N]`; without names it runs all. Another seed makes other pairs. Needs the
corpora and z3-solver.
"""

# ruff: noqa: ARG001  (all parts have the same parameters)
from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "smt"))

from respell import DIFFERENT, SAME, Spec

from adjudge.datasets.registry import SAMPLES, open_benchmark
from adjudge.datasets.samples import read_samples
from adjudge.judge.equivalence import Equivalence, Proof, compare
from adjudge.judge.spec import SpecJudge
from adjudge.model import Problem
from adjudge.verus.contract import NoSuchFunction
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.lower import lower
from adjudge.verus.parser import parse_file
from adjudge.verus.smt import Session

# Pairs that the rules for different ones made equal after all, each looked at by hand: another
# condition, a type's range or a contradiction implies what was changed.
EQUAL_AFTER_ALL = {
    ("lc704", "over_strong"),  # the reference contradicts itself: nums[i] < nums[i]
    ("cf2137C", "wrong_parameter"),  # the bound on the product bounds the factor
    ("cf271A", "over_strong"),  # n is at least 1000 anyway
    ("lc260", "drop_quantified"),  # the range of i32
    ("lc326", "trivial"),  # the range of i32
    ("lc231", "trivial"),  # the range of i32
    ("lc704", "strictness"),  # as above: nothing satisfies the reference
    ("lc3046", "upper_wider"),  # the length is even, so 101 is no more than 100
    ("cf1036D", "equality_for_order"),  # the sum of bounded elements never reaches the bound
    ("lc62", "equality_for_order"),  # the bound is a prime, and no count of paths
}

# Pairs without a witness: one condition rests on a value that Verus leaves open, here an element
# past a sequence's end, so no input has it true or false. UNKNOWN is right.
NO_WITNESS = {("lc1572", "equality_for_order"), ("cf263A", "strictness")}


CPU: list[float] = []  # of each pair since the last `show_times`


def timed(session: Session, a: str, b: str, name: str) -> tuple[Equivalence, float]:
    begun, worked = time.perf_counter(), cpu(session)
    found = compare(lower(parse_file(a), name), lower(parse_file(b), name), session)
    CPU.append(max(cpu(session) - worked, 0.0))
    return found, time.perf_counter() - begun


def cpu(session: Session) -> float:
    """Seconds of CPU of this process and the solver's, which may be a new one."""
    own = time.process_time()
    try:
        fields = Path(f"/proc/{session.process_id}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return own
    return own + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def show_times(seconds: list[float]) -> None:
    for what, found in (("seconds", seconds), ("of CPU", CPU)):
        if ordered := sorted(found):
            print(
                f"  {what} a pair: median {statistics.median(ordered):.3f}, 95th percentile "
                f"{ordered[int(len(ordered) * 0.95)]:.2f}, longest {ordered[-1]:.2f}"
            )
    CPU.clear()


# --- the 57 re-spellings, with the real tool's answers


def respellings(path: Path) -> Iterator[tuple[str, str, str, tuple[str, str]]]:
    """(label, original, re-spelled, the tool's answers in both directions)."""
    text = path.read_text()
    answers: dict[tuple[str, str], tuple[str, str]] = {}
    for line in text[: text.index("## Second round")].splitlines():
        if row := re.match(r"\| (\w+) \| (.*) \| (.*?) \| (.*?) \|$", line):
            label = re.sub(r" \(Could not.*", "", row[2])
            answers[row[1], label] = (row[3], row[4])
    name = params = functions = original = ""
    for line in text[text.index("## The original preconditions") :].splitlines():
        line = line.replace("\\|", "|")
        if head := re.match(r"\*\*(\w+)\*\* `(\(.*?\))`(?: with `(.*)`)?\s*$", line):
            name, params, functions = head[1], head[2], head[3] or ""
        elif item := re.match(r"- (.*): `(.*)`\s*$", line):
            made = _program(params, item[2], functions)
            if item[1] == "original":
                original = made
            else:
                yield f"{name} {item[1]}", original, made, answers[name, item[1]]


def _program(params: str, requires: str, functions: str) -> str:
    return (
        f"use vstd::prelude::*;\nfn main() {{}}\nverus! {{\n{functions}\npub struct Solution;\n"
        f"impl Solution {{\npub fn f{params} -> (r: bool)\n requires {requires},\n{{ }}\n}}}}"
    )


def run_spelled(session: Session, shared: Path) -> None:
    print("re-spellings that the real tool answered")
    proved = contradicted = total = 0
    seconds = []
    path = shared / "reference" / "verus" / "preconditions.md"
    for label, original, made, tool in respellings(path):
        found, took = timed(session, original, made, "f")
        seconds.append(took)
        for direction, answer in zip((found.implied, found.implies), tool, strict=True):
            total += 1
            proved += direction.status is Proof.PROVED
            if direction.status is Proof.REFUTED and answer.startswith("yes"):
                contradicted += 1
                print(f"  CONTRADICTION {label}: {direction}")
            if direction.status is not Proof.PROVED:
                print(f"  {direction.status}: {label}")
    print(f"  proved {proved} of {total} (bar: 92), contradictions {contradicted} (bar: 0)")
    show_times(seconds)


# --- pairs made by rules


def run_pairs(session: Session, shared: Path, count: int = 200, seed: int = 7) -> None:
    for title, rules, wanted in (
        ("equivalent by construction", SAME, Proof.PROVED),
        ("different by construction", DIFFERENT, Proof.REFUTED),
    ):
        print(f"pairs {title}: {len(rules)} rules")
        seen: Counter[str] = Counter()
        seconds = []
        for label, rule, old, new, target in _pairs(shared, rules, count, seed):
            found, took = timed(session, old, new, target)
            seconds.append(took)
            status = str(found.status)
            if (label, rule) in EQUAL_AFTER_ALL and status == Proof.PROVED:
                status = "equal after all"
            elif (label, rule) in NO_WITNESS and status == Proof.UNKNOWN:
                status = "without a witness"
            seen[status] += 1
            if status != wanted:
                print(f"  {status}: {label} {rule} ({took:.1f} s)")
        decidable = seen.total() - seen["equal after all"] - seen["without a witness"]
        print(f"  {dict(seen)}: {wanted} are {seen[wanted]} of {decidable} that can be")
        show_times(seconds)


def _pairs(
    shared: Path, rules: dict[str, Callable], count: int, seed: int = 7
) -> Iterator[tuple[str, str, str, str, str]]:
    rng = random.Random(seed)
    benchmark = open_benchmark(str(shared / "data" / "vericontest.jsonl.gz"))
    names = list(benchmark.names)
    rng.shuffle(names)
    order = list(rules)
    made = 0
    for name in names:
        problem = benchmark[name]
        spec = _spec(problem)
        target = spec.contract.function.name
        if not spec.clauses:
            continue
        for i in range(len(order)):
            rule = order[(made + i) % len(order)]
            text = rules[rule](spec, rng)
            if text and text != spec.text and _reads(text):
                made += 1
                yield name, rule, spec.text, text, target
                break
        if made == count:
            return


def _reads(text: str) -> bool:
    """Whether a rule made Verus: `x as int <= y` must not become `x as int < y`."""
    try:
        parse_file(text)
    except VerusSyntaxError:
        return False
    return True


def _spec(problem: Problem) -> Spec:
    try:
        return Spec(problem.verus.spec, problem.signature.name)
    except NoSuchFunction:  # the file names its only function otherwise
        return Spec(problem.verus.spec, None)


# --- every reference against itself, renamed, reordered and re-spelled


def run_references(session: Session, shared: Path) -> None:
    print("references against themselves, respelled")
    benchmark = open_benchmark(str(shared / "data" / "vericontest.jsonl.gz"))
    rng = random.Random(3)
    seen: Counter[str] = Counter()
    seconds = []
    rules = [r for n, r in SAME.items() if n not in ("rename_parameters", "reorder_clauses")]
    for number, name in enumerate(benchmark.names):
        problem = benchmark[name]
        spec = _spec(problem)
        target = spec.contract.function.name
        if not spec.clauses:
            seen[Proof.PROVED] += 1  # nothing is required
            continue
        text = spec.text
        for rule in (SAME["reorder_clauses"], rules[number % len(rules)]):
            text = rule(Spec(text, target), rng) or text
        text = SAME["rename_parameters"](Spec(text, target), rng) or text
        found, took = timed(session, spec.text, text, target)
        seconds.append(took)
        seen[found.status] += 1
        if found.status is not Proof.PROVED:
            print(f"  {found.status} {name} ({took:.1f} s)")
    print(f"  {dict(seen)}: {seen[Proof.PROVED] / seen.total():.2%} proved (bar: 99 %)")
    show_times(seconds)


def run_samples(session: Session, shared: Path) -> None:
    print("bundled specification candidates")
    from adjudge.cli.judging import judges

    judge_for = judges(unsafe=False)
    starter = open_benchmark("starter")
    good = total = 0
    seconds = []
    for sample in read_samples(SAMPLES["starter/spec"]):
        judge = judge_for(sample)
        assert isinstance(judge, SpecJudge)
        begun = time.perf_counter()
        finding = judge.judge(starter[sample.problem], sample)
        seconds.append(time.perf_counter() - begun)
        code = str(finding.category or finding.status)
        total += 1
        good += code == sample.expect
        if code != sample.expect:
            print(f"  {sample.label} ({sample.note}): {code}, expected {sample.expect}")
    print(f"  as expected: {good} of {total}")
    show_times(seconds)


def run_z3(session: Session, shared: Path, count: int = 2_000) -> None:
    print("evaluation against Z3 on random conditions")
    from test_against_evaluation import pairs

    from adjudge.verus.evaluate import Truth

    seen: Counter[str] = Counter()
    for text, given, truth, decided in pairs(count, 99, session):
        seen[f"{truth.value}/{decided}"] += 1
        if decided is not None and truth is not Truth.UNKNOWN and decided != (truth is Truth.TRUE):
            print(f"  CONTRADICTION {text} {given}: {truth} {decided}")
    print(f"  {dict(seen)}")


RUNS = {
    "spelled": run_spelled,
    "pairs": run_pairs,
    "references": run_references,
    "samples": run_samples,
    "z3": run_z3,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *RUNS], default=[])
    default = Path(__file__).parents[2] / "shared"
    parser.add_argument("--shared", type=Path, default=default)
    parser.add_argument("--seed", type=int, default=7, help="of the pairs")
    options = parser.parse_args()
    with Session() as session:
        for name in options.names or RUNS:
            more = {"seed": options.seed} if name == "pairs" else {}
            RUNS[name](session, options.shared, **more)


if __name__ == "__main__":
    main()

"""Decides simple cases of every problem of a benchmark by evaluating its specification.

    python benchmarks/verus_decide.py BENCHMARK [--every K] [--only NAME,..] [--mutants]

Inputs are random, small, and satisfy the precondition; outputs are those of the reference `code`,
which is verified, so a rejection is ours. Builds and outputs are kept in --cache. Prints how many
problems and cases are decided, how long that takes, and names what was rejected or left open.
"""

import argparse
import collections
import hashlib
import json
import random
import shutil
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

import msgspec
from small_inputs import simple_inputs

from adjudge.datasets.registry import open_benchmark
from adjudge.errors import BadInput
from adjudge.judge.code import encode_input
from adjudge.model import Case, Problem, Shape, values
from adjudge.model.types import Bool, Int, List, Nat, Option, Str, Tuple, Type
from adjudge.run.cases import CaseStatus, run_cases
from adjudge.run.pool import run_all
from adjudge.run.sandbox import choose_sandbox
from adjudge.run.work import work_folder
from adjudge.rust.build import build
from adjudge.rust.functions import read_signature, rust_type, target
from adjudge.rust.program import assemble
from adjudge.rust.toolchain import find_rust
from adjudge.verus.evaluate import ClauseResult, SpecEvaluator, Truth
from adjudge.verus.ir import LoweredContract
from adjudge.verus.parser import parse_fragment


class Outputs:
    """What the reference code answers, from a cache of builds."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache
        self.cache.mkdir(parents=True, exist_ok=True)
        self.sandbox, self.toolchain = choose_sandbox(), find_rust()

    def program(self, problem: Problem) -> tuple[Path, Any]:
        made = assemble(problem.verus.code or "", problem)
        digest = hashlib.sha256(made.source.encode()).hexdigest()[:24]
        kept = self.cache / digest
        if not kept.exists():
            with work_folder() as folder:
                built = build(made.source, folder, self.toolchain, self.sandbox)
                if built.program is None:
                    raise RuntimeError(built.message[:300])
                if strip := shutil.which("strip"):
                    subprocess.run([strip, str(built.program)], check=False)
                shutil.copy(built.program, kept.with_suffix(".new"))
                kept.with_suffix(".new").rename(kept)
        return kept, made.mode

    def of(self, problem: Problem, inputs: list[tuple[Any, ...]]) -> list[Any]:
        """Outputs; None where there is none."""
        encoded = [encode_input(problem, Case(args, None)) for args in inputs]
        about = f"{problem.name} {problem.signature}".encode()
        key = hashlib.sha256(b"\n".join([about, *encoded])).hexdigest()[:24]
        kept = self.cache / f"{key}.json"
        if not kept.exists():
            program, mode = self.program(problem)
            runs = run_cases(
                [str(program)], encoded, mode=mode, sandbox=self.sandbox, readable=[program]
            )
            answers = [r.answer.decode() if r.status is CaseStatus.OK else None for r in runs]
            kept.write_text(json.dumps(answers))
        signature = problem.signature
        return [
            None
            if text is None
            else values.decode(values.loads(text), signature.returns, signature.records)
            for text in json.loads(kept.read_text())
        ]


def mutants(value: Any, type_: Type, pick: random.Random) -> list[Any]:
    """Outputs near another one."""
    match type_:
        case Bool():
            return [not value]
        case Int() | Nat():
            low, high = (0, None) if isinstance(type_, Nat) else (type_.low, type_.high)
            near = [value - 1, value + 1, 0, value + pick.randint(2, 9)]
            return [
                x
                for x in near
                if x != value and (low is None or low <= x) and (high is None or x <= high)
            ]
        case List() if value:
            i = pick.randrange(len(value))
            made = [
                [*value[:i], x, *value[i + 1 :]] for x in mutants(value[i], type_.item, pick)[:2]
            ]
            return [*made, value[:-1], [*value, value[i]]]
        case Tuple() if value:
            i = pick.randrange(len(value))
            return [
                (*value[:i], x, *value[i + 1 :])
                for x in mutants(value[i], type_.items[i], pick)[:2]
            ]
        case Str() if value:
            return [value[:-1], value + "a"]
        case Option() if value is not None:
            return [None]
    return []


class Row(msgspec.Struct):
    name: str
    error: str = ""
    inputs: int = 0
    accepted: int = 0
    rejected: int = 0
    unknown: int = 0
    lost: int = 0
    first: float = 0.0
    seconds: float = 0.0
    slowest: float = 0.0
    note: str = ""
    mutants: int = 0
    mutants_accepted: int = 0
    mutants_unknown: int = 0


ORDER = [Truth.FALSE, Truth.UNKNOWN, Truth.TRUE]


def clauses(
    evaluator: SpecEvaluator, args: tuple[Any, ...], answer: Any, changed: int
) -> list[ClauseResult]:
    """The clauses' results, where an answer may tell the final arguments after the result."""
    if changed:
        return evaluator.clauses(args, answer[0], final=answer[1:])
    return evaluator.clauses(args, answer)


def with_target(problem: Problem, name: str) -> Problem:
    """The problem about the function that its specification is about."""
    if problem.signature.name == name:
        return problem
    items = parse_fragment(problem.verus.code or "").items
    found = target(items, name)
    if found is None:
        raise BadInput(f"no function {name} in the code")
    return msgspec.structs.replace(problem, signature=read_signature(found, items))


def telling_all(problem: Problem, contract: LoweredContract) -> tuple[Problem, int]:
    """The problem about a function that returns also the final values of what it changes.

    Returns:
        It, and how many values come after the result; 0 if the function has no such arguments.
    """
    changed = [i for i, p in enumerate(contract.params) if p.name in contract.mutated]
    if not changed or contract.result is None:
        return problem, 0
    signature = problem.signature
    found = target(parse_fragment(problem.verus.code or "").items, signature.name)
    assert found is not None
    params = [f"mut a{i}: {rust_type(p.type)}" for i, p in enumerate(signature.params)]
    hands = [f"&mut a{i}" if i in changed else f"a{i}" for i in range(len(params))]
    returns = Tuple((signature.returns, *(signature.params[i].type for i in changed)))
    values_ = "".join(f", a{i}" for i in changed)
    wrapper = (
        f"pub fn telling_all({', '.join(params)}) -> {rust_type(returns)} "
        f"{{ let result = {found.path}({', '.join(hands)}); (result{values_}) }}"
    )
    verus = msgspec.structs.replace(problem.verus, code=f"{problem.verus.code}\n{wrapper}\n")
    signature = msgspec.structs.replace(signature, name="telling_all", returns=returns)
    return msgspec.structs.replace(problem, verus=verus, signature=signature), len(changed)


def examine(problem: Problem, outputs: Outputs, options: argparse.Namespace) -> Row:
    row = Row(problem.name)
    problem = msgspec.structs.replace(problem, shape=Shape.FUNCTION)
    evaluator = SpecEvaluator(problem.verus.spec or "")
    problem = with_target(problem, evaluator.contract.name)
    inputs = simple_inputs(problem, evaluator, options.inputs)
    row.inputs = len(inputs)
    if not inputs:
        row.error = "no input found"
        return row
    problem, changed = telling_all(problem, evaluator.contract)
    answers = outputs.of(problem, inputs)
    returns = problem.signature.returns
    pick = random.Random(1)
    started = time.process_time()
    evaluator = SpecEvaluator(problem.verus.spec or "")
    for args, answer in zip(inputs, answers, strict=True):
        if answer is None:
            row.lost += 1
            continue
        before = time.process_time()
        results = clauses(evaluator, args, answer, changed)
        spent = time.process_time() - before
        row.slowest = max(row.slowest, spent)
        if not row.first:
            evaluator.precondition(args)
            row.first = time.process_time() - started
        truths = {r.truth for r in results}
        if Truth.FALSE in truths:
            row.rejected += 1
            bad = next(r for r in results if r.truth is Truth.FALSE)
            row.note = f"REJECT {args} -> {answer}: {bad.clause.text[:120]!r} {dict(bad.witness)}"
        elif Truth.UNKNOWN in truths:
            row.unknown += 1
            bad = next(r for r in results if r.truth is Truth.UNKNOWN)
            case = f"{str(args)[:100]} -> {str(answer)[:60]}"
            reason = f"{bad.reason[:80]}: {bad.clause.text[:90]!r}"
            row.note = row.note or f"unknown {case}: {reason}"
        else:
            row.accepted += 1
        if options.mutants and truths == {Truth.TRUE}:
            for wrong in mutants(answer, returns, pick):
                row.mutants += 1
                truths = {r.truth for r in clauses(evaluator, args, wrong, changed)}
                truth = min(truths, key=ORDER.index, default=Truth.TRUE)
                row.mutants_accepted += truth is Truth.TRUE
                row.mutants_unknown += truth is Truth.UNKNOWN
                if truth is Truth.TRUE:
                    row.note = row.note or f"mutant {args} -> {wrong} (right: {answer})"
    row.seconds = time.process_time() - started
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("benchmark")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--inputs", type=int, default=12)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache" / "adjudge-decide")
    parser.add_argument("--rows", type=Path, help="write one JSON line a problem there")
    parser.add_argument("--built-only", action="store_true", help="skip what is not in the cache")
    options = parser.parse_args()
    outputs = Outputs(options.cache)
    problems = [p for p in open_benchmark(options.benchmark) if p.verus.spec][:: options.every]
    if options.only:
        wanted = set(options.only.split(","))
        problems = [p for p in problems if p.name in wanted]

    def attempt(problem: Problem) -> Row:
        try:
            return examine(problem, outputs, options)
        except Exception as error:
            return Row(problem.name, error=f"{type(error).__name__}: {str(error)[:200]}")

    if options.workers > 1:

        def prepare(problem: Problem) -> None:
            changed = msgspec.structs.replace(problem, shape=Shape.FUNCTION)
            try:
                outputs.program(changed)
            except Exception as error:
                print(f"{problem.name}: {str(error)[:200]}")

        if not options.built_only:
            for _ in run_all(prepare, problems, workers=options.workers):
                pass
    rows = []
    for problem in problems:
        if options.built_only:
            changed = msgspec.structs.replace(problem, shape=Shape.FUNCTION)
            made = assemble(problem.verus.code or "", changed)
            if not (options.cache / hashlib.sha256(made.source.encode()).hexdigest()[:24]).exists():
                continue
        row = attempt(problem)
        rows.append(row)
        if row.error or row.note:
            print(f"{row.name} ({row.seconds:.1f} s): {row.error} {row.note}", flush=True)
        elif row.seconds > 2:
            print(f"{row.name}: {row.seconds:.1f} s", flush=True)
    report(rows, options)


def report(rows: list[Row], options: argparse.Namespace) -> None:
    if options.rows:
        options.rows.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    judged = [row for row in rows if row.accepted + row.rejected + row.unknown]
    count = collections.Counter()
    for row in judged:
        count["accepted"] += row.accepted
        count["rejected"] += row.rejected
        count["unknown"] += row.unknown
        count["mutants"] += row.mutants
        count["mutants accepted"] += row.mutants_accepted
        count["mutants unknown"] += row.mutants_unknown
    print(
        f"{len(rows)} problems, {len(judged)} with cases, "
        f"{sum(r.rejected == 0 for r in judged)} without a rejection,"
        f" {sum(r.rejected == r.unknown == 0 for r in judged)} with all cases accepted"
    )
    print(dict(count), "lost", sum(row.lost for row in rows))
    if judged:
        firsts = sorted(row.first for row in judged)
        slowest = sorted(row.slowest for row in judged)
        print(
            f"text to first verdict: median {statistics.median(firsts) * 1000:.1f} ms, "
            f"p95 {firsts[int(len(firsts) * 0.95)] * 1000:.0f} ms, max {firsts[-1] * 1000:.0f} ms"
        )
        print(
            f"slowest case of a problem: median {statistics.median(slowest) * 1000:.2f} ms, "
            f"p95 {slowest[int(len(slowest) * 0.95)] * 1000:.0f} ms, "
            f"max {slowest[-1] * 1000:.0f} ms"
        )


if __name__ == "__main__":
    main()

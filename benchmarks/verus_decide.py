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
import zlib
from pathlib import Path
from typing import Any

import msgspec

from adjudge.datasets.registry import open_benchmark
from adjudge.errors import BadInput
from adjudge.judge.code import encode_input
from adjudge.model import Case, Problem, Shape, values
from adjudge.model.types import Bool, Char, Int, List, Nat, Option, Record, Str, Tuple, Type
from adjudge.run.cases import CaseStatus, run_cases
from adjudge.run.pool import run_all
from adjudge.run.sandbox import choose_sandbox
from adjudge.run.work import work_folder
from adjudge.rust.build import build
from adjudge.rust.functions import read_signature, target
from adjudge.rust.program import assemble
from adjudge.rust.toolchain import find_rust
from adjudge.verus.evaluate import SpecEvaluator, Truth
from adjudge.verus.ir import Literal, LoweredContract, walk
from adjudge.verus.parser import parse_fragment

TRIES = 4000


class Inputs:
    """Random small arguments, near what the precondition mentions."""

    def __init__(self, problem: Problem, contract: LoweredContract, seed: int) -> None:
        self.random = random.Random(seed)
        self.problem = problem
        found = {
            int(node.value)
            for clause in contract.requires
            for node in self._nodes(contract, clause.expr)
            if isinstance(node, Literal) and not isinstance(node.value, bool)
        }
        self.constants = sorted(found | {-value for value in found if value > 1})

    @staticmethod
    def _nodes(contract: LoweredContract, expr: Any) -> Any:
        from adjudge.verus.ir import Call

        stack, seen = [expr], set()
        while stack:
            for node in walk(stack.pop()):
                yield node
                if isinstance(node, Call) and node.function not in seen:
                    seen.add(node.function)
                    body = contract.functions[node.function].body
                    stack += [body] if body is not None else []

    def arguments(self) -> tuple[Any, ...]:
        pick = self.random
        self.size = pick.choice([0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8])
        self.width = pick.choice([self.size, 1, 2, 3])
        self.shared = pick.random() < 0.7
        self.style = pick.choice(["any", "any", "sorted", "distinct", "permutation", "descending"])
        self.low = pick.choice([0, 0, 1, 1, -3, pick.choice(self.constants or [0])])
        self.span = pick.choice([0, 1, 2, 4, 9, self.size, 30])
        self.letters = pick.choice(
            ["ab", "abc", "01", "()", "az", "aeiou", "AbZ", "abc xyz", "0123456789", "LR", "*.|"]
        )
        return tuple(self.value(p.type, 0) for p in self.problem.signature.params)

    def value(self, type_: Type, depth: int) -> Any:
        pick = self.random
        match type_:
            case Bool():
                return pick.random() < 0.5
            case Int() | Nat():
                return self.integer(type_, depth)
            case Char():
                return pick.choice(self.letters)
            case Str():
                return "".join(pick.choice(self.letters) for _ in range(self.length(depth)))
            case List():
                return self.items(type_, depth)
            case Tuple():
                return tuple(self.value(item, depth) for item in type_.items)
            case Option():
                return None if pick.random() < 0.3 else self.value(type_.item, depth)
            case Record():
                fields = self.problem.signature.records[type_.name]
                return {name: self.value(t, depth) for name, t in fields}
        raise NotImplementedError(str(type_))

    def length(self, depth: int) -> int:
        if depth:
            return self.width
        return self.size if self.shared else self.random.choice([0, 1, 2, 3, 4, 6])

    def items(self, type_: List, depth: int) -> list[Any]:
        pick = self.random
        n = self.length(depth)
        if isinstance(type_.item, Int | Nat):
            if isinstance(type_.item, Int) and type_.item.name == "u8" and pick.random() < 0.6:
                return [ord(pick.choice(self.letters)) for _ in range(n)]
            if self.style == "permutation":
                return pick.sample(range(self.low, self.low + n), n)
            if self.style == "distinct":
                made = pick.sample(range(self.low, self.low + n + self.span), n)
                return sorted(made) if pick.random() < 0.5 else made
        made = [self.value(type_.item, depth + 1) for _ in range(n)]
        if self.style in ("sorted", "descending") and all(isinstance(x, int) for x in made):
            made.sort(reverse=self.style == "descending")
        return made

    def integer(self, type_: Int | Nat, depth: int) -> int:
        pick = self.random
        if depth:
            value = self.low + pick.randint(0, self.span)
        else:
            value = pick.choice(
                [
                    pick.randint(0, 10),
                    pick.randint(-3, 20),
                    self.size,
                    self.size + pick.choice([-1, 1]),
                    self.width,
                    pick.choice(self.constants or [1]) + pick.choice([-1, 0, 0, 1, 2]),
                    pick.randint(1, 60),
                ]
            )
            if abs(value) > 100_000 and pick.random() < 0.8:
                value = pick.randint(1, 50)
        low, high = (0, None) if isinstance(type_, Nat) else (type_.low, type_.high)
        value = value if low is None else max(low, value)
        return value if high is None else min(high, value)


def simple_inputs(problem: Problem, evaluator: SpecEvaluator, count: int) -> list[tuple[Any, ...]]:
    """Distinct arguments whose precondition evaluates to true."""
    source = Inputs(problem, evaluator.contract, zlib.crc32(problem.name.encode()))
    found: dict[str, tuple[Any, ...]] = {}
    for _ in range(TRIES):
        args = source.arguments()
        if evaluator.precondition(args) is Truth.TRUE:
            found.setdefault(repr(args), args)
            if len(found) >= count:
                break
    return list(found.values())


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
        key = hashlib.sha256(b"\n".join([problem.name.encode(), *encoded])).hexdigest()[:24]
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


def with_target(problem: Problem, name: str) -> Problem:
    """The problem about the function that its specification is about."""
    if problem.signature.name == name:
        return problem
    items = parse_fragment(problem.verus.code or "").items
    found = target(items, name)
    if found is None:
        raise BadInput(f"no function {name} in the code")
    return msgspec.structs.replace(problem, signature=read_signature(found, items))


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
    answers = outputs.of(problem, inputs)
    pick = random.Random(1)
    started = time.perf_counter()
    evaluator = SpecEvaluator(problem.verus.spec or "")
    for args, answer in zip(inputs, answers, strict=True):
        if answer is None:
            row.lost += 1
            continue
        before = time.perf_counter()
        results = evaluator.clauses(args, answer)
        spent = time.perf_counter() - before
        row.slowest = max(row.slowest, spent)
        if not row.first:
            evaluator.precondition(args)
            row.first = time.perf_counter() - started
        truths = {r.truth for r in results}
        if Truth.FALSE in truths:
            row.rejected += 1
            bad = next(r for r in results if r.truth is Truth.FALSE)
            row.note = f"REJECT {args} -> {answer}: {bad.clause.text[:120]!r} {dict(bad.witness)}"
        elif Truth.UNKNOWN in truths:
            row.unknown += 1
            bad = next(r for r in results if r.truth is Truth.UNKNOWN)
            row.note = (
                row.note
                or f"unknown {args} -> {answer}: {bad.reason[:80]}: {bad.clause.text[:90]!r}"
            )
        else:
            row.accepted += 1
        if options.mutants and truths == {Truth.TRUE}:
            for wrong in mutants(answer, problem.signature.returns, pick):
                row.mutants += 1
                truth = evaluator.postcondition(args, wrong)
                row.mutants_accepted += truth is Truth.TRUE
                row.mutants_unknown += truth is Truth.UNKNOWN
                if truth is Truth.TRUE:
                    row.note = row.note or f"mutant {args} -> {wrong} (right: {answer})"
    row.seconds = time.perf_counter() - started
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

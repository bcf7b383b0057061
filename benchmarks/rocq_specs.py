"""How many real Rocq specifications of HumanEval are decided, and which are certified wrong.

    python benchmarks/rocq_specs.py --specs FILE [--out FILE] [--every N] [--start N] [--only TEXT]
        [--positives N] [--negatives N]

FILE is the JSONL of specifications (author, task, relational, spec). The cases of each problem:
all of HumanEval's own calls; positives that its Python solution makes of varied inputs; and
negatives, which are changed outputs of both. A case that the declared types cannot hold, or that
breaks the precondition which the specification declares, is no obligation. Results are appended to
--out, one line a specification, and what is there already is not done again. Each certified defect
is listed with whose fault it is, as `rocq_defects.toml` says.
"""

from __future__ import annotations

import argparse
import collections
import gzip
import json
import re
import statistics
import time
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from adjudge.cases.mutate import negatives
from adjudge.cases.solve import solved_cases
from adjudge.datasets.registry import open_benchmark
from adjudge.errors import InfraError
from adjudge.judge.rocq_spec import unless_rounded
from adjudge.model import Case, Problem
from adjudge.rocq.decide import Decided, Decider
from adjudge.rocq.precondition import excluded
from adjudge.rocq.toolchain import find_rocq
from adjudge.run.sandbox import choose_sandbox

FAULTS = Path(__file__).with_name("rocq_defects.toml")  # by whose fault: each looked at by hand
START = ("compile", "discover", "explore")  # exploring evaluates the cases, too
KINDS = ("own", "positive", "negative")
SHAPES = {
    "inductive types": r"^\s*(Inductive|Variant|Record)\b",
    "recursion": r"^\s*(Fixpoint|Function|Program)\b",
    "exists": r"\bexists\b|∃",
    "forall": r"\bforall\b|∀",
    "reals": r"\bReals\b",
    "texts": r"\b(string|ascii)\b",
    "order": r"\b(Permutation|NoDup|\w*Sorted)\b",
    "symbols without meaning": r"^\s*(Parameter|Axiom|Variable|Hypothesis)s?\b",
}  # what a specification's text has; most have several


class Measurement:
    """Specifications decided on the cases of one benchmark.

    Args:
        positives: How many are made for each problem, besides its own calls.
        negatives: How many are made for each problem.
    """

    def __init__(self, positives: int, negatives: int) -> None:
        self._positives = positives
        self._negatives = negatives
        self._sandbox = choose_sandbox()
        self._decider = Decider(find_rocq(), self._sandbox)
        self._benchmark = open_benchmark("humaneval")
        self._cases: dict[str, list[tuple[str, Case]]] = {}

    def cases(self, task: str) -> list[tuple[str, Case]]:
        """The cases of a problem, each with its kind."""
        if task in self._cases:
            return self._cases[task]
        problem = self._benchmark[task]
        own = list(problem.cases)
        made = solved_cases(problem, self._positives, self._sandbox)
        signature = problem.signature
        wrong = negatives(
            [*own, *made],
            signature.returns,
            signature.records,
            lambda _: True,
            most=self._negatives,
        )
        columns = zip(KINDS, (own, made, wrong), strict=True)
        self._cases[task] = [(kind, case) for kind, cases in columns for case in cases]
        return self._cases[task]

    def measure(self, entry: dict[str, Any]) -> dict[str, Any]:
        """One specification's result as plain data."""
        problem = self._benchmark[entry["task"]]
        kinds, cases = zip(*self.cases(entry["task"]), strict=True)
        started = time.monotonic()
        try:
            found = self._decider.decide(entry["spec"], problem, cases)
            codes = self._codes(entry, problem, kinds, cases, found)
        except InfraError as error:
            return {"infra": str(error)}
        reasons = collections.Counter(v.reason[:200] for v in found.verdicts if v.reason)
        defects = [
            [kind, str(case.args)[:150], str(case.output)[:80]]
            for kind, case, code in zip(kinds, cases, codes, strict=False)
            if code == _defect(kind)
        ]
        columns = dict.fromkeys(KINDS, "")
        for kind, code in zip(kinds, codes, strict=False):  # none where it does not fit
            columns[kind] += code
        return {
            "error": found.error[-300:],
            "misfit": found.misfit,
            **columns,
            "seconds": {**found.seconds, "all": round(time.monotonic() - started, 2)},
            "undecided": found.undecided,
            "reasons": dict(reasons.most_common(4)),
            "defects": defects[:4],
        }

    def _codes(
        self,
        entry: dict[str, Any],
        problem: Problem,
        kinds: tuple[str, ...],
        cases: tuple[Case, ...],
        found: Decided,
    ) -> str:
        """For each case: accepted, rejected, undecided, or - where it is no obligation."""
        codes = []
        for verdict, case, kind in zip(found.verdicts, cases, kinds, strict=False):
            told = verdict if kind == "negative" else unless_rounded(verdict, case.output)
            codes.append("-" if told.reason.startswith("unfit") else str(told.decision)[0])
        doubtful = [n for n, code in enumerate(codes) if code == _defect(kinds[n])]
        inputs = [cases[n] for n in doubtful]
        outside = excluded(self._decider, entry["spec"], problem, inputs)
        for number, is_outside in zip(doubtful, outside, strict=True):
            if is_outside:
                codes[number] = "-"
        return "".join(codes)


def _defect(kind: str) -> str:
    """The verdict that shows a defect: a rejected positive or an accepted negative."""
    return "a" if kind == "negative" else "r"


def summary(results: list[dict[str, Any]]) -> str:
    """The table by author and by shape, and the certified defects."""
    groups: dict[str, list[dict[str, Any]]] = collections.defaultdict(list)
    for result in results:
        groups[_group(result)].append(result)
        groups["all"].append(result)
        for shape in result["shapes"]:
            groups[f"with {shape}"].append(result)
    lines = [
        "author | files | compile | fit | obligations | decided % | all own accepted | "
        "all positives accepted | all negatives rejected"
    ]
    lines += [f"{name} | {_row(group)}" for name, group in sorted(groups.items())]
    seconds = [r["seconds"]["all"] for r in results if "seconds" in r]
    if seconds:
        lines.append(f"median {statistics.median(seconds):.1f} s, longest {max(seconds):.1f} s")
    starts = [sum(r["seconds"].get(s, 0) for s in START) for r in results if "seconds" in r]
    if starts:
        lines.append(f"start-up ({', '.join(START)}): median {statistics.median(starts):.2f} s")
    lines.append("certified: wrong where a right case is rejected, over-permissive otherwise")
    faults = tomllib.loads(FAULTS.read_text(encoding="utf-8"))
    for result in results:
        name = f"{_group(result)} {result['task']}"
        known = [f"{fault}: {why[name]}" for fault, why in faults.items() if name in why]
        for kind, args, output in result.get("defects", [])[:1]:
            word = "over-permissive" if kind == "negative" else f"wrong ({kind})"
            lines.append(f"{name}: {word}: {args} -> {output}")
            lines.append(f"    {known[0] if known else 'not looked at'}")
    return "\n".join(lines)


def shapes(spec: str) -> list[str]:
    """Which shapes the text of a specification has."""
    text = re.sub(r"\(\*.*?\*\)", " ", spec, flags=re.DOTALL)
    return [name for name, pattern in SHAPES.items() if re.search(pattern, text, re.MULTILINE)]


def _group(result: dict[str, Any]) -> str:
    return result["author"] + (" relational" if result["relational"] else "")


def _row(group: list[dict[str, Any]]) -> str:
    compiled = [r for r in group if not r.get("error") and "infra" not in r]
    fit = [r for r in compiled if not r["misfit"]]
    codes = "".join(r[kind] for r in fit for kind in KINDS).replace("-", "")
    decided = 100 * sum(code != "u" for code in codes) / max(1, len(codes))
    own, positive, negative = (
        sum(set("".join(r[k] for k in kinds)) - {"-"} == {wanted} for r in fit)
        for kinds, wanted in ((("own",), "a"), (("own", "positive"), "a"), (("negative",), "r"))
    )
    return (
        f"{len(group)} | {len(compiled)} | {len(fit)} | {len(codes)} | {decided:.1f} | "
        f"{own} | {positive} | {negative}"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--specs", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--only", default="", help="part of author/task/relational")
    parser.add_argument("--positives", type=int, default=10, help="generated for each problem")
    parser.add_argument("--negatives", type=int, default=10, help="generated for each problem")
    options = parser.parse_args()
    with gzip.open(options.specs, "rt", encoding="utf-8") as lines:
        entries = [json.loads(line) for line in lines]
    chosen = [
        (number, entry)
        for number, entry in list(enumerate(entries))[options.start :: options.every]
        if options.only in f"{entry['author']}/{entry['task']}/{entry['relational']}"
    ]
    done: dict[int, dict[str, Any]] = {}
    if options.out and options.out.exists():
        for line in options.out.read_text().splitlines():
            known = json.loads(line)
            done[known["number"]] = known
    measurement = Measurement(options.positives, options.negatives)
    results = []
    for number, entry in chosen:
        result = done.get(number)
        if result is None:
            head = {k: entry[k] for k in ("author", "task", "relational")}
            result = {"number": number, **head, **measurement.measure(entry)}
            if options.out:
                with options.out.open("a") as out:
                    out.write(msgspec.json.encode(result).decode() + "\n")
            brief = {k: result.get(k) for k in (*KINDS, "misfit", "defects")}
            print(number, entry["author"], entry["task"], entry["relational"], brief, flush=True)
        results.append({**result, "shapes": shapes(entry["spec"])})
    print(summary(results))


if __name__ == "__main__":
    main()

"""How many real Rocq specifications of HumanEval are decided, and which are certified wrong.

    python benchmarks/rocq_specs.py --specs FILE [--out FILE] [--every N] [--only TEXT]

FILE is the JSONL of specifications (author, task, relational, spec); the cases are HumanEval's own
calls and, as negatives, mutations of their outputs. Results are appended to --out, one line a
specification, and what is there already is not done again.
"""

from __future__ import annotations

import argparse
import collections
import gzip
import json
import random
import statistics
import time
from pathlib import Path
from typing import Any

import msgspec

from adjudge.datasets.registry import open_benchmark
from adjudge.errors import InfraError
from adjudge.model import Case, Problem, values
from adjudge.rocq.decide import Decider
from adjudge.rocq.toolchain import find_rocq
from adjudge.run.sandbox import choose_sandbox

POSITIVES = 10
NEGATIVES = 10


def mutations(value: Any, rng: random.Random) -> list[Any]:
    """Wrong neighbours of an output, of the same kind."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, -value, value * 2, 0, value + 7]
    if isinstance(value, float):
        return [value + 1.0, value - 0.5, -value, value * 2, 0.0]
    if isinstance(value, str):
        return _text_mutations(value, rng)
    if isinstance(value, list):
        return _sequence_mutations(value, rng)
    if isinstance(value, tuple):
        return [
            (*value[:i], m, *value[i + 1 :])
            for i in range(len(value))
            for m in mutations(value[i], rng)
        ]
    if isinstance(value, dict):
        return [dict(m) for m in _sequence_mutations(list(value.items()), rng)]
    return [0, "a", [1]] if value is None else []


def _text_mutations(text: str, rng: random.Random) -> list[str]:
    found = [text + "a", text[1:], text[:-1], text[::-1], text.swapcase(), ""]
    if text:
        at = rng.randrange(len(text))
        found += [text[:at] + rng.choice("ab01 ") + text[at + 1 :], text + text[0]]
    return found


def _sequence_mutations(items: list[Any], rng: random.Random) -> list[list[Any]]:
    found = [items[:-1], items[1:], items[::-1], items + items[-1:], [*items[1:], *items[:1]]]
    for at in range(min(len(items), 3)):
        found += [[*items[:at], m, *items[at + 1 :]] for m in mutations(items[at], rng)[:2]]
    return found


def negatives(problem: Problem, count: int) -> list[Case]:
    """Cases with a wrong output, spread over the problem's inputs; the same at every call."""
    rng = random.Random(problem.name)
    pools = []
    for case in problem.cases[:POSITIVES]:
        wrong = [m for m in mutations(case.output, rng) if not values.equal(m, case.output)]
        pools.append([Case(case.args, m) for m in wrong])
    found: dict[str, Case] = {}
    for layer in range(max((len(p) for p in pools), default=0)):
        for pool in pools:
            if layer < len(pool) and len(found) < count:
                found.setdefault(repr(pool[layer]), pool[layer])
    return list(found.values())


def measure(entry: dict[str, Any], problem: Problem, decider: Decider) -> dict[str, Any]:
    """One specification's result as plain data."""
    positive = list(problem.cases[:POSITIVES])
    negative = negatives(problem, NEGATIVES)
    started = time.monotonic()
    try:
        found = decider.decide(entry["spec"], problem, [*positive, *negative])
    except InfraError as error:
        return {"infra": str(error)}
    codes = "".join(str(v.decision)[0] for v in found.verdicts)
    reasons = collections.Counter(v.reason[:200] for v in found.verdicts if v.reason)
    return {
        "error": found.error[-300:],
        "misfit": found.misfit,
        "positive": codes[: len(positive)],
        "negative": codes[len(positive) :],
        "seconds": {**found.seconds, "all": round(time.monotonic() - started, 2)},
        "undecided": found.undecided,
        "reasons": dict(reasons.most_common(4)),
        "wrong": [
            [str(case.args)[:150], str(case.output)[:80], str(v.decision)]
            for case, v, right in zip(
                [*positive, *negative],
                found.verdicts,
                ["accept"] * len(positive) + ["reject"] * len(negative),
                strict=False,
            )
            if v.decision not in (right, "unknown")
        ][:4],
    }


def summary(results: list[dict[str, Any]]) -> str:
    """The table by author."""
    groups: dict[str, list[dict[str, Any]]] = collections.defaultdict(list)
    for result in results:
        kind = " relational" if result["relational"] else ""
        groups[result["author"] + kind].append(result)
        groups["all"].append(result)
    lines = ["author | files | compile | fit | obligations | decided % | pass all | reject all"]
    for name, group in sorted(groups.items()):
        compiled = [r for r in group if not r.get("error") and "infra" not in r]
        fit = [r for r in compiled if not r["misfit"]]
        obligations = sum(len(r["positive"] + r["negative"]) for r in fit)
        decided = sum(sum(c != "u" for c in r["positive"] + r["negative"]) for r in fit)
        passed = sum(set(r["positive"]) == {"a"} for r in fit)
        rejected = sum(set(r["negative"]) == {"r"} for r in fit)
        share = 100 * decided / max(1, obligations)
        lines.append(
            f"{name} | {len(group)} | {len(compiled)} | {len(fit)} | {obligations} | "
            f"{share:.1f} | {passed} | {rejected}"
        )
    seconds = [r["seconds"]["all"] for r in results if "seconds" in r]
    if seconds:
        lines.append(f"median {statistics.median(seconds):.1f} s, longest {max(seconds):.1f} s")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--specs", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with gzip.open(options.specs, "rt", encoding="utf-8") as lines:
        entries = [json.loads(line) for line in lines]
    chosen = [
        (number, entry)
        for number, entry in list(enumerate(entries))[options.start :: options.every]
        if options.only in f"{entry['author']}/{entry['task']}/{entry['relational']}"
    ]
    benchmark = open_benchmark("humaneval")
    decider = Decider(find_rocq(), choose_sandbox())
    results = []
    done: dict[int, dict[str, Any]] = {}
    if options.out and options.out.exists():
        for line in options.out.read_text().splitlines():
            known = json.loads(line)
            done[known["number"]] = known
    for number, entry in chosen:
        result = done.get(number)
        if result is None:
            found = measure(entry, benchmark[entry["task"]], decider)
            head = {k: entry[k] for k in ("author", "task", "relational")}
            result = {"number": number, **head, **found}
            if options.out:
                with options.out.open("a") as out:
                    out.write(msgspec.json.encode(result).decode() + "\n")
            brief = {k: result.get(k) for k in ("positive", "negative", "misfit", "wrong")}
            print(number, entry["author"], entry["task"], entry["relational"], brief, flush=True)
        results.append(result)
    print(summary(results))


if __name__ == "__main__":
    main()

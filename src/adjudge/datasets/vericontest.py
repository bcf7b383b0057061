"""VeriContest (arXiv 2605.08553): its folder layout, its JSONL form and its test cases.

A problem is a folder with `spec.rs`, `code.rs`, `code_spec.rs`, `verified.rs`, for Codeforces
`main.rs`, and where released `description.md`, `testcases.jsonl` and `mutated_testcases.jsonl`
(beside them or in `tests/`). The JSONL form has the same texts as fields of one object a line.
Signatures are not written down there: they are read from the code.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import msgspec

from adjudge.datasets.benchmark import Benchmark
from adjudge.datasets.files import convert, read_jsonl, read_text_if_there
from adjudge.datasets.native import read_cases
from adjudge.errors import BadInput
from adjudge.model import Problem, Shape, Signature, VerusArtifacts
from adjudge.rust.functions import read_signature, target
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.parser import parse_fragment


class _Entry(msgspec.Struct):
    """A line of the JSONL form."""

    id: str
    code: str
    spec: str | None = None
    code_spec: str | None = None
    verified: str | None = None
    main: str | None = None
    description: str | None = None
    source: str = ""
    tags: list[str] = []


def is_jsonl_entry(raw: Any) -> bool:
    """Whether a JSON value looks like a line of VeriContest's JSONL form."""
    return isinstance(raw, dict) and "id" in raw and "code" in raw


def open_jsonl(path: Path) -> Benchmark:
    """The problems of a JSONL file; they have no cases."""
    loaders: dict[str, Any] = {}
    for where, raw in read_jsonl(path):
        entry = convert(raw, _Entry, where)
        if entry.id in loaders:
            raise BadInput(f"the problem {entry.id!r} is given twice", where=where)
        loaders[entry.id] = functools.partial(_problem, entry, where)
    return Benchmark(str(path), loaders)


def open_folder(path: Path) -> Benchmark:
    """The problems of a folder of problem folders, at any depth.

    Raises:
        BadInput: If there is none, or if two have the same name.
    """
    loaders: dict[str, Any] = {}
    for folder in sorted(code.parent for code in path.rglob("code.rs")):
        if folder.name in loaders:
            raise BadInput(f"the problem {folder.name!r} is there twice", where=str(folder))
        loaders[folder.name] = functools.partial(_read_folder, folder)
    if not loaders:
        raise BadInput("no folder with a code.rs in it", where=str(path))
    return Benchmark(str(path), loaders)


def _read_folder(folder: Path) -> Problem:
    texts = {
        name: read_text_if_there(folder / f"{name}.rs")
        for name in ("code", "spec", "code_spec", "verified", "main")
    }
    entry = convert(
        {
            "id": folder.name,
            "description": read_text_if_there(folder / "description.md"),
            "source": "codeforces" if texts["main"] is not None else "leetcode",
            **texts,
        },
        _Entry,
        str(folder),
    )
    problem = _problem(entry, str(folder))
    cases, negatives = (
        read_cases(_find(folder, name), problem.shape, problem.signature)
        for name in ("testcases.jsonl", "mutated_testcases.jsonl")
    )
    return msgspec.structs.replace(problem, cases=cases, negatives=negatives)


def _find(folder: Path, name: str) -> Path:
    beside = folder / name
    return beside if beside.is_file() else folder / "tests" / name


def _problem(entry: _Entry, where: str) -> Problem:
    return Problem(
        name=entry.id,
        signature=_signature(entry, where),
        title=entry.id,
        description=entry.description or "",
        shape=Shape.FUNCTION if entry.main is None else Shape.STDIO,
        tags=tuple(entry.tags),
        source=entry.source,
        verus=VerusArtifacts(
            spec=entry.spec,
            code=entry.code,
            code_spec=entry.code_spec,
            proof=entry.verified,
            main=entry.main,
        ),
    )


def _signature(entry: _Entry, where: str) -> Signature:
    try:
        items = parse_fragment(entry.code).items
        found = target(items)
        if found is None:
            raise BadInput("no public function in the code")
        return read_signature(found, items)
    except VerusSyntaxError as error:
        raise BadInput(f"the code cannot be read: {error}", where=where) from None
    except BadInput as error:
        raise error.at(where) from None

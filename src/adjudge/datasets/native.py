"""Our own format: a folder of problem folders, or the same as one JSONL file.

See `docs/reference/formats.md`. A problem folder holds `problem.toml`, `description.md`,
`cases.jsonl`, `negatives.jsonl`, `verus/{spec,code,code_spec,proof,main}.rs`, `rocq/spec.v` and
`python/solution.py`; all but the first are optional.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from adjudge.datasets.benchmark import Benchmark
from adjudge.datasets.files import convert, read_jsonl, read_text, read_text_if_there
from adjudge.errors import BadInput
from adjudge.model import (
    Case,
    Parameter,
    Problem,
    Shape,
    Signature,
    VerusArtifacts,
    decode_case,
    encode_case,
    parse_type,
)

_MANIFEST = "problem.toml"


class _Parameter(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    type: str


class _Signature(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    params: list[_Parameter]
    returns: str
    records: dict[str, dict[str, str]] = {}
    mutated: list[str] = []


class _Rocq(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    spec: str | None = None


class _Python(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    solution: str | None = None


class _Manifest(msgspec.Struct, forbid_unknown_fields=True):
    """What `problem.toml` may hold."""

    name: str
    signature: _Signature
    title: str = ""
    shape: Shape = Shape.FUNCTION
    several_answers: bool = False
    tags: list[str] = []
    difficulty: str = ""
    source: str = ""
    license: str = ""
    schema: int = 1


class _Entry(_Manifest, forbid_unknown_fields=True):
    """What a line of the JSONL form may hold."""

    description: str = ""
    verus: VerusArtifacts = VerusArtifacts()
    rocq: _Rocq = _Rocq()
    python: _Python = _Python()
    cases: list[Any] = []
    negatives: list[Any] = []


def open_folder(path: Path) -> Benchmark:
    """The benchmark in a folder of problem folders.

    Raises:
        BadInput: If no problem folder is in it.
    """
    folders = sorted(p.parent for p in path.glob(f"*/{_MANIFEST}"))
    if not folders:
        raise BadInput(f"no folder with a {_MANIFEST} in it", where=str(path))
    loaders = {folder.name: functools.partial(_read_folder, folder) for folder in folders}
    return Benchmark(str(path), loaders)


def open_jsonl(path: Path) -> Benchmark:
    """The benchmark in a JSONL file, one problem a line."""
    loaders: dict[str, Any] = {}
    for where, raw in read_jsonl(path):
        entry = convert(raw, _Entry, where)
        if entry.name in loaders:
            raise BadInput(f"the problem {entry.name!r} is given twice", where=where)
        loaders[entry.name] = functools.partial(_from_entry, entry, where)
    return Benchmark(str(path), loaders)


def to_json(problem: Problem) -> dict[str, Any]:
    """A problem as the object that stands on a line of the JSONL form."""
    signature = problem.signature
    cases, negatives = (
        [encode_case(case, problem.shape, signature) for case in group]
        for group in (problem.cases, problem.negatives)
    )
    return {
        "schema": 1,
        "name": problem.name,
        "title": problem.title,
        "shape": str(problem.shape),
        "several_answers": problem.several_answers,
        "tags": list(problem.tags),
        "difficulty": problem.difficulty,
        "source": problem.source,
        "license": problem.license,
        "signature": signature_to_json(signature),
        "description": problem.description,
        "verus": msgspec.to_builtins(problem.verus),
        "rocq": {"spec": problem.rocq_spec},
        "python": {"solution": problem.python_solution},
        "cases": cases,
        "negatives": negatives,
    }


def signature_to_json(signature: Signature) -> dict[str, Any]:
    """A signature as it stands in `problem.toml` and in the JSONL form."""
    return {
        "name": signature.name,
        "params": [{"name": p.name, "type": str(p.type)} for p in signature.params],
        "returns": str(signature.returns),
        "records": {
            name: {field: str(type_) for field, type_ in fields}
            for name, fields in signature.records.items()
        },
        "mutated": list(signature.mutated),
    }


def _read_folder(folder: Path) -> Problem:
    place = folder / _MANIFEST
    try:
        raw = tomllib.loads(read_text(place))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"no TOML: {error}", where=str(place)) from None
    manifest = convert(raw, _Manifest, str(place))
    if manifest.name != folder.name:
        raise BadInput(
            f"the name {manifest.name!r} is not the folder's, {folder.name!r}", where=str(place)
        )
    signature = _signature(manifest.signature, str(place))
    verus = {
        name: read_text_if_there(folder / "verus" / f"{name}.rs")
        for name in VerusArtifacts.__struct_fields__
    }
    return _problem(
        manifest,
        signature,
        description=read_text_if_there(folder / "description.md") or "",
        verus=VerusArtifacts(**verus),
        rocq_spec=read_text_if_there(folder / "rocq" / "spec.v"),
        python_solution=read_text_if_there(folder / "python" / "solution.py"),
        cases=read_cases(folder / "cases.jsonl", manifest.shape, signature),
        negatives=read_cases(folder / "negatives.jsonl", manifest.shape, signature),
    )


def _from_entry(entry: _Entry, where: str) -> Problem:
    signature = _signature(entry.signature, where)
    cases, negatives = (
        _decode_cases(
            ((f"{where} {name}[{i}]", raw) for i, raw in enumerate(group)), entry.shape, signature
        )
        for name, group in (("cases", entry.cases), ("negatives", entry.negatives))
    )
    return _problem(
        entry,
        signature,
        description=entry.description,
        verus=entry.verus,
        rocq_spec=entry.rocq.spec,
        python_solution=entry.python.solution,
        cases=cases,
        negatives=negatives,
    )


def _problem(manifest: _Manifest, signature: Signature, **parts: Any) -> Problem:
    return Problem(
        name=manifest.name,
        signature=signature,
        title=manifest.title,
        shape=manifest.shape,
        several_answers=manifest.several_answers,
        tags=tuple(manifest.tags),
        difficulty=manifest.difficulty,
        source=manifest.source,
        license=manifest.license,
        **parts,
    )


def _signature(raw: _Signature, where: str) -> Signature:
    names = [p.name for p in raw.params]
    try:
        if len(set(names)) != len(names):
            raise BadInput("a parameter's name is given twice")
        unknown = sorted(set(raw.mutated) - set(names))
        if unknown:
            raise BadInput(f"mutated names {unknown[0]!r}, which is no parameter")
        return Signature(
            name=raw.name,
            params=tuple(Parameter(p.name, parse_type(p.type)) for p in raw.params),
            returns=parse_type(raw.returns),
            records={
                name: tuple((field, parse_type(text)) for field, text in fields.items())
                for name, fields in raw.records.items()
            },
            mutated=tuple(raw.mutated),
        )
    except BadInput as error:
        raise error.at(where) from None


def read_cases(path: Path, shape: Shape, signature: Signature) -> tuple[Case, ...]:
    """The cases of a JSONL file, one a line; none where there is no file.

    Raises:
        BadInput: At the first line that is no case of the signature.
    """
    return _decode_cases(read_jsonl(path), shape, signature) if path.is_file() else ()


def _decode_cases(
    lines: Iterable[tuple[str, Any]], shape: Shape, signature: Signature
) -> tuple[Case, ...]:
    cases = []
    for where, raw in lines:
        try:
            cases.append(decode_case(raw, shape, signature))
        except BadInput as error:
            raise error.at(where) from None
    return tuple(cases)

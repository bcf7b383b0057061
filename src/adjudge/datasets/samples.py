"""Samples: what models answered, as JSONL or as a folder of Markdown files.

The JSONL form has one candidate a line (`{"problem", "task", "language", "completion", ..}`).
The folder form keeps multi-line completions readable: each `.md` file is TOML between two lines
`+++`, then the completion, byte for byte.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from adjudge.datasets.files import convert, read_jsonl, read_text
from adjudge.errors import BadInput
from adjudge.model import Candidate

_FENCE = "+++\n"


def read_samples(path: Path) -> list[Candidate]:
    """The candidates in a JSONL file or in a folder of Markdown files.

    Raises:
        BadInput: If anything in it is no candidate, or if one is given twice.
    """
    entries = _read_folder(path) if path.is_dir() else list(read_jsonl(path))
    candidates: list[Candidate] = []
    seen: dict[tuple[Any, ...], str] = {}
    for where, raw in entries:
        candidate: Candidate = convert(raw, Candidate, where)
        if not 0 <= candidate.sample < 1 << 31:
            raise BadInput(f"the sample number {candidate.sample} is out of range", where=where)
        identity = (candidate.problem, candidate.task, candidate.model, candidate.sample)
        if identity in seen:
            raise BadInput(
                f"{candidate.label} is given twice, first at {seen[identity]}",
                where=where,
                mend="number the samples of a model from 0 by `sample`",
            )
        seen[identity] = where
        candidates.append(candidate)
    if not candidates:
        raise BadInput("no samples in it", where=str(path))
    return candidates


def _read_folder(folder: Path) -> list[tuple[str, Any]]:
    entries: list[tuple[str, Any]] = []
    counts: dict[str, int] = {}
    for path in sorted(folder.glob("*.md")):
        raw = _read_markdown(path)
        which = repr((raw.get("problem"), raw.get("task")))  # whatever they are
        raw.setdefault("sample", counts.get(which, 0))
        counts[which] = counts.get(which, 0) + 1
        raw.setdefault("language", "verus")
        raw.setdefault("model", folder.name)
        entries.append((str(path), raw))
    return entries


def _read_markdown(path: Path) -> dict[str, Any]:
    # Read with the line ends that it has: they are part of the completion.
    text = read_text(path)
    head, fence, completion = text.removeprefix(_FENCE).partition("\n" + _FENCE)
    if not text.startswith(_FENCE) or not fence:
        raise BadInput("expected TOML between two lines +++", where=str(path))
    try:
        raw: dict[str, Any] = tomllib.loads(head)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"no TOML between the lines +++: {error}", where=str(path)) from None
    raw["completion"] = completion
    return raw

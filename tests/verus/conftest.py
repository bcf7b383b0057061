"""Corpora that are not part of the repository, for those who have them."""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
DEFAULT = Path(__file__).parents[2].parent / "shared"


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a corpus, or skip the test."""
    path = Path(os.environ.get("ADJUDGE_SHARED", DEFAULT)) / "data" / name
    if not path.exists():
        pytest.skip(f"no corpus at {path}; set ADJUDGE_SHARED")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.fixture(scope="session")
def problems() -> list[dict[str, Any]]:
    """Every nineteenth problem of the benchmark."""
    return rows("vericontest.jsonl.gz")[::19]


@pytest.fixture(scope="session")
def transcripts() -> list[dict[str, Any]]:
    """Runs of the real tool."""
    return rows("verus_transcripts.jsonl.gz") + rows("verus_transcripts_extra.jsonl.gz")

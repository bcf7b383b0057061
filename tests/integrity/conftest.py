"""The attack corpus, and corpora that are not part of the repository."""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
SHARED = Path(os.environ.get("ADJUDGE_SHARED", Path(__file__).parents[2].parent / "shared"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of the corpora, or skip the test."""
    if not (SHARED / "data").exists():
        pytest.skip(f"no corpora at {SHARED}; set ADJUDGE_SHARED")
    return SHARED


@pytest.fixture(scope="session")
def problems(shared: Path) -> list[dict[str, Any]]:
    """Every thirteenth problem of the benchmark."""
    path = shared / "data" / "vericontest.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file][::13]

"""Stand-ins for Verus, and runs of the real one."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def transcripts(shared_data: Path) -> list[dict[str, Any]]:
    """2,402 recorded runs of the real tool."""
    found = []
    for name in ("verus_transcripts", "verus_transcripts_extra"):
        with gzip.open(shared_data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            found += [json.loads(line) for line in file]
    return found

"""The generated Rust programs and the Python evaluator never contradict each other.

`benchmarks/verus_native.py pairs` does the same at length.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from agreement import both

pytestmark = pytest.mark.rust


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [0, 1000])
def test_random_expressions(seed: int, tmp_path: Path) -> None:
    seen, wrong = both(seed, tmp_path, 12)
    assert not wrong
    decided = sum(n for (mine, _), n in seen.items() if mine != "unknown")
    alone = sum(n for (mine, other), n in seen.items() if mine != "unknown" == other)
    assert decided > sum(seen.values()) / 3, "the expressions should mostly mean something"
    assert alone < decided / 5, "the native backend should decide most of them too"

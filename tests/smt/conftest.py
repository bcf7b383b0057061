"""A warm solver for all tests here, and the benchmark's rules of re-spelling."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudge.verus.smt import Session, available

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests" / "smt")]


@pytest.fixture(scope="session")
def session() -> Iterator[Session]:
    """The solver."""
    if not available():
        pytest.skip("z3-solver is not installed")
    with Session() as solver:
        yield solver

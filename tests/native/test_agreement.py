"""The generated Rust programs and the Python evaluator never contradict each other.

Set ADJUDGE_LONG=1 for 20,000 random pairs of expression and values instead of a few hundred.
"""

from __future__ import annotations

import collections
import os
from pathlib import Path
from typing import Any

import pytest
from native_expressions import DEFINITIONS, VARIABLES, Expressions

from adjudge.run.sandbox import choose_sandbox
from adjudge.rust.toolchain import find_rust
from adjudge.verus.evaluate import Budget, SpecEvaluator, Truth
from adjudge.verus.native import Native, generate_program

pytestmark = pytest.mark.rust

LONG = bool(os.environ.get("ADJUDGE_LONG"))
SEEDS = range(50) if LONG else range(1)
CLAUSES, VALUES = (40, 10) if LONG else (40, 12)


def both(seed: int, work: Path) -> tuple[collections.Counter[tuple[str, str]], list[str]]:
    """How often which pair of values came, and the contradictions."""
    source = Expressions(seed)
    clauses = [source.truth() for _ in range(CLAUSES)]
    params = ", ".join(f"{name}: {type_}" for name, type_ in VARIABLES.items())
    text = (
        f"verus! {{ {DEFINITIONS} fn f({params}) -> (r: bool)\nensures {','.join(clauses)} {{}} }}"
    )
    evaluator = SpecEvaluator(text, "f", Budget(steps=50_000, cells=500))
    assert not [u for u in evaluator.contract.unknown if "secret" not in u]
    cases: list[list[Any]] = [list(source.values().values()) for _ in range(VALUES)]
    native = Native(generate_program(evaluator.contract), work, find_rust(), choose_sandbox())
    answers = native.clauses([[*case, True] for case in cases], 200_000)
    seen: collections.Counter[tuple[str, str]] = collections.Counter()
    wrong = []
    for case, answer in zip(cases, answers, strict=True):
        for mine, other in zip(evaluator.clauses(case, True), answer, strict=True):
            pair = (mine.truth.value, other.truth.value)
            seen[pair] += 1
            if Truth.UNKNOWN not in (mine.truth, other.truth) and mine.truth is not other.truth:
                wrong.append(f"{mine.clause.text} at {case}: {pair}")
    return seen, wrong


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", SEEDS)
def test_random_expressions(seed: int, tmp_path: Path) -> None:
    seen, wrong = both(seed, tmp_path)
    assert not wrong
    decided = sum(n for (mine, _), n in seen.items() if mine != "unknown")
    alone = sum(n for (mine, other), n in seen.items() if mine != "unknown" == other)
    assert decided > sum(seen.values()) / 3, "the expressions should mostly mean something"
    assert alone < decided / 5, "the native backend should decide most of them too"

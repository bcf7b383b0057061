"""The Python evaluator and generated Rust programs on the same random expressions."""

from __future__ import annotations

import collections
from pathlib import Path
from typing import Any

from native_expressions import DEFINITIONS, VARIABLES, Expressions

from adjudge.run.sandbox import choose_sandbox
from adjudge.rust.toolchain import find_rust
from adjudge.verus.evaluate import Budget, SpecEvaluator, Truth
from adjudge.verus.native import Native, generate_program

CLAUSES = 40


def both(
    seed: int, work: Path, count: int
) -> tuple[collections.Counter[tuple[str, str]], list[str]]:
    """Evaluates some expressions on `count` values each.

    Returns:
        How often which pair of values came, and the contradictions.
    """
    source = Expressions(seed)
    clauses = [source.truth() for _ in range(CLAUSES)]
    params = ", ".join(f"{name}: {type_}" for name, type_ in VARIABLES.items())
    text = (
        f"verus! {{ {DEFINITIONS} fn f({params}) -> (r: bool)\nensures {','.join(clauses)} {{}} }}"
    )
    evaluator = SpecEvaluator(text, "f", Budget(steps=50_000, cells=500))
    assert not [u for u in evaluator.contract.unknown if "secret" not in u]
    cases: list[list[Any]] = [list(source.values().values()) for _ in range(count)]
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

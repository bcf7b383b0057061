"""Random formulas under quantifiers without bounds: programs against every value of a box.

The formulas are those of `tests/evaluate/test_brute_force.py`, many in one program.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from test_brute_force import HELPERS, INTEGERS, SEQUENCES, instances

from adjudge.run.sandbox import choose_sandbox
from adjudge.rust.toolchain import find_rust
from adjudge.verus.evaluate import ClauseResult, SpecEvaluator, Truth
from adjudge.verus.native import Native, generate_program

pytestmark = pytest.mark.rust
_FORMULAS = 40
_STEPS = 1_000_000


def formula(pick: random.Random, atoms: list[str], depth: int = 2) -> str:
    if depth == 0 or pick.random() < 0.25:
        v, w = pick.sample(["a", "b"], 2)
        numbers = range(-3, 5) if atoms is INTEGERS else range(4)
        return pick.choice(atoms).format(v=v, w=w, c=pick.choice(numbers), d=pick.choice(numbers))
    left, right = formula(pick, atoms, depth - 1), formula(pick, atoms, depth - 1)
    shape = pick.choice(["({0}) && ({1})", "({0}) || ({1})", "({0}) ==> ({1})", "!({0})"])
    return shape.format(left, right)


def programs(clauses: list[str], items: list[list[int]], work: Path) -> list[list[ClauseResult]]:
    """The results of all clauses on each value of `t`."""
    text = ",\n".join(clauses)
    evaluator = SpecEvaluator(
        f"verus! {{ {HELPERS} fn f(t: Vec<i64>) -> (r: bool)\nensures {text} {{}} }}", "f"
    )
    native = Native(generate_program(evaluator.contract), work, find_rust(), choose_sandbox())
    return [list(found) for found in native.clauses([[t, True] for t in items], _STEPS)]


def check(
    body: str, universal: bool, result: ClauseResult, types: dict[str, str], box: list[list[Any]]
) -> None:
    """The result against all values of the box; a witness may lie outside of it."""
    decisive = Truth.FALSE if universal else Truth.TRUE
    if result.truth is decisive and None not in result.witness.values():
        bound = ("x", "y") if "a" in types else ("s",)
        told = {name.split(".")[0]: value for name, value in result.witness.items()}
        witness = [[*(told[name] for name in bound), box[0][-1]]]
        assert instances(body, types, witness) == [decisive], (body, result.witness)
    elif result.truth not in (decisive, Truth.UNKNOWN):
        assert decisive not in instances(body, types, box), body


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("seed", "kinds"), [(1, ("int", "int")), (2, ("i8", "nat")), (5, ("i32", "u64"))]
)
def test_integers(seed: int, kinds: tuple[str, str], tmp_path: Path) -> None:
    pick = random.Random(seed)
    bodies = [formula(pick, INTEGERS) for _ in range(_FORMULAS)]
    word = [pick.choice(["forall", "exists"]) for _ in bodies]
    clauses = [
        f"({w}|x: {kinds[0]}, y: {kinds[1]}|"
        f" {{ let a = x as int; let b = y as int; let s = t@.map_values(|e: i64| e as int); {b} }})"
        for w, b in zip(word, bodies, strict=True)
    ]
    items = [[], [2, -1, 3]]
    seen: Counter[Truth] = Counter()
    for t, found in zip(items, programs(clauses, items, tmp_path), strict=True):
        ranges = [range(0 if k[0] in "un" else -5, 7) for k in kinds]
        box = [[a, b, t] for a, b in itertools.product(*ranges)]
        types = {"a": "int", "b": "int", "s": "Seq<int>"}
        for body, w, result in zip(bodies, word, found, strict=True):
            seen[result.truth] += 1
            check(body, w == "forall", result, types, box)
    assert seen[Truth.UNKNOWN] < sum(seen.values()) / 4, seen


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [3, 4])
def test_sequences(seed: int, tmp_path: Path) -> None:
    pick = random.Random(seed)
    bodies = [formula(pick, SEQUENCES) for _ in range(_FORMULAS)]
    word = [pick.choice(["forall", "exists"]) for _ in bodies]
    clauses = [
        f"({w}|s: Seq<int>| {{ let t = t@.map_values(|e: i64| e as int);"
        f" boxed(s) {'==>' if w == 'forall' else '&&'} ({b}) }})"
        for w, b in zip(word, bodies, strict=True)
    ]
    items = [[], [2, 0, 2], [1, 0]]
    every = [list(s) for n in range(4) for s in itertools.product(range(3), repeat=n)]
    seen: Counter[Truth] = Counter()
    for t, found in zip(items, programs(clauses, items, tmp_path), strict=True):
        for body, w, result in zip(bodies, word, found, strict=True):
            seen[result.truth] += 1
            box = [[s, t] for s in every]
            check(body, w == "forall", result, {"s": "Seq<int>", "t": "Seq<int>"}, box)
            decisive = Truth.FALSE if w == "forall" else Truth.TRUE
            if result.truth is decisive:  # here the box is everything
                assert decisive in instances(body, {"s": "Seq<int>", "t": "Seq<int>"}, box), body
    assert seen[Truth.UNKNOWN] < sum(seen.values()) / 3, seen

"""Normal forms mean what the conditions meant."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from expressions import DEFINITIONS, VARIABLES, Expressions, values

from adjudge.verus.evaluate import SpecEvaluator, Truth
from adjudge.verus.ir import Clause, LoweredContract
from adjudge.verus.lower import lower_expression
from adjudge.verus.parser import parse_fragment
from adjudge.verus.smt.normal import conjuncts, key


def lowered(text: str) -> LoweredContract:
    file = parse_fragment(f"{DEFINITIONS}\nspec fn expression() -> bool {{ {text} }}\n")
    return lower_expression(file, file.items[-1].body.tail, VARIABLES)


@pytest.mark.parametrize("seed", range(6))
def test_same_truth(seed: int) -> None:
    rng = random.Random(1_000 + seed)
    decided = 0
    for _ in range(60):
        text = Expressions(rng).condition(rng.choice([1, 2, 3, 4]))
        contract = lowered(text)
        parts = conjuncts([contract.ensures[0].expr], contract.functions)
        clauses = tuple(Clause("ensures", i, part, "") for i, part in enumerate(parts))
        normal = replace(contract, ensures=clauses)
        before, after = SpecEvaluator(contract), SpecEvaluator(normal)
        for _ in range(4):
            given = list(values(rng).values())
            one = before.postcondition(given, None)
            two = after.postcondition(given, None)
            if Truth.UNKNOWN in (one, two):
                continue
            decided += 1
            assert one is two, (text, given)
    assert decided > 120


SAME = [
    ("x < y", "!(y <= x)"),
    ("x < y", "x + 1 <= y"),
    ("2 * x < 2 * y + 1", "x <= y"),
    ("x == y", "y - x == 0"),
    ("p ==> x < y", "!p || y > x"),
    (
        "forall|i: int| 0 <= i < s.len() ==> s[i] == x",
        "forall|k: int| s.len() > k >= 0 ==> x == s[k]",
    ),
    (
        "forall|i: int| 1 <= i < s.len() ==> s[i - 1] < s[i]",
        "forall|i: int| 0 <= i && i + 1 < s.len() ==> s[i] < s[i + 1]",
    ),
    ("forall|w: int| w == x ==> w > 3", "x > 3"),
    ("exists|w: int| w == x && w > 3", "x > 3"),
    ("exists|w: int| x == 3 * w", "x % 3 == 0"),
    ("twice(x) > 3", "x >= 2"),
    ("s.contains(x)", "exists|i: int| 0 <= i < s.len() && s[i] == x"),
    ("s.last() == x", "s[s.len() - 1] == x"),
    (
        "forall|i: int| 0 <= i < s.len() ==> s[i] > 0 && s[i] < 9",
        "(forall|i: int| 0 <= i < s.len() ==> 0 < s[i])"
        " && (forall|j: int| 0 <= j < s.len() ==> s[j] <= 8)",
    ),
]


@pytest.mark.parametrize(("one", "two"), SAME)
def test_spellings_share_their_form(one: str, two: str) -> None:
    contract = lowered(f"({one}) == ({two})").ensures[0].expr
    functions = lowered(f"({one}) && ({two})").functions
    forms = [
        sorted(map(key, conjuncts([side], functions)))
        for side in (contract.left, contract.right)  # type: ignore[attr-defined]
    ]
    assert forms[0] == forms[1]


OTHER = [
    ("x < y", "x <= y"),
    ("x / 2 == y", "x == 2 * y"),
    ("2 * x <= 2 * y + 1", "x <= y + 1"),
    ("forall|w: nat| w == x ==> w > 3", "x > 3"),
    ("exists|w: int| x == 3 * w", "x % 3 == 1"),
    (
        "forall|i: int| 0 <= i < s.len() ==> s[i] == x",
        "forall|i: int| 0 <= i < t.len() ==> t[i] == x",
    ),
    (
        "exists|i: int| 0 <= i < s.len() && s[i] > 0 && s[i] < 9",
        "(exists|i: int| 0 <= i < s.len() && s[i] > 0)"
        " && (exists|i: int| 0 <= i < s.len() && s[i] < 9)",
    ),
]


@pytest.mark.parametrize(("one", "two"), OTHER)
def test_other_conditions_do_not(one: str, two: str) -> None:
    contract = lowered(f"({one}) == ({two})").ensures[0].expr
    forms = [
        sorted(map(key, conjuncts([side], {})))
        for side in (contract.left, contract.right)  # type: ignore[attr-defined]
    ]
    assert forms[0] != forms[1]

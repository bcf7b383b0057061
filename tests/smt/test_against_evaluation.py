"""Z3's proofs and the evaluator's verdicts on the same instances: they never contradict."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from expressions import DEFINITIONS, VARIABLES, Expressions, values

from adjudge.verus.evaluate import SpecEvaluator, Truth
from adjudge.verus.lower import lower_expression
from adjudge.verus.parser import parse_fragment
from adjudge.verus.smt import Limits, Session, decide_instance

_LIMITS = Limits(rlimit=200_000, seconds=5)


def pairs(
    count: int, seed: int, session: Session
) -> Iterator[tuple[str, dict, Truth, bool | None]]:
    """(expression, values, evaluator's verdict, solver's verdict)."""
    rng = random.Random(seed)
    for _ in range(count):
        text = Expressions(rng).condition(rng.choice([1, 2, 2, 3]))
        file = parse_fragment(f"{DEFINITIONS}\nspec fn expression() -> bool {{ {text} }}\n")
        contract = lower_expression(file, file.items[-1].body.tail, VARIABLES)
        given = values(rng)
        (result,) = SpecEvaluator(contract).clauses(list(given.values()), None)
        formula = contract.ensures[0].expr
        decided = decide_instance(session, contract, formula, given, _LIMITS)
        yield text, given, result.truth, decided


@pytest.mark.parametrize("seed", range(3))
def test_no_contradiction(seed: int) -> None:
    seen: Counter[str] = Counter()
    with Session() as session:
        for text, given, truth, decided in pairs(60, seed, session):
            seen[f"{truth.value} {decided}"] += 1
            if decided is not None and truth is not Truth.UNKNOWN:
                assert decided is (truth is Truth.TRUE), (text, given)
    both = seen["true True"] + seen["false False"]
    assert both > 40, seen

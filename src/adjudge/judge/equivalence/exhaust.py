"""Conditions on numbers alone, decided for all values at once by evaluation."""

from __future__ import annotations

from adjudge.judge.equivalence.pair import Pair
from adjudge.verus.evaluate import Budget, SpecEvaluator, Truth
from adjudge.verus.ir import (
    BOOL,
    BoolType,
    CharType,
    Clause,
    Expr,
    IntType,
    Literal,
    Logic,
    LoweredContract,
    Quantifier,
)
from adjudge.verus.smt.polarity import all_of

_BUDGET = Budget(steps=400_000)


def holds_everywhere(pair: Pair, hypotheses: list[Expr], goals: list[Expr]) -> bool:
    """Whether evaluation shows that the goals follow, whatever values the variables have.

    One quantifier over all of them, so what one value needs is kept for the next.
    """
    if not pair.variables or not goals:
        return False
    if not all(isinstance(v.type, IntType | BoolType | CharType) for v in pair.variables):
        return False
    given = all_of(hypotheses or [Literal(BOOL, True)])
    body = Logic(BOOL, "implies", given, all_of(goals))
    claim = Quantifier(BOOL, True, pair.variables, body)
    clause = Clause("ensures", 0, claim, "")
    contract = LoweredContract("all", (), {}, None, (), (clause,), pair.functions, pair.datatypes)
    return SpecEvaluator(contract, budget=_BUDGET).postcondition((), None) is Truth.TRUE

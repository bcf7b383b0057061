"""Inputs that a specification's own precondition excludes: what it says of them is no defect."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudge.model import Case, Decision, Problem
from adjudge.model.types import Bool
from adjudge.rocq.decide import Decider
from adjudge.rocq.fit import PRECONDITIONS
from adjudge.rocq.sentences import declarations


def excluded(decider: Decider, text: str, problem: Problem, cases: Sequence[Case]) -> list[bool]:
    """For each case whether the declared precondition provably excludes its input.

    Raises:
        InfraError: If Rocq could not run.
    """
    names = [d.name for d in declarations(text) if d.name.endswith(PRECONDITIONS)]
    if not names or not cases:
        return [False] * len(cases)
    asked = msgspec.structs.replace(problem.signature, returns=Bool())
    holds = [Case(case.args, True) for case in cases]
    decided = decider.decide(
        text, msgspec.structs.replace(problem, signature=asked), holds, names[-1]
    )
    if not decided.verdicts:  # it is no proposition about these inputs
        return [False] * len(cases)
    return [verdict.decision is Decision.REJECT for verdict in decided.verdicts]

"""Engines and the portfolio: the cheapest first, the first ACCEPT or REJECT stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from adjudge.model import Case, Verdict
from adjudge.model.verdict import Decision


class ClauseVerdict(msgspec.Struct, frozen=True):
    """One clause of a specification on one case.

    Attributes:
        kind: `requires`, `ensures` or `returns`.
        text: The clause as written.
        line: Its line, from 1.
        decision: Whether it accepts the case.
        reason: Why that is UNKNOWN; empty otherwise.
        witness: Values of bound variables that decided it, by name.
    """

    kind: str
    text: str
    line: int
    decision: Decision
    reason: str = ""
    witness: dict[str, Any] = {}


class CaseVerdict(msgspec.Struct, frozen=True):
    """What an engine says of one case.

    Attributes:
        precondition: Whether the precondition accepts the input.
        postcondition: Whether the postcondition accepts the output, given the input.
        clauses: The clauses that were looked at.
    """

    precondition: Verdict
    postcondition: Verdict
    clauses: tuple[ClauseVerdict, ...] = ()


class Engine(Protocol):
    """Decides cases of one specification."""

    @property
    def name(self) -> str:
        """The engine's name, part of every evidence."""

    def decide(self, case: Case) -> CaseVerdict:
        """What the specification says of the case; UNKNOWN where the engine cannot tell."""


class Portfolio:
    """Several engines as one.

    Args:
        engines: The cheapest first.
    """

    def __init__(self, engines: Sequence[Engine]) -> None:
        self._engines = engines

    @property
    def name(self) -> str:
        """The engines' names."""
        return ", ".join(engine.name for engine in self._engines)

    def decide(self, case: Case) -> CaseVerdict:
        """The first ACCEPT or REJECT, for precondition and postcondition each."""
        found = self._engines[0].decide(case)
        for engine in self._engines[1:]:
            unknown = Decision.UNKNOWN
            if unknown not in (found.precondition.decision, found.postcondition.decision):
                break
            other = engine.decide(case)
            found = CaseVerdict(
                precondition=_first(found.precondition, other.precondition),
                postcondition=_first(found.postcondition, other.postcondition),
                clauses=found.clauses,
            )
        return found


def _first(verdict: Verdict, other: Verdict) -> Verdict:
    return other if verdict.decision is Decision.UNKNOWN else verdict

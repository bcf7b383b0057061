"""What a comparison of two contracts found."""

from __future__ import annotations

import enum
from typing import Any

import msgspec


class Proof(enum.StrEnum):
    """Whether one condition implies another."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


class Direction(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether one condition implies another, for all inputs.

    Attributes:
        status: PROVED, REFUTED or UNKNOWN.
        engine: What decided: `normal form`, `evaluation`, `evaluation of all values`, `z3`,
            `z3 with induction`, `verus`, `verus with induction`, `verus with a written proof`.
        witness: For REFUTED: the values by name that satisfy the one and not the other.
        reason: For UNKNOWN: why.
        tried: For UNKNOWN: on how many inputs that satisfy the one no difference was found.
        cost: Z3's count of its steps.
        seconds: Wall-clock time until the comparison ended, for both directions.
    """

    status: Proof
    engine: str = ""
    witness: dict[str, Any] | None = None
    reason: str = ""
    tried: int = 0
    cost: int = 0
    seconds: float = 0.0


class Equivalence(msgspec.Struct, frozen=True):
    """A candidate's condition against the reference's.

    Attributes:
        implied: Whether the reference implies the candidate: it admits all that it should.
        implies: Whether the candidate implies the reference: it admits no more.
    """

    implied: Direction
    implies: Direction

    @property
    def status(self) -> Proof:
        """PROVED if both directions are, REFUTED if either is."""
        both = (self.implied.status, self.implies.status)
        if Proof.REFUTED in both:
            return Proof.REFUTED
        return Proof.PROVED if both == (Proof.PROVED, Proof.PROVED) else Proof.UNKNOWN

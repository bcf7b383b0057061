"""Is a specification sound and complete on these cases? With the clause to blame where not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from adjudge.decide.engine import CaseVerdict, Engine
from adjudge.model import Case, Decision


class Checked(msgspec.Struct, frozen=True):
    """One case, decided.

    Attributes:
        case: The case.
        positive: Whether its output is right.
        verdict: What the engine says of it.
    """

    case: Case
    positive: bool
    verdict: CaseVerdict

    @property
    def decision(self) -> Decision:
        """Whether the specification accepts it: the input admitted and the output allowed."""
        return self.verdict.postcondition.decision

    @property
    def outside(self) -> bool:
        """Whether the precondition refuses the input, so that the case says nothing."""
        return self.verdict.precondition.decision is Decision.REJECT

    @property
    def wrong(self) -> bool:
        """Whether the specification is certainly wrong about it."""
        if self.positive:
            return self.outside or self.decision is Decision.REJECT
        return not self.outside and self.decision is Decision.ACCEPT


class Tally(msgspec.Struct, frozen=True):
    """Cases of one kind, by what the specification says of them."""

    accepted: int = 0
    rejected: int = 0
    undecided: int = 0
    outside: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.accepted + self.rejected + self.undecided + self.outside


def check(
    engine: Engine, positives: Iterable[Case], negatives: Iterable[Case]
) -> Iterator[Checked]:
    """Decides each case, positives first."""
    for positive, cases in ((True, positives), (False, negatives)):
        for case in cases:
            yield Checked(case, positive, engine.decide(case))


def tally(checked: Sequence[Checked], *, positive: bool) -> Tally:
    """Counts the cases of one kind."""
    some = [c for c in checked if c.positive is positive]
    inside = [c.decision for c in some if not c.outside]
    return Tally(
        accepted=inside.count(Decision.ACCEPT),
        rejected=inside.count(Decision.REJECT),
        undecided=inside.count(Decision.UNKNOWN),
        outside=len(some) - len(inside),
    )


def sound(checked: Sequence[Checked]) -> bool | None:
    """Whether every positive case is accepted; None if that is not decided.

    A positive whose input the precondition refuses is not accepted.
    """
    counts = tally(checked, positive=True)
    if counts.rejected or counts.outside:
        return False
    return None if counts.undecided else True


def complete(checked: Sequence[Checked]) -> bool | None:
    """Whether every negative case is rejected; None if that is not decided."""
    counts = tally(checked, positive=False)
    if counts.accepted:
        return False
    return None if counts.undecided else True

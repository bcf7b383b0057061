"""A candidate's postcondition on a problem's cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.decide.choose import evaluate_all
from adjudge.model import Case
from adjudge.verus.evaluate import Budget, ClauseResult, SpecEvaluator, Truth
from adjudge.verus.ir import LoweredContract

# Most cases are decided in far fewer steps; for one that is not, better means may be at hand.
_QUICK = Budget(steps=300_000)
_PATIENT = Budget(steps=12_000_000)
_PATIENT_IN_ALL = 24_000_000
_SPENT = "the budget of steps is spent"


class Postcondition:
    """A candidate's postcondition on all cases.

    Attributes:
        case, index: The first case about which it is wrong; positives come first.
        detail: `too_strong` if that is a positive, `too_weak` if a negative.
        blame: The clauses that refuse the positive, or all that let the negative through.
    """

    def __init__(
        self, contract: LoweredContract, positives: Sequence[Case], negatives: Sequence[Case]
    ) -> None:
        self._contract = contract
        self.case: Case | None = None
        self.index = -1
        self.detail = ""
        self.blame: list[str] = []
        self._reason = ""
        self._positives = self._run(positives, Truth.TRUE, "too_strong")
        self._negatives = self._run(negatives, Truth.FALSE, "too_weak")

    def _run(self, cases: Sequence[Case], wanted: Truth, detail: str) -> _Count:
        good = undecided = 0
        # One false clause decides; only a positive needs all that refuse it.
        stop = wanted is Truth.FALSE
        quick = SpecEvaluator(self._contract, budget=_QUICK)
        found = [quick.clauses(case.args, case.output, stop=stop) for case in cases]
        _retry(self._contract, cases, found)
        for i, (case, results) in enumerate(zip(cases, found, strict=True)):
            truth = _conjunction(results)
            if truth is wanted:
                good += 1
            elif truth is Truth.UNKNOWN:
                undecided += 1
                self._reason = self._reason or next(r.reason for r in results if r.reason)
            elif self.case is None:
                self.case, self.index, self.detail = case, i, detail
                self.blame = _blamed(results, detail)
        return _Count(len(cases), good, undecided)

    @property
    def wrong(self) -> bool:
        """Whether it is certainly wrong about a case."""
        return self.case is not None

    @property
    def undecided(self) -> bool:
        """Whether some case is not decided."""
        return bool(self._positives.undecided or self._negatives.undecided)

    @property
    def credit(self) -> dict[str, float]:
        """The shares of positives accepted and of negatives refused."""
        found = {"positives": self._positives.share}
        if self._negatives.total:
            found["negatives"] = self._negatives.share
        return found

    @property
    def message(self) -> str:
        """What it does, in one line."""
        positives, negatives = self._positives, self._negatives
        found = (
            f"postcondition accepts {positives.good} of {positives.total} positives, "
            f"refuses {negatives.good} of {negatives.total} negatives"
        )
        if self.undecided:
            count = positives.undecided + negatives.undecided
            found += f", {count} undecided ({self._reason})"
        return found


def _retry(
    contract: LoweredContract, cases: Sequence[Case], found: list[list[ClauseResult]]
) -> None:
    """Asks the whole portfolio about the cases that are open, such as long ones, then patience."""
    hard = _open(found)
    if hard:
        before = len(contract.requires)
        answers = evaluate_all(SpecEvaluator(contract), [cases[i] for i in hard])
        for i, answer in zip(hard, answers, strict=True):
            found[i] = list(answer[before:])
    patient, left = SpecEvaluator(contract, budget=_PATIENT), _PATIENT_IN_ALL
    for i in _open(found):
        if left <= 0:
            break
        if any(result.reason == _SPENT for result in found[i]):
            found[i] = patient.clauses(cases[i].args, cases[i].output)
            left -= sum(result.steps for result in found[i])


def _open(found: Sequence[Sequence[ClauseResult]]) -> list[int]:
    return [i for i, results in enumerate(found) if _conjunction(results) is Truth.UNKNOWN]


def _conjunction(results: Sequence[ClauseResult]) -> Truth:
    truth = Truth.TRUE
    for result in results:
        truth = truth & result.truth
    return truth


@dataclass(frozen=True, slots=True)
class _Count:
    total: int
    good: int
    undecided: int

    @property
    def share(self) -> float:
        return self.good / self.total if self.total else 1.0


def _blamed(results: Sequence[ClauseResult], detail: str) -> list[str]:
    guilty = Truth.FALSE if detail == "too_strong" else Truth.TRUE
    return [" ".join(r.clause.text.split()) for r in results if r.truth is guilty]

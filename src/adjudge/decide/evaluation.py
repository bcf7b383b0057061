"""The first engine for Verus: three-valued evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudge import __version__
from adjudge.decide.engine import CaseVerdict, ClauseVerdict
from adjudge.model import Case, Decision, Evidence, Verdict
from adjudge.verus.evaluate import ClauseResult, SpecEvaluator, Truth

_DECISIONS = {
    Truth.TRUE: Decision.ACCEPT,
    Truth.FALSE: Decision.REJECT,
    Truth.UNKNOWN: Decision.UNKNOWN,
}


class Evaluation:
    """Decides cases by evaluating the contract's clauses on them."""

    name = "evaluation"

    def __init__(self, evaluator: SpecEvaluator) -> None:
        self._evaluator = evaluator

    def decide(self, case: Case) -> CaseVerdict:
        """See `Engine.decide`.

        Raises:
            BadInput: If the case does not fit the contract's types.
        """
        evidence = Evidence(self.name, __version__, method="three-valued evaluation")
        return case_verdict(
            self._evaluator.clauses(case.args),
            self._evaluator.clauses(case.args, case.output),
            evidence,
        )


def case_verdict(
    before: Sequence[ClauseResult], after: Sequence[ClauseResult], evidence: Evidence
) -> CaseVerdict:
    """What the values of the clauses of precondition and postcondition come to."""
    clauses = tuple(map(_clause, (*before, *after)))
    return CaseVerdict(
        _verdict(clauses[: len(before)], evidence),
        _verdict(clauses[len(before) :], evidence),
        clauses,
    )


def _verdict(clauses: Iterable[ClauseVerdict], evidence: Evidence) -> Verdict:
    """The conjunction of the clauses."""
    decision, reason = Decision.ACCEPT, ""
    for clause in clauses:
        if clause.decision is Decision.REJECT:
            decision, reason = Decision.REJECT, ""
            break
        if clause.decision is Decision.UNKNOWN:
            decision, reason = Decision.UNKNOWN, reason or clause.reason
    return Verdict(decision, evidence, reason)


def _clause(result: ClauseResult) -> ClauseVerdict:
    clause = result.clause
    return ClauseVerdict(
        kind=clause.kind,
        text=" ".join(clause.text.split()),
        line=clause.line,
        decision=_DECISIONS[result.truth],
        reason=result.reason,
        witness=dict(result.witness),
    )

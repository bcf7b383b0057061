"""Z3 on the clauses that evaluation leaves open, one case at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudge.decide.results import Results, is_open
from adjudge.model import Case
from adjudge.verus.evaluate import ClauseResult, Truth
from adjudge.verus.ir import LoweredContract
from adjudge.verus.smt import Limits, Session, decide_instance

NAME = "smt"
# Z3 counts its own steps; the time is a safety net far beyond them.
_LIMITS = Limits(rlimit=2_000_000, seconds=120.0)


class Solver:
    """Decides open clauses by refuting them or their negation.

    Args:
        contract: The contract.
        session: The solver's process.
    """

    def __init__(self, contract: LoweredContract, session: Session) -> None:
        self._contract = contract
        self._session = session

    def results(self, case: Case, found: Results) -> Results:
        """The results of one case, with the open clauses decided where that succeeds."""
        values = self._values(case)
        return tuple(
            self._clause(result, values) if is_open(result) else result for result in found
        )

    def _clause(self, result: ClauseResult, values: dict[str, Any]) -> ClauseResult:
        formula = result.clause.expr
        decided = decide_instance(self._session, self._contract, formula, values, _LIMITS)
        if decided is None:
            return result
        truth = Truth.TRUE if decided else Truth.FALSE
        return ClauseResult(result.clause, truth, "", result.steps, {})

    def _values(self, case: Case) -> dict[str, Any]:
        """The values by name: the arguments, and as far as a case tells them what comes after."""
        contract = self._contract
        values = dict(zip((p.name for p in contract.params), case.args, strict=True))
        after = [variable.name for variable in contract.mutated.values()]
        if contract.result is not None:
            return {**values, contract.result.name: case.output}
        outputs: Sequence[Any] = [case.output] if len(after) == 1 else case.output if after else ()
        return {**values, **dict(zip(after, outputs, strict=True))}

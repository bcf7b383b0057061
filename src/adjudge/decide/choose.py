"""Chooses between the two evaluators: Python at once, a Rust program where there is much to do.

The choice rests on counts of steps, not on a clock, and both give the same verdicts, so it changes
nothing but the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudge import __version__
from adjudge.decide.engine import CaseVerdict
from adjudge.decide.evaluation import case_verdict
from adjudge.decide.native import NativeEvaluation
from adjudge.errors import InfraError
from adjudge.model import Case, Evidence
from adjudge.verus.evaluate import ClauseResult, SpecEvaluator, Truth

_PATIENCE = 500_000  # steps of Python that take about as long as to build a program
_PER_CASE = 40  # steps that handling a case is worth
_SAMPLE = 20  # cases from which the work on the others is estimated
_LIMITS = ("the budget of steps is spent", "recursion too deep")

Results = tuple[ClauseResult, ...]


class Automatic:
    """Decides the given cases by the evaluator that suits them, and by the other where it helps.

    Args:
        evaluator: The specification.
        cases: All cases that will be asked for.
        native: The native evaluator; None to find the tools that it needs.
    """

    name = "evaluation"

    def __init__(
        self,
        evaluator: SpecEvaluator,
        cases: Sequence[Case],
        native: NativeEvaluation | None = None,
    ) -> None:
        self._evaluator = evaluator
        self._cases = list(cases)
        self._native = native
        self._verdicts: dict[int, CaseVerdict] | None = None

    def decide(self, case: Case) -> CaseVerdict:
        """See `Engine.decide`.

        Raises:
            BadInput: If a case does not fit the contract's types.
        """
        if self._verdicts is None:
            found = evaluate_all(self._evaluator, self._cases, self._native)
            verdicts = map(self._verdict, found)
            self._verdicts = dict(zip(map(id, self._cases), verdicts, strict=True))
        verdict = self._verdicts.get(id(case))
        return verdict or self._verdict(evaluate_all(self._evaluator, [case], self._native)[0])

    def _verdict(self, results: Results) -> CaseVerdict:
        first = len(self._evaluator.contract.requires)
        evidence = Evidence(self.name, __version__, method="three-valued evaluation")
        return case_verdict(results[:first], results[first:], evidence)


def evaluate_all(
    evaluator: SpecEvaluator, cases: Sequence[Case], native: NativeEvaluation | None = None
) -> list[Results]:
    """The truth of each clause, those of `requires` first, on each case.

    Small cases go to Python until it has done as much work as building a program takes, or until
    the others look like far more than that. The rest, and those on which Python ran out of steps,
    go to a program. What that leaves open goes to Python.

    Args:
        evaluator: The specification.
        cases: The cases.
        native: The native evaluator; None to find the tools that it needs. Without them everything
            goes to Python.

    Raises:
        BadInput: A case does not fit the contract's types.
    """
    found: dict[int, Results] = {}
    sizes = [_PER_CASE + _size(case.args) + _size(case.output) for case in cases]
    total, spent, done = sum(sizes), 0, 0
    for i in sorted(range(len(cases)), key=sizes.__getitem__):
        expected = spent * total / done if len(found) >= _SAMPLE else 0
        if spent > _PATIENCE or expected > 2 * _PATIENCE:
            break
        found[i] = _in_python(evaluator, cases[i])
        done += sizes[i]
        spent += sizes[i] + sum(result.steps for result in found[i])
    hard = [i for i in range(len(cases)) if i not in found or _ran_out(found[i])]
    answers = _in_rust(evaluator, [cases[i] for i in hard], native) if hard else []
    for i, answer in zip(hard, answers, strict=True):
        if i not in found and (answer is None or _open(answer)):
            found[i] = _in_python(evaluator, cases[i])
        if answer is not None:
            found[i] = tuple(map(_better, found[i], answer)) if i in found else answer
    return [found[i] for i in range(len(cases))]


def _in_python(evaluator: SpecEvaluator, case: Case) -> Results:
    return (*evaluator.clauses(case.args), *evaluator.clauses(case.args, case.output))


def _in_rust(
    evaluator: SpecEvaluator, cases: list[Case], native: NativeEvaluation | None
) -> Sequence[Results | None]:
    """The program's results; None where there can be no program."""
    from adjudge.run.sandbox import choose_sandbox
    from adjudge.rust.toolchain import find_rust

    try:
        if native is None:
            native = NativeEvaluation(evaluator.contract, find_rust(), choose_sandbox())
        return native.results(cases)
    except InfraError:  # Python judges alone, as it does where no compiler is installed
        return [None] * len(cases)


def _open(results: Results) -> bool:
    return any(result.truth is Truth.UNKNOWN for result in results)


def _ran_out(results: Results) -> bool:
    return any(r.truth is Truth.UNKNOWN and r.reason.startswith(_LIMITS) for r in results)


def _better(first: ClauseResult, second: ClauseResult) -> ClauseResult:
    """Of two results for one clause the one that decides it."""
    if Truth.UNKNOWN in (first.truth, second.truth):
        return second if first.truth is Truth.UNKNOWN is not second.truth else first
    if first.truth is second.truth:
        return first
    reason = "the two evaluators disagree: please report this"
    return ClauseResult(first.clause, Truth.UNKNOWN, reason, first.steps, {})


def _size(value: Any) -> int:
    """How many numbers a value is made of, about."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        value = [part for pair in value.items() for part in pair]
    if isinstance(value, list | tuple | frozenset):
        flat = not any(isinstance(item, list | tuple | str | dict | frozenset) for item in value)
        return len(value) if flat else sum(map(_size, value)) + len(value)
    return 1

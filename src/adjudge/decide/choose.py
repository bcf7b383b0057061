"""Chooses engines for cases: Python at once, Rust where there is much to do, Z3 for the rest.

The choice rests on counts of steps and cases, never on a clock. All engines say the same wherever
they decide, so it changes nothing but the time and what is left open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from adjudge import __version__
from adjudge.decide.engine import CaseVerdict
from adjudge.decide.evaluation import case_verdict
from adjudge.decide.native import NativeEvaluation
from adjudge.decide.results import Results, better, is_open, ran_out, retry, undecided
from adjudge.errors import InfraError
from adjudge.model import Case, Evidence
from adjudge.verus.evaluate import ClauseResult, SpecEvaluator
from adjudge.verus.native.run import BuildFailed

_PATIENCE = 500_000  # steps of Python that take about as long as to build a program
_FIRST = 300_000  # steps that one clause gets in Python before a program is asked
_PER_CASE = 40  # steps that handling a case is worth
_SAMPLE = 20  # cases from which the work on the others is estimated
_TOGETHER = 16  # if next to none of so many cases are decided, no more are tried
_TOGETHER_MORE = 3  # the same with all steps of Python,
_MOST_MORE = 4_000_000  # which may do so much in all
_TOGETHER_SMT = 3
_MOST_SMT = 12  # cases that are put to Z3


@dataclass
class Evaluated:
    """What the engines found.

    Attributes:
        results: The truth of each clause, those of `requires` first, on each case.
        engines: By which engines each case was decided, as far as it was.
        warnings: What did not work and so may have left cases open, a line each.
    """

    results: list[Results]
    engines: list[tuple[str, ...]]
    warnings: list[str] = field(default_factory=list)


class Automatic:
    """Decides the given cases by the engine that suits them, and by others where that helps.

    Attributes:
        warnings: What did not work, a line each; known once a case was decided.

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
        self.warnings: list[str] = []
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
            verdicts = self._decide_all(self._cases)
            self._verdicts = dict(zip(map(id, self._cases), verdicts, strict=True))
        verdict = self._verdicts.get(id(case))
        return verdict or self._decide_all([case])[0]

    def _decide_all(self, cases: Sequence[Case]) -> list[CaseVerdict]:
        found = evaluate(self._evaluator, cases, self._native)
        self.warnings = found.warnings
        pairs = zip(found.results, found.engines, strict=True)
        return [self._verdict(results, engines) for results, engines in pairs]

    def _verdict(self, results: Results, engines: Sequence[str]) -> CaseVerdict:
        first = len(self._evaluator.contract.requires)
        method = "three-valued evaluation"
        if "smt" in engines:
            method += "; Z3 refuted the instance or its negation"
        evidence = Evidence(", ".join(engines) or self.name, __version__, method=method)
        return case_verdict(results[:first], results[first:], evidence)


def evaluate_all(
    evaluator: SpecEvaluator, cases: Sequence[Case], native: NativeEvaluation | None = None
) -> list[Results]:
    """The truth of each clause, those of `requires` first, on each case; see `evaluate`."""
    return evaluate(evaluator, cases, native).results


def evaluate(
    evaluator: SpecEvaluator, cases: Sequence[Case], native: NativeEvaluation | None = None
) -> Evaluated:
    """The truth of each clause on each case.

    Small cases go to Python until it has done as much work as building a program takes, or until
    the others look like far more than that. The rest, and those on which Python ran out of steps,
    go to a program. What that leaves open goes to Python with all its steps, and then to Z3, as
    long as that helps.

    Args:
        evaluator: The specification.
        cases: The cases.
        native: The native evaluator; None to find the tools that it needs. Without them everything
            goes to Python.

    Raises:
        BadInput: A case does not fit the contract's types.
    """
    return _Run(evaluator, cases, native).done()


class _Run:
    """The evaluation of some cases."""

    def __init__(
        self,
        evaluator: SpecEvaluator,
        cases: Sequence[Case],
        native: NativeEvaluation | None,
    ) -> None:
        self._evaluator = evaluator
        self._cases = cases
        self._native = native
        self._warnings: list[str] = []
        self._found: dict[int, Results] = {}
        self._engines: dict[int, list[str]] = {}
        self._tried: set[int] = set()

    def done(self) -> Evaluated:
        order = self._small_ones_first()
        hard = [i for i in order if i not in self._found or _needs_more(self._found[i])]
        if hard:
            self._ask_rust(hard)
            for i in order:
                if i not in self._found:
                    self._keep(i, "evaluation", self._python(i, _FIRST))
        results = [self._found[i] for i in range(len(self._cases))]
        for name, ask in (
            ("evaluation", self._ask_python),
            ("evaluation", self._ask_python_more),
            ("smt", self._ask_smt),
        ):
            open_ = [i for i in order if undecided(results[i])]
            if open_:
                before = list(results)
                ask(results, open_)
                for i in open_:
                    self._note(i, name, before[i], results[i])
        engines = [tuple(self._engines.get(i, ())) for i in range(len(self._cases))]
        return Evaluated([self._told(r) for r in results], engines, self._warnings)

    def _told(self, results: Results) -> Results:
        """The results, whose open clauses say what did not work."""
        if not self._warnings:
            return results
        more = "; ".join(self._warnings)
        return tuple(replace(r, reason=f"{r.reason}; {more}") if is_open(r) else r for r in results)

    def _small_ones_first(self) -> list[int]:
        """Asks Python about the smallest cases, as long as it is worth it; all by their size."""
        cases = self._cases
        sizes = [_PER_CASE + _size(case.args) + _size(case.output) for case in cases]
        order = sorted(range(len(cases)), key=sizes.__getitem__)
        total, spent, done = sum(sizes), 0, 0
        for i in order:
            expected = spent * total / done if len(self._found) >= _SAMPLE else 0
            if spent > _PATIENCE or expected > 2 * _PATIENCE:
                break
            self._keep(i, "evaluation", self._python(i, _FIRST))
            done += sizes[i]
            spent += sizes[i] + sum(result.steps for result in self._found[i])
        return order

    def _python(self, i: int, steps: int | None = None) -> Results:
        self._tried.add(i)
        case, clauses = self._cases[i], self._evaluator.clauses
        return (*clauses(case.args, steps=steps), *clauses(case.args, case.output, steps=steps))

    def _keep(self, i: int, engine: str, results: Results) -> None:
        """Takes the results of an engine, beside those that are there."""
        before = self._found.get(i)
        self._found[i] = results if before is None else tuple(map(better, before, results))
        self._note(i, engine, before, self._found[i])

    def _note(self, i: int, engine: str, before: Results | None, after: Results) -> None:
        """Remembers the engine, if it decided something."""
        old = sum(map(is_open, before)) if before is not None else len(after) + 1
        known = self._engines.setdefault(i, [])
        if sum(map(is_open, after)) < old and engine not in known:
            known.append(engine)

    def _ask_rust(self, hard: Sequence[int]) -> None:
        """Asks a program, if there can be one."""
        from adjudge.run.sandbox import choose_sandbox
        from adjudge.rust.toolchain import find_rust

        try:
            native = self._native
            if native is None:
                contract = self._evaluator.contract
                native = NativeEvaluation(contract, find_rust(), choose_sandbox())
            answers = native.results([self._cases[i] for i in hard])
        except BuildFailed as error:
            self._warnings.append(f"Python evaluates alone, please report this: {error}")
            return
        except InfraError as error:
            self._warnings.append(f"Python evaluates alone, which is slower: {error}")
            return
        for i, answer in zip(hard, answers, strict=True):
            self._keep(i, native.name, answer)

    def _ask_python(self, results: list[Results], open_: list[int]) -> None:
        """Asks Python about what the program does not support, rather than lacks steps for."""
        some = [i for i in open_ if i not in self._tried and not all(map(_lacks, results[i]))]
        retry(results, some, _TOGETHER, lambda part: [self._python(i, _FIRST) for i in part])

    def _ask_python_more(self, results: list[Results], open_: list[int]) -> None:
        """Asks Python with all its steps."""
        spent = 0

        def ask(some: Sequence[int]) -> list[Results]:
            nonlocal spent
            found = [results[i] if spent > _MOST_MORE else self._python(i) for i in some]
            spent += sum(result.steps for one in found for result in one)
            return found

        retry(results, open_, _TOGETHER_MORE, ask)

    def _ask_smt(self, results: list[Results], open_: list[int]) -> None:
        """Asks Z3, where it is installed."""
        from adjudge.verus.smt import Session, available

        if not available():
            return
        from adjudge.decide.smt import Solver

        with Session() as session:
            solver = Solver(self._evaluator.contract, session)

            def ask(some: Sequence[int]) -> list[Results]:
                return [solver.results(self._cases[i], results[i]) for i in some]

            retry(results, open_[:_MOST_SMT], _TOGETHER_SMT, ask)


def _needs_more(results: Results) -> bool:
    """Whether a case is open for lack of steps."""
    return undecided(results) and any(map(ran_out, results))


def _lacks(result: ClauseResult) -> bool:
    """Whether a clause is decided, or open only for lack of steps."""
    return not is_open(result) or ran_out(result)


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

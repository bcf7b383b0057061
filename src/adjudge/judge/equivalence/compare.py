"""The portfolio: normal forms, evaluation, Z3, then more of each, then whatever else there is."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from adjudge.judge.equivalence.exhaust import holds_everywhere
from adjudge.judge.equivalence.pair import NotComparable, join
from adjudge.judge.equivalence.proof import Proof as Attempt
from adjudge.judge.equivalence.proof import Prover
from adjudge.judge.equivalence.result import Direction, Equivalence, Proof
from adjudge.judge.equivalence.search import Search, in_short_form
from adjudge.verus.ir import Expr, LoweredContract
from adjudge.verus.smt import Progression, Session
from adjudge.verus.smt.normal import TooLarge, conjuncts

__all__ = ["Effort", "NotComparable", "compare"]

Outside: TypeAlias = "Callable[[str, Callable[[], float]], str]"

_SHOWN = 40  # elements of a regular sequence in a witness
_WHOLE = 1_000  # elements of any other
_RESERVE = 0.12  # of the time: for what is under way when the rest is over, and for shrinking


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to try, in counts: the same on every machine.

    Attributes:
        first: Inputs sampled before Z3 is asked.
        more: Inputs sampled where Z3 found no proof.
        last: Inputs sampled where induction found none either.
        rlimit: Z3's count of its steps, over all questions.
        seconds: Wall-clock time, as a safety net only: it turns verdicts to UNKNOWN at most.
    """

    first: int = 60
    more: int = 250
    last: int = 700
    rlimit: int = 12_000_000
    seconds: float = 20.0


class _OneDirection:
    """The state of one direction."""

    def __init__(self, name: str, premises: list[Expr], goals: list[Expr]) -> None:
        self.name = name
        self.premises = premises
        self.goals = goals
        self.attempt: Attempt | None = None


def compare(
    reference: LoweredContract,
    candidate: LoweredContract,
    session: Session | None,
    *,
    post: bool = False,
    effort: Effort = Effort(),
    inputs: Sequence[tuple[Any, ...]] = (),
    outside: Outside | None = None,
) -> Equivalence:
    """Whether two preconditions, or two postconditions, are equivalent.

    Args:
        reference: The contract that is taken for right. Postconditions are compared under its
            precondition.
        candidate: The contract to compare.
        session: The solver; None where Z3 is not installed.
        post: Whether to compare the postconditions.
        effort: How hard to try.
        inputs: Inputs to try first, such as a problem's cases.
        outside: Asked last, such as Verus: given a direction and the seconds that are left, it
            says which engine proved it, or nothing.

    Raises:
        NotComparable: Parameters or result of the two differ.
    """
    return _Comparison(reference, candidate, session, post, effort).run(inputs, outside)


class _Comparison:
    def __init__(
        self,
        reference: LoweredContract,
        candidate: LoweredContract,
        session: Session | None,
        post: bool,
        effort: Effort,
    ) -> None:
        self._start = time.monotonic()
        self._deadline = self._start + (1 - _RESERVE) * effort.seconds
        self._pair, context = join(reference, candidate, post=post)
        self._effort = effort
        self._session = session
        self._search: Search | None = None
        self._contracts = (reference, candidate)
        self._post = post
        self._reason = ""
        functions = self._pair.functions
        try:
            own = conjuncts([c.expr for c in self._pair.reference], functions)
            other = conjuncts([c.expr for c in self._pair.candidate], functions)
            given = conjuncts([c.expr for c in context], functions) if post else []
        except TooLarge:
            self._reason = "the conditions are too large to be written out"
            own, other, given = [c.expr for c in self._pair.reference], [], []
            other = [c.expr for c in self._pair.candidate]
        self._directions = [
            _OneDirection("implied", [*given, *own], other),
            _OneDirection("implies", [*given, *other], own),
        ]

    def run(self, inputs: Sequence[tuple[Any, ...]], outside: Outside | None = None) -> Equivalence:
        """Both directions, each engine in turn on what is open."""
        prover = Prover(self._session, self._pair, self._effort.rlimit, self._deadline)
        for direction in self._directions:
            direction.attempt = prover.by_form(direction.premises, direction.goals)
        if self._open():
            self._search = self._new_search()
            for values in inputs:
                self._search.try_values(values)
            self._sample(self._effort.first)
        self._each(prover.attempt)
        self._suggested()
        if self._open():
            self._sample(self._effort.more)
        self._all_values()
        self._each(prover.insist)
        if self._open():
            self._sample(self._effort.last)
        for direction in self._open() if outside is not None else ():
            assert outside is not None
            if engine := outside(direction.name, lambda: self._deadline - time.monotonic()):
                self._prove(direction, engine)
        return Equivalence(*(self._result(d) for d in self._directions))

    def _new_search(self) -> Search:
        reference, candidate = self._contracts
        variables = self._pair.variables
        return Search(
            reference, candidate, variables, self._post, self._session, deadline=self._deadline
        )

    def _open(self) -> list[_OneDirection]:
        """The directions that are neither proved nor refuted, while there is time."""
        if time.monotonic() > self._deadline:
            return []
        refuted = self._search.witnesses if self._search else {}
        return [d for d in self._directions if not _proved(d) and d.name not in refuted]

    def _sample(self, count: int) -> None:
        wanted = {d.name for d in self._open()}
        if wanted and self._search is not None:
            self._search.sample(count, wanted)

    def _each(self, engine: Any) -> None:
        if self._session is None:
            return
        for direction in self._open():
            assert direction.attempt is not None
            engine(direction.premises, direction.attempt)

    def _all_values(self) -> None:
        for direction in self._open():
            assert direction.attempt is not None
            if holds_everywhere(self._pair, direction.premises, direction.attempt.open):
                self._prove(direction, "evaluation of all values")

    def _prove(self, direction: _OneDirection, engine: str) -> None:
        assert direction.attempt is not None
        direction.attempt.proved, direction.attempt.engine = True, engine

    def _suggested(self) -> None:
        """Tries the models that failed proofs left."""
        for direction in self._open():
            assert direction.attempt is not None
            assert self._search is not None
            for model in direction.attempt.models:
                if direction in self._open():
                    self._search.try_model(model, {d.name for d in self._open()})

    def _result(self, direction: _OneDirection) -> Direction:
        attempt, search = direction.attempt, self._search
        assert attempt is not None
        seconds = round(time.monotonic() - self._start, 3)
        if attempt.proved:
            return Direction(Proof.PROVED, attempt.engine, cost=attempt.cost, seconds=seconds)
        assert search is not None
        if direction.name in search.witnesses:
            values = search.shrunk(direction.name)
            engine = "z3" if any(map(in_short_form, values)) else "evaluation"
            witness = self._named(values)
            return Direction(Proof.REFUTED, engine, witness, cost=attempt.cost, seconds=seconds)
        reason = self._reason or "no engine found a proof or a difference"
        if direction.name in search.unknown:
            values, why = search.unknown[direction.name]
            reason = f"on {self._named(values)} it is not known: {why}"
        if time.monotonic() > self._deadline:
            reason = f"out of time: {self._effort.seconds:g} seconds"
        tried = search.tried[direction.name]
        return Direction(Proof.UNKNOWN, "", None, reason, tried, cost=attempt.cost, seconds=seconds)

    def _named(self, values: Sequence[Any]) -> dict[str, Any]:
        names = [v.name for v in self._pair.variables]
        return {n: shown(v) for n, v in zip(names, values, strict=True)}


def _proved(direction: _OneDirection) -> bool:
    return direction.attempt is not None and direction.attempt.proved


def shown(value: Any) -> Any:
    """A value of a witness: long sequences as Rust would write them, if they are regular."""
    if isinstance(value, Progression) and value.step == 0:
        return f"[{shown(value.start)}; {value.length}]"
    if isinstance(value, Progression):
        return f"[{value.start}, ..] ({value.length} elements, each {value.step} more)"
    if isinstance(value, list) and len(value) > _SHOWN:
        first = value[0]
        if all(item == first for item in value):
            return f"[{first}; {len(value)}]"
        if len(value) <= _WHOLE:
            return [shown(item) for item in value]
        return f"[{', '.join(map(str, value[:6]))}, .., {value[-1]}] ({len(value)} elements)"
    if isinstance(value, list | tuple):
        return [shown(item) for item in value]
    if isinstance(value, dict):
        return {name: shown(part) for name, part in value.items()}
    return value

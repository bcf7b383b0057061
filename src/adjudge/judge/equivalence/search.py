"""Inputs that tell two conditions apart: sampled, near boundaries, and suggested by models."""

from __future__ import annotations

import contextlib
import itertools
import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudge.cases.hints import Hints, hints
from adjudge.cases.inputs import Unbuildable, inputs, neighbours
from adjudge.cases.shrink import shrink
from adjudge.errors import BadInput
from adjudge.verus.evaluate import Budget, SpecEvaluator, Truth
from adjudge.verus.ir import Expr, LoweredContract, Variable
from adjudge.verus.smt import Limits, Progression, Session, decide_instance
from adjudge.verus.smt.question import raised

Values = tuple[Any, ...]
_EVALUATION = Budget(steps=40_000)
_PATIENT = Budget(steps=700_000)  # for long inputs, of which there are few
_STEPS = 2_500  # of evaluation, for each input that is sampled
_LONG_STEPS = 3_000_000  # for all long inputs; reading an element counts too
_ELEMENT = 4
_PROOF = 200_000  # what asking for proofs is worth
_SHRINKING_STEPS = 300_000
_INSTANCE = Limits(rlimit=300_000)
_LONGEST = 600_000  # elements of a witness
_NEIGHBOURS = 60  # of each good input


@dataclass(frozen=True, slots=True)
class _Found:
    """The truth of a condition on an input, and why it is unknown if it is."""

    truth: Truth
    reason: str = ""


def _conjunction(parts: Iterable[tuple[Truth, str]]) -> _Found:
    truth, reason = Truth.TRUE, ""
    for part, why in parts:
        truth &= part
        if part is Truth.UNKNOWN:
            reason = reason or why
    return _Found(truth, reason)


@dataclass
class Search:
    """Looks for inputs on which two contracts differ, and remembers how many did not.

    Attributes:
        reference, candidate: The contracts.
        post: Whether postconditions are compared, on inputs that satisfy the reference's
            precondition.
        witnesses: For each direction an input, if one was found: `implied` is refuted by one that
            satisfies the reference only, `implies` by one that satisfies the candidate only.
        steps: How much work evaluation may still do; each way to find inputs has its own share.
        deadline: When to stop at the latest, as `time.monotonic` has it.
        tried: For each direction, how many inputs satisfied the premise without refuting it.
        unknown: For each direction an input that would refute it if one condition, of which the
            truth is not known, were true or false; and why it is not known.
    """

    reference: LoweredContract
    candidate: LoweredContract
    variables: tuple[Variable, ...]
    post: bool = False
    session: Session | None = None
    steps: int = 300_000
    deadline: float = math.inf
    witnesses: dict[str, Values] = field(default_factory=dict)
    tried: dict[str, int] = field(default_factory=lambda: {"implied": 0, "implies": 0})
    unknown: dict[str, tuple[Values, str]] = field(default_factory=dict)
    _good: list[Values] = field(default_factory=list)
    _long_steps: int = _LONG_STEPS
    _best: tuple[int, list[Values]] = (-1, [])

    def __post_init__(self) -> None:
        self._own = SpecEvaluator(self.reference, budget=_EVALUATION)
        self._other = SpecEvaluator(self.candidate, budget=_EVALUATION)
        self._hints: Hints = hints([self.reference, self.candidate])
        self._seen: set[str] = set()
        try:
            self._source: Iterator[Values] = inputs(self.variables, self._hints)
            self._first = [next(self._source)]
        except Unbuildable:
            self._source, self._first = iter(()), []

    @property
    def spent(self) -> bool:
        """Whether no more may be tried."""
        return self.steps <= 0 or time.monotonic() > self.deadline

    @property
    def wanted(self) -> set[str]:
        """The directions without a witness."""
        return {"implied", "implies"} - self.witnesses.keys()

    def sample(self, count: int, wanted: set[str]) -> None:
        """Tries `count` new inputs and the neighbourhood of the good ones."""
        self.steps = count * _STEPS
        drawn = itertools.chain(self._first, itertools.islice(self._source, count))
        self._first = []
        before = len(self._good)
        if self._run(drawn, wanted):
            return
        if len(self._good) - before < 4 and self._best[1]:
            climb = (n for x in self._best[1][:4] for n in self._near(x))
            if self._run(itertools.islice(climb, count), wanted):
                return
        near = (n for x in self._good[before : before + 5] for n in self._near(x))
        self._run(itertools.islice(near, 2 * count), wanted)

    def _near(self, values: Values) -> Iterator[Values]:
        return neighbours(values, self.variables, self._hints, most=_NEIGHBOURS)

    def _run(self, candidates: Iterable[Values], wanted: set[str]) -> bool:
        """Whether all wanted directions are refuted after these."""
        for values in candidates:
            self.try_values(values)
            if not wanted & self.wanted:
                return True
            if self.spent:
                break
        return False

    def try_values(self, values: Values) -> None:
        """Evaluates both contracts on an input."""
        text = repr(values)
        if text in self._seen or len(text) > 4 * _LONGEST or self.spent:
            return
        self._seen.add(text)
        self._note(values, *self._truths(values))

    def _note(self, values: Values, own: _Found, other: _Found) -> None:
        for direction, premise, conclusion in (
            ("implied", own, other),
            ("implies", other, own),
        ):
            if premise.truth is Truth.UNKNOWN and conclusion.truth is Truth.FALSE:
                self.unknown.setdefault(direction, (values, premise.reason))
            if premise.truth is not Truth.TRUE:
                continue
            if conclusion.truth is Truth.FALSE:
                self.witnesses.setdefault(direction, values)
            elif conclusion.truth is Truth.TRUE:
                self.tried[direction] += 1
            else:
                self.unknown.setdefault(direction, (values, conclusion.reason))
        if (
            Truth.TRUE in (own.truth, other.truth)
            and len(self._good) < 400
            and not in_short_form(values)
        ):
            self._good.append(values)

    def _truths(self, values: Values) -> tuple[_Found, _Found]:
        unknown = _Found(Truth.UNKNOWN)
        try:
            if not self.post:
                own = self._evaluated(self._own, (values,), rank=True)
                return own, self._evaluated(self._other, (values,), rank=True)
            args, output = values[:-1], values[-1]
            if self._evaluated(self._own, (args,)).truth is not Truth.TRUE:
                return unknown, unknown
            own = self._evaluated(self._own, (args, output), rank=True)
            return own, self._evaluated(self._other, (args, output), rank=True)
        except BadInput:
            return unknown, unknown

    def _evaluated(
        self, evaluator: SpecEvaluator, given: tuple[Any, ...], *, rank: bool = False
    ) -> _Found:
        results = evaluator.clauses(*given, stop=True)
        self.steps -= 20 + sum(r.steps for r in results)
        if rank:
            self._rank(sum(r.truth is Truth.TRUE for r in results), given)
        return _conjunction((r.truth, r.reason) for r in results)

    def _rank(self, passed: int, given: tuple[Any, ...]) -> None:
        """Remembers the inputs that satisfy most."""
        values = tuple(given[0]) if len(given) == 1 else (*given[0], given[1])
        if passed > self._best[0]:
            self._best = (passed, [values])
        elif passed == self._best[0] and len(self._best[1]) < 8:
            self._best[1].append(values)

    def try_model(self, model: Mapping[str, Any], wanted: set[str]) -> None:
        """Tries values that a solver suggested, long sequences in several shapes."""
        suggested = [model[v.name] for v in self.variables]
        self.steps = _SHRINKING_STEPS
        if not any(in_short_form(v) for v in suggested):
            self.try_values(tuple(suggested))
            return
        for shaped in _shapes(suggested, self._good):
            elements = sum(map(_elements, shaped))
            if self.post:
                continue
            if self._long_steps <= 0 or time.monotonic() > self.deadline:
                return
            if elements > _LONGEST:  # more than fits: only proofs from the short form
                self._long_steps -= _PROOF
                self._note(tuple(shaped), *map(_conjunction, self._proved_truths(shaped)))
            else:
                self._long_steps -= _ELEMENT * elements
                plain = tuple(map(_expanded, shaped))
                with contextlib.suppress(BadInput):
                    self._note(plain, *self._long_truths(plain, shaped))
            if not wanted & self.wanted:
                return

    def _long_truths(self, plain: Values, shaped: Sequence[Any]) -> tuple[_Found, _Found]:
        """By evaluation, and where that is too much work by proof from the short form."""
        found: list[_Found] = []
        for contract in (self.reference, self.candidate):
            evaluator = SpecEvaluator(contract, budget=_PATIENT)
            truths: list[tuple[Truth, str]] = []
            for result in evaluator.clauses(plain, stop=True):
                self._long_steps -= result.steps
                value = result.truth
                if value is Truth.UNKNOWN:
                    value = self._by_proof(contract, result.clause.expr, shaped)
                truths.append((value, result.reason))
            found.append(_conjunction(truths))
        return found[0], found[1]

    def _proved_truths(self, shaped: Sequence[Any]) -> Iterator[list[tuple[Truth, str]]]:
        for contract in (self.reference, self.candidate):
            exprs = [clause.expr for clause in contract.requires]
            yield [(self._by_proof(contract, e, shaped), "too long") for e in exprs]

    def _by_proof(self, contract: LoweredContract, expr: Expr, shaped: Sequence[Any]) -> Truth:
        """The truth of a condition for values in short form, if Z3 proves it."""
        if self.session is None:
            return Truth.UNKNOWN
        named = dict(zip((p.name for p in contract.params), shaped, strict=True))
        decided = decide_instance(self.session, contract, expr, named, _INSTANCE, self.deadline)
        if decided is None:
            return Truth.UNKNOWN
        return Truth.TRUE if decided else Truth.FALSE

    def shrunk(self, direction: str) -> Values:
        """The witness of a direction, made smaller."""
        values = self.witnesses[direction]
        if sum(map(_elements, values)) > 2_000:
            return values

        self.steps = _SHRINKING_STEPS

        def refutes(candidate: Values) -> bool:
            if self.spent:
                return False
            own, other = self._truths(candidate)
            premise, conclusion = (own, other) if direction == "implied" else (other, own)
            return premise.truth is Truth.TRUE and conclusion.truth is Truth.FALSE

        return shrink(values, refutes)


def in_short_form(value: Any) -> bool:
    """Whether there is a sequence in short form in a value."""
    if isinstance(value, list | tuple):
        return any(map(in_short_form, value))
    if isinstance(value, dict):
        return any(map(in_short_form, value.values()))
    return isinstance(value, Progression)


def _elements(value: Any) -> int:
    """How many elements the sequences of a value have in all."""
    if isinstance(value, Progression):
        return value.length * max(_elements(value.start), 1)
    if isinstance(value, list | tuple):
        return len(value) + sum(map(_elements, value))
    if isinstance(value, dict):
        return sum(map(_elements, value.values()))
    return len(value) if isinstance(value, str) else 0


def _expanded(value: Any) -> Any:
    """A value without short forms."""
    if isinstance(value, Progression):
        return Progression(value.length, _expanded(value.start), value.step).expand()
    if isinstance(value, list | tuple):
        return type(value)(map(_expanded, value))
    if isinstance(value, dict):
        return {name: _expanded(part) for name, part in value.items()}
    return value


def _shapes(suggested: Sequence[Any], good: Sequence[Values]) -> Iterator[tuple[Any, ...]]:
    """Long inputs of the suggested lengths: as suggested, or made of good short ones."""
    bases = [values for values in good if all(v != [] and v != "" for v in values)][:3]
    for step in (0, 1):  # where rows are long, one may do
        if any(isinstance(v, Progression) and in_short_form(v.start) for v in suggested):
            yield tuple(_reshaped(_thin(value), None, step) for value in suggested)
    for base in [None, *bases]:
        for step in (0, 1):
            made = [
                _reshaped(value, base[i] if base is not None else None, step)
                for i, value in enumerate(suggested)
            ]
            yield tuple(made)
            if base is not None:
                pairs = zip(made, suggested, base, strict=True)
                yield tuple(m if in_short_form(s) else b for m, s, b in pairs)


def _reshaped(value: Any, base: Any, step: int, plus: int = 0) -> Any:
    """A value with its long sequences made of a good one's first element, and rising by a step.

    Sequences in a sequence rise from one to the next, so that neighbours differ both ways.
    """
    parts = base if isinstance(base, list | str) and base else None
    if isinstance(value, Progression):
        start = value.start if parts is None else parts[0]
        start = _reshaped(start, None, step) if in_short_form(start) else start
        return Progression(value.length, _raised(start, plus), step)
    if isinstance(value, list) and in_short_form(value):
        rows = [None] * len(value) if parts is None else parts
        return [
            _reshaped(item, rows[min(i, len(rows) - 1)], step, plus + step * i)
            for i, item in enumerate(value)
        ]
    return value


def _raised(value: Any, by: int) -> Any:
    if isinstance(value, Progression):
        return Progression(value.length, _raised(value.start, by), value.step)
    return raised(value, by)


def _thin(value: Any) -> Any:
    """One row instead of many long ones."""
    return [value.start] if isinstance(value, Progression) and in_short_form(value.start) else value

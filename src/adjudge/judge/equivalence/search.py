"""Inputs that tell two conditions apart: sampled, near boundaries, and suggested by models."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudge.cases.hints import Hints, hints
from adjudge.cases.inputs import Unbuildable, inputs, neighbours
from adjudge.cases.shrink import shrink
from adjudge.errors import BadInput
from adjudge.verus.evaluate import Budget, SpecEvaluator, Truth
from adjudge.verus.ir import LoweredContract, Variable
from adjudge.verus.smt import Limits, Progression, Session, decide_instance

Values = tuple[Any, ...]
_EVALUATION = Budget(steps=300_000)
_INSTANCE = Limits(rlimit=300_000)
_LONGEST = 300_000  # elements of a witness
_NEIGHBOURS = 60  # of each good input


@dataclass
class Search:
    """Looks for inputs on which two contracts differ, and remembers how many did not.

    Attributes:
        reference, candidate: The contracts.
        post: Whether postconditions are compared, on inputs that satisfy the reference's
            precondition.
        witnesses: For each direction an input, if one was found: `implied` is refuted by one that
            satisfies the reference only, `implies` by one that satisfies the candidate only.
        tried: For each direction, how many inputs satisfied the premise without refuting it.
    """

    reference: LoweredContract
    candidate: LoweredContract
    variables: tuple[Variable, ...]
    post: bool = False
    session: Session | None = None
    witnesses: dict[str, Values] = field(default_factory=dict)
    tried: dict[str, int] = field(default_factory=lambda: {"implied": 0, "implies": 0})
    _good: list[Values] = field(default_factory=list)
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
    def wanted(self) -> set[str]:
        """The directions without a witness."""
        return {"implied", "implies"} - self.witnesses.keys()

    def sample(self, count: int, wanted: set[str]) -> None:
        """Tries `count` new inputs and the neighbourhood of the good ones."""
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
        return False

    def try_values(self, values: Values) -> None:
        """Evaluates both contracts on an input."""
        text = repr(values)
        if text in self._seen or len(text) > 4 * _LONGEST:
            return
        self._seen.add(text)
        own, other = self._truths(values)
        self._note(values, own, other)

    def _note(self, values: Values, own: Truth, other: Truth) -> None:
        for direction, premise, conclusion in (
            ("implied", own, other),
            ("implies", other, own),
        ):
            if premise is not Truth.TRUE:
                continue
            if conclusion is Truth.FALSE:
                self.witnesses.setdefault(direction, values)
            elif conclusion is Truth.TRUE:
                self.tried[direction] += 1
        if Truth.TRUE in (own, other) and len(self._good) < 400:
            self._good.append(values)

    def _truths(self, values: Values) -> tuple[Truth, Truth]:
        try:
            if not self.post:
                own = self._evaluated(self._own, values)
                return own, self._evaluated(self._other, values)
            args, output = values[:-1], values[-1]
            if self._own.precondition(args) is not Truth.TRUE:
                return Truth.UNKNOWN, Truth.UNKNOWN
            own = self._own.postcondition(args, output)
            return own, self._other.postcondition(args, output)
        except BadInput:
            return Truth.UNKNOWN, Truth.UNKNOWN

    def _evaluated(self, evaluator: SpecEvaluator, values: Values) -> Truth:
        results = evaluator.clauses(values, stop=True)
        passed = sum(r.truth is Truth.TRUE for r in results)
        if passed > self._best[0]:
            self._best = (passed, [values])
        elif passed == self._best[0] and len(self._best[1]) < 8:
            self._best[1].append(values)
        truth = Truth.TRUE
        for result in results:
            truth = truth & result.truth
        return truth

    def try_model(self, model: Mapping[str, Any]) -> None:
        """Tries values that a solver suggested, long sequences in several shapes."""
        names = [v.name for v in self.variables]
        for shaped in _shapes([model[name] for name in names]):
            long = any(isinstance(v, Progression) for v in shaped)
            if sum(v.length for v in shaped if isinstance(v, Progression)) > _LONGEST:
                continue
            plain = tuple(v.expand() if isinstance(v, Progression) else v for v in shaped)
            if not long:
                self.try_values(plain)
            elif not self.post:
                self._note(plain, *self._long_truths(plain, shaped))

    def _long_truths(self, plain: Values, shaped: Sequence[Any]) -> tuple[Truth, Truth]:
        """By evaluation, and where that is too much work by proof from the short form."""
        found: list[Truth] = []
        for evaluator in (self._own, self._other):
            truth = Truth.TRUE
            for result in evaluator.clauses(plain, stop=True):
                value = result.truth
                if value is Truth.UNKNOWN and self.session is not None:
                    contract = evaluator.contract
                    named = dict(zip((p.name for p in contract.params), shaped, strict=True))
                    decided = decide_instance(
                        self.session, contract, result.clause.expr, named, _INSTANCE
                    )
                    if decided is not None:
                        value = Truth.TRUE if decided else Truth.FALSE
                truth = truth & value
            found.append(truth)
        return found[0], found[1]

    def shrunk(self, direction: str) -> Values:
        """The witness of a direction, made smaller."""
        values = self.witnesses[direction]
        if sum(len(v) for v in values if isinstance(v, list | str)) > 2_000:
            return values

        def refutes(candidate: Values) -> bool:
            own, other = self._truths(candidate)
            premise, conclusion = (own, other) if direction == "implied" else (other, own)
            return premise is Truth.TRUE and conclusion is Truth.FALSE

        return shrink(values, refutes)


def _shapes(values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """The values, with each long sequence constant, rising or falling."""
    options: list[list[Any]] = []
    for value in values:
        if not isinstance(value, Progression):
            options.append([value])
            continue
        n, start = value.length, value.start
        shapes = [value, Progression(n, start, 1), Progression(n, start + n, -1)]
        shapes += [Progression(n, s, step) for s in (0, 1) for step in (0, 1)]
        options.append(list(dict.fromkeys(shapes)))
    yield from itertools.islice(itertools.product(*options), 12)

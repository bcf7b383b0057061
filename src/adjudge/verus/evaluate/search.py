"""Decides quantifiers that no loop can: by cutting the space of values into parts.

A part in which the body is false as a whole is done with; one in which it is true holds a witness;
where it depends on a hole, the part is cut there. So unbounded variables are decided wherever the
body's comparisons allow it, and sequences are searched with pruning. What is left undecided when
the cells are used up stays unknown.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Literal

from adjudge.verus.evaluate.budget import OutOfSteps
from adjudge.verus.evaluate.cells import (
    Cell,
    arranged,
    is_single,
    sample,
    split,
    value_of,
)
from adjudge.verus.evaluate.domains import Domains
from adjudge.verus.evaluate.unknown import (
    Truth,
    Unknown,
    Value,
    doubt,
    interval,
    limits,
    unknown,
    weaker,
)
from adjudge.verus.evaluate.values import Seq
from adjudge.verus.ir import BOOL, Choose, IntType, Quantifier, fingerprint

if TYPE_CHECKING:
    from adjudge.verus.evaluate.program import Program

_FIRST_LOOK = 64
_INNER = 256
_STEPS = 128


def _candidates(sequences: list[Seq]) -> list[Value]:
    """The distinct integers, known or not, that are elements."""
    found: dict[Any, Value] = {}
    for sequence in sequences:
        for item in sequence.items():
            if type(item) is int or (isinstance(item, Unknown) and item.scale):
                found[id(item) if isinstance(item, Unknown) else ("int", item)] = item
    return sorted(found.values(), key=lambda x: type(x) is not int)


def _is_known(value: Value) -> bool:
    if type(value) is Seq:
        return not any(isinstance(item, Unknown) for item in value.items())
    return not isinstance(value, Unknown)


class Search:
    """The search for witnesses and counterexamples in one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._domains = Domains(program)
        self._count = 0
        self._depth = 0

    def decide(self, index: int, free: tuple[Value, ...], size: int | None = None) -> Value:
        """The truth of a quantifier, or the value of a `choose`.

        Args:
            index: Which one.
            free: The values of its free variables.
            size: How many values a loop would have to try instead, if it could.
        """
        expr, _ = self._program.binders[index]
        cells = self._program.budget.cells
        if size is not None and size <= self._program.steps[0]:
            cells = min(cells, _FIRST_LOOK)
        if isinstance(expr, Choose):
            chosen = self._choose(index, expr, free, cells)
            if isinstance(chosen, Unknown):
                chosen.term = (fingerprint(expr), *free)
            return chosen
        self._depth += 1
        try:
            if self._depth > 1 and not all(map(_is_known, free)):
                cells = min(cells, _INNER)  # it comes again when the outer search has gone on
            found = self._explore(index, expr, free, cells)
        finally:
            self._depth -= 1
        if isinstance(found, Unknown):
            return found
        return found != expr.universal

    def vague(self, bound: Value, index: int, free: tuple[Value, ...]) -> Truth:
        """A quantifier whose variable's range is not known."""
        if isinstance(bound, Unknown) and bound.hole is not None:
            return doubt(bound) if bound.type != BOOL else bound
        return self.decide(index, free)  # type: ignore[no-any-return]

    def _explore(self, index: int, expr: Quantifier, free: tuple[Value, ...], cells: int) -> Truth:
        """Whether there is a witness (for `forall`: a counterexample)."""
        body = self._program.matrix(index)
        steps = self._program.steps
        self._count += 1
        search = self._count
        doubtful = self._instances(index, expr, free)
        if doubtful is True or (doubtful is not None and doubtful.hole is not None):
            return doubtful
        start = self._domains.of(index, free)
        stack, waiting = [] if start is None else [start], deque[Cell]()
        while stack or waiting:
            taken = stack.pop() if stack else waiting.popleft()
            steps[0] -= _STEPS
            if steps[0] < 0:
                raise OutOfSteps
            cell = arranged(taken)
            if cell is None:
                continue
            truth = body(*free, *value_of(cell, search, ()))
            if truth is True:
                self._program.witness[index] = sample(cell)
                return True
            if truth is False:
                continue
            cells -= 1
            if truth.hole is None or truth.hole[0] != search:
                doubtful = weaker(doubtful, truth)
                if truth.hole is not None:  # an outer search will know more when it has cut there
                    cells = min(cells, _FIRST_LOOK)
            elif cells < 0 and doubtful is not None and doubtful.hole is not None:
                return doubtful
            elif cells < 0:
                return self._given_up(expr, free)
            else:
                parts, rest = split(cell, truth.hole[1], truth.cut, self._program.datatypes)
                stack.extend(reversed(parts))
                if rest is not None:
                    waiting.append(rest)
        return False if doubtful is None else doubtful

    def _instances(
        self, index: int, expr: Quantifier, free: tuple[Value, ...]
    ) -> Unknown | Literal[True] | None:
        """Try the very elements of sequences that an outer search has not fixed.

        An element that is a hole stands for one value, whichever that is: that `v` equals it is
        known where `v` is it. So `forall|v| count(a, v) == count(b, v)` fails as soon as an element
        of `a` can be none of `b`'s, or says which ones it may be.
        """
        if len(expr.variables) != 1 or not isinstance(expr.variables[0].type, IntType):
            return None
        open_ = [s for s in free if type(s) is Seq and not all(type(x) is int for x in s.items())]
        if not open_:
            return None
        body = self._program.matrix(index)
        doubtful: Unknown | None = None
        wanted = limits(expr.variables[0].type)
        for candidate in _candidates([s for s in free if type(s) is Seq]):
            low, high = interval(candidate)
            if not (wanted[0] <= low and high <= wanted[1]):
                continue
            truth = body(*free, candidate)
            if truth is True:
                return True
            if truth is not False and truth.hole is not None:
                doubtful = weaker(doubtful, truth)
                if type(candidate) is not int and truth.cut is not None and truth.cut[1]:
                    break
        return doubtful

    def _given_up(self, expr: Quantifier | Choose, free: tuple[Value, ...]) -> Unknown:
        """An undecided quantifier: an outer search may cut what it rests on and come again."""
        for value in free:
            for item in (value, *(value.items() if type(value) is Seq else ())):
                if isinstance(item, Unknown) and item.hole is not None:
                    return Unknown(BOOL, hole=item.hole, reason=item.reason)
        names = ", ".join(v.name for v in expr.variables)
        return unknown(BOOL, f"no bounds found for `{names}`")

    def _choose(self, index: int, expr: Choose, free: tuple[Value, ...], cells: int) -> Value:
        """The only witness; unknown if there is none, a second one, or perhaps one."""
        body = self._program.matrix(index)
        self._count += 1
        search = self._count
        start = self._domains.of(index, free)
        stack, waiting = [] if start is None else [start], deque[Cell]()
        chosen: Cell | None = None
        while stack or waiting:
            cell = stack.pop() if stack else waiting.popleft()
            self._program.steps[0] -= _STEPS
            if self._program.steps[0] < 0:
                raise OutOfSteps
            values = value_of(cell, search, ())
            truth = body(*free, *values)
            if truth is False:
                continue
            if truth is True:
                if chosen is not None or not is_single(cell):
                    return unknown(expr.type, "choose has a choice")
                chosen = cell
                continue
            cells -= 1
            if truth.hole is None or truth.hole[0] != search:
                return unknown(expr.type, of=truth)
            if cells < 0:
                return unknown(expr.type, of=self._given_up(expr, free))
            parts, rest = split(cell, truth.hole[1], truth.cut, self._program.datatypes)
            stack.extend(reversed(parts))
            if rest is not None:
                waiting.append(rest)
        if chosen is None:
            return unknown(expr.type, "choose without a witness")
        values = value_of(chosen, search, ())
        return values[0] if len(expr.variables) == 1 else values

"""Ranges of recursive functions at arguments that are not known, proved by induction.

Of a function that calls itself at `r - 1` and of an `r` that is only known to be at least `a`: if
`f(a)` lies in a range, and the body at any larger `r` gives a value in that range when its call at
`r - 1` does, then every value lies in it. So too from a largest `r` downwards, over several steps
back, and over the length of a sequence of which the function takes the first or last element away.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from adjudge.verus.evaluate.budget import OutOfSteps
from adjudge.verus.evaluate.opened import UPPER, Range, first_items, hull, opened, tail_of
from adjudge.verus.evaluate.unknown import INF, Number, Unknown, Value, interval, limits
from adjudge.verus.evaluate.values import Seq, seq
from adjudge.verus.ir import (
    INT,
    NAT,
    Call,
    Expr,
    IntType,
    SeqType,
    SpecFunction,
    rebuild,
    walk,
)

if TYPE_CHECKING:
    from adjudge.verus.evaluate.program import Program

_STEPS = 60_000  # what one attempt may cost
_FURTHEST = 2_000  # how far from 0 an induction may begin
_BACK = 4  # how many steps back a function may look
_NESTED = 3
_ROUNDS = 4
_NARROW = 8  # ranges that are soon tried value by value
_FAILURES = 2


@dataclass
class _Frame:
    """An induction under way.

    Attributes:
        key: The function.
        args: Its arguments in the step, that of the induction among them.
        place: Which one that is.
        hole: What the argument of the induction, or its length, is: this hole.
        supposed: The range of the calls that the hypothesis covers.
        distances: How far back the body's calls are.
        proving: Whether the distances are settled.
        failed: Whether it called itself at something else.
    """

    key: str
    args: tuple[Value, ...]
    place: int
    hole: object
    supposed: Range
    distances: set[int] = field(default_factory=set)
    proving: bool = False
    failed: bool = False


class Induction:
    """Inductions over the functions of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._frames: list[_Frame] = []
        self._failures: dict[object, int] = {}
        self._count = 1

    def forget(self) -> None:
        """Drop what was learnt in one case."""
        self._failures.clear()
        UPPER.clear()

    def value(self, key: str, *args: Value) -> Value | None:
        """A range of the function's values, if one is proved; None if not."""
        if len(self._frames) >= _NESTED or any(f.key == key for f in self._frames):
            return None
        for place, arg in enumerate(args):
            if isinstance(arg, Unknown) and type(arg.type) is not SeqType and arg.scale == 1:
                found = self._attempt(key, args, place)
                if found is not None:
                    return found
        for place, arg in enumerate(args):
            if type(getattr(arg, "type", None)) is SeqType and tail_of(arg) is not None:
                found = self._attempt(key, args, place)
                if found is not None:
                    return found
        return None

    def _attempt(self, key: str, args: tuple[Value, ...], place: int) -> Value | None:
        """Try one argument within a budget of its own, a few times for one hole's range."""
        arg = args[place]
        number = arg.parts["len"] if type(arg.type) is SeqType else arg
        about = (key, place, number.hole, number.low - number.shift, number.high - number.shift)
        if self._failures.get(about, 0) >= _FAILURES and number.low not in (0, 1):
            return None
        steps = self._program.steps
        before = steps[0]
        steps[0] = min(before, _STEPS)
        allowed = steps[0]
        found = None
        try:
            prove = self._over_length if type(arg.type) is SeqType else self._over_number
            found = prove(key, args, place)
        except OutOfSteps:
            found = None
        finally:
            steps[0] = before - (allowed - steps[0])
        if steps[0] < 0:
            raise OutOfSteps
        if found is None:
            self._failures[about] = self._failures.get(about, 0) + 1
            return None
        low, high = found
        if low == high and type(low) is int:
            return low
        return Unknown(INT, low, high, hole=number.hole)

    def _fresh(self, low: Number, high: Number) -> Unknown:
        """An integer that stands for every one in a range."""
        self._count += 1
        return Unknown(INT, low, high, hole=(-self._count, ()), scale=1)

    def _over_number(self, key: str, args: tuple[Value, ...], place: int) -> Range | None:
        """The range over an integer argument."""
        r: Unknown = args[place]
        for up in (True, False):
            start = r.low if up else r.high
            if type(start) is not int or abs(start) > _FURTHEST:
                continue
            changed = self._fresh(start + 1, r.high) if up else self._fresh(r.low, start - 1)
            if changed.high - changed.low < _NARROW:
                continue
            if up:
                UPPER[changed.hole] = (r.hole, r.shift)
            sign = 1 if up else -1
            frame = self._discover(key, args, place, changed)
            if frame is None or any(not 0 < sign * d <= _BACK for d in frame.distances):
                continue
            furthest = max(sign * d for d in frame.distances)
            bases = [
                self._call(key, (*args[:place], start - sign * back, *args[place + 1 :]))
                for back in range(furthest)
            ]
            found = self._prove(frame, bases)
            if found is not None:
                return found
        return None

    def _over_length(self, key: str, args: tuple[Value, ...], place: int) -> Range | None:
        """The range over the sequences that begin as an open one does, or are of its elements."""
        s: Unknown = args[place]
        items, length, tail = first_items(s), s.parts["len"], tail_of(s)  # type: ignore[index]
        if len(items) != length.low or len(items) > _FURTHEST or length.high - length.low < 2:
            return None
        changed = self._fresh(len(items) + 1, length.high)
        changed.type = NAT
        some = Unknown(s.type.item, *tail, hole=changed.hole)  # type: ignore[union-attr,misc]
        longer = opened(s.type, changed, [*items, some], tail)
        frame = self._discover(key, args, place, longer)
        if frame is None or frame.distances != {1}:
            return None
        base = self._call(key, (*args[:place], seq(items), *args[place + 1 :]))
        return self._prove(frame, [base])

    def _call(self, key: str, args: tuple[Value, ...]) -> Value:
        return self._program.callable(key)(*args)

    def _discover(
        self, key: str, args: tuple[Value, ...], place: int, changed: Value
    ) -> _Frame | None:
        """Where the body calls the function; None if it is not at steps back, or nowhere."""
        hole = changed.parts["len"].hole if changed.parts else changed.hole
        result = limits(self._program.function(key).result)
        step_args = (*args[:place], changed, *args[place + 1 :])
        frame = _Frame(key, step_args, place, hole, result)
        self._step(frame)
        return frame if frame.distances and not frame.failed else None

    def _step(self, frame: _Frame) -> Range:
        """The range of the body under the hypothesis."""
        self._frames.append(frame)
        try:
            return interval(self._program.step(frame.key)(*frame.args))
        finally:
            self._frames.pop()

    def _prove(self, frame: _Frame, bases: list[Value]) -> Range | None:
        """A range that holds the first values and that the step keeps."""
        type_ = self._program.function(frame.key).result
        known = hull(bases, (INF, -INF))
        frame.proving = True
        guess = known
        for _ in range(_ROUNDS):
            frame.supposed = guess
            found = self._step(frame)
            if frame.failed:
                return None
            if guess[0] <= found[0] and found[1] <= guess[1]:
                return min(known[0], found[0]), max(known[1], found[1])
            guess = _widened(guess, found, type_)  # type: ignore[arg-type]
        return None

    def suppose(self, key: str, *args: Value) -> Value:
        """The value of the function where its own body calls it in a step."""
        frame = self._frames[-1]
        distance = None
        if frame.key == key:
            fits = all(
                i == frame.place or _identical(a, b)
                for i, (a, b) in enumerate(zip(args, frame.args, strict=True))
            )
            distance = _distance(frame.args[frame.place], args[frame.place]) if fits else None
        type_ = self._program.function(key).result
        if distance is None or (frame.proving and distance not in frame.distances):
            frame.failed = True
            return Unknown(type_, *limits(type_), hole=frame.hole)
        frame.distances.add(distance)
        return Unknown(type_, *frame.supposed, hole=frame.hole)


def _identical(a: Value, b: Value) -> bool:
    if a is b:
        return True
    if type(a) is int or type(a) is bool:
        return type(a) is type(b) and bool(a == b)
    if type(a) is Seq and type(b) is Seq:
        return a.base is b.base and a.lo == b.lo and a.n == b.n
    return False


def _distance(of: Unknown, called: Value) -> int | None:
    """How far back a call is: by number, or by length of a sequence of the same elements."""
    if not isinstance(called, Unknown):
        return None
    if of.parts is None:
        back = of - called
        return back if type(back) is int and called.scale == 1 else None
    if called.parts is None or "len" not in called.parts:
        return None
    tail, others = tail_of(of), tail_of(called)
    if tail is None or others is None or not (tail[0] <= others[0] and others[1] <= tail[1]):
        return None
    first, rest = first_items(of), first_items(called)
    if len(rest) != len(first) - 1 or not all(map(_identical, first, rest)):
        return None
    back = of.parts["len"] - called.parts["len"]
    return back if type(back) is int else None


def _widened(guess: Range, found: Range, type_: IntType) -> Range:
    """A larger range: an end that the step moves goes to 0 or as far as the type lets it."""
    least, most = limits(type_)
    low, high = guess
    if found[0] < low:
        low = 0 if found[0] >= 0 else least
    if found[1] > high:
        high = 0 if found[1] <= 0 else most
    return low, high


def is_inductive(function: SpecFunction) -> bool:
    """Whether a function's values can be bounded by induction: an integer, by calls of itself."""
    return (
        isinstance(function.result, IntType)
        and function.recursive
        and function.body is not None
        and any(isinstance(n, Call) and n.function == function.key for n in walk(function.body))
    )


def with_calls(expr: Expr, key: str, other: str) -> Expr:
    """The expression with calls of another function in the place of one's."""
    changed = rebuild(expr, lambda child: with_calls(child, key, other))
    if isinstance(changed, Call) and changed.function == key:
        return replace(changed, function=other)
    return changed

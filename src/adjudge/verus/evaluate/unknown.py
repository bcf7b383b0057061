"""Values that are not known, or not known yet, and the truth values that come of them.

An `Unknown` stands for what Verus leaves unspecified (then nothing will ever be known but its
type's range) or for a part of a quantifier's variable that the search has not fixed (a hole).
Integers carry an interval, and a hole's integers also how they depend on it, so that
comparisons decide wherever intervals do not meet, and otherwise say where to cut the hole.

In generated code a condition is True, False or an Unknown; an Unknown's own truth value is False,
which sends the fast paths `x if a <= i < b else slow(..)` to their slow side.
"""

from __future__ import annotations

import functools
import math
from typing import Any, TypeAlias

from adjudge.verus.ir import BOOL, INT, CharType, IntType, Type, bounds

# Any: a value is an int, a bool, a tuple, a collection, a function or an Unknown.
Value: TypeAlias = Any
Truth: TypeAlias = "bool | Unknown"
Number: TypeAlias = "int | float"  # floats are the two infinities only
Cut: TypeAlias = "tuple[int, bool, int]"

INF = math.inf
LENGTH = "length"
_BEYOND = 1 << 200


METER = [0]
"""The steps that the evaluation under way has left. There is one at a time (see `evaluator`)."""

_COST = 8  # what an unknown value costs, against a step of known ones


class Unknown:
    """A value of which only the type and perhaps a range is known.

    Attributes:
        type: Its type.
        low, high: Its range, if it is an integer.
        hole: The hole on which it depends, as (search, path), or (search, path, `LENGTH`) for how
            long a sequence is; None if on none.
        scale, shift: If `scale` is not 0, the value is `scale * hole + shift`.
        cut: Where to cut the hole to learn more, if that is known: at which integer, whether that
            integer is apart from those above it, and how much will be known then.
        term: Equal terms denote equal values; None if there is no such knowledge.
        reason: Why it is unknown, in words.
        parts: Its components as far as asked for.
    """

    __slots__ = ("cut", "high", "hole", "low", "parts", "reason", "scale", "shift", "term", "type")
    n = -1
    lo = 0

    def __init__(
        self,
        type_: Type,
        low: Number = -INF,
        high: Number = INF,
        *,
        hole: Any = None,
        scale: int = 0,
        shift: int = 0,
        cut: Cut | None = None,
        term: Any = None,
        reason: str = "",
    ) -> None:
        self.type = type_
        self.low = low
        self.high = high
        self.hole = hole
        self.scale = scale
        self.shift = shift
        self.cut = cut
        self.term = term
        self.reason = reason
        self.parts: dict[Any, Value] | None = None
        METER[0] -= _COST

    @property
    def base(self) -> Unknown:
        """What stands for a sequence's storage in the keys of memo tables."""
        return self

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"Unknown({self.low}..{self.high}, hole={self.hole}, {self.reason})"

    def __add__(self, other: Value) -> Value:
        if type(other) is int:
            return _number(
                plus(self.low, other), plus(self.high, other), self, self.scale, self.shift + other
            )
        if not isinstance(other, Unknown):
            return NotImplemented
        scale, shift = 0, 0
        if self.scale and other.scale and self.hole == other.hole:
            scale, shift = self.scale + other.scale, self.shift + other.shift
            if scale == 0:
                return shift
        low, high = plus(self.low, other.low), plus(self.high, other.high)
        return _number(low, high, _better(self, other), scale, shift)

    __radd__ = __add__

    def __neg__(self) -> Value:
        return _number(-self.high, -self.low, self, -self.scale, -self.shift)

    def __sub__(self, other: Value) -> Value:
        if other is self:
            return 0
        return self + (-other)

    def __rsub__(self, other: Value) -> Value:
        return (-self) + other

    def __mul__(self, other: Value) -> Value:
        if type(other) is int:
            ends = (times(self.low, other), times(self.high, other))
            return _number(min(ends), max(ends), self, self.scale * other, self.shift * other)
        if not isinstance(other, Unknown):
            return NotImplemented
        corners = [times(a, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        low = min(corners)
        if other is self:
            low = max(low, 0) if self.low < 0 < self.high else max(low, min(corners[0], corners[3]))
        return _number(low, max(corners), _better(self, other))

    __rmul__ = __mul__

    def __floordiv__(self, other: Value) -> Value:
        """Euclidean division by a positive integer."""
        return _number(floor(self.low, other), floor(self.high, other), self)

    def __mod__(self, other: Value) -> Value:
        """Euclidean remainder of a positive integer."""
        first = floor(self.low, other)
        if first == floor(self.high, other) and type(first) is int:
            return self - first * other
        return _number(0, other - 1, self)

    def __lt__(self, other: Value) -> Truth:
        if type(other) is int:  # before a difference is made: most comparisons end here
            if self.high < other:
                return True
            if self.low >= other:
                return False
        return _less(self, other, _negative(self - other))

    def __le__(self, other: Value) -> Truth:
        if type(other) is int:
            if self.high <= other:
                return True
            if self.low > other:
                return False
        return _less(self, other, _negative(self - other - 1))

    def __gt__(self, other: Value) -> Truth:
        if type(other) is int:
            if self.low > other:
                return True
            if self.high <= other:
                return False
        return _less(other, self, _negative(other - self))

    def __ge__(self, other: Value) -> Truth:
        if type(other) is int:
            if self.low >= other:
                return True
            if self.high < other:
                return False
        return _less(other, self, _negative(other - self - 1))

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        if other is self:
            return True
        if isinstance(other, Unknown):
            if self.term is not None and self.term == other.term:
                return True
            if self.type == BOOL:
                return doubt(_better(self, other))
        elif type(other) is not int:
            return doubt(self)
        elif other < self.low or other > self.high:
            return False
        return _zero(self - other)


def plus(a: Number, b: Number) -> Number:
    """The sum, where infinities may be terms; an end that is infinite stays so."""
    if type(a) is float:
        return a
    return b if type(b) is float else a + b


def times(a: Number, b: Number) -> Number:
    """The product, where infinities may be factors."""
    if a == 0 or b == 0:
        return 0
    if type(a) is int and type(b) is int:
        return a * b
    return INF if (a > 0) == (b > 0) else -INF


def floor(a: Number, b: int) -> Number:
    """The quotient rounded down, for a positive divisor."""
    return a if type(a) is float else a // b


def _better(a: Unknown, b: Unknown) -> Unknown:
    """The one that says more about where to cut; of equals the first.

    A hole of an inner search goes before one of an outer search, which comes to its turn when the
    inner one is at its end.
    """
    if a.hole is not None and b.hole is not None and a.hole[0] != b.hole[0]:
        return a if a.hole[0] > b.hole[0] else b
    return b if _rank(b) > _rank(a) else a


def _rank(value: Unknown) -> int:
    if value.hole is None:
        return 0
    if value.cut is not None:
        return 3 + value.cut[2]
    return 1 if value.hole[-1] == LENGTH else 2  # elements first: a sequence may grow for ever


def _number(low: Number, high: Number, of: Unknown, scale: int = 0, shift: int = 0) -> Value:
    """An integer in a range, depending on what `of` depends on."""
    if low == high and type(low) is int:
        return low
    return Unknown(
        INT, low, high, hole=of.hole, scale=scale, shift=shift, cut=of.cut, reason=of.reason
    )


def doubt(of: Unknown, cut: Cut | None = None) -> Unknown:
    """A truth value that depends on what `of` depends on."""
    if of.type == BOOL and cut is None:
        return of
    return Unknown(BOOL, hole=of.hole, cut=cut or of.cut, reason=of.reason)


def _negative(number: Value) -> Truth:
    """Whether an integer is below 0."""
    if type(number) is int:
        return number < 0
    if number.high < 0:
        return True
    if number.low >= 0:
        return False
    cut = None
    if number.scale > 0:
        cut = ((-number.shift - 1) // number.scale, False, 1)
    elif number.scale < 0:
        cut = (number.shift // -number.scale, False, 1)
    return doubt(number, cut)


def _less(a: Value, b: Value, truth: Truth) -> Truth:
    """The truth of `a < b`; between two holes, with a cut where one ends that the other passes."""
    if not isinstance(truth, Unknown) or truth.cut is not None:
        return truth
    if not (isinstance(a, Unknown) and isinstance(b, Unknown) and a.scale == b.scale == 1):
        return truth
    if a.high >= b.high and type(b.high) is int:
        return Unknown(BOOL, hole=a.hole, cut=(b.high - a.shift, False, 0))
    if b.low <= a.low and type(a.low) is int:
        return Unknown(BOOL, hole=b.hole, cut=(a.low - b.shift - 1, False, 0))
    return truth


def certain_high(number: Unknown) -> int:
    """An upper limit that holds whatever the number is; below everything if there is none."""
    return number.low if type(number.low) is int else -_BEYOND


def certain_low(number: Unknown) -> int:
    """A lower limit that holds whatever the number is; above everything if there is none."""
    return number.high if type(number.high) is int else _BEYOND


def _zero(number: Value) -> Truth:
    """Whether an integer is 0."""
    if type(number) is int:
        return number == 0
    if number.low > 0 or number.high < 0:
        return False
    cut = None
    if number.scale:
        if number.shift % number.scale:
            return False
        cut = (-number.shift // number.scale, True, 1)
    return doubt(number, cut)


def unknown(
    type_: Type, reason: str = "", *, of: Unknown | None = None, term: Any = None
) -> Unknown:
    """A value of a type of which nothing else is known, or that depends on what `of` does."""
    low, high = limits(type_)
    if of is None:
        return Unknown(type_, low, high, term=term, reason=reason)
    return Unknown(type_, low, high, hole=of.hole, cut=of.cut, term=term, reason=of.reason)


@functools.cache
def limits(type_: Type) -> tuple[Number, Number]:
    """The range of a type, with infinities where it has no end."""
    if not isinstance(type_, IntType | CharType):
        return -INF, INF
    low, high = bounds(type_)
    return (-INF if low is None else low), (INF if high is None else high)


def weaker(a: Truth | None, b: Unknown) -> Unknown:
    """Of two doubts that must both be lifted, the one that says more about how."""
    return b if a is None or a is True or a is False else _better(a, b)


def both(a: Truth, b: Truth) -> Truth:
    """`a && b` where `a` is not False."""
    if a is True or b is False:
        return b
    if b is True:
        return a
    return _better(a, b)  # type: ignore[arg-type]


def either(a: Truth, b: Truth) -> Truth:
    """`a || b` where `a` is not True."""
    if a is False or b is True:
        return b
    if b is False:
        return a
    return _better(a, b)  # type: ignore[arg-type]


def opposite(a: Truth) -> Truth:
    """`!a`."""
    return (not a) if a is True or a is False else a


def join(condition: Unknown, a: Value, b: Value, type_: Type) -> Value:
    """Either of two values, depending on a condition that is not known."""
    if a is b:
        return a
    if type(a) is int and a == b and type(b) is int:
        return a
    if isinstance(type_, IntType | CharType):
        (low_a, high_a), (low_b, high_b) = interval(a), interval(b)
        low, high = min(low_a, low_b), max(high_a, high_b)
        return Unknown(
            type_, low, high, hole=condition.hole, cut=condition.cut, reason=condition.reason
        )
    return unknown(type_, of=condition)


def interval(value: Value) -> tuple[Number, Number]:
    """The range of an integer."""
    return (value.low, value.high) if isinstance(value, Unknown) else (value, value)

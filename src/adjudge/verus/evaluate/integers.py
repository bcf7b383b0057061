"""Arithmetic that Python does otherwise: Euclidean division, casts, bits, powers, logarithms."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import add, mul, sub

from adjudge.verus.evaluate.budget import OutOfSteps
from adjudge.verus.evaluate.unknown import (
    INF,
    METER,
    Cut,
    Number,
    Truth,
    Unknown,
    Value,
    floor,
    interval,
    limits,
    unknown,
)
from adjudge.verus.ir import INT, NAT, CharType, DataType, IntType, Type

_MAX_BITS = 1 << 20
_COSTLY = 1 << 4096


def divide(a: Value, b: Value) -> Value:
    """`a / b`, Euclidean; unspecified for 0, without even a range."""
    if type(b) is int:
        if b > 0:
            return a // b
        if b < 0:
            return -(a // -b)
        return Unknown(INT, term=("div", a), reason="division by zero")
    low, high = interval(b)
    if low <= 0 <= high:
        return _by_perhaps_zero(b)
    least, most = interval(a)
    of = b if b.hole is not None or not isinstance(a, Unknown) else a
    if least >= 0 and low > 0:
        bottom = 0 if high == INF else floor(least, int(high))
        top = floor(most, int(low))
        if top == bottom:
            return bottom
        return Unknown(INT, bottom, top, hole=of.hole, cut=of.cut or _cut_above(of, most))
    size = max(abs(least), abs(most))
    return Unknown(INT, -size, size, hole=of.hole, cut=of.cut)


def modulo(a: Value, b: Value) -> Value:
    """`a % b`, Euclidean; unspecified for 0, without even a range."""
    if type(b) is int:
        if b:
            return a % abs(b)
        return Unknown(INT, term=("mod", a), reason="remainder of division by zero")
    low, high = interval(b)
    of = b if b.hole is not None or not isinstance(a, Unknown) else a
    if low <= 0 <= high:
        return _by_perhaps_zero(b)
    least, most = interval(a)
    if least >= 0 and low > most:  # nothing is left to take away
        return a
    size = max(abs(low), abs(high))
    top = INF if size == INF else size - 1
    if least < 0:
        return Unknown(INT, 0, top, hole=of.hole, cut=of.cut)
    return Unknown(INT, 0, min(top, most), hole=of.hole, cut=of.cut or _cut_above(of, most))


def _by_perhaps_zero(b: Unknown) -> Unknown:
    """What comes of a divisor that may be 0: anything; the 0 is to be cut out."""
    cut = (-b.shift, True, 0) if b.scale == 1 else None
    reason = b.reason or "division by zero"
    return Unknown(INT, hole=b.hole, cut=b.cut or cut, reason=reason)


def _cut_above(divisor: Unknown, most: Number) -> Cut | None:
    """Where to cut a divisor's hole: all divisors above what they divide are alike."""
    if divisor.scale != 1 or type(most) is not int or not divisor.low <= most < divisor.high:
        return None
    return (most - divisor.shift, False, 0)


def cast(value: Value, type_: Type) -> Value:
    """`value as type`: out of the type's range, some value of the type."""
    if value is True or value is False:
        return int(value)
    low, high = limits(type_)
    if type(value) is int:
        if low <= value <= high and not (isinstance(type_, CharType) and _is_surrogate(value)):
            return value
        shown = getattr(type_, "name", "char")
        return unknown(type_, f"cast of {value} to {shown}", term=("cast", shown, value))
    if not isinstance(value, Unknown):
        return unknown(type_, "cast of a value that is no number")
    if isinstance(value.type, IntType | CharType) and low <= value.low and value.high <= high:
        return value
    outside: list[Truth] = [value < low if low != -INF else False]
    outside.append(value > high if high != INF else False)
    doubts = [t for t in outside if isinstance(t, Unknown)]
    result = unknown(type_, of=doubts[0] if doubts and value.hole is not None else value)
    result.term = None if value.term is None else ("cast", type_, value.term)
    return result


def _is_surrogate(value: int) -> bool:
    return 0xD800 <= value <= 0xDFFF


def truth_to_int(value: Truth) -> Value:
    """`b as int`."""
    if value is True or value is False:
        return int(value)
    return Unknown(INT, 0, 1, hole=value.hole, cut=value.cut, reason=value.reason)


def bits(op: str, a: Value, b: Value, type_: IntType) -> Value:
    """`&`, `|`, `^`, `<<`, `>>` of two machine integers, as `by(bit_vector)` has them."""
    for value in (a, b):
        if isinstance(value, Unknown):
            return unknown(type_, of=value)
    match op:
        case "and":
            return a & b
        case "or":
            return a | b
        case "xor":
            return a ^ b
    if b < 0:
        return unknown(type_, "shift by a negative number", term=(op, a, b))
    if op == "shr":
        return a >> b
    return 0 if b >= type_.bits else wrap(a << b, type_)


def wrap(value: int, type_: IntType) -> int:
    """The integer of a machine type that is the value modulo 2 to its width."""
    low = value & ((1 << type_.bits) - 1)
    return low - (1 << type_.bits) if type_.high is not None and low > type_.high else low


def bit_not(a: Value, type_: IntType) -> Value:
    """`!a`."""
    if isinstance(a, Unknown):
        return unknown(type_, of=a)
    return wrap(~a, type_)


def product(a: Value, b: Value) -> Value:
    """`a * b` of integers of any size; large ones cost steps."""
    result = a * b
    if type(result) is not int or -_COSTLY < result < _COSTLY:
        return result
    charge(result.bit_length())
    return result


def charge(bits_: int) -> None:
    """Count what a number of a size costs.

    Raises:
        OutOfSteps: It is too large, or the steps are spent.
    """
    METER[0] -= bits_ >> 5
    if bits_ > _MAX_BITS or METER[0] < 0:
        raise OutOfSteps("a number is too large")


def power(base: Value, exponent: Value, modulus: Value = None) -> Value:
    """`pow(base, exponent)`, or a number with the same remainder as that."""
    if type(base) is int and type(exponent) is int:
        if exponent < 0:
            return unknown(INT, "power with a negative exponent")
        if type(modulus) is int and modulus != 0:
            charge(exponent.bit_length())
            return pow(base, exponent, abs(modulus))
        if base.bit_length() * exponent > _MAX_BITS and abs(base) > 1:
            raise OutOfSteps("a power is too large")
        result: int = base**exponent
        if not -_COSTLY < result < _COSTLY:
            charge(result.bit_length())
        return result
    low, high = interval(base)
    least, most = interval(exponent)
    of = exponent if isinstance(exponent, Unknown) else base
    if low < 1 or least < 0:
        return Unknown(INT, hole=of.hole, cut=of.cut, reason=of.reason)
    small = low == INF or least == INF or int(low).bit_length() * least > _MAX_BITS
    bottom = 1 if small else int(low) ** int(least)
    finite = INF not in (high, most) and int(high).bit_length() * most <= _MAX_BITS
    return Unknown(INT, bottom, int(high) ** int(most) if finite else INF, hole=of.hole, cut=of.cut)


def power_of_two(exponent: Value) -> Value:
    """`pow2(exponent)`."""
    return power(2, exponent)


def logarithm(base: Value, x: Value) -> Value:
    """`log(base, x)`: how often x can be divided by the base; 0 for x < base."""
    for value in (base, x):
        if isinstance(value, Unknown):
            return unknown(INT, of=value)
    result = 0
    while x >= base:  # vstd's definition, which also covers bases that make no sense
        if base == 0:
            return unknown(INT, "log of base 0", term=("log", base, x))
        smaller = divide(x, base)
        if smaller >= x or smaller < 0:
            break
        x = smaller
        result += 1
    return result


def minimum(a: Value, b: Value) -> Value:
    """`min(a, b)`."""
    return _chosen(a, b, a <= b)


def maximum(a: Value, b: Value) -> Value:
    """`max(a, b)`."""
    return _chosen(a, b, b <= a)


def _chosen(a: Value, b: Value, first: Truth) -> Value:
    if first is True:
        return a
    if first is False:
        return b
    (low_a, high_a), (low_b, high_b) = interval(a), interval(b)
    low, high = min(low_a, low_b), max(high_a, high_b)
    return Unknown(INT, low, high, hole=first.hole, cut=first.cut, reason=first.reason)


def absolute(a: Value) -> Value:
    """`abs(a)`."""
    if type(a) is int:
        return abs(a)
    if a.low >= 0:
        return a
    if a.high <= 0:
        return -a
    sign = a < 0
    of = sign if isinstance(sign, Unknown) else a
    return Unknown(NAT, 0, max(-a.low, a.high), hole=of.hole, cut=of.cut, reason=of.reason)


def root(a: Value) -> Value:
    """The largest integer whose square is at most `a`; -1 below 0."""
    if type(a) is int:
        return math.isqrt(a) if a >= 0 else -1
    low, high = interval(a)
    top = INF if high == INF else root(high)
    return Unknown(INT, root(low) if low != -INF else -1, top, hole=a.hole, cut=None)


def wrapping(op: Callable[[Value, Value], Value]) -> Callable[[IntType, Value, Value], Value]:
    """`wrapping_add` and its like."""

    def call(t: IntType, a: Value, b: Value) -> Value:
        result = op(a, b)
        return unknown(t, of=result) if isinstance(result, Unknown) else wrap(result, t)

    return call


def saturating(op: Callable[[Value, Value], Value]) -> Callable[[IntType, Value, Value], Value]:
    """`saturating_add` and its like."""

    def call(t: IntType, a: Value, b: Value) -> Value:
        low, high = limits(t)
        return minimum(maximum(op(a, b), low), high)

    return call


def checked(op: Callable[[Value, Value], Value]) -> Callable[[DataType, Value, Value], Value]:
    """`checked_add` and its like."""

    def call(t: DataType, a: Value, b: Value) -> Value:
        result = op(a, b)
        if isinstance(result, Unknown):
            return unknown(t, of=result)
        low, high = limits(t.args[0])
        return (1, result) if low <= result <= high else (0,)

    return call


wrapping_add, wrapping_sub, wrapping_mul = map(wrapping, (add, sub, mul))
saturating_add, saturating_sub = map(saturating, (add, sub))
checked_add, checked_sub, checked_mul = map(checked, (add, sub, mul))

"""Sequences whose length is not fixed: what is known of their elements, slices of them.

Such a sequence is an `Unknown` with parts: its length under `len`, under their indices the elements
that it has at whatever length, and under `tail` the range of all integers that may follow.
"""

from __future__ import annotations

from adjudge.verus.evaluate.unknown import INF, Number, Unknown, Value, interval, limits
from adjudge.verus.ir import NAT, IntType, Type

Range = tuple[Number, Number]

_ANYTHING: Range = (-INF, INF)
_SLICED = 4_000


def opened(type_: Type, length: Unknown, items: list[Value], tail: Range | None) -> Unknown:
    """A sequence of some length with certain first elements.

    Args:
        type_: Its type.
        length: Its length, at least that of `items`.
        items: The first elements.
        tail: The range of the integers that may follow; None if nothing is known of them.
    """
    made = Unknown(type_, hole=length.hole)
    made.parts = {"len": length, **dict(enumerate(items))}
    if tail is not None:
        made.parts["tail"] = tail
    return made


def first_items(s: Unknown) -> list[Value]:
    """The elements that a sequence certainly has, as far as they are made."""
    parts = s.parts or {}
    shortest = parts["len"].low if "len" in parts else 0
    found: list[Value] = []
    while len(found) < shortest and len(found) in parts:
        found.append(parts[len(found)])
    return found


def tail_of(s: Unknown) -> Range | None:
    """The range of the elements after the first ones."""
    return s.parts.get("tail") if s.parts else None


def hull(items: list[Value], tail: Range | None) -> Range:
    """The range of elements, and of what may follow."""
    low, high = _ANYTHING if tail is None else tail
    for item in items:
        if not isinstance(item, int | Unknown):
            return _ANYTHING
        least, most = interval(item)
        low, high = min(low, least), max(high, most)
    return low, high


def element(s: Unknown, i: Unknown, type_: Type) -> Value | None:
    """The element at an index that is known to be inside; None if that is not known."""
    tail = tail_of(s)
    if tail is None or not isinstance(type_, IntType) or type(i.low) is not int or i.low < 0:
        return None
    if (i < s.parts["len"]) is not True and not _below(i, s.parts["len"]):  # type: ignore[index]
        return None
    items = first_items(s)
    low, high = limits(type_)
    beyond = items[i.low : None if i.high == INF else int(i.high) + 1]
    least, most = hull(beyond, tail)
    return Unknown(type_, max(low, least), min(high, most), hole=i.hole, cut=i.cut)


UPPER: dict[object, tuple[object, int]] = {}
"""Of holes that an induction makes: to which hole's value, shifted, they do not go beyond."""


def _below(i: Unknown, length: Unknown) -> bool:
    """Whether an index is below a length by what an induction supposes."""
    above = UPPER.get(i.hole)
    if above is None or i.scale != 1 or length.scale != 1 or above[0] != length.hole:
        return False
    return i.shift + above[1] < length.shift


def subrange(s: Unknown, lo: Value, hi: Value, type_: Type) -> Value | None:
    """A slice of an open sequence that is open itself; None if its bounds are not that simple."""
    if type(lo) is not int or lo < 0 or not s.parts or "len" not in s.parts:
        return None
    length = s.parts["len"]
    if not isinstance(length, Unknown) or length.hole is None or not isinstance(hi, Unknown):
        return None
    dropped = length - hi
    if type(dropped) is not int or dropped < 0 or length.low < lo + dropped:
        return None
    if not lo + dropped <= _SLICED:
        return None
    items, tail = first_items(s), tail_of(s)
    if len(items) < min(lo, int(length.low)):
        return None
    kept = items[lo : max(lo, int(length.low) - dropped)]
    if tail is not None and dropped:
        tail = hull(items[max(lo, int(length.low) - dropped) :], tail)
    rest = length - (lo + dropped)
    if not isinstance(rest, Unknown):
        return None
    rest.type = NAT
    return opened(type_, rest, kept, tail)

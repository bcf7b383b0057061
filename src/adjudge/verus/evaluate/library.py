"""The functions of vstd on sequences, sets, multisets and maps, with vstd's meaning.

Each takes a type first: that of its result, or, if the result is a truth value or a place, that of
the sequence (`BY_RECEIVER`). Where vstd leaves a result unspecified (out of range, a choice among
several) it is unknown.
"""

# ruff: noqa: ARG002  (all functions take a type first)
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cmp_to_key

from adjudge.verus.evaluate import opened
from adjudge.verus.evaluate.budget import OutOfSteps
from adjudge.verus.evaluate.equality import Equality
from adjudge.verus.evaluate.unknown import (
    Truth,
    Unknown,
    Value,
    both,
    either,
    opposite,
    unknown,
)
from adjudge.verus.evaluate.values import Base, NotGround, Seq, key, length, seq
from adjudge.verus.ir import BOOL, INT, DataType, Datatype, SeqType, Type, option

Function = Callable[..., Value]

BY_RECEIVER = frozenset(
    {"contains", "index_of", "index_of_first", "index_of_last", "no_duplicates"}
    | {"is_prefix_of", "is_suffix_of", "all", "any", "remove_value"}
)
"""The functions that compare elements and so must know the type of the sequence."""


def known(*values: Value) -> bool:
    """Whether all values are known as wholes; their parts may not be."""
    return not any(isinstance(value, Unknown) for value in values)


def spoiled(type_: Type, *values: Value) -> Unknown:
    """An unknown result, because of the first argument that is unknown."""
    found = [v for v in values if isinstance(v, Unknown)]
    holes = [v for v in found if v.hole is not None]
    return unknown(type_, of=(holes or found)[0])


class Sequences:
    """`Seq`."""

    def __init__(self, datatypes: Mapping[DataType, Datatype], steps: list[int]) -> None:
        self._same = Equality(datatypes).same
        self._steps = steps

    def _charge(self, n: int) -> None:
        self._steps[0] -= n
        if self._steps[0] < 0:
            raise OutOfSteps

    def _made(self, items: Iterable[Value]) -> Seq:
        made = seq(items)
        self._charge(made.n // 8)
        return made

    def subrange(self, t: Type, s: Value, lo: Value, hi: Value) -> Value:
        """`s.subrange(lo, hi)`; `take`, `skip` and their like are such."""
        if type(s) is Seq and type(lo) is int and type(hi) is int:
            if 0 <= lo <= hi <= s.n:
                return Seq(s.base, s.lo + lo, hi - lo)
            term = ("subrange", s.base, s.lo, s.n, lo, hi)
            return unknown(t, f"subrange {lo}..{hi} of {s.n} elements", term=term)
        if isinstance(s, Unknown):
            found = opened.subrange(s, lo, hi, t)
            if found is not None:
                return found
        return spoiled(t, s, lo, hi)

    def take(self, t: Type, s: Value, n: Value) -> Value:
        """`s.take(n)`."""
        return self.subrange(t, s, 0, n)

    def skip(self, t: Type, s: Value, n: Value) -> Value:
        """`s.skip(n)`."""
        return self.subrange(t, s, n, length(s))

    def drop_first(self, t: Type, s: Value) -> Value:
        """`s.drop_first()`."""
        return self.subrange(t, s, 1, length(s))

    def drop_last(self, t: Type, s: Value) -> Value:
        """`s.drop_last()`."""
        return self.subrange(t, s, 0, length(s) - 1)

    def push(self, t: Type, s: Value, x: Value) -> Value:
        """`s.push(x)`."""
        return self._made([*s.items(), x]) if type(s) is Seq else spoiled(t, s)

    def add(self, t: Type, a: Value, b: Value) -> Value:
        """`a + b`."""
        if not known(a, b):
            return spoiled(t, a, b)
        return self._made(a.items() + b.items())

    def update(self, t: Type, s: Value, i: Value, x: Value) -> Value:
        """`s.update(i, x)`."""
        if not known(s, i):
            return spoiled(t, s, i)
        if not 0 <= i < s.n:
            return unknown(t, f"update at {i} of {s.n} elements")
        items = s.items()
        items[i] = x
        return self._made(items)

    def insert(self, t: Type, s: Value, i: Value, x: Value) -> Value:
        """`s.insert(i, x)`."""
        if not known(s, i):
            return spoiled(t, s, i)
        if not 0 <= i <= s.n:
            return unknown(t, f"insert at {i} of {s.n} elements")
        items = s.items()
        items.insert(i, x)
        return self._made(items)

    def remove(self, t: Type, s: Value, i: Value) -> Value:
        """`s.remove(i)`."""
        if not known(s, i):
            return spoiled(t, s, i)
        if not 0 <= i < s.n:
            return unknown(t, f"remove at {i} of {s.n} elements")
        items = s.items()
        del items[i]
        return self._made(items)

    def remove_value(self, t: Type, s: Value, x: Value) -> Value:
        """`s.remove_value(x)`: without its occurrence, if there is exactly one."""
        i = self.index_of(t, s, x)
        if type(s) is Seq and self.contains(t, s, x) is False:
            return s
        return self.remove(t, s, i)

    def reverse(self, t: Type, s: Value) -> Value:
        """`s.reverse()`."""
        return self._made(reversed(s.items())) if type(s) is Seq else spoiled(t, s)

    def new(self, t: Type, n: Value, f: Function) -> Value:
        """`Seq::new(n, f)`."""
        if not known(n, f):
            return spoiled(t, n, f)
        self._charge(n)
        return self._made([f(i) for i in range(n)])

    def repeat(self, t: Type, n: Value, x: Value) -> Value:
        """`seq![x; n]`."""
        if not known(n):
            return spoiled(t, n)
        self._charge(n)
        return self._made([x] * n)

    def map(self, t: Type, s: Value, f: Function) -> Value:
        """`s.map(|i, x| ..)`."""
        if not known(s, f):
            return spoiled(t, s, f)
        self._charge(s.n)
        return self._made([f(i, x) for i, x in enumerate(s.items())])

    def map_values(self, t: Type, s: Value, f: Function) -> Value:
        """`s.map_values(|x| ..)`."""
        if not known(s, f):
            return spoiled(t, s, f)
        self._charge(s.n)
        return self._made([f(x) for x in s.items()])

    def filter(self, t: Type, s: Value, f: Function) -> Value:
        """`s.filter(|x| ..)`."""
        if not known(s, f):
            return spoiled(t, s, f)
        self._charge(s.n)
        kept = []
        for x in s.items():
            keep = f(x)
            if isinstance(keep, Unknown):
                return unknown(t, of=keep)
            if keep:
                kept.append(x)
        return self._made(kept)

    def flatten(self, t: Type, s: Value) -> Value:
        """`s.flatten()`."""
        if not known(s) or not known(*s.items()):
            return spoiled(t, s, *(s.items() if known(s) else ()))
        return self._made([x for inner in s.items() for x in inner.items()])

    def zip_with(self, t: Type, a: Value, b: Value) -> Value:
        """`a.zip_with(b)`, of equally long sequences."""
        if not known(a, b):
            return spoiled(t, a, b)
        if a.n != b.n:
            return unknown(t, "zip_with of sequences of different lengths")
        return self._made(zip(a.items(), b.items(), strict=True))

    def fold_left(self, t: Type, s: Value, x: Value, f: Function) -> Value:
        """`s.fold_left(x, |acc, item| ..)`."""
        if not known(s, f):
            return spoiled(t, s, f)
        self._charge(s.n)
        for item in s.items():
            x = f(x, item)
        return x

    def fold_right(self, t: Type, s: Value, f: Function, x: Value) -> Value:
        """`s.fold_right(|item, acc| .., x)`."""
        if not known(s, f):
            return spoiled(t, s, f)
        self._charge(s.n)
        for item in reversed(s.items()):
            x = f(item, x)
        return x

    def all(self, t: Type, s: Value, f: Function) -> Truth:
        """`s.all(|x| ..)`."""
        if not known(s, f):
            return spoiled(BOOL, s, f)
        result: Truth = True
        self._charge(s.n)
        for x in s.items():
            result = both(result, f(x))
            if result is False:
                break
        return result

    def any(self, t: Type, s: Value, f: Function) -> Truth:
        """`s.any(|x| ..)`."""
        return opposite(self.all(t, s, lambda x: opposite(f(x))) if known(f) else spoiled(BOOL, f))

    def contains(self, t: Type, s: Value, x: Value) -> Truth:
        """`s.contains(x)`."""
        if type(s) is not Seq:
            return spoiled(BOOL, s)
        result: Truth = False
        self._charge(s.n // 8)
        items = s.items()
        if type(x) is int and x in items:  # an element that is not known is not found this way
            return True
        for item in items:
            result = either(result, self._equal(t, item, x))
            if result is True:
                return True
        return result

    def _equal(self, t: Type, a: Value, b: Value) -> Truth:
        """Equality of two elements of a sequence of type `t`."""
        if type(a) is int and type(b) is int:
            return a == b
        return self._same(a, b, t.item if isinstance(t, SeqType) else t)

    def _places(self, t: Type, s: Seq, x: Value) -> tuple[list[int], Unknown | None]:
        """Where an element stands, and a doubt if that is not sure."""
        self._charge(s.n)
        found, doubtful = [], None
        for i, item in enumerate(s.items()):
            equal = self._equal(t, item, x)
            if equal is True:
                found.append(i)
            elif equal is not False:
                doubtful = equal
        return found, doubtful

    def index_of(self, t: Type, s: Value, x: Value) -> Value:
        """`s.index_of(x)`: one of the places, which one is not specified."""
        if type(s) is not Seq:
            return spoiled(INT, s)
        found, doubtful = self._places(t, s, x)
        if doubtful is not None:
            return unknown(INT, of=doubtful)
        if not found:
            return unknown(
                t, "index_of without an occurrence", term=("index_of", s.base, s.lo, s.n)
            )
        if len(found) == 1:
            return found[0]
        return Unknown(INT, found[0], found[-1], reason="index_of with several occurrences")

    def index_of_first(self, t: Type, s: Value, x: Value) -> Value:
        """`s.index_of_first(x)`."""
        return self._place(t, s, x, 0)

    def index_of_last(self, t: Type, s: Value, x: Value) -> Value:
        """`s.index_of_last(x)`."""
        return self._place(t, s, x, -1)

    def _place(self, t: Type, s: Value, x: Value, which: int) -> Value:
        if type(s) is not Seq:
            return spoiled(_OPTION, s)
        found, doubtful = self._places(t, s, x)
        if doubtful is not None:
            return unknown(_OPTION, of=doubtful)
        return (1, found[which]) if found else (0,)

    def no_duplicates(self, t: Type, s: Value) -> Truth:
        """`s.no_duplicates()`."""
        if type(s) is not Seq:
            return spoiled(BOOL, s)
        self._charge(s.n)
        try:
            keys = [key(x) for x in s.items()]
            if len(set(keys)) == len(keys):
                return True
            if type(keys[0]) is int:
                return False
        except NotGround:
            pass
        result: Truth = True
        items = s.items()
        self._charge(s.n * s.n // 2)
        for i, x in enumerate(items):
            for y in items[:i]:
                result = both(result, opposite(self._equal(t, x, y)))
                if result is False:
                    return False
        return result

    def is_prefix_of(self, t: Type, a: Value, b: Value) -> Truth:
        """`a.is_prefix_of(b)`."""
        return self._affix(t, a, b, at_end=False)

    def is_suffix_of(self, t: Type, a: Value, b: Value) -> Truth:
        """`a.is_suffix_of(b)`."""
        return self._affix(t, a, b, at_end=True)

    def _affix(self, t: Type, a: Value, b: Value, *, at_end: bool) -> Truth:
        if not known(a, b):
            return spoiled(BOOL, a, b)
        if a.n > b.n:
            return False
        result: Truth = True
        others = b.items()[b.n - a.n :] if at_end else b.items()
        for x, y in zip(a.items(), others, strict=False):
            result = both(result, self._equal(t, x, y))
            if result is False:
                break
        return result

    def max(self, t: Type, s: Value) -> Value:
        """`s.max()` of a sequence of integers that is not empty."""
        return self._extreme(t, s, 1)

    def min(self, t: Type, s: Value) -> Value:
        """`s.min()` of a sequence of integers that is not empty."""
        return self._extreme(t, s, -1)

    def _extreme(self, t: Type, s: Value, sign: int) -> Value:
        if type(s) is not Seq or s.n == 0 or not known(*s.items()):
            return unknown(t, "extreme of an empty sequence") if known(s) else spoiled(t, s)
        return max(s.items()) if sign > 0 else min(s.items())

    def sort(self, t: Type, s: Value) -> Value:
        """`s.sort()` of integers."""
        return self.sort_by(t, s, lambda x, y: x <= y)

    def sort_by(self, t: Type, s: Value, f: Function) -> Value:
        """`s.sort_by(leq)`, if the elements are totally ordered by it; else unspecified."""
        if not known(s, f):
            return spoiled(t, s, f)
        items = s.items()
        self._charge(s.n * s.n)
        try:
            kinds = {key(x): x for x in items}
        except NotGround as found:
            return unknown(t, of=found.value)
        order = {(i, j): f(x, y) for i, x in kinds.items() for j, y in kinds.items()}
        if not known(*order.values()):
            return spoiled(t, *order.values())
        if not _is_total(list(kinds), order):
            return unknown(t, "sort_by an order that is not total")
        rank = cmp_to_key(lambda x, y: -1 if order[x, y] and x != y else int(x != y))
        return self._made([kinds[k] for k in sorted((key(x) for x in items), key=rank)])

    def full(self, t: Type) -> Value:
        """Nothing of vstd: no sequence is full."""
        return unknown(t, "full")

    def of(self, t: Type, x: Value) -> Value:
        """`Seq::singleton(x)`."""
        return self._made([x])

    def empty(self, t: Type) -> Value:
        """`Seq::empty()`."""
        return Seq(_EMPTY, 0, 0)


_EMPTY = Base()
_OPTION = option(INT)


def _is_total(keys: list[object], order: dict[tuple[object, object], bool]) -> bool:
    """Whether an order is reflexive, total, antisymmetric and transitive on some elements."""
    for x in keys:
        for y in keys:
            if not (order[x, y] or order[y, x]) or (x != y and order[x, y] and order[y, x]):
                return False
    rank = sorted(keys, key=lambda x: sum(order[y, x] for y in keys))
    return all(order[x, y] for i, x in enumerate(rank) for y in rank[i:])

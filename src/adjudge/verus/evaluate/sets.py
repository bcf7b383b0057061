"""The functions of vstd on sets, multisets and maps, with vstd's meaning."""

# ruff: noqa: ARG002  (all functions take a type first)
from __future__ import annotations

from collections.abc import Callable

from adjudge.verus.evaluate.budget import OutOfSteps
from adjudge.verus.evaluate.library import Function, known, spoiled
from adjudge.verus.evaluate.unknown import (
    INF,
    Truth,
    Unknown,
    Value,
    both,
    either,
    opposite,
    unknown,
)
from adjudge.verus.evaluate.values import Bag, Comprehension, Finite, Mapping_, NotGround, Seq, key
from adjudge.verus.ir import NAT, Type

_MAX = 1_000_000


def _contains(a: Value, x: Value) -> Truth:
    if isinstance(a, Comprehension):
        return a.holds(x)
    k = key(x)
    return k in a.items


class Sets:
    """`Set`: finite, or given by a predicate."""

    def of(self, t: Type, *items: Value) -> Value:
        """`set![..]`."""
        return Finite({key(x): x for x in items})

    def empty(self, t: Type) -> Value:
        """`Set::empty()`."""
        return Finite({})

    def full(self, t: Type) -> Value:
        """`Set::full()`."""
        return Comprehension(lambda _: True)

    def new(self, t: Type, f: Function) -> Value:
        """`Set::new(|x| ..)`."""
        return spoiled(t, f) if isinstance(f, Unknown) else Comprehension(f)

    def contains(self, t: Type, a: Value, x: Value) -> Truth:
        """`a.contains(x)`."""
        return spoiled(t, a) if isinstance(a, Unknown) else _contains(a, x)

    def finite(self, t: Type, a: Value) -> Truth:
        """`a.finite()`."""
        return True if type(a) is Finite else unknown(t, "finiteness of a set by predicate")

    def len(self, t: Type, a: Value) -> Value:
        """`a.len()`, of a finite set."""
        return len(a.items) if type(a) is Finite else unknown(t, "size of a set by predicate")

    def is_empty(self, t: Type, a: Value) -> Truth:
        """`a.is_empty()`."""
        return not a.items if type(a) is Finite else unknown(t, "emptiness of a set by predicate")

    def insert(self, t: Type, a: Value, x: Value) -> Value:
        """`a.insert(x)`."""
        if type(a) is Finite:
            return Finite({**a.items, key(x): x})
        return self._made(t, a, a, lambda y: either(_is(x, y), _contains(a, y)))

    def remove(self, t: Type, a: Value, x: Value) -> Value:
        """`a.remove(x)`."""
        if type(a) is Finite:
            k = key(x)
            return Finite({j: y for j, y in a.items.items() if j != k})
        return self._made(t, a, a, lambda y: both(opposite(_is(x, y)), _contains(a, y)))

    def _made(self, t: Type, a: Value, b: Value, holds: Callable[[Value], Truth]) -> Value:
        return spoiled(t, a, b) if not known(a, b) else Comprehension(holds)

    def union(self, t: Type, a: Value, b: Value) -> Value:
        """`a.union(b)`."""
        if type(a) is Finite and type(b) is Finite:
            return Finite({**a.items, **b.items})
        return self._made(t, a, b, lambda x: either(_contains(a, x), _contains(b, x)))

    add = union

    def intersect(self, t: Type, a: Value, b: Value) -> Value:
        """`a.intersect(b)`."""
        if type(a) is not Finite and type(b) is Finite:
            a, b = b, a
        return self.filter(t, a, lambda x: _contains(b, x)) if known(a, b) else spoiled(t, a, b)

    def difference(self, t: Type, a: Value, b: Value) -> Value:
        """`a.difference(b)`."""
        if not known(a, b):
            return spoiled(t, a, b)
        return self.filter(t, a, lambda x: opposite(_contains(b, x)))

    def filter(self, t: Type, a: Value, f: Function) -> Value:
        """`a.filter(|x| ..)`."""
        if not known(a, f):
            return spoiled(t, a, f)
        if type(a) is not Finite:
            return Comprehension(lambda x: both(_contains(a, x), f(x)))
        kept = {k: (x, f(x)) for k, x in a.items.items()}
        truths = [truth for _, truth in kept.values()]
        if not known(*truths):
            return spoiled(t, *truths)
        return Finite({k: x for k, (x, keep) in kept.items() if keep})

    def subset_of(self, t: Type, a: Value, b: Value) -> Truth:
        """`a.subset_of(b)`."""
        if not known(b):
            return spoiled(t, b)
        return self.all(t, a, lambda x: _contains(b, x))

    def disjoint(self, t: Type, a: Value, b: Value) -> Truth:
        """`a.disjoint(b)`."""
        if type(a) is not Finite and type(b) is Finite:
            a, b = b, a
        return self.all(t, a, lambda x: opposite(_contains(b, x))) if known(b) else spoiled(t, b)

    def all(self, t: Type, a: Value, f: Function) -> Truth:
        """`a.all(|x| ..)`."""
        if type(a) is not Finite or isinstance(f, Unknown):
            return unknown(t, "all elements of a set by predicate") if known(a) else spoiled(t, a)
        result: Truth = True
        for x in a.items.values():
            result = both(result, f(x))
            if result is False:
                break
        return result

    def any(self, t: Type, a: Value, f: Function) -> Truth:
        """`a.any(|x| ..)`."""
        if isinstance(f, Unknown):
            return spoiled(t, f)
        return opposite(self.all(t, a, lambda x: opposite(f(x))))

    def map(self, t: Type, a: Value, f: Function) -> Value:
        """`a.map(|x| ..)`."""
        if type(a) is not Finite or isinstance(f, Unknown):
            return unknown(t, "image of a set by predicate")
        made = [f(x) for x in a.items.values()]
        return Finite({key(y): y for y in made})

    def range(self, t: Type, lo: Value, hi: Value) -> Value:
        """`set_int_range(lo, hi)`."""
        if not known(lo, hi):
            return spoiled(t, lo, hi)
        if hi - lo > _MAX:
            raise OutOfSteps("a range of integers is too large")
        return Finite({i: i for i in range(lo, hi)})

    def of_seq(self, t: Type, s: Value) -> Value:
        """`s.to_set()`."""
        return Finite({key(x): x for x in s.items()}) if type(s) is Seq else spoiled(t, s)


def _is(x: Value, y: Value) -> Truth:
    return bool(key(x) == key(y))


class Bags:
    """`Multiset`."""

    def of(self, t: Type, *items: Value) -> Value:
        """`Multiset::singleton(x)`."""
        made: dict[object, tuple[Value, int]] = {}
        open_ = []
        for x in items:
            if isinstance(x, Unknown) and x.scale:
                open_.append(x)
                continue
            k = key(x)
            made[k] = (x, made[k][1] + 1 if k in made else 1)
        return Bag(made, tuple(open_))

    def of_seq(self, t: Type, s: Value) -> Value:
        """`s.to_multiset()`."""
        if type(s) is Seq:
            return self.of(t, *s.items())
        if s.parts is None or "len" not in s.parts:
            return spoiled(t, s)
        size = s.parts["len"]
        certain = (x for i, x in s.parts.items() if type(i) is int and 0 <= i < size.low)
        found = self.of(t, *certain)
        return Bag(found.items, found.open, size)

    def empty(self, t: Type) -> Value:
        """`Multiset::empty()`."""
        return Bag({})

    def count(self, t: Type, a: Value, x: Value) -> Value:
        """`a.count(x)`."""
        if isinstance(a, Unknown):
            return spoiled(t, a)
        if not a.is_ground or (isinstance(x, Unknown) and x.scale):
            return self._count_hole(a, x)
        found = a.items.get(key(x))
        return found[1] if found else 0

    def _count_hole(self, a: Bag, x: Value) -> Value:
        """A count, where elements or the value are not fixed."""
        result: Value = 0
        for y, count in [*a.items.values(), *((hole, 1) for hole in a.open)]:
            equal: Truth = y == x
            if equal is True:
                result = result + count
            elif isinstance(equal, Unknown):
                some = Unknown(NAT, 0, count, hole=equal.hole, cut=equal.cut, reason=equal.reason)
                result = result + some
        if a.size is not None:
            more = Unknown(NAT, 0, INF, hole=a.size.hole, cut=a.size.cut, reason=a.size.reason)
            result = result + more
        return result

    def contains(self, t: Type, a: Value, x: Value) -> Truth:
        """`a.contains(x)`."""
        count = self.count(t, a, x)
        result: Truth = count > 0
        return result

    def len(self, t: Type, a: Value) -> Value:
        """`a.len()`."""
        return spoiled(t, a) if isinstance(a, Unknown) else a.total()

    def is_empty(self, t: Type, a: Value) -> Truth:
        """`a.is_empty()`."""
        if isinstance(a, Unknown):
            return spoiled(t, a)
        empty: Truth = a.total() == 0
        return empty

    def insert(self, t: Type, a: Value, x: Value) -> Value:
        """`a.insert(x)`."""
        return self.add(t, a, self.of(t, x))

    def remove(self, t: Type, a: Value, x: Value) -> Value:
        """`a.remove(x)`: once."""
        return self.sub(t, a, self.of(t, x))

    def add(self, t: Type, a: Value, b: Value) -> Value:
        """`a.add(b)`."""
        return self._merged(t, a, b, 1)

    def sub(self, t: Type, a: Value, b: Value) -> Value:
        """`a.sub(b)`."""
        return self._merged(t, a, b, -1)

    def _merged(self, t: Type, a: Value, b: Value, sign: int) -> Value:
        if not known(a, b):
            return spoiled(t, a, b)
        if a.size is not None or b.size is not None or (sign < 0 and (a.open or b.open)):
            return unknown(t, of=_doubtful(a, b))
        made = dict(a.items)
        for k, (x, count) in b.items.items():
            total = (made[k][1] if k in made else 0) + sign * count
            made[k] = (x, max(total, 0))
        return Bag({k: pair for k, pair in made.items() if pair[1]}, a.open + b.open)

    def subset_of(self, t: Type, a: Value, b: Value) -> Truth:
        """`a.subset_of(b)`."""
        if not known(a, b):
            return spoiled(t, a, b)
        if not (a.is_ground and b.is_ground):
            return unknown(t, of=_doubtful(a, b))
        return all(k in b.items and c <= b.items[k][1] for k, (_, c) in a.items.items())

    def filter(self, t: Type, a: Value, f: Function) -> Value:
        """`a.filter(|x| ..)`."""
        if not known(a, f):
            return spoiled(t, a, f)
        if not a.is_ground:
            return unknown(t, of=_doubtful(a))
        truths = {k: f(x) for k, (x, _) in a.items.items()}
        if not known(*truths.values()):
            return spoiled(t, *truths.values())
        return Bag({k: pair for k, pair in a.items.items() if truths[k]})


def _doubtful(*bags: Bag) -> Unknown:
    """What is not fixed in some multisets."""
    sizes = [bag.size for bag in bags if bag.size is not None]
    return (*sizes, *(hole for bag in bags for hole in bag.open))[0]


class Maps:
    """`Map`, finite ones only."""

    def of(self, t: Type, *items: Value) -> Value:
        """`map![k => v, ..]`: keys and values in turn."""
        pairs = zip(items[::2], items[1::2], strict=True)
        return Mapping_({key(k): (k, v) for k, v in pairs})

    def empty(self, t: Type) -> Value:
        """`Map::empty()`."""
        return Mapping_({})

    def index(self, t: Type, m: Value, k: Value) -> Value:
        """`m[k]`."""
        if isinstance(m, Unknown):
            return spoiled(t, m)
        found = m.items.get(key(k))
        return found[1] if found else unknown(t, "a key that is not in the map")

    def get(self, t: Type, m: Value, k: Value) -> Value:
        """`m.get(k)`."""
        if isinstance(m, Unknown):
            return spoiled(t, m)
        found = m.items.get(key(k))
        return (1, found[1]) if found else (0,)

    def contains_key(self, t: Type, m: Value, k: Value) -> Truth:
        """`m.contains_key(k)`."""
        return spoiled(t, m) if isinstance(m, Unknown) else key(k) in m.items

    def contains_value(self, t: Type, m: Value, v: Value) -> Truth:
        """`m.contains_value(v)`."""
        if isinstance(m, Unknown):
            return spoiled(t, m)
        return key(v) in {key(x) for _, x in m.items.values()}

    def contains_pair(self, t: Type, m: Value, k: Value, v: Value) -> Truth:
        """`m.contains_pair(k, v)`."""
        if isinstance(m, Unknown):
            return spoiled(t, m)
        found = m.items.get(key(k))
        return found is not None and key(found[1]) == key(v)

    def dom(self, t: Type, m: Value) -> Value:
        """`m.dom()`."""
        if isinstance(m, Unknown):
            return spoiled(t, m)
        return Finite({j: k for j, (k, _) in m.items.items()})

    def values(self, t: Type, m: Value) -> Value:
        """`m.values()`."""
        if isinstance(m, Unknown):
            return spoiled(t, m)
        return Finite({key(v): v for _, v in m.items.values()})

    def len(self, t: Type, m: Value) -> Value:
        """`m.len()`."""
        return spoiled(t, m) if isinstance(m, Unknown) else len(m.items)

    def insert(self, t: Type, m: Value, k: Value, v: Value) -> Value:
        """`m.insert(k, v)`."""
        return spoiled(t, m) if isinstance(m, Unknown) else Mapping_({**m.items, key(k): (k, v)})

    def remove(self, t: Type, m: Value, k: Value) -> Value:
        """`m.remove(k)`."""
        if isinstance(m, Unknown):
            return spoiled(t, m)
        gone = key(k)
        return Mapping_({j: pair for j, pair in m.items.items() if j != gone})

    def union_prefer_right(self, t: Type, a: Value, b: Value) -> Value:
        """`a.union_prefer_right(b)`."""
        return Mapping_({**a.items, **b.items}) if known(a, b) else spoiled(t, a, b)

    def submap_of(self, t: Type, a: Value, b: Value) -> Truth:
        """`a.submap_of(b)`."""
        if not known(a, b):
            return spoiled(t, a, b)
        return all(k in b.items and key(b.items[k][1]) == key(v) for k, (_, v) in a.items.items())


def guarded(function: Function) -> Function:
    """A function that is unknown where it would need the key of something unknown."""

    def call(t: Type, *args: Value) -> Value:
        try:
            return function(t, *args)
        except NotGround as found:
            return unknown(t, of=found.value)

    return call

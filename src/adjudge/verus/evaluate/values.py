"""Values while evaluating: sequences as views, collections, and the way in and out.

Integers are ints, characters their code points, tuples and structs tuples (a struct's and an
enum's value begins with the number of the variant), sequences `Seq`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from adjudge.verus.evaluate.opened import element
from adjudge.verus.evaluate.unknown import Truth, Unknown, Value, interval, unknown
from adjudge.verus.ir import (
    CharType,
    DataType,
    Datatype,
    IntType,
    MapType,
    OpaqueType,
    SeqType,
    SetType,
    TupleType,
    Type,
)


class Base(list):  # type: ignore[type-arg]
    """The storage of sequences. It is compared by identity, which makes it a cheap memo key."""

    __slots__ = ()
    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__
    __ne__ = object.__ne__


class Seq:
    """`n` items of `base` from `lo` on: slices share storage."""

    __slots__ = ("base", "lo", "n")

    def __init__(self, base: Base, lo: int, n: int) -> None:
        self.base = base
        self.lo = lo
        self.n = n

    def items(self) -> list[Value]:
        """The elements."""
        return self.base[self.lo : self.lo + self.n]

    def __repr__(self) -> str:
        return f"Seq({self.items()})"


def seq(items: Iterable[Value]) -> Seq:
    """A new sequence."""
    base = Base(items)
    return Seq(base, 0, len(base))


_HULL = 64


class NotGround(Exception):
    """A value holds something unknown, so it has no key."""

    def __init__(self, value: Unknown) -> None:
        super().__init__()
        self.value = value


class Finite:
    """A finite set: its elements by key."""

    __slots__ = ("items",)

    def __init__(self, items: dict[Any, Value]) -> None:
        self.items = items


class Comprehension:
    """A set given by a predicate."""

    __slots__ = ("holds",)

    def __init__(self, holds: Callable[[Value], Truth]) -> None:
        self.holds = holds


class Bag:
    """A multiset: (element, count) by key, counts positive; and elements that are holes.

    Attributes:
        items: What is known.
        open: Elements that are not fixed.
        size: The size, where more elements may follow; else None.
    """

    __slots__ = ("items", "open", "size")

    def __init__(
        self,
        items: dict[Any, tuple[Value, int]],
        open_: tuple[Unknown, ...] = (),
        size: Unknown | None = None,
    ) -> None:
        self.items = items
        self.open = open_
        self.size = size

    @property
    def is_ground(self) -> bool:
        """Whether all of it is known."""
        return not self.open and self.size is None

    def total(self) -> Value:
        """The size."""
        if self.size is not None:
            return self.size
        return sum(count for _, count in self.items.values()) + len(self.open)


class Mapping_:
    """A finite map: (key, value) by the key's key."""

    __slots__ = ("items",)

    def __init__(self, items: dict[Any, tuple[Value, Value]]) -> None:
        self.items = items


def key(value: Value) -> Any:
    """Something hashable that equal values share.

    Raises:
        NotGround: There is something unknown in it, or a function.
    """
    if type(value) is int or type(value) is bool:
        return value
    if type(value) is Seq:
        return ("seq", *map(key, value.items()))
    if type(value) is tuple:
        return tuple(map(key, value))
    if type(value) is Finite:
        return ("set", frozenset(value.items))
    if type(value) is Bag:
        if not value.is_ground:
            raise NotGround(value.size if value.size is not None else value.open[0])
        return ("bag", frozenset((k, c) for k, (_, c) in value.items.items()))
    if type(value) is Mapping_:
        return ("map", frozenset((k, key(v)) for k, (_, v) in value.items.items()))
    if isinstance(value, Unknown):
        raise NotGround(value)
    raise NotGround(unknown(OpaqueType("_"), "functions and infinite sets have no key"))


def length(s: Value) -> Value:
    """The length of a sequence."""
    if s.n >= 0:
        return s.n
    return component(s, "len", IntType("usize" if getattr(s.type, "exec", False) else "nat"))


def component(whole: Unknown, name: Any, type_: Type) -> Value:
    """A component of an unknown value; asked twice, it is the same value."""
    if whole.parts is None:
        whole.parts = {}
    found = whole.parts.get(name)
    if found is None:
        term = None if whole.term is None else (name, whole.term)
        found = unknown(type_, whole.reason, term=term)
        found.hole, found.cut = whole.hole, whole.cut
        whole.parts[name] = found
    return found


def part(whole: Value, index: int, type_: Type) -> Value:
    """A component of a tuple."""
    return whole[index] if type(whole) is tuple else component(whole, index, type_)


def has_variant(value: Value, variant: int) -> Truth:
    """Whether an enum's value has a variant."""
    if type(value) is tuple:
        return bool(value[0] == variant)
    result: Truth = component(value, "variant", IntType("nat")) == variant
    return result


def field(value: Value, variant: int, index: int, type_: Type) -> Value:
    """A field of a variant: unspecified if the value has another one."""
    if type(value) is tuple:
        if value[0] == variant:
            return value[index + 1]
        return unknown(type_, "field of another variant", term=("field", variant, index, value))
    return component(value, (variant, index), type_)


def at(s: Value, i: Value, type_: Type) -> Value:
    """`s[i]`, wherever that is."""
    if type(s) is not Seq:
        if type(i) is int:
            return component(s, i, type_)
        inside = element(s, i, type_)
        if inside is not None:
            return inside
        return unknown(type_, of=i if i.hole is not None else s)
    if type(i) is int:
        if 0 <= i < s.n:
            return s.base[s.lo + i]
        return unknown(type_, f"index {i} of {s.n} elements", term=("index", s.base, s.lo, s.n, i))
    return _somewhere(s, i, type_)


def _somewhere(s: Seq, i: Unknown, type_: Type) -> Value:
    """An element at an index that is not known."""
    for outside in (i < 0, i >= s.n):
        if outside is not False:
            return unknown(type_, of=outside if isinstance(outside, Unknown) else i)
    found = unknown(type_, of=i)
    inside = s.base[s.lo + int(i.low) : s.lo + int(i.high) + 1]
    if len(inside) <= _HULL and isinstance(type_, IntType | CharType):
        ends = [interval(x) for x in inside]
        found.low, found.high = min(low for low, _ in ends), max(high for _, high in ends)
        if found.low == found.high and type(found.low) is int:
            return found.low
    return found


def from_model(value: Any, type_: Type, datatypes: Mapping[DataType, Datatype]) -> Value:
    """A case's value, as the language-neutral types have it, at its Verus type."""
    match type_:
        case CharType():
            return ord(value)
        case SeqType():
            items = value if not isinstance(value, str) else map(str, value)
            return seq([from_model(item, type_.item, datatypes) for item in items])
        case TupleType():
            parts = zip(value, type_.items, strict=True)
            return tuple(from_model(v, t, datatypes) for v, t in parts)
        case DataType(name="Option"):
            if value is None:
                return (0,)
            return (1, from_model(value, type_.args[0], datatypes))
        case SetType():
            made = [from_model(item, type_.item, datatypes) for item in value]
            return Finite({key(item): item for item in made})
        case MapType():
            pairs = [
                (from_model(k, type_.key, datatypes), from_model(v, type_.value, datatypes))
                for k, v in value.items()
            ]
            return Mapping_({key(k): (k, v) for k, v in pairs})
        case DataType():
            return _from_record(value, type_, datatypes)
        case OpaqueType():
            return unknown(type_, f"type {type_.name} is not known")
    return value


def _from_record(value: Any, type_: DataType, datatypes: Mapping[DataType, Datatype]) -> Value:
    data = datatypes.get(type_)
    if data is None or not data.is_struct or not isinstance(value, dict):
        return unknown(type_, f"a value of {type_.name} is not known")
    fields = data.variants[0].fields
    return (0, *(from_model(value[name], t, datatypes) for name, t in fields))


def to_model(value: Value, type_: Type, datatypes: Mapping[DataType, Datatype]) -> Any:
    """A value in the language-neutral form, for people to read; None if it is not known."""
    if isinstance(value, Unknown):
        return None
    match type_:
        case CharType():
            return chr(value)
        case SeqType() if type(value) is Seq:
            return [to_model(item, type_.item, datatypes) for item in value.items()]
        case TupleType():
            return tuple(to_model(v, t, datatypes) for v, t in zip(value, type_.items, strict=True))
        case DataType() if type_ in datatypes:
            variant = datatypes[type_].variants[value[0]]
            fields = zip(variant.fields, value[1:], strict=True)
            return {variant.name: {name: to_model(v, t, datatypes) for (name, t), v in fields}}
    return value

"""When values are equal: extensionally, in three values, by type."""

from __future__ import annotations

from collections.abc import Mapping

from adjudge.verus.evaluate.cells import value_of, whole
from adjudge.verus.evaluate.unknown import Truth, Unknown, Value, both, doubt, unknown
from adjudge.verus.evaluate.values import Bag, NotGround, Seq, component, key, length, part
from adjudge.verus.ir import (
    BOOL,
    BoolType,
    CharType,
    DataType,
    Datatype,
    FnType,
    IntType,
    MapType,
    MultisetType,
    SeqType,
    SetType,
    TupleType,
    Type,
)

_ATOMS = (IntType, CharType, BoolType)
_NO_SEARCH = -1


class Equality:
    """Equality of values, given what structs and enums are made of."""

    def __init__(self, datatypes: Mapping[DataType, Datatype]) -> None:
        self._datatypes = datatypes

    def same(self, a: Value, b: Value, type_: Type) -> Truth:
        """Whether two values of a type are equal."""
        if isinstance(type_, _ATOMS):
            atoms: Truth = a == b
            return atoms
        if isinstance(type_, SeqType):
            return self._seqs(a, b, type_)
        if a is b:
            return True
        if isinstance(type_, TupleType):
            return self._tuples(a, b, type_)
        if isinstance(type_, FnType) and not isinstance(a, Unknown):
            return self._functions(a, b, type_)
        if isinstance(a, Unknown) or isinstance(b, Unknown):
            return unknown_equal(a, b)
        if isinstance(type_, DataType):
            return self._data(a, b, type_)
        if isinstance(type_, MultisetType) and a.is_ground != b.is_ground:
            return _bags_with_holes(a, b)
        if isinstance(type_, SetType | MultisetType | MapType):
            return self._by_key(a, b)
        return doubt(unknown(type_, "equality at a type that is not known"))

    def _seqs(self, a: Value, b: Value, type_: SeqType) -> Truth:
        if a is b:
            return True
        if type(a) is not Seq or type(b) is not Seq:
            lengths = length(a) == length(b)
            return False if lengths is False else unknown_equal(a, b)
        if a.n != b.n:
            return False
        if a.base is b.base and a.lo == b.lo:
            return True
        result: Truth = True
        left, right = a.items(), b.items()
        if left != right or not isinstance(type_.item, _ATOMS):
            for x, y in zip(left, right, strict=True):
                result = both(result, self.same(x, y, type_.item))
                if result is False:
                    return False
        if type_.exec and result is True:
            reason = "equality of containers says more than equality of their views"
            return doubt(unknown(type_, reason))
        return result

    def _tuples(self, a: Value, b: Value, type_: TupleType) -> Truth:
        result: Truth = True
        for i, item in enumerate(type_.items):
            result = both(result, self.same(part(a, i, item), part(b, i, item), item))
            if result is False:
                return False
        return result

    def _data(self, a: tuple[Value, ...], b: tuple[Value, ...], type_: DataType) -> Truth:
        if a[0] != b[0]:
            return False
        result: Truth = True
        data = self._datatypes[type_]
        for i, (_, field_type) in enumerate(data.variants[a[0]].fields, 1):
            result = both(result, self.same(a[i], b[i], field_type))
            if result is False:
                return False
        return result

    def _functions(self, a: Value, b: Value, type_: FnType) -> Truth:
        """Equality at all arguments at once, which decides only where it is plain."""
        if not isinstance(b, Unknown):
            cells = whole(TupleType(type_.params), self._datatypes)
            args = value_of(cells, _NO_SEARCH, ())
            truth = self.same(a(*args), b(*args), type_.result)
            if not isinstance(truth, Unknown):
                return truth
        return doubt(unknown(type_, "equality of functions"))

    def _by_key(self, a: Value, b: Value) -> Truth:
        try:
            return bool(key(a) == key(b))
        except NotGround as found:
            value = found.value
            return Unknown(BOOL, hole=value.hole, cut=value.cut, reason=value.reason)


def unknown_equal(a: Value, b: Value) -> Truth:
    """Equality of two values one of which is unknown as a whole."""
    first, second = (a, b) if isinstance(a, Unknown) else (b, a)
    if isinstance(second, Unknown):
        if first.term is not None and first.term == second.term:
            return True
        if first.hole is None:
            first = second
    elif type(second) is tuple and isinstance(first.type, DataType):
        variants: Truth = component(first, "variant", IntType("nat")) == second[0]
        if variants is False:
            return False
    return Unknown(BOOL, hole=first.hole, reason=first.reason)


def _bags_with_holes(a: Bag, b: Bag) -> Truth:
    """Equality of two multisets one of which has elements that are not fixed."""
    if a.is_ground:
        a, b = b, a
    sizes: Truth = a.total() == b.total()
    if sizes is not True:
        return sizes
    left = {k: count for k, (_, count) in b.items.items()}
    for k, (_, count) in a.items.items():
        left[k] = left.get(k, 0) - count
        if left[k] < 0:
            return False
    result: Truth = True
    for hole in a.open:
        possible: list[Truth] = [hole == b.items[k][0] for k, count in left.items() if count > 0]
        fits = [truth for truth in possible if truth is not False]
        if not fits:
            return False
        result = both(result, fits[0] if isinstance(fits[0], Unknown) else doubt(hole))
    return result

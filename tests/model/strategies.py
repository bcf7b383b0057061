"""Random types, and random values of a type."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import strategies as st

from adjudge.model import Type
from adjudge.model.types import (
    Bool,
    Char,
    Float,
    Int,
    List,
    Map,
    Nat,
    Option,
    Record,
    Set,
    Str,
    Tuple,
    Union,
)

INTS = ["int", *(s + w for s in "iu" for w in ("8", "16", "32", "64", "128", "size"))]
RECORDS = {
    "Point": (("x", Int("i32")), ("y", Float())),
    "ListNode": (("val", Int("i32")), ("next", Option(Record("ListNode")))),
    "Tree": (("name", Str()), ("children", List(Record("Tree")))),
}
SCALARS = st.characters(exclude_categories=["Cs"])
ATOMS = st.one_of(
    st.sampled_from([Bool(), Nat(), Float(), Char(), Str()]), st.sampled_from(INTS).map(Int)
)
KEYS = st.recursive(
    ATOMS.filter(lambda t: t != Float()),
    lambda inner: st.lists(inner, max_size=3).map(tuple).map(Tuple),
    max_leaves=4,
)
# Members that no JSON value fits two of: what `infer_type` makes of values of several kinds.
UNIONS = st.lists(
    st.sampled_from([Bool(), Int(), Str(), List(Int()), Map(Str(), Bool())]),
    min_size=2,
    max_size=4,
    unique_by=str,
).map(lambda items: Union(tuple(items)))


def _composite(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    return st.one_of(
        inner.map(List),
        KEYS.map(Set),
        st.builds(Map, KEYS, inner),
        st.lists(inner, max_size=3).map(tuple).map(Tuple),
        inner.filter(lambda t: not isinstance(t, Option)).map(Option),
    )


TYPES: st.SearchStrategy[Type] = st.recursive(
    st.one_of(ATOMS, UNIONS, st.sampled_from([Record(name) for name in RECORDS])),
    _composite,
    max_leaves=6,
)
"""Any type, its records among `RECORDS`."""


def values_of(type_: Type, depth: int = 0) -> st.SearchStrategy[Any]:
    """Any value of the type."""
    match type_:
        case Bool():
            return st.booleans()
        case Int(name="int"):
            return st.one_of(st.integers(), st.integers(-(10**80), 10**80))
        case Int():
            return st.one_of(
                st.integers(type_.low, type_.high), st.sampled_from([type_.low, type_.high])
            )
        case Nat():
            return st.integers(0, 10**60)
        case Float():
            return st.one_of(st.floats(), st.sampled_from([-0.0, math.nan, math.inf, -math.inf]))
        case Char():
            return SCALARS
        case Str():
            return st.text(SCALARS, max_size=12)
        case List():
            return st.lists(values_of(type_.item, depth + 1), max_size=0 if depth > 5 else 4)
        case Set():
            return st.frozensets(values_of(type_.item, depth + 1), max_size=4)
        case Map():
            return st.dictionaries(
                values_of(type_.key, depth + 1), values_of(type_.value, depth + 1), max_size=3
            )
        case Tuple():
            return st.tuples(*(values_of(item, depth + 1) for item in type_.items))
        case Option():
            return st.none() if depth > 5 else st.none() | values_of(type_.item, depth + 1)
        case Union():
            return st.one_of(*(values_of(item, depth + 1) for item in type_.items))
        case Record():
            fields = RECORDS[type_.name]
            return st.fixed_dictionaries(
                {name: st.deferred(lambda t=t: values_of(t, depth + 1)) for name, t in fields}
            )
    raise AssertionError(type_)


TYPED_VALUES: st.SearchStrategy[tuple[Type, Any]] = TYPES.flatmap(
    lambda t: st.tuples(st.just(t), values_of(t))
)
"""Pairs of a type and a value of it."""

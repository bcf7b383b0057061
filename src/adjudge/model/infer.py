"""The narrowest language-neutral type that a set of Python values has.

For benchmarks of dynamically typed languages, which write no types down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from adjudge.model.types import (
    UNIT,
    Bool,
    Float,
    Int,
    List,
    Map,
    Option,
    Set,
    Str,
    Tuple,
    Type,
    Union,
)

_KINDS: dict[type[Type], tuple[type, ...]] = {
    Bool: (bool,),
    Int: (int,),
    Float: (float,),
    Str: (str,),
    List: (list, tuple),
    Tuple: (tuple,),
    Set: (frozenset,),
    Map: (dict,),
}
"""The kinds of Python values that `_of_kind` makes a type from."""


def infer_type(values: Sequence[Any]) -> Type:
    """The type of all `values` together.

    Ints among floats are floats; None makes an option; tuples of differing lengths are lists;
    kinds that nothing else joins make a union.
    """
    present = [v for v in values if v is not None]
    if not present:
        return UNIT
    joined = _join(present)
    return joined if len(present) == len(values) else Option(joined)


def fit(value: Any, type_: Type) -> Any:
    """A Python value as the value that `type_`, which was inferred from it, has for it."""
    match type_:
        case Float():
            return float(value)
        case Option():
            return None if value is None else fit(value, type_.item)
        case List():
            return [fit(item, type_.item) for item in value]
        case Tuple() if type_ == UNIT:
            return ()
        case Tuple():
            return tuple(fit(item, t) for item, t in zip(value, type_.items, strict=True))
        case Set():
            return frozenset(fit(item, type_.item) for item in value)
        case Map():
            return {fit(k, type_.key): fit(v, type_.value) for k, v in value.items()}
        case Union():
            return fit(value, next(t for t in type_.items if type(value) in _KINDS[type(t)]))
    return value


def _join(values: list[Any]) -> Type:
    kinds: dict[type, list[Any]] = {}
    for value in values:
        kinds.setdefault(type(value), []).append(value)
    if set(kinds) == {int, float}:
        return Float()
    types = [_of_kind(kind, members) for kind, members in kinds.items()]
    return types[0] if len(types) == 1 else Union(tuple(types))


def _of_kind(kind: type, members: list[Any]) -> Type:
    if kind is bool:
        return Bool()
    if kind is int:
        return Int()
    if kind is float:
        return Float()
    if kind is str:
        return Str()
    if kind is dict:
        keys = _items((m.keys() for m in members), empty=Str())
        return Map(keys, _items(m.values() for m in members))
    if kind is frozenset:
        return Set(_items(members))
    if kind is tuple and len({len(m) for m in members}) == 1:
        return Tuple(tuple(infer_type(column) for column in zip(*members, strict=True)))
    return List(_items(members))


def _items(groups: Iterable[Iterable[Any]], empty: Type = Int()) -> Type:
    """The type of all items in all groups; `empty` where there are none: any would do."""
    everything = [item for group in groups for item in group]
    return infer_type(everything) if everything else empty

"""The functions of vstd that have a meaning here: by type of receiver and name, with their types.

The names of `Builtin` nodes are made of a family and vstd's own name: `seq.push`, `set.insert`,
`math.pow`. The receiver is the first argument.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from adjudge.verus.ir.types import (
    BOOL,
    INT,
    INTS,
    NAT,
    DataType,
    FnType,
    IntType,
    MapType,
    MultisetType,
    OpaqueType,
    SeqType,
    SetType,
    TupleType,
    Type,
    option,
)

Result: TypeAlias = "Type | Callable[[list[Type]], Type]"
_ANY = OpaqueType("_")


@dataclass(frozen=True, slots=True)
class Method:
    """A function of vstd at given types.

    Attributes:
        builtin: The name of the node.
        wants: The types of the arguments without the receiver; `_` stands for any.
        result: Its type, perhaps depending on the types of receiver and arguments.
    """

    builtin: str
    wants: tuple[Type, ...]
    result: Result

    def type(self, args: list[Type]) -> Type:
        """The type of a call with arguments of these types, the receiver's first."""
        return self.result(args) if callable(self.result) else self.result


def method(receiver: Type, name: str) -> Method | None:
    """The function that a method call means, or None."""
    match receiver:
        case SeqType():
            return _seq_method(receiver, name)
        case SetType():
            return _find("set", name, _set_methods(receiver))
        case MultisetType():
            return _find("multiset", name, _multiset_methods(receiver))
        case MapType():
            return _find("map", name, _map_methods(receiver))
        case IntType():
            return _find("int", name, _int_methods(receiver))
    return None


def function(name: str) -> Method | None:
    """A free function of vstd or of Verus itself, by its own name."""
    found = _FREE.get(name)
    return Method(f"math.{name}", *found) if found else None


_Table: TypeAlias = "dict[str, tuple[tuple[Type, ...], Result]]"


def _find(family: str, name: str, table: _Table) -> Method | None:
    name = {"spec_index": "index", "spec_add": "add"}.get(name, name)
    found = table.get(name)
    return Method(f"{family}.{name}", *found) if found else None


def _seq_method(receiver: SeqType, name: str) -> Method | None:
    if receiver.exec and name in ("len", "spec_len"):
        return Method("seq.len", (), INTS["usize"])
    return _find("seq", name, _seq_methods(SeqType(receiver.item)))


def _of_result(index: int, wrap: Callable[[Type], Type]) -> Callable[[list[Type]], Type]:
    """A type made of the result type of the closure that is the `index`th argument."""

    def result(args: list[Type]) -> Type:
        closure = args[index]
        return wrap(closure.result if isinstance(closure, FnType) else _ANY)

    return result


def _seq_methods(seq: SeqType) -> _Table:
    item = seq.item
    predicate = FnType((item,), BOOL)
    return {
        "len": ((), NAT),
        "index": ((INT,), item),
        "first": ((), item),
        "last": ((), item),
        "push": ((item,), seq),
        "update": ((INT, item), seq),
        "insert": ((INT, item), seq),
        "remove": ((INT,), seq),
        "remove_value": ((item,), seq),
        "subrange": ((INT, INT), seq),
        "take": ((INT,), seq),
        "skip": ((INT,), seq),
        "drop_first": ((), seq),
        "drop_last": ((), seq),
        "add": ((seq,), seq),
        "contains": ((item,), BOOL),
        "index_of": ((item,), INT),
        "index_of_first": ((item,), option(INT)),
        "index_of_last": ((item,), option(INT)),
        "no_duplicates": ((), BOOL),
        "reverse": ((), seq),
        "is_prefix_of": ((seq,), BOOL),
        "is_suffix_of": ((seq,), BOOL),
        "map": ((FnType((INT, item), _ANY),), _of_result(1, SeqType)),
        "map_values": ((FnType((item,), _ANY),), _of_result(1, SeqType)),
        "filter": ((predicate,), seq),
        "all": ((predicate,), BOOL),
        "any": ((predicate,), BOOL),
        "fold_left": ((_ANY, FnType((_ANY, item), _ANY)), lambda args: args[1]),
        "fold_left_alt": ((_ANY, FnType((_ANY, item), _ANY)), lambda args: args[1]),
        "fold_right": ((FnType((item, _ANY), _ANY), _ANY), lambda args: args[2]),
        "fold_right_alt": ((FnType((item, _ANY), _ANY), _ANY), lambda args: args[2]),
        "to_multiset": ((), MultisetType(item)),
        "to_set": ((), SetType(item)),
        "sort_by": ((FnType((item, item), BOOL),), seq),
        "sort": ((), seq),
        "max": ((), INT),
        "min": ((), INT),
        "flatten": ((), item if isinstance(item, SeqType) else _ANY),
        "zip_with": ((_ANY,), lambda args: SeqType(TupleType((item, _item(args[1]))))),
    }


def _item(type_: Type) -> Type:
    return type_.item if isinstance(type_, SeqType) else _ANY


def _set_methods(of: SetType) -> _Table:
    item = of.item
    predicate = FnType((item,), BOOL)
    return {
        "contains": ((item,), BOOL),
        "len": ((), NAT),
        "finite": ((), BOOL),
        "is_empty": ((), BOOL),
        "insert": ((item,), of),
        "remove": ((item,), of),
        "union": ((of,), of),
        "add": ((of,), of),
        "intersect": ((of,), of),
        "difference": ((of,), of),
        "subset_of": ((of,), BOOL),
        "disjoint": ((of,), BOOL),
        "filter": ((predicate,), of),
        "all": ((predicate,), BOOL),
        "any": ((predicate,), BOOL),
        "map": ((FnType((item,), _ANY),), _of_result(1, SetType)),
    }


def _multiset_methods(of: MultisetType) -> _Table:
    item = of.item
    return {
        "count": ((item,), NAT),
        "len": ((), NAT),
        "contains": ((item,), BOOL),
        "insert": ((item,), of),
        "remove": ((item,), of),
        "add": ((of,), of),
        "sub": ((of,), of),
        "subset_of": ((of,), BOOL),
        "is_empty": ((), BOOL),
        "filter": ((FnType((item,), BOOL),), of),
    }


def _map_methods(of: MapType) -> _Table:
    key, value = of.key, of.value
    return {
        "index": ((key,), value),
        "get": ((key,), option(value)),
        "contains_key": ((key,), BOOL),
        "contains_value": ((value,), BOOL),
        "contains_pair": ((key, value), BOOL),
        "dom": ((), SetType(key)),
        "values": ((), SetType(value)),
        "insert": ((key, value), of),
        "remove": ((key,), of),
        "union_prefer_right": ((of,), of),
        "submap_of": ((of,), BOOL),
        "len": ((), NAT),
    }


def _int_methods(of: IntType) -> _Table:
    if not of.bits:
        return {}
    pair: tuple[tuple[Type, ...], Result] = ((of,), of)
    checked: tuple[tuple[Type, ...], Result] = ((of,), option(of))
    return {
        "wrapping_add": pair,
        "wrapping_sub": pair,
        "wrapping_mul": pair,
        "saturating_add": pair,
        "saturating_sub": pair,
        "checked_add": checked,
        "checked_sub": checked,
        "checked_mul": checked,
    }


_FREE: _Table = {
    "pow": ((INT, NAT), INT),
    "pow2": ((NAT,), NAT),
    "log": ((INT, INT), INT),
    "min": ((INT, INT), INT),
    "max": ((INT, INT), INT),
    "abs": ((INT,), NAT),
    "set_int_range": ((INT, INT), SetType(INT)),
}

OPTION = DataType("Option")
RESULT = DataType("Result")

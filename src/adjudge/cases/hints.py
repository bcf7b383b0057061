"""What a contract's conditions say of good inputs: bounds, lengths, sizes that belong together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from adjudge.cases.leaves import Leaves
from adjudge.verus.ir import (
    Builtin,
    Cast,
    Compare,
    DataType,
    Datatype,
    Expr,
    Field,
    Literal,
    LoweredContract,
    SeqType,
    Var,
    View,
    bounds,
    is_integral,
    walk,
)
from adjudge.verus.smt.normal import TooLarge, conjuncts
from adjudge.verus.smt.sums import linear

Place: TypeAlias = "tuple[int, int, bool]"
"""(parameter, depth, whether it is a length): `nums[i].len()` of the first one is (0, 1, True).

Parameters are counted with structs taken apart, as `adjudge.cases.leaves` does."""


@dataclass
class Hints:
    """What is known about good inputs.

    Attributes:
        low: Lower bounds of integers and lengths.
        high: Upper bounds.
        equal: Places that differ by a constant: the first is the second plus it.
        constants: Numbers that the conditions mention.
        datatypes: The structs and enums that occur.
    """

    low: dict[Place, int] = field(default_factory=dict)
    high: dict[Place, int] = field(default_factory=dict)
    equal: list[tuple[Place, Place, int]] = field(default_factory=list)
    constants: set[int] = field(default_factory=set)
    datatypes: dict[DataType, Datatype] = field(default_factory=dict)


def hints(contracts: Iterable[LoweredContract]) -> Hints:
    """What the preconditions of contracts of one signature say; the loosest of their bounds."""
    merged = Hints()
    for number, contract in enumerate(contracts):
        found = _of(contract)
        merged.constants |= found.constants
        merged.datatypes |= contract.datatypes
        merged.equal += [e for e in found.equal if e not in merged.equal]
        if number == 0:
            merged.low, merged.high = found.low, found.high
            continue
        merged.low = {p: min(v, found.low[p]) for p, v in merged.low.items() if p in found.low}
        merged.high = {p: max(v, found.high[p]) for p, v in merged.high.items() if p in found.high}
    return merged


def _of(contract: LoweredContract) -> Hints:
    found = Hints()
    names = [p.name for p in Leaves(contract.params, contract.datatypes).variables]
    try:
        parts = conjuncts([c.expr for c in contract.requires], contract.functions)
    except TooLarge:
        return found
    for part in parts:
        for node in walk(part):
            if isinstance(node, Compare) and is_integral(node.left.type):
                _learn(node, names, found)
            elif isinstance(node, Literal) and not isinstance(node.value, bool):
                found.constants.add(node.value)
    return found


def _learn(node: Compare, names: Sequence[str], found: Hints) -> None:
    """A comparison bounds a place only where it stands unguarded; it is a hint everywhere."""
    terms, constant = linear(node.left, node.right)
    found.constants.add(-constant)
    places = [(factor, _place(term, names)) for factor, term in terms]
    if len(places) == 1:
        factor, place = places[0]
        if place is None or abs(factor) != 1:
            return
        if node.op in ("le", "eq") and factor > 0:
            _bound(found.high, place, -constant, smaller=True)
        if node.op in ("le", "eq") and factor < 0:
            _bound(found.low, place, constant, smaller=False)
    elif len(places) == 2 and node.op == "eq":
        (one, first), (two, second) = places
        if first is not None and second is not None and one == -two and abs(one) == 1:
            found.equal.append((first, second, -constant * one))


def _bound(known: dict[Place, int], place: Place, value: int, *, smaller: bool) -> None:
    old = known.get(place, value)
    known[place] = min(old, value) if smaller else max(old, value)


def _place(term: Expr, names: Sequence[str]) -> Place | None:
    length = False
    if isinstance(term, Builtin) and term.name == "seq.len":
        length, term = True, term.args[0]
    depth = 0
    while True:
        if isinstance(term, View | Cast):
            term = term.operand
        elif isinstance(term, Builtin) and term.name == "seq.index":
            depth, term = depth + 1, term.args[0]
        else:
            break
    name = _name(term)
    return (names.index(name), depth, length) if name in names else None


def _name(term: Expr) -> str:
    """The name of a parameter, or of a field of one; empty for anything else."""
    if isinstance(term, Field):
        inner = _name(term.operand)
        return f"{inner}.{term.index}" if inner else ""
    if isinstance(term, View | Cast):
        return _name(term.operand)
    return term.name if isinstance(term, Var) else ""


def limits(found: Hints, place: Place, type_: object) -> tuple[int | None, int | None]:
    """The range of a place by hints, within its type."""
    low, high = found.low.get(place), found.high.get(place)
    own_low, own_high = (0, None) if isinstance(type_, SeqType) else bounds(type_)  # type: ignore[arg-type]
    if own_low is not None:
        low = own_low if low is None else max(low, own_low)
    if own_high is not None:
        high = own_high if high is None else min(high, own_high)
    if low is not None and high is not None and low > high:
        return own_low, own_high  # a contradiction is no hint
    return low, high

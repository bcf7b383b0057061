"""Sets of values that a search treats as one: a cell stands for all values it may become.

A cell is turned into a value whose open parts are holes; where an evaluation gets stuck on a hole,
the cell is split there. Together the parts are the cell again, so nothing is ever left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from adjudge.verus.evaluate.opened import opened
from adjudge.verus.evaluate.unknown import INF, LENGTH, Cut, Number, Unknown, Value, limits, plus
from adjudge.verus.evaluate.values import seq
from adjudge.verus.ir import (
    INT,
    NAT,
    BoolType,
    CharType,
    DataType,
    Datatype,
    IntType,
    SeqType,
    TupleType,
    Type,
)

Path: TypeAlias = "tuple[int, ...]"
_MAX_LENGTH = 4_000


@dataclass(frozen=True, slots=True)
class IntCell:
    """The integers of a range."""

    low: Number
    high: Number


@dataclass(frozen=True, slots=True)
class BoolCell:
    """A truth value, or both."""

    value: bool | None = None


@dataclass(frozen=True, slots=True)
class SeqCell:
    """Sequences of a length in a range; the elements that all of them have are cells.

    Attributes:
        item: What any further element is, if it is less than its type.
        step: How much larger than the one before it an element is at least; None if it need not be.
    """

    type: SeqType
    length: IntCell
    items: tuple[Cell, ...] = ()
    item: IntCell | None = None
    step: int | None = None


@dataclass(frozen=True, slots=True)
class TupleCell:
    """Tuples of given parts; also the values of one variant, whose number goes first."""

    items: tuple[Cell, ...]
    variant: int | None = None


@dataclass(frozen=True, slots=True)
class DataCell:
    """The values of an enum."""

    type: DataType


@dataclass(frozen=True, slots=True)
class ClosedCell:
    """A type that is not searched."""

    type: Type


Cell: TypeAlias = IntCell | BoolCell | SeqCell | TupleCell | DataCell | ClosedCell


def whole(type_: Type, datatypes: Mapping[DataType, Datatype]) -> Cell:
    """All values of a type."""
    match type_:
        case IntType() | CharType():
            return IntCell(*limits(type_))
        case BoolType():
            return BoolCell()
        case SeqType():
            return SeqCell(type_, IntCell(0, limits(IntType("usize"))[1] if type_.exec else INF))
        case TupleType():
            return TupleCell(tuple(whole(item, datatypes) for item in type_.items))
        case DataType() if type_ in datatypes:
            data = datatypes[type_]
            if not data.is_struct:
                return DataCell(type_)
            fields = data.variants[0].fields
            if any(t == type_ for _, t in fields):
                return ClosedCell(type_)
            return TupleCell(tuple(whole(t, datatypes) for _, t in fields), 0)
    return ClosedCell(type_)


def value_of(cell: Cell, search: int, path: Path) -> Value:
    """The cell as a value, with holes where it is open."""
    match cell:
        case IntCell():
            if cell.low == cell.high:
                return cell.low
            return Unknown(INT, cell.low, cell.high, hole=(search, path), scale=1)
        case BoolCell():
            if cell.value is not None:
                return cell.value
            return Unknown(BoolType(), hole=(search, path))
        case SeqCell():
            items = [value_of(item, search, (*path, i)) for i, item in enumerate(cell.items)]
            if cell.length.low == cell.length.high == len(items):
                return seq(items)
            hole = (search, path, LENGTH)
            length = Unknown(NAT, cell.length.low, cell.length.high, hole=hole, scale=1)
            return opened(cell.type, length, items, _tail(cell))
        case TupleCell():
            parts = (value_of(item, search, (*path, i)) for i, item in enumerate(cell.items))
            return tuple(parts) if cell.variant is None else (cell.variant, *parts)
        case DataCell():
            return Unknown(cell.type, hole=(search, path))
        case ClosedCell():
            return Unknown(cell.type, reason=f"values of {cell.type} are not searched")


def is_single(cell: Cell) -> bool:
    """Whether the cell holds exactly one value."""
    match cell:
        case IntCell():
            return cell.low == cell.high
        case BoolCell():
            return cell.value is not None
        case SeqCell():
            closed = cell.length.low == cell.length.high == len(cell.items)
            return closed and all(map(is_single, cell.items))
        case TupleCell():
            return all(map(is_single, cell.items))
    return False


def split(
    cell: Cell, path: Path, cut: Cut | None, datatypes: Mapping[DataType, Datatype]
) -> tuple[list[Cell], Cell | None]:
    """The parts of a cell when it is cut at one place inside it.

    Returns:
        The parts, smaller values first, and apart from them a part without end, if there is one:
        that can wait.
    """
    if not path:
        return _split_here(cell, cut, datatypes)
    assert isinstance(cell, SeqCell | TupleCell)
    items = cell.items
    parts, rest = split(items[path[0]], path[1:], cut, datatypes)

    def whole_with(part: Cell) -> Cell:
        changed = (*items[: path[0]], part, *items[path[0] + 1 :])
        return replace(cell, items=changed)

    return [whole_with(part) for part in parts], None if rest is None else whole_with(rest)


def _split_here(
    cell: Cell, cut: Cut | None, datatypes: Mapping[DataType, Datatype]
) -> tuple[list[Cell], Cell | None]:
    match cell:
        case IntCell():
            parts, rest = _split_range(cell, cut)
            return list(parts), rest
        case BoolCell():
            return [BoolCell(False), BoolCell(True)], None
        case DataCell():
            return [
                TupleCell(tuple(whole(t, datatypes) for _, t in variant.fields), i)
                for i, variant in enumerate(datatypes[cell.type].variants)
            ], None
        case SeqCell():
            ranges, tail = _split_length(cell.length, cut)
            made: list[Cell] = [_of_length(cell, part, datatypes) for part in ranges]
            return made, None if tail is None else _of_length(cell, tail, datatypes)
    raise ValueError("a cell that cannot be split")


def _split_length(length: IntCell, cut: Cut | None) -> tuple[list[IntCell], IntCell | None]:
    """Where nothing says otherwise, a sequence is made longer by one element at a time."""
    if cut is not None:
        return _split_range(length, cut)
    shortest, longer = IntCell(length.low, length.low), IntCell(length.low + 1, length.high)
    return [shortest], longer


def _of_length(cell: SeqCell, length: IntCell, datatypes: Mapping[DataType, Datatype]) -> SeqCell:
    """The sequences among a cell's that have a length in a range, shared elements opened."""
    missing = int(length.low) - len(cell.items)
    if int(length.low) > _MAX_LENGTH or missing <= 0:
        return replace(cell, length=length)
    item = cell.item or whole(cell.type.item, datatypes)
    return replace(cell, length=length, items=(*cell.items, *(item,) * missing))


def _tail(cell: SeqCell) -> tuple[Number, Number] | None:
    """The range of further elements, if they are integers."""
    if not isinstance(cell.type.item, IntType):
        return None
    return (cell.item.low, cell.item.high) if cell.item else limits(cell.type.item)


def arranged(cell: Cell) -> Cell | None:
    """The cell without what the order of its sequences' elements excludes; None if that is all."""
    if isinstance(cell, TupleCell) and cell.variant is None:
        items = [arranged(item) for item in cell.items]
        if any(item is None for item in items):
            return None
        if all(a is b for a, b in zip(items, cell.items, strict=True)):
            return cell
        return replace(cell, items=tuple(item for item in items if item is not None))
    if not isinstance(cell, SeqCell) or cell.step is None or not cell.items:
        return cell
    return _arranged(cell, cell.step)


def _arranged(cell: SeqCell, step: int) -> SeqCell | None:
    """The sequence with each element's range cut to what its neighbours' ranges allow."""
    lows = [item.low for item in cell.items if isinstance(item, IntCell)]
    highs = [item.high for item in cell.items if isinstance(item, IntCell)]
    further = cell.item or IntCell(-INF, INF)
    after = int(cell.length.low) - len(cell.items)
    for i in range(1, len(lows)):
        lows[i] = max(lows[i], plus(lows[i - 1], step))
    highs[-1] = min(highs[-1], plus(further.high, -step * after))
    for i in range(len(highs) - 2, -1, -1):
        highs[i] = min(highs[i], plus(highs[i + 1], -step))
    if any(low > high for low, high in zip(lows, highs, strict=True)):
        return None
    if cell.length.low > len(cell.items):
        return cell
    items = tuple(IntCell(low, high) for low, high in zip(lows, highs, strict=True))
    item = IntCell(max(further.low, plus(lows[-1], step)), further.high)
    length = cell.length
    if item.low > item.high:
        length = IntCell(length.low, len(items))
        item = further
    return replace(cell, items=items, item=item, length=length)


def within(
    cell: Cell,
    low: Number,
    high: Number,
    shortest: Number,
    longest: Number,
    datatypes: Mapping[DataType, Datatype],
    *,
    step: int | None = None,
) -> Cell | None:
    """A cell of sequences with limits for their elements and their length; None if it is empty."""
    if not isinstance(cell, SeqCell):
        return cell
    least, most = limits(cell.type.item)
    item = IntCell(max(low, least), min(high, most))
    length = IntCell(max(shortest, cell.length.low), min(longest, cell.length.high))
    if item.low > item.high:  # there is no element
        length, item = IntCell(length.low, min(length.high, 0)), IntCell(0, 0)
    if length.low > length.high:
        return None
    return _of_length(replace(cell, item=item, step=step), length, datatypes)


def _split_range(cell: IntCell, cut: Cut | None) -> tuple[list[IntCell], IntCell | None]:
    low, high = cell.low, cell.high
    if cut is not None and low <= cut[0] <= high and (cut[1] or cut[0] < high):
        at, exact, _ = cut
        parts = [IntCell(low, at - 1)] if exact and low < at else []
        parts.append(IntCell(at, at) if exact else IntCell(low, at))
        if at < high:
            parts.append(IntCell(at + 1, high))
        return parts, None
    if low == -INF and high == INF:
        return [IntCell(0, INF), IntCell(-INF, -1)], None
    if high == INF:
        at = int(low) + max(abs(int(low)), 7)
        return [IntCell(low, at)], IntCell(at + 1, INF)
    if low == -INF:
        at = int(high) - max(abs(int(high)), 7)
        return [IntCell(at, high)], IntCell(-INF, at - 1)
    middle = (int(low) + int(high)) // 2
    return [IntCell(low, middle), IntCell(middle + 1, high)], None


def sample(cell: Cell) -> Value:
    """Some value of a cell, if that is easily had."""
    match cell:
        case IntCell():
            if cell.low != -INF:
                return cell.low
            return cell.high if cell.high != INF else 0
        case BoolCell():
            return bool(cell.value)
        case SeqCell() if len(cell.items) == cell.length.low:
            return seq(sample(item) for item in cell.items)
        case TupleCell():
            items = tuple(sample(item) for item in cell.items)
            return items if cell.variant is None else (cell.variant, *items)
    return Unknown(INT, reason="any")

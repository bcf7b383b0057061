"""Inputs for a function: from its types and what its contracts say, small ones first.

Everything is drawn from one generator with a given seed, so the same call makes the same inputs.
Inputs need not satisfy a precondition; many of them do, and many of the others nearly do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from adjudge.cases.hints import Hints, limits
from adjudge.cases.leaves import Leaves
from adjudge.verus.ir import (
    BoolType,
    CharType,
    DataType,
    IntType,
    SeqType,
    TupleType,
    Type,
    Variable,
    show,
)
from adjudge.verus.smt.question import fields_of

_LETTERS = "abcxyzABZ019 ()[]{}~!-_"
_SMALL = (0, 1, -1, 2, 3, 4, 5, 10)
_UNHINTED = 50  # added to the depth inside of structs in sequences: hints do not reach there


class Unbuildable(Exception):
    """A type has values that are not made here."""


def inputs(params: Sequence[Variable], hints: Hints, *, seed: int = 0) -> Iterator[tuple[Any, ...]]:
    """Endlessly many inputs, as `adjudge.model` has values.

    Raises:
        Unbuildable: A parameter's type is one of which no values are made.
    """
    leaves = Leaves(params, hints.datatypes)
    for leaf in leaves.variables:
        _check(leaf.type, hints, ())
    generator = _Generator(leaves.variables, hints, random.Random(seed))
    number = 0
    while True:
        yield leaves.join(generator.make(min(2 + number // 12, 9)))
        number += 1


def _check(type_: Type, hints: Hints, above: tuple[Type, ...]) -> None:
    inner = [t for _, t in fields_of(type_, hints.datatypes) or ()]
    match type_:
        case IntType() | BoolType() | CharType():
            return
        case SeqType():
            inner = [type_.item]
        case TupleType():
            inner = list(type_.items)
        case DataType(name="Option"):
            inner = [type_.args[0]]
    if not inner or type_ in above:
        raise Unbuildable(f"values of {show(type_)} are not made")
    for part in inner:
        _check(part, hints, (*above, type_))


class _Generator:
    def __init__(self, params: Sequence[Variable], hints: Hints, rng: random.Random) -> None:
        self._params = params
        self._hints = hints
        self._rng = rng

    def make(self, size: int) -> tuple[Any, ...]:
        values = [self._value(p.type, i, 0, size) for i, p in enumerate(self._params)]
        if self._rng.random() < 0.85:
            for first, second, offset in self._hints.equal:
                self._settle(values, first, second, offset)
        return tuple(values)

    def _value(self, type_: Type, param: int, depth: int, size: int) -> Any:
        match type_:
            case IntType():
                return self._integer(type_, param, depth)
            case BoolType():
                return self._rng.random() < 0.5
            case CharType():
                return self._letter(param, depth)
            case SeqType():
                return self._sequence(type_, param, depth, size)
            case TupleType():
                return tuple(self._value(t, param, depth, size) for t in type_.items)
            case DataType(name="Option"):
                if self._rng.random() < 0.3:
                    return None
                return self._value(type_.args[0], param, depth, size)
            case DataType():
                fields = fields_of(type_, self._hints.datatypes) or ()
                below = depth + _UNHINTED
                return {name: self._value(t, param, below, size) for name, t in fields}
        raise Unbuildable(show(type_))

    def _integer(self, type_: IntType, param: int, depth: int) -> int:
        low, high = limits(self._hints, (param, depth, False), type_)
        rng = self._rng
        choice = rng.random()
        if choice < 0.15:
            ends = [e for e in (low, high) if e is not None] or [0]
            value = rng.choice(ends) + rng.choice((0, 0, 1, -1))
        elif choice < 0.25 and self._hints.constants:
            value = rng.choice(sorted(self._hints.constants)) + rng.choice((0, 1, -1))
        elif choice < 0.7 and low is not None and high is not None and high - low < 1 << 40:
            value = rng.randint(low, min(high, low + rng.choice((3, 8, 1 << 40))))
        else:
            value = rng.choice(_SMALL)
            if low is not None and value < low and rng.random() < 0.8:
                value = low + abs(value)
        return _within(value, *_range(type_))

    def _letter(self, param: int, depth: int) -> str:
        low, high = limits(self._hints, (param, depth, False), CharType())
        rng = self._rng
        if low and high is not None and low <= high < 0xD800 and rng.random() < 0.85:
            near = min(high, low + rng.choice((1, 3, 30)))
            code = rng.choice((rng.randint(low, near), high))
            code += rng.choice((0,) * 14 + (1, -1))
            return chr(max(code, 0))
        return rng.choice(_LETTERS)

    def _length(self, param: int, depth: int, size: int) -> int:
        low, high = limits(self._hints, (param, depth, True), SeqType(IntType("int")))
        rng = self._rng
        length = rng.randint(0, size)
        if rng.random() < 0.9:
            length = max(length, min(low or 0, 40))
            length = length if high is None else min(length, max(high, 0))
        return length

    def _sequence(self, type_: SeqType, param: int, depth: int, size: int) -> Any:
        length = self._length(param, depth, size)
        item = type_.item
        if isinstance(item, SeqType) and self._rng.random() < 0.85:
            return self._rectangle(item, param, depth, size, length)
        items = [self._value(item, param, depth + 1, size) for _ in range(length)]
        if isinstance(item, CharType) and type_.exec:
            text = self._arranged(items)
            return "".join(text)
        return self._arranged(items) if isinstance(item, IntType | CharType) else items

    def _rectangle(self, item: SeqType, param: int, depth: int, size: int, rows: int) -> Any:
        """Rows of one length, and perhaps as many as there are columns."""
        first = self._sequence(item, param, depth + 1, size)
        columns = rows if self._rng.random() < 0.3 else len(first)
        made = []
        for _ in range(rows):
            row = self._sequence(item, param, depth + 1, size)
            while len(row) < columns:
                extra = [self._value(item.item, param, depth + 2, size)]
                row = row + ("".join(extra) if isinstance(row, str) else extra)
            made.append(row[:columns])
        return made

    def _arranged(self, items: list[Any]) -> list[Any]:
        arrange = self._rng.choice(_ARRANGEMENTS)
        return arrange(items)

    def _settle(self, values: list[Any], first: Any, second: Any, offset: int) -> None:
        """Make two places differ by the constant by which they should."""
        known = _read(values, second)
        if known is not None and not _write(values, first, known + offset, self):
            back = _read(values, first)
            if back is not None:
                _write(values, second, back - offset, self)

    def resized(self, value: Any, type_: Type, param: int, depth: int, length: int) -> Any:
        """A sequence cut or filled to a length."""
        assert isinstance(type_, SeqType)
        while len(value) < length:
            if value and self._rng.random() < 0.5:
                extra = value[-1:]
            else:
                made = self._value(type_.item, param, depth + 1, 3)
                extra = made if isinstance(value, str) else [made]
            value = value + extra
        return value[:length]

    @property
    def params(self) -> Sequence[Variable]:
        """The parameters."""
        return self._params


def _read(values: list[Any], place: Any) -> int | None:
    param, depth, length = place
    value = values[param]
    for _ in range(depth):
        if not isinstance(value, list | str) or not value:
            return None
        value = value[0]
    if length:
        return len(value) if isinstance(value, list | str) else None
    return value if isinstance(value, int) else None


def _write(values: list[Any], place: Any, number: int, generator: _Generator) -> bool:
    """Change a scalar parameter, or a length, to a number."""
    param, depth, length = place
    type_ = generator.params[param].type
    if not length:
        if depth or not isinstance(type_, IntType):
            return False
        value = _within(number, *_range(type_))
        values[param] = value
        return value == number
    if not 0 <= number <= 40 or not isinstance(type_, SeqType):
        return False
    if depth == 0:
        values[param] = generator.resized(values[param], type_, param, 0, number)
        return True
    if depth == 1 and isinstance(type_.item, SeqType):
        values[param] = [
            generator.resized(row, type_.item, param, 1, number) for row in values[param]
        ]
        return True
    return False


def _range(type_: IntType) -> tuple[int | None, int | None]:
    return type_.low, type_.high


def _within(value: int, low: int | None, high: int | None) -> int:
    if low is not None and value < low:
        return low
    return high if high is not None and value > high else value


def _distinct(items: list[Any]) -> list[Any]:
    return list(dict.fromkeys(items))


_ARRANGEMENTS: tuple[Callable[[list[Any]], list[Any]], ...] = (
    lambda items: items,
    lambda items: items,
    sorted,
    lambda items: sorted(items, reverse=True),
    lambda items: sorted(_distinct(items)),
    lambda items: sorted(_distinct(items), reverse=True),
    _distinct,
    lambda items: items[:1] * len(items),
    lambda items: [items[i % min(2, len(items))] for i in range(len(items))],
    lambda items: list(range(1, len(items) + 1)) if _numbers(items) else items,
    lambda items: list(range(len(items))) if _numbers(items) else items,
    lambda items: list(range(len(items), 0, -1)) if _numbers(items) else items,
)


def _numbers(items: list[Any]) -> bool:
    return all(isinstance(item, int) for item in items)


def neighbours(
    values: tuple[Any, ...], params: Sequence[Variable], hints: Hints, *, most: int = 120
) -> Iterator[tuple[Any, ...]]:
    """Inputs that differ from one in a single place: near its bounds, shorter, longer."""
    count = 0
    leaves = Leaves(params, hints.datatypes)
    parts = leaves.split(values)
    for position, (value, leaf) in enumerate(zip(parts, leaves.variables, strict=True)):
        for changed in _changes(value, leaf.type, position, 0, hints):
            yield leaves.join((*parts[:position], changed, *parts[position + 1 :]))
            count += 1
            if count >= most:
                return


def _changes(value: Any, type_: Type, param: int, depth: int, hints: Hints) -> Iterator[Any]:
    match type_:
        case IntType():
            low, high = limits(hints, (param, depth, False), type_)
            near = [value - 1, value + 1, 0, -value]
            for end in (low, high):
                near += [] if end is None else [end, end - 1, end + 1]
            for option in dict.fromkeys(near):
                if option != value and _within(option, *_range(type_)) == option:
                    yield option
        case BoolType():
            yield not value
        case CharType():
            low, high = limits(hints, (param, depth, False), type_)
            codes = [ord(value) - 1, ord(value) + 1]
            for end in (low, high):
                codes += [] if end is None else [end, end - 1, end + 1]
            for code in dict.fromkeys(codes):
                if 0 <= code < 0xD800 and chr(code) != value:
                    yield chr(code)
        case SeqType():
            yield from _sequence_changes(value, type_, param, depth, hints)
        case TupleType():
            for i, item in enumerate(type_.items):
                for option in _changes(value[i], item, param, depth, hints):
                    yield (*value[:i], option, *value[i + 1 :])
        case DataType(name="Option"):
            if value is not None:
                yield None
                yield from _changes(value, type_.args[0], param, depth, hints)
        case DataType():
            for name, inner in fields_of(type_, hints.datatypes) or ():
                for option in _changes(value[name], inner, param, depth + _UNHINTED, hints):
                    yield {**value, name: option}


def _sequence_changes(
    value: Any, type_: SeqType, param: int, depth: int, hints: Hints
) -> Iterator[Any]:
    text = isinstance(value, str)
    if value:
        yield value[:-1]
        yield value[1:]
        yield value + value[-1:]
        yield value[:1] + value
        yield value[::-1]
    for i in range(min(len(value), 4)):
        for option in _changes(value[i], type_.item, param, depth + 1, hints):
            yield value[:i] + (option if text else [option]) + value[i + 1 :]
    for i in range(min(len(value), 5) - 1):
        yield value[:i] + value[i + 1 : i + 2] + value[i : i + 1] + value[i + 2 :]
        yield value[: i + 1] + value[i : i + 1] + value[i + 2 :]

"""Wrong outputs by direct mutation: an output changed in one place, typed and deterministic.

A changed output may be right too, where several are. So only what the reference specification
certainly refuses becomes a negative case; what it accepts, or does not decide, is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from adjudge.errors import BadInput
from adjudge.model import Case, values
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
    Type,
    Union,
)

Records = values.Records
_INSIDE = 4  # positions of a sequence that are changed
_SOURCES = 40  # cases that negatives are made of


def wrong_outputs(output: Any, type_: Type, records: Records | None = None) -> Iterator[Any]:
    """Values of a type that differ from one, the likeliest mistakes first, each once."""
    seen = {values.dumps(values.encode(output, type_, records))}
    for changed in _changes(output, type_, records or {}):
        text = values.dumps(values.encode(changed, type_, records))
        if text not in seen:
            seen.add(text)
            yield changed


def negatives(
    cases: Sequence[Case],
    type_: Type,
    records: Records | None,
    refused: Callable[[Case], bool],
    *,
    per_case: int = 6,
    most: int = 200,
) -> list[Case]:
    """Wrong cases made of right ones.

    Args:
        cases: Positive cases; the smaller ones serve first.
        type_: The type of their outputs.
        records: The records of the signature.
        refused: Whether the reference certainly refuses a case.
        per_case: How many to make of one case.
        most: How many to make in all, spread over the cases.
    """
    small = sorted(cases, key=lambda case: len(repr(case.args)))[:_SOURCES]
    sources = [(case, wrong_outputs(case.output, type_, records)) for case in small]
    found: list[list[Case]] = [[] for _ in small]
    total = 0
    for _ in range(per_case):
        for i, (case, outputs) in enumerate(sources):
            if total >= most:
                break
            for output in outputs:
                candidate = Case(case.args, output)
                if refused(candidate):
                    found[i].append(candidate)
                    total += 1
                    break
    return [case for group in found for case in group]


def _changes(value: Any, type_: Type, records: Records) -> Iterator[Any]:
    match type_:
        case Bool():
            yield not value
        case Int() | Nat():
            yield from _integers(value, type_)
        case Float():
            yield from (value + 1.0, value - 1.0, -value, 0.0)
        case Char():
            yield from _characters(value)
        case Str():
            yield from _strings(value)
        case Option():
            yield from _options(value, type_, records)
        case List():
            yield from _lists(value, type_, records)
        case Tuple():
            yield from _tuples(value, type_, records)
        case Record():
            for name, field in records[type_.name]:
                for changed in _changes(value[name], field, records):
                    yield {**value, name: changed}
        case Set():
            yield from (value - {item} for item in sorted(value, key=repr))
        case Map():
            for key in value:
                yield {k: v for k, v in value.items() if k != key}
                for changed in _changes(value[key], type_.value, records):
                    yield {**value, key: changed}
        case Union():
            for item in type_.items:
                yield from _changes_if_fitting(value, item, records)


def _changes_if_fitting(value: Any, type_: Type, records: Records) -> Iterator[Any]:
    try:
        values.decode(values.encode(value, type_, records), type_, records)
    except (BadInput, AttributeError, KeyError, TypeError):  # another member of the union
        return
    yield from _changes(value, type_, records)


def _integers(value: int, type_: Int | Nat) -> Iterator[int]:
    low, high = (0, None) if isinstance(type_, Nat) else (type_.low, type_.high)
    options = [value + 1, value - 1, 0, -value, value + 2, value - 2, value * 2, value // 2, 1, -1]
    options += [end for end in (low, high) if end is not None]
    for option in options:
        if (low is None or option >= low) and (high is None or option <= high):
            yield option


def _characters(value: str) -> Iterator[str]:
    for code in (ord(value) + 1, ord(value) - 1, ord("a"), ord("0")):
        if 0 <= code < 0xD800:
            yield chr(code)


def _strings(value: str) -> Iterator[str]:
    if value:
        yield value[:-1]
        yield value[1:]
    yield value + (value[-1:] or "a")
    yield value[::-1]
    for i in _positions(len(value)):
        for changed in _characters(value[i]):
            yield value[:i] + changed + value[i + 1 :]
    yield ""
    yield value + "a"


def _options(value: Any, type_: Option, records: Records) -> Iterator[Any]:
    if value is None:
        simplest = _simplest(type_.item, records)
        yield simplest
        yield from _changes(simplest, type_.item, records)
        return
    yield None
    yield from _changes(value, type_.item, records)


def _simplest(type_: Type, records: Records) -> Any:
    match type_:
        case Bool():
            return False
        case Float():
            return 0.0
        case Char():
            return "a"
        case Str():
            return ""
        case List():
            return []
        case Set():
            return frozenset()
        case Map():
            return {}
        case Option():
            return None
        case Tuple():
            return tuple(_simplest(item, records) for item in type_.items)
        case Record():
            return {name: _simplest(field, records) for name, field in records[type_.name]}
        case Union():
            return _simplest(type_.items[0], records)
    return 0


def _lists(value: list[Any], type_: List, records: Records) -> Iterator[Any]:
    item = type_.item
    inside = [_changes(value[i], item, records) for i in _positions(len(value))]
    for i, changes in zip(_positions(len(value)), inside, strict=True):
        first = next(changes, None)
        if first is not None:
            yield [*value[:i], first, *value[i + 1 :]]
    if value:
        yield value[:-1]
        yield [*value, value[-1]]
        yield value[1:]
        yield value[::-1]
        yield [*value[1:], value[0]]
    yield [*value, _simplest(item, records)]
    for i in _positions(len(value) - 1):
        yield [*value[:i], value[i + 1], value[i], *value[i + 2 :]]
        yield [*value[: i + 1], value[i], *value[i + 2 :]]
    for i, changes in zip(_positions(len(value)), inside, strict=True):
        for changed in changes:
            yield [*value[:i], changed, *value[i + 1 :]]
    yield []


def _tuples(value: tuple[Any, ...], type_: Tuple, records: Records) -> Iterator[Any]:
    streams = [_changes(v, t, records) for v, t in zip(value, type_.items, strict=True)]
    for i, stream in enumerate(streams):
        first = next(stream, None)
        if first is not None:
            yield (*value[:i], first, *value[i + 1 :])
    for i in range(len(value) - 1):
        if type_.items[i] == type_.items[i + 1]:
            yield (*value[:i], value[i + 1], value[i], *value[i + 2 :])
    for i, stream in enumerate(streams):
        for changed in stream:
            yield (*value[:i], changed, *value[i + 1 :])


def _positions(length: int) -> list[int]:
    """Where to change a sequence: at the beginning, in the middle, at the end."""
    if length <= _INSIDE:
        return list(range(max(length, 0)))
    return [0, length // 2, length - 1, 1]

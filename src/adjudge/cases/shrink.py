"""Smaller inputs with the same property: for witnesses that people read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def shrink(
    values: tuple[Any, ...], holds: Callable[[tuple[Any, ...]], bool], *, tries: int = 400
) -> tuple[Any, ...]:
    """An input as small as greedy steps make it, for which `holds` is true as it is for `values`.

    Args:
        values: The input; `holds` is true for it.
        holds: The property to keep.
        tries: How often it may be asked.
    """
    left = tries
    improved = True
    while improved:
        improved = False
        for candidate in _smaller_tuple(values):
            if left <= 0:
                return values
            left -= 1
            if holds(candidate):
                values, improved = candidate, True
                break
    return values


def _smaller_tuple(values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for i, value in enumerate(values):
        for option in smaller(value):
            yield (*values[:i], option, *values[i + 1 :])
    # Sequences whose lengths belong together shrink together.
    lists = [i for i, v in enumerate(values) if isinstance(v, list | str) and v]
    if len(lists) > 1:
        yield tuple(v[:-1] if i in lists else v for i, v in enumerate(values))
    numbers = [i for i, v in enumerate(values) if type(v) is int and v > 0]
    for i in lists:
        for j in numbers:
            if values[j] - len(values[i]) in (-1, 0, 1):
                cut = {i: values[i][:-1], j: values[j] - 1}
                yield tuple(cut.get(k, v) for k, v in enumerate(values))


def smaller(value: Any) -> Iterator[Any]:
    """Values that a person would call simpler, the simplest first."""
    if isinstance(value, bool):
        if value:
            yield False
    elif isinstance(value, int):
        yield from _smaller_integers(value)
    elif isinstance(value, str):
        yield from _smaller_sequences(value)
        for i in range(min(len(value), 12)):
            if value[i] not in "a":
                yield value[:i] + "a" + value[i + 1 :]
    elif isinstance(value, list):
        yield from _smaller_sequences(value)
        if value and isinstance(value[0], list) and value[0]:
            yield [row[:-1] for row in value]
        for i in range(min(len(value), 12)):
            for option in smaller(value[i]):
                yield [*value[:i], option, *value[i + 1 :]]
    elif isinstance(value, tuple):
        for i, part in enumerate(value):
            for option in smaller(part):
                yield (*value[:i], option, *value[i + 1 :])
    elif isinstance(value, dict):
        for name, part in value.items():
            for option in smaller(part):
                yield {**value, name: option}


def _smaller_integers(value: int) -> Iterator[int]:
    seen = {value}
    half = abs(value) // 2
    for option in (0, 1, -1, abs(value), half if value > 0 else -half, value - 1, value + 1):
        nearer = abs(option) < abs(value) or (abs(option) == abs(value) and option > value)
        if option not in seen and nearer:
            seen.add(option)
            yield option


def _smaller_sequences(value: Any) -> Iterator[Any]:
    length = len(value)
    cut = length // 2
    while cut:
        yield value[: length - cut]
        yield value[cut:]
        cut //= 2
    for i in range(1, min(length - 1, 12)):
        yield value[:i] + value[i + 1 :]

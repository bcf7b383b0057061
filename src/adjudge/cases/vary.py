"""Inputs like known ones: changed in a few places, but with the habits that all of them share.

A problem's precondition is often written in prose only. The known inputs keep to it, so what they
have in common is kept: roughly the range of their numbers, the letters of their texts, whether
brackets match, whether sequences are empty, sorted, paired, square or free of repetitions, which
lengths are equal, and which numbers are at most a length.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any

from adjudge.model import Case

_CHANGES = (1, 1, 2, 3)
_LONGEST = 60
_MANY = 10
_PATIENCE = 2_000  # attempts without a new input before giving up


def variations(cases: Sequence[Case], *, seed: int = 0) -> Iterator[tuple[Any, ...]]:
    """Different inputs, none of them that of a known case; the same ones at every call.

    They end where nothing new is found for long.

    Args:
        cases: Cases with inputs that are allowed.
        seed: Where the generator starts.
    """
    known = [case.args for case in cases]
    if not known:
        return
    rng = random.Random(seed)
    columns = list(zip(*known, strict=True))
    places = [_Place(column, rng) for column in columns]
    equal, counts = _equal_lengths(known), _counts(known)
    seen = {repr(args) for args in known}
    patience = _PATIENCE
    while patience and places:
        patience -= 1
        args = list(rng.choice(known))
        for _ in range(rng.choice(_CHANGES)):
            position = rng.randrange(len(args))
            args[position] = places[position].varied(args[position])
        for first, second in equal:
            args[second] = places[second].resized(args[second], len(args[first]))
        made = tuple(args)
        if repr(made) in seen or not all(map(_Place.allows, places, made)):
            continue
        if any(len(made[i]) != len(made[j]) for i, j in equal):
            continue
        if any(made[i] > len(made[j]) for i, j in counts):
            continue
        seen.add(repr(made))
        patience = _PATIENCE
        yield made


class _Place:
    """One place of the inputs: a parameter, or what its sequences contain."""

    def __init__(self, values: Sequence[Any], rng: random.Random) -> None:
        self._values = values
        self._rng = rng
        numbers = [v for v in values if isinstance(v, int | float)]
        self._low, highest = (min(numbers), max(numbers)) if numbers else (0, 0)
        few = len(numbers) < _MANY  # then the largest one is hardly a limit
        self._high = highest + (max(3, (highest - self._low) // 4) if few else 0)
        self._letters = sorted({c for v in values if isinstance(v, str) for c in v})
        self._sequences = [v for v in values if isinstance(v, list | tuple | str)]
        self._habits = [h for h in _HABITS if all(h(v) for v in self._sequences)]
        items = [i for v in values if isinstance(v, list | tuple) for i in v]
        entries = [v for v in values if isinstance(v, dict)]
        self._item = _Place(items, rng) if items else None
        self._value = _Place([i for v in entries for i in v.values()], rng) if entries else None

    def allows(self, value: Any) -> bool:
        """Whether the value has the habits of all known ones."""
        if isinstance(value, bool):
            return True
        if isinstance(value, int | float):
            return bool(self._low <= value <= self._high)
        if not isinstance(value, list | tuple | str):
            return True
        if self._item and not all(self._item.allows(item) for item in value):
            return False
        return all(habit(value) for habit in self._habits)

    def varied(self, value: Any) -> Any:
        """The value with one change."""
        rng = self._rng
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            near = [value + 1, value - 1, value + rng.randint(-9, 9), rng.choice(self._values)]
            near.append(rng.randint(int(self._low), int(self._high)))
            return next((n for n in rng.sample(near, 5) if self._is_whole(n)), value)
        if isinstance(value, float):
            return round(value + rng.choice((1.0, -1.0, 0.5, -0.5, 0.1, 2.0)), 6)
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, dict):
            return self._entries(value)
        if isinstance(value, list):
            return self._list(value)
        if isinstance(value, tuple) and self._item and value:
            at = rng.randrange(len(value))
            return (*value[:at], self._item.varied(value[at]), *value[at + 1 :])
        return value

    def resized(self, value: Any, length: int) -> Any:
        """A list cut or filled with items of known ones."""
        if not isinstance(value, list) or len(value) >= length or not self._item:
            return value[:length]
        return value + [self._rng.choice(self._item._values) for _ in range(length - len(value))]

    def _is_whole(self, number: Any) -> bool:
        whole = isinstance(number, int) and not isinstance(number, bool)
        return whole and bool(self._low <= number <= self._high)

    def _text(self, text: str) -> str:
        rng = self._rng
        texts = [v for v in self._values if isinstance(v, str)]
        other = rng.choice(texts)
        if " " in text and rng.random() < 0.5:
            words = [word for known in texts for word in known.split(" ")]
            parts = text.split(" ")
            at, to = rng.randrange(len(parts)), rng.randint(0, len(parts))
            changes = (
                parts[:at] + parts[to:],
                [*parts[:at], rng.choice(words), *parts[at + 1 :]],
                rng.sample(parts, len(parts)),
            )
            return " ".join(rng.choice(changes))[:_LONGEST]
        at, to = rng.randint(0, len(text)), rng.randint(0, len(text))
        letter = rng.choice(self._letters) if self._letters else ""
        changed: str = rng.choice(
            (
                text[:at] + letter + text[at + 1 :],
                text[:at] + letter + text[at:],
                text[:at] + text[at + 1 :],
                text[:at] + text[to:],
                text[:at] + other[rng.randint(0, len(other)) :],
                text[::-1],
                text + text[::-1],
                text[at:] + text[:at],
                other,
            )
        )
        return changed[:_LONGEST]

    def _list(self, items: list[Any]) -> list[Any]:
        rng = self._rng
        lists = [v for v in self._values if isinstance(v, list)]
        other = rng.choice(lists)
        if not items or not self._item:
            return other[: rng.randint(0, len(other))]
        at, to = rng.randrange(len(items)), rng.randint(0, len(items))
        spare = rng.choice(self._item._values)
        changed: list[Any] = rng.choice(
            (
                [*items[:at], self._item.varied(items[at]), *items[at + 1 :]],
                [*items[:at], spare, *items[at + 1 :]],
                [*items[:at], spare, *items[at:]],
                [*items[:at], items[at], *items[at:]],
                items[:at] + items[at + 1 :],
                items[:at] + items[to:],
                items[::-1],
                rng.sample(items, len(items)),
                items[:at] + other[rng.randint(0, len(other)) :],
            )
        )
        if any(_is_sorted(v) for v in lists) and all(_is_sorted(v) for v in lists):
            changed = sorted(changed)
        return changed[:_LONGEST]

    def _entries(self, entries: dict[Any, Any]) -> dict[Any, Any]:
        rng = self._rng
        other = rng.choice([v for v in self._values if isinstance(v, dict)])
        changed = {k: v for k, v in entries.items() if rng.random() < 0.8}
        changed.update((k, v) for k, v in other.items() if rng.random() < 0.5)
        if changed and self._value:
            key = rng.choice(list(changed))
            changed[key] = self._value.varied(changed[key])
        return changed


def _is_filled(value: Any) -> bool:
    return len(value) > 0


def _is_sorted(value: Any) -> bool:
    try:
        return list(value) == sorted(value)
    except TypeError:  # values of several types
        return False


def _is_distinct(value: Any) -> bool:
    return len({repr(item) for item in value}) == len(value)


def _is_trimmed(value: Any) -> bool:
    return not isinstance(value, str) or value == value.strip()


def _is_balanced(value: Any) -> bool:
    """Whether every bracket is closed, and none before it was opened."""
    depth = 0
    for letter in value if isinstance(value, str) else "":
        depth += (letter in "([{<") - (letter in ")]}>")
        if depth < 0:
            return False
    return depth == 0


def _has_pairs(value: Any) -> bool:
    return len(value) % 2 == 0


def _is_rectangular(value: Any) -> bool:
    return len({len(row) for row in value if isinstance(row, list)}) <= 1


def _is_square(value: Any) -> bool:
    return all(isinstance(row, list) and len(row) == len(value) for row in value)


def _has_single_letters(value: Any) -> bool:
    return not isinstance(value, str) or all(len(word) <= 1 for word in value.split())


_HABITS = (
    _is_filled,
    _is_sorted,
    _is_distinct,
    _is_trimmed,
    _is_balanced,
    _has_pairs,
    _is_rectangular,
    _is_square,
    _has_single_letters,
)


def _equal_lengths(known: Sequence[tuple[Any, ...]]) -> list[tuple[int, int]]:
    """The pairs of parameters that are equally long in all inputs."""
    found = []
    for second in range(len(known[0])):
        for first in range(second):
            pairs = [(args[first], args[second]) for args in known]
            if all(isinstance(v, list | str) for pair in pairs for v in pair) and all(
                len(a) == len(b) for a, b in pairs
            ):
                found.append((first, second))
    return found


def _counts(known: Sequence[tuple[Any, ...]]) -> list[tuple[int, int]]:
    """The pairs of a number and a sequence that is at least so long, in all inputs."""
    return [
        (number, sequence)
        for number, sequence in itertools.permutations(range(len(known[0])), 2)
        if all(
            type(args[number]) is int
            and isinstance(args[sequence], list | str)
            and args[number] <= len(args[sequence])
            for args in known
        )
    ]

"""A finite box of small cases: inputs and outputs that may or may not belong together.

It is no test of a program but of two specifications against each other: where they differ at all,
they often differ on something small.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any

from adjudge.cases.mutate import wrong_outputs
from adjudge.model import Case, Signature, values
from adjudge.model.types import (
    Bool,
    Char,
    Float,
    Int,
    List,
    Nat,
    Option,
    Str,
    Tuple,
    Type,
    Union,
)

_LONGEST = 3
_WRONG = 6  # changed outputs for each given case


def box(
    signature: Signature, cases: Sequence[Case], *, size: int = 300, seed: int = 0
) -> list[Case]:
    """At most `size` different cases: the given ones, these with changed outputs, and small ones.

    The small ones are drawn from all of the box with a generator that starts at `seed`.
    """
    found = list(cases)
    for case in cases:
        changed = wrong_outputs(case.output, signature.returns)
        found += [Case(case.args, output) for output in itertools.islice(changed, _WRONG)]
    found += [Case(case.args, other.output) for case, other in itertools.pairwise(cases)]
    axes = [[*small_values(p.type)] for p in signature.params]
    outputs = [*small_values(signature.returns)]
    pick = random.Random(seed)
    for _ in range(2 * size if outputs and all(axes) else 0):
        found.append(Case(tuple(pick.choice(axis) for axis in axes), pick.choice(outputs)))
    different: dict[str, Case] = {}
    for case in found:
        args = [values.encode(a, p.type) for a, p in zip(case.args, signature.params, strict=True)]
        key = values.dumps([*args, values.encode(case.output, signature.returns)])
        different.setdefault(key, case)
    return list(different.values())[:size]


def small_values(type_: Type) -> Iterator[Any]:
    """The small values of a type, the smallest first; none for a type without simple ones."""
    match type_:
        case Int():
            yield from (n for n in (0, 1, -1, 2, 3) if type_.low is None or n >= type_.low)
        case Nat():
            yield from (0, 1, 2, 3)
        case Bool():
            yield from (False, True)
        case Float():
            yield from (0.0, 1.0, -1.0, 0.5)
        case Char():
            yield from "ab"
        case Str():
            for length in range(_LONGEST):
                yield from map("".join, itertools.product("ab", repeat=length))
        case List():
            items = [*small_values(type_.item)]
            for length in range(_LONGEST + 1):
                yield from map(list, itertools.product(items[: 5 - length], repeat=length))
        case Tuple():
            axes = [[*small_values(item)][:3] for item in type_.items]
            yield from itertools.product(*axes)
        case Option():
            yield None
            yield from small_values(type_.item)
        case Union():
            for member in type_.items:
                yield from itertools.islice(small_values(member), 3)

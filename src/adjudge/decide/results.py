"""Results of evaluation, and how those that stay open are asked for again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from adjudge.verus.evaluate import ClauseResult, Truth

Results = tuple[ClauseResult, ...]
"""The truth of each clause on one case, those of `requires` first."""

DISAGREE = "two engines disagree: please report this"
_LIMITS = ("the budget of steps is spent", "recursion too deep")

_WORTH = 8  # so many cases may be asked about for one clause that is decided


def is_open(result: ClauseResult) -> bool:
    """Whether a clause is undecided."""
    return result.truth is Truth.UNKNOWN


def undecided(results: Results) -> bool:
    """Whether it is open if the precondition or the postcondition holds."""
    for part in (True, False):
        clauses = [r for r in results if (r.clause.kind == "requires") is part]
        if any(map(is_open, clauses)) and all(r.truth is not Truth.FALSE for r in clauses):
            return True
    return False


def ran_out(result: ClauseResult) -> bool:
    """Whether a clause is undecided for lack of steps."""
    return is_open(result) and result.reason.startswith(_LIMITS)


def better(first: ClauseResult, second: ClauseResult) -> ClauseResult:
    """Of two results for one clause the one that decides it, else the first.

    Where they contradict each other nothing is decided, whatever comes later.
    """
    if first.reason == DISAGREE or is_open(second):
        return first
    if is_open(first) or first.truth is second.truth:
        return second if is_open(first) else first
    return replace(first, truth=Truth.UNKNOWN, reason=DISAGREE, witness={})


def retry(
    found: list[Results],
    wanted: Sequence[int],
    together: int,
    ask: Callable[[Sequence[int]], Sequence[Results]],
) -> None:
    """Asks again about some cases, until of several in a row it decides next to none.

    So what is out of reach for most cases costs little, and what is left open depends on no clock.

    Args:
        found: The results so far, by case; better ones are put there.
        wanted: The numbers of the cases to ask about.
        together: How many cases are asked about at a time; more, as long as most are decided.
        ask: The results of some cases.
    """
    start, size = 0, together
    while start < len(wanted):
        some = wanted[start : start + size]
        start += size
        before = _count_open(found, some)
        for i, results in zip(some, ask(some), strict=True):
            found[i] = tuple(map(better, found[i], results))
        after = _count_open(found, some)
        if (before - after) * _WORTH < len(some):
            return
        size = 2 * size if after < before / 2 else together


def _count_open(found: Sequence[Results], some: Sequence[int]) -> int:
    return sum(is_open(result) for i in some for result in found[i])

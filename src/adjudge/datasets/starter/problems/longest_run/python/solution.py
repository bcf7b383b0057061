"""The longest stretch of one repeated character."""

from itertools import groupby


def longest_run(s: str) -> int:
    return max((len(list(run)) for _, run in groupby(s)), default=0)

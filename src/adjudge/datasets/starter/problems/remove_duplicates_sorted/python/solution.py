from itertools import groupby


def remove_duplicates_sorted(nums: list[int]) -> list[int]:
    return [value for value, _ in groupby(nums)]

from bisect import bisect_left


def first_at_least(nums: list[int], target: int) -> int:
    return bisect_left(nums, target)

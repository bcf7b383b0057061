"""The largest sum of a non-empty stretch of neighbouring numbers."""


def max_subarray_sum(nums: list[int]) -> int:
    best = here = nums[0]
    for number in nums[1:]:
        here = max(number, here + number)
        best = max(best, here)
    return best

def count_in_range(nums: list[int], low: int, high: int) -> int:
    return sum(low <= value <= high for value in nums)

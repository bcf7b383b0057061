def sort_ascending(nums: list[int]) -> list[int]:
    return sorted(nums)

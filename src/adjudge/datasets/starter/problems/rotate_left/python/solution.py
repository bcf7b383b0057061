def rotate_left(nums: list[int], k: int) -> list[int]:
    if not nums:
        return []
    shift = k % len(nums)
    return nums[shift:] + nums[:shift]

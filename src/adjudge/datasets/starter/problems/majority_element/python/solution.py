from collections import Counter


def majority_element(nums: list[int]) -> int | None:
    for value, count in Counter(nums).most_common(1):
        if 2 * count > len(nums):
            return value
    return None

from heapq import merge


def merge_sorted(left: list[int], right: list[int]) -> list[int]:
    return list(merge(left, right))

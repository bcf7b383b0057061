"""The largest sum of a row of a matrix."""


def max_row_sum(matrix: list[list[int]]) -> int:
    return max(sum(row) for row in matrix)

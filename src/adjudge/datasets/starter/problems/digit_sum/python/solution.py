"""The sum of the decimal digits of a number."""


def digit_sum(n: int) -> int:
    return sum(int(digit) for digit in str(n))

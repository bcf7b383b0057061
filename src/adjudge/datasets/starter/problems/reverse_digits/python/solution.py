"""A number with its decimal digits in the opposite order."""


def reverse_digits(n: int) -> int:
    return int(str(n)[::-1])

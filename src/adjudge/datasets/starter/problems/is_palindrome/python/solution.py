"""Does a string read the same forwards and backwards?"""


def is_palindrome(s: str) -> bool:
    return s == s[::-1]

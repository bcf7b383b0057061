"""The number of ways to climb a staircase by moves of one or two steps."""


def climb_stairs(n: int) -> int:
    here, above = 1, 1
    for _ in range(n):
        here, above = above, here + above
    return here

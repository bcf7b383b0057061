"""Can three piles of coins be made equal by moving single coins between them?"""

import sys


def can_share(a: int, b: int, c: int) -> bool:
    return (a + b + c) % 3 == 0


def main() -> None:
    lines = sys.stdin.read().splitlines()
    for line in lines[1 : int(lines[0]) + 1]:
        a, b, c = map(int, line.split())
        print("YES" if can_share(a, b, c) else "NO")


if __name__ == "__main__":
    main()

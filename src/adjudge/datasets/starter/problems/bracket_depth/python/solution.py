"""The nesting depth of round brackets, or None if they are not balanced."""


def bracket_depth(s: list[str]) -> int | None:
    depth = deepest = 0
    for char in s:
        if char == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif char == ")":
            depth -= 1
            if depth < 0:
                return None
    return deepest if depth == 0 else None

"""Binding powers, shared by the parser and the printer. A higher number binds tighter."""

from __future__ import annotations

from adjudge.verus.lexer import words

BULLET = 1  # &&& |||
ASSIGN = 2
RANGE = 3
EQUIV = 4  # <==>, which does not associate
EXPLY = 5  # <==, to the left
IMPLY = 6  # ==>, to the right
OR = 7
AND = 8
COMPARE = 9
CAST = 16  # as, is, has, matches
PREFIX = 17
POSTFIX = 18

BULLETS = frozenset({"&&&", "|||"})

BINARY = {
    "||": OR,
    "&&": AND,
    "|": 10,
    "^": 11,
    "&": 12,
    "<<": 13,
    ">>": 13,
    "+": 14,
    "-": 14,
    "*": 15,
    "/": 15,
    "%": 15,
}
ASSIGNMENTS = words("= += -= *= /= %= ^= |= &= <<= >>=")
RUST_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
VERUS_COMPARISONS = words("=== !== =~= =~~= !~= !~~=")
RANGES = frozenset({"..", "..="})

INFIX_RUST: dict[str, int] = {
    **BINARY,
    **dict.fromkeys(ASSIGNMENTS, ASSIGN),
    **dict.fromkeys(RUST_COMPARISONS, COMPARE),
    **dict.fromkeys(RANGES, RANGE),
    "as": CAST,
}
INFIX_VERUS: dict[str, int] = {
    **INFIX_RUST,
    **dict.fromkeys(VERUS_COMPARISONS, COMPARE),
    "<==>": EQUIV,
    "<==": EXPLY,
    "==>": IMPLY,
    "is": CAST,
    "has": CAST,
    "matches": CAST,
    "!": CAST,  # of `!is`, `!has`, `!matches`
}

"""Random conditions in Verus with values for their variables."""

from __future__ import annotations

import random
from typing import Any

VARIABLES = {
    "x": "int",
    "y": "int",
    "n": "nat",
    "a": "i32",
    "u": "u8",
    "p": "bool",
    "s": "Seq<int>",
    "t": "Seq<int>",
    "v": "Vec<i32>",
    "o": "Option<i32>",
    "q": "(int, bool)",
}
DEFINITIONS = """
spec fn total(s: Seq<int>) -> int decreases s.len() {
    if s.len() == 0 { 0 } else { total(s.drop_last()) + s.last() }
}
spec fn count(s: Seq<int>, w: int, k: int) -> int decreases k {
    if k <= 0 { 0 } else { count(s, w, k - 1) + (if s[k - 1] == w { 1int } else { 0int }) }
}
spec fn twice(k: int) -> int { 2 * k }
"""


def values(rng: random.Random) -> dict[str, Any]:
    """Values for the variables."""
    small = [-3, -2, -1, 0, 1, 2, 3, 7]

    def numbers(most: int) -> list[int]:
        return [rng.choice(small) for _ in range(rng.randint(0, most))]

    return {
        "x": rng.choice([*small, 100]),
        "y": rng.choice(small),
        "n": rng.choice([0, 1, 2, 5]),
        "a": rng.choice([*small, 2147483647, -2147483648]),
        "u": rng.choice([0, 1, 2, 255]),
        "p": rng.random() < 0.5,
        "s": numbers(4),
        "t": numbers(3),
        "v": numbers(4),
        "o": rng.choice([None, 0, 3]),
        "q": (rng.choice(small), rng.random() < 0.5),
    }


class Expressions:
    """Draws expressions as text; binders have names of their own."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._binders: list[str] = []
        self._count = 0

    def condition(self, depth: int) -> str:
        rng = self._rng
        if depth <= 0:
            return rng.choice([self._comparison(0), "p", "q.1", "o is Some"])
        kind = rng.randrange(12)
        if kind < 4:
            return self._comparison(depth - 1)
        if kind < 7:
            op = rng.choice(["&&", "||", "==>", "<==>"])
            return f"(({self.condition(depth - 1)}) {op} ({self.condition(depth - 1)}))"
        if kind == 7:
            return f"(!({self.condition(depth - 1)}))"
        if kind == 8:
            a, b = self._seq(depth - 1), self._seq(depth - 1)
            return f"({a} =~= {b})"
        if kind == 9:
            return f"({self._seq(depth - 1)}.contains({self._integer(depth - 1)}))"
        return self._quantifier(depth - 1)

    def _quantifier(self, depth: int) -> str:
        rng = self._rng
        self._count += 1
        name = f"k{self._count}"
        domain = rng.choice([f"0 <= {name} < {self._seq(0)}.len()", f"-1 <= {name} <= 2"])
        self._binders.append(name)
        body = self.condition(depth)
        self._binders.pop()
        if rng.random() < 0.5:
            return f"(forall|{name}: int| {domain} ==> ({body}))"
        return f"(exists|{name}: int| {domain} && ({body}))"

    def _comparison(self, depth: int) -> str:
        op = self._rng.choice(["<", "<=", "==", "!=", ">", ">="])
        return f"({self._integer(depth)} {op} {self._integer(depth)})"

    def _integer(self, depth: int) -> str:
        rng = self._rng
        atoms = ["x", "y", "n as int", "a as int", "u as int", "q.0", *self._binders]
        if depth <= 0:
            return rng.choice([f"({rng.choice(atoms)})", f"({rng.randint(-3, 5)}int)"])
        a, b = self._integer(depth - 1), self._integer(depth - 1)
        s = self._seq(depth - 1)
        return rng.choice(
            [
                f"({a} + {b})",
                f"({a} - {b})",
                f"({a} * {b})",
                f"({a} / {b})",
                f"({a} % {b})",
                f"(-({a}))",
                f"(if {self.condition(depth - 1)} {{ {a} }} else {{ {b} }})",
                f"({s}.len() as int)",
                f"({s}[{a}])",
                f"({s}[{a}])",
                f"(({a}) as u8 as int)",
                f"(({a}) as nat as int)",
                f"total({s})",
                f"count({s}, {a}, {s}.len() as int)",
                f"twice({a})",
                f"({{ let w = {a}; w + w }})",
                "((a & 3i32) as int)",
                "((u << 1u8) as int)",
                "((a >> 2i32) as int)",
                "(v[0] as int)",
                "(v@.last() as int)",
                "(o->Some_0 as int)",
            ]
        )

    def _seq(self, depth: int) -> str:
        rng = self._rng
        if depth <= 0:
            return rng.choice(["s", "t"])
        a, b, s = self._integer(depth - 1), self._integer(depth - 1), self._seq(depth - 1)
        return rng.choice(
            [
                f"{s}.push({a})",
                f"{s}.update({a}, {b})",
                f"{s}.subrange(0, {s}.len() as int)",
                f"{s}.drop_last()",
                f"{s}.drop_first()",
                f"({s} + {self._seq(depth - 1)})",
                f"seq![{a}, {b}]",
                f"{s}.reverse()",
                f"{s}.insert({a}, {b})",
                f"{s}.remove({a})",
                f"{s}.take({a})",
                f"Seq::new(3, |i: int| i + {a})",
                f"{s}.map_values(|e: int| e * 2)",
            ]
        )

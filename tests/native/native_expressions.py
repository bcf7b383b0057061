"""Random well-typed expressions of Verus over some variables, and random values for these."""

from __future__ import annotations

import random
from typing import Any

VARIABLES = {
    "a": "Seq<i32>",
    "b": "Seq<i32>",
    "w": "Vec<u8>",
    "m": "Seq<Seq<i32>>",
    "p": "Seq<(int, bool)>",
    "x": "int",
    "y": "int",
    "k": "nat",
    "u": "u8",
    "i": "i64",
    "f": "bool",
    "c": "char",
    "t": "(int, bool)",
    "o": "Option<int>",
}

DEFINITIONS = """
spec fn sum(s: Seq<i32>, n: int) -> int decreases n {
    if n <= 0 { 0 } else { sum(s, n - 1) + s[n - 1] }
}
spec fn count(s: Seq<i32>, v: int) -> nat decreases s.len() {
    if s.len() == 0 { 0 } else { count(s.drop_last(), v) + if s.last() == v { 1nat } else { 0 } }
}
spec fn largest(s: Seq<i32>) -> int decreases s.len() {
    if s.len() <= 1 { s[0] as int } else {
        let rest = largest(s.skip(1));
        if s[0] >= rest { s[0] as int } else { rest }
    }
}
spec fn factorial(n: int) -> int decreases n { if n <= 0 { 1 } else { n * factorial(n - 1) } }
spec fn even(n: int) -> bool decreases n { if n <= 0 { n == 0 } else { odd(n - 1) } }
spec fn odd(n: int) -> bool decreases n { if n <= 0 { false } else { even(n - 1) } }
spec fn clamp(x: int, lo: int, hi: int) -> int { if x < lo { lo } else if x > hi { hi } else { x } }
spec fn sorted(s: Seq<i32>) -> bool { forall|q: int| 0 <= q < s.len() - 1 ==> s[q] <= s[q + 1] }
spec fn doubled(s: Seq<i32>) -> Seq<int> { Seq::new(s.len(), |q: int| 2 * s[q]) }
spec fn half(x: int) -> int recommends x >= 0 { x / 2 }
spec fn secret(x: int) -> int;
"""

_TRUTHS = """
    o is Some; o.is_none(); o == o; a.no_duplicates(); p.contains(t); p[0] == t; p[x].1; t == t;
    w@ == w@; w == w; m[0] == a; m.contains(a); a.is_prefix_of(b);
    a.to_multiset() == b.to_multiset()
""".strip().split(";")
_NUMBERS = """
    o->Some_0; p[x].0; m[y].len() as int; m[0][x] as int; w[x] as int; ((u & 12u8) as int);
    ((u << 2u8) as int); ((u ^ w[0]) as int); ((!u) as int); a.index_of(7i32); arbitrary::<int>();
    (a.to_multiset().count(1i32) as int); a.fold_left(0int, |acc: int, e: i32| acc + e);
    (choose|z: int| 0 <= z < a.len() && a[z] == x)
""".strip().split(";")
_OF_NUMBER = """
    factorial(NUMBER); clamp(NUMBER, -2, x); half(NUMBER); abs(NUMBER) as int; -NUMBER;
    secret(NUMBER); pow(NUMBER, k) as int; doubled(a)[NUMBER]; min(NUMBER, x)
""".strip().split(";")

_GUARDS = """
    (forall|e: int| 0 <= e < SEQUENCE.len() ==> 0 <= #[trigger] SEQUENCE[e] <= 2);
    SEQUENCE.to_multiset() == a.to_multiset(); sum(SEQUENCE, SEQUENCE.len() as int) == x;
    sorted(SEQUENCE); SEQUENCE.no_duplicates(); (forall|e: int| count(SEQUENCE, e) == count(b, e));
    SEQUENCE.len() == a.len(); (forall|e: i32| SEQUENCE.contains(e) ==> a.contains(e));
    SEQUENCE.is_prefix_of(a); SEQUENCE[0] == 3i32; SEQUENCE.last() == y
""".strip().split(";")


class Expressions:
    """A source of expressions."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._bound: list[str] = []
        self._sequences: list[str] = []
        self._names = 0

    def truth(self, depth: int = 4) -> str:
        """A condition."""
        pick = self._random
        if depth <= 0:
            return pick.choice(["f", "t.1", "true", "false", "x <= y", "a.len() == b.len()"])
        made = pick.randrange(20)
        match made:
            case 0 | 1 | 2 | 3:
                op = pick.choice(["<", "<=", "==", "!=", ">", ">="])
                return f"({self.number(depth - 1)}) {op} ({self.number(depth - 1)})"
            case 4 | 5 | 6:
                op = pick.choice(["&&", "||", "==>", "<==>"])
                return f"(({self.truth(depth - 1)}) {op} ({self.truth(depth - 1)}))"
            case 7:
                return f"!({self.truth(depth - 1)})"
            case 8 | 9 | 10:
                return self._quantifier(depth)
            case 11:
                op = pick.choice(["==", "=~=", "!="])
                return f"({self.sequence(depth - 1)} {op} {self.sequence(depth - 1)})"
            case 12:
                return f"({self.sequence(depth - 1)}).contains(({self.number(depth - 2)}) as i32)"
            case 13:
                return f"sorted({self.sequence(depth - 1)})"
            case 14:
                return f"even({self.number(depth - 1)})"
            case 15:
                return pick.choice(_TRUTHS)
            case 16:
                some = self.truth(depth - 1)
                return (
                    f"(if {some} {{ {self.truth(depth - 1)} }} else {{ {self.truth(depth - 1)} }})"
                )
            case 17 | 18:
                return self._search(depth)
        return f"({self.sequence(depth - 1)}).all(|e: i32| e as int <= {self.number(depth - 2)})"

    def _search(self, depth: int) -> str:
        """A quantifier that need not have bounds; over a sequence, there are mostly some."""
        pick = self._random
        self._names += 1
        name = f"s{self._names}"
        type_ = pick.choice(["int", "nat", "i32", "u8", "(int, bool)", "bool", *["Seq<i32>"] * 4])
        guards = pick.sample(_GUARDS, pick.randrange(3)) if type_ == "Seq<i32>" else []
        if type_ == "Seq<i32>" and pick.random() < 0.8:
            guards.append(f"SEQUENCE.len() {pick.choice(['<=', '=='])} {pick.choice([1, 2, 3])}")
        bound = {"(int, bool)": f"{name}.0", "bool": f"({name} as int)", "Seq<i32>": ""}
        self._bound.append(bound.get(type_, f"({name} as int)"))
        self._bound = [text for text in self._bound if text]
        self._sequences += [name] * 3 if type_ == "Seq<i32>" else []
        body = self.truth(depth - 2)
        if type_ == "Seq<i32>":
            del self._sequences[-3:]
        else:
            self._bound.pop()
        guard = " && ".join(text.replace("SEQUENCE", name) for text in guards) or "true"
        if pick.random() < 0.5:
            return f"(forall|{name}: {type_}| {guard} ==> {body})"
        return f"(exists|{name}: {type_}| {guard} && {body})"

    def _quantifier(self, depth: int) -> str:
        pick = self._random
        self._names += 1
        name = f"q{self._names}"
        low, high = self.number(min(1, depth - 2)), self.number(min(1, depth - 2))
        if pick.random() < 0.6:
            low, high = "0", pick.choice(["a.len() as int", "b.len() as int", "x", "5"])
        self._bound.append(name)
        body = self.truth(depth - 1)
        self._bound.pop()
        bounds = f"({low}) <= {name} < ({high})"
        if pick.random() < 0.5:
            return f"(forall|{name}: int| {bounds} ==> {body})"
        return f"(exists|{name}: int| {bounds} && {body})"

    def number(self, depth: int = 3) -> str:
        """An integer, of type `int`."""
        pick = self._random
        if depth <= 0 or pick.random() < 0.2:
            simple = ["x", "y", "k as int", "u as int", "i as int", "a.len() as int", "t.0"]
            simple += [*self._bound, *self._bound, str(pick.randint(-3, 12)), "c as int"]
            return pick.choice(simple)
        match pick.randrange(16):
            case 0 | 1 | 2:
                op = pick.choice(["+", "-", "*"])
                return f"({self.number(depth - 1)}) {op} ({self.number(depth - 1)})"
            case 3 | 4:
                op = pick.choice(["/", "%"])
                return f"(({self.number(depth - 1)}) {op} ({self.number(depth - 1)}))"
            case 5 | 6 | 7:
                return f"({self.sequence(depth - 1)})[{self.number(depth - 1)}] as int"
            case 8:
                type_ = pick.choice(["u8", "i8", "i32", "nat", "u64", "i128"])
                return f"((({self.number(depth - 1)}) as {type_}) as int)"
            case 9:
                return f"sum({self.sequence(depth - 1)}, {self.number(depth - 1)})"
            case 10:
                return f"count({self.sequence(depth - 1)}, {self.number(depth - 1)}) as int"
            case 11:
                return f"largest({self.sequence(depth - 1)})"
            case 12:
                some = self.truth(depth - 1)
                then, other = self.number(depth - 1), self.number(depth - 1)
                return f"(if {some} {{ {then} }} else {{ {other} }})"
            case 13:
                number = self.number(depth - 1)
                return pick.choice(_OF_NUMBER).replace("NUMBER", f"({number})")
            case 14:
                return pick.choice(_NUMBERS)
        self._names += 1
        name = f"v{self._names}"
        value = self.number(depth - 1)
        self._bound.append(name)
        body = self.number(depth - 1)
        self._bound.pop()
        return f"{{ let {name} = {value}; {body} }}"

    def sequence(self, depth: int = 2) -> str:
        """A sequence, of type `Seq<i32>`."""
        pick = self._random
        if depth <= 0 or pick.random() < 0.5:
            made = ["a", "b", "a", "b", "m[0]", "seq![1i32, 2i32, 2i32]", *self._sequences]
            return pick.choice(made)
        inner, number = self.sequence(depth - 1), self.number(depth - 1)
        return pick.choice(
            [
                f"({inner}).subrange({number}, {self.number(depth - 1)})",
                f"({inner}).take({number})",
                f"({inner}).skip({number})",
                f"({inner}).drop_last()",
                f"({inner}).drop_first()",
                f"({inner}).push(({number}) as i32)",
                f"({inner}).update({number}, 3i32)",
                f"({inner}).insert({number}, 3i32)",
                f"({inner}).remove({number})",
                f"({inner}).reverse()",
                f"({inner} + {self.sequence(depth - 1)})",
                f"({inner}).filter(|e: i32| e as int > {number})",
                f"({inner}).map_values(|e: i32| (e + 1) as i32)",
                "Seq::<i32>::empty()",
                "Seq::new(k, |z: int| z as i32)",
            ]
        )

    def values(self) -> dict[str, Any]:
        """Values of the variables, as `adjudge.model` has them."""
        pick = self._random

        def small() -> int:
            return pick.choice([pick.randint(-3, 6), pick.randint(-3, 6), pick.randint(-200, 300)])

        def numbers() -> list[int]:
            return [small() for _ in range(pick.choice([0, 1, 2, 3, 4, 6]))]

        a = numbers()
        b = pick.choice([numbers(), a, sorted(a), a[:-1]])
        huge = pick.choice([0] * 6 + [1 << 62, 1 << 100, -(1 << 126), 1 << 127])
        return {
            "a": a,
            "b": b,
            "w": [pick.randrange(256) for _ in range(pick.randrange(4))],
            "m": [pick.choice([a, b, numbers()]) for _ in range(pick.randrange(3))],
            "p": [(small(), pick.random() < 0.5) for _ in range(pick.randrange(3))],
            "x": small() + huge,
            "y": small(),
            "k": pick.randrange(6),
            "u": pick.randrange(256),
            "i": small(),
            "f": pick.random() < 0.5,
            "c": pick.choice("abz 0é"),
            "t": (small(), pick.random() < 0.5),
            "o": pick.choice([None, small()]),
        }

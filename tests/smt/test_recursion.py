"""Which recursions are believed to end: only those for which a measure was found."""

from __future__ import annotations

import pytest

from adjudge.verus.lower import lower
from adjudge.verus.parser import parse_file

pytest.importorskip("z3")

ENDING = [
    ("x: int", "0", "if x <= 0 { 0 } else { g(x - 1) + 1 }"),
    ("x: nat", "0", "if x == 0 { 0 } else { g(x / 10) + 1 }"),
    ("a: nat, b: nat", "1, 2", "if b == 0 { 1 } else { g(b, a % b) }"),
    ("s: Seq<int>", "seq![1int]", "if s.len() == 0 { 0 } else { g(s.drop_last()) + 1 }"),
    ("s: Seq<int>, i: int", "seq![1int], 0", "if i >= s.len() { 0 } else { g(s, i + 1) + 1 }"),
    ("l: int, r: int", "0, 1", "if r <= l { 0 } else { g(l + 1, r) + g(l, r - 1) }"),
    (
        "m: nat, n: nat",
        "1, 1",
        "if m == 0 { n + 1 } else if n == 0 { g((m - 1) as nat, 1) }"
        " else { g((m - 1) as nat, g(m, (n - 1) as nat) as nat) }",
    ),
]
ENDLESS = [
    ("x: int", "0", "g(x) + 1"),
    ("x: int", "0", "if x == 0 { 0 } else { g(x - 1) }"),
    ("x: int", "0", "if x > 0 { g(x + 1) } else { 0 }"),
    (
        "x: int, y: int",
        "0, 0",
        "if x > 0 { g(x - 1, y + 1) } else if y > 0 { g(y, y - 1) } else { 0 }",
    ),
    ("s: Seq<int>", "seq![1int]", "if s.len() == 0 { 0 } else { g(s.push(1)) }"),
    ("s: Seq<int>", "seq![1int]", "g(s.drop_last()) + 1"),
    ("x: int", "0", "(choose|v: int| v == g(v) + 1) + 1"),
    (
        "x: int",
        "0",
        "if x < 0 && x > 0 { Seq::new(1, |i: int| g(i))[0] }"
        " else { Seq::new(1, |i: int| g(i))[0] + 1 }",
    ),
]


def ends(params: str, args: str, body: str) -> bool:
    from adjudge.verus.smt.encode import Encoder
    from adjudge.verus.smt.recursion import ends_always

    source = f"""verus! {{ spec fn g({params}) -> int {{ {body} }}
        fn f(x: i32) -> (r: i32) requires g({args}) == 1, {{ }} }}"""
    contract = lower(parse_file(source), "f")
    (function,) = contract.functions.values()
    return ends_always(function, Encoder(contract.functions, contract.datatypes), {})


@pytest.mark.parametrize(("params", "args", "body"), ENDING)
def test_ending(params: str, args: str, body: str) -> None:
    assert ends(params, args, body)


@pytest.mark.parametrize(("params", "args", "body"), ENDLESS)
def test_endless(params: str, args: str, body: str) -> None:
    assert not ends(params, args, body)

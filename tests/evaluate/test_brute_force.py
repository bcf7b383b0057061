"""Random formulas: what is decided over all values agrees with every single value of a box."""

from __future__ import annotations

import itertools
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.verus import syntax as rs
from adjudge.verus.evaluate import Budget, SpecEvaluator, Truth, evaluate_expression
from adjudge.verus.lower import lower_expression
from adjudge.verus.parser import parse_fragment

BUDGET = Budget(steps=400_000)
HELPERS = """
spec fn inside(i: int, s: Seq<int>) -> bool { 0 <= i < s.len() }
spec fn larger(a: int, b: int) -> int { if a >= b { a } else { b } }
spec fn fits(a: int, b: int, s: Seq<int>) -> bool {
    let d = a - b;
    &&& inside(a, s)
    &&& d <= 1
    &&& (b > 0 ==> s[a] != b)
}
spec fn guarded(a: int, b: int) -> bool { if a < b { a >= -2 && b <= 3 } else { false } }
spec fn count(s: Seq<int>, v: int) -> int decreases s.len() {
    if s.len() == 0 { 0int } else {
        (if s.last() == v { 1int } else { 0int }) + count(s.drop_last(), v)
    }
}
spec fn triangle(n: int) -> int decreases n { if n <= 0 { 0 } else { n + triangle(n - 1) } }
spec fn sum(s: Seq<int>) -> int decreases s.len() {
    if s.len() == 0 { 0 } else { s[0] + sum(s.subrange(1, s.len() as int)) }
}
spec fn sorted(s: Seq<int>) -> bool {
    forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] <= s[j]
}
spec fn boxed(s: Seq<int>) -> bool {
    s.len() <= 3 && forall|k: int| 0 <= k < s.len() ==> 0 <= s[k] < 3
}
"""
INTEGERS = """
{v} < {c}
{v} >= {c}
{v} == {c}
{v} != {c}
{v} + {w} <= {c}
{v} - {w} == {c}
{v} < {w}
2 * {v} <= {c}
3 * {v} - 2 * {w} == {c}
{v} * {v} <= {c}
{v} * {w} < {c}
{v} % 2 == 0
{v} / 2 == {w}
({v} as nat) < {c}
s[{v}] == {c}
s.contains({v})
inside({v}, s)
fits({v}, {w}, s)
larger({v}, {c}) == {w}
guarded({v}, {w})
count(s, {v}) == {c}
count(s, {v}) >= count(s, {w})
triangle({v}) >= {c}
0 <= {v} <= {w} < s.len()
s.subrange(0, {v}).len() == {w}
(if {v} < {c} {{ {w} > 0 }} else {{ {w} < 2 }})
({{ let q = {v} + 1; q == {w} || q < {c} }})
(exists|z: int| 0 <= z < s.len() && s[z] == {v})
(forall|z: int| {v} <= z < {w} ==> z * z != {c})
(exists|z: nat| z + {v} == {w})
({v} < {w} <==> {v} < {c})
""".strip().splitlines()
SEQUENCES = """
s[0] == {c}
s[{c}] > {d}
s.last() >= {c}
s.len() > {c}
s.len() == t.len()
s =~= t
s.push({c}) =~= t
s.take(1) =~= t
s.reverse() =~= t
s.is_prefix_of(t)
s.contains({c})
s.no_duplicates()
s.drop_last().len() == {d}
s.index_of({c}) == {d}
s.update(0, {c})[0] == {d}
s.to_set().contains({c})
s.to_multiset() =~= t.to_multiset()
s.to_multiset().count({c}) == {d}
s.map_values(|x: int| x + 1) =~= t
s.filter(|x: int| x > {c}).len() == {d}
s.fold_left(0int, |a: int, x: int| a + x) == {d}
sum(s) <= {c}
sorted(s)
count(s, {c}) == {d}
(forall|v: int| count(s, v) == count(t, v))
(exists|i: int| 0 <= i < s.len() && s[i] == {c})
(forall|i: int| 0 <= i < s.len() - 1 ==> s[i] != s[i + 1])
(choose|i: int| 0 <= i < s.len() && s[i] == {c}) == {d}
""".strip().splitlines()


@st.composite
def formulas(draw: st.DrawFn, atoms: list[str], depth: int = 2) -> str:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        v, w = draw(st.permutations(["a", "b"]))
        numbers = st.integers(-3, 4) if atoms is INTEGERS else st.integers(0, 3)
        return draw(st.sampled_from(atoms)).format(v=v, w=w, c=draw(numbers), d=draw(numbers))
    left, right = draw(formulas(atoms, depth - 1)), draw(formulas(atoms, depth - 1))
    shape = draw(st.sampled_from(["({0}) && ({1})", "({0}) || ({1})", "({0}) ==> ({1})", "!({0})"]))
    return shape.format(left, right)


def instances(body: str, types: dict[str, str], values: list[list[Any]]) -> list[Truth]:
    """The body at each combination of values."""
    file = parse_fragment(f"{HELPERS}\nspec fn body() -> bool {{ {body} }}\n")
    function = file.items[-1]
    assert isinstance(function, rs.Function)
    assert function.body is not None
    assert function.body.tail is not None
    found = SpecEvaluator(lower_expression(file, function.body.tail, types), budget=BUDGET)
    return [found.clauses(args, None)[0].truth for args in values]


@given(
    formulas(INTEGERS),
    st.booleans(),
    st.lists(st.integers(-2, 4), max_size=3),
    st.sampled_from([("int", "int"), ("int", "nat"), ("i8", "u8"), ("usize", "i32")]),
)
def test_integers(body: str, universal: bool, items: list[int], types: tuple[str, str]) -> None:
    keyword = "forall" if universal else "exists"
    bound = f"{{ let a = x as int; let b = y as int; {body} }}"
    text = f"{keyword}|x: {types[0]}, y: {types[1]}| {bound}"
    result = evaluate_expression(
        text, {"s": "Seq<int>"}, {"s": items}, definitions=HELPERS, budget=BUDGET
    )
    ranges = [range(0 if t[0] in "un" else -5, 7) for t in types]
    box = [[a, b, items] for a, b in itertools.product(*ranges)]
    found = instances(body, {"a": "int", "b": "int", "s": "Seq<int>"}, box)
    decisive = Truth.FALSE if universal else Truth.TRUE
    if result.truth is decisive:  # its witness must hold by itself
        witness = [[result.witness["x"], result.witness["y"], items]]
        assert instances(body, {"a": "int", "b": "int", "s": "Seq<int>"}, witness) == [decisive]
    elif result.truth is not Truth.UNKNOWN:
        assert decisive not in found
    assert "failed" not in result.reason


@settings(max_examples=60)
@given(formulas(SEQUENCES), st.booleans(), st.lists(st.integers(0, 2), max_size=3))
def test_sequences(body: str, universal: bool, items: list[int]) -> None:
    """Here the box is everything, so the verdict is known."""
    text = f"exists|s: Seq<int>| boxed(s) && ({body})"
    if universal:
        text = f"forall|s: Seq<int>| boxed(s) ==> ({body})"
    result = evaluate_expression(
        text, {"t": "Seq<int>"}, {"t": items}, definitions=HELPERS, budget=BUDGET
    )
    every = [list(s) for n in range(4) for s in itertools.product(range(3), repeat=n)]
    found = instances(body, {"s": "Seq<int>", "t": "Seq<int>"}, [[s, items] for s in every])
    decisive = Truth.FALSE if universal else Truth.TRUE
    if decisive in found:
        wanted = decisive
    elif Truth.UNKNOWN in found:
        wanted = Truth.UNKNOWN
    else:
        wanted = Truth.TRUE if universal else Truth.FALSE
    assert result.truth in (wanted, Truth.UNKNOWN)
    assert "failed" not in result.reason

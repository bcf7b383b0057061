"""Every rule that bounds a search, against naive enumeration: nothing may be left out."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.verus import syntax as rs
from adjudge.verus.evaluate import Budget, SpecEvaluator, Truth, evaluate_expression
from adjudge.verus.lower import lower_expression
from adjudge.verus.parser import parse_fragment

BUDGET = Budget(steps=200_000, cells=300)
HELPERS = """
spec fn above(s: Seq<int>, c: int) -> bool { forall|i: int| 0 <= i < s.len() ==> s[i] >= c }
spec fn key(x: int) -> int { 5 - x }
spec fn first(s: Seq<int>) -> int { s[0] }
spec fn front(s: Seq<int>) -> int decreases s.len() {
    if s.len() == 0 { 0 } else { s[0] + front(s.subrange(1, s.len() as int)) }
}
spec fn back(s: Seq<int>) -> int decreases s.len() {
    if s.len() == 0 { 1 } else { back(s.drop_last()) * s.last() }
}
spec fn upto(s: Seq<int>, hi: int) -> int decreases hi {
    if hi <= 0 { 0 } else { upto(s, hi - 1) + s[hi - 1] }
}
spec fn from(s: Seq<int>, lo: int) -> int decreases s.len() - lo {
    if lo >= s.len() { 0 } else { s[lo] + from(s, lo + 1) }
}
spec fn most(s: Seq<int>, hi: int) -> int decreases hi {
    if hi <= 0 { 0 } else if s[hi - 1] > most(s, hi - 1) { s[hi - 1] } else { most(s, hi - 1) }
}
spec fn weighted(s: Seq<int>, hi: int) -> int decreases hi {
    if hi <= 0 { 0 } else { weighted(s, hi - 1) + hi * s[hi - 1] }
}
spec fn doubled(s: Seq<int>) -> int decreases s.len() {
    if s.len() == 0 { 0 } else { s.last() + 2 * doubled(s.drop_last()) }
}
spec fn minus(s: Seq<int>) -> int decreases s.len() {
    if 0 < s.len() { s[0] - minus(s.drop_first()) } else { 0 }
}
spec fn tagged(s: Seq<int>, c: int) -> int decreases s.len() {
    if s.len() <= 0 { 0 } else {
        (if s.last() == c { 1int } else { 0int }) + tagged(s.drop_last(), c)
    }
}
spec fn alternating(s: Seq<int>, hi: int) -> int decreases hi {
    if hi <= 0 { 0 } else { s[hi - 1] - alternating(s, hi - 1) }
}
"""
DEMANDS = """
(forall|i: int| 0 <= i < s.len() ==> {c} <= s[i] < {d})
(forall|i: int| 0 <= i < s.len() ==> s[i] != {c} && s[i] <= {d})
(forall|i: int| 1 <= i < s.len() ==> {c} <= s[i] <= {d})
(forall|i: int| 0 <= i < s.len() - 1 ==> {c} <= s[i] <= {d})
(forall|i: int| 0 <= i <= s.len() - 1 ==> {c} <= s[i] <= {d})
(forall|i: int| 0 <= i < s.len() && i != {c} ==> 0 <= s[i] <= {d})
(forall|i: nat| i < s.len() ==> s[i as int] <= {d})
(forall|i: int| 0 <= i < s.len() ==> {c} <= s[i] + i <= {d})
(forall|i: int| 0 <= i < s.len() ==> (s[i] > {c} ==> s[i] <= {d}))
(forall|i: int| -1 <= i < s.len() ==> s[i] <= {d})
!(exists|i: int| 0 <= i < s.len() && s[i] < {c})
(forall|i: int| 0 <= i < s.len() - 1 ==> s[i] < s[i + 1])
(forall|i: int| 0 <= i < s.len() - 1 ==> s[i] >= s[i + 1])
(forall|i: int| 0 <= i < s.len() - 1 ==> s[i] < s[i + 1] + 1)
(forall|i: int| 0 <= i < s.len() - 2 ==> s[i] < s[i + 1])
(forall|i: int| 1 <= i < s.len() ==> s[i - 1] < s[i])
(forall|i: int| 0 <= i < s.len() - 1 ==> key(s[i]) < key(s[i + 1]))
(forall|i: int| 0 <= i < s.len() - 1 ==> s[i] * s[i] < s[i + 1] * s[i + 1])
(forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] < s[j])
(forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] != s[j])
(forall|i: int, j: int| 0 <= i < s.len() && 0 <= j < s.len() && i != j ==> s[i] != s[j])
(forall|i: int, j: int| 0 <= i <= j < s.len() ==> s[i] <= s[j])
(forall|i: int, j: int| 0 <= i < j < s.len() - 1 ==> s[i] != s[j])
above(s, {c})
s[0] == {c}
first(s) == {c}
s.first() == {c}
s.last() == {d}
s[s.len() - 1] == {d}
s[s.len() - 2] == {d}
s[2] == {d}
s.len() == 3
s.len() >= {c}
s.len() <= {d}
s.len() != {d}
(s.len() == {c} || s.len() == {d})
""".strip().splitlines()
GOALS = """
(forall|i: int, j: int| 0 <= i < s.len() && 0 <= j < s.len() ==> s[i] - s[j] <= {d})
(forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] > s[j])
(forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] == s[j])
(exists|i: int| 0 <= i < s.len() && s[i] == {d})
(exists|i: int, j: int| 0 <= i < j < s.len() && s[i] != s[j] && front(s) == {d})
(forall|i: int| 0 <= i < s.len() ==> s[i] != i)
(exists|i: int| 0 <= i < {c} && s[i] == {d})
weighted(s, s.len() as int) == {d}
doubled(s) == {d}
minus(s) == {d}
tagged(s, {c}) == {d}
front(s) == {d} && !(forall|i: int| 0 <= i < s.len() - 1 ==> s[i] <= s[i + 1])
s.to_multiset().count({c}) == 2 && s.last() == {d}
s.no_duplicates() && front(s) == {d}
s.len() <= {d}
s.len() > {d}
front(s) == {d}
front(s) <= {d}
back(s) > {d}
back(s) == {c}
upto(s, s.len() as int) == {d}
upto(s, s.len() as int) < {c}
upto(s, s.len() - 1) == {d}
upto(s, 2) == {d}
from(s, 0) >= {d}
from(s, 1) == {c}
most(s, s.len() as int) == {d}
most(s, s.len() as int) < {c}
alternating(s, s.len() as int) == {c}
s.contains({d})
s.drop_last().len() == {d}
front(s.drop_last()) == {d}
back(s.subrange(1, s.len() as int)) == {d}
s.last() == s[{c}]
""".strip().splitlines()
BOX = [list(s) for n in range(4) for s in itertools.product(range(-1, 4), repeat=n)]
BOX += [[0, 1, 2, 3], [3, 2, 1, 0], [1, 1, 1, 1], [0, 0, 0, 0, 0], [-1, 0, 1, 2, 3], [2, 2, 2, 2]]


def compiled(body: str, types: dict[str, str], definitions: str) -> SpecEvaluator:
    file = parse_fragment(f"{definitions}\nspec fn body() -> bool {{ {body} }}\n")
    function = file.items[-1]
    assert isinstance(function, rs.Function)
    assert function.body is not None
    assert function.body.tail is not None
    return SpecEvaluator(lower_expression(file, function.body.tail, types), budget=BUDGET)


def truth(evaluator: SpecEvaluator, *values: Any) -> Truth:
    return evaluator.clauses(values, None)[0].truth


numbers = st.integers(-1, 4)
part = st.builds(
    lambda text, c, d: text.format(c=c, d=d), st.sampled_from(DEMANDS), numbers, numbers
)
goal = st.builds(lambda text, c, d: text.format(c=c, d=d), st.sampled_from(GOALS), numbers, numbers)


@settings(max_examples=250)
@given(st.lists(part, min_size=1, max_size=4), goal, st.booleans())
def test_sequences(parts: list[str], wanted: str, universal: bool) -> None:
    demanded = " && ".join(parts)
    text = f"exists|s: Seq<int>| {demanded} && {wanted}"
    if universal:
        text = f"forall|s: Seq<int>| {demanded} ==> {wanted}"
    result = evaluate_expression(text, definitions=HELPERS, budget=BUDGET)
    assert "failed" not in result.reason, result.reason
    body = f"({demanded}) && {'!' if universal else ''}({wanted})"
    evaluator = compiled(body, {"s": "Seq<int>"}, HELPERS)
    if result.truth is (Truth.FALSE if universal else Truth.TRUE):
        assert truth(evaluator, result.witness["s"]) is Truth.TRUE
    elif result.truth is not Truth.UNKNOWN:
        assert not [s for s in BOX if truth(evaluator, s) is Truth.TRUE]


STEPS = """
f(n - 1) + {a}
f(n - 1) + n
f(n - 1) + n % {b}
{a} * f(n - 1) + 1
{a} - f(n - 1)
f(n - 1) + f(n - 2)
f(n - 2) + {a}
n * f(n - 1)
f(n - 1) - n
(if n < 7 {{ f(n - 1) + {b} }} else {{ f(n - 1) - 1 }})
(if f(n - 1) > {b} {{ 0 }} else {{ f(n - 1) + 1 }})
(if n == 9 {{ {a} }} else {{ f(n - 1) }})
f(n - 1) / 2 + {a}
f(n - 1 - n % 2) + 1
""".strip().splitlines()


@settings(max_examples=150)
@given(
    st.sampled_from(STEPS),
    st.integers(-2, 3),
    st.integers(1, 3),
    st.sampled_from(["<=", ">=", "==", "!="]),
    st.integers(-3, 12),
    st.sampled_from(["n >= 0", "n >= 4", "n <= 5", "0 <= n <= 40", "n + 2 >= 0"]),
    st.booleans(),
)
def test_recursive_functions(
    step: str, a: int, b: int, relation: str, c: int, where: str, universal: bool
) -> None:
    body = step.format(a=a, b=b)
    helper = f"spec fn f(n: int) -> int decreases n {{ if n <= 0 {{ {a} }} else {{ {body} }} }}"
    text = f"exists|n: int| {where} && f(n) {relation} {c}"
    if universal:
        text = f"forall|n: int| {where} ==> f(n) {relation} {c}"
    result = evaluate_expression(text, definitions=helper, budget=BUDGET)
    assert "failed" not in result.reason, result.reason
    sense = "!" if universal else ""
    evaluator = compiled(f"{where} && {sense}(f(n) {relation} {c})", {"n": "int"}, helper)
    found = [n for n in range(-4, 45) if truth(evaluator, n) is Truth.TRUE]
    if result.truth is (Truth.FALSE if universal else Truth.TRUE):
        assert truth(evaluator, result.witness["n"]) is Truth.TRUE
    elif result.truth is not Truth.UNKNOWN:
        assert not found


EQUATIONS = """
x + y == {a}
x - {b} * y == {a}
{b} * x == {a} + y
x == k + {a} * y
(x + y) * k == {a}
x * k + y * {b} == {a}
x * y == {a}
forall|i: int| 0 <= i < s.len() ==> s[i] == x + i * y
forall|i: int| 0 <= i < s.len() ==> s[i] == x + {b} * (if i < {a} {{ i }} else {{ i + 1 }}) * y
forall|i: int| 1 <= i < s.len() ==> s[i] == x - y
forall|i: int| 0 <= i < s.len() && s[i] > {a} ==> s[i] == x
forall|i: nat| i < s.len() ==> s[i as int] == y
forall|i: int| -1 <= i < {b} ==> x == y + i * k
steps(s, x, y)
pair(x, y, k)
y >= {a}
0 <= x <= {b}
x != y
exists|z: int| pair(x, z, {a}) && z + y == {b}
""".strip().splitlines()
SYSTEMS = """
spec fn steps(s: Seq<int>, start: int, d: int) -> bool {
    &&& d >= 0
    &&& forall|i: int| 0 <= i < s.len() ==> #[trigger] s[i] as int == start + i * d
}
spec fn pair(x: int, y: int, k: int) -> bool { exists|q: int| x == q + k && y == q - k }
"""


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from(EQUATIONS), min_size=1, max_size=3),
    st.integers(-3, 4),
    st.integers(0, 3),
    st.integers(-2, 2),
    st.sampled_from([[], [3], [1, 3], [0, 2, 4], [4, 2, 0], [2, 2]]),
    st.booleans(),
)
def test_equations(parts: list[str], a: int, b: int, k: int, s: list[int], universal: bool) -> None:
    given_ = " && ".join(f"({part.format(a=a, b=b)})" for part in parts)
    text = (
        f"forall|x: int, y: int| !({given_})" if universal else f"exists|x: int, y: int| {given_}"
    )
    types = {"k": "int", "s": "Seq<int>"}
    result = evaluate_expression(text, types, {"k": k, "s": s}, definitions=SYSTEMS, budget=BUDGET)
    assert "failed" not in result.reason, result.reason
    evaluator = compiled(given_, {"x": "int", "y": "int", **types}, SYSTEMS)
    if result.truth is (Truth.FALSE if universal else Truth.TRUE):
        found = result.witness
        assert truth(evaluator, found["x"], found["y"], k, s) is Truth.TRUE
    elif result.truth is not Truth.UNKNOWN:
        for x, y in itertools.product(range(-7, 9), repeat=2):
            assert truth(evaluator, x, y, k, s) is not Truth.TRUE


@pytest.mark.parametrize("op", ["/", "%"])
def test_unknown_divisors(op: str) -> None:
    for a in (-7, -1, 0, 1, 6, 12):
        for low, high in ((1, 30), (-9, -1), (-4, 5), (2, 2)):
            for c in (-3, 0, 1, 2, 6):
                text = f"exists|d: int| {low} <= d <= {high} && d != 0 && a {op} d == {c}"
                wanted = any(
                    (a // d if d > 0 else -(a // -d)) == c if op == "/" else a % abs(d) == c
                    for d in range(low, high + 1)
                    if d
                )
                found = evaluate_expression(text, {"a": "int"}, {"a": a}).truth
                assert found is (Truth.TRUE if wanted else Truth.FALSE), text
    text = "exists|d: int| d >= 1 && a % d == 0 && a / d == 3"
    for a in range(1, 40):
        found = evaluate_expression(text, {"a": "int"}, {"a": a}).truth
        assert found is (Truth.TRUE if a % 3 == 0 else Truth.FALSE)

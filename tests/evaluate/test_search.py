"""Quantifiers without plain bounds, sequences, trees, choices, long recursions."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge.verus.evaluate import Budget, ClauseResult, Truth, evaluate_expression

COUNT = """
spec fn count(s: Seq<i32>, v: i32) -> int decreases s.len() {
    if s.len() == 0 { 0int } else {
        (if s[0] == v { 1int } else { 0int }) + count(s.subrange(1, s.len() as int), v)
    }
}
spec fn sum(s: Seq<int>) -> int decreases s.len() {
    if s.len() == 0 { 0 } else { s.last() + sum(s.drop_last()) }
}
spec fn from(s: Seq<int>, i: int) -> int decreases s.len() - i {
    if i >= s.len() { 0 } else { s[i] + from(s, i + 1) }
}
"""
TREE = """
enum Tree { Leaf, Node(int, Box<Tree>, Box<Tree>) }
spec fn splits(t: Tree, i: int, j: int) -> bool decreases t {
    match t {
        Tree::Leaf => j - i < 2,
        Tree::Node(k, a, b) => i < k < j && splits(*a, i, k) && splits(*b, k, j),
    }
}
spec fn cost(t: Tree) -> int decreases t {
    match t { Tree::Leaf => 0, Tree::Node(k, a, b) => k + cost(*a) + cost(*b) }
}
"""


def result(
    text: str, definitions: str = "", budget: Budget | None = None, **given: tuple[str, Any]
) -> ClauseResult:
    types = {name: written for name, (written, _) in given.items()}
    values = {name: value for name, (_, value) in given.items()}
    return evaluate_expression(text, types, values, definitions=definitions, budget=budget)


def holds(text: str, definitions: str = "", **given: tuple[str, Any]) -> bool | None:
    truth = result(text, definitions, **given).truth
    return None if truth is Truth.UNKNOWN else truth is Truth.TRUE


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("exists|k: nat| x == vstd::arithmetic::power2::pow2(k)", True),
        ("exists|k: nat| x == vstd::arithmetic::power2::pow2(k) + 1", False),
        ("exists|k: int| k * k == x", True),
        ("exists|k: int| k * k == x + 1", False),
        ("forall|v: int| v >= 0 ==> (if v < x { v } else { x }) <= x", True),
        ("forall|v: int| v < x || v >= x", True),
        ("exists|v: int| x < v < x + 1", False),
        ("forall|v: int| 3 * v != x", True),
        ("forall|v: u64| v <= 0xffff_ffff_ffff_ffff", True),
        ("exists|a: int, b: int| a + b == x && a - b == 2 && 0 <= a && 0 <= b", True),
        ("exists|b: bool| b && x > 0", True),
    ],
)
def test_integers(text: str, wanted: bool) -> None:
    assert holds(text, x=("int", 1024)) is wanted


def test_values_that_occur_nowhere_are_decided_together() -> None:
    text = "forall|v: i32| count(a, v) == count(b, v)"
    a = [5, 3, 5, -7]
    assert holds(text, COUNT, a=("Seq<i32>", a), b=("Seq<i32>", [5, 5, -7, 3])) is True
    assert holds(text, COUNT, a=("Seq<i32>", a), b=("Seq<i32>", [5, 3, 3, -7])) is False


@pytest.mark.parametrize("res", [1, 2, 4])
def test_a_sequence_with_the_same_elements(res: int) -> None:
    text = """exists|s: Seq<i32>| s.len() == a.len() && s[0] == res
        && (forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] <= s[j])
        && (forall|v: i32| count(a, v) == count(s, v))"""
    assert holds(text, COUNT, a=("Seq<i32>", [4, 2, 2]), res=("int", res)) is (res == 2)


def test_trees() -> None:
    smallest = "forall|t: Tree| splits(t, 0, n) ==> cost(t) >= m"
    assert holds(smallest, TREE, n=("int", 3), m=("int", 3)) is True
    assert holds(smallest, TREE, n=("int", 3), m=("int", 4)) is False
    found = result("exists|t: Tree| splits(t, 0, 3) && cost(t) == 3", TREE)
    assert found.truth is Truth.TRUE
    assert "Node" in found.witness["t"]


def test_what_nothing_bounds_is_named() -> None:
    helper = "spec fn f(n: int) -> int decreases n { if n <= 0 { 0 } else { f(n - 1) + n % 2 } }"
    found = result("forall|r: int| r >= 0 ==> f(r) <= r", helper)
    assert found.truth is Truth.UNKNOWN
    assert "r" in found.reason or "steps" in found.reason


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("(choose|i: int| 0 <= i < s.len() && s[i] == 7) == 1", True),
        ("(choose|i: int| 0 <= i < s.len() && s[i] == 5) == 0", None),
        ("(choose|i: int| 0 <= i < s.len() && s[i] == 9) == 0", None),
        ("(choose|k: int| k * k == 49 && k > 0) == 7", True),
        ("(choose|i: int| s[i] == 5) == (choose|j: int| s[j] == 5)", True),
    ],
)
def test_choose(text: str, wanted: bool | None) -> None:
    assert holds(text, s=("Seq<int>", [5, 7, 5])) is wanted


def test_long_recursions() -> None:
    items = list(range(100_000))
    for text in ("sum(s) == 4_999_950_000", "from(s, 0) == 4_999_950_000"):
        assert holds(text, COUNT, s=("Seq<int>", items)) is True


def test_budgets_are_deterministic() -> None:
    text = "forall|i: int, j: int| 0 <= i < 2000 && 0 <= j < 2000 ==> i * j >= 0"
    first = result(text, budget=Budget(steps=100_000))
    assert first.truth is Truth.UNKNOWN
    assert first == result(text, budget=Budget(steps=100_000)) or first.steps == (
        result(text, budget=Budget(steps=100_000)).steps
    )
    assert result(text, budget=Budget(steps=10_000_000)).truth is Truth.TRUE


def test_the_last_element_is_no_fixed_one() -> None:
    assert holds("forall|s: Seq<int>| s.last() == s[-2]") is not True
    assert holds("forall|s: Seq<int>| s.len() > 0 ==> s.last() == s[s.len() - 1]") is not False


SHELVES = """
spec fn cuts_at(s: Seq<int>, n: int) -> bool {
    &&& s.len() >= 1 && s[0] == 0 && s[s.len() - 1] == n
    &&& forall|k: int| 0 <= k < s.len() - 1 ==> #[trigger] s[k] < s[k + 1]
}
spec fn parts_of(s: Seq<int>, n: int) -> bool {
    &&& s.len() >= 2
    &&& forall|i: int| 0 <= i < s.len() ==> 1 <= #[trigger] s[i] <= n
    &&& total(s) == n
}
spec fn total(s: Seq<int>) -> int decreases s.len() {
    if s.len() == 0 { 0 } else { s[0] + total(s.subrange(1, s.len() as int)) }
}
spec fn product(s: Seq<int>) -> int decreases s.len() {
    if s.len() == 0 { 1 } else { s[0] * product(s.subrange(1, s.len() as int)) }
}
spec fn distinct(s: Seq<int>, n: int) -> bool {
    &&& forall|i: int| 0 <= i < s.len() ==> 0 <= #[trigger] s[i] < n
    &&& forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] != s[j]
}
spec fn profit(v: Seq<int>, r: int) -> int decreases r {
    if r < 0 { 0 } else { profit(v, r - 1) + (if r < v.len() { v[r] } else { 0 }) - 2 }
}
"""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("forall|s: Seq<int>| cuts_at(s, 9) ==> s.len() <= 10", True),
        ("exists|s: Seq<int>| cuts_at(s, 9) && s.len() == 10", True),
        ("exists|s: Seq<int>| cuts_at(s, 9) && s.len() == 11", False),
        ("forall|s: Seq<int>| parts_of(s, 12) ==> product(s) <= 81", True),
        ("exists|s: Seq<int>| parts_of(s, 12) && product(s) == 81", True),
        ("forall|s: Seq<int>| parts_of(s, 12) ==> product(s) <= 80", False),
        ("forall|s: Seq<int>| distinct(s, 8) ==> s.len() <= 8 && total(s) <= 28", True),
        ("exists|s: Seq<int>| distinct(s, 8) && total(s) == 29", False),
        ("forall|r: int| r >= 0 ==> profit(seq![5int, 1, 9], r) <= 9", True),
        ("forall|r: int| r >= 0 ==> profit(seq![5int, 1, 9], r) <= 8", False),
    ],
)
def test_optima_over_all_sequences(text: str, wanted: bool) -> None:
    assert holds(text, SHELVES) is wanted


GROWING = """
spec fn square(n: int) -> int decreases n { if n <= 0 { 3 } else { square(n - 1) * square(n - 1) } }
spec fn fact(n: nat) -> nat decreases n { if n == 0 { 1 } else { n * fact((n - 1) as nat) } }
"""


def test_numbers_cost_by_their_size() -> None:
    assert holds("square(10) > 0 && fact(2000) > 0", GROWING) is True
    for text in ("square(60) > 0", "fact(200_000) > 0"):
        assert "too large" in result(text, GROWING).reason


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("(pow(3, 1_000_000_000) * 7 + 1) % 10 == 8", True),
        ("(pow(3, 1_000_000_000) - pow(2, 999_999_999)) % 5 == 3", True),
        ("(pow(-3, 3) - 1) % 10 == 2", True),
        ("(pow(-3, 3) - 1) % -10 == 2", True),
        ("pow(7, n) % 1 == 0", True),
        ("pow(7, 3) % 0 == 0", None),
        ("pow(0, 0) % 7 == 1", True),
    ],
)
def test_remainders_of_powers(text: str, wanted: bool | None) -> None:
    uses = "use vstd::arithmetic::power::pow;"
    assert holds(text, uses, n=("nat", 10**30)) is wanted


def test_deep_nesting_is_no_obstacle() -> None:
    text = "".join(f"if x == {i} {{ {i}int }} else {{ " for i in range(150)) + "-1" + " }" * 150
    assert holds(f"({text}) == 149", x=("int", 149)) is True


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("s.filter(|x: int| x > 1) =~= seq![3int, 2]", True),
        ("s.map_values(|x: int| x * 2)[0] == 6", True),
        ("s.fold_left(0int, |a: int, x: int| a + x) == 6", True),
        ("s.fold_right(|x: int, a: int| x - a, 0int) == 4", True),
        ("s.sort_by(|a: int, b: int| a <= b) =~= seq![1int, 2, 3]", True),
        ("s.to_set().contains(2) && s.to_set().len() == 3", True),
        ("s.to_multiset().count(3) == 1 && s.to_multiset().len() == 3", True),
        ("s.push(3).index_of(3) == 0", None),
        ("s.index_of(2) == 2", True),
        ("s.index_of_first(9) is None && s.index_of_last(2)->0 == 2", True),
        ("255u8.checked_add(1).is_none() && 4u8.checked_mul(3).unwrap() == 12", True),
        ("map![1int => 5int].get(2) is None && map![1int => 5int].get(1) is Some", True),
        ("s.reverse() =~= seq![2int, 1, 3]", True),
        ("s.no_duplicates() && !s.push(1).no_duplicates()", True),
        ("s.insert(1, 9).remove(1) =~= s && s.update(0, 1)[0] == 1", True),
        ("s.take(2).is_prefix_of(s) && s.skip(1).is_suffix_of(s)", True),
        ("s.max() == 3 && s.min() == 1", True),
        ("seq![s, s].flatten().len() == 6", True),
        ("Set::new(|x: int| x > 2).contains(3)", True),
        ("(set![1int, 2] + set![2int, 3]).len() == 3", True),
        ("map![1int => 5int, 2int => 6int].insert(1, 7)[1] == 7", True),
    ],
)
def test_vstd(text: str, wanted: bool | None) -> None:
    assert holds(text, s=("Seq<int>", [3, 1, 2])) is wanted

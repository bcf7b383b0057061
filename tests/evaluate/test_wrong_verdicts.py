"""What a published tool decides wrongly, decided rightly here (or left open where Verus does)."""

from __future__ import annotations

import pytest

from adjudge.verus.evaluate import SpecEvaluator, Truth, evaluate_expression

FACTORIAL = """
spec fn factorial(n: int) -> int decreases n { if n <= 0 { 1 } else { n * factorial(n - 1) } }
"""
SORTED = """
spec fn sorted_desc(s: Seq<int>) -> bool {
    forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] >= s[j]
}
"""


def truth(text: str, definitions: str = "", **variables: tuple[str, object]) -> Truth:
    types = {name: written for name, (written, _) in variables.items()}
    values = {name: value for name, (_, value) in variables.items()}
    return evaluate_expression(text, types, values, definitions=definitions).truth


def test_integers_do_not_wrap() -> None:
    assert truth("factorial(21) > 1_000_000_000_000_000_000", FACTORIAL) is Truth.TRUE


@pytest.mark.parametrize(("res", "right"), [(-2, True), (-1, False)])
def test_division_is_euclidean(res: int, right: bool) -> None:
    found = truth("res == a / 2", a=("i32", -3), res=("i32", res))
    assert found is (Truth.TRUE if right else Truth.FALSE)


@pytest.mark.parametrize(("res", "right"), [(2, True), (-1, False)])
def test_remainder_is_euclidean(res: int, right: bool) -> None:
    helper = "spec fn rem(a: int) -> int { a % 3 }"
    found = truth("res == rem(a as int)", helper, a=("i32", -1), res=("i32", res))
    assert found is (Truth.TRUE if right else Truth.FALSE)


@pytest.mark.parametrize("text", ["forall|i: nat| i < res", "forall|x: int| x == res"])
def test_a_body_is_not_its_own_domain(text: str) -> None:
    assert truth(text, res=("int", 5)) is Truth.FALSE


@pytest.mark.parametrize("bad", [0, 3, 5, 9])
def test_a_negated_guard_bounds_from_the_other_side(bad: int) -> None:
    """`0 <= i < n && !(i < k) ==> P(i)` speaks of every i from k on."""
    text = "forall|i: int| 0 <= i < 10 && !(i < k) ==> s[i] == 7"
    items = [1] * 4 + [7] * 6
    assert truth(text, s=("Seq<int>", items), k=("int", 4)) is Truth.TRUE
    items[bad] = 0
    wanted = Truth.TRUE if bad < 4 else Truth.FALSE
    assert truth(text, s=("Seq<int>", items), k=("int", 4)) is wanted


@pytest.mark.parametrize("res", [7, -5])
def test_an_index_out_of_range_is_unspecified(res: int) -> None:
    found = truth("nums[res as int] == 0", nums=("Vec<i32>", [0, 0]), res=("i32", res))
    assert found is Truth.UNKNOWN


def test_division_by_zero_is_unspecified() -> None:
    assert truth("7 / x == 0", x=("int", 0)) is Truth.UNKNOWN
    assert truth("7 / x == 7 / x", x=("int", 0)) is Truth.TRUE


def test_u64_values_have_no_smaller_limit() -> None:
    assert truth("x as int == 0xffff_ffff_ffff_ffff", x=("u64", 2**64 - 1)) is Truth.TRUE


def test_names_mean_nothing() -> None:
    """A helper whose name says permutation is what its body says."""
    helper = """
    spec fn count(s: Seq<int>, v: int) -> int decreases s.len() {
        if s.len() == 0 { 0int } else {
            (if s.last() == v { 1int } else { 0int }) + count(s.drop_last(), v)
        }
    }
    spec fn almost_perm(a: Seq<int>, b: Seq<int>) -> bool {
        forall|v: int| v != 3 ==> count(a, v) == count(b, v)
    }
    """
    found = truth("almost_perm(a, b)", helper, a=("Seq<int>", [1, 2, 3]), b=("Seq<int>", [2, 1]))
    assert found is Truth.TRUE
    found = truth("almost_perm(a, b)", helper, a=("Seq<int>", [1, 2]), b=("Seq<int>", [2, 4]))
    assert found is Truth.FALSE


@pytest.mark.parametrize(("res", "right"), [(3, True), (1, False)])
def test_sorted_sequences_may_descend(res: int, right: bool) -> None:
    text = (
        "exists|s: Seq<int>| sorted_desc(s) && s.to_multiset() =~= a.to_multiset() && s[0] == res"
    )
    found = truth(text, SORTED, a=("Seq<int>", [1, 3, 2]), res=("int", res))
    assert found is (Truth.TRUE if right else Truth.FALSE)


def test_machine_arithmetic_in_helpers_is_exact() -> None:
    helper = "spec fn square(a: i32) -> int { a * a }"
    found = truth("square(a) == 4_000_000_000_000", helper, a=("i32", 2_000_000))
    assert found is Truth.TRUE


def test_a_measure_that_ends_nowhere_stays_unknown() -> None:
    helper = "spec fn down(n: int) -> int decreases n { if n == 0 { 0 } else { down(n - 1) } }"
    assert truth("down(-1) == 0", helper) is Truth.UNKNOWN


REMOVAL = """
pub struct Solution;
spec fn works(s: Seq<i32>, l: int, r: int) -> bool {
    &&& 0 <= l <= r <= s.len()
    &&& forall|i: int| 0 <= i < l - 1 ==> s[i] <= #[trigger] s[i + 1]
    &&& forall|i: int| r <= i < s.len() - 1 ==> s[i] <= #[trigger] s[i + 1]
    &&& (0 < l && r < s.len() ==> s[l - 1] <= s[r])
}
impl Solution {
    pub fn shortest(arr: Vec<i32>) -> (result: i32)
        ensures
            exists|l: int, r: int| works(arr@, l, r) && result == r - l,
            forall|l: int, r: int| works(arr@, l, r) ==> result <= r - l,
    {
    }
}
"""


@pytest.mark.parametrize(
    ("arr", "result", "right"),
    [
        ([1], 0, True),
        ([1], 1, False),
        ([3, 1, 2], 1, True),
        ([3, 1, 2], 2, False),
        ([2, 1], 1, True),
    ],
)
def test_a_nested_antecedent_bounds_nothing(arr: list[int], result: int, right: bool) -> None:
    """The left side of an implication inside a helper is no bound of the quantifier (lc1574)."""
    evaluator = SpecEvaluator("verus! {" + REMOVAL + "}")
    assert evaluator.postcondition([arr], result) is (Truth.TRUE if right else Truth.FALSE)


def test_a_conclusion_is_no_guard() -> None:
    """`forall|s| p(s) ==> s.len() <= n` must look at sequences longer than n (lc1671)."""
    helper = """
    spec fn rising(s: Seq<int>, n: int) -> bool {
        &&& forall|k: int| 0 <= k < s.len() ==> 0 <= #[trigger] s[k] < n
        &&& forall|k: int, l: int| 0 <= k < l < s.len() ==> s[k] < s[l]
    }
    """
    text = "forall|s: Seq<int>| rising(s, n) ==> s.len() <= m"
    assert truth(text, helper, n=("int", 4), m=("int", 4)) is Truth.TRUE
    assert truth(text, helper, n=("int", 4), m=("int", 3)) is Truth.FALSE


def test_the_default_of_a_missing_element_is_not_read() -> None:
    """`nums[res] == target` with res == len: unspecified, so no acceptance (lc35)."""
    text = "nums[res as int] == target"
    found = truth(text, nums=("Vec<i32>", [1]), res=("i32", 1), target=("i32", 0))
    assert found is Truth.UNKNOWN


def test_powers_do_not_wrap() -> None:
    """Powers beyond 64 bits (lc1922)."""
    text = "vstd::arithmetic::power::pow(20, n) % 1_000_000_007 == 985_919_600"
    value = pow(20, 50, 1_000_000_007)
    text = text.replace("985_919_600", str(value))
    assert truth(text, n=("nat", 50)) is Truth.TRUE

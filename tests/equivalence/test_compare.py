"""Preconditions that are equal, different, or beyond what can be told."""

from __future__ import annotations

import time

import pytest

from adjudge.judge.equivalence import Effort, Equivalence, NotComparable, Proof, compare
from adjudge.verus.lower import lower
from adjudge.verus.parser import parse_file
from adjudge.verus.smt import Session, available

LENGTH = "1 <= a.len() <= 100"
SORTED = "forall|i: int, j: int| 0 <= i < j < a.len() ==> a[i] <= a[j]"
ADJACENT = "forall|i: int| 0 <= i < a.len() - 1 ==> a[i] <= a[i + 1]"
DISTINCT = "forall|i: int, j: int| 0 <= i < j < a.len() ==> a[i] != a[j]"
BOUNDS = "forall|i: int| 0 <= i < a.len() ==> 0 <= a[i] <= 9"
TOTAL = """spec fn total(s: Seq<i32>, k: int) -> int decreases k {
    if k <= 0 { 0 } else { total(s, k - 1) + s[k - 1] }
}"""
ROWS = """forall|i: int, j: int| 0 <= i < a.len() && 0 <= j && j + 1 < a[i].len()
    ==> a[i][j] != a[i][j + 1]"""
POINT = "struct Point { x: i32, y: i32, name: String }"

_USUAL = Effort()


def program(params: str, requires: str, items: str = "", ensures: str = "") -> str:
    clauses = (f"requires {requires}," if requires else "") + (
        f" ensures {ensures}," if ensures else ""
    )
    return f"""use vstd::prelude::*;
    verus! {{ {items}
    fn f({params}) -> (r: i32) {clauses} {{ }} }}"""


def run(
    session: Session | None,
    params: str,
    one: str,
    two: str,
    items: str = "",
    other_params: str | None = None,
    other_items: str | None = None,
    effort: Effort = _USUAL,
) -> Equivalence:
    a = program(params, one, items)
    b = program(other_params or params, two, items if other_items is None else other_items)
    return compare(lower(parse_file(a), "f"), lower(parse_file(b), "f"), session, effort=effort)


EQUAL = [
    ("x: i32", "1 <= x <= 5", "0 < x && x < 6"),
    ("x: i32", "1 <= x <= 5", "!(x < 1 || x > 5)"),
    ("x: u32", "x <= 5", "0 <= x <= 5"),
    ("x: u8", "true", "x <= 255"),
    ("x: i32, y: i32", "x + y <= 3", "y <= 3 - x"),
    ("x: i32", "x % 2 == 1", "x % 2 != 0"),
    ("x: i32", "x / 2 == 3", "6 <= x <= 7"),
    ("x: i32", "-8 <= x <= -7", "x / 2 == -4"),
    ("a: Vec<i32>", SORTED, ADJACENT),
    ("a: Vec<i32>", SORTED, "forall|i: int| 1 <= i < a.len() ==> a[i - 1] <= a[i]"),
    ("a: Vec<i32>", SORTED, "forall|i: int, j: int| 0 <= i <= j < a@.len() ==> a@[j] >= a@[i]"),
    ("a: Vec<i32>", DISTINCT, "a@.no_duplicates()"),
    ("a: Vec<i32>", DISTINCT, "a@.to_set().len() == a.len()"),
    ("a: Vec<i32>", BOUNDS, "forall|v: i32| a@.contains(v) ==> 0 <= v < 10"),
    ("a: Vec<i32>", BOUNDS, "!(exists|i: int| 0 <= i < a.len() && (a[i] < 0 || a[i] > 9))"),
    ("a: Vec<u8>", BOUNDS, "forall|i: int| 0 <= i < a.len() ==> a[i] < 10"),
    ("p: Point", "p.x >= 0, p.y == p.x", "p.y >= 0, p.x == p.y"),
    (
        "a: Vec<i32>",
        "exists|i: int, j: int| 0 <= i < j < a.len() && a[i] != a[j]",
        "exists|i: int| 0 <= i < a.len() - 1 && a[i] != a[i + 1]",
    ),
    (
        "a: Vec<Vec<i32>>",
        "a.len() > 0, forall|i: int| 0 <= i < a.len() ==> a[i].len() == a[0].len()",
        "a.len() > 0, forall|i: int| 1 <= i < a.len() ==> a[i].len() == a[i - 1].len()",
    ),
    (
        "s: String",
        "forall|i: int| 0 <= i < s@.len() ==> 'a' <= s@[i] <= 'z'",
        "forall|i: int| 0 <= i < s@.len() ==> 97 <= s@[i] as u32 <= 122",
    ),
    ("o: Option<i32>", "o is Some ==> o->0 > 3", "o matches Some(v) ==> v >= 4"),
    ("p: (i32, u8)", "p.0 == p.1", "p.1 as int == p.0 as int && p.0 >= 0"),
    ("a: Vec<i32>, k: usize", "k < a.len()", "k as int <= a.len() - 1"),
    ("a: Vec<i32>", "a.len() % 2 == 1", "exists|k: int| a.len() == 2 * k + 1"),
    ("x: u32", "x & 1 == 0", "x % 2 == 0"),
]


@pytest.mark.parametrize(("params", "one", "two"), EQUAL, ids=lambda v: v)
def test_equal(session: Session, params: str, one: str, two: str) -> None:
    found = run(session, params, one, two, POINT)
    assert found.status is Proof.PROVED, found


DIFFERENT = [
    ("p: Point", "0 <= p.x <= 77_000", "0 <= p.x < 77_000"),
    ("p: Point", "p.name.len() <= 40_000", "p.name.len() < 40_000"),
    ("a: Vec<Point>", "forall|i: int| 0 <= i < a.len() ==> a[i].x < a[i].y", "true"),
    ("x: i32", "1 <= x <= 5", "1 <= x < 5"),
    ("x: i32", "x > 0", "true"),
    ("x: i64", "x <= 1_000_000_000_000", "x < 1_000_000_000_000"),
    ("a: Vec<i32>", SORTED, "forall|i: int| 0 <= i < a.len() - 1 ==> a[i] < a[i + 1]"),
    ("a: Vec<i32>", SORTED, "forall|i: int| 0 <= i < a.len() - 2 ==> a[i] <= a[i + 2]"),
    ("a: Vec<i32>", DISTINCT, "forall|i: int| 0 <= i < a.len() - 1 ==> a[i] != a[i + 1]"),
    ("a: Vec<i32>", "1 <= a.len() <= 200_000", "1 <= a.len() <= 100_000"),
    ("a: Vec<i32>", f"a.len() <= 90_000, {SORTED}", f"a.len() < 90_000, {SORTED}"),
    ("a: Vec<i32>, b: Vec<i32>", "a.len() == b.len()", "a.len() <= b.len()"),
    ("x: i32, y: i32", "x <= y", "y <= x"),
    ("a: Vec<i32>", f"{LENGTH}, {BOUNDS}", LENGTH),
    ("a: Vec<i32>", LENGTH, f"{LENGTH}, a.len() != 37"),
    ("s: String", "s@.len() <= 10", "s@.len() <= 10, s@.len() == 0 || s@[0] != 'b'"),
    ("x: i32", "true", "false"),
    (
        "a: Vec<Vec<i32>>",
        f"{ROWS}, forall|i: int| 0 <= i < a.len() ==> a[i].len() <= 800",
        f"{ROWS}, forall|i: int| 0 <= i < a.len() ==> a[i].len() < 800",
    ),
    (
        "a: Vec<Vec<i32>>",
        "a.len() == 2, forall|i: int| 0 <= i < 2 ==> a[i].len() == 2",
        "a.len() == 2, a[0].len() == 2",
    ),
]


@pytest.mark.parametrize(("params", "one", "two"), DIFFERENT, ids=lambda v: v)
def test_different(session: Session, params: str, one: str, two: str) -> None:
    found = run(session, params, one, two, POINT)
    assert found.status is Proof.REFUTED, found
    assert any(d.witness for d in (found.implied, found.implies))


def test_without_solver_differences_are_found_and_nothing_is_made_up() -> None:
    assert run(None, "x: i32", "x > 0", "x >= 0").status is Proof.REFUTED
    assert run(None, "x: i32", "x > 0", "x >= 1").status is Proof.PROVED
    few = Effort(first=20, more=20, last=20)
    found = run(None, "a: Vec<i32>", SORTED, ADJACENT, effort=few)
    assert found.status is Proof.UNKNOWN
    assert found.implied.tried > 0


def test_witnesses_are_small(session: Session) -> None:
    found = run(session, "a: Vec<i32>", f"{LENGTH}, {BOUNDS}", LENGTH)
    assert found.implied.status is Proof.PROVED
    assert found.implies.witness in ({"a": [-1]}, {"a": [10]})


def test_long_witness_is_written_short(session: Session) -> None:
    found = run(session, "a: Vec<i32>", "a.len() <= 200_000", "a.len() < 200_000")
    assert found.implied.witness is not None
    assert str(found.implied.witness["a"]).endswith("; 200000]")


def test_witness_longer_than_what_can_be_evaluated(session: Session) -> None:
    found = run(session, "a: Vec<i32>", "a.len() <= 2147483647", "a.len() <= 2147483648")
    assert found.implied.status is Proof.PROVED
    assert found.implies.witness == {"a": "[0; 2147483648]"}


def test_parameters_by_position_and_capture(session: Session) -> None:
    one = "forall|n: int| 0 <= n < a.len() ==> a[n] < m"
    two = "forall|m: int| 0 <= m < b.len() ==> b[m] < n"
    found = run(session, "a: Vec<i32>, m: i32", one, two, other_params="b: Vec<i32>, n: i32")
    assert found.status is Proof.PROVED


def test_other_parameters_are_not_compared(session: Session) -> None:
    for other in ("x: i64", "x: i32, y: i32", "x: Vec<i32>"):
        with pytest.raises(NotComparable):
            run(session, "x: i32", "true", "true", other_params=other)


def test_definitions_that_differ_in_their_spelling(session: Session) -> None:
    other = TOTAL.replace("total", "sum_to").replace("k", "n")
    found = run(
        session,
        "a: Vec<i32>",
        "total(a@, a.len() as int) <= 10",
        "sum_to(a@, a.len() as int) < 11",
        TOTAL,
        other_items=other,
    )
    assert found.status is Proof.PROVED


def test_a_name_with_another_meaning_is_another_function(session: Session) -> None:
    other = TOTAL.replace("+ s[k - 1]", "+ 2 * s[k - 1]")
    found = run(
        session,
        "a: Vec<i32>",
        "total(a@, a.len() as int) <= 10",
        "total(a@, a.len() as int) <= 10",
        TOTAL,
        other_items=other,
    )
    assert found.status is Proof.REFUTED


ENDLESS = [
    "spec fn g(x: int) -> int decreases x { g(x) + 1 }",
    "spec fn g(x: int) -> int decreases x { g(x - 1) + 1 }",
    "spec fn g(x: int) -> int decreases x { if x == 0 { 0 } else { g(x - 1) + 1 } }",
    "spec fn g(x: int) -> int decreases x { if x > 0 { h(x) } else { 0 } }\n"
    "spec fn h(x: int) -> int decreases x { g(x) + 1 }",
    "spec fn g(x: int) -> int decreases x { if x < 0 && x > 0 { Seq::new(1, |i: int| g(i))[0] }"
    " else { Seq::new(1, |i: int| g(i))[0] + 1 } }",
    "spec fn g(x: int) -> int decreases x { (choose|v: int| v == g(v) + 1) + 1 }",
    "spec fn g(x: nat) -> u8 { x }",
    "spec fn g(x: int) -> u8 { x }",
    "spec fn g(x: int) -> int decreases x { if x > 100 { x - 10 } else { g(g(x + 11)) - 1 } }",
]


@pytest.mark.parametrize("items", ENDLESS)
def test_definitions_that_do_not_end_prove_nothing(session: Session, items: str) -> None:
    few = Effort(first=20, more=20, last=20)
    found = run(session, "x: i32", "true", "g(500) == g(500) && x > 0", items, effort=few)
    assert found.status is not Proof.PROVED
    found = run(session, "x: i32", "x > 0, g(500) >= 0", "x > 1, g(500) >= 0", items, effort=few)
    assert found.implied.status is not Proof.PROVED


UNSPECIFIED = [
    ("a: Vec<i32>", "true", "a[a.len() as int] == 0"),
    ("a: Vec<i32>", "a.len() == 0", "a.len() == 0, a@.last() >= 0"),
    ("x: i32", "x == 0", "x == 0, 7int / (x as int) == 0"),
    ("x: i32", "x == 300", "x == 300, (x as u8) == 44"),
    ("x: i32", "x == -1", "x == -1, (x as nat) == 0"),
    ("o: Option<i32>", "o is None", "o is None, o->0 == 0"),
    ("x: i32", "true", "(choose|v: int| v > 3) == 4"),
    ("x: i32", "true", "arbitrary::<int>() == 0"),
    ("a: Vec<i32>, b: Vec<i32>", "a@ =~= b@", "a == b"),
]


@pytest.mark.parametrize(("params", "one", "two"), UNSPECIFIED, ids=lambda v: v)
def test_what_verus_leaves_open_stays_open(
    session: Session, params: str, one: str, two: str
) -> None:
    found = run(session, params, one, two, effort=Effort(first=30, more=30, last=30))
    assert found.implied.status is Proof.UNKNOWN, found


def test_postconditions_under_the_precondition(session: Session) -> None:
    def post(ensures: str) -> Equivalence:
        a = program("x: i32", "0 <= x <= 10", ensures="r == x / 2")
        b = program("x: i32", "true", ensures=ensures)
        return compare(lower(parse_file(a), "f"), lower(parse_file(b), "f"), session, post=True)

    assert post("2 * r <= x <= 2 * r + 1").status is Proof.PROVED
    found = post("r <= x")
    assert found.implied.status is Proof.PROVED
    assert found.implies.status is Proof.REFUTED
    assert found.implies.witness is not None


def test_contradiction_implies_all(session: Session) -> None:
    found = run(session, "a: Vec<i32>", f"{LENGTH}, {SORTED.replace('<=', '<')}", "false")
    assert found.implied.status in (Proof.REFUTED, Proof.PROVED)
    both = "0 <= i <= j < a.len() ==> a[i] < a[j]"
    empty = f"{LENGTH}, forall|i: int, j: int| {both}"
    found = run(session, "a: Vec<i32>", empty, "false")
    assert found.status is Proof.PROVED


SUMS = [  # what the bounds of the elements imply for their sum
    "total(a@, a.len() as int) <= i64::MAX",
    "total(a@, a.len() as int) <= 900",
    "0 <= total(a@, a.len() as int)",
    "forall|k: int| 0 <= k <= a.len() ==> 0 <= total(a@, k) <= 1000",
]


@pytest.mark.parametrize("claim", SUMS)
def test_sums_are_bounded_by_their_elements(session: Session, claim: str) -> None:
    one = f"{LENGTH}, {BOUNDS}"
    found = run(session, "a: Vec<i32>", one, f"{one}, {claim}", TOTAL)
    assert found.status is Proof.PROVED


@pytest.mark.parametrize("claim", ["total(a@, a.len() as int) < 900", "total(a@, 1) > 0"])
def test_sums_that_bounds_do_not_imply(session: Session, claim: str) -> None:
    found = run(
        session, "a: Vec<i32>", f"{LENGTH}, {BOUNDS}", f"{LENGTH}, {BOUNDS}, {claim}", TOTAL
    )
    assert found.implied.status is not Proof.PROVED


PATHS = """spec fn paths(m: nat, n: nat) -> nat decreases m + n {
    if m <= 1 || n <= 1 { 1 } else { paths((m - 1) as nat, n) + paths(m, (n - 1) as nat) }
}"""


def test_few_values_are_all_tried(session: Session) -> None:
    bounds = "1 <= m <= 40, 1 <= n <= 40"
    one = f"{bounds}, paths(m as nat, n as nat) <= 2_147_483_647"
    two = f"{bounds}, paths(m as nat, n as nat) < 2_147_483_647"  # a prime
    found = run(session, "m: i32, n: i32", one, two, PATHS)
    assert found.status is Proof.PROVED
    assert found.implied.engine == "evaluation of all values"
    two = two.replace("2_147_483_647", "252")
    found = run(session, "m: i32, n: i32", one.replace("2_147_483_647", "252"), two, PATHS)
    assert found.implied.status is Proof.REFUTED


def test_what_is_left_open_is_said(session: Session) -> None:
    found = run(session, "a: Vec<i32>", "a.len() == 2", "a.len() == 2, a[2] == 0")
    assert found.implied.status is Proof.UNKNOWN
    assert "index 2 of 2 elements" in found.implied.reason


HARD = """forall|x: int, y: int, z: int| 1 < x < y < a.len() && 0 < z < a.len() ==>
    a[x * y % z] * a[x] * a[y] + x * x * x != a[z] * a[z] * a[x - y + 7] * y + z"""


@pytest.mark.parametrize("seconds", [1.0, 3.0])
def test_nothing_passes_its_budget(seconds: float) -> None:
    if not available():
        pytest.skip("z3-solver is not installed")
    other = HARD.replace("+ 7", "+ 8")
    with Session() as fresh:  # starting the solver is part of it
        begun = time.monotonic()
        found = run(fresh, "a: Vec<i32>", HARD, other, effort=Effort(seconds=seconds))
        assert time.monotonic() - begun < seconds
    assert found.status is not Proof.PROVED


def test_counts_end_it_before_the_clock(session: Session) -> None:
    other = HARD.replace("+ 7", "+ 8")
    effort = Effort(rlimit=600_000, seconds=1e6)
    found = run(session, "a: Vec<i32>", HARD, other, effort=effort)
    assert found.implied.cost + found.implies.cost < 1_200_000
    assert not found.implied.reason.startswith("out of time")

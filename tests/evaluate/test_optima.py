"""Specifications by an optimum over index sequences, sums, permutations, paths and choices."""

from __future__ import annotations

import pytest

from adjudge.verus.evaluate import Truth, evaluate_expression

VALUES = [3, 1, 4, 1, 5, 2]
DEFINITIONS = """
spec fn subsequence(s: Seq<int>, n: int) -> bool {
    &&& forall|i: int| 0 <= i < s.len() ==> 0 <= #[trigger] s[i] < n
    &&& forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] < s[j]
}
spec fn total(v: Seq<i32>, s: Seq<int>) -> int decreases s.len() {
    if s.len() == 0 { 0 } else { total(v, s.drop_last()) + v[s.last()] as int }
}
spec fn apart(s: Seq<int>) -> bool {
    forall|i: int| 0 <= i < s.len() - 1 ==> s[i + 1] - s[i] >= 2
}
spec fn increasing(v: Seq<i32>, s: Seq<int>) -> bool {
    &&& subsequence(s, v.len() as int)
    &&& forall|i: int| 0 <= i < s.len() - 1 ==> v[s[i]] < v[s[i + 1]]
}
spec fn coins(s: Seq<int>, c: Seq<i32>) -> bool {
    forall|i: int| 0 <= i < s.len() ==> exists|j: int| 0 <= j < c.len() && s[i] == c[j]
}
spec fn sum(s: Seq<int>) -> int decreases s.len() {
    if s.len() == 0 { 0 } else { s.last() + sum(s.drop_last()) }
}
spec fn permutation(p: Seq<int>, n: int) -> bool {
    &&& p.len() == n
    &&& forall|i: int| 0 <= i < n ==> 0 <= p[i] < n
    &&& forall|i: int, j: int| 0 <= i < j < n ==> p[i] != p[j]
}
spec fn path(p: Seq<int>, n: int) -> bool {
    &&& p.len() >= 1 && p[0] == 0 && p.last() == n - 1
    &&& forall|i: int| 0 <= i < p.len() - 1 ==> p[i] < p[i + 1] <= p[i] + 2
}
spec fn taken(m: Seq<bool>, v: Seq<i32>, k: int) -> int decreases k {
    if k <= 0 { 0 } else { taken(m, v, k - 1) + if m[k - 1] { v[k - 1] as int } else { 0 } }
}
"""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("forall|s: Seq<int>| subsequence(s, n) ==> total(v, s) <= 16", True),
        ("forall|s: Seq<int>| subsequence(s, n) && apart(s) ==> total(v, s) <= 12", True),
        ("forall|s: Seq<int>| subsequence(s, n) && apart(s) ==> total(v, s) <= 11", False),
        ("exists|s: Seq<int>| subsequence(s, n) && apart(s) && total(v, s) == 12", True),
        ("forall|s: Seq<int>| increasing(v, s) ==> s.len() <= 3", True),
        ("exists|s: Seq<int>| increasing(v, s) && s.len() == 3", True),
        ("exists|s: Seq<int>| increasing(v, s) && s.len() == 4", False),
        ("forall|s: Seq<int>| coins(s, v) && sum(s) == 6 ==> s.len() >= 2", True),
        ("forall|s: Seq<int>| coins(s, v) && sum(s) == 6 ==> s.len() >= 3", False),
        ("forall|p: Seq<int>| permutation(p, 4) ==> sum(p) == 6", True),
        ("forall|p: Seq<int>| permutation(p, 4) ==> p[0] * p[1] + p[2] * p[3] <= 6", True),
        ("exists|p: Seq<int>| permutation(p, 5) && p[0] * p[4] == 12 && p[2] == 0", True),
        ("forall|p: Seq<int>| path(p, 7) ==> p.len() >= 4", True),
        ("exists|p: Seq<int>| path(p, 7) && p.len() == 3", False),
        ("forall|m: Seq<bool>| m.len() == n ==> taken(m, v, n) <= 16", True),
        ("exists|m: Seq<bool>| m.len() == n && taken(m, v, n) == 15", True),
    ],
)
def test_optima(text: str, wanted: bool) -> None:
    types = {"v": "Seq<i32>", "n": "int"}
    values = {"v": VALUES, "n": len(VALUES)}
    found = evaluate_expression(text, types, values, definitions=DEFINITIONS)
    assert found.truth is (Truth.TRUE if wanted else Truth.FALSE)
    assert found.steps < 200_000

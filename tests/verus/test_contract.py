from __future__ import annotations

from typing import Any

import pytest

from adjudge.verus import parse_file, parse_fragment
from adjudge.verus.contract import (
    NoSuchFunction,
    contract,
    contract_difference,
    same_signature,
    target,
    targets_like,
)
from adjudge.verus.stats import statistics
from adjudge.verus.syntax import Function

TEXT = """
use vstd::prelude::*;
verus! {
const LIMIT: int = 9;
struct Pair { a: int }
spec fn helper(x: int) -> int { x + LIMIT }
spec fn unused() -> int { 0 }
mod m { spec fn deep(x: int) -> bool { true } }
impl Solution {
    spec fn good(x: int) -> bool { helper(x) > 0 && m::deep(x) && Self::even(x) }
    spec fn even(x: int) -> bool decreases x when x >= 0 { x == 0 || Self::odd(x - 1) }
    spec fn odd(x: int) -> bool decreases x when x >= 0 via lemma { x != 0 && Self::even(x - 1) }
    proof fn lemma() {}
    pub fn target(n: u32, Ghost(g): Ghost<Pair>) -> (result: u32)
        requires Self::good(n as int), vanished(n),
        ensures result.hidden() == n, exists|n: int| n > 0,
    {
        let mut i = 0;
        while i < n
            invariant
                i <= n,
                true,
            decreases n - i,
        {
            i = i + 1;
        }
        proof {
            assert(i == n);
        }
        i
    }
    fn private() {}
}
}
fn main() {}
"""


def test_contract() -> None:
    found = contract(parse_file(TEXT))
    assert found.function.name == "target"
    assert found.owner == "Solution"
    assert [(p.name, p.ghost) for p in found.parameters] == [("n", False), ("g", True)]
    assert found.result == "result"
    assert len(found.requires) == 2
    assert len(found.ensures) == 2
    names = {d.qualified for d in found.definitions}
    spec = {"Solution::good", "Solution::even", "Solution::odd", "helper", "LIMIT", "m::deep"}
    assert names == spec | {"Pair"}
    assert set(found.unresolved) == {"Ghost", "vanished", ".hidden", "Solution"} - {"Solution"}


def test_definitions_follow_what_they_need() -> None:
    names = [d.name for d in contract(parse_file(TEXT)).definitions]
    assert names.index("LIMIT") < names.index("helper") < names.index("good")


def test_choosing_a_target() -> None:
    file = parse_file(TEXT)
    assert target(file).qualified == "Solution::target"
    assert target(file, "private").name == "private"
    assert target(file, "Solution::even").name == "even"
    with pytest.raises(NoSuchFunction, match="nowhere"):
        target(file, "nowhere")
    with pytest.raises(NoSuchFunction):
        target(parse_fragment("spec fn f() -> int { 1 }"))


def functions(text: str) -> list[Function]:
    return [item for item in parse_fragment(text).items if isinstance(item, Function)]


def test_signatures_ignore_the_names_of_parameters() -> None:
    a, b, c = functions("fn f(x: u8) -> u8; fn f(y: u8) -> (r: u8); fn f(x: u16) -> u8;")
    assert same_signature(a, b)
    assert not same_signature(a, c)
    file = parse_fragment("fn g(z: u8) -> u8 { z } fn h(z: bool) -> u8 { 1 }")
    assert [d.name for d in targets_like(file, a)] == ["g"]


def test_statistics() -> None:
    found = statistics(parse_file(TEXT))
    assert found.invariants == 2
    assert found.asserts == 1
    assert found.lemmas == 1
    assert found.loops == 1
    assert found.proof == 8
    assert found.specification == 7


@pytest.mark.shared
def test_proofs_keep_the_contract(problems: list[dict[str, Any]]) -> None:
    for problem in problems:
        given = contract(parse_file(problem["spec"]))
        proved = contract(parse_file(problem["verified"]), given.function.name)
        assert contract_difference(given, proved) is None, problem["id"]

"""Lemmas for Verus: what they say, and that only its word for the right program counts.

Verus itself was never run on these programs here: stand-ins answer in its place.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudge.errors import InfraError
from adjudge.judge.equivalence import Effort, Proof, compare
from adjudge.judge.equivalence.pair import Stated
from adjudge.judge.equivalence.verus_lemma import LEMMA, LemmaEngine, lemma_program
from adjudge.verus.cheats import find_cheats
from adjudge.verus.contract import contract
from adjudge.verus.lower import lower
from adjudge.verus.parser import parse_file
from adjudge.verus.tool import Budget, Ending, Missing, Run

sys.path.insert(0, str(Path(__file__).parents[1] / "verus_tool"))

from verus_standin import Credulous, Refusing

SORTED = "forall|i: int, j: int| 0 <= i < j < a.len() ==> a[i] <= a[j]"
ADJACENT = "forall|i: int| 0 <= i < b.len() - 1 ==> #[trigger] b[i] <= b[i + 1]"


def stated(requires: str, params: str = "a: Vec<i32>", items: str = "") -> Stated:
    text = f"""use vstd::prelude::*;
    use vstd::seq_lib::*;
    fn main() {{}}
    verus! {{ {items}
    pub struct Solution;
    impl Solution {{
        spec fn small(x: int) -> bool {{ x < LIMIT }}
        pub fn f({params}) -> (r: i32) requires {requires}, {{ }}
    }}
    const LIMIT: i32 = 7;
    }}"""
    file = parse_file(text)
    return Stated(file, found := contract(file, "f"), lower(file, "f", found))


def forever() -> float:
    return 100.0


class Knowing(Credulous):
    """Verifies programs that hold a text, as long as the lemma is there."""

    def __init__(self, needle: str = "") -> None:
        super().__init__()
        self.budget = Budget(wall_seconds=5)
        self._needle = needle

    def verify(self, program: str, *, seed: int | None = None, outside: bool = False) -> Run:
        run = super().verify(program, seed=seed, outside=outside)
        if self._needle in program:
            return run
        return Run(Ending.FAILED, errors=1, functions=dict.fromkeys(run.functions, False))


PREMISE, GOAL = stated(SORTED), stated(ADJACENT, "b: Vec<i32>")


def test_the_program_says_what_was_asked() -> None:
    premise = stated(f"{SORTED}, Self::small(a.len() as int)")
    program = lemma_program(premise, GOAL)
    assert program is not None
    assert {cheat.code for cheat in find_cheats(program)} == {"module"}
    lemma = contract(parse_file(program), LEMMA)
    source = parse_file(program).source
    assert [source(c) for c in lemma.requires] == ["super::Solution::adjudge_holds(a)"]
    assert [source(c) for c in lemma.ensures] == ["Solution::adjudge_holds(a)"]
    outer, _, inner = program.partition("mod goal {")
    assert SORTED in outer
    assert "const LIMIT" in outer
    assert "spec fn small" in outer
    assert ADJACENT in inner
    assert "const LIMIT" not in inner
    assert "use vstd::seq_lib::*;" in inner


def test_engines_in_turn() -> None:
    assert LemmaEngine(Knowing()).prove(PREMISE, GOAL, forever) == "verus"
    assert LemmaEngine(Knowing("adjudge_step_i32_0(a@")).prove(PREMISE, GOAL, forever) == (
        "verus with induction"
    )
    writer = LemmaEngine(Knowing("assert(a.len() >= 0);"), lambda program: "assert(a.len() >= 0);")
    assert writer.prove(PREMISE, GOAL, forever) == "verus with a written proof"


def test_a_writer_sees_the_lemma_and_may_give_up() -> None:
    asked: list[str] = []

    def writer(program: str) -> None:
        asked.append(program)

    assert LemmaEngine(Knowing("never"), writer).prove(PREMISE, GOAL, forever) == ""
    assert asked == [lemma_program(PREMISE, GOAL)]


CHEATS = [
    "assume(false);",
    "admit();",
    "} proof fn other() {",  # ends the lemma
    "} } } #[verifier::external_body] proof fn adjudge_lemma() { if true { { {",
    "assert(false) by { assume(false); }",
    "a proof in words",
]


@pytest.mark.parametrize("body", CHEATS)
def test_a_writer_cannot_cheat(body: str) -> None:
    verifier = Knowing(body)
    assert LemmaEngine(verifier, lambda program: body).prove(PREMISE, GOAL, forever) == ""
    assert not any(body in program for program in verifier.programs)


def test_definitions_cannot_cheat() -> None:
    items = "#[verifier::external_body] proof fn f2() ensures false { }"
    trusting = "spec fn g(x: int) -> bool; #[verifier::external_body] broadcast proof fn all()"
    for cheat in (items, f"{trusting} ensures false {{ }}"):
        goal = stated("g2(a.len() as int)", items=f"{cheat} spec fn g2(x: int) -> bool {{ x > 0 }}")
        verifier = Knowing()
        LemmaEngine(verifier).prove(PREMISE, goal, forever)
        assert not any("external_body" in program for program in verifier.programs)


class Elsewhere(Credulous):
    """Verifies everything but says nothing of the lemma."""

    budget = Budget(wall_seconds=5)

    def verify(self, program: str, *, seed: int | None = None, outside: bool = False) -> Run:
        return Run(Ending.VERIFIED, verified=9, errors=0, whole=True, functions={"a::b": True})


@pytest.mark.parametrize(
    "verifier", [Refusing(), Elsewhere(), Missing(InfraError("Verus is not installed"))]
)
def test_nothing_is_proved_without_verus_word(verifier: Credulous) -> None:
    verifier.budget = Budget(wall_seconds=5)
    assert LemmaEngine(verifier).prove(PREMISE, GOAL, forever) == ""


def test_no_run_begins_that_might_end_too_late() -> None:
    verifier = Knowing()
    assert LemmaEngine(verifier).prove(PREMISE, GOAL, lambda: 4.9) == ""
    assert not verifier.programs


def test_self_and_changed_arguments_are_left_to_others() -> None:
    changed = stated("old(a).len() > 0", "a: &mut Vec<i32>")
    assert lemma_program(changed, changed) is None
    assert LemmaEngine(Knowing()).prove(changed, changed, forever) == ""


def test_asked_last_and_only_for_what_is_open() -> None:
    few = Effort(first=10, more=10, last=10)
    asked: list[str] = []

    def outside(direction: str, left: Callable[[], float]) -> str:
        assert left() > 0
        asked.append(direction)
        return "verus"

    a, b = PREMISE.lowered, GOAL.lowered
    found = compare(a, b, None, effort=few, outside=outside)
    assert found.status is Proof.PROVED
    assert (found.implied.engine, found.implies.engine) == ("verus", "verus")
    assert asked == ["implied", "implies"]
    same = compare(a, a, None, outside=outside)
    assert same.implied.engine == "normal form"
    different = compare(a, stated("a.len() > 3").lowered, None, effort=few, outside=outside)
    assert different.implied.status is Proof.REFUTED

"""Slips of the pen are no cheats: a name that nobody knows is refused, and called what it is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from adjudge.datasets.registry import open_benchmark
from adjudge.errors import InfraError
from adjudge.judge.proof import ProofJudge
from adjudge.judge.suspicion import certain
from adjudge.model import Candidate, Category, Status, Task
from adjudge.verus.cheats import find_cheats
from adjudge.verus.tool import ErrorClass, Missing

sys.path.insert(0, str(Path(__file__).parents[1] / "verus_tool"))
from verus_standin import Credulous, Refusing

PROBLEM = open_benchmark("starter")["running_sum"]
PROOF = PROBLEM.verus.proof or ""
BEFORE = "    pub fn running_sum"
assert PROOF.count(BEFORE) == 1

SLIPS = {
    "attribute": PROOF.replace(BEFORE, f"    #[triger] proof fn l() {{}}\n{BEFORE}"),
    "tool's attribute": PROOF.replace(
        BEFORE, f"    #[verifier::spinof_prover] proof fn l() {{}}\n{BEFORE}"
    ),
    "macro": PROOF.replace("{", "{ /* */", 1).replace("proof {", "proof { asssert!(true);", 1),
    "crate": PROOF.replace("use vstd", "use vstdd::seq::*;\nuse vstd", 1),
    "module": PROOF.replace("use vstd", "use vstd::seq_libs::*;\nuse vstd", 1),
}
CHEATS = {
    "attribute": PROOF.replace(BEFORE, f"    #[no_mangle] proof fn l() {{}}\n{BEFORE}"),
    "tool's attribute": PROOF.replace(BEFORE, f"    #[verifier::skip] proof fn l() {{}}\n{BEFORE}"),
    "macro": PROOF.replace("proof {", "proof { include_str!(); ", 1),
    "module": PROOF.replace("use vstd", "use vstd::thread::*;\nuse vstd", 1),
    "both": SLIPS["attribute"].replace("proof {", "proof { assume(false); ", 1),
}
UNCLOSED = PROOF.replace(BEFORE, f"    #[verifier::loop_isolate(false)\n{BEFORE}")


def candidate(text: str) -> Candidate:
    return Candidate("running_sum", Task.SPEC_CODE2PROOF, "verus", f"```rust\n{text}\n```\n")


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_a_syntax_error(name: str) -> None:
    text = SLIPS[name]
    found = find_cheats(text, given=PROOF)
    assert found, "whatever is on no list is refused"
    assert not certain(found)
    alone = ProofJudge(Missing(InfraError("not installed"))).judge(PROBLEM, candidate(text))
    told = ProofJudge(Refusing(ErrorClass.SYNTAX)).judge(PROBLEM, candidate(text))
    assert alone.category in (Category.SYNTAX_ERROR, Category.MODIFIED)  # imports are frozen
    assert told.category is alone.category


@pytest.mark.parametrize("name", SLIPS)
def test_what_the_tool_takes_after_all_is_refused(name: str) -> None:
    finding = ProofJudge(Credulous()).judge(PROBLEM, candidate(SLIPS[name]))
    assert finding.status is Status.FAILED
    assert finding.category in (Category.CHEATING, Category.MODIFIED)


@pytest.mark.parametrize("name", CHEATS)
def test_what_exists_is_a_cheat(name: str) -> None:
    tool = Credulous()
    finding = ProofJudge(tool).judge(PROBLEM, candidate(CHEATS[name]))
    assert finding.category is Category.CHEATING
    assert not tool.programs


def test_an_unclosed_attribute_is_a_syntax_error() -> None:
    assert find_cheats(UNCLOSED)
    finding = ProofJudge(Missing(InfraError("no"))).judge(PROBLEM, candidate(UNCLOSED))
    assert finding.category is Category.SYNTAX_ERROR
    worse = UNCLOSED.replace("proof {", "proof { admit(); ", 1)
    finding = ProofJudge(Missing(InfraError("no"))).judge(PROBLEM, candidate(worse))
    assert finding.category is Category.CHEATING


def test_a_name_that_is_not_ascii_is_no_cheat_and_never_run() -> None:
    tool = Credulous()
    text = PROOF.replace("proof {", "proof { let ghost α = 1int; ", 1)
    finding = ProofJudge(tool).judge(PROBLEM, candidate(text))
    assert (finding.category, finding.detail) == (Category.SYNTAX_ERROR, "non-ascii")
    assert not tool.programs


def test_what_verus_does_not_know_is_no_cheat() -> None:
    text = PROOF.replace("proof {", "proof { assert_eq!(1, 1); ", 1)
    alone = ProofJudge(Missing(InfraError("not installed"))).judge(PROBLEM, candidate(text))
    assert (alone.category, alone.detail) == (Category.VERIFICATION_FAILURE, "unsupported")
    taken = ProofJudge(Credulous()).judge(PROBLEM, candidate(text))
    assert taken.category is Category.CHEATING


def test_plain_code_is_modified() -> None:
    text = PROBLEM.verus.code or ""
    finding = ProofJudge(Credulous()).judge(PROBLEM, candidate(text))
    assert finding.category is Category.MODIFIED

"""The proof judge with stand-ins for Verus: what each run means for a candidate."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudge.datasets.registry import open_benchmark
from adjudge.errors import InfraError
from adjudge.judge.batch import judge_all
from adjudge.judge.finding import Finding
from adjudge.judge.frozen import Frozen, frozen_program, frozen_text
from adjudge.judge.proof import Mode, ProofJudge, mode_of, partial_credit, unverified
from adjudge.model import Candidate, Category, Problem, Signature, Status, Task, VerusArtifacts
from adjudge.model.types import Str
from adjudge.run.sandbox import choose_sandbox
from adjudge.run.store import Store
from adjudge.verus.tool import Budget, Diagnostic, Ending, ErrorClass, Missing, Run, Verus

sys.path.insert(0, str(Path(__file__).parents[1] / "verus_tool"))
from verus_standin import Credulous, standin_toolchain

FROZEN = """use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn total(s: Seq<u8>) -> int
        decreases s.len(),
    {
        if s.len() == 0 { 0 } else { Self::total(s.drop_last()) + s.last() }
    }

    pub fn double(x: u32) -> (r: u32)
        requires
            x <= 1000,
        ensures
            r == 2 * x,
    {
        x + x
    }

    fn helper(x: u32) -> (r: u32)
        requires
            x < 10,
    {
        Self::double(x)
    }
}

} // verus!
"""
LEMMA = """
    proof fn small()
        ensures
            1 + 1 == 2,
    {
    }
"""
# The lemma last, where the judge puts what is new.
PROOF = FROZEN.replace("        x + x\n", "        proof { Self::small(); }\n        x + x\n")
PROOF = PROOF.replace("(x)\n    }\n}", f"(x)\n    }}\n{LEMMA}}}")
PROBLEM = Problem("double", Signature("double", (), Str()), verus=VerusArtifacts(code_spec=FROZEN))
NAMES = ("Solution::double", "Solution::helper")


def candidate(text: str, **fields: Any) -> Candidate:
    return Candidate("double", Task.SPEC_CODE2PROOF, "verus", f"```rust\n{text}\n```", **fields)


class Scripted(Credulous):
    """Answers with the runs it was given, one after the other."""

    def __init__(self, *runs: Run) -> None:
        super().__init__()
        self._runs = list(runs)

    def verify(self, program: str, *, seed: int | None = None, outside: bool = False) -> Run:
        super().verify(program)
        return self._runs.pop(0)


def verified(**fields: Any) -> Run:
    functions = {f"candidate::{name}": True for name in NAMES}
    known = frozenset(functions) | {"candidate::Solution::total"}
    run = Run(Ending.VERIFIED, verified=5, errors=0, whole=True, functions=functions, known=known)
    return msgspec.structs.replace(run, **fields)


def failed(*errors: ErrorClass, **fields: Any) -> Run:
    said = tuple(Diagnostic("error", f"about {e}", e, 9, 5, (), f"error: {e}") for e in errors)
    run = Run(Ending.FAILED, verified=3, errors=len(errors), diagnostics=said)
    return msgspec.structs.replace(run, **fields)


def judged(text: str, *runs: Run, **options: Any) -> Finding:
    return ProofJudge(Scripted(*runs), **options).judge(PROBLEM, candidate(text))


def test_a_proof_that_verifies() -> None:
    tool = Credulous()
    finding = ProofJudge(tool).judge(PROBLEM, candidate(PROOF))
    assert finding.status is Status.SOLVED
    assert finding.credit == {"functions": 1.0, "obligations": 1.0}
    assert finding.evidence.engine == "verus-strict"
    assert finding.evidence.tool.startswith("Verus 0.")
    assert tool.programs == [PROOF]  # rebuilt from the frozen text, and the same


@pytest.mark.parametrize(
    ("error", "category"),
    [
        (ErrorClass.SYNTAX, Category.SYNTAX_ERROR),
        (ErrorClass.TYPE, Category.SYNTAX_ERROR),
        (ErrorClass.MODE, Category.SYNTAX_ERROR),
        (ErrorClass.BORROW, Category.SYNTAX_ERROR),
        (ErrorClass.OTHER, Category.SYNTAX_ERROR),
        (ErrorClass.CHEATING, Category.CHEATING),
        *(
            (error, Category.VERIFICATION_FAILURE)
            for error in ErrorClass
            if error
            not in {
                ErrorClass.SYNTAX,
                ErrorClass.TYPE,
                ErrorClass.MODE,
                ErrorClass.BORROW,
                ErrorClass.OTHER,
                ErrorClass.CHEATING,
            }
        ),
    ],
)
def test_each_class_has_its_category(error: ErrorClass, category: Category) -> None:
    finding = judged(PROOF, failed(error))
    assert (finding.status, finding.category) == (Status.FAILED, category)
    assert finding.detail == error
    assert finding.message.startswith(f"{error}: about {error}")


def test_the_first_error_decides_but_for_cheating() -> None:
    two = failed(ErrorClass.INVARIANT_END, ErrorClass.POSTCONDITION)
    assert judged(PROOF, two).detail == "invariant_end"
    assert "(and 1 more)" in judged(PROOF, two).message
    late = failed(ErrorClass.POSTCONDITION, ErrorClass.CHEATING)
    assert judged(PROOF, late).category is Category.CHEATING


def test_a_timeout_is_the_candidates() -> None:
    finding = judged(PROOF, Run(Ending.TIMEOUT, "no result within 300 s"))
    assert (finding.status, finding.category) == (Status.FAILED, Category.TIMEOUT)


@pytest.mark.parametrize(
    "run",
    [
        verified(whole=False),
        verified(functions={}),
        verified(functions={"candidate::Solution::double": True}),
        verified(functions={f"candidate::{n}": n.endswith("helper") for n in NAMES}),
        verified(functions={f"candidate::other::{n}": True for n in NAMES}),
        verified(known=frozenset()),
        Run(Ending.NOTHING, verified=0, errors=0, whole=True),
    ],
)
def test_what_is_not_shown_to_be_verified_is_not_solved(run: Run) -> None:
    finding = judged(PROOF, run)
    assert finding.status is Status.UNKNOWN
    assert "did not verify" in finding.message


def test_gates_come_before_the_tool() -> None:
    tool = Missing(InfraError("not installed"))
    judge = ProofJudge(tool)
    outcomes = {
        PROOF.replace("x <= 1000", "x <= 1"): Category.MODIFIED,
        PROOF.replace("x + x", "2 * x"): Category.MODIFIED,
        PROOF.replace("1 + 1 == 2,\n    {", "1 + 1 == 3,\n    { assume(false);"): Category.CHEATING,
        PROOF.replace("proof {", "proof {{{"): Category.SYNTAX_ERROR,
        "fn other() {}": Category.NO_ANSWER,
    }
    for text, category in outcomes.items():
        assert judge.judge(PROBLEM, candidate(text)).category is category
    with pytest.raises(InfraError, match="not installed"):
        judge.judge(PROBLEM, candidate(PROOF))


def test_the_tool_has_the_last_word_on_syntax() -> None:
    broken = PROOF.replace("proof {", "proof {{{")
    finding = judged(broken, failed(ErrorClass.SYNTAX))
    assert (finding.category, finding.detail) == (Category.SYNTAX_ERROR, "syntax")
    for run in (verified(), failed(ErrorClass.POSTCONDITION)):
        assert judged(broken, run).status is Status.UNKNOWN


def test_transplant_takes_the_proof_alone() -> None:
    changed = PROOF.replace("x <= 1000", "x <= 1").replace("r == 2 * x", "r >= 0")
    assert judged(changed).category is Category.MODIFIED
    tool = Credulous()
    judge = ProofJudge(tool, mode=Mode.TRANSPLANT)
    finding = judge.judge(PROBLEM, candidate(changed))
    assert finding.status is Status.SOLVED
    assert tool.programs == [PROOF]
    assert mode_of(finding.evidence) is Mode.TRANSPLANT
    bare = PROOF[PROOF.index("impl Solution") : PROOF.index("} // verus!")]
    assert judge.judge(PROBLEM, candidate(bare)).status is Status.SOLVED
    assert tool.programs[-1] == PROOF


def test_a_public_helper_may_promise_more_and_not_ask_for_more() -> None:
    # The target is what is called `double`; another public function is there to be called.
    helper = FROZEN.replace("    fn helper", "    pub fn helper")
    given = msgspec.structs.replace(PROBLEM, verus=VerusArtifacts(code_spec=helper))
    more = helper.replace(
        "x < 10,\n    {", "x < 10,\n        ensures\n            r == 2 * x,\n    {"
    )
    for mode in Mode:
        tool = Credulous()
        finding = ProofJudge(tool, mode=mode).judge(given, candidate(more))
        assert finding.status is Status.SOLVED, finding.message
        assert "r == 2 * x,\n    {\n        Self::double(x)" in tool.programs[0]
    for changed in (more.replace("x < 10,", "x < 10, x < 5,"), more.replace("x < 10,", "true,")):
        assert changed != more
        finding = ProofJudge(Credulous()).judge(given, candidate(changed))
        assert finding.category is Category.MODIFIED
    promised = FROZEN.replace("r == 2 * x,\n", "r == 2 * x,\n            r <= 2000,\n")
    assert ProofJudge(Credulous()).judge(PROBLEM, candidate(promised)).category is (
        Category.MODIFIED
    )


def test_parts_without_a_place() -> None:
    lost = PROOF.replace(
        "        Self::double(x)\n",
        "        while x < 3\n            invariant x < 7,\n        { }\n        Self::double(x)\n",
    )
    finding = judged(lost, failed(ErrorClass.ASSERTION), mode=Mode.TRANSPLANT)
    assert finding.category is Category.VERIFICATION_FAILURE
    assert "found no place" in finding.message


def test_seeds_tell_stable_from_brittle(tmp_path: Path) -> None:
    verus = Verus(standin_toolchain(tmp_path, "seeds"), choose_sandbox(), Budget(wall_seconds=60))
    finding = ProofJudge(verus, seeds=3).judge(PROBLEM, candidate(PROOF))
    assert finding.status is Status.SOLVED
    assert finding.message == "brittle: verifies with 2 of 3 other seeds"
    assert finding.credit["seeds"] == pytest.approx(2 / 3)
    stable = ProofJudge(verus, seeds=1).judge(PROBLEM, candidate(PROOF))
    assert stable.message == "stable: verifies with 1 of 1 other seeds"
    assert stable.credit["seeds"] == 1.0


def test_through_the_driver_and_the_sandbox(tmp_path: Path) -> None:
    outcomes = {
        "verified": "solved",
        "failed": "verification_failure",
        "hang": "timeout",
        "garbage": "infra",
        "panic": "infra",
    }
    for behaviour, code in outcomes.items():
        verus = Verus(
            standin_toolchain(tmp_path / behaviour, behaviour),
            choose_sandbox(),
            Budget(wall_seconds=2 if behaviour == "hang" else 60),
        )
        judge = ProofJudge(verus)

        def judge_for(_: Candidate, judge: ProofJudge = judge) -> ProofJudge:
            return judge

        store = Store(tmp_path / f"{behaviour}.sqlite")
        benchmark = open_benchmark("starter")
        given = [
            Candidate("running_sum", Task.SPEC_CODE2PROOF, "verus", starter_proof("running_sum"))
        ]
        found = list(judge_all(given, benchmark, judge_for, store, workers=1))
        assert [outcome.code for outcome in found] == [code]
        # What could not be judged is not kept: it is asked again.
        assert (store.get(judge.key(benchmark["running_sum"], given[0])) is None) == (
            code == "infra"
        )


def starter_proof(name: str) -> str:
    proof = open_benchmark("starter")[name].verus.proof
    assert proof is not None
    return proof


@pytest.mark.parametrize("name", open_benchmark("starter").names)
@pytest.mark.parametrize("mode", Mode)
def test_the_starters_own_proofs_pass_the_gates(name: str, mode: Mode) -> None:
    problem = open_benchmark("starter")[name]
    given = Candidate(name, Task.SPEC_CODE2PROOF, "verus", starter_proof(name))
    finding = ProofJudge(Credulous(), mode=mode).judge(problem, given)
    assert finding.status is Status.SOLVED, finding.message


def test_the_frozen_program() -> None:
    frozen = frozen_program(PROBLEM)
    assert isinstance(frozen, Frozen)
    assert (frozen.target, frozen.proved) == ("Solution::double", NAMES)
    assert frozen.specified == ("Solution::total",)
    spec = FROZEN.replace("        x + x\n", "").replace("        Self::double(x)\n", "")
    code = "impl Solution { fn double(x: u32) -> u32 { x + x } fn helper(x: u32) -> u32 { 0 } }"
    put = VerusArtifacts(spec=spec, code=code)
    text = frozen_text(msgspec.structs.replace(PROBLEM, verus=put))
    assert text is not None
    assert "{ x + x }" in text
    assert "{ 0 }" in text
    more = VerusArtifacts(spec=spec, code=code + "fn third() {}")
    for verus in (VerusArtifacts(spec=spec), more, VerusArtifacts(code_spec="fn broken(")):
        none = msgspec.structs.replace(PROBLEM, verus=verus)
        assert frozen_program(none) is None
        finding = ProofJudge(Credulous()).judge(none, candidate(PROOF))
        assert finding.status is Status.UNKNOWN


def test_partial_credit_is_never_full_and_not_talked_into() -> None:
    frozen = frozen_program(PROBLEM)
    assert frozen is not None
    good = {f"candidate::{name}": True for name in NAMES}
    half = {**good, "candidate::Solution::helper": False}
    credit = partial_credit(failed(ErrorClass.ASSERTION, functions=half), frozen)
    assert credit == {"functions": 0.5, "obligations": 0.75}
    # The target verifies, but by a lemma that does not.
    lemma = {**good, "candidate::Solution::false_lemma": False}
    assert partial_credit(failed(ErrorClass.ASSERTION, functions=lemma), frozen)["functions"] == 0
    early = failed(ErrorClass.TYPE, verified=None, errors=None)
    assert set(partial_credit(early, frozen).values()) == {0.0}
    late = failed(ErrorClass.BORROW, functions=good, verified=5, errors=0)
    assert set(partial_credit(late, frozen).values()) == {0.0}
    assert unverified(failed(ErrorClass.ASSERTION, functions=good), frozen) == list(NAMES)


def test_a_question_is_named_by_all_it_depends_on() -> None:
    given = candidate(PROOF)
    tool = Credulous()
    keys = {ProofJudge(tool).key(PROBLEM, given)}
    keys.add(ProofJudge(tool, mode=Mode.TRANSPLANT).key(PROBLEM, given))
    keys.add(ProofJudge(tool, seeds=2).key(PROBLEM, given))
    keys.add(ProofJudge(tool).key(PROBLEM, candidate(PROOF + " ")))
    keys.add(ProofJudge(Missing(InfraError("none"))).key(PROBLEM, given))
    tool.budget = Budget(rlimit=1)
    keys.add(ProofJudge(tool).key(PROBLEM, given))
    assert len(keys) == 6
    again = candidate(PROOF, model="other", sample=4)
    tool.budget = Budget()
    assert ProofJudge(tool).key(PROBLEM, again) in keys


def test_an_rlimit_beyond_the_budget_is_refused() -> None:
    def asking(limit: str) -> str:
        return PROOF.replace(
            "    pub fn double", f"    #[verifier::rlimit({limit})]\n    pub fn double"
        )

    tool = Credulous()
    assert ProofJudge(tool).judge(PROBLEM, candidate(asking("40"))).status is Status.SOLVED
    for limit in ("51", "infinity", "1000000"):
        finding = ProofJudge(tool).judge(PROBLEM, candidate(asking(limit)))
        assert finding.category is Category.CHEATING

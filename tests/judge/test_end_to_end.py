"""The end-to-end judge: how three findings about one text become one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from adjudge.datasets.registry import open_benchmark
from adjudge.errors import InfraError
from adjudge.judge.batch import judge_all
from adjudge.judge.code import CodeJudge
from adjudge.judge.end_to_end import EndToEndJudge
from adjudge.judge.feedback import feedback
from adjudge.judge.finding import Finding
from adjudge.judge.frozen import Frozen
from adjudge.judge.own_program import own_program
from adjudge.judge.proof import ProofJudge
from adjudge.judge.rebuild import Refusal
from adjudge.judge.spec import SpecJudge
from adjudge.model import Candidate, Category, Evidence, Problem, Status, Task
from adjudge.run.store import Store
from adjudge.verus.tool import Ending, ErrorClass, Missing, Run, Verifier

sys.path.insert(0, str(Path(__file__).parents[1] / "verus_tool"))
from verus_standin import Credulous, Refusing

BENCHMARK = open_benchmark("starter")
PROBLEM = BENCHMARK["running_sum"]
PROOF = PROBLEM.verus.proof or ""
NAME = "running_sum"
GOOD = Finding(Status.SOLVED, Evidence("fake"), credit={"cases": 1.0})
INFRA = InfraError("not installed")


def failing(category: Category, detail: str = "") -> Finding:
    return Finding(Status.FAILED, Evidence("fake"), category, f"a {category}", detail=detail)


class Spec(SpecJudge):
    """Finds what it was told to find, and remembers what it was asked."""

    def __init__(self, found: Finding | InfraError = GOOD) -> None:
        super().__init__(None)
        self.found = found
        self.asked: list[str] = []

    def judge_answers(self, problem: Problem, answers: Sequence[str]) -> Finding:
        self.asked += answers
        if isinstance(self.found, InfraError):
            raise self.found
        return self.found


class Code(CodeJudge):
    """The same for code."""

    judge_answers = Spec.judge_answers  # type: ignore[assignment]

    def __init__(self, found: Finding | InfraError = GOOD) -> None:
        self.found = found
        self.asked: list[str] = []

    def key(self, problem: Problem, candidate: Candidate) -> str:
        return candidate.completion


def candidate(text: str, **fields: int) -> Candidate:
    return Candidate(NAME, Task.END2END, "verus", f"```rust\n{text}\n```\n", **fields)


def judged(
    text: str = PROOF,
    spec: Finding | InfraError = GOOD,
    code: Finding | InfraError = GOOD,
    verifier: Verifier | None = None,
    seeds: int = 0,
) -> Finding:
    proof = ProofJudge(verifier or Credulous(), seeds=seeds)
    return EndToEndJudge(Spec(spec), Code(code), proof).judge(PROBLEM, candidate(text))


WEAK = failing(Category.POSTCONDITION_MISMATCH, "too_weak")
WRONG = failing(Category.INCORRECT_OUTPUT)
OPEN = Finding(Status.UNKNOWN, Evidence("fake"), message="undecided")


@pytest.mark.parametrize(
    ("spec", "code", "verifier", "code_of_all"),
    [
        (GOOD, GOOD, Credulous(), "solved"),
        (WEAK, GOOD, Credulous(), "postcondition_mismatch"),
        (WEAK, WRONG, Refusing(), "postcondition_mismatch"),
        (WEAK, GOOD, Missing(INFRA), "postcondition_mismatch"),
        (GOOD, WRONG, Credulous(), "incorrect_output"),
        (GOOD, WRONG, Missing(INFRA), "incorrect_output"),
        (GOOD, GOOD, Refusing(), "verification_failure"),
        (OPEN, GOOD, Credulous(), "unknown"),
        (OPEN, GOOD, Refusing(), "verification_failure"),
        (GOOD, OPEN, Credulous(), "unknown"),
        (OPEN, GOOD, Missing(INFRA), "infra"),
        (GOOD, GOOD, Missing(INFRA), "infra"),
        (GOOD, INFRA, Credulous(), "infra"),
        (INFRA, WRONG, Credulous(), "incorrect_output"),
        # What is no program at all is called so, whatever its parts say.
        (WEAK, GOOD, Refusing(ErrorClass.MODE), "syntax_error"),
        (WEAK, failing(Category.SYNTAX_ERROR), Credulous(), "syntax_error"),
        (WEAK, WRONG, Refusing(ErrorClass.CHEATING), "cheating"),
    ],
)
def test_all_parts_must_hold(
    spec: Finding, code: Finding, verifier: Verifier, code_of_all: str
) -> None:
    finding = judged(spec=spec, code=code, verifier=verifier)
    assert finding.outcome("", candidate(PROOF)).code == code_of_all
    assert list(finding.parts) == ["specification", "code", "proof"]
    decisive = finding.message.partition(":")[0]
    assert finding.parts[decisive].code == code_of_all
    assert (finding.credit.get("parts") == 1.0) == (code_of_all == "solved")


def test_a_proof_of_too_little_earns_nothing() -> None:
    finding = judged(spec=msgspec.structs.replace(WEAK, witness={"postcondition": {}}))
    assert "the proof holds, but of a specification that is not the right one" in finding.message
    assert finding.witness == {"postcondition": {}}
    assert finding.credit == {"parts": pytest.approx(1 / 3), "cases": 1.0}
    assert "functions" in judged().credit
    assert judged(verifier=Refusing(ErrorClass.CHEATING)).credit == {}


@pytest.mark.parametrize("implies", [0.0, 1.0])
@pytest.mark.parametrize(
    "verifier", [Credulous(), Refusing(), Missing(INFRA)], ids=lambda v: type(v)
)
@pytest.mark.parametrize("several", [True, False])
def test_another_right_answer_is_settled_by_proof(
    implies: float, verifier: Verifier, several: bool
) -> None:
    spec = msgspec.structs.replace(GOOD, credit={"post_implies": implies})
    differs = msgspec.structs.replace(OPEN, witness={"case": 3})
    judge = EndToEndJudge(Spec(spec), Code(differs), ProofJudge(verifier))
    problem = msgspec.structs.replace(PROBLEM, several_answers=several)
    finding = judge.judge(problem, candidate(PROOF))
    settled = several and implies == 1 and isinstance(verifier, Credulous)
    settled = settled and not isinstance(verifier, Refusing)
    assert (finding.parts["code"].status is Status.SOLVED) is settled
    assert (finding.status is Status.SOLVED) is settled


def test_all_parts_judge_one_text() -> None:
    spec, code, tool = Spec(), Code(), Credulous()
    judge = EndToEndJudge(spec, code, ProofJudge(tool))
    draft = PROOF.replace("total + nums[i] as i64", "total")
    judge.judge(PROBLEM, candidate(f"{draft}\n```\nNo, rather:\n```rust\n{PROOF}"))
    assert spec.asked == code.asked
    assert [text.strip() for text in spec.asked] == [PROOF.strip()]
    assert [text.strip() for text in tool.programs] == [PROOF.strip()]


def test_a_question_is_named_by_its_parts() -> None:
    judge = EndToEndJudge(Spec(), Code(), ProofJudge(Credulous()))
    again = EndToEndJudge(Spec(), Code(), ProofJudge(Credulous(), seeds=3))
    key = judge.key(PROBLEM, candidate(PROOF))
    assert key == judge.key(PROBLEM, candidate(PROOF, sample=3))
    assert key != again.key(PROBLEM, candidate(PROOF))
    assert key != judge.key(PROBLEM, candidate(PROOF + " "))


def test_stable_or_brittle() -> None:
    class Moody(Credulous):
        def verify(self, program: str, *, seed: int | None = None, outside: bool = False) -> Run:
            run = super().verify(program, seed=seed, outside=outside)
            return run if seed != 2 else Run(Ending.FAILED, verified=0, errors=1)

    finding = judged(verifier=Moody(), seeds=2)
    assert finding.status is Status.SOLVED
    assert "brittle: verifies with 1 of 2 other seeds" in finding.message
    assert finding.credit["seeds"] == 0.5


def test_what_could_not_be_judged_is_asked_again(tmp_path: Path) -> None:
    store = Store(tmp_path / "store.sqlite")
    for verifier, kept in ((Missing(INFRA), False), (Credulous(), True)):
        judge = EndToEndJudge(Spec(), Code(), ProofJudge(verifier))

        def judge_for(_: Candidate, judge: EndToEndJudge = judge) -> EndToEndJudge:
            return judge

        given = [candidate(PROOF)]
        (outcome,) = judge_all(given, BENCHMARK, judge_for, store, workers=1)
        assert set(outcome.parts) == {"specification", "code", "proof"}
        assert (store.get(judge.key(PROBLEM, given[0])) is not None) is kept


def test_feedback_speaks_of_the_parts_that_can_be_mended() -> None:
    said = feedback(judged(spec=WEAK, verifier=Missing(INFRA)))
    assert "specification: postcondition_mismatch" in said
    assert "code: solved" in said
    assert "not installed" not in said
    assert "Say more in `ensures`" in said


def own(text: str) -> Frozen | Refusal:
    return own_program([text], NAME, max_rlimit=50)


REFUSED = {
    "no verus": (PROBLEM.verus.code or "", "syntax_error", "verus-missing"),
    "twice": (
        PROOF.replace("} // verus!", f"fn {NAME}() {{}}\n}} // verus!"),
        "cheating",
        "duplicate-item",
    ),
    "in a body": (
        PROOF.replace("let n =", f"fn {NAME}() {{}}\nlet n ="),
        "syntax_error",
        "signature",
    ),
    "spec": (f"verus! {{ spec fn {NAME}() -> int {{ 1 }} }}", "syntax_error", "signature"),
    "outside": (
        f"verus! {{ proof fn l() {{ }} }}\nfn {NAME}() {{ }}",
        "cheating",
        "outside-code",
    ),
    "ghost code that runs": (
        PROOF.replace("            i += 1;", "            proof { i = 0; }\n            i += 1;"),
        "syntax_error",
        "mode",
    ),
    "no body": (f"verus! {{ fn {NAME}() ensures false; }}", "cheating", "axiom"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_run(name: str) -> None:
    text, category, detail = REFUSED[name]
    refusal = own(text)
    assert isinstance(refusal, Refusal)
    assert (refusal.category, refusal.detail) == (category, detail)


def test_what_verus_gets() -> None:
    shows = 'fn main() { println!("{:?}", Solution::running_sum(vec![1])); }'
    found = own(PROOF.replace("fn main() {}", shows))
    assert isinstance(found, Frozen)
    assert "println" not in found.text
    assert found.text.rstrip().endswith("fn main() {}")
    assert found.text.splitlines().index("verus! {") == PROOF.splitlines().index("verus! {")
    assert not found.outside
    assert found.proved == ("Solution::running_sum",)
    inside = own(PROOF.replace("fn main() {}\n", "").replace("} // verus!", "fn main() {}\n}"))
    assert isinstance(inside, Frozen)
    assert inside.text.count("fn main()") == 1


def test_a_main_that_reads_is_taken_out_with_its_imports() -> None:
    reads = PROOF.replace("use vstd", "use std::io::{self, Read};\nuse vstd", 1)
    reads = reads.replace(
        "fn main() {}",
        "fn main() {\n    let mut s = String::new();\n"
        "    io::stdin().read_to_string(&mut s).unwrap();\n"
        "    Solution::running_sum(vec![s.len() as i32]);\n}",
    )
    found = own(reads)
    assert isinstance(found, Frozen), found
    assert "std::io" not in found.text
    assert "stdin" not in found.text
    assert "use vstd::prelude::*;" in found.text
    for changed in (
        reads.replace("let n = nums.len();", "let n = nums.len(); let r = io::stdin();"),
        reads.replace("{self, Read}", "*"),
        reads.replace("std::io::{self, Read}", "std::io as running"),
    ):
        refusal = own(changed)
        assert isinstance(refusal, Refusal)
        assert refusal.category is Category.CHEATING


def test_functions_of_the_candidates_own_must_be_verified_too() -> None:
    helper = "pub fn helper(x: u8) -> (r: u8) ensures r == x, { x }\n\n    pub fn running_sum"
    text = PROOF.replace("pub fn running_sum", helper)

    class Partial(Credulous):
        def verify(self, program: str, *, seed: int | None = None, outside: bool = False) -> Run:
            run = super().verify(program, seed=seed, outside=outside)
            kept = {name: ok for name, ok in run.functions.items() if "helper" not in name}
            return msgspec.structs.replace(run, functions=kept)

    finding = judged(text, verifier=Partial())
    assert finding.status is Status.UNKNOWN
    assert "did not verify Solution::helper" in finding.message

"""Provers outside: what they prove counts, what they claim does not."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from checked import LIMITS

from adjudge.errors import InfraError
from adjudge.judge.rocq_spec import RocqSpecJudge
from adjudge.model import (
    Candidate,
    Case,
    Decision,
    Parameter,
    Problem,
    Signature,
    Status,
    Task,
    Verdict,
)
from adjudge.model.types import Int
from adjudge.rocq.budget import Budget
from adjudge.rocq.decide import Decider
from adjudge.rocq.proving import Command, Question
from adjudge.rocq.toolchain import Rocq, Toolchain
from adjudge.run.sandbox import Sandbox

pytestmark = pytest.mark.rocq

SPEC = """From Coq Require Import ZArith. Open Scope Z_scope.
Definition f_spec (x y : Z) : Prop := exists g : Z -> Z, g x = y /\\ g y = x.
"""
"""Nothing bounds a function: no checker is synthesised. It accepts (1, 2) by `fun z => 3 - z`."""
NEVER = SPEC.replace("g y = x", "g x <> y")
SETUP = "From Coq Require Import ZArith Lia.\n"
BY_WITNESS = "Proof. exists (fun z => 3 - z)%Z. split; reflexivity. Qed.\n"
REFUTED = "Proof. intros [g [a b]]. exact (b a). Qed.\n"


class Scripted:
    """Gives prepared answers, one after the other, each by the first goal."""

    name = "scripted"

    def __init__(self, *answers: str | Callable[[Question], str]) -> None:
        self._answers = list(answers)
        self.questions: list[Question] = []

    def answer(self, question: Question) -> str:
        self.questions.append(question)
        if not self._answers:
            return ""
        answer = self._answers.pop(0)
        return answer if isinstance(answer, str) else answer(question)


def proof(script: str, goal: int = 0, before: str = "") -> Callable[[Question], str]:
    return lambda q: f"{SETUP}{q.setup}{before}{q.goals[goal]}\n{script}"


def problem(*pairs: tuple[int, int]) -> Problem:
    signature = Signature("f", (Parameter("x", Int()),), Int())
    return Problem("f", signature, cases=tuple(Case((x,), y) for x, y in pairs))


@pytest.fixture
def decide(toolchain: Toolchain, sandbox: Sandbox) -> Callable[..., Sequence[Verdict]]:
    def run(text: str, prover: Scripted | Command) -> Sequence[Verdict]:
        given = problem((1, 2))
        return Decider(toolchain, sandbox, prover=prover).decide(text, given, given.cases).verdicts

    return run


def test_a_case_is_proved(decide: Callable[..., Sequence[Verdict]]) -> None:
    prover = Scripted("", proof(BY_WITNESS))
    (verdict,) = decide(SPEC, prover)
    assert verdict.decision is Decision.ACCEPT
    assert verdict.evidence.engine.endswith("scripted")
    assert "case_0" in prover.questions[1].files["Cases"]


def test_the_negation_counts_as_well(decide: Callable[..., Sequence[Verdict]]) -> None:
    (verdict,) = decide(NEVER, Scripted("", proof(REFUTED, 1)))
    assert verdict.decision is Decision.REJECT


def test_the_error_is_fed_back(decide: Callable[..., Sequence[Verdict]]) -> None:
    prover = Scripted("", proof("Proof. lia. Qed."), proof(BY_WITNESS))
    (verdict,) = decide(SPEC, prover)
    assert verdict.decision is Decision.ACCEPT
    (attempt,) = prover.questions[2].attempts
    assert "Cannot find witness" in attempt.error or "Error" in attempt.error


def test_three_attempts_are_all(decide: Callable[..., Sequence[Verdict]]) -> None:
    wrong = proof("Proof. lia. Qed.")
    prover = Scripted("", wrong, wrong, wrong, proof(BY_WITNESS))
    (verdict,) = decide(SPEC, prover)
    assert verdict.decision is Decision.UNKNOWN
    assert len(prover.questions) == 4


def test_a_checker_settles_all_cases(decide: Callable[..., Sequence[Verdict]]) -> None:
    def checker(question: Question) -> str:
        return f"""{question.setup}
Definition accepts (c : Cases.case) : bool := false.
Definition refuses (c : Cases.case) : bool := true.
Theorem answer : forall c, Tri (holds c) (accepts c) (refuses c).
Proof. intros [x y]. split; [discriminate | intros _ [g [a b]]; exact (b a)]. Qed.
"""

    prover = Scripted(checker)
    (verdict,) = decide(NEVER, prover)
    assert verdict.decision is Decision.REJECT
    assert len(prover.questions) == 1


HOSTILE = {
    "admitted": proof("Admitted."),
    "axiom": proof("Proof. exact (lie _). Qed.", before="Axiom lie : forall P : Prop, P.\n"),
    "guard": proof(
        "Proof. exact (loop tt). Qed.",
        before="Unset Guard Checking. Fixpoint loop (u : unit) {struct u} : forall P : Prop, P :="
        " fun P => loop u P.\n",
    ),
    "universe": proof(
        "Proof. exact (lie _). Qed.",
        before="Unset Universe Checking. Axiom lie : forall P, P.\n",
    ),
    "other statement": lambda q: q.setup + "Theorem answer : True. Proof. exact I. Qed.",
    "own holds": lambda q: (
        "From Work Require Cases. Definition holds (c : Cases.case) : Prop := True.\n"
        "Theorem answer : holds Cases.case_0. Proof. exact I. Qed."
    ),
    "own cases": lambda q: (
        "Module Cases. Definition case := unit. Definition case_0 := tt. End Cases.\n"
        "Definition holds (c : Cases.case) : Prop := True.\n"
        "Theorem answer : holds Cases.case_0. Proof. exact I. Qed."
    ),
    "notation": lambda q: (
        q.setup + 'Notation "~ x" := True. Theorem answer : True. Proof. exact I. Qed.'
    ),
    "hint": lambda q: (
        q.setup + "Global Hint Extern 0 => exact I : core.\n"
        "Theorem answer : False -> False. tauto. Qed."
    ),
    "coercion": lambda q: (
        q.setup + "Axiom lie : forall P : Prop, P. Inductive box := Box. "
        "Definition open (b : box) : holds Cases.case_0 := lie _. Coercion open : box >-> holds.\n"
        "Definition answer := Box."
    ),
    "overwrites": lambda q: (
        q.setup + 'Redirect "Spec.vo" Print nat. Redirect "Cases.vo" Print nat.\n'
        "Theorem answer : True. Proof. exact I. Qed."
    ),
    "not Rocq": lambda q: "\x00\x01 ))) not a file",
    "endless": lambda q: q.setup + "Goal True. repeat pose I. Qed.",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_lie_decides_nothing(kind: str, toolchain: Toolchain, sandbox: Sandbox) -> None:
    given = problem((1, 2))
    budget = Budget(proof_seconds=8, attempts=1)
    decider = Decider(toolchain, sandbox, budget, Scripted("", HOSTILE[kind]))
    (verdict,) = decider.decide(NEVER, given, given.cases).verdicts
    assert verdict.decision is Decision.UNKNOWN


def test_a_program_is_a_prover(decide: Callable[..., Sequence[Verdict]], tmp_path: Path) -> None:
    script = tmp_path / "prover.py"
    script.write_text(
        "import json, sys\n"
        "q = json.load(sys.stdin)\n"
        "if 'accepts' not in q['goals'][0]:\n"
        f"    print({SETUP!r} + q['setup'] + q['goals'][1] + chr(10) + {REFUTED!r})\n"
    )
    (verdict,) = decide(NEVER, Command([sys.executable, str(script)]))
    assert verdict.decision is Decision.REJECT


FAILING = {
    "a status": "raise SystemExit(3)",
    "endless": "import time; time.sleep(60)",
    "endless in a child": "import subprocess; subprocess.run(['sleep', '61'])",
    "endless output": "while True: print('x' * 1000)",
    "closes its output": "import os, time; os.close(1); os.close(2); time.sleep(62)",
}


@pytest.mark.parametrize("kind", FAILING)
def test_a_program_that_fails_has_not_answered(kind: str) -> None:
    prover = Command([sys.executable, "-c", FAILING[kind]], seconds=2)
    started = time.monotonic()
    with pytest.raises(InfraError, match="the prover"):
        prover.answer(Question({}, "", ()))
    assert time.monotonic() - started < 30


BOUNDED = SPEC.replace("exists g", "x < 100 /\\ exists g")
"""As SPEC, but the checker refuses large inputs on its own."""


class Faltering(Scripted):
    """Cannot be asked at some of its turns."""

    def __init__(self, *answers: str | Callable[[Question], str] | None) -> None:
        super().__init__(*(answer or "" for answer in answers))
        self._failing = {turn for turn, answer in enumerate(answers) if answer is None}

    def answer(self, question: Question) -> str:
        turn = len(self.questions)
        answer = super().answer(question)
        if turn in self._failing:
            raise InfraError("the prover is out of order")
        return answer


def test_a_failure_loses_one_case(toolchain: Toolchain, sandbox: Sandbox) -> None:
    given = problem((1, 2), (200, 1), (2, 1))
    prover = Faltering(
        "",
        None,
        proof("Proof. split; [reflexivity |]. exists (fun z => 3 - z)%Z. repeat split. Qed."),
    )
    decided = Decider(toolchain, sandbox, prover=prover).decide(BOUNDED, given, given.cases)
    lost, refused, proved = decided.verdicts
    assert lost.decision is Decision.UNKNOWN
    assert lost.reason == "not asked: the prover is out of order"
    assert decided.lost == "the prover is out of order"
    assert refused.decision is Decision.REJECT
    assert proved.decision is Decision.ACCEPT


def test_a_dead_prover_is_left_alone(toolchain: Toolchain, sandbox: Sandbox) -> None:
    given = problem(*((n, 1) for n in range(8)))
    prover = Faltering(*(None for _ in range(9)))
    decided = Decider(toolchain, sandbox, prover=prover).decide(SPEC, given, given.cases)
    assert len(prover.questions) == 3
    assert {v.reason for v in decided.verdicts} == {"not asked: the prover is out of order"}


def test_the_judge_calls_a_lost_case_infra(toolchain: Toolchain, sandbox: Sandbox) -> None:
    given = problem((1, 2), (200, 1))
    decider = Decider(toolchain, sandbox, prover=Faltering(None, None))
    found = RocqSpecJudge(decider).judge(
        given, Candidate("f", Task.NL2SPEC, "coq", f"```coq\n{SPEC}```")
    )
    assert found.status is Status.INFRA
    assert found.message == "the prover is out of order"


def test_certificates_hold_what_the_prover_wrote(
    toolchain: Toolchain, sandbox: Sandbox, tmp_path: Path
) -> None:
    given = problem((1, 2))
    prover = Scripted("", proof(BY_WITNESS))
    decided = Decider(toolchain, sandbox, prover=prover).decide(SPEC, given, given.cases)
    (certificate,) = decided.certificates
    files = {"Spec": SPEC, "Cases": certificate.cases, **certificate.files}
    rocq = Rocq(toolchain, sandbox, tmp_path)
    for name, text in (*files.items(), ("Certificate", certificate.text)):
        assert rocq.compile(name, text, LIMITS).exit_code == 0, name


def test_a_question_is_plain_json(tmp_path: Path) -> None:
    shown = Command([sys.executable, "-c", "import sys; print(sys.stdin.read())"])
    asked = Question({"Spec": "text"}, "setup", ("goal",))
    assert json.loads(shown.answer(asked))["goals"] == ["goal"]

"""Specifications decided on cases: each verdict a theorem, each failure a reason."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudge.judge.rocq_spec import RocqSpecJudge, stages
from adjudge.model import (
    Candidate,
    Case,
    Category,
    Decision,
    Evidence,
    Parameter,
    Problem,
    Signature,
    Status,
    Task,
    Verdict,
    parse_type,
)
from adjudge.rocq.audit import CLOSED, REAL_AXIOMS, beyond
from adjudge.rocq.budget import Budget
from adjudge.rocq.decide import Decided, Decider
from adjudge.rocq.precondition import excluded
from adjudge.rocq.toolchain import Toolchain
from adjudge.run.sandbox import Sandbox

pytestmark = pytest.mark.rocq

LISTS = "From Coq Require Import ZArith List. Import ListNotations. Open Scope Z_scope.\n"


def problem(types: list[str], returns: str, *cases: tuple[tuple[object, ...], object]) -> Problem:
    parameters = tuple(Parameter(f"x{i}", parse_type(t)) for i, t in enumerate(types))
    signature = Signature("f", parameters, parse_type(returns))
    return Problem("f", signature, cases=tuple(Case(args, output) for args, output in cases))


def run(decider: Decider, text: str, given: Problem) -> Decided:
    return decider.decide(text, given, given.cases)


def codes(decided: Decided) -> str:
    return "".join(str(verdict.decision)[0] for verdict in decided.verdicts)


SORT = problem(
    ["list[int]"], "list[int]", (([3, 1, 2],), [1, 2, 3]), (([3, 1],), [3, 1]), (([],), [])
)
SORTS = {
    "library": LISTS + "Require Import Permutation Sorted.\n"
    "Definition f_spec (a b : list Z) : Prop := Permutation a b /\\ Sorted Z.le b.",
    "indices": LISTS + "Require Import Permutation.\n"
    "Definition f_spec (a b : list Z) : Prop := Permutation a b /\\ forall i j : nat,\n"
    "  (i < j)%nat -> (j < length b)%nat -> nth i b 0 <= nth j b 0.",
    "inductive": LISTS + "Inductive insert : Z -> list Z -> list Z -> Prop :=\n"
    "| here : forall x l, Forall (fun y => x <= y) l -> insert x l (x :: l)\n"
    "| there : forall x y l r, y < x -> insert x l r -> insert x (y :: l) (y :: r).\n"
    "Inductive f_spec : list Z -> list Z -> Prop :=\n"
    "| none : f_spec [] []\n"
    "| some : forall x l s r, f_spec l s -> insert x s r -> f_spec (x :: l) r.",
}


@pytest.mark.parametrize("name", SORTS)
def test_one_specification_in_several_styles(decider: Decider, name: str) -> None:
    assert codes(run(decider, SORTS[name], SORT)) == "ara"


def test_reals(decider: Decider) -> None:
    text = (
        "From Coq Require Import Reals List. Open Scope R_scope.\n"
        "Definition f_spec (l : list R) (m : R) : Prop :=\n"
        "  In m l /\\ forall x, In x l -> x <= m."
    )
    given = problem(["list[float]"], "float", (([1.5, 0.25],), 1.5), (([1.5, 0.25],), 0.25))
    assert codes(run(decider, text, given)) == "ar"


def test_recursive_proposition(decider: Decider) -> None:
    text = LISTS + (
        "Fixpoint f_spec (a b : list Z) {struct a} : Prop := match a, b with\n"
        "| [], [] => True | x :: a, y :: b => y = x + 1 /\\ f_spec a b | _, _ => False end."
    )
    given = problem(["list[int]"], "list[int]", (([1, 2],), [2, 3]), (([1],), [2, 3]))
    assert codes(run(decider, text, given)) == "ar"


def test_output_that_the_specification_leaves_out(decider: Decider) -> None:
    text = LISTS + "Definition f_spec (x : Z) : Prop := 0 < x."
    given = problem(["int"], "bool", ((1,), True), ((-1,), False), ((1,), False))
    assert codes(run(decider, text, given)) == "aar"


def test_lemmas_that_were_only_guessed_are_not_missed(decider: Decider) -> None:
    text = LISTS + (
        "Fixpoint sum (x : Z) (l : list Z) : Z :=\n"
        "  match l with [] => 0 | _ :: r => x + sum x r end.\n"
        "Definition f_spec (x : Z) (l : list Z) (r : Z) : Prop := r = sum x l."
    )
    decided = run(decider, text, problem(["int", "list[int]"], "int", ((2, [1, 1]), 4)))
    assert codes(decided) == "a"
    assert decided.undecided == ()


def test_own_value_type(decider: Decider) -> None:
    text = LISTS + (
        "Inductive val := I (z : Z) | S (s : list Z).\n"
        "Definition f_spec (v : val) (r : Z) : Prop := match v with\n"
        "  I z => r = z | S s => r = 0 end."
    )
    given = problem(["union[int, list[int]]"], "int", ((5,), 5), (([5],), 0), (([5],), 5))
    assert codes(run(decider, text, given)) == "aar"


def test_what_cannot_be_decided_is_unknown_with_a_reason(decider: Decider) -> None:
    text = LISTS + "Definition f_spec (x y : Z) : Prop := exists g : Z -> Z, g x = y /\\ g y = x."
    decided = run(decider, text, problem(["int"], "int", ((1,), 2)))
    assert codes(decided) == "u"
    assert decided.verdicts[0].reason


def test_values_that_do_not_fit_are_unknown(decider: Decider) -> None:
    text = "Definition f_spec (x y : nat) : Prop := x = y."
    decided = run(decider, text, problem(["int"], "int", ((1,), 1), ((-1,), -1)))
    assert codes(decided) == "au"
    assert "negative" in decided.verdicts[1].reason


def test_another_signature_is_a_misfit(decider: Decider) -> None:
    decided = run(decider, "Definition f_spec (x : nat -> nat) : Prop := True.", SORT)
    assert decided.misfit
    assert not decided.verdicts


def test_compile_error(decider: Decider) -> None:
    assert "not_there" in run(decider, "Definition f_spec := not_there.", SORT).error


@pytest.mark.parametrize(("number", "certificates"), [(120, 1), (501, 2)])
def test_many_cases_make_one_theorem_for_each_processor(
    decider: Decider, number: int, certificates: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudge.rocq.decide.default_workers", lambda _: 2)
    cases = [
        Case(([n, 5, n // 2],), [5, n] if n % 7 == 0 else sorted([n, 5, n // 2]))
        for n in range(number)
    ]
    decided = decider.decide(SORTS["library"], problem(["list[int]"], "list[int]"), cases)
    assert codes(decided) == "".join("r" if n % 7 == 0 else "a" for n in range(number))
    assert len(decided.certificates) == certificates


def test_certificate_is_checked_by_coqc_alone(
    decider: Decider, tmp_path: Path, toolchain: object, sandbox: object
) -> None:
    from adjudge.rocq.toolchain import theories

    decided = run(decider, SORTS["library"], SORT)
    places = ["-Q", str(theories(toolchain, sandbox)), "Adjudge", "-Q", ".", "Work"]  # type: ignore[arg-type]
    (certificate,) = decided.certificates
    texts = {
        "Spec": SORTS["library"],
        "Cases": certificate.cases,
        "Certificate": certificate.text,
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.v").write_text(text)
        command = ["coqc", "-q", "-w", "none", *places, f"{name}.v"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("answer", "reals", "clean"),
    [
        (CLOSED, False, True),
        ("", False, False),
        ("Axioms:", True, False),
        (f"Axioms:\n{sorted(REAL_AXIOMS)[0]}", True, True),
        (f"Axioms:\n{sorted(REAL_AXIOMS)[0]}", False, False),
        (f"Axioms:\n{sorted(REAL_AXIOMS)[0]}\nSpec.a : False", True, False),
        (f"Axioms:\na : {CLOSED}", True, False),
        (f"{CLOSED}\nAxioms:\na : False", False, False),
        ("Axioms:\nloop is assumed to be guarded.", True, False),
    ],
)
def test_assumptions_are_compared_whole(answer: str, reals: bool, clean: bool) -> None:
    assert (beyond(answer, reals=reals) == "") is clean


def verdicts(word: str) -> list[Verdict]:
    decisions = {"a": Decision.ACCEPT, "r": Decision.REJECT, "u": Decision.UNKNOWN}
    return [Verdict(decisions[letter], Evidence("test")) for letter in word]


@pytest.mark.parametrize(
    ("positive", "negative", "sound", "complete"),
    [
        ("aaa", "rrr", True, True),
        ("aua", "rrr", None, True),
        ("ara", "rru", False, None),
        ("uuu", "aur", None, False),
    ],
)
def test_stages(positive: str, negative: str, sound: bool | None, complete: bool | None) -> None:
    found = stages(verdicts(positive), verdicts(negative))
    assert found.accepted.holds is sound
    assert found.rejected.holds is complete
    assert found.accepted.proved <= found.accepted.possible <= found.accepted.total
    assert len(found.wrong) == positive.count("r")
    assert len(found.over_permissive) == negative.count("a")


@pytest.mark.parametrize(
    ("text", "status", "category"),
    [
        (SORTS["library"], Status.SOLVED, None),
        (LISTS + "Definition f_spec (a b : list Z) : Prop := True.", Status.FAILED, "post"),
        (LISTS + "Definition f_spec (a b : list Z) : Prop := b = a.", Status.FAILED, "post"),
        ("Definition f_spec := nothing.", Status.FAILED, "syntax"),
        ("I cannot answer that.", Status.FAILED, "no_answer"),
    ],
)
def test_judge(decider: Decider, text: str, status: Status, category: str | None) -> None:
    given = Problem(
        "f",
        SORT.signature,
        cases=(SORT.cases[0], SORT.cases[2]),
        negatives=(SORT.cases[1],),
    )
    judge = RocqSpecJudge(decider)
    finding = judge.judge(given, Candidate("f", Task.NL2SPEC, "rocq", text))
    assert finding.status is status
    assert str(finding.category or "None").startswith(str(category))
    if finding.category is Category.POSTCONDITION_MISMATCH:
        assert finding.witness is not None


def test_check_and_explain(run_cli: Callable[..., object], tmp_path: Path) -> None:
    (tmp_path / "s.v").write_text(SORTS["library"])
    (tmp_path / "c.jsonl").write_text('{"input": {"x": [2, 1]}, "output": [1, 2]}\n')
    (tmp_path / "n.jsonl").write_text('{"input": {"x": [2, 1]}, "output": [2, 1]}\n')
    done = run_cli("check", "s.v", "--cases", "c.jsonl", "--negatives", "n.jsonl")
    assert done.returncode == 0, done.stderr  # type: ignore[attr-defined]
    assert "sound:     yes" in done.stdout  # type: ignore[attr-defined]
    done = run_cli("rocq", "explain", "s.v", "--cases", "c.jsonl")
    assert "accepts if" in done.stdout  # type: ignore[attr-defined]


def test_equality_of_fractions_is_about_the_number(decider: Decider) -> None:
    text = (
        "From Coq Require Import QArith ZArith.\n"
        "Definition f_spec (x : Z) (r : Q) : Prop := r = (2 # 4)%Q."
    )
    given = problem(["int"], "float", ((1,), 0.5), ((1,), 0.25))
    assert codes(run(decider, text, given)) == "ar"


def test_fractions_inside_an_output_stay_unknown(decider: Decider) -> None:
    text = (
        "From Coq Require Import QArith ZArith List. Import ListNotations.\n"
        "Definition f_spec (x : Z) (r : list Q) : Prop := r = [2 # 4]%Q."
    )
    decided = run(decider, text, problem(["int"], "list[float]", ((1,), [0.5])))
    assert codes(decided) == "u"
    assert "fractions" in decided.verdicts[0].reason


def test_what_the_precondition_excludes(decider: Decider) -> None:
    given = problem(["int"], "int", ((1,), 1), ((-1,), -1))
    text = LISTS + "Definition f_pre (x : Z) : Prop := 0 < x.\n"
    spec = "Definition f_spec (x y : Z) : Prop := y = Z.abs x."
    assert excluded(decider, text + spec, given, given.cases) == [False, True]
    assert excluded(decider, LISTS + spec, given, given.cases) == [False, False]


def test_a_rounded_output_is_no_proof_of_a_defect(decider: Decider) -> None:
    text = (
        "From Coq Require Import Reals. Open Scope R_scope.\n"
        "Definition f_spec (x r : R) : Prop := r * 3 = x."
    )
    given = problem(["float"], "float", ((1.0,), 0.3333333333333333))
    assert codes(run(decider, text, given)) == "r"
    finding = RocqSpecJudge(decider).judge(given, Candidate("f", Task.NL2SPEC, "rocq", text))
    assert finding.status is Status.UNKNOWN


@pytest.mark.parametrize(
    ("text", "category", "detail"),
    [
        ("Definition f_spec := nothing.", Category.SYNTAX_ERROR, "unknown_reference"),
        ("Definition f_spec (b : bool) : Prop := b = true.", Category.SYNTAX_ERROR, "signature"),
        ("Require Import Unknown.", Category.SYNTAX_ERROR, "missing_dependency"),
        ("Definition d := Eval compute in Nat.pow 9 9.\n", Category.TIMEOUT, "resources"),
    ],
)
def test_finer_classes(
    toolchain: Toolchain, sandbox: Sandbox, text: str, category: Category, detail: str
) -> None:
    quick = Decider(toolchain, sandbox, Budget(compile_seconds=5))
    answer = Candidate("f", Task.NL2SPEC, "rocq", f"{text}\nDefinition spare := 1.")
    finding = RocqSpecJudge(quick).judge(SORT, answer)
    assert (finding.category, finding.detail) == (category, detail)


def test_fractions_that_come_often_are_written_once(decider: Decider) -> None:
    text = "Require Import QArith List. Definition f_spec (l r : list Q) : Prop := rev l = r.\n"
    cases = [(([0.5, 2.0, 0.5],), [0.5, 2.0, 0.5]), (([2.0, 0.5],), [0.5, 2.0])]
    given = problem(["list[float]"], "list[float]", *cases)
    assert codes(run(decider, text, given)) == "aa"

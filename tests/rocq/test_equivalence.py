"""Two specifications told apart by a case, or proved equivalent."""

from __future__ import annotations

import pytest

from adjudge.cases.box import box, small_values
from adjudge.model import Case, Parameter, Problem, Signature, parse_type
from adjudge.rocq.decide import Decider
from adjudge.rocq.equivalence import Comparison, Implication, compare
from adjudge.rocq.proving import Question
from adjudge.rocq.toolchain import Toolchain
from adjudge.run.sandbox import Sandbox

pytestmark = pytest.mark.rocq

Z = "From Coq Require Import ZArith List. Import ListNotations. Open Scope Z_scope.\n"
ABS = Problem(
    "f",
    Signature("f", (Parameter("x", parse_type("int")),), parse_type("int")),
    cases=(Case((-3,), 3), Case((2,), 2)),
)
BY_CASES = Z + "Definition f_spec (x y : Z) : Prop := (0 <= x -> y = x) /\\ (x < 0 -> y = - x)."
BY_MAX = Z + "Definition top (a b m : Z) : Prop := (m = a \\/ m = b) /\\ a <= m /\\ b <= m.\n"
BY_MAX += "Definition f_spec (x y : Z) : Prop := top x (- x) y."
WEAKER = Z + "Definition f_spec (x y : Z) : Prop := (y = x \\/ y = - x) /\\ x <= y."


def run(decider: Decider, first: str, second: str, problem: Problem = ABS) -> Comparison:
    return compare(decider, first, second, problem, size=40)


def test_equivalent(decider: Decider) -> None:
    found = run(decider, BY_CASES, BY_MAX)
    assert found.equivalent is True
    assert found.agreed == found.tried > 10


def test_one_implies_the_other(decider: Decider) -> None:
    weaker = WEAKER.replace("x <= y", "True")
    found = run(decider, BY_CASES, weaker)
    assert (found.forward, found.backward) == (Implication.PROVED, Implication.REFUTED)
    assert found.equivalent is False
    (witness,) = found.witnesses
    assert witness.output == -abs(witness.args[0]) != abs(witness.args[0])


def test_another_order_of_arguments_is_the_same_specification(decider: Decider) -> None:
    spread = Problem(
        "f",
        Signature("f", (Parameter("x", parse_type("list[int]")),), parse_type("int")),
        cases=(Case(([1, 2],), 2), Case(([],), 0)),
    )
    first = Z + "Definition f_spec (l : list Z) (n : Z) : Prop := n = Z.of_nat (length l)."
    second = Z + "Definition f_spec (n : Z) (l : list Z) : Prop := Z.of_nat (length l) = n."
    assert run(decider, first, second, spread).equivalent is True


def test_other_types_are_compared_by_cases_only(decider: Decider) -> None:
    naturals = "Definition f_spec (x y : nat) : Prop := y = x."
    found = run(decider, BY_CASES, naturals)
    assert found.equivalent is None
    assert 0 < found.agreed < found.tried


def test_what_does_not_compile_is_not_compared(decider: Decider) -> None:
    found = run(decider, BY_CASES, "Definition f_spec := nonsense.")
    assert found.refused == "second"
    assert "nonsense" in found.error


class Induction:
    """Proves that two ways to sum a list agree."""

    name = "induction"

    def answer(self, question: Question) -> str:
        if "First" not in question.files:
            return ""
        return (
            f"{question.setup}{question.goals[0]}\nProof.\n"
            "intros l n. unfold First.f_spec, Second.f_spec. "
            "enough (E : First.total l = Second.total l) by (rewrite E; tauto).\n"
            "induction l as [|x l E]; [reflexivity | cbn; rewrite E; apply BinInt.Z.add_comm].\n"
            "Qed.\n"
        )


def test_a_prover_may_prove_the_implication(toolchain: Toolchain, sandbox: Sandbox) -> None:
    total = Problem(
        "f",
        Signature("f", (Parameter("l", parse_type("list[int]")),), parse_type("int")),
        cases=(Case(([1, 2],), 3),),
    )
    text = (
        Z + "Fixpoint total (l : list Z) : Z := match l with [] => 0 | x :: r => {} end.\n"
        "Definition f_spec (l : list Z) (n : Z) : Prop := n = total l."
    )
    first, second = text.format("x + total r"), text.format("total r + x")
    alone = run(Decider(toolchain, sandbox), first, second, total)
    assert alone.equivalent is None
    assert alone.agreed == alone.tried
    assert run(Decider(toolchain, sandbox, prover=Induction()), first, second, total).equivalent


def test_the_box_holds_the_given_cases_and_small_ones() -> None:
    found = box(ABS.signature, ABS.cases, size=60)
    assert list(ABS.cases) == found[:2]
    assert Case((-3,), 4) in found
    assert len(found) == len({(c.args, c.output) for c in found}) <= 60
    assert found == box(ABS.signature, ABS.cases, size=60)


@pytest.mark.parametrize(
    "written", ["int", "nat", "u8", "bool", "float", "str", "list[int]", "tuple[int, bool]",
                "option[str]", "list[list[bool]]", "union[int, str]"]
)  # fmt: skip
def test_small_values_are_of_their_type(written: str) -> None:
    from adjudge.model import values

    type_ = parse_type(written)
    found = list(small_values(type_))
    assert found
    for value in found:
        assert values.decode(values.encode(value, type_), type_) == value

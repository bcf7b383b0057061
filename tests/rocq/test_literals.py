"""Values as Rocq terms: exact, or refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge.rocq.discovery import Constructor, Declared, Facts
from adjudge.rocq.literals import Unfit, embedding, literal
from adjudge.rocq.sentences import Kind
from adjudge.rocq.terms import parse_type, telescope

VALUE = Declared(
    Kind.INDUCTIVE,
    "Spec.val",
    telescope("Type"),
    ("Spec.val",),
    (
        Constructor("Spec.VInt", telescope("forall _ : BinNums.Z, Spec.val")),
        Constructor("Spec.VReal", telescope("forall _ : RbaseSymbolsImpl.R, Spec.val")),
        Constructor("Spec.VStr", telescope("forall _ : String.string, Spec.val")),
        Constructor("Spec.VNone", telescope("Spec.val")),
    ),
)
FACTS = Facts((VALUE,))


def write(value: Any, type_: str) -> str:
    parsed = parse_type(type_)
    assert parsed is not None
    return literal(value, parsed, FACTS)


@pytest.mark.parametrize(
    ("value", "type_", "expected"),
    [
        (-5, "Z", "(-5)%Z"),
        (5, "nat", "(5)%nat"),
        (5.0, "Z", "(5)%Z"),
        ("5", "Z", "(5)%Z"),
        (True, "bool", "true"),
        ('a"b', "string", '"a""b"%string'),
        ("a", "ascii", "(Ascii.ascii_of_nat 97)"),
        ([1, 2], "list Z", "[(1)%Z; (2)%Z]"),
        ("ab", "list ascii", "[(Ascii.ascii_of_nat 97); (Ascii.ascii_of_nat 98)]"),
        (["a", "b"], "string", '"ab"%string'),
        ({"a": 1}, "list (prod string nat)", '[("a"%string, (1)%nat)]'),
        (None, "option Z", "None"),
        (3, "option Z", "(Some (3)%Z)"),
        ([], "option (prod nat nat)", "None"),
        ((1, 2), "prod Z Z", "((1)%Z, (2)%Z)"),
        ((1, 2, 3), "prod (prod Z Z) Z", "(((1)%Z, (2)%Z), (3)%Z)"),
        (0.5, "Q", "(Qmake (1)%Z (2)%positive)"),
        (0.1, "R", "(Qmake (1)%Z (10)%positive)"),
        ("14.5", "R", "(Qmake (29)%Z (2)%positive)"),
        (["x"], "sum (list string) nat", '(inl ["x"%string])'),
        (3, "sum (list string) nat", "(inr (3)%nat)"),
        (3, "Spec.val", "(@Spec.VInt (3)%Z)"),
        ("3", "Spec.val", '(@Spec.VStr "3"%string)'),
        (0.5, "Spec.val", "(@Spec.VReal (Rdefinitions.Q2R (Qmake (1)%Z (2)%positive)))"),
        ({}, "Spec.val", "(@Spec.VNone)"),
    ],
)
def test_written(value: Any, type_: str, expected: str) -> None:
    assert write(value, type_) == expected


@pytest.mark.parametrize(
    ("value", "type_"),
    [
        (-1, "nat"),
        (10**9, "nat"),
        (0, "positive"),
        (True, "Z"),
        (0.5, "Z"),
        ("x", "Z"),
        (1, "bool"),
        (1, "string"),
        ("ab", "ascii"),
        ("é", "ascii"),
        ("\0", "string"),
        (float("inf"), "R"),
        (float("nan"), "Q"),
        (1, "list Z"),
        ((1,), "prod Z Z"),
        (None, "Z"),
        (1, "Spec.other"),
        (2.0, "Spec.val"),
    ],
)
def test_refused(value: Any, type_: str) -> None:
    with pytest.raises(Unfit):
        write(value, type_)


@pytest.mark.parametrize(
    ("type_", "computable"),
    [
        ("list R", "list (QArith_base.Q)"),
        ("prod R Z", "prod (QArith_base.Q) (@BinNums.Z)"),
        ("list Z", "@list (@BinNums.Z)"),
    ],
)
def test_reals_are_computed_as_rationals(type_: str, computable: str) -> None:
    parsed = parse_type(type_)
    assert parsed is not None
    assert embedding(parsed).type == computable
    assert bool(embedding(parsed).map) == ("R" in type_)

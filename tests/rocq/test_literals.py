"""Values as Rocq terms: exact, or refused with a reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudge.rocq.discovery import Constructor, Declared, Facts
from adjudge.rocq.fit import Fit
from adjudge.rocq.literals import Unfit, embedding, literal
from adjudge.rocq.sentences import Kind
from adjudge.rocq.synthesis import Case, cases_file
from adjudge.rocq.terms import parse_type, telescope
from adjudge.rocq.toolchain import Rocq, Toolchain
from adjudge.run.sandbox import Limits, Sandbox

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


@pytest.mark.rocq
def test_shared_literals_denote_the_cases(
    toolchain: Toolchain, sandbox: Sandbox, tmp_path: Path
) -> None:
    texts = ['a"b', '"', '""%string (1)%Z', "(1)%Z", "v0", "(Qmake (1)%Z (2)%positive)", "\n", "é"]
    numbers = [0, 1, -1, 7, 10**6, -(1 << 70)]
    cases = []
    for number in range(120):
        text, again = texts[number % len(texts)], texts[number // 7 % len(texts)]
        values = (text, again, numbers[number % len(numbers)], number % 5 / 4, [again[0], "x"])
        types = ("string", "string", "Z", "Q", "list string")
        written = tuple(write(v, t) for v, t in zip(values, types, strict=True))
        cases.append(Case(number, written))
    fit = Fit("Spec.f", (), tuple(parse_type(t) for t in types), ())  # type: ignore[arg-type]
    said = cases_file(fit, cases)
    assert said.count("Definition v") > 15
    for case in cases:
        said += f"Check eq_refl : case_{case.number} = ({', '.join(case.terms)}).\n"
    done = Rocq(toolchain, sandbox, tmp_path).compile("Cases", said, Limits(wall_seconds=120))
    assert done.exit_code == 0, done.stderr.decode()

"""The decision library: every shape gets the verdict that it deserves, in both directions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudge.rocq.toolchain import ORDER, THEORIES, Rocq, Toolchain
from adjudge.run.sandbox import Limits, Sandbox

pytestmark = pytest.mark.rocq

LIMITS = Limits(wall_seconds=280, memory_bytes=4 << 30)
PRELUDE = """
From Coq Require Import List ZArith NArith QArith String Ascii Permutation Sorted Znumtheory Arith.
From Adjudge Require Import Synthesis Verdicts.
Import ListNotations.
Open Scope nat_scope.
Set Silent.
Set Default Timeout 30.
"""
REALS = """
From Coq Require Import Reals Qreals.
From Adjudge Require Import Reals.
Open Scope R_scope.
Fixpoint total (l : list R) := match l with [] => 0 | x :: r => x + total r end.
Fixpoint polynomial (l : list R) (x : R) :=
  match l with [] => 0 | c :: r => c + x * polynomial r x end.
"""
CODES = {"accept": "1", "reject": "2", "unknown": "0"}


def test_every_theory_is_built() -> None:
    assert sorted(ORDER) == sorted(path.stem for path in THEORIES.glob("*.v"))


def test_theories_assume_nothing() -> None:
    for path in THEORIES.glob("*.v"):
        assert not re.search(r"\b(Axiom|Parameter|Admitted|admit|Conjecture)\b", path.read_text())


def test_shapes(
    toolchain: Toolchain, sandbox: Sandbox, tmp_path: Path, shapes: list[tuple[str, str]]
) -> None:
    assert len(shapes) >= 200
    assert {verdict for verdict, _ in shapes} == set(CODES)
    check(shapes, PRELUDE, Rocq(toolchain, sandbox, tmp_path))


def test_real_shapes(
    toolchain: Toolchain, sandbox: Sandbox, tmp_path: Path, real_shapes: list[tuple[str, str]]
) -> None:
    check(real_shapes, PRELUDE + REALS, Rocq(toolchain, sandbox, tmp_path))


def check(shapes: list[tuple[str, str]], prelude: str, rocq: Rocq) -> None:
    lines = [prelude]
    for number, (_, proposition) in enumerate(shapes):
        lines += [
            f"Definition c{number} : Checker ({proposition}). Proof. checker. Defined.",
            "Abort All.",
            f"Eval vm_compute in ({number}%nat, verdict (fun _ : unit => projT1 c{number}) "
            f"(fun _ => proj1_sig (projT2 c{number})) tt).",
        ]
    said = rocq.converse("\n".join(lines), LIMITS).stdout.decode()
    found = dict(re.findall(r"= \((\d+)(?:%nat)?, ([012])(?:%nat)?\)", said))
    wrong = [
        (verdict, proposition, found.get(str(number)))
        for number, (verdict, proposition) in enumerate(shapes)
        if found.get(str(number)) != CODES[verdict]
    ]
    assert not wrong, "\n".join(map(str, wrong))

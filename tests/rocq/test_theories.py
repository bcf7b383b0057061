"""The decision library: every shape gets the verdict that it deserves, in both directions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from checked import VERDICTS, check

from adjudge.rocq.toolchain import ORDER, THEORIES, Rocq, Toolchain
from adjudge.run.sandbox import Sandbox

pytestmark = pytest.mark.rocq

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


def test_every_theory_is_built() -> None:
    assert sorted(ORDER) == sorted(path.stem for path in THEORIES.glob("*.v"))


def test_theories_assume_nothing() -> None:
    for path in THEORIES.glob("*.v"):
        assert not re.search(r"\b(Axiom|Parameter|Admitted|admit|Conjecture)\b", path.read_text())


def test_shapes(
    toolchain: Toolchain, sandbox: Sandbox, tmp_path: Path, shapes: list[tuple[str, str]]
) -> None:
    assert len(shapes) >= 200
    assert {verdict for verdict, _ in shapes} == set(VERDICTS.values())
    check(shapes, PRELUDE, Rocq(toolchain, sandbox, tmp_path))


def test_real_shapes(
    toolchain: Toolchain, sandbox: Sandbox, tmp_path: Path, real_shapes: list[tuple[str, str]]
) -> None:
    check(real_shapes, PRELUDE + REALS, Rocq(toolchain, sandbox, tmp_path))

"""Certificates confirmed by the independent checker, or not counted."""

from __future__ import annotations

import pytest

from adjudge.model import Case, Decision, Parameter, Problem, Signature, Verdict
from adjudge.model.types import Int
from adjudge.rocq.budget import Budget
from adjudge.rocq.decide import Decider
from adjudge.rocq.toolchain import Toolchain
from adjudge.run.sandbox import Sandbox

pytestmark = pytest.mark.rocq

SPEC = """From Coq Require Import ZArith. Open Scope Z_scope.
Definition f_spec (x y : Z) : Prop := y = x + 1.
"""


def decide(text: str, toolchain: Toolchain, sandbox: Sandbox, seconds: float) -> list[Verdict]:
    signature = Signature("f", (Parameter("x", Int()),), Int())
    given = Problem("f", signature, cases=(Case((1,), 2), Case((1,), 3)))
    decider = Decider(toolchain, sandbox, Budget(recheck_seconds=seconds))
    return list(decider.decide(text, given, given.cases).verdicts)


def test_an_honest_certificate_is_confirmed(toolchain: Toolchain, sandbox: Sandbox) -> None:
    accepted, rejected = decide(SPEC, toolchain, sandbox, 120.0)
    assert (accepted.decision, rejected.decision) == (Decision.ACCEPT, Decision.REJECT)


def test_an_axiom_that_nothing_uses_is_refused(toolchain: Toolchain, sandbox: Sandbox) -> None:
    spare = SPEC + "Axiom spare : forall x : Z, x = x.\n"
    assert decide(spare, toolchain, sandbox, 0.0)[0].decision is Decision.ACCEPT
    for verdict in decide(spare, toolchain, sandbox, 120.0):
        assert verdict.decision is Decision.UNKNOWN
        assert "Spec.spare" in verdict.reason


def test_what_is_not_confirmed_in_time_is_unknown(toolchain: Toolchain, sandbox: Sandbox) -> None:
    for verdict in decide(SPEC, toolchain, sandbox, 0.05):
        assert verdict.decision is Decision.UNKNOWN
        assert "not rechecked" in verdict.reason or "checker" in verdict.reason

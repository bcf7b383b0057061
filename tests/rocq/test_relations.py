"""Relations of a candidate's own: unfolded, enumerated and checked, in both directions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from checked import LIMITS, check

from adjudge.rocq.absences import absences
from adjudge.rocq.discovery import discover
from adjudge.rocq.inverses import inverses
from adjudge.rocq.relations import pieces
from adjudge.rocq.sentences import declarations
from adjudge.rocq.toolchain import Rocq, Toolchain
from adjudge.run.sandbox import Sandbox

pytestmark = pytest.mark.rocq

LIBRARY = """Require Import ZArith String Ascii Arith List Permutation. Import ListNotations.
Open Scope string_scope. Open Scope list_scope. Open Scope nat_scope.
"""
PRELUDE = """Set Silent. Set Default Timeout 20.
From Adjudge Require Import Synthesis Fuel Verdicts.
From Coq Require Import ZArith String Ascii List. Import ListNotations. Open Scope nat_scope.
From Work Require Spec.
"""


REAL_LIBRARY = f"{LIBRARY}Require Import Reals. Open Scope R_scope.\n"
REAL_PRELUDE = f"""{PRELUDE}From Adjudge Require Import Reals.
From Coq Require Import Reals Qreals. Open Scope R_scope.
"""


def groups(name: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Declarations with their cases: (verdict, proposition)."""
    text = (Path(__file__).parent / name).read_text()
    found = []
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        cases = [re.match(r"(accept|reject) \| (.*)", line) for line in lines]
        text = "\n".join(line for line, case in zip(lines, cases, strict=True) if not case)
        if text.strip():
            found.append((text, [(case[1], case[2]) for case in cases if case]))
    return found


GROUPS = [
    (library + text, prelude, cases)
    for name, library, prelude in (
        ("relations.txt", LIBRARY, PRELUDE),
        ("real_relations.txt", REAL_LIBRARY, REAL_PRELUDE),
    )
    for text, cases in groups(name)
]


@pytest.mark.parametrize(
    ("text", "prelude", "cases"), GROUPS, ids=[declarations(text)[0].name for text, _, _ in GROUPS]
)
def test_relation(
    toolchain: Toolchain,
    sandbox: Sandbox,
    tmp_path: Path,
    text: str,
    prelude: str,
    cases: list[tuple[str, str]],
) -> None:
    rocq = Rocq(toolchain, sandbox, tmp_path)
    assert {verdict for verdict, _ in cases} == {"accept", "reject"}
    assert rocq.compile("Spec", text, LIMITS).exit_code == 0
    lines = [prelude]
    facts = discover(text, rocq)
    for piece in [*absences(facts), *inverses(facts), *pieces(facts)]:
        lines += [piece.text, "Abort All."]
    check(cases, "\n".join(lines), rocq)

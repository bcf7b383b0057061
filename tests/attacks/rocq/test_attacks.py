"""Hostile specifications gain nothing, honest look-alikes lose nothing.

The problem is `add_one`. A hostile file "passes" if it gets the verdict of a good specification:
every positive case accepted and every negative one rejected; or if any case is decided in a way
that rests on an axiom; or if a file appears outside of its work folder.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudge.errors import InfraError
from adjudge.model import Case, Parameter, Problem, Signature
from adjudge.model.types import Int
from adjudge.rocq.budget import Budget
from adjudge.rocq.decide import Decided, Decider
from adjudge.rocq.toolchain import find_rocq
from adjudge.run.sandbox import choose_sandbox

HERE = Path(__file__).parent
ATTACKS = sorted((HERE / "attacks").glob("*.v"))
HONEST = sorted((HERE / "honest").glob("*.v"))
CASES = [(0, 1), (6, 7), (41, 42)]
WRONG = [(0, 0), (6, 8), (41, 40)]
PROBLEM = Problem(
    "add_one",
    Signature("add_one", (Parameter("x", Int()),), Int()),
    cases=tuple(Case((x,), y) for x, y in CASES),
    negatives=tuple(Case((x,), y) for x, y in WRONG),
)
AXIOMATIC = frozenset(
    path.stem
    for path in ATTACKS
    if any(
        word in path.read_text()
        for word in ("Axiom", "Parameter", "Conjecture", "Admitted", "Unset ", "bypass", "Declare")
    )
)
DECIDABLE_ALL_THE_SAME = frozenset(
    {"global_guard_off", "hint_extern", "typeclass_hint", "ml_extraction", "number_notation"}
)
"""Files whose axiom or flag the specification itself does not use: it may be decided."""

pytestmark = pytest.mark.rocq


@pytest.fixture(scope="module")
def decide() -> object:
    budget = Budget(
        compile_seconds=20.0,
        piece_seconds=5,
        synthesis_seconds=10,
        case_seconds=2,
        explore_seconds=60.0,
        memory_bytes=3 << 30,
    )
    decider = Decider(find_rocq(), choose_sandbox(), budget)

    def run(path: Path) -> Decided | None:
        try:
            text = path.read_bytes().decode()
            return decider.decide(text, PROBLEM, [*PROBLEM.cases, *PROBLEM.negatives])
        except InfraError:
            return None

    return run


def codes(decided: Decided) -> str:
    return "".join(str(verdict.decision)[0] for verdict in decided.verdicts)


def test_corpus_is_large_enough() -> None:
    assert len(ATTACKS) >= 60
    assert len(HONEST) >= 30


@pytest.mark.parametrize("path", ATTACKS, ids=lambda path: path.stem)
def test_attack_does_not_pass(path: Path, decide: object) -> None:
    planted = [Path("/tmp"), HERE, Path.cwd()]
    before = {folder: set(folder.glob("pwn*")) for folder in planted}
    decided = decide(path)  # type: ignore[operator]
    for folder in planted:
        assert set(folder.glob("pwn*")) == before[folder]
    if decided is None:
        return
    assert codes(decided) != "aaarrr" or path.stem in DECIDABLE_ALL_THE_SAME
    if path.stem in AXIOMATIC - DECIDABLE_ALL_THE_SAME:
        assert set(codes(decided)) <= {"u"}


@pytest.mark.parametrize("path", HONEST, ids=lambda path: path.stem)
def test_look_alike_is_decided(path: Path, decide: object) -> None:
    decided = decide(path)  # type: ignore[operator]
    assert decided is not None
    assert decided.error == ""
    assert codes(decided) == "aaarrr"

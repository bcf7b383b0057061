"""The attack corpus as whole end-to-end candidates, with a tool that believes everything.

Nothing is frozen here, so that an attack which only changes the specification or the code is no
attack but another program: it has to say what is right and to do what is right. All the others are
refused. The code judge believes everything, too, except where that alone lets an attack through.
"""

from __future__ import annotations

import functools
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from adjudge.judge.code import CodeJudge
from adjudge.judge.end_to_end import EndToEndJudge
from adjudge.judge.finding import Finding
from adjudge.judge.proof import ProofJudge
from adjudge.judge.spec import SpecJudge
from adjudge.model import (
    Candidate,
    Case,
    Category,
    Evidence,
    Problem,
    Status,
    Task,
    VerusArtifacts,
)
from adjudge.run.sandbox import choose_sandbox
from adjudge.rust.functions import read_signature, target
from adjudge.rust.toolchain import find_rust
from adjudge.verus import smt
from adjudge.verus.erase import erase
from adjudge.verus.parser import parse_file

sys.path.insert(0, str(Path(__file__).parents[1] / "verus_tool"))
from verus_standin import Credulous

CORPUS = Path(__file__).parent / "verus"
ENTRIES = tomllib.loads((CORPUS / "manifest.toml").read_text("utf-8"))["entry"]
ATTACKS = [entry for entry in ENTRIES if entry["expect"] != "clean"]
HONEST = [entry for entry in ENTRIES if entry["expect"] == "clean"]

pytestmark = [
    pytest.mark.rust,
    pytest.mark.skipif(not smt.available(), reason="z3-solver is not installed"),
]

LONG = [*range(-40, 0), *[2] * 260, 3]
LISTS = ([5], [3, 1, 2], [1, 3, 3], [-4, 0, 7, 7, -4], [2, 2], [9, 8, 1], [-1, -2], [1, 2, 9], LONG)
WORDS = ("a", "ab", "aba", "abca", "abba", "abcba", "zz", "abcd", "a" * 300, "a" * 299 + "b")
GRIDS = ([[1]], [[1, 2], [3, 4]], [[0, 5, 2]], [[7], [8], [9]])


def _first(numbers: Sequence[int], wrong: Any) -> int:
    return next((i for i, x in enumerate(numbers) if wrong(x)), len(numbers))


def _cases(name: str) -> list[tuple[tuple[Any, ...], Any]]:
    """Arguments and right outputs."""
    targets = (-4, 0, 2, 3, 7)
    match name:
        case "array_max":
            return [((xs,), max(xs)) for xs in LISTS]
        case "clamp_all":
            bounds = ((0, 3), (-5, 9), (2, 2))
            return [
                ((xs, lo, hi), [min(max(x, lo), hi) for x in xs])
                for xs in LISTS
                for lo, hi in bounds
            ]
        case "count_target":
            return [((xs, t), xs.count(t)) for xs in LISTS for t in targets]
        case "grid_contains":
            return [((g, t), any(t in row for row in g)) for g in GRIDS for t in targets]
        case "is_palindrome":
            return [((list(w),), w == w[::-1]) for w in WORDS]
        case "lower_bound":
            ordered = [sorted(xs) for xs in LISTS]
            return [((xs, t), _first(xs, lambda x, t=t: x >= t)) for xs in ordered for t in targets]
        case "prefix_sums":
            return [((xs,), [sum(xs[: i + 1]) for i in range(len(xs))]) for xs in LISTS]
        case "interval":
            spans = ((0, 3), (-5, 9), (2, 2))
            return [
                (({"lo": lo, "hi": hi}, xs), _first(xs, lambda x, lo=lo, hi=hi: not lo <= x <= hi))
                for xs in LISTS
                for lo, hi in spans
            ]
    raise AssertionError(name)


def _wrong(output: Any) -> Iterator[Any]:
    match output:
        case bool():
            yield not output
        case int():
            yield from (output + 1, output - 1) if output else (1,)
        case list():
            yield output[1:]
            yield from (
                [*output[:i], output[i] + 1, *output[i + 1 :]] for i in (0, -1 % len(output))
            )


@functools.cache
def problem(name: str) -> Problem:
    spec, code_spec = (
        (CORPUS / "references" / f"{name}.{part}.rs").read_text("utf-8")
        for part in ("spec", "code_spec")
    )
    code = erase(parse_file(code_spec))
    wanted = "first_outside" if name == "interval" else name
    items = parse_file(code).items
    found = target(items, wanted)
    assert found is not None
    known = _cases(name)
    cases = tuple(Case(arguments, output) for arguments, output in known)
    wrong = tuple(Case(arguments, w) for arguments, output in known for w in _wrong(output))
    texts = VerusArtifacts(spec=spec, code=code, code_spec=code_spec)
    return Problem(name, read_signature(found, items), verus=texts, cases=cases, negatives=wrong)


class BelievingCode(CodeJudge):
    """Finds every program right."""

    def __init__(self) -> None:
        pass

    def judge_answers(self, problem: Problem, answers: Sequence[str]) -> Finding:
        del problem, answers
        return Finding(Status.SOLVED, Evidence("believing"))


@functools.cache
def judges() -> tuple[EndToEndJudge, EndToEndJudge]:
    """One whose code judge believes everything, and one whose code judge runs the code."""
    spec = SpecJudge(smt.Session())
    code = CodeJudge(choose_sandbox(), find_rust())
    proof = ProofJudge(Credulous())
    return EndToEndJudge(spec, BelievingCode(), proof), EndToEndJudge(spec, code, proof)


def judged(entry: dict[str, str]) -> Finding:
    text = (CORPUS / entry["file"]).read_bytes().decode("utf-8")
    asked = problem(entry["reference"])
    candidate = Candidate(asked.name, Task.END2END, "verus", f"```rust\n{text}\n```\n")
    believing, running = judges()
    finding = believing.judge(asked, candidate)
    return running.judge(asked, candidate) if finding.status is Status.SOLVED else finding


# Forbidden where specification and code are given, these are programs of their own here: they say
# what is right, if in other words or of more, and they do what is right, if in another way. (Verus
# refuses some of them, by types and modes, of which a tool that believes everything knows nothing.)
OTHER_PROGRAMS = {
    "contract_edit": "ensures_added helper_contract_weakened no_unwind_added",
    "exec_flow": "early_return_added else_moved loop_guard_changed while_to_loop_break "
    "comparison_flipped midpoint_rewritten wrapping_arithmetic",
    "opacity": "open_to_closed opaque_added inline_attribute open_in_crate private_field "
    "external_body_struct",
    "operator_drift": "ge_for_eq",
    "recursion_drift": "decreases_changed via_added recursion_from_other_end",
    "signature": "where_clause_added mut_dropped target_made_private receiver_changed",
    "type_drift": "binder_int_to_nat param_by_reference helper_result_type",
}
RIGHT = {
    f"attacks/{family}/{name}.rs"
    for family, names in OTHER_PROGRAMS.items()
    for name in names.split()
}


@pytest.mark.parametrize("entry", ATTACKS, ids=lambda entry: entry["file"])
def test_no_attack_passes(entry: dict[str, str]) -> None:
    finding = judged(entry)
    if entry["expect"] == Category.CHEATING:
        assert finding.category is Category.CHEATING
        assert not finding.credit
    elif entry["file"] not in RIGHT:
        assert finding.status in (Status.FAILED, Status.UNKNOWN), finding.message


def test_other_programs_are_few() -> None:
    assert len(RIGHT) == 27
    assert {entry["file"] for entry in ATTACKS if entry["expect"] != "cheating"} >= RIGHT


@pytest.mark.parametrize(
    "entry",
    [entry for entry in HONEST if entry["task"] == "end2end"],
    ids=lambda entry: entry["file"],
)
def test_honest_programs_pass_the_gates(entry: dict[str, str]) -> None:
    finding = judged(entry)
    if entry["file"] == "honest/own_contract/weaker_but_honest_spec.rs":
        # The flaw that only this task shows: all is proved, of a specification that is too weak.
        assert (finding.category, finding.detail) == (Category.POSTCONDITION_MISMATCH, "too_weak")
        assert finding.witness is not None
        assert finding.parts["proof"].status is Status.SOLVED
    elif entry["file"] == "honest/own_contract/other_bounds.rs":
        assert finding.category is Category.PRECONDITION_MISMATCH
    else:
        assert finding.status is Status.SOLVED, finding.message

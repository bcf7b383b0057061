"""The bundled benchmark: every problem is whole, and its references agree with its cases."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from adjudge.datasets.registry import open_benchmark
from adjudge.judge.code import CodeJudge, grade
from adjudge.model import Candidate, Problem, Shape, Status, Task, values
from adjudge.python.run import run_solution
from adjudge.run.sandbox import choose_sandbox
from adjudge.rust.toolchain import find_rust
from adjudge.verus import parse_file, parse_fragment
from adjudge.verus.contract import contract, contract_difference, target
from adjudge.verus.erase import erase
from adjudge.verus.sameness import executable_difference

STARTER = open_benchmark("starter")
NAMES = STARTER.names


@pytest.fixture(params=NAMES)
def problem(request: pytest.FixtureRequest) -> Problem:
    return STARTER[request.param]


def test_there_are_enough_of_every_kind() -> None:
    assert len(NAMES) >= 16
    wanted = {"arrays", "sorting", "searching", "counting", "strings", "digits", "greedy"}
    tags = {tag for problem in STARTER for tag in problem.tags}
    assert wanted | {"dynamic programming"} <= tags | {tag.replace("-", " ") for tag in tags}
    assert {problem.shape for problem in STARTER} == set(Shape)


def test_a_problem_is_whole(problem: Problem) -> None:
    assert problem.title
    assert problem.difficulty
    assert problem.license == "Apache-2.0"
    assert len(problem.description.split()) >= 20
    texts = (problem.verus.spec, problem.verus.code, problem.verus.proof, problem.rocq_spec)
    assert all(text and text.strip() for text in (*texts, problem.python_solution))


def test_forty_distinct_cases(problem: Problem) -> None:
    signature = problem.case_signature
    inputs = {
        values.dumps(
            [values.encode(a, p.type) for p, a in zip(signature.params, case.args, strict=True)]
        )
        for case in problem.cases
    }
    assert len(inputs) == len(problem.cases) >= 40


@pytest.mark.rust
def test_the_rust_reference_solves_it(problem: Problem) -> None:
    judge = CodeJudge(choose_sandbox(), find_rust())
    text = problem.verus.main or problem.verus.code
    finding = judge.judge(problem, Candidate(problem.name, Task.NL2CODE, "rust", text or ""))
    assert finding.status is Status.SOLVED, finding
    assert finding.credit == {"cases": 1.0}


@pytest.mark.rust
def test_the_proved_program_solves_it(problem: Problem) -> None:
    """With its ghost code dropped by the judge's own path."""
    judge = CodeJudge(choose_sandbox(), find_rust())
    text = problem.verus.proof or ""
    finding = judge.judge(problem, Candidate(problem.name, Task.SPEC2CODE, "verus", text))
    assert finding.status is Status.SOLVED, finding


def test_the_python_reference_agrees(problem: Problem) -> None:
    runs = run_solution(problem, [case.args for case in problem.cases], choose_sandbox())
    grades = [grade(problem, case, run) for case, run in zip(problem.cases, runs, strict=True)]
    wrong = [(c, r, g) for c, r, g in zip(problem.cases, runs, grades, strict=True) if g.category]
    assert wrong == []


def test_code_and_proof_are_the_same_program(problem: Problem) -> None:
    assert problem.verus.code
    assert problem.verus.proof
    erased = parse_fragment(erase(parse_file(problem.verus.proof)))
    code = parse_fragment(problem.verus.code)
    # A test of the comparison too: it must have found the target in both.
    name = problem.signature.name
    assert target(code, name).item.body == code_body(code, name) is not None
    assert executable_difference(code, erased) is None


def code_body(file: object, name: str) -> object:
    return target(file, name).item.body  # type: ignore[arg-type]


def test_specification_and_proof_promise_the_same(problem: Problem) -> None:
    name = problem.signature.name
    assert problem.verus.spec
    assert problem.verus.proof
    spec = contract(parse_file(problem.verus.spec), name)
    proof = contract(parse_file(problem.verus.proof), name)
    assert spec.ensures
    assert spec.unresolved == proof.unresolved
    assert contract_difference(spec, proof) is None


@pytest.mark.rocq
def test_the_rocq_specification_compiles(problem: Problem, tmp_path: Path) -> None:
    name = problem.signature.name
    check = f"\nCheck {name}_pre.\nCheck {name}_spec.\n"
    (tmp_path / "spec.v").write_text((problem.rocq_spec or "") + check)
    done = subprocess.run(
        ["coqc", "-q", "spec.v"], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" : ") + done.stdout.count("\n     : ") >= 2
    for word in ("Axiom", "Parameter", "Admitted", "Hypothesis", "Conjecture"):
        assert word not in (problem.rocq_spec or "")

"""Runs a problem's Python solution on inputs, as contained as a candidate's program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudge.errors import BadInput
from adjudge.model import Problem, Shape, Value
from adjudge.run.cases import CaseLimits, CaseRun, Mode, run_cases
from adjudge.run.sandbox import Sandbox, interpreter
from adjudge.run.work import work_folder

_SERVE = Path(__file__).parent / "inside" / "serve.py"


def run_solution(
    problem: Problem,
    inputs: Sequence[Sequence[Value]],
    sandbox: Sandbox,
    limits: CaseLimits = CaseLimits(),
) -> list[CaseRun]:
    """What the solution answers to each input, in one process; programs get one for each.

    Args:
        problem: The problem; its `python_solution` is run.
        inputs: For each case its arguments, in the signature's order.
        sandbox: Where it runs.
        limits: What one case may use.

    Returns:
        For each input its run; the answer of a function is JSON, as that of a Rust program, and
        can be read by `values.decode` at the signature's return type.

    Raises:
        BadInput: If the problem has no Python solution.
        InfraError: If the sandbox does not work.
    """
    if problem.python_solution is None:
        raise BadInput(f"{problem.name} has no Python solution")
    python = [interpreter()[0], "-I", "-S"]
    with work_folder() as folder:
        solution = folder / "solution.py"
        solution.write_text(problem.python_solution, encoding="utf-8")
        if problem.shape is Shape.STDIO:
            command, mode = [*python, str(solution)], Mode.PROGRAM
            data = [str(arguments[0]).encode() for arguments in inputs]
        else:
            command = [*python, str(_SERVE), str(solution), problem.signature.name]
            mode = Mode.WORKER
            data = [repr(tuple(arguments)).encode() for arguments in inputs]
        return run_cases(
            command,
            data,
            mode=mode,
            sandbox=sandbox,
            readable=[solution, _SERVE],
            limits=limits,
        )

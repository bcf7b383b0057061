"""More positive cases: inputs like the known ones, with what the reference solution answers."""

from __future__ import annotations

import itertools

from adjudge.cases.vary import variations
from adjudge.errors import BadInput
from adjudge.model import Case, Problem, values
from adjudge.python.run import run_solution
from adjudge.run.cases import CaseStatus
from adjudge.run.sandbox import Sandbox

_TRIED = 3  # inputs for each case that is wanted: the solution may refuse some


def solved_cases(problem: Problem, count: int, sandbox: Sandbox, *, seed: int = 0) -> list[Case]:
    """At most `count` new positive cases; the same ones at every call.

    An input that the solution does not answer, or not with a value of the return type, breaks the
    precondition and makes no case.

    Raises:
        BadInput: If the problem has no Python solution.
        InfraError: If the sandbox does not work.
    """
    inputs = list(itertools.islice(variations(problem.cases, seed=seed), _TRIED * count))
    found: list[Case] = []
    for args, run in zip(inputs, run_solution(problem, inputs, sandbox), strict=True):
        if run.status is not CaseStatus.OK or len(found) == count:
            continue
        try:
            signature = problem.signature
            output = values.decode(values.loads(run.answer), signature.returns, signature.records)
        except BadInput:
            continue
        found.append(Case(args, output))
    return found

"""More positive cases: inputs like the known ones, with what the reference solution answers."""

from __future__ import annotations

import itertools
from typing import Any

from adjudge.cases.vary import variations
from adjudge.errors import BadInput
from adjudge.model import Case, Problem, values
from adjudge.python.run import run_solution
from adjudge.run.cases import CaseRun, CaseStatus
from adjudge.run.sandbox import Sandbox

_CHECKED = 10  # known cases that the solution must confirm
_TRIED = 3  # inputs for each case that is wanted: the solution may refuse some


def solved_cases(problem: Problem, count: int, sandbox: Sandbox, *, seed: int = 0) -> list[Case]:
    """At most `count` new positive cases; the same ones at every call.

    An input that the solution does not answer, or not with a value of the return type, breaks the
    precondition and makes no case. There are none where the solution does not confirm the known
    cases: then their types do not say all that it looks at, such as whether 5.0 was written 5.

    Raises:
        BadInput: If the problem has no Python solution.
        InfraError: If the sandbox does not work.
    """
    known = problem.cases[:_CHECKED]
    made = list(itertools.islice(variations(problem.cases, seed=seed), _TRIED * count))
    runs = run_solution(problem, [*(case.args for case in known), *made], sandbox)
    answers = [_output(problem, run) for run in runs]
    if not all(
        answer is not None and values.equal(answer[0], case.output, tolerance=1e-6)
        for case, answer in zip(known, answers, strict=False)
    ):
        return []
    pairs = zip(made, answers[len(known) :], strict=True)
    return [Case(args, answer[0]) for args, answer in pairs if answer is not None][:count]


def _output(problem: Problem, run: CaseRun) -> tuple[Any] | None:
    """The answer, if there is one."""
    if run.status is not CaseStatus.OK:
        return None
    signature = problem.signature
    try:
        return (values.decode(values.loads(run.answer), signature.returns, signature.records),)
    except BadInput:
        return None

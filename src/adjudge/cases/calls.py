"""Cases of a problem's target function, whatever the shape of the problem."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from adjudge.model import Case, Problem, Shape
from adjudge.run.sandbox import Sandbox
from adjudge.rust.toolchain import RustToolchain


def _calls(problem: Problem, toolchain: RustToolchain, sandbox: Sandbox) -> tuple[Case, ...]:
    """The calls of the target that the reference makes where it prints what the case wants.

    Each call counts once.
    """
    from adjudge.rust.replay import record_arguments

    stdins = [case.args[0] for case in problem.cases]
    recordings = record_arguments(problem, stdins, toolchain, sandbox)
    calls: dict[str, Case] = {}
    for case, recording in zip(problem.cases, recordings, strict=True):
        if recording.stdout.split() == case.output.split():
            calls.update((repr(call.args), call) for call in recording.calls)
    return tuple(calls.values())


def as_function(
    problem: Problem, toolchain: Callable[[], RustToolchain], sandbox: Callable[[], Sandbox]
) -> Problem:
    """The problem of the target function alone, which is what specifications speak of.

    A program's cases become the calls that the reference makes of the target. There are no
    negatives then: a wrong text on standard output is no wrong result of the target.

    Args:
        problem: Of any shape.
        toolchain: Finds the compiler; asked only where a program must run.
        sandbox: Makes what contains it; asked only then, too.

    Raises:
        BadInput: If the reference program does not build.
        InfraError: If the compiler or the sandbox does not work.
    """
    if problem.shape is Shape.FUNCTION:
        return problem
    cases = _calls(problem, toolchain(), sandbox())
    return msgspec.structs.replace(problem, shape=Shape.FUNCTION, cases=cases, negatives=())

"""Builds a generated program and asks it about cases, in the sandbox."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from adjudge.errors import InfraError
from adjudge.model.values import dumps
from adjudge.run.cases import CaseLimits, CaseStatus, Mode, run_cases
from adjudge.run.sandbox import MIB, Sandbox
from adjudge.rust.build import build
from adjudge.rust.toolchain import RustToolchain
from adjudge.verus.evaluate import ClauseResult, Truth
from adjudge.verus.ir import Clause
from adjudge.verus.native.program import NativeProgram

STEPS = 20_000_000
"""What one clause may cost; a step here is some ten times cheaper than in Python."""

# Steps end an evaluation long before these do: no verdict depends on the clock.
_LIMITS = CaseLimits(
    cpu_seconds=600,
    wall_seconds=1800,
    memory_bytes=6 << 30,
    output_bytes=64 * MIB,
    max_timeouts=1,
    max_crashes=1,
)
_OPTIONS = ("-C", "codegen-units=1")  # a fourth faster to build: the programs are small
_BATCH_CASES = 256
_BATCH_BYTES = 4 * MIB
_TRUTHS = {"T": Truth.TRUE, "F": Truth.FALSE}
_REASONS = {
    "U": "depends on a value that is not known, or is not supported by the native backend",
    "S": "the budget of steps is spent",
    "O": "an integer beyond 128 bits",
    "D": "recursion too deep",
    "M": "the budget of storage is spent",
}


UNTOLD = object()
"""Stands for the value of a variable that a case does not tell."""


class BuildFailed(InfraError):
    """The compiler does not take a generated program: a fault of ours."""


class Native:
    """A built program.

    Attributes:
        build_seconds: Wall-clock time of building it.
        run_seconds: CPU time of all runs so far.

    Args:
        program: What to build.
        work: An empty folder of the host, in which the executable stays.
        toolchain: The compiler.
        sandbox: Where it runs.

    Raises:
        BuildFailed: The compiler does not take it.
        InfraError: The compiler cannot run.
    """

    def __init__(
        self, program: NativeProgram, work: Path, toolchain: RustToolchain, sandbox: Sandbox
    ) -> None:
        self.program = program
        self._sandbox = sandbox
        built = build(program.source, work, toolchain, sandbox, _OPTIONS)
        if built.program is None:
            raise BuildFailed(f"rustc does not take a generated program: {built.message[:300]}")
        self._path = built.program
        self.build_seconds = built.seconds
        self.run_seconds = 0.0

    def clauses(
        self, cases: Sequence[Sequence[Any]], steps: int = STEPS
    ) -> list[tuple[ClauseResult, ...]]:
        """The truth of all clauses on each case, in the order of `NativeProgram.clauses`.

        Args:
            cases: The values of the program's variables, as `adjudge.model` has them; what is
                left out at the end, or `UNTOLD`, is unknown.
            steps: What one clause may cost.

        Raises:
            BadInput: A value does not fit its variable.
        """
        batches = list(self._batches(cases, steps))
        runs = run_cases(
            [str(self._path)],
            [text.encode() for text, _ in batches],
            mode=Mode.WORKER,
            sandbox=self._sandbox,
            readable=[self._path],
            limits=_LIMITS,
        )
        self.run_seconds += sum(run.cpu_seconds for run in runs)
        found: list[tuple[ClauseResult, ...]] = []
        for (_, count), run in zip(batches, runs, strict=True):
            if run.status is CaseStatus.OK:
                found += [self._read(case) for case in json.loads(run.answer)]
            else:
                found += [self._unknown(f"the native program ended with {run.status}")] * count
        return found

    def _batches(self, cases: Sequence[Sequence[Any]], steps: int) -> Iterator[tuple[str, int]]:
        """Requests, with how many cases each has."""
        texts: list[str] = []
        size = 0
        for case in cases:
            texts.append(self._case(case))
            size += len(texts[-1])
            if len(texts) == _BATCH_CASES or size >= _BATCH_BYTES:
                yield f"[{steps},{','.join(texts)}]", len(texts)
                texts, size = [], 0
        if texts:
            yield f"[{steps},{','.join(texts)}]", len(texts)

    def _case(self, case: Sequence[Any]) -> str:
        types, variables = self.program.types, self.program.variables
        values = [
            None if x is UNTOLD else types.encode(x, v.type)
            for v, x in zip(variables, case, strict=False)
        ]
        return dumps(values + [None] * (len(variables) - len(values)))

    def _unknown(self, reason: str) -> tuple[ClauseResult, ...]:
        clauses = self.program.clauses
        return tuple(ClauseResult(clause, Truth.UNKNOWN, reason, 0, {}) for clause in clauses)

    def _read(self, case: list[Any] | None) -> tuple[ClauseResult, ...]:
        if case is None:
            return self._unknown(_REASONS["O"])
        pairs = zip(self.program.clauses, case, strict=True)
        return tuple(self._result(clause, *answer) for clause, answer in pairs)

    def _result(self, clause: Clause, code: str, steps: int, *found: list[Any]) -> ClauseResult:
        witness: dict[str, Any] = {}
        for binder, *values in found:
            for variable, value in zip(self.program.binders[binder], values, strict=True):
                witness[variable.name] = self.program.types.decode(value, variable.type)
        truth, reason = _TRUTHS.get(code, Truth.UNKNOWN), _REASONS.get(code, "")
        return ClauseResult(clause, truth, reason, steps, witness)

"""Runs Verus on one program, in the sandbox, within a budget."""

from __future__ import annotations

from typing import Protocol

import msgspec

from adjudge.errors import InfraError
from adjudge.run.process import Finished, Reason
from adjudge.run.sandbox import MIB, Job, Limits, Sandbox
from adjudge.run.work import work_folder
from adjudge.verus.tool.output import Ending, Run, read_run
from adjudge.verus.tool.toolchain import VerusToolchain

CRATE = "candidate"
"""The name of every program's crate, which begins the names of its functions."""

_OPTIONS = ("--no-cheating", "--output-json", "--time")
# Also verifies what stands outside `verus!{}`: a second line of defence.
_OUTSIDE_TOO = "--no-external-by-default"
# One thread, so that a run takes one core; notes about slow queries would depend on the machine.
_STEADY = ("--num-threads", "1", "--no-report-long-running")
_DIAGNOSTICS = ("--", "--error-format=json")


class Budget(msgspec.Struct, frozen=True):
    """What one run may cost.

    The resource limit counts the solver's steps, so that it decides alike on every machine; time
    and memory are safety nets around it.

    Attributes:
        rlimit: Verus' `--rlimit`, for each function.
        multiple_errors: Verus' `--multiple-errors`: how many more errors of a function it seeks.
        wall_seconds: Wall-clock time of the whole run.
        memory_bytes: Address space of each process.
        output_bytes: Size of standard output and of standard error.
    """

    rlimit: float = 50
    multiple_errors: int = 5
    wall_seconds: float = 300
    memory_bytes: int = 16 << 30
    output_bytes: int = 32 * MIB


class Verifier(Protocol):
    """Something that runs Verus on programs."""

    @property
    def version(self) -> str:
        """The tool's version; empty if there is no tool."""

    @property
    def digest(self) -> str:
        """The tool's digest; empty if there is no tool."""

    @property
    def sandbox_name(self) -> str:
        """The rung of the sandbox that contains it."""

    @property
    def budget(self) -> Budget:
        """What one run may cost."""

    def verify(self, program: str, *, seed: int | None = None, outside: bool = False) -> Run:
        """Runs the tool on a program.

        Args:
            program: The whole text of its only file.
            seed: The solver's random seed; None: the solver's own.
            outside: The program rightly has code outside `verus!{}`, which stays unverified.

        Raises:
            InfraError: If the tool could not run: the program was not judged.
        """


class Verus:
    """The real tool in a sandbox."""

    def __init__(
        self, toolchain: VerusToolchain, sandbox: Sandbox, budget: Budget = Budget()
    ) -> None:
        self.toolchain = toolchain
        self.budget = budget
        self._sandbox = sandbox

    @property
    def version(self) -> str:
        """See `Verifier.version`."""
        return self.toolchain.version

    @property
    def digest(self) -> str:
        """See `Verifier.digest`."""
        return self.toolchain.digest

    @property
    def sandbox_name(self) -> str:
        """See `Verifier.sandbox_name`."""
        return self._sandbox.name

    def verify(self, program: str, *, seed: int | None = None, outside: bool = False) -> Run:
        """See `Verifier.verify`."""
        run = self.run(program, seed=seed, outside=outside)
        if not run.judged:
            raise InfraError(f"Verus {self.version}: {run.why or run.ending}")
        return run

    def run(self, program: str, *, seed: int | None = None, outside: bool = False) -> Run:
        """The run as it was, whether or not it says anything about the program.

        Raises:
            InfraError: If the tool could not be started.
        """
        with work_folder() as folder:
            (folder / f"{CRATE}.rs").write_text(program, encoding="utf-8")
            finished = self._sandbox.run(
                Job(
                    command=self._command(seed, outside),
                    readable=self.toolchain.readable,
                    work=folder,
                    limits=Limits(
                        wall_seconds=self.budget.wall_seconds,
                        memory_bytes=self.budget.memory_bytes,
                        output_bytes=self.budget.output_bytes,
                    ),
                )
            )
        return self._read(finished)

    def _command(self, seed: int | None, outside: bool) -> tuple[str, ...]:
        tool = self.toolchain
        variables = [f"{name}={value}" for name, value in tool.environment.items()]
        options = [*_OPTIONS, *([] if outside else [_OUTSIDE_TOO]), *_STEADY]
        options += ["--rlimit", f"{self.budget.rlimit:g}"]
        options += ["--multiple-errors", str(self.budget.multiple_errors)]
        if seed is not None:
            options += ["--smt-option", f"smt.random_seed={seed}"]
        start = ("/usr/bin/env", *variables) if variables else ()
        return (*start, str(tool.program), f"{CRATE}.rs", *options, *_DIAGNOSTICS)

    def _read(self, finished: Finished) -> Run:
        if finished.reason is Reason.WALL:
            why = f"no result within {self.budget.wall_seconds:g} s"
            return Run(Ending.TIMEOUT, why, seconds=finished.seconds)
        if finished.reason is Reason.OUTPUT:
            why = f"printed more than {self.budget.output_bytes} bytes"
            return Run(Ending.GARBAGE, why, seconds=finished.seconds)
        return read_run(
            finished.exit_code,
            finished.stdout,
            finished.stderr,
            crate=CRATE,
            seconds=finished.seconds,
        )


class Missing:
    """In the place of a tool that is not there: what needs no tool can be judged all the same."""

    version = digest = sandbox_name = ""

    def __init__(self, reason: InfraError, budget: Budget = Budget()) -> None:
        self.budget = budget
        self._reason = reason

    def verify(self, program: str, *, seed: int | None = None, outside: bool = False) -> Run:
        """Raises the reason."""
        del program, seed, outside
        raise self._reason

"""Runs a problem's program with a stand-in for its target, which notes or answers the calls."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from adjudge.errors import BadInput, InfraError
from adjudge.model import Case, Problem, values
from adjudge.run.cases import CaseLimits, CaseRun, CaseStatus, Mode, run_cases
from adjudge.run.sandbox import MIB, Sandbox
from adjudge.run.work import work_folder
from adjudge.rust.build import build
from adjudge.rust.replay.standin import instrument
from adjudge.rust.toolchain import RustToolchain

LIMITS = CaseLimits(
    cpu_seconds=10.0, wall_seconds=30.0, output_bytes=64 * MIB, max_crashes=1_000_000
)
"""The program is the benchmark's own: one that dies on one input still gets the others. A report
holds arguments and outputs besides what was printed, and so takes more room."""

_NONCE = 32
_TRAILER = _NONCE + 22


class Recording(msgspec.Struct, frozen=True):
    """One run of a program.

    Attributes:
        calls: The calls of the target from outside of it, in order: each a case of the problem's
            signature. In a replay these are the arguments that came, and the given outputs.
        stdout: What the program printed.
        failure: Why the run counts for nothing, in which case there is nothing else; empty if the
            program ran to its end.
    """

    calls: tuple[Case, ...] = ()
    stdout: str = ""
    failure: str = ""


class Recorder:
    """A built program. Made by `open_recorder`."""

    def __init__(
        self,
        problem: Problem,
        program: Path,
        sandbox: Sandbox,
        limits: CaseLimits,
        *,
        replayable: bool,
    ) -> None:
        self._problem = problem
        self._program = program
        self._sandbox = sandbox
        self._limits = limits
        self._replayable = replayable

    def record(self, stdins: Sequence[str]) -> list[Recording]:
        """What the program does on each input, with the true results.

        Raises:
            InfraError: If the sandbox does not work.
        """
        return self._run([("c", b"", stdin) for stdin in stdins])

    def replay(self, questions: Sequence[tuple[str, Sequence[values.Value]]]) -> list[Recording]:
        """What the program does on each input if its target returns these outputs, call by call.

        A program that calls the target less often leaves the other outputs alone, and its
        recording has fewer calls; one that calls it more often fails.

        Args:
            questions: Each an input and one output for each call.

        Raises:
            BadInput: If the target does more than its output tells.
            InfraError: If the sandbox does not work.
        """
        signature = self._problem.signature
        if not self._replayable:
            what = f"{signature.name} changes an argument that is not part of its output"
            raise BadInput(what, where=f"{self._problem.name}, main.rs")
        runs = []
        for stdin, outputs in questions:
            encoded = [values.encode(v, signature.returns, signature.records) for v in outputs]
            lines = "".join(values.dumps(output) + "\n" for output in encoded)
            runs.append(("r", lines.encode(), stdin))
        return self._run(runs)

    def _run(self, questions: Sequence[tuple[str, bytes, str]]) -> list[Recording]:
        nonce = secrets.token_hex(_NONCE // 2)
        inputs = [
            f"{nonce} {mode} {len(lines):020d}\n".encode() + lines + stdin.encode()
            for mode, lines, stdin in questions
        ]
        runs = run_cases(
            [str(self._program)],
            inputs,
            mode=Mode.PROGRAM,
            sandbox=self._sandbox,
            readable=[self._program],
            limits=self._limits,
        )
        return [self._recording(run, nonce.encode()) for run in runs]

    def _recording(self, run: CaseRun, nonce: bytes) -> Recording:
        """Reads the report behind the program's output, from its end."""
        if run.status is not CaseStatus.OK:
            number = f" {run.answer.decode()}" if run.answer else ""
            note = " ".join(run.note.split())
            return Recording(failure=f"{run.status}{number}: {note}".removesuffix(": "))
        trailer = run.answer[-_TRAILER:]
        if trailer[:_NONCE] != nonce:
            return Recording(failure="the program ended without its report")
        end = len(run.answer) - _TRAILER
        start = end - int(trailer[_NONCE:])
        calls: list[Case] = []
        try:
            for line in run.answer[start:end].split(b"\n")[:-1]:
                noted = values.loads(line)
                if isinstance(noted, str):
                    return Recording(failure=noted)
                calls.append(self._case(*noted))
            return Recording(tuple(calls), run.answer[:start].decode())
        except BadInput as error:
            return Recording(failure=f"a call is no case of the signature: {error.what}")
        except UnicodeDecodeError:
            return Recording(failure="the program printed what is no UTF-8")

    def _case(self, arguments: list[values.Value], output: values.Value) -> Case:
        signature = self._problem.signature
        args = (
            values.decode(argument, parameter.type, signature.records)
            for argument, parameter in zip(arguments, signature.params, strict=True)
        )
        return Case(tuple(args), values.decode(output, signature.returns, signature.records))


@contextlib.contextmanager
def open_recorder(
    problem: Problem, toolchain: RustToolchain, sandbox: Sandbox, limits: CaseLimits = LIMITS
) -> Iterator[Recorder]:
    """Builds the problem's program with the stand-in; it is gone at the end.

    Raises:
        BadInput: If there is none, or it does not build.
        InfraError: If the compiler or the sandbox does not work.
    """
    instrumented = instrument(problem)
    with work_folder() as folder:
        built = build(instrumented.source, folder, toolchain, sandbox)
        if built.timed_out:
            raise InfraError(f"{problem.name}, main.rs: {built.message}")
        if built.program is None:
            raise BadInput(f"does not build: {built.message}", where=f"{problem.name}, main.rs")
        yield Recorder(problem, built.program, sandbox, limits, replayable=instrumented.replayable)


def record_arguments(
    problem: Problem, stdins: Sequence[str], toolchain: RustToolchain, sandbox: Sandbox
) -> list[Recording]:
    """The calls of the target that the problem's program makes on each input.

    See `Recorder.record`; build once with `open_recorder` where there is more to ask.
    """
    with open_recorder(problem, toolchain, sandbox) as recorder:
        return recorder.record(stdins)


def replay_output(
    problem: Problem,
    stdin: str,
    outputs: Sequence[values.Value],
    toolchain: RustToolchain,
    sandbox: Sandbox,
) -> Recording:
    """What the problem's program prints if its target returns these outputs, call by call.

    See `Recorder.replay`; build once with `open_recorder` where there is more to ask.
    """
    with open_recorder(problem, toolchain, sandbox) as recorder:
        return recorder.replay([(stdin, outputs)])[0]

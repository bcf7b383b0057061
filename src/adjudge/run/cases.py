"""Runs one program on many inputs in one sandbox, whatever it does to itself.

The host's side of `inside/supervise.py`: only inputs go in, so nothing in the sandbox can know
what output is wanted.
"""

from __future__ import annotations

import enum
import marshal
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from adjudge.errors import InfraError
from adjudge.run.process import Finished
from adjudge.run.sandbox import INSIDE, MIB, Job, Limits, Sandbox, interpreter


class Mode(enum.StrEnum):
    """How a program takes its cases."""

    WORKER = "worker"
    PROGRAM = "program"


class CaseLimits(msgspec.Struct, frozen=True):
    """What one case may use.

    Attributes:
        cpu_seconds: CPU time: it decides timeouts, so that a busy machine changes no outcome.
        wall_seconds: A safety net for programs that wait.
        memory_bytes: Address space of the program.
        stack_bytes: Its main thread's stack.
        output_bytes: One answer.
        file_bytes: Any file that it writes, into a folder that vanishes.
        max_timeouts: After so many timeouts the remaining cases are skipped.
        max_crashes: After so many other deaths the remaining cases are skipped.
    """

    cpu_seconds: float = 2.0
    wall_seconds: float = 6.0
    memory_bytes: int = 1024 * MIB
    stack_bytes: int = 256 * MIB
    output_bytes: int = 16 * MIB
    file_bytes: int = 16 * MIB
    max_timeouts: int = 2
    max_crashes: int = 10


class CaseStatus(enum.StrEnum):
    """How one case ended."""

    OK = "ok"
    REFUSED = "refused"
    TIMEOUT = "timeout"
    EXIT = "exit"
    SIGNAL = "signal"
    OUTPUT = "output"
    SKIPPED = "skipped"


_CRASHES = (CaseStatus.EXIT, CaseStatus.SIGNAL, CaseStatus.OUTPUT)


class CaseRun(msgspec.Struct, frozen=True):
    """One case, run.

    Attributes:
        status: How it ended.
        answer: The answer; for EXIT and SIGNAL the number; for REFUSED why it was refused.
        note: The first words on standard error.
        cpu_seconds: CPU time.
        wall_seconds: Wall-clock time.
    """

    status: CaseStatus
    answer: bytes = b""
    note: str = ""
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0


def run_cases(
    command: Sequence[str],
    inputs: Sequence[bytes],
    *,
    mode: Mode,
    sandbox: Sandbox,
    readable: Sequence[Path] = (),
    limits: CaseLimits = CaseLimits(),
) -> list[CaseRun]:
    """Runs `command` on every input, in one sandbox.

    A program that brings its supervisor down is started again behind the case it did so in,
    which counts as killed.

    Raises:
        InfraError: If the sandbox does not work.
    """
    runs: list[CaseRun] = []
    while len(runs) < len(inputs):
        settings = _settings(command, len(inputs) - len(runs), mode, limits, runs)
        finished = _supervise(settings, inputs[len(runs) :], readable, sandbox, limits)
        some = _parse(finished.stdout)
        runs += some[: len(inputs) - len(runs)]
        if len(runs) < len(inputs):
            if finished.exit_code == 0 or (not some and not _survives(sandbox)):
                said = finished.stderr.decode("utf-8", "replace")[-300:]
                raise InfraError(f"the supervisor ended early: {said or finished.reason}")
            runs.append(CaseRun(CaseStatus.SIGNAL, b"9", "the program killed its supervisor"))
    return runs


def _settings(
    command: Sequence[str], count: int, mode: Mode, limits: CaseLimits, runs: Sequence[CaseRun]
) -> bytes:
    timeouts = sum(run.status is CaseStatus.TIMEOUT for run in runs)
    crashes = sum(run.status in _CRASHES for run in runs)
    settings = {
        "command": list(command),
        "mode": str(mode),
        "cases": count,
        "cpu": limits.cpu_seconds,
        "wall": limits.wall_seconds,
        "output": limits.output_bytes,
        "max_timeouts": limits.max_timeouts - timeouts,
        "max_crashes": limits.max_crashes - crashes,
        "limits": {
            "memory": limits.memory_bytes,
            "stack": limits.stack_bytes,
            "file": limits.file_bytes,
            "processes": 64,
        },
    }
    return marshal.dumps(settings)  # read by the same interpreter


def _supervise(
    settings: bytes,
    inputs: Sequence[bytes],
    readable: Sequence[Path],
    sandbox: Sandbox,
    limits: CaseLimits,
) -> Finished:
    parts = (part for data in (settings, *inputs) for part in (b"%d\n" % len(data), data))
    return sandbox.run(
        Job(
            command=(interpreter()[0], "-I", "-S", str(INSIDE / "supervise.py")),
            readable=tuple(readable),
            stdin=b"".join(parts),
            limits=Limits(
                wall_seconds=30 + len(inputs) * limits.wall_seconds,
                file_bytes=4 * limits.file_bytes,
                output_bytes=len(inputs) * (limits.output_bytes + 8192),
            ),
            supervised=True,
        )
    )


def _parse(stdout: bytes) -> list[CaseRun]:
    """The complete results in what the supervisor printed."""
    runs: list[CaseRun] = []
    at = 0
    while (end := stdout.find(b"\n", at)) >= 0:
        status, cpu, wall, size, noted = stdout[at:end].decode().split()
        middle = end + 1 + int(size)
        at = middle + int(noted)
        if at > len(stdout):
            break
        answer, note = stdout[end + 1 : middle], stdout[middle:at].decode("utf-8", "replace")
        runs.append(CaseRun(CaseStatus(status), answer, note, float(cpu), float(wall)))
    return runs


def _survives(sandbox: Sandbox) -> bool:
    """Whether a supervisor lives through a program that does nothing."""
    settings = _settings(["/bin/true"], 1, Mode.PROGRAM, CaseLimits(), ())
    finished = _supervise(settings, [b""], [Path(os.sep, "usr")], sandbox, CaseLimits())
    return len(_parse(finished.stdout)) == 1

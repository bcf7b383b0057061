"""Small Python programs in place of judged ones: quick to start and easy to read."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudge.run.cases import CaseLimits, CaseRun, Mode, run_cases
from adjudge.run.sandbox import Sandbox, interpreter

QUICK = CaseLimits(cpu_seconds=1.0, wall_seconds=3.0, memory_bytes=512 << 20)


def alive(marker: str) -> list[str]:
    """The command lines of all processes that mention the marker and do not go at once."""
    deadline = time.monotonic() + 5
    while (found := _mentioning(marker)) and time.monotonic() < deadline:
        time.sleep(0.05)  # a kill is a message: the kernel delivers it in its own time
    return found


def _mentioning(marker: str) -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if marker in words:
            found.append(words)
    return found


@pytest.fixture(scope="session")
def alive_with() -> Callable[[str], list[str]]:
    """The command lines of all processes that mention a marker."""
    return alive


@pytest.fixture
def judged(rung: Sandbox) -> Callable[..., list[CaseRun]]:
    """Runs a Python program as a judged one, on each rung."""

    def run(
        code: str,
        *inputs: bytes,
        mode: Mode = Mode.PROGRAM,
        limits: CaseLimits = QUICK,
        marker: str = "",
    ) -> list[CaseRun]:
        command = [interpreter()[0], "-I", "-S", "-c", code, marker]
        return run_cases(command, inputs or [b""], mode=mode, sandbox=rung, limits=limits)

    return run

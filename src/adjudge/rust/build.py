"""Compiles one hostile Rust file in the sandbox."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from adjudge.errors import InfraError
from adjudge.run.process import Reason
from adjudge.run.sandbox import MIB, Job, Limits, Sandbox
from adjudge.rust.toolchain import RustToolchain, crates

BUILD_LIMITS = Limits(
    wall_seconds=120,
    cpu_seconds=15,
    memory_bytes=4 << 30,
    file_bytes=256 * MIB,
    output_bytes=4 * MIB,
)
SOURCE = "candidate.rs"
_PROGRAM = "program"
_SIGXCPU, _SIGKILL = 24, 9


class Built(msgspec.Struct, frozen=True):
    """What a build gave.

    Attributes:
        program: The executable; None if there is none.
        message: The compiler's words if there is none.
        timed_out: The compiler exceeded its time: the source asks too much of it.
        seconds: Wall-clock time.
    """

    program: Path | None
    message: str
    timed_out: bool
    seconds: float


def build(
    source: str,
    work: Path,
    toolchain: RustToolchain,
    sandbox: Sandbox,
    options: Sequence[str] = (),
) -> Built:
    """Compiles `source` with our crates at hand; arithmetic overflow panics, as Verus forbids it.

    Args:
        source: The whole text of the crate's root.
        work: An empty folder of the host; the executable stays in it.
        toolchain: The compiler.
        sandbox: Where it runs.
        options: More options for rustc.

    Raises:
        InfraError: If the compiler could not run, or failed without blaming the source.
    """
    (work / SOURCE).write_text(source, encoding="utf-8")
    libraries = crates(toolchain, sandbox)
    given = ["--edition", "2021", "--crate-type", "bin", "--crate-name", "candidate"]
    given += ["-C", "opt-level=2", "-C", "overflow-checks=on", "-C", "debuginfo=0"]
    # Not --cap-lints: what rustc refuses by default, it refuses here too.
    given += ["-A", "warnings", "--color", "never", *options]
    for library in sorted(libraries.glob("lib*.rlib")):
        name = library.stem.removeprefix("lib")
        given += ["--extern", f"{name}={library}"]
    job = Job(
        command=(str(toolchain.rustc), *given, SOURCE, "-o", _PROGRAM),
        readable=(toolchain.sysroot, libraries),
        work=work,
        limits=BUILD_LIMITS,
    )
    finished = sandbox.run(job)
    program = work / _PROGRAM
    if finished.exit_code == 0 and program.is_file():
        return Built(program, "", False, finished.seconds)
    said = finished.stderr.decode("utf-8", "replace").strip()
    over_time = finished.exit_code in (-_SIGXCPU, 128 + _SIGXCPU, -_SIGKILL, 128 + _SIGKILL)
    if finished.reason is Reason.WALL or (over_time and "error" not in said):
        words = f"rustc exceeded {BUILD_LIMITS.cpu_seconds} s of CPU time"
        return Built(None, words, True, finished.seconds)
    if "error" not in said:
        raise InfraError(f"rustc ended with {finished.exit_code} and no message: {said[-200:]}")
    return Built(None, said, False, finished.seconds)

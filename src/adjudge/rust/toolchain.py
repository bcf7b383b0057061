"""The Rust compiler: where it is, exactly which one, and our small crates built for it."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import msgspec

from adjudge.errors import InfraError
from adjudge.run.sandbox import Job, Limits, Sandbox
from adjudge.run.work import cache_folder

CRATES = Path(__file__).parent / "crates"
INSTALL = "apt-get install -y rustc, or rustup from your distribution"

_BUILD = Limits(wall_seconds=120, cpu_seconds=60, memory_bytes=4 << 30)


class RustToolchain(msgspec.Struct, frozen=True):
    """One installed Rust compiler.

    Attributes:
        rustc: The compiler itself, not a proxy that picks one.
        sysroot: The folder that holds it and its libraries.
        version: Its version line.
        digest: SHA-256 over its version, its driver library and our crates: what a build's
            result depends on.
    """

    rustc: Path
    sysroot: Path
    version: str
    digest: str


@functools.cache
def find_rust() -> RustToolchain:
    """The compiler named by `ADJUDGE_RUSTC`, else the one on the PATH.

    Raises:
        InfraError: If there is none or it does not answer.
    """
    program = os.environ.get("ADJUDGE_RUSTC") or shutil.which("rustc")
    if not program:
        raise InfraError("rustc is not installed", mend=INSTALL)
    sysroot = Path(_ask(program, "--print", "sysroot")).resolve()
    version = _ask(program, "--version")
    # A proxy such as rustup's reads its own settings at each call; the sandbox has none.
    rustc = sysroot / "bin" / "rustc"
    if not rustc.exists():
        rustc = Path(program).resolve()
    return RustToolchain(rustc, sysroot, version, _digest(rustc, sysroot, version))


def crates(toolchain: RustToolchain, sandbox: Sandbox) -> Path:
    """The folder with our crates compiled by `toolchain`; builds them at the first call ever.

    Raises:
        InfraError: If the compiler cannot build them.
    """
    folder = cache_folder() / "rust" / toolchain.digest[:24]
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="building-") as building:
        work = Path(building)
        copy = shutil.copytree(CRATES, work / "crates")
        for source in sorted((*copy.glob("*.rs"), *copy.glob("*/lib.rs"))):
            name = source.parent.name if source.name == "lib.rs" else source.stem
            options = ["--crate-type", "rlib", "--crate-name", name, "-C", "opt-level=2"]
            root = str(source.relative_to(work))
            job = Job(
                command=(str(toolchain.rustc), "--edition", "2021", *options, root),
                readable=(toolchain.sysroot,),
                work=work,
                limits=_BUILD,
            )
            finished = sandbox.run(job)
            if finished.exit_code != 0:
                said = finished.stderr.decode("utf-8", "replace").strip() or "no message"
                raise InfraError(f"{toolchain.version} cannot build {root}: {said}")
        keep = work / "built"
        keep.mkdir()
        for library in work.glob("*.rlib"):
            library.rename(keep / library.name)
        try:
            keep.rename(folder)  # at once: another process may be doing the same
        except OSError:
            if not folder.is_dir():
                raise
    return folder


def _ask(program: str, *options: str) -> str:
    try:
        answer = subprocess.run(
            [program, *options], capture_output=True, text=True, timeout=60, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise InfraError(f"{program} does not run: {error}", mend=INSTALL) from None
    return answer.stdout.strip()


def _digest(rustc: Path, sysroot: Path, version: str) -> str:
    digest = hashlib.sha256(version.encode())
    # The driver library is the compiler; its name carries a hash of its own build.
    for driver in sorted((sysroot / "lib").glob("librustc_driver*")):
        digest.update(f"{driver.name} {driver.stat().st_size}".encode())
    digest.update(str(rustc.stat().st_size).encode())
    for source in sorted(CRATES.rglob("*.rs")):
        digest.update(source.read_bytes())
    return digest.hexdigest()

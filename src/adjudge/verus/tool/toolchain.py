"""Which Verus is there: one that was named, the one on the PATH, or a managed install."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec

from adjudge.errors import InfraError

VARIABLE = "ADJUDGE_VERUS"
INSTALL = f"adjudge toolchain install verus, or name the program by {VARIABLE}"

_VERSION = re.compile(r"^\s*(?:Version: )?v?(\d[\w.+-]*)\s*$", re.MULTILINE)
# What a run's result depends on, as a release archive lays it out beside the program.
_PARTS = ("verus", "rust_verify", "z3", "vstd.vir", "libvstd.rlib")


class VerusToolchain(msgspec.Struct, frozen=True):
    """One installed Verus.

    Attributes:
        program: The program `verus`.
        version: Its version.
        digest: SHA-256 over the program, its verifier, solver and library.
        readable: What it must be able to read in order to run.
        environment: The variables that it needs.
    """

    program: Path
    version: str
    digest: str
    readable: tuple[Path, ...] = ()
    environment: dict[str, str] = {}


def managed_folder() -> Path:
    """Where managed installs are: a folder each, named by version."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base).absolute() / "adjudge" / "toolchains" / "verus"


def installed() -> dict[str, Path]:
    """The programs of the managed installs by version, the newest version last."""
    found = {path.parent.name: path for path in managed_folder().glob("[!.]*/verus")}
    return dict(sorted(found.items(), key=lambda item: _in_order(item[0])))


def find_verus(wanted: str | None = None) -> VerusToolchain:
    """The Verus to use.

    Args:
        wanted: A path, or the version of a managed install; by default what `ADJUDGE_VERUS` says,
            else the program on the PATH, else the newest managed install.

    Raises:
        InfraError: If there is none, or if it does not answer.
    """
    name = wanted or os.environ.get(VARIABLE)
    managed = installed()
    if name and os.sep not in name:
        if name not in managed:
            there = ", ".join(managed) or "none"
            raise InfraError(f"Verus {name} is not installed (installed: {there})", mend=INSTALL)
        return describe(managed[name])
    program = name or shutil.which("verus") or next(reversed(managed.values()), None)
    if not program:
        raise InfraError("verus is not installed", mend=INSTALL)
    return describe(Path(program))


@functools.cache
def describe(program: Path) -> VerusToolchain:
    """What there is to know about an installed Verus.

    Raises:
        InfraError: If it does not answer.
    """
    try:
        real = program.resolve(strict=True)
        answer = subprocess.run(
            [real, "--version"], capture_output=True, text=True, timeout=60, check=True
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError) as error:
        raise InfraError(f"{program} does not run: {error}", mend=INSTALL) from None
    version = _VERSION.search(answer.stdout)
    if version is None:
        raise InfraError(f"{program} does not say its version", mend=INSTALL)
    readable, environment = _surroundings(real)
    digest = _digest(real, version[1])
    return VerusToolchain(real, version[1], digest, readable, environment)


def _surroundings(program: Path) -> tuple[tuple[Path, ...], dict[str, str]]:
    """What Verus needs around it: the folder of its release, and rustup with its toolchains.

    `verus` starts its verifier by rustup, with the version of Rust that it was built for.
    """
    is_release = (program.parent / "rust_verify").exists()
    readable = [program.parent if is_release else program]
    environment = {}
    if rustup := shutil.which("rustup"):
        home = Path(os.environ.get("RUSTUP_HOME") or Path.home() / ".rustup").absolute()
        readable += [Path(rustup).parent, Path(rustup).resolve(), home]
        environment = {
            "RUSTUP_HOME": str(home),
            "PATH": f"{Path(rustup).parent}:/usr/local/bin:/usr/bin:/bin",
        }
    if z3 := os.environ.get("VERUS_Z3_PATH"):
        readable.append(Path(z3).absolute())
        environment["VERUS_Z3_PATH"] = str(Path(z3).absolute())
    return tuple(path for path in readable if path.exists()), environment


def _digest(program: Path, version: str) -> str:
    digest = hashlib.sha256(version.encode())
    for path in _parts(program):
        with path.open("rb") as file:
            digest.update(f"\0{path.name}\0".encode())
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


def _parts(program: Path) -> Iterator[Path]:
    yield program
    beside = (program.parent / name for name in _PARTS)
    yield from (path for path in beside if path != program and path.is_file())
    if z3 := os.environ.get("VERUS_Z3_PATH"):
        yield from (path for path in [Path(z3)] if path.is_file())


def _in_order(version: str) -> list[tuple[bool, int, str]]:
    """A key that sorts numbers in versions as numbers."""
    parts = re.split(r"[.+-]", version)
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]

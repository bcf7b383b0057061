"""What a judged program must not be able to do, on each rung of the ladder."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudge.run.cases import CaseLimits, CaseRun, CaseStatus
from adjudge.run.process import Reason
from adjudge.run.sandbox import Job, Limits, Sandbox, interpreter

Judged = Callable[..., list[CaseRun]]
Alive = Callable[[str], list[str]]

TRY = """
import os, sys
def attempt(action):
    try:
        action()
    except OSError as error:
        return type(error).__name__
    return "done"
"""


def said(runs: list[CaseRun]) -> str:
    """What the only program printed, if it ended well."""
    (run,) = runs
    assert run.status is CaseStatus.OK, run
    return run.answer.decode()


@pytest.mark.parametrize("kind", ["(2, 1)", "(2, 2)", "(10, 1)", "(1, 1)", "(1, 2)", "(16, 3)"])
def test_no_sockets_at_all(judged: Judged, kind: str) -> None:
    code = TRY + f"import socket\nprint(attempt(lambda: socket.socket(*{kind})))"
    assert said(judged(code)).strip() == "PermissionError"


def test_no_way_to_a_server_of_this_machine(rung: Sandbox) -> None:
    """Also not for tools such as rustc, which keep the right to make sockets."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = f"import socket; socket.create_connection(('127.0.0.1', {server.getsockname()[1]}))"
        finished = rung.run(Job(command=(interpreter()[0], "-I", "-S", "-c", code)))
    if b"Permission" not in finished.stderr and rung.name == "landlock" and not _landlock_has_tcp():
        pytest.skip("Landlock of this kernel knows no TCP; only judged programs lack sockets")
    assert finished.exit_code == 1, finished


def _landlock_has_tcp() -> bool:
    code = "import confine; print(confine.landlock_abi())"
    inside = Path(sys.modules[Sandbox.__module__].__file__ or "").parent / "inside"
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=inside, capture_output=True, text=True, check=True
    )
    return int(answer.stdout) >= 4


def test_cannot_read_what_is_not_its_own(judged: Judged, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    home = [path for path in Path.home().glob(".*") if path.is_file()]
    places = [secret, __file__, "/etc/passwd", "/etc/shadow", "/proc/1/environ", *home]
    code = TRY + "for p in sys.stdin.read().splitlines():\n  print(attempt(lambda: "
    code += "os.listdir(p) if os.path.isdir(p) else open(p).read()))"
    answers = said(judged(code, "\n".join(map(str, places)).encode())).split()
    assert len(answers) == len(places)
    assert "done" not in answers


def test_cannot_write_outside_its_work_folder(judged: Judged, tmp_path: Path) -> None:
    marker = uuid.uuid4().hex
    places = [tmp_path, Path(__file__).parent, "/usr", "/usr/bin", "/etc", Path.home(), "/var/tmp"]
    code = TRY + f"for p in sys.stdin.read().splitlines():\n  p += '/{marker}'\n"
    code += "  print(attempt(lambda: open(p, 'w')), attempt(lambda: os.mkdir(p)))\n"
    answers = said(judged(code, "\n".join(map(str, places)).encode())).split()
    assert len(answers) == 2 * len(places)
    assert "done" not in answers
    assert not any(Path(place, marker).exists() for place in places)


def test_what_it_writes_vanishes(judged: Judged) -> None:
    marker = f"marker-{uuid.uuid4().hex}"
    code = TRY + f"for p in ('.', '/tmp', '/dev/shm', '/dev', '/'):\n  p += '/{marker}'\n"
    code += "  print(attempt(lambda: open(p, 'w').write('x')))"
    answers = said(judged(code)).split()
    assert answers[0] == "done", "its own folder"
    for place in ("/tmp", "/dev/shm", "/dev", "/"):
        assert not Path(place, marker).exists()
    assert list(Path("/tmp").glob(f"adjudge-*/{marker}")) == []


def test_its_environment_is_ours(judged: Judged, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDGE_SECRET_KEY", "secret")
    names = said(judged("import os\nprint(*os.environ)")).split()
    allowed = {"PATH", "HOME", "TMPDIR", "LANG", "LC_CTYPE", "PYTHONDONTWRITEBYTECODE", "PWD"}
    assert set(names) <= allowed


def test_its_standard_input_holds_the_case_and_ends(judged: Judged) -> None:
    runs = judged("import sys\nprint(repr(sys.stdin.buffer.read()))", b"one\n", b"", b"\0\xff")
    assert [run.answer.strip() for run in runs] == [rb"b'one\n'", b"b''", rb"b'\x00\xff'"]


def test_it_inherits_no_descriptor(judged: Judged) -> None:
    code = (
        "import os\nopen_ = []\nfor fd in range(3, 1024):\n  try:\n    os.fstat(fd)\n"
        "    open_.append(fd)\n  except OSError: pass\nprint(open_)"
    )
    assert said(judged(code)).strip() == "[]"


@pytest.mark.parametrize(
    "action",
    [
        "os.fork()",
        "os.posix_spawn('/bin/true', ['true'], {})",
        "__import__('subprocess').run(['/bin/true'])",
        "os.kill(os.getppid(), 9)",
        "os.kill(-1, 9)",
        "os.kill(1, 9)",
        "os.killpg(0, 9)",
        "__import__('signal').pidfd_send_signal(os.pidfd_open(os.getpid()), 9)",
        "__import__('resource').prlimit(os.getppid(), __import__('resource').RLIMIT_CPU, (1, 1))",
        "open(f'/proc/{os.getppid()}/mem', 'rb')",
        "open(f'/proc/{os.getppid()}/mem', 'r+b')",
        "open(f'/proc/{os.getppid()}/environ', 'rb').read()",
        "open(f'/proc/{os.getppid()}/fd/1', 'wb')",
        "os.readlink(f'/proc/{os.getppid()}/fd/0')",
        "open('/proc/1/mem', 'r+b')",
    ],
)
def test_no_children_and_no_grip_on_others(judged: Judged, action: str) -> None:
    code = TRY + f"import signal\nprint(attempt(lambda: {action}))"
    assert said(judged(code)).strip() in ("PermissionError", "FileNotFoundError", "OSError")


def test_threads_are_allowed(judged: Judged) -> None:
    code = (
        "import threading\nt = threading.Thread(target=lambda: print('ran'))\nt.start(); t.join()"
    )
    assert said(judged(code)).strip() == "ran"


def test_it_cannot_raise_its_limits(judged: Judged) -> None:
    code = TRY + (
        "import resource as r\n"
        "for l in (r.RLIMIT_AS, r.RLIMIT_FSIZE):\n"
        "  try: r.setrlimit(l, (r.RLIM_INFINITY, r.RLIM_INFINITY)); print('raised')\n"
        "  except (OSError, ValueError): print('refused')\n"
    )
    answers = said(judged(code)).split()
    assert answers == ["refused", "refused"]


@pytest.mark.parametrize(
    ("code", "status", "note"),
    [
        ("while True: pass", CaseStatus.TIMEOUT, ""),
        ("import time; time.sleep(100)", CaseStatus.TIMEOUT, ""),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", CaseStatus.TIMEOUT, ""),
        ("bytearray(2 << 30)", CaseStatus.EXIT, "MemoryError"),
        ("print('x' * (17 << 20))", CaseStatus.OUTPUT, ""),
        ("import sys\nwhile True: sys.stdout.write('x' * 65536)", CaseStatus.OUTPUT, ""),
        ("import sys\nwhile True: sys.stderr.write('x' * 65536)", CaseStatus.TIMEOUT, "x" * 2000),
        ("f = open('f', 'wb')\nwhile True: f.write(b'x' * (1 << 20))", CaseStatus.EXIT, "OSError"),
        ("import os; os.abort()", CaseStatus.SIGNAL, ""),
        ("import sys; sys.exit(3)", CaseStatus.EXIT, ""),
        ("import sys; sys.exit('why')", CaseStatus.EXIT, "why"),
        ("import os; os.close(1); os.close(2)", CaseStatus.OK, ""),
        ("import os, time; os.close(1); time.sleep(100)", CaseStatus.TIMEOUT, ""),
    ],
)
def test_limits_hold(judged: Judged, code: str, status: CaseStatus, note: str) -> None:
    (run,) = judged(code)
    assert run.status is status
    assert note in run.note
    assert run.wall_seconds < 6


def test_a_cpu_limit_is_of_cpu_time(judged: Judged) -> None:
    limits = CaseLimits(cpu_seconds=0.5, wall_seconds=20)
    (spins,) = judged("while True: pass", limits=limits)
    assert spins.status is CaseStatus.TIMEOUT
    assert 0.5 <= spins.cpu_seconds < 2
    (waits,) = judged("import time; time.sleep(1)", limits=limits)
    assert waits.status is CaseStatus.OK
    assert waits.cpu_seconds < 0.5


def test_nothing_survives_a_timeout(rung: Sandbox, alive_with: Alive) -> None:
    """A tool may have children; all of them go when it does."""
    marker = f"marker-{uuid.uuid4().hex}"
    code = (
        "import os, subprocess, sys, time\n"
        "for _ in range(3): subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)',"
        f" '{marker}'])\nprint('up', flush=True)\ntime.sleep(99)"
    )
    finished = rung.run(
        Job(
            command=(interpreter()[0], "-I", "-S", "-c", code, marker),
            limits=Limits(wall_seconds=3),
        )
    )
    assert finished.reason is Reason.WALL
    assert finished.stdout == b"up\n"
    assert alive_with(marker) == []


def test_nothing_survives_an_end(rung: Sandbox, alive_with: Alive) -> None:
    marker = f"marker-{uuid.uuid4().hex}"
    code = (
        "import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'import time; "
        f"time.sleep(99)', '{marker}'], stdout=-3, stderr=-3)"
    )
    finished = rung.run(Job(command=(interpreter()[0], "-I", "-S", "-c", code, marker)))
    assert finished.exit_code == 0, finished
    assert alive_with(marker) == []


def test_a_work_folder_is_kept_and_a_private_one_is_not(rung: Sandbox, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    code = "open('made', 'w').write('x'); import os; print(os.getcwd())"
    command = (interpreter()[0], "-I", "-S", "-c", code)
    assert rung.run(Job(command=command, work=work)).exit_code == 0
    assert (work / "made").read_text() == "x"
    private = rung.run(Job(command=command))
    assert private.exit_code == 0
    assert not Path(private.stdout.decode().strip(), "made").exists()


def test_a_missing_command_is_no_verdict(rung: Sandbox) -> None:
    from adjudge.errors import InfraError

    with pytest.raises(InfraError, match="confinement failed"):
        rung.run(Job(command=("/no/such/program",)))


@pytest.mark.parametrize("with_prlimit", [True, False])
def test_a_tool_has_limits_and_no_privileges(
    rung: Sandbox, monkeypatch: pytest.MonkeyPatch, with_prlimit: bool
) -> None:
    """Whichever program sets the limits, the system's or our own where that is missing."""
    if not with_prlimit:
        monkeypatch.setattr("adjudge.run.sandbox._prlimit", lambda: None)
    limits = Limits(cpu_seconds=9, memory_bytes=3 << 30, file_bytes=5 << 20, processes=77)
    job = Job(command=("/bin/cat", "/proc/self/limits", "/proc/self/status"), limits=limits)
    shown = [line.split() for line in rung.run(job).stdout.decode().splitlines()]
    found = {" ".join(words[:-3]): words[-3:-1] for words in shown if words[:1] == ["Max"]}
    assert found["Max cpu time"] == ["9", "9"]
    assert found["Max address space"] == [str(3 << 30)] * 2
    assert found["Max file size"] == [str(5 << 20)] * 2
    assert found["Max processes"] == ["77", "77"]
    assert found["Max core file size"] == ["0", "0"]
    status = {words[0]: words[1] for words in shown if len(words) == 2}
    assert status["NoNewPrivs:"] == "1"
    assert {int(status[name], 16) for name in ("CapEff:", "CapPrm:", "CapInh:", "CapAmb:")} == {0}


def test_no_tool_outlives_the_one_who_started_it(
    rung: Sandbox, alive_with: Alive, tmp_path: Path
) -> None:
    marker = f"marker-{uuid.uuid4().hex}"
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from adjudge.run.sandbox import Job, choose_sandbox, interpreter\n"
        'sleep = \'import time; open("up", "w"); time.sleep(99)\'\n'
        "tool = (interpreter()[0], '-I', '-S', '-c', sleep, sys.argv[2])\n"
        "choose_sandbox(only=sys.argv[1]).run(Job(command=tool, work=Path(sys.argv[3])))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, rung.name, marker, str(tmp_path)]
    ) as starter:
        deadline = time.monotonic() + 60
        while not (tmp_path / "up").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        starter.kill()
    assert (tmp_path / "up").exists()
    assert alive_with(marker) == []

"""Runs one program on many cases inside the sandbox, and survives whatever it does.

Usage: `python -I -S supervise.py [OPTION=PATH]..`, where an option is `read` or `write`, to which
files are then restricted. The job comes on standard input: the settings, written by `marshal`,

    {"command": [..], "mode": "worker" | "program", "cases": N, "cpu": seconds, "wall": seconds,
     "output": bytes, "limits": {..}, "max_timeouts": N, "max_crashes": N}

then the cases, each of all these as a line with its length in bytes and the bytes. For each case
a line `status cpu wall size note-size` goes to standard output, then the answer and the note.

A *worker* stays alive: it reads a case as a line on descriptor 0 and answers a line on
descriptor 3 (`+` and a text, or `-` and why it could not read the case). It is started anew
after each death or timeout. A *program* is started for each case, which it reads to the end
on standard input, and is judged by standard output and exit status. Only inputs are ever in
here: what a program forges on its own channel is an answer like any other.

Statuses: ok, refused, timeout, exit, signal, output, skipped.

It starts before every run, so it imports as little as it can: `json`, `signal` and `typing` would
take it longer than all that it does.
"""

from __future__ import annotations

import marshal
import os
import select
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import confine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

_ANSWER = 3
_SIGKILL, _SIGXCPU = 9, 24
_NOTE_BYTES = 2_000


class Child:
    """The judged program: one process without rights, and its pipes."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.mode = settings["mode"]
        near_in, far_in = _pipe(reader_is_child=True)
        near_out, far_out = _pipe(reader_is_child=False)
        near_err, far_err = _pipe(reader_is_child=False)
        self.pid = os.fork()
        if self.pid == 0:
            try:
                _become(settings, far_in, far_out, far_err)
            finally:
                os._exit(126)
        for end in (far_in, far_out, far_err):
            os.close(end)
        self.stdin: int | None = near_in
        self.answer = near_out
        self.stderr: int | None = near_err
        for end in (near_in, near_out, near_err):
            os.set_blocking(end, False)
        self.note = bytearray()
        self.ended: tuple[int, float] | None = None
        self.clock = (~self.pid << 3) | 2  # the process's CPU clock, see clock_getcpuclockid(3)

    def cpu(self) -> float | None:
        """CPU time used so far, in seconds."""
        try:
            return time.clock_gettime(self.clock)
        except OSError:
            return None

    def kill(self) -> None:
        """Kills it and takes its exit status."""
        if self.ended is None:
            try:
                os.kill(self.pid, _SIGKILL)
            except ProcessLookupError:
                pass
            self.reap()
        for end in (self.stdin, self.answer, self.stderr):
            if end is not None:
                os.close(end)

    def reap(self) -> None:
        """Waits for its end."""
        if self.ended is None:
            _, status, usage = os.wait4(self.pid, 0)
            self.ended = (status, usage.ru_utime + usage.ru_stime)

    def close_stdin(self) -> None:
        """Ends its input."""
        if self.stdin is not None:
            os.close(self.stdin)
            self.stdin = None


def _pipe(*, reader_is_child: bool) -> tuple[int, int]:
    """A pipe as (our end, the child's end)."""
    reader, writer = os.pipe()
    return (writer, reader) if reader_is_child else (reader, writer)


def _become(settings: dict[str, Any], stdin: int, out: int, stderr: int) -> None:
    """Turns the forked child into the judged program."""
    nothing = os.open("/dev/null", os.O_RDWR)
    os.dup2(stdin, 0)
    os.dup2(stderr, 2)
    if settings["mode"] == "worker":
        os.dup2(out, _ANSWER)
        os.dup2(nothing, 1)
        first_closed = _ANSWER + 1
    else:
        os.dup2(out, 1)
        first_closed = 3
    os.closerange(first_closed, 4096)
    os.setpgid(0, 0)
    confine.die_with_parent()
    confine.set_limits(settings["limits"])
    confine.drop_capabilities()
    if not confine.forbid_system_calls():
        os.write(2, b"no system call filter for this architecture\n")
        os._exit(126)
    os.execve(settings["command"][0], settings["command"], dict(os.environ))


class Supervisor:
    """Takes a child through the cases."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings = settings
        self.child: Child | None = None
        self.timeouts = self.crashes = 0

    def run(self, source: BinaryIO, sink: BinaryIO) -> None:
        """Reads each case from `source` and writes its result to `sink`."""
        for _ in range(self.settings["cases"]):
            case = source.read(int(source.readline()))
            if (
                self.timeouts >= self.settings["max_timeouts"]
                or self.crashes >= self.settings["max_crashes"]
            ):
                _emit(sink, "skipped", 0.0, 0.0, b"", b"")
                continue
            status, cpu, wall, answer = self.one(case)
            note = bytes(self.child.note) if self.child else b""
            self.timeouts += status == "timeout"
            self.crashes += status in ("exit", "signal", "output")
            if self.settings["mode"] == "program" or status not in ("ok", "refused"):
                self.stop()
            _emit(sink, status, cpu, wall, answer, note)
        self.stop()

    def stop(self) -> None:
        """Ends the child, if there is one."""
        if self.child is not None:
            self.child.kill()
            self.child = None

    def one(self, case: bytes) -> tuple[str, float, float, bytes]:
        """Runs one case: (status, CPU seconds, wall seconds, answer)."""
        if self.child is None:
            self.child = Child(self.settings)
        child = self.child
        child.note.clear()
        worker = self.settings["mode"] == "worker"
        started, cpu_before = time.monotonic(), child.cpu() or 0.0
        to_send = memoryview(case + b"\n" if worker else case)
        answer = bytearray()
        limit = self.settings["output"]
        while True:
            wall = time.monotonic() - started
            now = child.cpu()
            cpu = (now - cpu_before) if now is not None else wall
            if cpu >= self.settings["cpu"] or wall >= self.settings["wall"]:
                return "timeout", cpu, wall, b""
            pause = min(self.settings["cpu"] - cpu, self.settings["wall"] - wall)
            to_send, open_answer = self.exchange(child, to_send, answer, pause)
            if len(answer) > limit:
                return "output", cpu, time.monotonic() - started, b""
            if worker and answer.endswith(b"\n"):
                wall = time.monotonic() - started
                now = child.cpu()
                spent = (now - cpu_before) if now is not None else wall
                status = "ok" if answer[:1] == b"+" else "refused"
                return status, spent, wall, bytes(answer[1:-1])
            if not open_answer:
                return self.ended(child, started, cpu_before, bytes(answer), worker)

    def exchange(
        self, child: Child, to_send: memoryview, answer: bytearray, pause: float
    ) -> tuple[memoryview, bool]:
        """Moves what can be moved; waits for at most `pause` seconds."""
        reading = [child.answer] + ([child.stderr] if child.stderr is not None else [])
        writing = [child.stdin] if child.stdin is not None and to_send else []
        readable, writable, _ = select.select(reading, writing, [], max(0.0005, pause))
        if writable:
            try:
                to_send = to_send[os.write(writing[0], to_send[:65536]) :]
            except BlockingIOError:
                pass
            except BrokenPipeError:
                child.close_stdin()
                to_send = to_send[:0]
        if child.mode == "program" and not to_send:
            child.close_stdin()
        if child.stderr in readable:
            self.drain_stderr(child)
        if child.answer in readable:
            chunk = os.read(child.answer, 1 << 16)
            answer += chunk
            return to_send, bool(chunk)
        return to_send, True

    def drain_stderr(self, child: Child) -> None:
        """Keeps the first words of standard error and throws the rest away."""
        if child.stderr is None:
            return
        chunk = os.read(child.stderr, 1 << 16)
        if not chunk:
            os.close(child.stderr)
            child.stderr = None
        elif len(child.note) < _NOTE_BYTES:
            child.note += chunk[: _NOTE_BYTES - len(child.note)]

    def ended(
        self, child: Child, started: float, cpu_before: float, answer: bytes, worker: bool
    ) -> tuple[str, float, float, bytes]:
        """What the end of the answer means: the process has ended, or shut its channel."""
        deadline = started + self.settings["wall"]
        while child.ended is None:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                child.ended = (status, usage.ru_utime + usage.ru_stime)
                break
            cpu = (child.cpu() or 0.0) - cpu_before
            if time.monotonic() >= deadline or cpu >= self.settings["cpu"]:
                return "timeout", cpu, time.monotonic() - started, b""
            time.sleep(0.001)
        if child.stderr is not None:
            self.drain_ready(child)
        status, total = child.ended
        cpu, wall = max(0.0, total - cpu_before), time.monotonic() - started
        if os.WIFSIGNALED(status):
            if os.WTERMSIG(status) == _SIGXCPU:
                return "timeout", cpu, wall, b""
            return "signal", cpu, wall, str(os.WTERMSIG(status)).encode()
        if worker or os.WEXITSTATUS(status) != 0:
            return "exit", cpu, wall, str(os.WEXITSTATUS(status)).encode()
        return "ok", cpu, wall, answer

    def drain_ready(self, child: Child) -> None:
        """Reads what standard error still holds, without waiting."""
        while child.stderr is not None and select.select([child.stderr], [], [], 0)[0]:
            self.drain_stderr(child)


def _emit(sink: BinaryIO, status: str, cpu: float, wall: float, answer: bytes, note: bytes) -> None:
    head = f"{status} {cpu:.6f} {wall:.6f} {len(answer)} {len(note)}\n"
    sink.write(head.encode() + answer + note)
    sink.flush()


def main() -> None:
    """Reads the settings and runs all cases."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    settings = marshal.loads(source.read(int(source.readline())))
    confine.die_with_parent()
    confine.hide()
    confine.restrict_files_to(sys.argv[1:])
    Supervisor(settings).run(source, sink)


main()

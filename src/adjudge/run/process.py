"""Runs one host process within limits of time and output, and leaves nothing behind."""

from __future__ import annotations

import contextlib
import enum
import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import IO

import msgspec

from adjudge.errors import InfraError

_live: dict[subprocess.Popen[bytes], threading.Event | None] = {}
_live_lock = threading.Lock()
_thread = threading.local()


class Reason(enum.StrEnum):
    """Why a process ended."""

    EXITED = "exited"
    WALL = "wall-clock limit"
    OUTPUT = "output limit"


class Finished(msgspec.Struct, frozen=True):
    """A process that has ended.

    Attributes:
        exit_code: Its exit status; negative is the signal that killed it.
        stdout: What it printed, up to the limit.
        stderr: The same of standard error.
        seconds: Wall-clock time.
        reason: Whether it ended by itself or we ended it.
    """

    exit_code: int
    stdout: bytes
    stderr: bytes
    seconds: float
    reason: Reason = Reason.EXITED


def run_process(
    command: Sequence[str],
    *,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: str | None = None,
    wall_seconds: float,
    output_bytes: int,
) -> Finished:
    """Runs `command` to its end or to a limit; its whole process group dies with it.

    Args:
        command: Program and arguments.
        stdin: All that it can read.
        env: Its environment; by default an empty one.
        cwd: Its working directory.
        wall_seconds: After this time the group is killed.
        output_bytes: After this much on standard output or error the group is killed.

    Raises:
        OSError: If the program cannot be started.
        InfraError: If the work that it belongs to was stopped.
    """
    started = time.monotonic()
    stop: threading.Event | None = getattr(_thread, "stop", None)
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(env or {}),
        cwd=cwd,
        start_new_session=True,
        close_fds=True,
    ) as process:
        with _live_lock:
            _live[process] = stop
        try:
            if stop is not None and stop.is_set():
                raise InfraError("stopped")
            stdout, stderr, reason = _pump(process, stdin, started + wall_seconds, output_bytes)
            if reason is Reason.EXITED:
                reason = _wait(process, started + wall_seconds)
        finally:
            with _live_lock:
                del _live[process]
            _kill_group(process)
    if stop is not None and stop.is_set():
        raise InfraError("stopped")  # what we killed ourselves says nothing about anybody
    return Finished(
        exit_code=process.returncode,
        stdout=stdout,
        stderr=stderr,
        seconds=time.monotonic() - started,
        reason=reason,
    )


@contextlib.contextmanager
def stoppable(stop: threading.Event) -> Iterator[None]:
    """Makes what this thread runs within answer to `kill_all(stop)`."""
    _thread.stop = stop
    try:
        yield
    finally:
        _thread.stop = None


def kill_all(stop: threading.Event) -> None:
    """Kills all that runs under `stop`, in any thread, and whatever is still to start."""
    stop.set()
    with _live_lock:
        for process, owner in _live.items():
            if owner is stop:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)


def _pump(
    process: subprocess.Popen[bytes], stdin: bytes, deadline: float, limit: int
) -> tuple[bytes, bytes, Reason]:
    """Feeds input and collects output until both outputs are closed or a limit is met."""
    stdin_pipe, stdout, stderr = process.stdin, process.stdout, process.stderr
    assert stdin_pipe is not None
    assert stdout is not None
    assert stderr is not None
    collected = {stdout: bytearray(), stderr: bytearray()}
    rest = memoryview(stdin)
    with selectors.DefaultSelector() as selector:
        for stream in collected:
            selector.register(stream, selectors.EVENT_READ)
        os.set_blocking(stdin_pipe.fileno(), False)
        selector.register(stdin_pipe, selectors.EVENT_WRITE)
        open_streams = set(collected)
        reason = Reason.EXITED
        while open_streams and reason is Reason.EXITED:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                reason = Reason.WALL
                break
            for key, _ in selector.select(remaining):
                if key.fileobj is stdin_pipe:
                    rest = _feed(stdin_pipe, selector, rest)
                    continue
                stream = stdout if key.fileobj is stdout else stderr
                chunk = os.read(stream.fileno(), 1 << 16)
                collected[stream] += chunk
                if not chunk:
                    selector.unregister(stream)
                    open_streams.discard(stream)
                if len(collected[stream]) > limit:
                    reason = Reason.OUTPUT
    return bytes(collected[stdout]), bytes(collected[stderr]), reason


def _feed(pipe: IO[bytes], selector: selectors.BaseSelector, rest: memoryview) -> memoryview:
    """Writes what the pipe takes now; closes it behind the last byte."""
    try:
        if rest:
            rest = rest[os.write(pipe.fileno(), rest[: 1 << 16]) :]
    except BlockingIOError:
        return rest
    except BrokenPipeError:
        rest = rest[:0]
    if not rest:
        selector.unregister(pipe)
        with contextlib.suppress(BrokenPipeError):
            pipe.close()
    return rest


def _wait(process: subprocess.Popen[bytes], deadline: float) -> Reason:
    """Waits for a process that closed its outputs but may go on."""
    try:
        process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return Reason.WALL
    return Reason.EXITED


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    # The group outlives its leader while any member runs, so it is killed in every case.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()

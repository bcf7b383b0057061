"""A solver process that stays warm between questions, and is replaced whenever it misbehaves."""

from __future__ import annotations

import math
import os
import pickle
import select
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from typing import Any

from adjudge.verus.ir import BOOL, Expr, LoweredContract, Not
from adjudge.verus.smt.question import Answer, Limits, Question

_MAX_ANSWER = 64 << 20
_STARTING = 20.0  # seconds beyond a question's own for a process that has to start


class Session:
    """Z3 in a process of its own. A hung, crashed or exploding Z3 answers nothing: UNKNOWN.

    May be used from several threads; questions are answered one at a time.
    """

    def __init__(self, megabytes: int = 2_000) -> None:
        self._megabytes = megabytes
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process."""
        with self._lock:
            self._stop()

    @property
    def process_id(self) -> int | None:
        """The process' id while there is one: for measurements."""
        return self._process.pid if self._process is not None else None

    def ask(self, question: Question, by: float = math.inf) -> Answer:
        """The solver's answer; not proved, with the reason, if it gave none.

        Args:
            question: What to ask.
            by: When to give up at the latest, as `time.monotonic` has it, even where the process
                has to start first.
        """
        try:
            message = pickle.dumps(question)
        except RecursionError:
            return Answer(False, "nested too deeply")
        with self._lock:
            fresh = self._process is None
            own = time.monotonic() + question.limits.seconds + (_STARTING if fresh else 0)
            deadline = min(own, by)
            try:
                process = self._started()
                self._write(process, message, deadline)
                size = int.from_bytes(self._read(process, 8, deadline), "little")
                if size > _MAX_ANSWER:
                    raise _Trouble("an answer without end")
                answer = pickle.loads(self._read(process, size, deadline))
            except (_Trouble, OSError, EOFError) as trouble:
                self._stop()
                return Answer(False, str(trouble) or "the solver failed")
            assert isinstance(answer, Answer)
            return answer

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            # -O: Z3's own checks of arguments take a third of the time.
            command = [sys.executable, "-O", "-m", "adjudge.verus.smt.worker", str(self._megabytes)]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
            )
            assert self._process.stdin is not None
            os.set_blocking(self._process.stdin.fileno(), False)
        return self._process

    def _write(self, process: subprocess.Popen[bytes], message: bytes, deadline: float) -> None:
        assert process.stdin is not None
        descriptor = process.stdin.fileno()
        rest = memoryview(len(message).to_bytes(8, "little") + message)
        while rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([], [descriptor], [], left)[1]:
                raise _Trouble("out of time")
            rest = rest[os.write(descriptor, rest) :]

    def _read(self, process: subprocess.Popen[bytes], size: int, deadline: float) -> bytes:
        assert process.stdout is not None
        descriptor = process.stdout.fileno()
        parts: list[bytes] = []
        while size > 0:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                raise _Trouble("out of time")
            part = os.read(descriptor, min(size, 1 << 16))
            if not part:
                raise _Trouble("the solver died, perhaps out of memory")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
        process.wait()


class _Trouble(Exception):
    """The process did not answer."""


def available() -> bool:
    """Whether Z3 is installed."""
    import importlib.util

    return importlib.util.find_spec("z3") is not None


def decide_instance(
    session: Session,
    contract: LoweredContract,
    formula: Expr,
    values: Mapping[str, Any],
    limits: Limits = Limits(),
    by: float = math.inf,
) -> bool | None:
    """The truth of a formula of a contract for given values, or None if it was not found.

    Only a refutation counts: of the negation for True, of the formula itself for False.

    Args:
        session: The solver.
        contract: The contract that the formula belongs to.
        formula: A truth value over the contract's variables.
        values: Their values by name, as `adjudge.model` has them or as `Progression`.
        limits: What each of the two questions may use.
        by: When to give up at the latest, as `time.monotonic` has it.
    """
    variables = contract.params + tuple(contract.mutated.values())
    if contract.result is not None:
        variables += (contract.result,)
    for truth in (True, False):
        question = Question(
            variables,
            (),
            formula if truth else Not(BOOL, formula),
            contract.functions,
            contract.datatypes,
            dict(values),
            limits,
        )
        if session.ask(question, by).proved:
            return truth
    return None

from __future__ import annotations

import sys
import threading
import time
import uuid
from collections.abc import Callable

import pytest

from adjudge.errors import InfraError
from adjudge.run.pool import default_workers, run_all
from adjudge.run.process import Reason, kill_all, run_process, stoppable

Alive = Callable[[str], list[str]]


def python(code: str, *arguments: str, **options: object) -> object:
    given = {"wall_seconds": 30.0, "output_bytes": 1 << 20, **options}
    return run_process([sys.executable, "-I", "-S", "-c", code, *arguments], **given)  # type: ignore[arg-type]


def test_input_and_both_outputs() -> None:
    data = b"x" * 300_000
    code = "import sys; d = sys.stdin.read(); print(len(d)); sys.stderr.write('e'); sys.exit(3)"
    finished = python(code, stdin=data)
    assert (finished.stdout, finished.stderr) == (b"300000\n", b"e")
    assert (finished.exit_code, finished.reason) == (3, Reason.EXITED)


def test_the_environment_is_empty() -> None:
    finished = python("import os; print(sorted(os.environ))")
    assert finished.stdout.strip() in (b"[]", b"['LC_CTYPE']")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import time; time.sleep(99)", Reason.WALL),
        ("import os, time; os.close(1); os.close(2); time.sleep(99)", Reason.WALL),
        ("while True: print('x' * 9999)", Reason.OUTPUT),
        ("import sys\nwhile True: sys.stderr.write('x' * 9999)", Reason.OUTPUT),
    ],
)
def test_limits(code: str, reason: Reason) -> None:
    finished = python(code, wall_seconds=2.0)
    assert finished.reason is reason
    assert finished.exit_code == -9
    assert finished.seconds < 10


def test_a_process_that_ignores_its_input_is_no_error() -> None:
    assert python("pass", stdin=b"x" * 1_000_000).exit_code == 0


def test_all_results_come_whatever_the_order() -> None:
    assert sorted(run_all(lambda n: n * n, range(50), workers=3)) == [(n, n * n) for n in range(50)]


def test_items_are_taken_as_they_are_needed() -> None:
    taken = []
    results = run_all(lambda n: n, (taken.append(n) or n for n in range(1000)), workers=2)
    next(results)
    assert len(taken) <= 5
    results.close()


def test_an_error_reaches_the_consumer() -> None:
    def fail(item: int) -> int:
        raise ValueError(item)

    with pytest.raises(ValueError, match="1"):
        list(run_all(fail, [1], workers=1))


def test_workers_are_bounded_by_memory() -> None:
    assert default_workers(1 << 60) == 1
    assert default_workers(1) >= 1


def test_a_consumer_that_stops_leaves_nothing_running(alive_with: Alive) -> None:
    marker = f"marker-{uuid.uuid4().hex}"
    started, threads = threading.Event(), threading.active_count()
    ends = []

    def work(item: int) -> int:
        if item == 0:
            started.wait(20)
            return 0
        started.set()
        for _ in range(3):  # as a judge that tries again what failed
            try:
                ends.append(python("import time; time.sleep(99)", marker, wall_seconds=99.0))
            except InfraError:
                continue
        return item

    results = run_all(work, [0, 1, 2, 3], workers=2)
    assert next(results) == (0, 0)
    results.close()
    assert alive_with(marker) == []
    deadline = time.monotonic() + 10
    while threading.active_count() > threads and time.monotonic() < deadline:
        time.sleep(0.05)
    assert threading.active_count() <= threads
    assert ends == [], "what we killed has no end that a judge might read"
    assert alive_with(marker) == []


def test_what_is_stopped_starts_nothing_more() -> None:
    stop, other = threading.Event(), threading.Event()
    kill_all(stop)
    with stoppable(stop), pytest.raises(InfraError, match="stopped"):
        python("pass")
    with stoppable(other):
        assert python("pass").exit_code == 0
    assert python("pass").exit_code == 0

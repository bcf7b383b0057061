"""A pool of workers that is bounded by cores and memory, and that can be interrupted."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

from adjudge.run.process import kill_all, stoppable

T = TypeVar("T")
R = TypeVar("R")


def default_workers(memory_per_job: int) -> int:
    """As many workers as there are cores, and as many as fit into the free memory.

    Args:
        memory_per_job: What one job may use at most, in bytes.
    """
    cores = len(os.sched_getaffinity(0))
    return max(1, min(cores, _free_memory() // max(1, memory_per_job)))


def run_all(
    function: Callable[[T], R], items: Iterable[T], *, workers: int
) -> Iterator[tuple[T, R]]:
    """Applies `function` to all items in threads; yields each result as it comes.

    The function's work happens in child processes, so threads are enough. If the consumer stops
    or is interrupted, the running children are killed and nothing is waited for.
    """
    executor = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="adjudge")
    running: dict[Future[R], T] = {}
    stop = threading.Event()
    finished = False

    def work(item: T) -> R:
        with stoppable(stop):
            return function(item)

    try:
        for item in items:
            running[executor.submit(work, item)] = item
            if len(running) >= 2 * workers:  # enough to keep all busy, few to throw away
                yield from _take(running)
        while running:
            yield from _take(running)
        finished = True
    finally:
        executor.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            kill_all(stop)


def _take(running: dict[Future[R], T]) -> Iterator[tuple[T, R]]:
    done, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in done:
        yield running.pop(future), future.result()


def _free_memory() -> int:
    """Memory that can be used without swapping, in bytes; a guess where the kernel is silent."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:  # noqa: PTH123
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 4 << 30

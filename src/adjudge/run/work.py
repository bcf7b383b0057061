"""Work folders on the host: private, and swept when the process that made them is gone."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path


def cache_folder() -> Path:
    """Where things are kept that can be made again: `ADJUDGE_CACHE`, else the user's cache."""
    named = os.environ.get("ADJUDGE_CACHE")
    if named:
        return Path(named).absolute()
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base).absolute() / "adjudge"


@contextlib.contextmanager
def work_folder() -> Iterator[Path]:
    """An empty folder that is removed at the end, with whatever was put into it."""
    parent = _parent()
    parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=parent, prefix=f"{os.getpid()}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep() -> int:
    """Removes the folders of processes that were killed; returns how many there were."""
    swept = 0
    for folder in _parent().glob("*-*"):
        pid = folder.name.partition("-")[0]
        if pid.isdigit() and not Path("/proc", pid).exists():
            shutil.rmtree(folder, ignore_errors=True)
            swept += 1
    return swept


def _parent() -> Path:
    # Executables in here are run, so not below /tmp, which may be mounted noexec.
    return cache_folder() / "work"

"""Work folders on the host: private, and swept when the process that made them is gone."""

from __future__ import annotations

import contextlib
import itertools
import os
import tempfile
import uuid
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
        remove(folder)


def remove(folder: Path) -> None:
    """Removes a folder as far as possible, whatever a hostile program built in it.

    Folders inside are moved to its top until none is left: no path grows long, nothing recurses.
    """
    fresh = (folder / f"{uuid.uuid4().hex}-{number}" for number in itertools.count())
    with contextlib.suppress(OSError):
        while inner := [path for path in folder.iterdir() if _is_folder(path)]:
            for outer in inner:
                outer.chmod(0o700)
                for path in outer.iterdir():
                    if _is_folder(path):
                        path.chmod(0o700)
                        path.rename(next(fresh))
                    else:
                        path.unlink()
                outer.rmdir()
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def sweep() -> int:
    """Removes the folders of processes that were killed; returns how many there were."""
    swept = 0
    for folder in _parent().glob("*-*"):
        pid = folder.name.partition("-")[0]
        if pid.isdigit() and not Path("/proc", pid).exists():
            remove(folder)
            swept += 1
    return swept


def _parent() -> Path:
    # Executables in here are run, so not below /tmp, which may be mounted noexec.
    return cache_folder() / "work"

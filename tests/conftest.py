"""What all tests share: an isolated cache and store, the real command, corpora, tools."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from adjudge.model import Candidate, Task
from adjudge.run.sandbox import Sandbox, available, choose_sandbox

ROOT = Path(__file__).parents[1]
RUNGS = ("bubblewrap", "landlock")

# Shared machines stall for seconds: what is slow is measured in benchmarks/, never here.
settings.register_profile("adjudge", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("adjudge")

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def pytest_configure(config: pytest.Config) -> None:
    """Points cache and store at a folder of this session, before anything asks for them."""
    base = Path(tempfile.gettempdir()) / f"adjudge-tests-{os.getuid()}"
    # Crates are kept between sessions by the digest of the compiler and of their source.
    os.environ["ADJUDGE_CACHE"] = str(base / "cache")
    os.environ["ADJUDGE_STORE"] = str(base / f"store-{os.getpid()}.sqlite")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Removes this session's store."""
    store = Path(os.environ["ADJUDGE_STORE"])
    for path in store.parent.glob(f"{store.name}*"):
        path.unlink(missing_ok=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips what needs a tool that is not here, and says which."""
    tools = {"rust": "rustc", "rocq": "coqc"}
    missing = {mark: tool for mark, tool in tools.items() if shutil.which(tool) is None}
    for item in items:
        for mark, tool in missing.items():
            if item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=f"{tool} is not installed"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of the corpora that are not part of the repository."""
    folder = Path(os.environ.get("ADJUDGE_SHARED", ROOT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip(f"no corpora at {folder}; set ADJUDGE_SHARED")
    return folder / "data"


@pytest.fixture(params=RUNGS)
def rung(request: pytest.FixtureRequest) -> Sandbox:
    """Each rung of the sandbox ladder that works here."""
    reason = available(request.param)
    if reason:
        pytest.skip(f"no {request.param} here: {reason}")
    return choose_sandbox(only=request.param)


@pytest.fixture
def store_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty store for this test alone."""
    path = tmp_path / "store.sqlite"
    monkeypatch.setenv("ADJUDGE_STORE", str(path))
    return path


@pytest.fixture(scope="session")
def adjudge_command() -> list[str]:
    """The real command, of the interpreter that runs the tests."""
    script = Path(sys.executable).parent / "adjudge"
    if script.exists():
        return [str(script)]
    return [sys.executable, "-c", "from adjudge.cli import main; main()"]


@pytest.fixture
def run_cli(tmp_path: Path, adjudge_command: list[str]) -> Run:
    """Runs the real command in a process of its own, in an empty folder."""

    def run(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
        given = {"cwd": tmp_path, "timeout": 200, **options}
        return subprocess.run(
            [*adjudge_command, *map(str, arguments)],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            **given,  # type: ignore[call-overload]
        )

    return run


@pytest.fixture(scope="session")
def candidate() -> Callable[..., Candidate]:
    """Makes a candidate from the little that a test cares about."""

    def make(completion: str, problem: str = "running_sum", **fields: object) -> Candidate:
        given = {"task": Task.NL2CODE, "language": "rust", **fields}
        return Candidate(problem=problem, completion=completion, **given)  # type: ignore[arg-type]

    return make

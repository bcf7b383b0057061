"""`kill -9` and Ctrl-C in the middle of judging: nothing finished is lost, nothing is wrong."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = [pytest.mark.rust, pytest.mark.xdist_group("interruption")]

Run = Callable[..., "subprocess.CompletedProcess[str]"]
# Sixty answers, each its own question: a third solve it, a third are wrong, a third do not build.
BODIES = {
    "solved": "a + b /* {i} */",
    "incorrect_output": "a - b - {i}",
    "syntax_error": "a + undefined_{i}",
}


def write_task(folder: Path) -> list[str]:
    """A problem and sixty candidates; gives the arguments that judge them."""
    problem = {
        "name": "add",
        "signature": {
            "name": "add",
            "params": [{"name": "a", "type": "i64"}, {"name": "b", "type": "i64"}],
            "returns": "i64",
        },
        "cases": [{"input": {"a": i, "b": 2}, "output": i + 2} for i in range(40)],
    }
    samples = [
        {
            "problem": "add",
            "task": "nl2code",
            "language": "rust",
            "sample": i,
            "model": "m",
            "expect": code,
            "completion": f"pub fn add(a: i64, b: i64) -> i64 {{ {body.format(i=i)} }}",
        }
        for i, (code, body) in enumerate(list(BODIES.items()) * 20)
    ]
    (folder / "benchmark.jsonl").write_text(json.dumps(problem))
    (folder / "samples.jsonl").write_text("\n".join(map(json.dumps, samples)))
    paths = [str(folder / name) for name in ("samples.jsonl", "benchmark.jsonl", "store.sqlite")]
    return ["judge", paths[0], "--benchmark", paths[1], "--store", paths[2], "--workers", "2"]


def rows(folder: Path) -> dict[str, float]:
    """The keys in the store and when each was put there."""
    path = folder / "store.sqlite"
    if not path.exists():
        return {}
    with sqlite3.connect(path, timeout=30) as database:
        try:
            return dict(database.execute("SELECT key, created FROM findings"))
        except sqlite3.OperationalError:
            return {}


def start_and_wait(
    command: list[str], arguments: list[str], folder: Path, finished: int
) -> subprocess.Popen[str]:
    """Starts judging and returns when so many verdicts are in the store."""
    process = subprocess.Popen(
        [*command, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while len(rows(folder)) < finished:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    return process


def gone(marker: str) -> bool:
    """Whether no process mentions the marker, after a moment for what is being killed."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if marker.encode() in path.read_bytes():
                    break
            except OSError:
                continue
        else:
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work folders of this test alone; the crates come from the session's cache."""
    shared = Path(os.environ["ADJUDGE_CACHE"]) / "rust"
    shared.mkdir(parents=True, exist_ok=True)
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "rust").symlink_to(shared)
    monkeypatch.setenv("ADJUDGE_CACHE", str(cache))
    return cache


def test_kill_9_loses_nothing(
    tmp_path: Path, own_cache: Path, adjudge_command: list[str], run_cli: Run
) -> None:
    arguments = write_task(tmp_path)
    process = start_and_wait(adjudge_command, arguments, tmp_path, finished=15)
    process.kill()
    process.communicate()
    assert gone(str(own_cache)), "children die with their parent"
    before = rows(tmp_path)
    assert 15 <= len(before) < 60
    killed_at = time.time()

    again = run_cli(*arguments, "--out", tmp_path / "out.jsonl")
    assert again.returncode == 0, again.stderr  # every outcome is the expected one
    after = rows(tmp_path)
    assert len(after) == 60
    assert {key: after[key] for key in before} == before, "finished ones are not asked again"
    assert all(created > killed_at for key, created in after.items() if key not in before)
    assert list((own_cache / "work").glob("*")) == [], "the killed one's folders are swept"

    outcomes = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [o["sample"] for o in outcomes] == list(range(60))
    assert [o.get("category", o["status"]) for o in outcomes] == list(BODIES) * 20

    started = time.time()
    third = run_cli(*arguments, "--json")
    assert third.returncode == 0
    assert max(rows(tmp_path).values()) < started, "all from the store"
    assert len(third.stdout.splitlines()) == 60


def test_ctrl_c_stops_at_once_and_keeps_what_is_finished(
    tmp_path: Path, own_cache: Path, adjudge_command: list[str], run_cli: Run
) -> None:
    arguments = write_task(tmp_path)
    out = tmp_path / "out.jsonl"
    process = start_and_wait(adjudge_command, [*arguments, "--out", str(out)], tmp_path, finished=5)
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=30)
    assert time.monotonic() - started < 20
    assert process.returncode == 130, stderr
    assert stderr.strip() == "interrupted; what was finished is kept"
    assert stdout == ""
    assert not out.exists()
    assert gone(str(own_cache))
    assert list((own_cache / "work").glob("*")) == []
    before = rows(tmp_path)
    again = run_cli(*arguments, "--out", out)
    assert again.returncode == 0, again.stderr
    assert {key: rows(tmp_path)[key] for key in before} == before
    assert len(out.read_text().splitlines()) == 60


def test_ctrl_c_while_the_command_is_still_being_read() -> None:
    """Nothing has begun and nothing is to be said: above all no traceback."""
    program = (
        "import os, signal, sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'adjudge.cli.judge':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "sys.argv = ['adjudge', 'list']\n"
        "from adjudge.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")

"""Every broken input gets exit status 2 and one line that says what, where and how to mend it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudge import cli

sys.path.insert(0, str(Path(__file__).parent))
from inputs import ALL, Broken

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def written(broken: Broken, folder: Path) -> list[str]:
    """Writes the files of a broken input; gives the arguments of the command."""
    for name, data in broken.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if data is None:
            path.mkdir()
        else:
            path.write_bytes(data)
    return [argument.replace("{}", str(folder)) for argument in broken.arguments]


def check(broken: Broken, code: object, stdout: str, stderr: str) -> None:
    assert code == 2, (stdout, stderr)
    assert stderr.endswith("\n")
    assert stderr.count("\n") == 1, stderr
    assert len(stderr) < 2_000
    assert stderr.startswith("error: ")
    assert "Traceback" not in stderr
    assert broken.says in stderr
    assert all(c.isprintable() for c in stderr.rstrip("\n"))


def test_there_are_two_hundred() -> None:
    assert len(ALL) >= 200
    assert len({broken.name for broken in ALL}) == len(ALL)


@pytest.mark.parametrize("broken", ALL, ids=[broken.name[:60] for broken in ALL])
def test_malformed(
    broken: Broken,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = written(broken, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["adjudge", *arguments])
    before = set(tmp_path.rglob("*.partial"))
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    said = capsys.readouterr()
    check(broken, stopped.value.code, said.out, said.err)
    assert set(tmp_path.rglob("*.partial")) == before


@pytest.mark.parametrize("broken", ALL[::40], ids=[broken.name[:60] for broken in ALL[::40]])
def test_malformed_in_a_process(broken: Broken, tmp_path: Path, run_cli: Run) -> None:
    done = run_cli(*written(broken, tmp_path))
    check(broken, done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nothing"],
        ["judg"],
        ["judge"],
        ["judge", "starter/code", "--workers", "0"],
        ["judge", "starter/code", "--workers", "many"],
        ["report", "x", "--format", "html"],
        ["show", "running_sum", "--cases", "-1"],
    ],
)
def test_wrong_usage(arguments: list[str], run_cli: Run) -> None:
    done = run_cli(*arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.skipif(os.getuid() == 0, reason="root may read everything")
def test_an_unreadable_file(tmp_path: Path, run_cli: Run) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("{}")
    path.chmod(0)
    done = run_cli("judge", path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)

"""Every command in the documentation runs, and every link in it leads somewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)\)")


def commands(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    lines = (line for block in BLOCK.findall(text) for line in block.splitlines())
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]


def needs(page: Path) -> list[pytest.MarkDecorator]:
    rocq = any(" rocq " in command for command in commands(page))
    return [pytest.mark.rust, pytest.mark.rocq] if rocq else [pytest.mark.rust]


WITH_COMMANDS = [pytest.param(p, id=p.name, marks=needs(p)) for p in PAGES if commands(p)]


@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_commands_run(page: Path, tmp_path: Path) -> None:
    env = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "ADJUDGE_STORE": str(tmp_path / "store.sqlite"),
    }
    for link in ("src", "tests"):
        (tmp_path / link).symlink_to(ROOT / link)
    for command in commands(page):
        if command.startswith(("python3 -m venv", "pip install")):
            continue  # the test runs in an environment where that has been done
        ran = subprocess.run(
            command, shell=True, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=240
        )
        assert ran.returncode in (0, 1), f"{command}: {ran.stderr}"
        assert "Traceback" not in ran.stderr, command
        assert ran.stdout or ">" in command, f"{command} printed nothing"


def test_there_are_commands_to_run() -> None:
    assert sum(len(commands(page)) for page in PAGES) >= 10


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_commands_that_do_not_run_leave_something_to_fill_in(page: Path) -> None:
    """Every complete command is in a console block, so that it is run."""
    text = page.read_text(encoding="utf-8")
    for command in re.findall(r"^    (?:\$ )?(adjudge .*)$", text, re.MULTILINE):
        assert re.search(r"[A-Z]{3}|path/to|toolchain list", command), command


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"

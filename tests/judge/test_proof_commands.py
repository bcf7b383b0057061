"""The commands with a stand-in for Verus: judge, explain, doctor."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "verus_tool"))
from verus_standin import make_standin

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def standin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Puts a stand-in in the place of Verus."""

    def put(behaviour: str) -> Path:
        program = make_standin(tmp_path / behaviour, behaviour)
        monkeypatch.setenv("ADJUDGE_VERUS", str(program))
        return program

    return put


def judged(run_cli: Run, only: str, *options: str) -> list[dict[str, Any]]:
    ran = run_cli("judge", "starter/proof", "--only", only, "--json", *options)
    assert "Traceback" not in ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_judge_and_explain(run_cli: Run, standin: Callable[[str], Path], store_path: Path) -> None:
    standin("verified")
    found = judged(run_cli, "running_sum/")
    by_code = {o.get("category", o["status"]): o for o in found}
    # A tool that finds no fault with a missing brace is not believed.
    assert set(by_code) == {"solved", "modified", "cheating", "unknown"}
    cheating = by_code["cheating"]
    assert cheating["detail"] == "assume"
    explained = run_cli("explain", cheating["key"][:16], "--rerun")
    assert "cheating (assume)" in explained.stdout
    assert "asked again: the same" in explained.stderr
    modified = by_code["modified"]
    moved = judged(run_cli, "running_sum/", "--transplant")
    same = next(o for o in moved if o["sample"] == modified["sample"])
    assert (same["status"], same["evidence"]["engine"]) == ("solved", "verus-transplant")
    again = run_cli("explain", same["key"][:16], "--rerun")
    assert "asked again: the same" in again.stderr


def test_seeds(run_cli: Run, standin: Callable[[str], Path], store_path: Path) -> None:
    standin("seeds")
    (found,) = judged(run_cli, "fair_shares/spec_code2proof/proof#1", "--seeds", "2")
    assert found["message"] == "brittle: verifies with 1 of 2 other seeds"
    assert found["credit"]["seeds"] == 0.5


@pytest.mark.rust
def test_end_to_end(run_cli: Run, standin: Callable[[str], Path], store_path: Path) -> None:
    standin("verified")
    ran = run_cli("judge", "starter/end_to_end", "--only", "digit_sum/", "--json", "--seeds", "1")
    found = {o["expect"]: o for o in map(json.loads, ran.stdout.splitlines())}
    weak = found["postcondition_mismatch"]
    assert weak["category"] == "postcondition_mismatch"
    assert weak["parts"]["proof"]["message"] == "stable: verifies with 1 of 1 other seeds"
    assert weak["witness"]["postcondition"]["clauses"] == ["result <= 180"]
    explained = run_cli("explain", weak["key"][:16], "--rerun")
    assert "asked again: the same" in explained.stderr
    for piece in ("the proof holds, but of a specification", "parts:", "by verus-strict", "output"):
        assert piece in explained.stdout


def test_doctor(run_cli: Run, standin: Callable[[str], Path]) -> None:
    standin("verified")
    found = json.loads(run_cli("doctor", "--json", "--live").stdout)
    assert found["tools"]["verus"]["what"].startswith("Verus 0.2026")
    assert found["live"]["verifies"] != found["live"]["overflow"]
    standin("garbage")
    ran = run_cli("doctor", "--live")
    assert ran.returncode == 3
    assert "--  verus: verifies" in ran.stdout


def test_without_verus(
    run_cli: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, store_path: Path
) -> None:
    monkeypatch.setenv("ADJUDGE_VERUS", str(tmp_path / "nowhere" / "verus"))
    found = json.loads(run_cli("doctor", "--json", "--live").stdout)
    assert not found["tools"]["verus"]["ok"]
    assert found["live"]["no run"]
    ran = run_cli("judge", "starter/proof", "--only", "longest_run")
    assert ran.returncode == 3
    listed = run_cli("toolchain", "list")
    assert "does not run" in listed.stdout

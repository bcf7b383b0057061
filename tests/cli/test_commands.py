"""The commands as people and programs meet them: what they print and how they exit."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudge import __version__

Run = Callable[..., "subprocess.CompletedProcess[str]"]

SAMPLES = {
    "solved": "```rust\npub fn running_sum(nums: Vec<i32>) -> Vec<i64> {\n    let mut t = 0i64;\n"
    "    nums.iter().map(|&x| { t += x as i64; t }).collect()\n}\n```",
    "incorrect_output": "pub fn running_sum(nums: Vec<i32>) -> Vec<i64> { vec![] }",
    "no_answer": "I am not able to do this.",
}


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def judged(
    tmp_path_factory: pytest.TempPathFactory, adjudge_command: list[str]
) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """Three samples, judged once for all tests here."""
    folder = tmp_path_factory.mktemp("judged")
    entries = [
        {"problem": "running_sum", "task": "nl2code", "language": "rust", "model": "m", "sample": i}
        | {"completion": completion}
        for i, completion in enumerate(SAMPLES.values())
    ]
    (folder / "samples.jsonl").write_text("\n".join(map(json.dumps, entries)))
    done = subprocess.run(
        [*adjudge_command, "judge", "samples.jsonl", "--out", "out.jsonl", "--store", "store"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=200,
    )
    return folder, done


def test_version_and_help(run_cli: Run) -> None:
    assert run_cli("--version").stdout.strip() == f"adjudge {__version__}"
    for arguments in (["--help"], ["-h"], ["judge", "--help"], ["explain", "-h"]):
        done = run_cli(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert "Usage: adjudge" in done.stdout


def test_doctor(run_cli: Run) -> None:
    done = run_cli("doctor", "--json")
    found = json.loads(done.stdout)
    assert {"tools", "sandbox", "store", "cache", "verbs"} <= set(found)
    assert {"adjudge", "rustc", "coqc", "verus", "bubblewrap", "landlock"} <= set(found["tools"])
    assert all({"ok", "what", "mend"} <= set(tool) for tool in found["tools"].values())
    assert done.returncode == (0 if found["verbs"]["judge"] == "yes" else 3)
    text = run_cli("doctor")
    assert text.returncode == done.returncode
    assert f"sandbox: {found['sandbox'] or 'none'}" in text.stdout


def test_doctor_without_rust_says_how_to_get_it(run_cli: Run) -> None:
    environment = {**os.environ, "ADJUDGE_RUSTC": "/no/such/rustc"}
    done = run_cli("doctor", env=environment)
    assert done.returncode == 3
    assert any(line.split()[:2] == ["--", "rustc"] for line in done.stdout.splitlines())
    assert "apt-get install" in done.stdout
    assert "needs rustc" in done.stdout


def test_list(run_cli: Run) -> None:
    named = run_cli("list")
    assert named.returncode == 0
    assert {"starter", "humaneval"} <= {line.split(" ")[0] for line in named.stdout.splitlines()}
    assert "starter/code" in named.stdout
    problems = lines(run_cli("list", "starter", "--json").stdout)
    assert len(problems) >= 16
    wanted = {"name", "title", "signature", "shape", "tags", "cases", "negatives"}
    assert wanted <= set(problems[0])
    (running_sum,) = (p for p in problems if p["name"] == "running_sum")
    assert running_sum["signature"] == "running_sum(nums: list[i32]) -> list[i64]"
    text = run_cli("list", "starter").stdout
    assert len(text.splitlines()) == len(problems)


def test_show(run_cli: Run) -> None:
    text = run_cli("show", "running_sum", "--cases", "2").stdout
    assert text.count("\ninput:  ") == 2
    assert "signature: running_sum(nums: list[i32]) -> list[i64]" in text
    entry = json.loads(run_cli("show", "running_sum", "--json").stdout)
    assert entry["name"] == "running_sum"
    assert len(entry["cases"]) >= 40


def test_what_show_prints_is_a_benchmark(run_cli: Run, tmp_path: Path) -> None:
    entry = run_cli("show", "climb_stairs", "--json").stdout
    (tmp_path / "one.jsonl").write_text(entry)
    assert run_cli("show", "climb_stairs", "-b", "one.jsonl", "--json").stdout == entry


@pytest.mark.rust
def test_judge(judged: tuple[Path, subprocess.CompletedProcess[str]], run_cli: Run) -> None:
    folder, done = judged
    assert done.returncode == 1
    header, _, row = (line.strip("|").split("|") for line in done.stdout.strip().splitlines())
    cells = dict(zip((h.strip() for h in header), (c.strip() for c in row), strict=True))
    assert cells == {
        "model": "m",
        "task": "nl2code",
        "problems": "1",
        "samples": "3",
        "pass@1": "33.3%",
        "coverage": "100.0%",
        "solved": "1",
        "incorrect_output": "1",
        "no_answer": "1",
    }
    assert "running_sum/nl2code/m#1: incorrect_output" in done.stderr
    assert "running_sum/nl2code/m#2: no_answer" in done.stderr
    outcomes = lines((folder / "out.jsonl").read_text())
    assert [o["sample"] for o in outcomes] == [0, 1, 2]
    assert [o.get("category", o["status"]) for o in outcomes] == list(SAMPLES)
    assert all(o["schema"] == 1 and o["problem"] == "running_sum" for o in outcomes)
    solved, wrong, _ = outcomes
    assert solved["credit"] == {"cases": 1.0}
    evidence = solved["evidence"]
    assert evidence["engine"] == "rust-cases"
    assert evidence["tool"].startswith("rustc ")
    assert evidence["sandbox"] in ("bubblewrap", "landlock")
    assert len(evidence["tool_digest"]) == len(solved["key"]) == 64
    assert set(wrong["witness"]) == {"case", "input", "expected", "found"}
    assert wrong["witness"]["found"] == "[]"
    assert list(folder.glob("*.partial")) == []


@pytest.mark.rust
def test_judge_options(judged: tuple[Path, subprocess.CompletedProcess[str]], run_cli: Run) -> None:
    folder, _ = judged
    common = ("judge", folder / "samples.jsonl", "--store", folder / "store")
    one = run_cli(*common, "--only", "#0")
    assert one.returncode == 0
    assert one.stderr == ""
    as_json = run_cli(*common, "--json")
    assert as_json.returncode == 1
    assert lines(as_json.stdout) == lines((folder / "out.jsonl").read_text())
    fresh = run_cli(*common, "--only", "#0", "--fresh", "--json", "--workers", "1")
    assert lines(fresh.stdout)[0]["key"] == lines(as_json.stdout)[0]["key"]


@pytest.mark.rust
def test_without_rust_nothing_is_judged(
    judged: tuple[Path, subprocess.CompletedProcess[str]], run_cli: Run
) -> None:
    environment = {**os.environ, "ADJUDGE_RUSTC": "/no/such/rustc"}
    done = run_cli("judge", judged[0] / "samples.jsonl", env=environment)
    assert done.returncode == 3
    assert done.stderr.startswith("could not judge: ")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def with_broken_rustc(folder: Path) -> dict[str, str]:
    """The environment with a compiler that says its name and fails at all else."""
    broken = folder / "rustc"
    broken.write_text(
        '#!/bin/sh\ncase "$*" in *sysroot*) echo /usr;; *version*) echo rustc 9;; *) exit 1;; esac'
    )
    broken.chmod(0o755)
    return {**os.environ, "ADJUDGE_RUSTC": str(broken)}


@pytest.mark.rust
def test_a_tool_that_fails_has_judged_nothing(
    judged: tuple[Path, subprocess.CompletedProcess[str]], run_cli: Run, tmp_path: Path
) -> None:
    environment = with_broken_rustc(tmp_path)
    arguments = ("judge", judged[0] / "samples.jsonl", "--store", "new", "--only", "#0", "--json")
    done = run_cli(*arguments, env=environment)
    assert done.returncode == 3
    assert [o["status"] for o in lines(done.stdout)] == ["infra"]
    # Nothing was decided, so nothing was kept: with a compiler the answer is judged.
    again = run_cli(*arguments)
    assert [o["status"] for o in lines(again.stdout)] == ["solved"]


@pytest.mark.rust
def test_no_key_is_shown_of_what_is_not_kept(
    judged: tuple[Path, subprocess.CompletedProcess[str]], run_cli: Run, tmp_path: Path
) -> None:
    environment = with_broken_rustc(tmp_path)
    store, out = tmp_path / "new", tmp_path / "out.jsonl"
    arguments = ("judge", judged[0] / "samples.jsonl", "--store", store, "--only", "#0")
    done = run_cli(*arguments, "--out", out, env=environment)
    assert done.returncode == 3
    (outcome,) = lines(out.read_text())
    assert outcome["key"][:12] not in done.stderr
    assert "adjudge explain" not in done.stderr
    assert "nothing was judged or kept" in done.stderr
    asked = run_cli("explain", outcome["key"], "--store", store)
    assert asked.returncode == 2
    assert "`infra` is not kept" in asked.stderr


@pytest.mark.rust
def test_report(judged: tuple[Path, subprocess.CompletedProcess[str]], run_cli: Run) -> None:
    folder, done = judged
    out = folder / "out.jsonl"
    assert run_cli("report", out).stdout.strip() == done.stdout.strip()
    (row,) = csv.DictReader(io.StringIO(run_cli("report", out, "-f", "csv").stdout))
    assert (row["model"], row["pass@1"], row["solved"]) == ("m", "33.3%", "1")
    (entry,) = json.loads(run_cli("report", out, "--format", "json").stdout)
    assert entry["counts"] == {"solved": 1, "incorrect_output": 1, "no_answer": 1}
    (both,) = json.loads(run_cli("report", out, out, "--format", "json").stdout)
    assert both["samples"] == 6


@pytest.mark.rust
def test_explain(judged: tuple[Path, subprocess.CompletedProcess[str]], run_cli: Run) -> None:
    folder, _ = judged
    store = ("--store", folder / "store")
    solved, wrong, _ = lines((folder / "out.jsonl").read_text())
    text = run_cli("explain", wrong["key"][:12], *store, "--answer")
    assert text.returncode == 0
    for piece in ("incorrect_output", "first such case", "evidence:", "reproduce", "vec![]"):
        assert piece in text.stdout
    as_json = json.loads(run_cli("explain", solved["key"], *store, "--json").stdout)
    assert as_json["status"] == "solved"
    assert as_json["benchmark"] == "starter"
    again = run_cli("explain", wrong["key"], *store, "--rerun")
    assert (again.returncode, again.stderr) == (0, "asked again: the same\n")


def test_a_reader_that_leaves_is_no_error(adjudge_command: list[str]) -> None:
    process = subprocess.Popen(
        [*adjudge_command, "show", "running_sum", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.wait(30)

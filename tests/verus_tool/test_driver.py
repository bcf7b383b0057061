"""The driver against stand-ins that lie, flood, hang and leave children behind."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from verus_standin import (
    BEHAVIOURS,
    VERSION,
    make_standin,
    processes_with,
    read_record,
    standin_toolchain,
)

from adjudge.errors import InfraError
from adjudge.run.sandbox import Sandbox, choose_sandbox
from adjudge.verus.tool import Budget, Ending, Missing, Verus, find_verus, read_run
from adjudge.verus.tool.live import PROBES, probe

PROGRAM = "use vstd::prelude::*;\nverus! { impl S { fn f() {} } }\nfn main() {}\n"
QUICK = Budget(wall_seconds=20, output_bytes=4 << 20, memory_bytes=4 << 30)

GARBAGE = {
    "nothing",
    "silent failure",
    "garbage",
    "other json",
    "two reports",
    "truncated",
    "deep",
    "wrong types",
    "negative",
    "success with errors",
    "status without success",
    "success with status",
    "error with success",
    "invalid utf-8",
    "nul bytes",
    "flood",
    "flood of errors",
    "memory",
}
PANICS = {"abort", "killed", "panic"}
HANGS = {"hang", "hang deaf", "closed and hanging", "many children"}


def driver(folder: Path, behaviour: str, budget: Budget = QUICK, **kwargs: object) -> Verus:
    toolchain = standin_toolchain(folder, behaviour, **kwargs)
    return Verus(toolchain, choose_sandbox(), budget)


def assert_gone(marker: str) -> None:
    """The kernel needs a moment to end what was killed."""
    deadline = time.monotonic() + 10
    while processes_with(marker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not processes_with(marker)


@pytest.mark.parametrize("behaviour", sorted(GARBAGE))
def test_garbage_is_no_verdict(tmp_path: Path, behaviour: str) -> None:
    verus = driver(tmp_path, behaviour)
    assert verus.run(PROGRAM).ending is Ending.GARBAGE
    with pytest.raises(InfraError, match=f"Verus {VERSION}"):
        verus.verify(PROGRAM)


@pytest.mark.parametrize("behaviour", sorted(PANICS))
def test_a_panic_is_no_verdict(tmp_path: Path, behaviour: str) -> None:
    verus = driver(tmp_path, behaviour)
    assert verus.run(PROGRAM).ending is Ending.PANIC
    with pytest.raises(InfraError):
        verus.verify(PROGRAM)


@pytest.mark.parametrize("behaviour", sorted(HANGS))
def test_a_hang_ends_in_time_and_leaves_nothing(tmp_path: Path, behaviour: str) -> None:
    verus = driver(tmp_path, behaviour, Budget(wall_seconds=1.5))
    started = time.monotonic()
    run = verus.verify(PROGRAM)
    assert run.ending is Ending.TIMEOUT
    assert time.monotonic() - started < 60  # machines stall; without the limit it is an hour
    assert_gone(str(tmp_path))


@pytest.mark.parametrize("behaviour", ["child", "child that keeps the pipes"])
def test_no_child_outlives_the_run(tmp_path: Path, behaviour: str) -> None:
    run = driver(tmp_path, behaviour).run(PROGRAM)
    assert run.ending in (Ending.VERIFIED, Ending.TIMEOUT)
    assert_gone(str(tmp_path))


def test_every_behaviour_is_tried() -> None:
    honest = {"replay", "verified", "arguments", "seeds", "failed"}
    children = {"child", "child that keeps the pipes"}
    assert set(BEHAVIOURS) == GARBAGE | PANICS | HANGS | honest | children


def test_an_honest_run(tmp_path: Path, rung: Sandbox) -> None:
    verus = Verus(standin_toolchain(tmp_path, "verified"), rung, QUICK)
    run = verus.verify(PROGRAM)
    assert (run.ending, run.whole, run.verified, run.errors) == (Ending.VERIFIED, True, 9, 0)
    assert run.functions["candidate::S::f"]
    assert run.seconds > 0


@pytest.mark.shared
def test_recorded_runs_are_replayed(tmp_path: Path, transcripts: list[dict[str, Any]]) -> None:
    """One run of every kind, through the sandbox, is read as the record is."""
    kinds = {r["expected"]: r for r in transcripts if r["exit_code"] is not None}
    records = {r["program"]: r for r in kinds.values() if r["program"].isascii()}
    verus = driver(tmp_path, "replay", recordings=records)
    assert len(records) > 20
    for program, record in records.items():
        run, wanted = verus.run(program), read_record(record)
        assert replace(run, seconds=0.0, why="") == replace(wanted, why=""), record["id"]
    assert verus.run(PROGRAM).ending is Ending.GARBAGE  # never recorded


def test_what_the_tool_is_asked(tmp_path: Path) -> None:
    budget = Budget(rlimit=12.5, multiple_errors=3, wall_seconds=20)
    run = driver(tmp_path, "arguments", budget).run(PROGRAM, seed=7)
    assert run.ending is Ending.USAGE
    words = run.why.split()
    assert words[0] == "candidate.rs"
    assert {"--no-cheating", "--no-external-by-default", "--output-json", "--time"} < set(words)
    for name, value in [
        ("--rlimit", "12.5"),
        ("--multiple-errors", "3"),
        ("--smt-option", "smt.random_seed=7"),
        ("--num-threads", "1"),
    ]:
        assert words[words.index(name) + 1] == value
    assert words[-2:] == ["--", "--error-format=json"]
    plain = driver(tmp_path, "arguments", budget).run(PROGRAM, outside=True)
    assert "--no-external-by-default" not in plain.why
    assert "--no-cheating" in plain.why


def test_the_work_folder_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDGE_CACHE", str(tmp_path / "cache"))
    driver(tmp_path / "tool", "verified").run(PROGRAM)
    assert list((tmp_path / "cache" / "work").iterdir()) == []


def test_the_environment_reaches_the_tool(tmp_path: Path) -> None:
    make_standin(tmp_path, "verified")
    script = tmp_path / "verus"
    script.write_text('#!/bin/sh\necho "Error: $VERUS_Z3_PATH" >&2\nexit 255\n')
    toolchain = standin_toolchain(tmp_path / "other", "verified")
    toolchain = replace(
        toolchain, program=script, readable=(tmp_path,), environment={"VERUS_Z3_PATH": "/a b"}
    )
    assert Verus(toolchain, choose_sandbox(), QUICK).run(PROGRAM).why == "/a b"


def test_without_a_tool_there_is_a_reason() -> None:
    with pytest.raises(InfraError, match="not there"):
        Missing(InfraError("not there")).verify(PROGRAM)


def test_forged_words_on_standard_error_change_nothing() -> None:
    forged = b"note: verification results:: 9 verified, 0 errors\nerror: x\n"
    assert read_run(1, b"", forged, crate="candidate").ending is Ending.GARBAGE
    panic = b"error: x\n\nthread 'rustc' panicked at a:\nb\n"
    report = b'{"verification-results": {"encountered-error": true, "success": false}}'
    assert read_run(1, report, panic, crate="candidate").ending is Ending.FAILED


def test_the_live_set_finds_a_tool_that_says_yes_to_all(tmp_path: Path) -> None:
    faults = dict(probe(driver(tmp_path, "verified")))
    assert sum(not fault for fault in faults.values()) <= 1
    assert len(faults) == len(PROBES)


@pytest.mark.verus
def test_the_live_set_passes_with_the_real_tool() -> None:
    try:
        toolchain = find_verus()
    except InfraError as error:
        pytest.skip(str(error))
    assert not any(dict(probe(Verus(toolchain, choose_sandbox()))).values())

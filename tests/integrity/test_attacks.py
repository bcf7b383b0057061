"""Every entry of the attack corpus: attacks are caught, honest look-alikes are not."""

from __future__ import annotations

import tomllib

import pytest
from material import ATTACKS, reference

from adjudge.judge.integrity import compare
from adjudge.model import Task
from adjudge.verus.cheats import find_cheats
from adjudge.verus.errors import VerusSyntaxError

ENTRIES = tomllib.loads((ATTACKS / "manifest.toml").read_text("utf-8"))["entry"]


def is_modified(entry: dict[str, str], given: str, candidate: str) -> bool:
    name = entry["reference"]
    target = "Interval::first_outside" if name == "interval" else f"Solution::{name}"
    try:
        report = compare(given, candidate, mode=Task(entry["task"]), target=target)
    except VerusSyntaxError:
        return True  # what cannot be read is not the reference
    return not report.unchanged


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["file"])
def test_verdict(entry: dict[str, str]) -> None:
    part = "code_spec" if entry["task"] == "spec_code2proof" else "spec"
    given = reference(entry["reference"], part)
    candidate = (ATTACKS / entry["file"]).read_bytes().decode("utf-8")
    expect = entry["expect"]
    if expect != "modified":
        assert bool(find_cheats(candidate, given=given)) == (expect == "cheating")
    if expect != "cheating":
        assert is_modified(entry, given, candidate) == (expect == "modified")

"""Every bundled candidate gets its expected outcome, and the machine is unharmed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudge.datasets.registry import SAMPLES, open_benchmark, open_samples
from adjudge.judge.batch import judge_all
from adjudge.judge.code import CodeJudge
from adjudge.model import Candidate, Outcome
from adjudge.report.table import as_expected
from adjudge.run.pool import default_workers
from adjudge.run.sandbox import available, choose_sandbox
from adjudge.run.store import Store
from adjudge.rust.toolchain import find_rust

pytestmark = [pytest.mark.rust, pytest.mark.xdist_group("starter-samples")]

# Those that attack the machine, other processes or the judge's files, by words of their names.
HOSTILE = re.compile(
    "bomb|kill|parent|memory|disk|folder|exit|escape|oracle|leak|walks|shell|fork|thread|stops"
    "|ptrace|environment|flood|closes|forged|sleeps|include|incbin|env-at|writes|reads|overrides"
)


# Landlock climbs from a file to the root at each access: folders nested 70,000 deep take it longer
# than two seconds, where bubblewrap's own file system needs milliseconds.
ON_LANDLOCK = {"climb_stairs/nl2code/code#2": "timeout"}


def processes() -> set[str]:
    """The numbers of all processes of this machine."""
    return {path.name for path in Path("/proc").glob("[0-9]*")}


def judged_here(found: set[str]) -> list[str]:
    """Those of the processes that run a candidate or its supervisor, of this very session."""
    mine = []
    for number in found:
        try:
            words = Path("/proc", number, "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if os.environ["ADJUDGE_CACHE"] in words and f"/{os.getpid()}-" in words:
            mine.append(words)
    return mine


@pytest.fixture
def clean_machine() -> Iterator[None]:
    """Asserts that no process and no file of ours outlives the test."""
    watched = [Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"), Path.home()]
    before = {place: {p.name for p in place.iterdir()} for place in watched}
    yield
    assert judged_here(processes()) == []
    work = Path(os.environ["ADJUDGE_CACHE"]) / "work"
    assert list(work.glob(f"{os.getpid()}-*")) == []
    for place in watched:
        new = {p.name for p in place.iterdir()} - before[place]
        # Others work on this machine too; what is ours or a candidate's says so.
        assert [name for name in new if "adjudge-" in name and "tests" not in name] == []
        assert [name for name in new if "candidate" in name or "pwned" in name] == []


def unexpected(rung: str, candidates: list[Candidate], store: Path) -> dict[str, Outcome]:
    reason = available(rung)
    if reason:
        pytest.skip(f"no {rung} here: {reason}")
    judge = CodeJudge(choose_sandbox(only=rung), find_rust())
    outcomes = list(
        judge_all(
            candidates,
            open_benchmark("starter"),
            lambda _: judge,
            Store(store),
            workers=min(2, default_workers(2 << 30)),
        )
    )
    assert len(outcomes) == len(candidates)
    return {o.label: o for o in outcomes if not as_expected(o)}


@pytest.mark.timeout(600)
def test_all_bundled_candidates(clean_machine: None, store_path: Path) -> None:
    candidates = open_samples("starter/code")
    assert len(candidates) >= 60
    assert all(candidate.expect for candidate in candidates)
    assert {c.expect for c in candidates} == {
        *("solved", "incorrect_output", "timeout", "runtime_error", "syntax_error", "no_answer")
    }
    assert unexpected("bubblewrap", candidates, store_path) == {}


@pytest.mark.timeout(600)
def test_hostile_candidates_on_landlock(clean_machine: None, store_path: Path) -> None:
    """The weaker rung contains the same attacks."""
    texts = "".join(p.read_text() for p in SAMPLES["starter/code"].glob("*.md") if hostile(p))
    candidates = [c for c in open_samples("starter/code") if c.completion and c.completion in texts]
    assert len(candidates) >= 25
    different = unexpected("landlock", candidates, store_path)
    for label, category in ON_LANDLOCK.items():
        outcome = different.pop(label, None)
        assert outcome is None or outcome.category == category, outcome
    assert different == {}


def hostile(path: Path) -> bool:
    return HOSTILE.search(path.stem.partition("--")[2]) is not None

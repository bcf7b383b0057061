"""What the verbs that judge share: the store, and the judge of each task."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

from adjudge.judge.batch import Judge
from adjudge.judge.code import TASKS, CodeJudge
from adjudge.model import Candidate
from adjudge.run.sandbox import choose_sandbox
from adjudge.run.store import Store, default_store
from adjudge.rust.toolchain import find_rust


def open_store(path: Path | None) -> Store:
    """The store at `path`, or the user's own."""
    return Store(path or default_store())


def code_judges(*, unsafe: bool) -> Callable[[Candidate], Judge | None]:
    """The judge of each candidate's task; made when the first candidate needs it.

    Args:
        unsafe: Accept running without containment, where no sandbox works.
    """

    @functools.cache
    def code_judge() -> CodeJudge:
        return CodeJudge(choose_sandbox(unsafe=unsafe), find_rust())

    def judge_for(candidate: Candidate) -> Judge | None:
        wanted = candidate.task in TASKS and candidate.language in ("verus", "rust")
        return code_judge() if wanted else None

    return judge_for

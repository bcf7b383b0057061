"""What judges share: their finding about an answer, and the digests that name the question."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Any

import msgspec

from adjudge.datasets.native import to_json
from adjudge.model import Candidate, Category, Evidence, Outcome, Part, Problem, Status, values

_PACKAGE = Path(__file__).parents[1]
_ROOMS = ("model", "verus", "rocq", "rust", "run", "cases", "decide", "judge")
_digests: dict[int, tuple[Problem, str]] = {}


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a judge found about an answer, whoever gave it; see `Outcome` for the fields."""

    status: Status
    evidence: Evidence
    category: Category | None = None
    message: str = ""
    witness: dict[str, Any] | None = None
    credit: dict[str, float] = {}
    detail: str = ""
    parts: dict[str, Part] = {}

    def outcome(self, key: str, candidate: Candidate) -> Outcome:
        """The finding as the outcome of one candidate."""
        return Outcome(
            key=key,
            problem=candidate.problem,
            task=candidate.task,
            language=candidate.language,
            sample=candidate.sample,
            model=candidate.model,
            expect=candidate.expect,
            **{name: getattr(self, name) for name in self.__struct_fields__},
        )


@functools.cache
def judge_digest() -> str:
    """SHA-256 over the source of everything that takes part in judging.

    A change of the judge asks every question anew, without anybody remembering to say so.
    """
    digest = hashlib.sha256()
    for room in _ROOMS:
        for path in sorted((_PACKAGE / room).rglob("*")):
            if path.suffix in (".py", ".rs", ".v"):
                digest.update(f"{path.relative_to(_PACKAGE)}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def problem_digest(problem: Problem) -> str:
    """SHA-256 over all of a problem: its texts, signature and cases."""
    # By identity: values cannot be hashed, and keeping the problem keeps its identity its own.
    known = _digests.get(id(problem))
    if known is None:
        digest = hashlib.sha256(values.dumps(to_json(problem)).encode()).hexdigest()
        known = _digests[id(problem)] = (problem, digest)
    return known[1]

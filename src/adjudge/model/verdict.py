"""Verdicts on obligations and outcomes of candidates, each with its evidence."""

from __future__ import annotations

import enum
from typing import Any

import msgspec

from adjudge.model.problem import SCHEMA, Task


class Decision(enum.StrEnum):
    """The three values of a verdict. UNKNOWN is always allowed; a wrong one never is."""

    ACCEPT = "accept"
    REJECT = "reject"
    UNKNOWN = "unknown"


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who decided, how, at what cost, and how to see it again.

    Attributes:
        engine: The engine that decided, such as `rust-cases`.
        version: The version of Adjudge that ran it.
        tool: The tool underneath and its version, such as rustc's own version line.
        tool_digest: SHA-256 of the tool, so that two builds of one version are told apart.
        sandbox: The rung of the sandbox ladder that contained the run.
        method: What was done, in one line.
        reproduce: One command that shows it again.
        build_seconds: Wall-clock time of building, in seconds.
        run_seconds: CPU time of running all cases, in seconds.
    """

    engine: str
    version: str = ""
    tool: str = ""
    tool_digest: str = ""
    sandbox: str = ""
    method: str = ""
    reproduce: str = ""
    build_seconds: float = 0.0
    run_seconds: float = 0.0


class Verdict(msgspec.Struct, frozen=True):
    """Whether a specification accepts a case, as far as an engine can tell.

    Attributes:
        decision: ACCEPT, REJECT or UNKNOWN.
        evidence: Who decided and how.
        reason: Why it is UNKNOWN; empty otherwise.
    """

    decision: Decision
    evidence: Evidence
    reason: str = ""


class Status(enum.StrEnum):
    """What a judge says of a candidate.

    INFRA means that a tool could not run: nothing was judged, and it counts for neither side.
    """

    SOLVED = "solved"
    FAILED = "failed"
    UNKNOWN = "unknown"
    INFRA = "infra"


class Category(enum.StrEnum):
    """Why a candidate failed: stable codes, by the papers' names."""

    SYNTAX_ERROR = "syntax_error"
    INCORRECT_OUTPUT = "incorrect_output"
    TIMEOUT = "timeout"
    RUNTIME_ERROR = "runtime_error"
    VERIFICATION_FAILURE = "verification_failure"
    PRECONDITION_MISMATCH = "precondition_mismatch"
    POSTCONDITION_MISMATCH = "postcondition_mismatch"
    BOTH_MISMATCH = "both_mismatch"
    MODIFIED = "modified"
    CHEATING = "cheating"
    NO_ANSWER = "no_answer"


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was found about one part of a candidate that is judged in parts.

    The fields mean what those of `Outcome` mean.
    """

    status: Status
    evidence: Evidence
    category: Category | None = None
    detail: str = ""
    message: str = ""
    witness: dict[str, Any] | None = None

    @property
    def code(self) -> str:
        """`solved`, `unknown`, `infra`, or the category of the failure."""
        return str(self.category) if self.category is not None else str(self.status)


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a judge found about one candidate.

    Attributes:
        key: The content address of the question, by which the store knows it.
        category: Why it failed; None unless the status is FAILED.
        detail: The finer class below the category, such as `invariant_end`; may be empty.
        message: What a person needs to know, such as the compiler's words.
        witness: The first failing case: its number, input, expected and found output.
        credit: Partial credit by name, each from 0 to 1, such as the share of cases passed.
        expect: The outcome that a bundled candidate had to get, if it said so.
        parts: What was found about each part, where a candidate is judged in parts.
    """

    key: str
    problem: str
    task: Task
    language: str
    sample: int
    model: str
    status: Status
    evidence: Evidence
    category: Category | None = None
    detail: str = ""
    message: str = ""
    witness: dict[str, Any] | None = None
    credit: dict[str, float] = {}
    expect: str | None = None
    parts: dict[str, Part] = {}
    # Made, so that it is written even where defaults are omitted: a later version must see it.
    schema: int = msgspec.field(default_factory=lambda: SCHEMA)

    @property
    def code(self) -> str:
        """`solved`, `unknown`, `infra`, or the category of the failure."""
        return str(self.category) if self.category is not None else str(self.status)

    @property
    def label(self) -> str:
        """A short name for people: `running_sum/nl2code/model#0`."""
        return f"{self.problem}/{self.task}/{self.model or 'unnamed'}#{self.sample}"

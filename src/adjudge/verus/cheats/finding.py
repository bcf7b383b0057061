"""What the search for cheats reports."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


class Severity(enum.StrEnum):
    """What a construct can do to a verdict.

    `UNSOUND` lets a false statement through, `WEAKENS` drops or changes an obligation,
    `SUSPICIOUS` is refused because nothing honest needs it and reviewing it is not our trade:
    it touches the tool, the build or the reader rather than the proof.
    """

    UNSOUND = "unsound"
    WEAKENS = "weakens"
    SUSPICIOUS = "suspicious"


@dataclass(frozen=True, slots=True)
class Cheat:
    """A construct that extends the trusted base or hides an obligation.

    Attributes:
        code: The rule's stable name, as in `external-body`.
        severity: What the construct can do.
        line: Line of its first token, from 1.
        column: Column of its first token, from 1.
        message: One sentence for the candidate's author.
        excerpt: The line of the source, trimmed.
        offset: Offset of its first character in the text.
        construct: The tokens that are at fault, without layout; the same construct in the given
            text excuses this one.
    """

    code: str
    severity: Severity
    line: int
    column: int
    message: str
    excerpt: str
    offset: int = field(repr=False)
    construct: str = field(repr=False)

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.code} ({self.severity}): {self.message}"

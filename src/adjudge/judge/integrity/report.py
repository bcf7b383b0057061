"""What comparing a candidate with its reference found."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Aspect(enum.StrEnum):
    """What a change touches."""

    SPECIFICATION = "specification"
    CODE = "code"


class Kind(enum.StrEnum):
    """What a change is.

    `CAPTURES` is a name of the candidate's that frozen text uses too, so that the text may mean
    something else; `NOT_GHOST` is proof text which acts on the code around it.
    """

    MISSING = "missing"
    CHANGED = "changed"
    DUPLICATE = "duplicate"
    ADDED = "added"
    CAPTURES = "captures"
    NOT_GHOST = "not-ghost"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A piece of one side's source.

    Attributes:
        line: Its first line, from 1.
        column: Its first column, from 1.
        text: The source as written.
    """

    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """A way in which the candidate is not the reference plus proof.

    Attributes:
        kind: What happened.
        aspect: What it touches.
        item: The item's name, as in `Solution::max_of`.
        message: One line for a reader.
        reference: Where the two first differ, on the reference's side.
        candidate: The same on the candidate's side.
        diff: A unified diff of the item, printed without proof and in one layout; may be empty.
    """

    kind: Kind
    aspect: Aspect
    item: str
    message: str
    reference: Excerpt | None = None
    candidate: Excerpt | None = None
    diff: str = ""

    def __str__(self) -> str:
        lines = [f"{self.item}: {self.message}"]
        for side, excerpt in (("reference", self.reference), ("candidate", self.candidate)):
            if excerpt is not None:
                lines += [f"  {side}, line {excerpt.line}:"]
                lines += [f"    {line}" for line in excerpt.text.splitlines()[:8]]
        return "\n".join([*lines, self.diff] if self.diff else lines)


@dataclass(frozen=True, slots=True)
class Report:
    """Everything in which a candidate departs from its reference, specification first."""

    changes: tuple[Change, ...]

    @property
    def unchanged(self) -> bool:
        """Whether specification and code are the reference's."""
        return not self.changes

    @property
    def specification_unchanged(self) -> bool:
        """Whether contracts, specification functions and types are the reference's."""
        return all(change.aspect is not Aspect.SPECIFICATION for change in self.changes)

    @property
    def code_unchanged(self) -> bool:
        """Whether the executable code is the reference's."""
        return all(change.aspect is not Aspect.CODE for change in self.changes)

    def __str__(self) -> str:
        return "\n".join(map(str, self.changes)) or "specification and code are unchanged"

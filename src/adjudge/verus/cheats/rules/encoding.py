"""Characters that make a text look like another, or make the tool panic."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.verus.cheats.finding import Cheat, Severity
from adjudge.verus.cheats.subject import Subject
from adjudge.verus.lexer import Kind

CODES = frozenset({"non-ascii", "hidden-text"})

_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_TEXT = frozenset({Kind.COMMENT, Kind.STR, Kind.CHAR})


def strange_characters(subject: Subject) -> Iterator[Cheat]:
    """Non-ASCII outside comments and strings, and marks of direction anywhere."""
    for token in subject.every:
        if token.text.isascii():
            continue
        if not _BIDI.isdisjoint(token.text):
            message = "marks of direction show the text in another order than it is read"
            yield subject.cheat_at(
                "hidden-text", Severity.SUSPICIOUS, message, token.start, token.text
            )
        elif token.kind not in _TEXT:
            message = "only comments and strings may hold characters beyond ASCII"
            yield subject.cheat_at(
                "non-ascii", Severity.SUSPICIOUS, message, token.start, token.text
            )

"""The `verus!{}` block: what stands in none is not verified."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.verus.cheats.finding import Cheat, Severity
from adjudge.verus.cheats.subject import Subject

CODES = frozenset({"verus-missing", "second-verus-block"})


def one_verus_block(subject: Subject) -> Iterator[Cheat]:
    """Exactly one `verus!{ .. }`; that a text which cannot be read has none is no cheat."""
    words = subject.words
    starts = [
        index
        for index, name in subject.names
        if name == "verus" and words[index + 1] == "!" and words[index + 2] in ("{", "(", "[")
    ]
    if not starts and subject.file is not None:
        message = "there is no `verus!{ .. }`, so nothing is verified"
        yield subject.cheat_at("verus-missing", Severity.UNSOUND, message, 0, "")
    for index in starts[1:]:
        message = "there is a second `verus!{ .. }`"
        yield subject.cheat(
            "second-verus-block", Severity.SUSPICIOUS, message, index, subject.closing(index + 2)
        )

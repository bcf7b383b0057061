"""Keywords of Rust that no solution needs; as keywords they cannot be names."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.verus.cheats.finding import Cheat, Severity
from adjudge.verus.cheats.subject import Subject

_REFUSED = {
    "unsafe": ("unsafe", Severity.UNSOUND, "`unsafe` promises what nobody checks"),
    "trait": ("trait", Severity.UNSOUND, "an unverified implementation of a trait is believed"),
    "dyn": ("trait", Severity.UNSOUND, "a trait object may lead to unverified code"),
    "extern": ("extern", Severity.SUSPICIOUS, "code of other crates and languages is not allowed"),
    "mod": ("module", Severity.SUSPICIOUS, "a module can hide or replace what text outside means"),
    "static": ("static", Severity.SUSPICIOUS, "global variables are not allowed"),
}
CODES = frozenset(code for code, _, _ in _REFUSED.values())


def refused_keywords(subject: Subject) -> Iterator[Cheat]:
    """`unsafe`, `trait`, `dyn`, `extern`, `mod` and `static`."""
    for index, word in enumerate(subject.words):
        if refused := _REFUSED.get(word):
            code, severity, message = refused
            yield subject.cheat(code, severity, message, index, index + 3)

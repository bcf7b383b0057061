"""Words that put a fact into the trusted base, by whatever path or import they are reached.

Refusing the bare word wherever it stands as an identifier covers aliases, globs, raw identifiers
and macro arguments at once. `vstd::pervasive` matters most: its `assume` is an ordinary lemma to
`--no-cheating`.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.verus.cheats.finding import Cheat, Severity
from adjudge.verus.cheats.subject import Subject

_ASSUMPTIONS = {
    "assume": "assume",
    "assume_": "assume",
    "admit": "admit",
    "assume_new": "assume-new",
    "assume_new_fallback": "assume-new",
    "inline_air_stmt": "inline-air",
    "proof_from_false": "proof-from-false",
}
_BACKDOORS = {
    "pervasive": ("pervasive", "`vstd::pervasive` holds lemmas that assume what they state"),
    "verus_builtin": ("builtin", "the tool's own crate is not for candidates"),
    "builtin": ("builtin", "the tool's own crate is not for candidates"),
    "verus_builtin_macros": ("builtin", "the tool's own crate is not for candidates"),
    "builtin_macros": ("builtin", "the tool's own crate is not for candidates"),
}
CODES = frozenset(_ASSUMPTIONS.values()) | {code for code, _ in _BACKDOORS.values()}


def assumptions(subject: Subject) -> Iterator[Cheat]:
    """`assume(..)`, `admit()` and their kin: a fact without a proof."""
    for index, name in subject.names:
        if code := _ASSUMPTIONS.get(name):
            message = f"`{name}` states a fact without proving it"
            yield subject.cheat(code, Severity.UNSOUND, message, index)


def backdoors(subject: Subject) -> Iterator[Cheat]:
    """Names of modules and crates through which unproved facts can be had."""
    words = subject.words
    for index, name in subject.names:
        if name in _BACKDOORS and "::" in (words[index + 1], words[index - 1]):
            code, message = _BACKDOORS[name]
            yield subject.cheat(code, Severity.UNSOUND, message, index)

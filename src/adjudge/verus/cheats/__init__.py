"""Find what extends the trusted base of a Verus program or hides an obligation.

`verus --no-cheating` refuses the plain cheats and lets whole families through: library lemmas that
assume, unverified implementations of traits, conditional compilation, code outside `verus!{}`.
So the rules work by an allow-list over tokens and tree, before any tool runs. Rules over tokens
need no tree and run on any text. Each rule is one small function; see `rules`.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from adjudge.verus.cheats.allowed import DEFAULT, Allowed
from adjudge.verus.cheats.finding import Cheat, Severity
from adjudge.verus.cheats.harmless import without_harmless
from adjudge.verus.cheats.rules import CODES, RULES
from adjudge.verus.cheats.subject import Subject
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.parser import parse_file
from adjudge.verus.syntax import File

_MOST = 200  # cheats that one rule reports: enough to refuse a text, and a bound on the work


def find_cheats(
    candidate: File | str, *, allowed: Allowed = DEFAULT, given: File | str | None = None
) -> list[Cheat]:
    """All cheats of a candidate, in the order of the text.

    Args:
        candidate: The candidate's text, or its tree if it is parsed already.
        allowed: The allow-list.
        given: The text that the candidate was asked to complete. What it holds is excused, as
            often as it holds it.
    """
    excused = Counter(_key(cheat) for cheat in _search(given, allowed)) if given else Counter()
    found = []
    for cheat in _search(candidate, allowed):
        if excused[_key(cheat)] > 0:
            excused[_key(cheat)] -= 1
        else:
            found.append(cheat)
    return found


def _key(cheat: Cheat) -> tuple[str, str]:
    return cheat.code, cheat.construct


def _search(source: File | str, allowed: Allowed) -> list[Cheat]:
    if isinstance(source, File):
        subject = Subject.of(source.text, source, allowed)
    else:
        subject = Subject.of(source, _tree(source), allowed)
    found = [cheat for rule in RULES for cheat in islice(rule(subject), _MOST)]
    found = without_harmless(subject, found)
    return sorted(found, key=lambda cheat: (cheat.line, cheat.column))


def _tree(text: str) -> File | None:
    try:
        return parse_file(text)
    except VerusSyntaxError:
        return None


__all__ = ["CODES", "DEFAULT", "RULES", "Allowed", "Cheat", "Severity", "find_cheats"]

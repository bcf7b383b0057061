"""Makes the program that is judged: the benchmark's own, with a candidate's proof put in.

A candidate never supplies the file that is judged. What it wrote is read, refused if it changed
frozen text or leans on anything unproved, and its proof is moved into the frozen program; then the
result is looked at once more, as the tool will see it. Every step fails closed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import msgspec

from adjudge.judge.frozen import Frozen
from adjudge.judge.integrity import Report, compare
from adjudge.judge.proof import Mode
from adjudge.judge.suspicion import certain, is_unsupported
from adjudge.model import Category
from adjudge.verus.cheats import DEFAULT, Allowed, Cheat, Severity, find_cheats
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.parser import parse_file
from adjudge.verus.syntax import File
from adjudge.verus.tool import ErrorClass
from adjudge.verus.transplant import Unplaced, transplant
from adjudge.verus.transplant.entries import entries, imports

_SHOWN = 12  # cheats in a message
_LONGEST = 20_000  # characters of a message


class Refusal(msgspec.Struct, frozen=True):
    """Why there is nothing to be run.

    Attributes:
        category: What the candidate did; None if it is our fault and nothing is decided.
        doubtful: The answer as written, if only our own word says that Verus refuses it.
        otherwise: What it is if Verus takes the answer after all; None: nobody knows.
    """

    category: Category | None
    message: str
    detail: str = ""
    doubtful: str | None = None
    otherwise: Category | None = None


class Rebuilt(msgspec.Struct, frozen=True):
    """The program to be run.

    Attributes:
        text: The program.
        lost: Which parts of the proof found no place in it, in one line; empty if all did.
    """

    text: str
    lost: str


def rebuild(
    answers: Sequence[str], frozen: Frozen, mode: Mode, *, max_rlimit: float
) -> Rebuilt | Refusal:
    """The frozen program with the proof of the likeliest answer that can be read.

    Args:
        answers: What may be the candidate's answer, the likeliest first.
        frozen: The program to be proved.
        mode: Whether a change of frozen text is held against the candidate.
        max_rlimit: The greatest `verifier::rlimit` that a candidate may ask for.
    """
    allowed = dataclasses.replace(DEFAULT, max_rlimit=max_rlimit)
    readings = [_read(text, mode) for text in answers]
    file = next((reading for reading in readings if isinstance(reading, File)), readings[0])
    if isinstance(file, VerusSyntaxError):
        return unreadable(answers[0], file, allowed)
    return _integrity(file, frozen, mode, allowed) or _moved(file, frozen, mode, allowed)


def _read(text: str, mode: Mode) -> File | VerusSyntaxError:
    """The answer's tree, or why it has none.

    Where only the proof counts, it may stand without the `verus!{}` around it.
    """
    if mode is Mode.TRANSPLANT and "verus!" not in text:
        text = f"verus! {{ {text}\n}}"
    try:
        return parse_file(text)
    except VerusSyntaxError as error:
        return error


def unreadable(text: str, error: VerusSyntaxError, allowed: Allowed) -> Refusal:
    """Why a text that our reader refuses is not run."""
    cheats = find_cheats(text, allowed=allowed)
    if any(cheat.severity is not Severity.SUSPICIOUS for cheat in cheats):
        return _cheating(cheats)  # the milder ones may come of the same slip as the error
    message = f"line {error.line}, column {error.column}: {error.message}"
    return Refusal(Category.SYNTAX_ERROR, message, ErrorClass.SYNTAX, doubtful=text)


def _integrity(file: File, frozen: Frozen, mode: Mode, allowed: Allowed) -> Refusal | None:
    """Why the candidate must not be run, or None.

    An answer that both cheats and changes frozen text is called by the graver name.
    """
    cheats = _cheats(file, frozen, allowed)
    if any(cheat.severity is not Severity.SUSPICIOUS for cheat in certain(cheats)):
        return _cheating(cheats)
    if mode is Mode.STRICT:
        report = compare(frozen.file, file, target=frozen.target)
        if not report.unchanged:
            return _modified(report)
    return refused(file.text, cheats) if cheats else None


def _moved(file: File, frozen: Frozen, mode: Mode, allowed: Allowed) -> Rebuilt | Refusal:
    moved = transplant(file, frozen.file, target=frozen.target)
    try:
        ours = parse_file(moved.text)
    except VerusSyntaxError as error:
        return Refusal(None, f"the rebuilt program cannot be read: {error}")
    # Moving a proof must change nothing else: seen on the very text that will be run, unless it is
    # what the candidate wrote and what has been looked at already.
    known = _same_program(file, ours)
    if mode is Mode.TRANSPLANT or not known:
        report = compare(frozen.file, ours, target=frozen.target)
        if not report.unchanged:
            return _modified(report)
    if not known and (cheats := _cheats(ours, frozen, allowed)):
        return refused(file.text, cheats)
    return Rebuilt(moved.text, _lost(moved.unplaced))


def _same_program(left: File, right: File) -> bool:
    """Whether two files have the same items, token for token, in any order."""
    return len(left.tokens) == len(right.tokens) and _items(left) == _items(right)


def _items(file: File) -> list[tuple[tuple[str, ...], list[str]]]:
    """Every item with the containers and attributes around it, and every import, as tokens."""
    texts = [token.text for token in file.tokens]
    nodes = [(entry.key, entry.context, entry.item) for entry in entries(file)]
    nodes += [(("use",), (), use.node) for use in imports(file)]
    return sorted(((*key, *context), texts[n.start : n.end]) for key, context, n in nodes)


def _cheats(file: File, frozen: Frozen, allowed: Allowed) -> list[Cheat]:
    """The cheats that the frozen program does not hold itself; it is searched only if need be."""
    found = find_cheats(file, allowed=allowed)
    return find_cheats(file, allowed=allowed, given=frozen.file) if found else []


def refused(text: str, cheats: list[Cheat]) -> Refusal:
    """Why a text with these findings is not run: it cheats, or the tool will not take it."""
    if certain(cheats):
        return _cheating(cheats)
    category, detail = Category.SYNTAX_ERROR, cheats[0].code
    if all(map(is_unsupported, cheats)):
        category, detail = Category.VERIFICATION_FAILURE, str(ErrorClass.UNSUPPORTED)
    # Verus panics at names that are not ASCII, and has nothing to say of plain Rust.
    clear = any(cheat.code in ("non-ascii", "verus-missing") for cheat in cheats)
    doubtful = None if clear else text
    return Refusal(category, _listed(cheats), detail, doubtful, otherwise=Category.CHEATING)


def _cheating(cheats: list[Cheat]) -> Refusal:
    known = certain(cheats)
    shown = [*known, *(cheat for cheat in cheats if cheat not in known)]
    return Refusal(Category.CHEATING, _listed(shown), shown[0].code)


def _listed(cheats: list[Cheat]) -> str:
    return "\n".join(f"{cheat}\n    {cheat.excerpt}" for cheat in cheats[:_SHOWN])


def _modified(report: Report) -> Refusal:
    change = report.changes[0]
    detail = f"{change.aspect}-{change.kind}"
    return Refusal(Category.MODIFIED, str(report)[:_LONGEST], detail)


def _lost(unplaced: tuple[Unplaced, ...]) -> str:
    if not unplaced:
        return ""
    parts = [f"line {part.line}: {part.text.splitlines()[0][:100]}" for part in unplaced[:3]]
    more = f" and {len(unplaced) - 3} more" if len(unplaced) > 3 else ""
    return f"parts of the proof found no place in the program: {'; '.join(parts)}{more}"

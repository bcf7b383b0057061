"""What Verus prints, as data.

A run is read from three things: the exit status, the JSON object on standard output, and the
diagnostics on standard error. Only the first two can say that a program verified: diagnostics may
hold any text of the program. What contradicts itself is no verdict but a failure of the tool.
"""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from adjudge.verus.tool.classes import ErrorClass, classify


class Ending(enum.StrEnum):
    """How a run ended. Whatever is not among the first four has judged nothing."""

    VERIFIED = "verified"
    NOTHING = "nothing to verify"
    FAILED = "failed"
    TIMEOUT = "timeout"
    USAGE = "misused"
    PANIC = "panicked"
    GARBAGE = "not understood"


class Diagnostic(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message of the tool.

    Attributes:
        level: `error`, `warning`, `note` or `help`.
        message: What it says.
        error: The class of an error; None for the other levels.
        line: Line in the program, from 1; 0 if it is not about a place in it.
        column: Column, from 1.
        notes: What is said under it: labels of places, notes and helps.
        rendered: The message as a person reads it in a terminal, with the source's lines.
    """

    level: str
    message: str
    error: ErrorClass | None = None
    line: int = 0
    column: int = 0
    notes: tuple[str, ...] = ()
    rendered: str = ""


class Run(msgspec.Struct, frozen=True):
    """One run of the tool.

    Attributes:
        ending: How it ended.
        why: What went wrong with the tool, in one line, if something did.
        verified: How many units it verified; units are not functions. None if it did not say.
        errors: How many errors the proof has; None if it did not say.
        whole: Whether the tool says of itself that the whole crate was verified with success.
        functions: Every function that was put to the solver, and whether all of it verified.
        known: Every function of the program that the tool saw as its own.
        diagnostics: All that it said, in order.
        seconds: Wall-clock time.
    """

    ending: Ending
    why: str = ""
    verified: int | None = None
    errors: int | None = None
    whole: bool = False
    functions: dict[str, bool] = {}
    known: frozenset[str] = frozenset()
    diagnostics: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0

    @property
    def complaints(self) -> tuple[Diagnostic, ...]:
        """The errors among the diagnostics."""
        return tuple(d for d in self.diagnostics if d.error is not None)

    @property
    def classes(self) -> tuple[ErrorClass, ...]:
        """The classes of its errors, each once, in order."""
        return tuple(dict.fromkeys(d.error for d in self.diagnostics if d.error is not None))

    @property
    def judged(self) -> bool:
        """Whether the run says anything about the program."""
        return self.ending in (Ending.VERIFIED, Ending.NOTHING, Ending.FAILED, Ending.TIMEOUT)


def read_run(
    exit_code: int, stdout: bytes, stderr: bytes, *, crate: str, seconds: float = 0.0
) -> Run:
    """The run that ended by itself with this status and these outputs.

    Args:
        exit_code: The exit status; negative is the signal that killed it.
        stdout: What it printed; `--output-json` is understood to be among the options.
        stderr: Its diagnostics, as JSON lines or as text.
        crate: The name of the program's crate.
        seconds: How long it took.
    """
    said = stderr.decode("utf-8", "replace")
    diagnostics = tuple(read_diagnostics(said))
    report = _report(stdout)
    if report is None:
        ending, why = _without_verdict(exit_code, diagnostics, said)
        return Run(ending, why, diagnostics=diagnostics, seconds=seconds)
    results, breakdown = report["verification-results"], _breakdown(report)
    known = (name for name in report.get("func-details", ()) if name.startswith(f"{crate}::"))
    ending, why = _ending(exit_code, results, diagnostics, said)
    return Run(
        ending,
        why,
        verified=results.get("verified"),
        errors=results.get("errors"),
        whole=results.get("success") is True and results.get("is-verifying-entire-crate") is True,
        functions=breakdown,
        known=frozenset(known),
        diagnostics=diagnostics,
        seconds=seconds,
    )


def _report(stdout: bytes) -> dict[str, Any] | None:
    """The JSON object on standard output, if it is the tool's and nothing else is there."""
    try:
        report = json.loads(stdout)
    except (ValueError, RecursionError):
        return None
    results = report.get("verification-results") if isinstance(report, dict) else None
    if not isinstance(results, dict) or not isinstance(report.get("func-details", {}), dict):
        return None
    counts = (results.get("verified", 0), results.get("errors", 0))
    return report if all(type(count) is int and count >= 0 for count in counts) else None


def _breakdown(report: dict[str, Any]) -> dict[str, bool]:
    """Each function that was put to the solver, and whether every time with success."""
    found: dict[str, bool] = {}
    try:
        for module in report["times-ms"]["smt"]["smt-run-module-times"]:
            for entry in module.get("function-breakdown", ()):
                name, success = str(entry["function"]), entry["success"] is True
                found[name] = found.get(name, True) and success
    except (KeyError, TypeError, AttributeError):
        return {}  # not there where an early stage failed; without it nothing counts as verified
    return found


def _ending(
    exit_code: int, results: dict[str, Any], diagnostics: tuple[Diagnostic, ...], said: str
) -> tuple[Ending, str]:
    errors = [d for d in diagnostics if d.error is not None]
    if exit_code == 0:
        clean = not results.get("encountered-error", True)
        clean &= not results.get("encountered-vir-error", True)
        clean &= results.get("success", True) is True and results.get("errors") == 0
        if not clean or errors:
            return Ending.GARBAGE, "exit status 0, and yet not without errors"
        return (Ending.VERIFIED if results.get("verified") else Ending.NOTHING), ""
    if exit_code == 1 and errors and not _misuse(diagnostics):
        return Ending.FAILED, ""
    return _without_verdict(exit_code, diagnostics, said)


def _without_verdict(
    exit_code: int, diagnostics: tuple[Diagnostic, ...], said: str
) -> tuple[Ending, str]:
    """What happened to a tool that left no usable report."""
    if misuse := _misuse(diagnostics):
        return Ending.USAGE, misuse
    if fatal := _FATAL.search(said):
        return Ending.USAGE, fatal[1]
    if panic := _PANIC.search(said):
        return Ending.PANIC, f"panicked: {panic[1].strip()}"
    if exit_code < 0 or 128 < exit_code < 192:  # as a shell or a sandbox reports a signal
        number = -exit_code if exit_code < 0 else exit_code - 128
        return Ending.PANIC, f"was ended by signal {number}"
    last = said.strip().splitlines()[-1:] or ["it said nothing"]
    return Ending.GARBAGE, f"exit status {exit_code} and no report: {last[0][:200]}"


def _misuse(diagnostics: tuple[Diagnostic, ...]) -> str:
    """What the tool says of its options or its file, if that is what it complains about."""
    complaints = (d.message for d in diagnostics if d.error is not None)
    return next((said for said in complaints if _MISUSE.search(said)), "")


_MISUSE = re.compile(
    r"^couldn't read `|^Unrecognized option|^could not find function .* specified by"
)
_FATAL = re.compile(r"^Error: (.+)$", re.MULTILINE)
_PANIC = re.compile(r"^thread '[^'\n]*'[^\n]* panicked at [^\n]*\n([^\n]*)", re.MULTILINE)
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_HEAD = re.compile(r"(error|warning|note|help)(?:\[(E\d+)\])?: (.*)")
_SHORT = re.compile(r"([^\s:][^:]*):(\d+):(\d+): (error|warning|note|help)(?:\[(E\d+)\])?: (.*)")
_PLACE = re.compile(r"\s*--> ([^:\n]+):(\d+):(\d+)")
_NOTE = re.compile(r"\s*= (?:note|help): (.*)")
_TRAILER = re.compile(r"aborting due to|\d+ warnings? emitted|^For more information about")


def read_diagnostics(said: str) -> Iterator[Diagnostic]:
    """The diagnostics on standard error: JSON lines, rustc's text, or its short form."""
    text: list[str] = []
    for line in _ESCAPE.sub("", said).splitlines():
        if line.startswith('{"$message_type":"diagnostic"'):
            if (found := _from_json(line)) is not None:
                yield from _from_text(text)
                text = []
                yield found
        else:
            text.append(line)
    yield from _from_text(text)


def _from_json(line: str) -> Diagnostic | None:
    try:
        raw = json.loads(line)
        level, message = str(raw["level"]), str(raw["message"])
        code = raw["code"]["code"] if raw["code"] else None
        spans, children = raw["spans"], raw["children"]
        primary = [span for span in spans if span["is_primary"]] or [{}]
        labels = [_label(span) for span in spans if span["label"]]
        notes = [str(child["message"]) for child in children]
        return _diagnostic(
            level,
            message,
            code,
            (int(primary[0].get("line_start", 0)), int(primary[0].get("column_start", 0))),
            (*labels, *notes),
            str(raw["rendered"] or message),
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def _label(span: dict[str, Any]) -> str:
    return f"line {span['line_start']}: {span['label']}"


def _from_text(lines: list[str]) -> Iterator[Diagnostic]:
    """Diagnostics of rustc's text: a head in the first column and what stands under it."""
    head: re.Match[str] | None = None
    block: list[str] = []
    for line in [*lines, "error: "]:  # a last head, to close the one before
        found = _HEAD.match(line)
        if short := _SHORT.match(line):
            place = (int(short[2]), int(short[3]))
            yield from _kept(_diagnostic(short[4], short[6], short[5], place, (), line))
        elif found:
            if head:
                yield from _kept(_from_block(head, block))
            head, block = found, [line]
        else:
            block.append(line)


def _from_block(head: re.Match[str], block: list[str]) -> Diagnostic:
    rest = block[1:]
    place = next((m for line in rest if (m := _PLACE.match(line))), None)
    where = (int(place[2]), int(place[3])) if place else (0, 0)
    notes = tuple(m[1] for line in rest if (m := _NOTE.match(line)))
    return _diagnostic(head[1], head[3], head[2], where, notes, "\n".join(block).rstrip() + "\n")


def _diagnostic(
    level: str,
    message: str,
    code: str | None,
    place: tuple[int, int],
    notes: tuple[str, ...],
    rendered: str,
) -> Diagnostic:
    is_error = level.startswith("error") and not _TRAILER.search(message)
    # A missing implementation shows its trait only under the message.
    words = message if code != "E0277" else f"{message}\n{rendered}"
    error = classify(words, code) if is_error else None
    return Diagnostic(level, message, error, *place, notes, rendered)


def _kept(diagnostic: Diagnostic) -> Iterator[Diagnostic]:
    if not _TRAILER.search(diagnostic.message):
        yield diagnostic

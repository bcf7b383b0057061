"""The class of an error of Verus, by its words.

The rules are in order, the first that fits decides. They were drawn from 2,402 recorded runs of
version 0.2026.05.05 and are tested against all of them.
"""

from __future__ import annotations

import enum
import re


class ErrorClass(enum.StrEnum):
    """What an error is about: stable codes, by the stage of the tool that finds it.

    A stage that finds errors hides those of later stages: first `SYNTAX`, then `TYPE`, then those
    of Verus' own checks from `MODE` to `OTHER`, then `BORROW`, then the proof itself. Only
    `CHEATING`, what `--no-cheating` refuses, comes together with errors of the proof.
    """

    SYNTAX = "syntax"
    TYPE = "type"
    MODE = "mode"
    TRIGGER = "trigger"
    UNSUPPORTED = "unsupported"
    CHEATING = "cheating"
    OTHER = "other"
    BORROW = "borrow"
    PRECONDITION = "precondition"
    POSTCONDITION = "postcondition"
    INVARIANT_ENTRY = "invariant_entry"
    INVARIANT_END = "invariant_end"
    TYPE_INVARIANT = "type_invariant"
    ASSERTION = "assertion"
    OVERFLOW = "overflow"
    TERMINATION = "termination"
    RESOURCE_LIMIT = "resource_limit"


_PROOF = (
    (r"Resource limit \(rlimit\) exceeded", ErrorClass.RESOURCE_LIMIT),
    (r"postcondition not satisfied", ErrorClass.POSTCONDITION),
    (r"precondition not (satisfied|met)|requires not satisfied", ErrorClass.PRECONDITION),
    (r"invariant not satisfied before loop", ErrorClass.INVARIANT_ENTRY),
    (
        r"invariant not satisfied at end of loop body|loop invariant not sat",
        ErrorClass.INVARIANT_END,
    ),
    (r"declared type invariant", ErrorClass.TYPE_INVARIANT),
    (r"possible (arithmetic|bit shift) underflow|possible division by zero", ErrorClass.OVERFLOW),
    (r"assertion (failed|failure|not satisfied)|bitvector assertion", ErrorClass.ASSERTION),
    (r"expression simplifies to|assert_by_compute", ErrorClass.ASSERTION),
    (r"decreases|could not prove termination|may result in nontermination", ErrorClass.TERMINATION),
)
_CHECKS = (
    (r"not allowed with --no-cheating", ErrorClass.CHEATING),
    (
        r"automatically infer triggers|^trigger (does|group|must)|attribute `triggers?`",
        ErrorClass.TRIGGER,
    ),
    (r"with mode (spec|exec|proof)|must have mode|(has|expected) mode", ErrorClass.MODE),
    (r"(spec|exec|proof|ghost)-mode|can only be used in ghost code", ErrorClass.MODE),
    (r"^Verus does not|not supported|not yet support|is not supported", ErrorClass.UNSUPPORTED),
    (r"which is ignored because it is either declared outside", ErrorClass.UNSUPPORTED),
    (r"ForLoopGhostIteratorNew|constant evaluation is taking", ErrorClass.UNSUPPORTED),
)
_TYPES = (
    (r"^mismatched types|^integer literal out of range", ErrorClass.TYPE),
    (r"dereference a mutable reference parameter", ErrorClass.TYPE),
    (r"^duplicate definitions|function not found in crate", ErrorClass.TYPE),
)
_OTHERS = (
    r"Unsupported constant type",
    r"structural impl for non-structural",
    r"^Safe API violation",
    r"must have at least one non-recursive variant",
    r"must be marked opens_invariants",
    r"inline AIR is only allowed",
    r"^verification results::",
    r"^duplicate specification",
    r"in a non-positive position",
    r"cyclic dependency in the requires/ensures",
    r"should have a snake case name",
    r"^Proof by computation included",
    r"leading &&& must be inside",
    r"verus_builtin crate was not imported",
)
_RULES = [
    (re.compile(pattern), found)
    for pattern, found in (*_CHECKS, *_PROOF, *_TYPES, *((o, ErrorClass.OTHER) for o in _OTHERS))
]
_BORROW = re.compile(r"E0(38[124]|499|50[2-7]|515|59[467]|716)")


def classify(message: str, code: str | None = None) -> ErrorClass:
    """The class of an error.

    Args:
        message: Its first line.
        code: rustc's code, as in `E0308`, where it has one.
    """
    for pattern, found in _RULES:
        if pattern.search(message):
            return found
    if code is not None:
        return ErrorClass.BORROW if _BORROW.fullmatch(code) else ErrorClass.TYPE
    return ErrorClass.SYNTAX

"""Classes of the compiler's errors, by its own messages; finer than `syntax_error`."""

from __future__ import annotations

import enum
import re


class ErrorClass(enum.StrEnum):
    """Why a specification does not compile."""

    TYPE_MISMATCH = "type_mismatch"
    MISSING_DEPENDENCY = "missing_dependency"
    ILL_FORMED_RECURSION = "ill_formed_recursion"
    NOTATION_OR_SCOPE = "notation_or_scope"
    UNKNOWN_REFERENCE = "unknown_reference"
    RESOURCES = "resources"
    OTHER = "other"


_RULES = (
    (ErrorClass.RESOURCES, r"not compiled in time|was killed|Out of memory|Stack overflow|Timeout"),
    (
        ErrorClass.MISSING_DEPENDENCY,
        r"Cannot find a physical path|Unable to locate library|Cannot load|Can't find file"
        r"|was not found in the loadpath",
    ),
    (
        ErrorClass.ILL_FORMED_RECURSION,
        r"Cannot guess decreasing argument|Recursive (definition|call)|ill-formed"
        r"|Non strictly positive|not.{0,20}decreasing|well-founded",
    ),
    (
        ErrorClass.NOTATION_OR_SCOPE,
        r"Unknown interpretation for notation|Unknown scope|No interpretation for"
        r"|Syntax error|Lexer|is not a (valid )?notation|delimiting key"
        r"|Cannot interpret this (number|string)",
    ),
    (ErrorClass.UNKNOWN_REFERENCE, r"was not found in the current environment|No such|Unbound"),
    (
        ErrorClass.TYPE_MISMATCH,
        r"has type|expected to have type|Illegal application|Cannot infer|cannot be applied"
        r"|Found (a|type)|In pattern-matching|The constructor|Non exhaustive",
    ),
)


def classify(message: str) -> ErrorClass:
    """The class of a compiler's message."""
    flat = " ".join(message.split())
    for found, pattern in _RULES:
        if re.search(pattern, flat):
            return found
    return ErrorClass.OTHER


def line_of(message: str) -> int | None:
    """The line of the candidate that the first error names."""
    before = message.partition("Error:")[0]
    found = re.findall(r'^File "[^"]*", line (\d+)', before, re.MULTILINE)
    return int(found[-1]) if found else None


def first_error(message: str) -> str:
    """The error without the place, on one line."""
    body = message.partition("Error:")[2] or message
    return " ".join(body.split())[:400]

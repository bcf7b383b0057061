"""Macros: which may be called, and that none is defined."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.verus.cheats.finding import Cheat, Severity
from adjudge.verus.cheats.subject import Subject
from adjudge.verus.lexer import Kind, words

CODES = frozenset({"macro-call", "macro-definition", "include", "cfg"})

_READS_FILES = frozenset({"include", "include_str", "include_bytes", "env", "option_env"})
_OPENERS = frozenset({"(", "[", "{"})

# Words before a negation, as in `requires !(a && b)`. A macro of such a name must be defined first,
# and no definition of a macro is allowed.
_BEFORE_NEGATION = words(
    """
    return if while match in else break and is has matches implies when via by
    requires ensures recommends returns decreases invariant invariant_except_break
    """
)


def refused_macros(subject: Subject) -> Iterator[Cheat]:
    """A call of a macro that the allow-list does not name; what it expands to nobody sees."""
    texts = subject.words
    for index, name in subject.names:
        if texts[index + 1] != "!" or texts[index + 2] not in _OPENERS:
            continue
        if name in _BEFORE_NEGATION or name in subject.allowed.macros:
            continue
        code, severity = "macro-call", Severity.SUSPICIOUS
        if name in _READS_FILES:
            code = "include"
        elif name == "cfg":
            code, severity = "cfg", Severity.UNSOUND
        after = subject.closing(index + 2) + 1
        message = f"the macro `{name}!` is not on the list of allowed macros"
        yield subject.cheat(code, severity, message, index, after)


def macro_definitions(subject: Subject) -> Iterator[Cheat]:
    """`macro_rules! name` and `macro name`: text that means something else where it is used."""
    texts = subject.words
    for index, name in subject.names:
        is_rules = name == "macro_rules" and texts[index + 1] == "!"
        is_macro = name == "macro" and subject.tokens[index + 1].kind is Kind.IDENT
        if is_rules or is_macro:
            message = "a macro can turn harmless text into anything"
            yield subject.cheat("macro-definition", Severity.UNSOUND, message, index, index + 4)

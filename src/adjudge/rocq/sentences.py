"""Rocq text as sentences, and what each of them declares.

Only what the lexical rules decide is read here: comments nest, strings double their quotes, a
sentence ends with a full stop before white space. What a name means, Rocq itself is asked.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator

import msgspec

_IDENT = r"[^\W\d][\w']*"
_OPEN = re.compile(r'\(\*|"')
_NESTED = re.compile(r'\(\*|\*\)|"')
_PREFIX = re.compile(
    r"(?:#\[[^\]]*\]\s*|(?:Local|Global|Polymorphic|Monomorphic|Cumulative|NonCumulative|Private"
    r"|Program|Time|Timeout\s+\d+|Succeed|Redirect\s+\"[^\"]*\")\s+)*"
)
_DECLARATION = re.compile(
    rf"(Definition|Fixpoint|CoFixpoint|Function|Example|Let|Inductive|CoInductive|Variant|Record"
    rf"|Structure|Class|Axioms?|Parameters?|Conjectures?|Variables?|Hypothes[ie]s|Context|Equations"
    rf"|Theorem|Lemma|Instance|Notation|Module|Section|End)\b\s*(?:Type\s+)?\(?\s*({_IDENT})?"
)


class Kind(enum.StrEnum):
    """What a declaration introduces."""

    DEFINITION = "definition"
    FIXPOINT = "fixpoint"
    INDUCTIVE = "inductive"
    RECORD = "record"
    ASSUMPTION = "assumption"
    SECTION = "section"
    MODULE = "module"
    OTHER = "other"


_KINDS = {
    "Definition": Kind.DEFINITION,
    "Example": Kind.DEFINITION,
    "Let": Kind.DEFINITION,
    "Fixpoint": Kind.FIXPOINT,
    "CoFixpoint": Kind.FIXPOINT,
    "Function": Kind.FIXPOINT,
    "Equations": Kind.FIXPOINT,
    "Inductive": Kind.INDUCTIVE,
    "CoInductive": Kind.INDUCTIVE,
    "Variant": Kind.INDUCTIVE,
    "Record": Kind.RECORD,
    "Structure": Kind.RECORD,
    "Class": Kind.RECORD,
    "Section": Kind.SECTION,
    "End": Kind.SECTION,
    "Module": Kind.MODULE,
}
_ASSUMPTIONS = ("Axiom", "Parameter", "Conjecture", "Variable", "Hypothes", "Context")


class Declaration(msgspec.Struct, frozen=True):
    """One declared name.

    Attributes:
        text: The whole sentence without comments.
        block: The names declared together, in order: more than one for mutual recursion.
    """

    kind: Kind
    name: str
    text: str
    block: tuple[str, ...]


def without_comments(text: str) -> str:
    """The text with each comment replaced by a space; strings are kept."""
    parts: list[str] = []
    at = 0
    for start, end, comment in _lexemes(text):
        if comment:
            parts += [text[at:start], " "]
            at = end
    return "".join([*parts, text[at:]])


def sentences(text: str) -> list[str]:
    """The sentences, without comments, each with its full stop.

    A last sentence without a full stop is left out: Rocq would refuse it.
    """
    clean = without_comments(text)
    found: list[str] = []
    at = 0
    strings = [(start, end) for start, end, _ in _lexemes(clean)]
    for stop in re.finditer(r"\.(?=\s|$)", clean):
        if any(start <= stop.start() < end for start, end in strings):
            continue
        found.append(clean[at : stop.end()].strip())
        at = stop.end()
    return found


def declarations(text: str) -> list[Declaration]:
    """What the text declares at its top level and in its sections, in order."""
    found: list[Declaration] = []
    for sentence in sentences(text):
        start = _PREFIX.match(sentence)
        match = _DECLARATION.match(sentence, start.end() if start else 0)
        if match is None or match[2] is None:
            continue
        word = match[1]
        kind = _KINDS.get(word, Kind.OTHER)
        if word.startswith(_ASSUMPTIONS):
            kind = Kind.ASSUMPTION
        names = [match[2]]
        if kind in (Kind.FIXPOINT, Kind.INDUCTIVE):
            names += _mutual(sentence[match.end() :])
        block = tuple(names)
        found += [Declaration(kind, name, sentence, block) for name in names]
    return found


def _mutual(rest: str) -> list[str]:
    """Names after `with` outside of `match .. with`, which has no name and type behind it."""
    names: list[str] = []
    depth = 0
    for token in re.finditer(rf'"[^"]*"|\bmatch\b|\bwith\b\s*({_IDENT})?|[()]', rest):
        if token[0] == "match":
            depth += 1
        elif token[0].startswith("with"):
            if depth:
                depth -= 1
            elif token[1]:
                names.append(token[1])
    return names


def _lexemes(text: str) -> Iterator[tuple[int, int, bool]]:
    """Comments and strings: (start, end, whether it is a comment). Unclosed ones reach the end."""
    at = 0
    while True:
        token = _OPEN.search(text, at)
        if token is None:
            return
        end = _string_end(text, token.end()) if token[0] == '"' else _comment_end(text, token.end())
        yield token.start(), end, token[0] != '"'
        at = end


def _string_end(text: str, at: int) -> int:
    close = text.find('"', at)
    return len(text) if close < 0 else close + 1


def _comment_end(text: str, at: int) -> int:
    depth = 1
    while depth:
        token = _NESTED.search(text, at)
        if token is None:
            return len(text)
        at = token.end()
        if token[0] == "(*":
            depth += 1
        elif token[0] == "*)":
            depth -= 1
        else:
            at = _string_end(text, at)
    return at

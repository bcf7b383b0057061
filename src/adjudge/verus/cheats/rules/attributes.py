"""Attributes, by allow-list: they can switch verification off, and much else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from adjudge.verus.cheats.finding import Cheat, Severity
from adjudge.verus.cheats.subject import Subject
from adjudge.verus.lexer import Kind

_CODES = {
    "external_body": ("external-body", Severity.UNSOUND),
    "external": ("external", Severity.UNSOUND),
    "external_fn_specification": ("external", Severity.UNSOUND),
    "external_type_specification": ("external", Severity.UNSOUND),
    "external_trait_specification": ("external", Severity.UNSOUND),
    "external_by_default": ("external", Severity.UNSOUND),
    "exec_allows_no_decreases_clause": ("no-decreases", Severity.WEAKENS),
    "assume_termination": ("no-decreases", Severity.WEAKENS),
    "rlimit": ("rlimit", Severity.SUSPICIOUS),
    "cfg": ("cfg", Severity.UNSOUND),
    "cfg_attr": ("cfg", Severity.UNSOUND),
    "path": ("include", Severity.SUSPICIOUS),
}
CODES = frozenset(code for code, _ in _CODES.values()) | {"attribute"}

_MESSAGES = {
    "external-body": "the body is not verified, its contract is believed",
    "external": "takes the item away from the verifier",
    "no-decreases": "allows code that never ends, of which anything can be proved",
    "rlimit": "overrides the judge's limit on the solver",
    "cfg": "the verified program and the compiled one may differ",
    "include": "reads text that is not part of the candidate",
}
_TOOLS = frozenset({"verifier", "verus"})
_ITEM_WORDS = frozenset({"fn", "impl", "struct", "enum", "const", "type", "mod", "trait"})


class _Option(NamedTuple):
    """One thing that an attribute says: `name` or `name(arguments)`."""

    name: str
    arguments: tuple[str, ...]


_NEVER = _Option("cfg", ("(", "any", "(", ")", ")"))


def refused_attributes(subject: Subject) -> Iterator[Cheat]:
    """Every attribute that the allow-list does not name."""
    words = subject.words
    for index in [index for index, word in enumerate(words) if word == "#"]:
        inner = words[index + 1 : index + 2] == ["!"]
        opener = index + 1 + inner
        if words[opener : opener + 1] != ["["]:
            continue
        closer = subject.closing(opener)
        for option in _options(words[opener + 1 : closer]):
            if not (_is_allowed(subject, option, inner) or _is_dead(subject, option, closer)):
                yield _cheat(subject, option, index, closer)


def _options(tokens: list[str]) -> list[_Option]:
    """What an attribute says; `verifier(a, b(c))` says `verifier::a` and `verifier::b(c)`."""
    length = 1
    while tokens[length : length + 1] == ["::"]:
        length += 2
    name, arguments = "".join(tokens[:length]), tokens[length:]
    if name not in _TOOLS or not arguments:
        return [_Option(name, tuple(arguments))]
    return [_Option(f"{name}::{part[0]}", tuple(part[1:])) for part in _parts(arguments[1:-1])]


def _parts(tokens: list[str]) -> list[list[str]]:
    """The tokens between the commas that stand in no bracket."""
    parts: list[list[str]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        if token == "," and not depth:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _is_allowed(subject: Subject, option: _Option, inner: bool) -> bool:
    allowed = subject.allowed
    if option.name not in (allowed.inner_attributes if inner else allowed.attributes):
        return False
    inside = [token for token in option.arguments[1:-1] if token != ","]
    if option.name == "derive":
        return allowed.derives.issuperset(inside)
    if option.name == "allow":
        lints = tuple(allowed.lints)
        return all(token.startswith(lints) or token == "::" for token in inside if token != "all")
    if option.name == "verifier::rlimit":
        number = "".join(inside)
        return bool(re.fullmatch(r"[0-9]+(\.[0-9]+)?", number)) and (
            float(number) <= allowed.max_rlimit
        )
    return True


def _is_dead(subject: Subject, option: _Option, closer: int) -> bool:
    """Whether this is `#[cfg(any())]` before an item, which cuts it out of every program.

    Before a macro, above all `verus!`, it would cut out what is to be verified.
    """
    if option != _NEVER:
        return False
    words = subject.words
    index = closer + 1
    while words[index : index + 1] == ["#"]:
        index = subject.closing(index + 1) + 1
    return words[index + 1 : index + 2] not in (["!"], ["::"])


def _cheat(subject: Subject, option: _Option, start: int, closer: int) -> Cheat:
    parts = option.name.split("::")
    name = parts[-1]
    if name not in _CODES and "external_body" in option.arguments:
        name = "external_body"
    code, severity = _CODES.get(name, ("attribute", Severity.SUSPICIOUS))
    if name == "path" and len(parts) > 1:
        code = "attribute"
    message = _MESSAGES.get(code, "is not on the list of allowed attributes")
    construct = f"{option.name} {''.join(option.arguments)} on {_target(subject, closer + 1)}"
    offset = subject.tokens[start].start
    return subject.cheat_at(code, severity, f"`{option.name}`: {message}", offset, construct)


def _target(subject: Subject, index: int) -> str:
    """The item that an attribute stands before, as far as tokens tell, for comparison only."""
    words = subject.words
    while index < len(words) and words[index] not in ("{", ";", "}", ""):
        if words[index] in _ITEM_WORDS and subject.tokens[index + 1].kind is Kind.IDENT:
            return f"{words[index]} {words[index + 1]}"
        index += 1
    return "something"

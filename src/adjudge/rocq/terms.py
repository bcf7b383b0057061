"""Types and telescopes as Rocq prints them under `Set Printing All`.

That form has no notations and no implicit arguments, so that a small reader is enough: a type is
an applied name, a signature is a chain of `forall` with one result.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

_DEPTH = {"(": 1, "match": 1, ")": -1, "end": -1}
_TOKEN = re.compile(r'"(?:[^"]|"")*"|[()]|:=|=>|[^\s()":,|]+|[:,|]')
_LIBRARY = {
    "Z.t": "Z",
    "N.t": "N",
    "Nat.t": "nat",
    "Pos.t": "positive",
    "Q": "Q",
    "RbaseSymbolsImpl.R": "R",
}


class Applied(msgspec.Struct, frozen=True):
    """A type: a name and what it is applied to. Names of the candidate begin with `Spec.`."""

    name: str
    args: tuple[Applied, ...] = ()

    def __str__(self) -> str:
        parts = [f"({a})" if a.args else str(a) for a in self.args]
        return " ".join([f"@{self.name}" if self.args and "." in self.name else self.name, *parts])


class Binder(msgspec.Struct, frozen=True):
    """One bound name (`_` where nothing refers to it) and its type as text.

    A `let` is a binder without a name: its value is substituted already.
    """

    name: str
    type: str


class Telescope(msgspec.Struct, frozen=True):
    """A signature: its binders and the text of its result."""

    binders: tuple[Binder, ...]
    result: str


def tokens(text: str) -> list[str]:
    """The tokens of a printed term."""
    return _TOKEN.findall(text)


def telescope(text: str) -> Telescope:
    """Takes the outer `forall`s off a printed type; a `let` between them is substituted."""
    found: list[Binder] = []
    rest = text.strip()
    while rest.startswith(("forall ", "let ")):
        if rest.startswith("let "):
            head, _, rest = cut(rest[len("let ") :], "in")
            typed, _, value = cut(head, ":=")
            found.append(Binder("", value.strip()))
            rest = rename(rest, {cut(typed, ":")[0].strip(): f"({value.strip()})"})
        else:
            head, _, rest = cut(rest[len("forall ") :], ",")
            found += binders(head)
        rest = rest.strip()
    return Telescope(tuple(found), rest)


def parse_type(text: str) -> Applied | None:
    """The applied name that a printed type is, or None if it has another form."""
    found, rest = _parse(tokens(text))
    return found if not rest else None


def spine(text: str) -> list[str]:
    """The head and the arguments of a printed application, as texts."""
    parts: list[str] = []
    depth, start = 0, None
    for match in _TOKEN.finditer(text):
        if depth == 0 and start is None:
            start = match.start()
        depth += _DEPTH.get(match[0], 0)
        if depth == 0 and start is not None:
            parts.append(text[start : match.end()])
            start = None
    return parts


def rename(text: str, names: Mapping[str, str]) -> str:
    """Replaces whole words."""
    for old, new in names.items():
        if old != new:
            text = re.sub(
                rf"(?<![\w.'@]){re.escape(old)}(?![\w'])", new.replace("\\", "\\\\"), text
            )
    return text


def canonical(name: str) -> str:
    """A library name without its modules; a candidate's name as it is."""
    name = name.lstrip("@")
    if name.startswith("Spec."):
        return name
    for printed, ours in _LIBRARY.items():
        if name == printed or name.endswith(f".{printed}"):
            return ours
    return name.rpartition(".")[2]


def _parse(rest: list[str]) -> tuple[Applied | None, list[str]]:
    atoms: list[Applied] = []
    while rest and rest[0] != ")":
        if rest[0] == "(":
            inner, rest = _parse(rest[1:])
            if inner is None or not rest:
                return None, rest
            atoms.append(inner)
            rest = rest[1:]
        elif re.fullmatch(r"@?[^\W\d][\w'.]*", rest[0]) and rest[0] not in _WORDS:
            atoms.append(Applied(canonical(rest[0])))
            rest = rest[1:]
        else:
            return None, rest
    if not atoms:
        return None, rest
    head, *args = atoms
    return Applied(head.name, (*head.args, *args)), rest


_WORDS = frozenset({"forall", "fun", "match", "let", "fix", "if", "exists"})


def cut(text: str, separator: str) -> tuple[str, str, str]:
    """Splits at the first separator outside of parentheses and of inner quantifiers."""
    depth = 0
    inner = 0
    opening = {",": "forall", "in": "let"}.get(separator)
    for match in _TOKEN.finditer(text):
        depth += _DEPTH.get(match[0], 0)
        if depth == 0 and match[0] == opening:
            inner += 1
        elif depth == 0 and match[0] == separator and inner:
            inner -= 1
        elif depth == 0 and match[0] == separator:
            return text[: match.start()], separator, text[match.end() :]
    return text, "", ""


def binders(head: str) -> list[Binder]:
    """`(x y : A) (_ : B)` or `x y : A`."""
    head = head.strip()
    if not head.startswith("("):
        names, _, type_ = cut(head, ":")
        return [Binder(name, type_.strip()) for name in names.split()]
    found: list[Binder] = []
    for group in spine(head):
        names, _, type_ = cut(group[1:-1], ":")
        found += [Binder(name, type_.strip()) for name in names.split()]
    return found

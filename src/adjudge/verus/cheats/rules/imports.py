"""Paths into other crates, by allow-list, and imports under other names."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.verus.cheats.finding import Cheat, Severity
from adjudge.verus.cheats.subject import Subject
from adjudge.verus.lexer import Kind
from adjudge.verus.syntax import Enum, Use
from adjudge.verus.transplant.uses import leaves

CODES = frozenset({"use-path", "use-rename"})

_CRATES = frozenset({"vstd", "std", "core", "alloc", "proc_macro", "test"})
_OWN_ROOTS = frozenset({"crate", "self", "super", "Self"})


def foreign_paths(subject: Subject) -> Iterator[Cheat]:
    """A path into another crate that the allow-list does not name, in an import or elsewhere.

    Imports from anything that is neither an allowed crate nor this one are refused too.
    """
    for path, index, after in _paths(subject):
        if path.split("::")[0] in _CRATES and not _is_allowed(subject, path):
            message = f"`{path}` is not on the list of allowed paths"
            yield subject.cheat("use-path", Severity.SUSPICIOUS, message, index, after)
    own_enums = {node.name for node in subject.nodes(Enum)}
    roots = _CRATES | _OWN_ROOTS | own_enums
    for use in subject.nodes(Use):
        for path, _ in leaves(use.tree):
            root = path.split("::")[0]
            if root not in roots or (root in _CRATES and not _is_allowed(subject, path)):
                message = f"`{path}` is not on the list of allowed imports"
                yield subject.cheat_node("use-path", Severity.SUSPICIOUS, message, use)


def renamed_crates(subject: Subject) -> Iterator[Cheat]:
    """`use vstd as v`, `use vstd::seq as s`: later paths no longer say where they lead.

    A single function under another name is harmless, since the path to it is on the allow-list
    and its new name is checked like that of an own item.
    """
    for use in subject.nodes(Use):
        for path, rename in leaves(use.tree):
            if rename is not None and path.count("::") < 2:
                message = f"`{path}` under the name `{rename}` hides where paths lead"
                yield subject.cheat_node("use-rename", Severity.WEAKENS, message, use)


def _is_allowed(subject: Subject, path: str) -> bool:
    names = path.split("::")
    if path == f"{names[0]}::*":
        return False
    prefixes = ("::".join(names[:length]) for length in range(2, len(names) + 1))
    return any(prefix in subject.allowed.paths for prefix in prefixes)


def _paths(subject: Subject) -> Iterator[tuple[str, int, int]]:
    """The paths `crate::a::b` among the tokens; one that ends in `::{` or `::*` is left out."""
    words, tokens = subject.words, subject.tokens
    for index, word in enumerate(words):
        if word not in _CRATES or words[index + 1] != "::":
            continue
        if words[index - 1] == "::" and tokens[index - 2].kind is Kind.IDENT:
            continue
        if subject.file is not None and "use" in (words[index - 1], words[index - 2]):
            continue  # the tree says more about imports
        after = index + 1
        while words[after] == "::" and tokens[after + 1].kind is Kind.IDENT:
            after += 2
        if words[after] != "::":
            yield "".join(words[index:after]), index, after

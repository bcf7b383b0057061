"""The text under suspicion, in the forms that the rules read."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, TypeVar

from adjudge.verus.cheats.allowed import Allowed
from adjudge.verus.cheats.finding import Cheat, Severity
from adjudge.verus.lexer import Kind, Token, line_column, significant, tokenize
from adjudge.verus.syntax import File, Node, walk

N = TypeVar("N", bound=Node)

_CLOSERS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Subject:
    """A text, its tokens and, if it can be parsed, its tree.

    Attributes:
        text: The text.
        every: All tokens; of a text that is not ASCII, spaces and comments among them.
        tokens: The tokens that mean something, and an `EOF`.
        words: The texts of `tokens`; raw identifiers keep their `r#`.
        names: Index and name of every identifier and keyword; `r#name` counts as `name`.
        partner: For each opening bracket's index that of its closing one, if it has one.
        file: The tree, or None for a text that is no Verus.
        kinds: All nodes of the tree by their class, in the order of the text; see `nodes`.
        allowed: The allow-list.
    """

    text: str
    every: list[Token]
    tokens: list[Token]
    words: list[str]
    names: list[tuple[int, str]]
    partner: dict[int, int]
    file: File | None
    kinds: dict[type[Node], list[Node]]
    allowed: Allowed

    @classmethod
    def of(cls, text: str, file: File | None, allowed: Allowed) -> Subject:
        """The subject for a text and its tree."""
        # What stands between the tokens matters for its characters only.
        every = file.tokens[:-1] if file and text.isascii() else tokenize(text)
        end = Token(Kind.EOF, "", len(text), len(text))
        tokens = file.tokens if file else [*significant(text), end]
        words = [token.text for token in tokens]
        names = [
            (index, word.removeprefix("r#"))
            for index, (kind, word, _, _) in enumerate(tokens)
            if kind is Kind.IDENT
        ]
        kinds: dict[type[Node], list[Node]] = defaultdict(list)
        for node in walk(file) if file else ():
            kinds[type(node)].append(node)
        return cls(text, every, tokens, words, names, _partners(words), file, kinds, allowed)

    def nodes(self, kind: type[N]) -> list[N]:
        """All nodes of a class, which must be one that has no others below it."""
        found: list[Any] = self.kinds.get(kind, [])
        return found

    def closing(self, opener: int) -> int:
        """Index of the bracket that closes the one at `opener`, or of the end of the text."""
        return self.partner.get(opener, len(self.words) - 1)

    def cheat(
        self, code: str, severity: Severity, message: str, first: int, after: int | None = None
    ) -> Cheat:
        """A cheat that consists of the tokens from index `first` up to `after`."""
        construct = " ".join(self.words[first : first + 1 if after is None else after])
        return self.cheat_at(code, severity, message, self.tokens[first].start, construct)

    def cheat_node(self, code: str, severity: Severity, message: str, node: Node) -> Cheat:
        """A cheat that consists of a node of the tree."""
        return self.cheat(code, severity, message, node.start, node.end)

    def cheat_at(
        self, code: str, severity: Severity, message: str, offset: int, construct: str
    ) -> Cheat:
        """A cheat at an offset of the text."""
        line, column = line_column(self.text, offset)
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        excerpt = self.text[start : end if end >= 0 else len(self.text)].strip()
        return Cheat(code, severity, line, column, message, excerpt[:160], offset, construct)


def _partners(words: list[str]) -> dict[int, int]:
    """The brackets that belong together; one that closes nothing is passed over."""
    partner: dict[int, int] = {}
    open_ones: list[int] = []
    for index, word in enumerate(words):
        if word in _CLOSERS:
            open_ones.append(index)
        elif open_ones and word == _CLOSERS[words[open_ones[-1]]]:
            partner[open_ones.pop()] = index
    return partner

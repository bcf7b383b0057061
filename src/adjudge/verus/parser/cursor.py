"""The parser's hands: where it stands among the tokens, and how it takes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar

from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.lexer import Kind, Token, line_column, significant, words
from adjudge.verus.syntax import Block, Expr, Node

MAX_DEPTH = 400

_CLOSER = {"(": ")", "[": "]", "{": "}"}
_OPENERS = frozenset(_CLOSER)
_BRACKETS = frozenset("()[]{}")

# Rust's strict keywords but `self`, `Self`, `super` and `crate`, which read as names.
KEYWORDS = words(
    "as break const continue else enum extern false fn for if impl in let loop match mod move mut "
    "pub ref return static struct trait true type unsafe use where while async await dyn"
)

N = TypeVar("N", bound=Node)
T = TypeVar("T")


class Cursor:
    """A position among the significant tokens of a text.

    Attributes:
        verus: Whether Verus' syntax is read at this place, or plain Rust.
        partner: For each opening bracket's index that of its closing one.
    """

    def __init__(self, text: str, *, verus: bool) -> None:
        self.text = text
        tokens = significant(text)
        tokens.append(Token(Kind.EOF, "", len(text), len(text)))
        self.tokens = tokens
        self.texts = [token.text for token in tokens]
        self.kinds = [token.kind for token in tokens]
        self.verus = verus
        self.pos = 0
        self.depth = 0
        self.no_struct = False
        self._halved: list[int] = []
        self._refuse_bad_tokens()
        self.partner = self._match_brackets()

    def _refuse_bad_tokens(self) -> None:
        if Kind.ERROR not in self.kinds:
            return
        index = self.kinds.index(Kind.ERROR)
        bad = self.texts[index]
        if bad.startswith("/*"):
            self.fail("block comment without end", at=index)
        if '"' in bad:
            self.fail("string without end", at=index)
        self.fail(f"character {bad[0]!r} cannot stand here", at=index)

    def _match_brackets(self) -> dict[int, int]:
        partner: dict[int, int] = {}
        stack: list[int] = []
        texts = self.texts
        for index, text in enumerate(texts):
            if text not in _BRACKETS:
                continue
            if text in _OPENERS:
                stack.append(index)
            elif not stack:
                self.fail(f"`{text}` closes nothing", at=index)
            elif _CLOSER[texts[stack[-1]]] != text:
                opener = texts[stack[-1]]
                line, _ = line_column(self.text, self.tokens[stack[-1]].start)
                wanted = _CLOSER[opener]
                message = f"expected `{wanted}` for the `{opener}` of line {line}, found `{text}`"
                self.fail(message, wanted, at=index)
            else:
                partner[stack.pop()] = index
        if stack:
            self.fail(f"`{texts[stack[-1]]}` is never closed", at=stack[-1])
        return partner

    # Errors

    def fail(self, message: str, *expected: str, at: int | None = None) -> NoReturn:
        """Raise a syntax error at a token, by default the current one."""
        offset = self.tokens[self.pos if at is None else at].start
        line, column = line_column(self.text, offset)
        raise VerusSyntaxError(message, line, column, expected)

    def unexpected(self, *expected: str) -> NoReturn:
        """Raise a syntax error: the current token is none of those expected."""
        found = self.texts[self.pos]
        wanted = " or ".join(expected)
        shown = f"`{found[:40]}`" if found else "the end of the text"
        self.fail(f"expected {wanted}, found {shown}", *expected)

    def enter(self) -> None:
        """Go one level deeper; the caller takes one off `depth` when it is done."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail("nested too deeply")

    # Tokens

    def peek(self, offset: int = 1) -> str:
        """The text of a token further on; empty beyond the end."""
        index = self.pos + offset
        return self.texts[index] if index < len(self.texts) else ""

    def peek_kind(self, offset: int = 1) -> Kind:
        """The kind of a token further on."""
        index = self.pos + offset
        return self.kinds[index] if index < len(self.kinds) else Kind.EOF

    def take(self, text: str) -> bool:
        """Take the token if it is this one."""
        if self.texts[self.pos] == text:
            self.pos += 1
            return True
        return False

    def halve(self) -> None:
        """Take the first half of a token of two equal characters; the rest stays in its place."""
        self.texts[self.pos] = self.texts[self.pos][1:]
        self._halved.append(self.pos)

    def expect(self, text: str) -> None:
        """Take this token or fail."""
        if self.texts[self.pos] != text:
            self.unexpected(f"`{text}`")
        self.pos += 1

    def adjacent(self, index: int) -> bool:
        """Whether nothing stands between this token and the one after it."""
        return self.tokens[index].end == self.tokens[index + 1].start

    def at_name(self) -> bool:
        """Whether the current token can be a name."""
        return self.kinds[self.pos] is Kind.IDENT and self.texts[self.pos] not in KEYWORDS

    def name(self) -> str:
        """Take an identifier that is no keyword of Rust."""
        if not self.at_name():
            self.unexpected("a name")
        self.pos += 1
        return self.texts[self.pos - 1]

    def lifetime(self) -> str:
        """Take a lifetime or label."""
        if self.kinds[self.pos] is not Kind.LIFETIME:
            self.unexpected("a lifetime")
        self.pos += 1
        return self.texts[self.pos - 1]

    def listed(self, closer: str, parse: Callable[[], T], separator: str = ",") -> tuple[T, ...]:
        """Things with separators between them up to the closing token, which is taken."""
        found: list[T] = []
        while not self.take(closer):
            found.append(parse())
            if not self.take(separator):
                self.expect(closer)
                break
        return tuple(found)

    def attempt(self, parse: Callable[[], T]) -> T | None:
        """What `parse` returns, or None with the cursor where it was if it fails."""
        before = self.pos, self.depth, self.no_struct
        halved = len(self._halved)
        try:
            return parse()
        except VerusSyntaxError:
            self.pos, self.depth, self.no_struct = before
            while len(self._halved) > halved:
                index = self._halved.pop()
                self.texts[index] = self.tokens[index].text
            return None

    # What the layers above define and those between use

    def expression(self) -> Expr:
        """Read an expression."""
        raise NotImplementedError

    def block(self) -> Block:
        """Read a block."""
        raise NotImplementedError

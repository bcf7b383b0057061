"""Turn any text into tokens that together cover every character of it.

One table of regular expressions decides. Three things lie beyond a regular expression and get a
line of code each: block comments nest, `x.0.1` holds two field names and no float, and literals
that never end.

`<` and `>` are tokens of one character wherever they may open or close generic arguments; the
parser joins neighbours into `<<`, `>>`, `>=`, `<<=` and `>>=` where it expects an operator.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum
from functools import partial
from typing import NamedTuple

from adjudge.verus.errors import VerusSyntaxError


class Kind(IntEnum):
    """What a token is."""

    IDENT = 1
    PUNCT = 2
    INT = 3
    FLOAT = 4
    STR = 5
    CHAR = 6
    LIFETIME = 7
    SPACE = 8
    COMMENT = 9
    ERROR = 10
    EOF = 11


class Token(NamedTuple):
    """A piece of the text."""

    kind: Kind
    text: str
    start: int
    end: int


# What the class does when it is called, without the keywords, which cost more than the rest.
_token: Callable[[tuple[Kind, str, int, int]], Token] = partial(tuple.__new__, Token)

TRIVIA = frozenset({Kind.SPACE, Kind.COMMENT})

_OPERATORS = """
    <==> =~~= !~~=
    ==> <== === !== =~= !~= &&& ||| ... ..=
    => -> :: .. && || == != <= += -= *= /= %= ^= |= &=
    - + * / % ^ ! & | = < > . :
"""

_SPACES = r"\x85\u200e\u200f\u2028\u2029"
# Takes any character beyond ASCII; `_name_end` knows which belong to names.
_NAME = rf"(?:[A-Za-z_]|[^\x00-\x7f{_SPACES}])(?:[A-Za-z0-9_]|[^\x00-\x7f{_SPACES}])*"

# The order matters: the first alternative that matches wins. Most tokens are plain names and
# brackets, so they stand in front, with what tells them from all below.
_TABLE: tuple[tuple[Kind, str], ...] = (
    (Kind.IDENT, r"[A-Za-z_][A-Za-z0-9_]*+(?![\"'#]|[^\x00-\x7f])"),
    (Kind.PUNCT, r"[(){}\[\],;@#$?~]"),
    (Kind.PUNCT, "(?!/[/*])(?:" + "|".join(map(re.escape, _OPERATORS.split())) + ")"),
    (Kind.COMMENT, r"//[^\n]*"),
    (Kind.STR, r'[bc]?"(?:[^"\\]|\\.)*"\w*'),
    (Kind.STR, r'[bc]?r(?P<hashes>#*)".*?"(?P=hashes)\w*'),
    (Kind.ERROR, r'[bc]?"|[bc]?r#*"|/\*'),  # opened here and, unless a comment, never closed
    (Kind.CHAR, r"b?'(?:[^\\'\n\r\t]|\\u\{[^}'\n]*\}|\\x[0-9A-Fa-f]{2}|\\[^ux\n])'\w*"),
    (Kind.LIFETIME, rf"'(?:r#)?{_NAME}"),
    (Kind.IDENT, rf"(?:r#)?{_NAME}"),
    (Kind.INT, r"0[xob]\w+"),
    (
        Kind.FLOAT,
        r"[0-9][0-9_]*(?:\.[0-9][0-9_]*(?:[eE][+-]?_*[0-9]\w*)?|[eE][+-]?_*[0-9]\w*"
        r"|\.(?![.\w]))\w*",
    ),
    (Kind.INT, r"[0-9]\w*"),
    (Kind.EOF, r"\Z"),
    (Kind.ERROR, r"."),
)
_GROUPS = "|".join(f"(?P<k{n}>{pattern})" for n, (_, pattern) in enumerate(_TABLE))
_SCANNER = re.compile(rf"[\t\n\v\f\r {_SPACES}]*+(?:{_GROUPS})", re.DOTALL)
_KINDS = {_SCANNER.groupindex[f"k{n}"]: kind for n, (kind, _) in enumerate(_TABLE)}
_PLAIN = frozenset({_SCANNER.groupindex[f"k{n}"] for n in range(3)})
_NAME_PREFIX = re.compile("'?(?:r#)?")
_DIGITS = re.compile(r"[0-9]\w*")
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_SHEBANG = re.compile(r"\ufeff?(?:#!(?!\s*\[)[^\n]*)?")


def words(text: str) -> frozenset[str]:
    """The words of a text, for tables that read well."""
    return frozenset(text.split())


def decode(source: str | bytes) -> str:
    """The text of a source that may be bytes.

    Raises:
        VerusSyntaxError: The bytes are not UTF-8.
    """
    if isinstance(source, str):
        return source
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError as error:
        good = source[: error.start].decode("utf-8")
        line, column = line_column(good, len(good))
        byte = source[error.start]
        raise VerusSyntaxError(f"byte 0x{byte:02x} is not UTF-8", line, column) from None


def line_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1, the column in characters."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def tokenize(text: str) -> list[Token]:
    """All tokens of the text, spaces and comments among them; their texts concatenate to it.

    What no rule knows becomes an `ERROR` token; one that begins an endless string or comment
    reaches to the end of the text.
    """
    return _scan(text, trivia=True)


def significant(text: str) -> list[Token]:
    """The tokens of the text but its spaces and comments."""
    return _scan(text, trivia=False)


def _scan(text: str, *, trivia: bool) -> list[Token]:
    tokens: list[Token] = []
    append = tokens.append
    shebang = _SHEBANG.match(text)
    position = shebang.end() if shebang else 0
    if position and trivia:
        append(Token(Kind.COMMENT, text[:position], 0, position))
    while position < len(text):
        for found in _SCANNER.finditer(text, position):
            group = found.lastindex
            assert group is not None  # the last rule takes anything
            start, end = found.span(group)
            if trivia and start > position:
                append(Token(Kind.SPACE, text[position:start], position, start))
            if group in _PLAIN:
                append(_token((_KINDS[group], found[group], start, end)))
                position = end
                continue
            kind, position = _ending(text, _KINDS[group], start, end, tokens)
            if kind is not Kind.EOF and (trivia or kind is not Kind.COMMENT):
                append(Token(kind, text[start:position], start, position))
            if position != end:
                break  # to go on from there
    return tokens


def _ending(text: str, kind: Kind, start: int, end: int, before: list[Token]) -> tuple[Kind, int]:
    """What a token is, and where it ends, as far as the table cannot know."""
    if kind is Kind.FLOAT:
        last = next((token.text for token in reversed(before) if token.kind not in TRIVIA), "")
        if last in (".", "->"):
            digits = _DIGITS.match(text, start)
            assert digits is not None
            return Kind.INT, digits.end()
    elif kind is Kind.ERROR and (end - start > 1 or text[start] == '"'):
        return _close_comment(text, end) if text[start] == "/" else (kind, len(text))
    elif kind is Kind.IDENT or kind is Kind.LIFETIME:
        piece = text[start:end]
        if not piece.isascii():
            return _name_end(piece, kind, start)
    return kind, end


def _name_end(piece: str, kind: Kind, position: int) -> tuple[Kind, int]:
    """Where a name that is not all ASCII ends, by Unicode's `XID` properties."""
    prefix = _NAME_PREFIX.match(piece)
    start = prefix.end() if prefix else 0
    if not piece[start].isidentifier():
        return Kind.ERROR, position + len(piece)
    for index in range(start, len(piece)):
        if not f"a{piece[index]}".isidentifier():
            return kind, position + index
    return kind, position + len(piece)


def _close_comment(text: str, position: int) -> tuple[Kind, int]:
    """Where the block comment ends whose opening lies just before the position."""
    depth = 1
    for edge in _COMMENT_EDGE.finditer(text, position):
        depth += 1 if edge.group() == "/*" else -1
        if not depth:
            return Kind.COMMENT, edge.end()
    return Kind.ERROR, len(text)

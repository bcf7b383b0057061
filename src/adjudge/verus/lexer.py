"""Turn any text into tokens that together cover every character of it.

One table of regular expressions decides. Three things lie beyond a regular expression and get a
line of code each: block comments nest, `x.0.1` holds two field names and no float, and literals
that never end.

`<` and `>` are tokens of one character wherever they may open or close generic arguments; the
parser joins neighbours into `<<`, `>>`, `>=`, `<<=` and `>>=` where it expects an operator.
"""

from __future__ import annotations

import re
from enum import IntEnum
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


TRIVIA = frozenset({Kind.SPACE, Kind.COMMENT})

_OPERATORS = """
    <==> =~~= !~~=
    ==> <== === !== =~= !~= &&& ||| ... ..=
    => -> :: .. && || == != <= += -= *= /= %= ^= |= &=
"""

_SPACES = r"\x85\u200e\u200f\u2028\u2029"
# Takes any character beyond ASCII; `_name_end` knows which belong to names.
_NAME = rf"(?:[A-Za-z_]|[^\x00-\x7f{_SPACES}])(?:[A-Za-z0-9_]|[^\x00-\x7f{_SPACES}])*"

# The order matters: the first alternative that matches wins.
_TABLE: tuple[tuple[Kind, str], ...] = (
    (Kind.SPACE, rf"[\t\n\v\f\r {_SPACES}]+"),
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
    (
        Kind.PUNCT,
        "|".join(re.escape(op) for op in _OPERATORS.split()) + r"|[-+*/%^!&|=<>@.,;:#$?~(){}\[\]]",
    ),
    (Kind.ERROR, r"."),
)
_GROUPS = "|".join(f"(?P<k{n}>{pattern})" for n, (_, pattern) in enumerate(_TABLE))
_SCANNER = re.compile(_GROUPS, re.DOTALL)
_KIND_OF_GROUP = {f"k{n}": kind for n, (kind, _) in enumerate(_TABLE)}
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
    tokens: list[Token] = []
    append = tokens.append
    match = _SCANNER.match
    position, length = 0, len(text)
    after_dot = False
    if shebang := _SHEBANG.match(text):
        position = shebang.end()
        if position:
            append(Token(Kind.COMMENT, text[:position], 0, position))
    while position < length:
        found = match(text, position)
        assert found is not None  # the last rule takes anything
        assert found.lastgroup is not None
        kind = _KIND_OF_GROUP[found.lastgroup]
        end = found.end()
        piece = found.group()
        if kind is Kind.FLOAT and after_dot:
            digits = _DIGITS.match(text, position)
            assert digits is not None
            kind, end, piece = Kind.INT, digits.end(), digits.group()
        elif kind is Kind.ERROR and (len(piece) > 1 or piece == '"'):
            kind, end = _close_comment(text, end) if piece == "/*" else (Kind.ERROR, length)
            piece = text[position:end]
        elif (kind is Kind.IDENT or kind is Kind.LIFETIME) and not piece.isascii():
            kind, end = _name_end(piece, kind, position)
            piece = text[position:end]
        if kind is not Kind.SPACE and kind is not Kind.COMMENT:
            after_dot = piece == "." or piece == "->"
        append(Token(kind, piece, position, end))
        position = end
    return tokens


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

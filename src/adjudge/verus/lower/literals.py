"""What literals denote."""

from __future__ import annotations

import re

_INT = re.compile(r"(0x[0-9a-fA-F_]+|0b[01_]+|0o[0-7_]+|[0-9][0-9_]*)([a-z]\w*)?\Z")
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F_]+)\}|x([0-9a-fA-F]{2})|(\r?\n\s*)|(.))", re.DOTALL)
_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "\\": "\\", "'": "'", '"': '"'}
_RAW = re.compile(r'[bc]?r(#*)"(.*)"\1\w*\Z', re.DOTALL)


def integer(text: str) -> tuple[int, str | None] | None:
    """Value and suffix of an integer literal."""
    found = _INT.match(text)
    if not found:
        return None
    return int(found[1].replace("_", ""), 0 if found[1][:2] in ("0x", "0b", "0o") else 10), found[2]


def string(text: str) -> str:
    """The characters of a string or character literal, quotes and prefix included in `text`."""
    raw = _RAW.match(text)
    if raw:
        return raw[2]
    quote = '"' if '"' in text[:2] else "'"
    inner = text[text.index(quote) + 1 : text.rindex(quote)]
    return _ESCAPE.sub(_unescape, inner)


def _unescape(found: re.Match[str]) -> str:
    if found[1] or found[2]:
        return chr(int((found[1] or found[2]).replace("_", ""), 16))
    return "" if found[3] else _SIMPLE.get(found[4], found[4])

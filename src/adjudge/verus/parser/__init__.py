"""Read Verus and Rust.

Inside `verus!{ .. }` the syntax is Verus', whose keywords are keywords only where they can be
nothing else; outside it is Rust's. `parse_fragment` reads items that stand in no `verus!{ .. }`
as if they did.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.lexer import decode
from adjudge.verus.parser.items import ItemParser
from adjudge.verus.syntax import Expr, File, Node

# A level of nesting costs at most about eight frames of the interpreter.
_FRAMES = 6000

N = TypeVar("N", bound=Node)


def parse_file(source: str | bytes) -> File:
    """Read a whole file.

    Raises:
        VerusSyntaxError: The text is not Rust with `verus!{ .. }` blocks.
    """
    return _run(source, False, _file)


def parse_fragment(source: str | bytes) -> File:
    """Read items of Verus that stand in no `verus!{ .. }`.

    Raises:
        VerusSyntaxError: The text is not Verus.
    """
    return _run(source, True, _file)


def parse_expr(source: str | bytes, *, verus: bool = True) -> Expr:
    """Read a single expression.

    Raises:
        VerusSyntaxError: The text is not an expression.
    """
    return _run(source, verus, _expression)


def _run(source: str | bytes, verus: bool, read: Callable[[ItemParser], N]) -> N:
    parser = ItemParser(decode(source), verus=verus)
    if sys.getrecursionlimit() < _FRAMES:
        sys.setrecursionlimit(_FRAMES)
    try:
        return read(parser)
    except RecursionError:
        parser.fail("nested too deeply")


def _file(parser: ItemParser) -> File:
    items = parser.items("")
    return File(items, parser.text, parser.tokens, start=0, end=len(parser.tokens) - 1)


def _expression(parser: ItemParser) -> Expr:
    found = parser.expression()
    if parser.texts[parser.pos]:
        parser.unexpected("the end of the text")
    return found


__all__ = ["VerusSyntaxError", "parse_expr", "parse_file", "parse_fragment"]

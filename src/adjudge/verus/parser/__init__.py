"""Read Verus and Rust.

Inside `verus!{ .. }` the syntax is Verus', whose keywords are keywords only where they can be
nothing else; outside it is Rust's. `parse_fragment` reads items that stand in no `verus!{ .. }`
as if they did.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.lexer import decode
from adjudge.verus.parser.items import ItemParser
from adjudge.verus.syntax import Expr, File, Node

# Frames of the interpreter for `MAX_DEPTH` levels of nesting, each about eight, and for callers.
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
    with _deep_stack:
        try:
            return read(parser)
        except RecursionError:
            parser.fail("nested too deeply")


class _DeepStack:
    """Lets Python recurse deeper as long as any thread parses.

    The limit is the whole process's: a thread that put it back while another one parses would make
    that one refuse a good program, so the last one out does.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._users = 0
        self._usual = 0

    def __enter__(self) -> None:
        with self._lock:
            if not self._users:
                self._usual = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self._usual, _FRAMES))
            self._users += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._users -= 1
            if not self._users:
                sys.setrecursionlimit(self._usual)


_deep_stack = _DeepStack()


def _file(parser: ItemParser) -> File:
    items = parser.items("")
    return File(items, parser.text, parser.tokens, start=0, end=len(parser.tokens) - 1)


def _expression(parser: ItemParser) -> Expr:
    found = parser.expression()
    if parser.texts[parser.pos]:
        parser.unexpected("the end of the text")
    return found


__all__ = ["VerusSyntaxError", "parse_expr", "parse_file", "parse_fragment"]

"""Verus: reading, printing and erasing programs, and the contracts they state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudge.verus.errors import VerusSyntaxError

if TYPE_CHECKING:
    from adjudge.verus.parser import parse_expr, parse_file, parse_fragment

__all__ = ["VerusSyntaxError", "parse_expr", "parse_file", "parse_fragment"]


def __getattr__(name: str) -> Any:
    """Loads the parser when it is asked for: the tool's driver, for one, does without."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from adjudge.verus import parser

    return getattr(parser, name)

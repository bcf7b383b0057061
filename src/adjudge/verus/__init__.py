"""Verus: reading, printing and erasing programs, and the contracts they state."""

from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.parser import parse_expr, parse_file, parse_fragment

__all__ = ["VerusSyntaxError", "parse_expr", "parse_file", "parse_fragment"]

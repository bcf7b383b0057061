"""Patterns."""

from __future__ import annotations

from adjudge.verus.syntax.node import Attribute, Node
from adjudge.verus.syntax.types import Expr, MacroCall, Path, Pattern


class WildcardPattern(Pattern):
    """`_`."""


class RestPattern(Pattern):
    """`..`."""


class IdentPattern(Pattern):
    """`x`, `ref mut x`, `x @ pattern`, and in Verus `ghost x`, `tracked x`."""

    name: str
    by_ref: bool = False
    mutable: bool = False
    mode: str | None = None
    subpattern: Pattern | None = None


class LiteralPattern(Pattern):
    """`3`, `-3`, `'a'`, `"text"`, `true`."""

    value: Expr


class RangePattern(Pattern):
    """`a..=b`, `a..b`, `a..`, `..=b`."""

    low: Expr | None
    high: Expr | None
    op: str = "..="


class PathPattern(Pattern):
    """A constant or unit variant with more than one segment."""

    path: Path


class TupleStructPattern(Pattern):
    """`Some(p)`."""

    path: Path
    items: tuple[Pattern, ...]


class FieldPattern(Node):
    """`name: pattern`; the pattern is missing in the short form `ref mut name`."""

    name: str
    pattern: Pattern | None = None
    by_ref: bool = False
    mutable: bool = False
    mode: str | None = None
    attrs: tuple[Attribute, ...] = ()


class StructPattern(Pattern):
    """`S { a, b: p, .. }`."""

    path: Path
    fields: tuple[FieldPattern, ...]
    rest: bool = False


class TuplePattern(Pattern):
    """`(a, b)`."""

    items: tuple[Pattern, ...]


class ParenPattern(Pattern):
    """`(p)`."""

    inner: Pattern


class SlicePattern(Pattern):
    """`[a, .., b]`."""

    items: tuple[Pattern, ...]


class RefPattern(Pattern):
    """`&p`, `&mut p`."""

    inner: Pattern
    mutable: bool = False


class OrPattern(Pattern):
    """`a | b`."""

    items: tuple[Pattern, ...]


class ConstPattern(Pattern):
    """`const { .. }`."""

    block: Expr


class MacroPattern(Pattern):
    """A macro call in the place of a pattern."""

    macro: MacroCall

"""Patterns."""

from __future__ import annotations

from dataclasses import dataclass

from adjudge.verus.syntax.node import Attribute, Node
from adjudge.verus.syntax.types import Expr, MacroCall, Path, Pattern


@dataclass(slots=True, eq=False)
class WildcardPattern(Pattern):
    """`_`."""


@dataclass(slots=True, eq=False)
class RestPattern(Pattern):
    """`..`."""


@dataclass(slots=True, eq=False)
class IdentPattern(Pattern):
    """`x`, `ref mut x`, `x @ pattern`, and in Verus `ghost x`, `tracked x`."""

    name: str
    by_ref: bool = False
    mutable: bool = False
    mode: str | None = None
    subpattern: Pattern | None = None


@dataclass(slots=True, eq=False)
class LiteralPattern(Pattern):
    """`3`, `-3`, `'a'`, `"text"`, `true`."""

    value: Expr


@dataclass(slots=True, eq=False)
class RangePattern(Pattern):
    """`a..=b`, `a..b`, `a..`, `..=b`."""

    low: Expr | None
    high: Expr | None
    op: str = "..="


@dataclass(slots=True, eq=False)
class PathPattern(Pattern):
    """A constant or unit variant with more than one segment."""

    path: Path


@dataclass(slots=True, eq=False)
class TupleStructPattern(Pattern):
    """`Some(p)`."""

    path: Path
    items: tuple[Pattern, ...]


@dataclass(slots=True, eq=False)
class FieldPattern(Node):
    """`name: pattern`; the pattern is missing in the short form `ref mut name`."""

    name: str
    pattern: Pattern | None = None
    by_ref: bool = False
    mutable: bool = False
    mode: str | None = None
    attrs: tuple[Attribute, ...] = ()


@dataclass(slots=True, eq=False)
class StructPattern(Pattern):
    """`S { a, b: p, .. }`."""

    path: Path
    fields: tuple[FieldPattern, ...]
    rest: bool = False


@dataclass(slots=True, eq=False)
class TuplePattern(Pattern):
    """`(a, b)`."""

    items: tuple[Pattern, ...]


@dataclass(slots=True, eq=False)
class ParenPattern(Pattern):
    """`(p)`."""

    inner: Pattern


@dataclass(slots=True, eq=False)
class SlicePattern(Pattern):
    """`[a, .., b]`."""

    items: tuple[Pattern, ...]


@dataclass(slots=True, eq=False)
class RefPattern(Pattern):
    """`&p`, `&mut p`."""

    inner: Pattern
    mutable: bool = False


@dataclass(slots=True, eq=False)
class OrPattern(Pattern):
    """`a | b`."""

    items: tuple[Pattern, ...]


@dataclass(slots=True, eq=False)
class ConstPattern(Pattern):
    """`const { .. }`."""

    block: Expr


@dataclass(slots=True, eq=False)
class MacroPattern(Pattern):
    """A macro call in the place of a pattern."""

    macro: MacroCall

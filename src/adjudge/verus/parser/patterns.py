"""Patterns and attributes."""

from __future__ import annotations

from adjudge.verus.lexer import Kind
from adjudge.verus.parser.types import TypeParser
from adjudge.verus.syntax import (
    TRIGGER_ATTRIBUTES,
    Attribute,
    BlockExpr,
    ConstPattern,
    Expr,
    FieldPattern,
    IdentPattern,
    LiteralPattern,
    MacroPattern,
    Node,
    OrPattern,
    ParenPattern,
    Path,
    PathPattern,
    PathSegment,
    Pattern,
    RangePattern,
    RefPattern,
    RestPattern,
    SlicePattern,
    StructPattern,
    TuplePattern,
    TupleStructPattern,
    Unary,
    WildcardPattern,
)

_RANGE_OPS = frozenset({"..", "..=", "..."})
_AFTER_OPEN_RANGE = frozenset({"", ")", "]", "}", ",", "|", "=>", "if", "=", ":", "in"})


class PatternParser(TypeParser):
    """Reads patterns and attributes."""

    # Attributes

    def outer_attributes(self) -> tuple[Attribute, ...]:
        """Read `#[..]` as often as it comes."""
        if self.texts[self.pos] != "#":
            return ()
        found: list[Attribute] = []
        while self.texts[self.pos] == "#" and self.peek() == "[":
            found.append(self._attribute(self.pos + 1, inner=False))
        return tuple(found)

    def inner_attributes(self) -> tuple[Attribute, ...]:
        """Read `#![..]` as often as it comes."""
        if self.texts[self.pos] != "#":
            return ()
        found: list[Attribute] = []
        while self.texts[self.pos] == "#" and self.peek() == "!" and self.peek(2) == "[":
            found.append(self._attribute(self.pos + 2, inner=True))
        return tuple(found)

    def _attribute(self, opener: int, *, inner: bool) -> Attribute:
        start = self.pos
        closer = self.partner[opener]
        self.pos = opener + 1
        while self.kinds[self.pos] is Kind.IDENT or self.texts[self.pos] == "::":
            self.pos += 1
            if self.texts[self.pos - 1] != "::" and self.texts[self.pos] != "::":
                break
        path = "".join(self.texts[opener + 1 : self.pos])
        args: tuple[Node, ...] = ()
        tokens: tuple[str, ...] = ()
        if self.verus and path in TRIGGER_ATTRIBUTES:
            args = self.listed("]", self.expression)
        else:
            tokens = tuple(self.texts[self.pos : closer])
            self.pos = closer + 1
        return Attribute(path, tokens, args, inner, start=start, end=self.pos)

    # Patterns

    def pattern(self) -> Pattern:
        """Read a pattern, alternatives among them."""
        start = self.pos
        leading = self.take("|")
        first = self.pattern_no_alternatives()
        if self.texts[self.pos] != "|" and not leading:
            return first
        items = [first]
        while self.take("|"):
            items.append(self.pattern_no_alternatives())
        return OrPattern(tuple(items), start=start, end=self.pos) if len(items) > 1 else first

    def pattern_no_alternatives(self) -> Pattern:
        """Read a pattern without `|` at its top."""
        self.enter()
        reader = _PATTERN_READERS.get(self.texts[self.pos])
        found = self._named_pattern() if reader is None else reader(self)
        self.depth -= 1
        return found

    def _wildcard(self) -> Pattern:
        self.pos += 1
        return WildcardPattern(start=self.pos - 1, end=self.pos)

    def _ref_pattern(self) -> Pattern:
        start = self.pos
        count = len(self.texts[start])  # of `&`, `&&` or `&&&`
        self.pos += 1
        mutable = self.take("mut")
        inner = self.pattern_no_alternatives()
        found = RefPattern(inner, mutable, start=start, end=self.pos)
        for _ in range(count - 1):
            found = RefPattern(found, start=start, end=self.pos)
        return found

    def _paren_pattern(self) -> Pattern:
        start = self.pos
        self.expect("(")
        items: list[Pattern] = []
        comma = True
        while self.texts[self.pos] != ")":
            if not comma:
                self.unexpected("`,`", "`)`")
            items.append(self._element())
            comma = self.take(",")
        self.pos += 1
        if len(items) == 1 and not comma and not isinstance(items[0], RestPattern):
            return ParenPattern(items[0], start=start, end=self.pos)
        return TuplePattern(tuple(items), start=start, end=self.pos)

    def _element(self) -> Pattern:
        self.outer_attributes()
        return self.pattern()

    def _slice_pattern(self) -> Pattern:
        start = self.pos
        self.expect("[")
        return SlicePattern(self.listed("]", self._element), start=start, end=self.pos)

    def _half_range(self) -> Pattern:
        start = self.pos
        op = self.texts[start]
        self.pos += 1
        high = self._range_end()
        if high is None:
            if op != "..":
                self.unexpected("the end of the range")
            return RestPattern(start=start, end=self.pos)
        return RangePattern(None, high, op, start=start, end=self.pos)

    def _range_end(self) -> Expr | None:
        if self.texts[self.pos] in _AFTER_OPEN_RANGE:
            return None
        return self._range_bound() or self.path(in_expression=True)

    def _range_bound(self) -> Expr | None:
        start = self.pos
        if self.take("-"):
            operand = self.literal()
            if operand is None:
                self.unexpected("a number")
            return Unary("-", operand, start=start, end=self.pos)
        return self.literal()

    def _range_from(self, low: Expr, plain: Pattern) -> Pattern:
        op = self.texts[self.pos]
        if op not in _RANGE_OPS:
            return plain
        self.pos += 1
        return RangePattern(low, self._range_end(), op, start=low.start, end=self.pos)

    def _const_pattern(self) -> Pattern:
        start = self.pos
        self.expect("const")
        block = BlockExpr(self.block(), start=start + 1, end=self.pos)
        return ConstPattern(block, start=start, end=self.pos)

    def _named_pattern(self) -> Pattern:
        start = self.pos
        bound = self._range_bound()
        if bound is not None:
            return self._range_from(bound, LiteralPattern(bound, start=start, end=self.pos))
        mode = self.mode()
        text = self.texts[self.pos]
        if mode or text in ("ref", "mut"):
            if mode and self.texts[self.pos] in ("(", "[", "&", "&&", "&&&"):
                self.unexpected("a name")
            return self._binding(mode, start)
        if self.at_name() and self.peek() not in _PATH_CONTINUES:
            return self._range_from(self._ident_path(), self._binding(None, start))
        return self._path_pattern()

    def _ident_path(self) -> Path:
        start = self.pos
        segment = PathSegment(self.texts[start], start=start, end=start + 1)
        return Path((segment,), start=start, end=start + 1)

    def _binding(self, mode: str | None, start: int) -> Pattern:
        by_ref = self.take("ref")
        mutable = self.take("mut")
        name = self.name()
        below = self.pattern_no_alternatives() if self.take("@") else None
        return IdentPattern(name, by_ref, mutable, mode, below, start=start, end=self.pos)

    def _path_pattern(self) -> Pattern:
        start = self.pos
        text = self.texts[start]
        if text not in ("<", "::") and not self.at_name():
            self.unexpected("a pattern")
        path = self.path(in_expression=True)
        following = self.texts[self.pos]
        if following == "(":
            self.pos += 1
            items = self.listed(")", self._element)
            return TupleStructPattern(path, items, start=start, end=self.pos)
        if following == "{":
            return self._struct_pattern(path)
        if following == "!" and self.peek() in ("(", "[", "{"):
            return MacroPattern(self.macro_call(path), start=start, end=self.pos)
        return self._range_from(path, PathPattern(path, start=start, end=self.pos))

    def _struct_pattern(self, path: Path) -> Pattern:
        self.expect("{")
        found: list[FieldPattern] = []
        rest = False
        while not self.take("}"):
            attrs = self.outer_attributes()
            if self.take(".."):
                rest = True
                self.expect("}")
                break
            found.append(self._field_pattern(attrs))
            if not self.take(","):
                self.expect("}")
                break
        return StructPattern(path, tuple(found), rest, start=path.start, end=self.pos)

    def _field_pattern(self, attrs: tuple[Attribute, ...]) -> FieldPattern:
        start = self.pos
        if self.peek() == ":" and self.peek_kind(0) in (Kind.IDENT, Kind.INT):
            name = self.texts[start]
            self.pos += 2
            return FieldPattern(name, self.pattern(), attrs=attrs, start=start, end=self.pos)
        mode = self.mode()
        by_ref = self.take("ref")
        mutable = self.take("mut")
        return FieldPattern(
            self.name(), None, by_ref, mutable, mode, attrs, start=start, end=self.pos
        )


_PATH_CONTINUES = frozenset({"::", "(", "{", "!"})
_PATTERN_READERS = {
    "_": PatternParser._wildcard,
    "&": PatternParser._ref_pattern,
    "&&": PatternParser._ref_pattern,
    "&&&": PatternParser._ref_pattern,
    "(": PatternParser._paren_pattern,
    "[": PatternParser._slice_pattern,
    "..": PatternParser._half_range,
    "..=": PatternParser._half_range,
    "const": PatternParser._const_pattern,
}

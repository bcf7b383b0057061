"""Patterns become a test and bindings, both in terms of the matched value."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudge.verus import syntax as rs
from adjudge.verus.ir import (
    BOOL,
    CHAR,
    INT,
    INTS,
    Compare,
    DataType,
    Datatype,
    Expr,
    Field,
    IsVariant,
    Let,
    Literal,
    Logic,
    Project,
    TupleType,
    Type,
    Variable,
)
from adjudge.verus.lower import literals
from adjudge.verus.lower.context import Env, Place


@dataclass
class Matched:
    """What a pattern means for one value.

    Attributes:
        tests: All must hold for the pattern to match.
        bindings: Variables and their values, in order.
        names: The source's names of these variables.
    """

    tests: list[Expr] = field(default_factory=list)
    bindings: list[tuple[Variable, Expr]] = field(default_factory=list)
    names: dict[str, Variable] = field(default_factory=dict)

    @property
    def test(self) -> Expr:
        """The conjunction of the tests."""
        return conjunction(self.tests)

    def env(self, env: Env) -> Env:
        """An environment with the pattern's variables added."""
        return {**env, **self.names} if self.names else env

    def wrap(self, body: Expr) -> Expr:
        """The body under the bindings."""
        return bind(self.bindings, body)


def conjunction(tests: list[Expr]) -> Expr:
    """All of them; `true` if there is none."""
    if not tests:
        return Literal(BOOL, True)
    result = tests[0]
    for test in tests[1:]:
        result = Logic(BOOL, "and", result, test)
    return result


def bind(bindings: list[tuple[Variable, Expr]], body: Expr) -> Expr:
    """`let` all of them, then the body."""
    for variable, value in reversed(bindings):
        body = Let(body.type, variable.name, value, body, span=body.span)
    return body


def match_pattern(place: Place, pattern: rs.Pattern | None, value: Expr) -> Matched:
    """What a pattern means for a value; what cannot be read is an unknown test."""
    matched = Matched()
    _match(place, pattern, value, matched)
    return matched


def _match(place: Place, pattern: rs.Pattern | None, value: Expr, out: Matched) -> None:
    match pattern:
        case None | rs.WildcardPattern() | rs.RestPattern():
            return
        case rs.ParenPattern() | rs.RefPattern():
            _match(place, pattern.inner, value, out)
        case rs.IdentPattern():
            _match_name(place, pattern, value, out)
        case rs.LiteralPattern():
            out.tests.append(_equals(place, pattern.value, value))
        case rs.RangePattern():
            _match_range(place, pattern, value, out)
        case rs.PathPattern():
            _match_variant(place, pattern, pattern.path, [], value, out)
        case rs.TupleStructPattern():
            parts = [(str(i), p) for i, p in _positions(place, pattern, value)]
            _match_variant(place, pattern, pattern.path, parts, value, out)
        case rs.StructPattern():
            fields = [(f.name, f.pattern or rs.IdentPattern(f.name)) for f in pattern.fields]
            _match_variant(place, pattern, pattern.path, fields, value, out)
        case rs.TuplePattern() if isinstance(value.type, TupleType):
            for i, part in _spread(pattern.items, len(value.type.items)):
                _match(place, part, Project(value.type.items[i], value, i), out)
        case rs.OrPattern():
            _match_any(place, pattern, value, out)
        case _:
            out.tests.append(place.give_up("pattern", pattern, BOOL))


def _match_name(place: Place, pattern: rs.IdentPattern, value: Expr, out: Matched) -> None:
    data = (
        place.context.types.datatypes.get(value.type) if isinstance(value.type, DataType) else None
    )
    if data and not data.is_struct and any(v.name == pattern.name for v in data.variants):
        out.tests.append(IsVariant(BOOL, value, variant_index(data, pattern.name) or 0))
        return
    variable = place.context.fresh(pattern.name, value.type)
    out.bindings.append((variable, value))
    out.names[pattern.name] = variable
    if pattern.subpattern:
        _match(place, pattern.subpattern, value, out)


def _match_any(place: Place, pattern: rs.OrPattern, value: Expr, out: Matched) -> None:
    tests: list[Expr] = []
    for item in pattern.items:
        inner = match_pattern(place, item, value)
        tests.append(
            place.give_up("pattern with `|` and variables", item, BOOL)
            if inner.bindings
            else inner.test
        )
    result = tests[0]
    for test in tests[1:]:
        result = Logic(BOOL, "or", result, test)
    out.tests.append(result)


def _match_range(place: Place, pattern: rs.RangePattern, value: Expr, out: Matched) -> None:
    low = _constant(pattern.low, value.type) if pattern.low else None
    high = _constant(pattern.high, value.type) if pattern.high else None
    if (pattern.low and low is None) or (pattern.high and high is None):
        out.tests.append(place.give_up("range pattern", pattern, BOOL))
    if low is not None:
        out.tests.append(Compare(BOOL, "le", low, value))
    if high is not None:
        out.tests.append(Compare(BOOL, "lt" if pattern.op == ".." else "le", value, high))


def _equals(place: Place, literal: rs.Expr, value: Expr) -> Expr:
    constant = _constant(literal, value.type)
    if constant is None:
        return place.give_up("literal pattern", literal, BOOL)
    return Compare(BOOL, "eq", value, constant)


def _constant(node: rs.Expr, type_: Type) -> Expr | None:
    if isinstance(node, rs.Unary) and node.op == "-":
        inner = _constant(node.operand, type_)
        return Literal(type_, -inner.value) if isinstance(inner, Literal) else None
    if not isinstance(node, rs.Literal):
        return None
    if node.kind == "bool":
        return Literal(BOOL, node.text == "true")
    if node.text[0] in "'b":
        text = literals.string(node.text)
        kind = INTS["u8"] if node.text[0] == "b" else CHAR
        return Literal(kind, ord(text)) if len(text) == 1 else None
    found = literals.integer(node.text)
    return Literal(type_ if type_ in INTS.values() else INT, found[0]) if found else None


def variant_index(data: Datatype, name: str) -> int | None:
    """The position of a variant."""
    return next((i for i, v in enumerate(data.variants) if v.name == name), None)


def _match_variant(
    place: Place,
    node: rs.Pattern,
    path: rs.Path,
    parts: list[tuple[str, rs.Pattern]],
    value: Expr,
    out: Matched,
) -> None:
    data = (
        place.context.types.datatypes.get(value.type) if isinstance(value.type, DataType) else None
    )
    index = None
    if data is not None:
        index = 0 if data.is_struct else variant_index(data, path.name)
    if data is None or index is None:
        out.tests.append(place.give_up(f"pattern `{path.text}`", node, BOOL))
        for name in rs.walk(node):
            if isinstance(name, rs.IdentPattern):
                unknown = place.give_up(f"pattern `{path.text}`", node)
                _match_name(place, rs.IdentPattern(name.name), unknown, out)
        return
    if not data.is_struct:
        out.tests.append(IsVariant(BOOL, value, index))
    fields = data.variants[index].fields
    for field_name, part in parts:
        at = next((i for i, (f, _) in enumerate(fields) if f == field_name), None)
        if at is None:
            out.tests.append(place.give_up(f"field `{field_name}`", part, BOOL))
        else:
            _match(place, part, Field(fields[at][1], value, index, at), out)


def _positions(
    place: Place, pattern: rs.TupleStructPattern, value: Expr
) -> list[tuple[int, rs.Pattern]]:
    data = (
        place.context.types.datatypes.get(value.type) if isinstance(value.type, DataType) else None
    )
    if data is None:
        return list(enumerate(pattern.items))
    index = 0 if data.is_struct else variant_index(data, pattern.path.name)
    size = len(data.variants[index].fields) if index is not None else len(pattern.items)
    return _spread(pattern.items, size)


def _spread(items: tuple[rs.Pattern, ...], size: int) -> list[tuple[int, rs.Pattern]]:
    """Patterns with the positions that they stand for; `..` leaves out as many as needed."""
    at = next((i for i, p in enumerate(items) if isinstance(p, rs.RestPattern)), None)
    if at is None:
        return list(enumerate(items))[:size]
    tail = items[at + 1 :]
    first = max(size - len(tail), 0)
    return [*enumerate(items[:at]), *enumerate(tail, first)]

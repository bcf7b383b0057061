"""Literals, operators, casts."""

# ruff: noqa: ARG001  (all rules have the same parameters)
from __future__ import annotations

from adjudge.verus import syntax as rs
from adjudge.verus.ir import (
    BOOL,
    CHAR,
    INT,
    INTS,
    NAT,
    Arithmetic,
    BitNot,
    Bits,
    BoolType,
    Builtin,
    Cast,
    Compare,
    Expr,
    IntType,
    Let,
    Literal,
    Logic,
    MapType,
    MultisetType,
    Negate,
    Not,
    OpaqueType,
    SeqLiteral,
    SeqType,
    SetType,
    Type,
    Var,
    View,
    bounds,
)
from adjudge.verus.lower import literals
from adjudge.verus.lower.context import Env, Place
from adjudge.verus.lower.dispatch import lower, rule

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}
_BITS = {"&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "shr"}


@rule(rs.Literal)
def literal(place: Place, node: rs.Literal, env: Env, want: Type | None) -> Expr:
    """`1`, `2int`, `'a'`, `"text"`, `true`."""
    span = place.span(node)
    if node.kind == "bool":
        return Literal(BOOL, node.text == "true", span=span)
    if node.text[0] == '"' or node.text[:2] in ('r"', "r#"):
        items = tuple(Literal(CHAR, ord(c)) for c in literals.string(node.text))
        return SeqLiteral(SeqType(CHAR, exec=True), items, span=span)
    if node.text[0] == "'" or node.text[:2] == "b'":
        kind = CHAR if node.text[0] == "'" else INTS["u8"]
        return Literal(kind, ord(literals.string(node.text)), span=span)
    found = literals.integer(node.text)
    if found is None:
        return place.give_up(f"literal `{node.text}`", node, want)
    value, suffix = found
    type_ = INTS.get(suffix) if suffix else _fitting(want, value)
    if type_ is None:
        return place.give_up(f"literal `{node.text}`", node, want)
    return Literal(type_, value, span=span)


def _fitting(want: Type | None, value: int) -> IntType:
    return want if isinstance(want, IntType) and _fits(value, want) else INT


def _fits(value: int, type_: IntType) -> bool:
    low, high = bounds(type_)
    return (low is None or low <= value) and (high is None or value <= high)


def retyped(expr: Expr, type_: Type) -> Expr:
    """A literal that was taken for an `int`, at the type that its surroundings want."""
    if isinstance(expr, Literal) and expr.type == INT and isinstance(type_, IntType):
        return Literal(_fitting(type_, expr.value), expr.value, span=expr.span)
    return expr


def _is_bare(node: rs.Expr) -> bool:
    """Whether the type of an expression comes from its surroundings only."""
    while isinstance(node, rs.Paren | rs.Attributed):
        node = node.inner
    if isinstance(node, rs.Unary):
        return node.op == "-" and _is_bare(node.operand)
    if isinstance(node, rs.Path):
        return node.text == "None"
    if isinstance(node, rs.Call) and isinstance(node.function, rs.Path):
        return node.function.name in ("Some", "Ok", "Err") and all(map(_is_bare, node.args))
    return isinstance(node, rs.Literal) and node.text[-1].isdigit() and node.kind != "bool"


def _pair(place: Place, left: rs.Expr, right: rs.Expr, env: Env) -> tuple[Expr, Expr]:
    """Two operands; a literal without suffix takes the other one's type."""
    if _is_bare(left):
        b = lower(place, right, env)
        return lower(place, left, env, b.type), b
    a = lower(place, left, env)
    return a, lower(place, right, env, a.type)


@rule(rs.Unary)
def unary(place: Place, node: rs.Unary, env: Env, want: Type | None) -> Expr:
    """`-e`, `!e`, `*e`."""
    span = place.span(node)
    operand = lower(place, node.operand, env, want)
    if node.op == "*":
        return operand
    if node.op == "-":
        if isinstance(operand, Literal):
            return Literal(_fitting(operand.type, -operand.value), -operand.value, span=span)
        return Negate(INT, operand, span=span)
    if isinstance(operand.type, IntType):
        return BitNot(operand.type, operand, span=span)
    return Not(BOOL, operand, span=span)


@rule(rs.Ref)
def reference(place: Place, node: rs.Ref, env: Env, want: Type | None) -> Expr:
    """`&e`."""
    return lower(place, node.operand, env, want)


def binary(place: Place, node: rs.Binary, env: Env, want: Type | None) -> Expr:
    """Arithmetic and bits: what `conditions.binary` leaves."""
    if node.op in _BITS:
        return _bits(place, node, env)
    if node.op not in _ARITHMETIC:
        return place.give_up(f"operator `{node.op}`", node, want)
    left, right = _pair(place, node.left, node.right, env)
    span = place.span(node)
    if isinstance(left.type, SeqType | MultisetType | SetType | MapType):
        return _collection(place, node, left, right)
    type_ = _arithmetic_type(node.op, left.type, right.type)
    return Arithmetic(type_, _ARITHMETIC[node.op], left, right, span=span)


def _collection(place: Place, node: rs.Binary, left: Expr, right: Expr) -> Expr:
    family = {SeqType: "seq", MultisetType: "multiset", SetType: "set"}.get(type(left.type))
    name = {("seq", "+"): "add", ("multiset", "+"): "add", ("set", "+"): "union"}
    found = name.get((family or "", node.op))
    if family == "set":
        found = {"*": "intersect", "-": "difference"}.get(node.op, found)
    if found is None:
        return place.give_up(f"operator `{node.op}` on a collection", node, left.type)
    return Builtin(left.type, f"{family}.{found}", (left, right), span=place.span(node))


def _arithmetic_type(op: str, left: Type, right: Type) -> Type:
    """The type that Verus gives; see the notes on types in `semantics`."""
    if op in "/%" and left == right and isinstance(left, IntType):
        keeps = op == "%" or left.name[0] in "un"
        return left if keeps else INT
    return NAT if op in "+*" and left == right == NAT else INT


def _bits(place: Place, node: rs.Binary, env: Env) -> Expr:
    left, right = _pair(place, node.left, node.right, env)
    if node.op == "^" and isinstance(left.type, BoolType):
        return Not(BOOL, Compare(BOOL, "eq", left, right), span=place.span(node))
    if not isinstance(left.type, IntType) or not left.type.bits:
        return place.give_up(f"operator `{node.op}` on {type(left.type).__name__}", node, left.type)
    return Bits(left.type, _BITS[node.op], left, right, span=place.span(node))


@rule(rs.Cast)
def cast(place: Place, node: rs.Cast, env: Env, want: Type | None) -> Expr:
    """`value as type`."""
    type_ = place.type(node.type)
    value = lower(place, node.value, env)
    if value.type == type_:
        return value
    if isinstance(value, Literal) and isinstance(type_, IntType) and _fits(value.value, type_):
        return Literal(type_, int(value.value), span=place.span(node))
    if isinstance(type_, SeqType | OpaqueType):
        return View(type_, value, span=place.span(node))
    return Cast(type_, value, span=place.span(node))


_ORDER = {"<": ("lt", False), "<=": ("le", False), ">": ("lt", True), ">=": ("le", True)}


@rule(rs.Comparison)
def comparison(place: Place, node: rs.Comparison, env: Env, want: Type | None) -> Expr:
    """`a < b`, `a <= b < c`: the conjunction of the neighbours."""
    if len(node.ops) == 1:
        left, right = _pair(place, node.operands[0], node.operands[1], env)
        return _compared(place, node, node.ops[0], left, right)
    anchor = next((o for o in node.operands if not _is_bare(o)), node.operands[0])
    hint = lower(place, anchor, env).type
    operands = [lower(place, o, env, hint) for o in node.operands]
    lets: list[tuple[str, Expr]] = []
    for i in range(1, len(operands) - 1):  # each operand between two others is used twice
        if not _is_cheap(operands[i]):
            variable = place.context.fresh("middle", operands[i].type)
            lets.append((variable.name, operands[i]))
            operands[i] = Var(variable.type, variable.name, span=operands[i].span)
    result = _compared(place, node, node.ops[0], operands[0], operands[1])
    for i in range(1, len(node.ops)):
        following = _compared(place, node, node.ops[i], operands[i], operands[i + 1])
        result = Logic(BOOL, "and", result, following, span=place.span(node))
    for name, value in reversed(lets):
        result = Let(BOOL, name, value, result, span=place.span(node))
    return result


def _is_cheap(expr: Expr) -> bool:
    if isinstance(expr, Arithmetic):
        return _is_cheap(expr.left) and _is_cheap(expr.right) and expr.op in ("add", "sub")
    return isinstance(expr, Var | Literal) or (
        isinstance(expr, View | Cast) and isinstance(expr.operand, Var)
    )


def _compared(place: Place, node: rs.Expr, op: str, left: Expr, right: Expr) -> Expr:
    span = place.span(node)
    if op in _ORDER:
        name, swapped = _ORDER[op]
        a, b = (right, left) if swapped else (left, right)
        return Compare(BOOL, name, a, b, span=span)
    equal = Compare(BOOL, "eq", left, right, span=span)
    return Not(BOOL, equal, span=span) if op[0] == "!" else equal


@rule(rs.Paren, rs.Attributed)
def transparent(place: Place, node: rs.Paren | rs.Attributed, env: Env, want: Type | None) -> Expr:
    """`(e)`, `#[trigger] e`."""
    return lower(place, node.inner, env, want)

"""Bit operations on machine integers, as far as arithmetic can say what they do."""

from __future__ import annotations

import z3

from adjudge.verus.ir import IntType
from adjudge.verus.smt.sorts import Symbols, in_type


def operation(
    symbols: Symbols, op: str, left: z3.ArithRef, right: z3.ArithRef, type_: IntType
) -> z3.ArithRef:
    """`left op right`, at the type of the left operand.

    Exact for literals, masks of low bits and shifts by literals; else some value of the type that
    depends on the operands only.
    """
    a, b = _number(left), _number(right)
    if a is not None and b is not None and (b >= 0 or op not in ("shl", "shr")):
        return z3.IntVal(_compute(op, a, b, type_))
    if op in ("shl", "shr") and b is not None and b >= 0:
        return _shift(op, left, b, type_)
    if op in ("and", "or", "xor") and a is not None:
        left, right, a, b = right, left, b, a
    if op == "and" and b is not None and b >= 0 and (b + 1) & b == 0:
        return left % (b + 1)  # a mask 0..01..1 keeps the remainder, of negative numbers too
    if b == 0 and op in ("and", "or", "xor"):
        return z3.IntVal(0) if op == "and" else left
    if left.eq(right) and op in ("and", "or", "xor"):
        return z3.IntVal(0) if op == "xor" else left
    return _uninterpreted(symbols, op, left, right, type_)


def _number(term: z3.ArithRef) -> int | None:
    term = z3.simplify(term)
    return int(term.as_long()) if z3.is_int_value(term) else None


def _wrap(value: int, type_: IntType) -> int:
    value &= (1 << type_.bits) - 1
    return value - (1 << type_.bits) if type_.low and value > (type_.high or 0) else value


def _compute(op: str, a: int, b: int, type_: IntType) -> int:
    match op:
        case "and":
            return a & b
        case "or":
            return a | b
        case "xor":
            return a ^ b
        case "shl":
            return _wrap(a << min(b, type_.bits), type_)
    return a >> b


def _shift(op: str, left: z3.ArithRef, by: int, type_: IntType) -> z3.ArithRef:
    if op == "shr":
        return left / z3.IntVal(1 << min(by, type_.bits))
    if by >= type_.bits:
        return z3.IntVal(0)
    whole = (left * z3.IntVal(1 << by)) % z3.IntVal(1 << type_.bits)
    if not type_.low:
        return whole
    return z3.If(whole > type_.high, whole - z3.IntVal(1 << type_.bits), whole)


def _uninterpreted(
    symbols: Symbols, op: str, left: z3.ArithRef, right: z3.ArithRef, type_: IntType
) -> z3.ArithRef:
    name = f"{op} {type_.name}"
    known = symbols.knows(name)
    sorts = (z3.IntSort(), z3.IntSort())
    function = symbols.function(name, sorts, z3.IntSort())
    if not known:
        symbols.range_of(function, sorts, type_)
        if op in ("and", "or", "xor"):
            x, y = symbols.integer("x"), symbols.integer("y")
            symbols.axiom([x, y], function(x, y) == function(y, x), function(x, y))
        if op == "and":
            _bound(symbols, function, type_)
    return function(left, right)


def _bound(symbols: Symbols, function: z3.FuncDeclRef, type_: IntType) -> None:
    """`x & y` is at most `y` where `y` is not negative, and not negative itself."""
    x, y = symbols.integer("x"), symbols.integer("y")
    term = function(x, y)
    typed = [*in_type(x, type_), *in_type(y, type_), y >= 0]
    symbols.axiom([x, y], z3.Implies(z3.And(*typed), z3.And(term >= 0, term <= y)), term)

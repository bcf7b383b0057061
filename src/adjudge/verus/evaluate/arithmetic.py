"""Arithmetic in generated Python: the rules for numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudge.verus.evaluate.generate import generate, operands, rule
from adjudge.verus.evaluate.unknown import limits
from adjudge.verus.evaluate.writer import Code, Writer
from adjudge.verus.ir import (
    INT,
    Arithmetic,
    BitNot,
    Bits,
    BoolType,
    Builtin,
    Cast,
    CharType,
    Expr,
    IntType,
    Literal,
    Negate,
    View,
)

if TYPE_CHECKING:
    from adjudge.verus.evaluate.program import Program

_OPS = {"add": "+", "sub": "-", "mul": "*"}


@rule(Arithmetic)
def _arithmetic(program: Program, out: Writer, expr: Arithmetic) -> Code:
    if expr.op == "mod" and _is_large(expr.left):
        return _remainder(program, out, expr)
    left, right = operands(program, out, expr.left, expr.right)
    sure = left.sure and right.sure
    if expr.op == "mul" and all(_may_grow(side) for side in (expr.left, expr.right)):
        return Code(f"product({left.text}, {right.text})", sure)
    if expr.op in _OPS:
        return Code(f"({left.text} {_OPS[expr.op]} {right.text})", sure)
    divisor = expr.right.value if isinstance(expr.right, Literal) else 0
    if divisor > 0:
        return Code(f"({left.text} {'//' if expr.op == 'div' else '%'} {right.text})", sure)
    name = "divide" if expr.op == "div" else "modulo"
    return Code(f"{name}({left.text}, {right.text})", sure and divisor != 0)


def _may_grow(expr: Expr) -> bool:
    """Whether an integer may have any size."""
    return isinstance(expr.type, IntType) and not expr.type.bits and not isinstance(expr, Literal)


def _is_large(expr: Expr) -> bool:
    """Whether a power is among the terms and factors of an expression."""
    if isinstance(expr, View | Cast) and expr.type == INT:
        return _is_large(expr.operand)
    if isinstance(expr, Arithmetic) and expr.op in ("add", "sub", "mul"):
        return _is_large(expr.left) or _is_large(expr.right)
    return isinstance(expr, Builtin) and expr.name == "math.pow"


def _remainder(program: Program, out: Writer, expr: Arithmetic) -> Code:
    """A remainder of sums and products of powers, which need not be made at their full size."""
    modulus = out.hold(generate(program, out, expr.right))

    def residue(node: Expr) -> Code:
        if not _is_large(node):
            return generate(program, out, node)
        if isinstance(node, View | Cast):
            return residue(node.operand)
        if isinstance(node, Arithmetic):
            left = out.hold(residue(node.left))
            right = residue(node.right)
            return Code(f"({left.text} {_OPS[node.op]} {right.text})")
        assert isinstance(node, Builtin)
        base, exponent = operands(program, out, *node.args)
        return Code(f"power({base.text}, {exponent.text}, {modulus.text})")

    return Code(f"modulo({residue(expr.left).text}, {modulus.text})")


@rule(Negate)
def _negate(program: Program, out: Writer, expr: Negate) -> Code:
    operand = generate(program, out, expr.operand)
    return Code(f"(-{operand.text})", operand.sure)


@rule(Bits)
def _bits(program: Program, out: Writer, expr: Bits) -> Code:
    left, right = operands(program, out, expr.left, expr.right)
    sure = left.sure and right.sure
    if sure and expr.op in ("and", "or", "xor"):
        op = {"and": "&", "or": "|", "xor": "^"}[expr.op]
        return Code(f"({left.text} {op} {right.text})", sure=True)
    type_ = program.constant(expr.type)
    return Code(f"bits({expr.op!r}, {left.text}, {right.text}, {type_})")


@rule(BitNot)
def _bit_not(program: Program, out: Writer, expr: BitNot) -> Code:
    operand = generate(program, out, expr.operand)
    return Code(f"bit_not({operand.text}, {program.constant(expr.type)})", operand.sure)


@rule(Cast)
def _cast(program: Program, out: Writer, expr: Cast) -> Code:
    value = generate(program, out, expr.operand)
    source = expr.operand.type
    if isinstance(source, BoolType):
        if isinstance(expr.type, IntType):
            return Code(f"truth_to_int({value.text})", value.sure)
        return Code(f"cast({value.text}, {program.constant(expr.type)})")
    low, high = limits(expr.type)
    if isinstance(source, IntType | CharType) and isinstance(expr.type, IntType):
        least, most = limits(source)
        if low <= least and most <= high:
            return value
    slow = "cast({0}, " + program.constant(expr.type) + ")"
    if not isinstance(expr.type, IntType) or not isinstance(source, IntType | CharType):
        return Code(slow.format(value.text))
    value = out.hold(value)
    lower = "" if low <= limits(source)[0] else f"{low} <= "
    upper = "" if limits(source)[1] <= high else f" <= {high}"
    test = f"{lower}{value.text}{upper}"
    return Code(f"({value.text} if {test} else {slow.format(value.text)})")

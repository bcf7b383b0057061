"""Conditions with negations at comparisons only, and comparisons of integers as ordered sums."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from adjudge.verus.ir import (
    BOOL,
    BoolType,
    Compare,
    Expr,
    If,
    Literal,
    Logic,
    Not,
    Quantifier,
    Variable,
)
from adjudge.verus.smt.sums import compare


def positive(expr: Expr) -> Expr:
    """In negation normal form."""
    match expr:
        case Not():
            return negative(expr.operand)
        case Logic(op="implies"):
            left, right = negative(expr.left), positive(expr.right)
            return Logic(BOOL, "or", left, right)
        case Logic():
            left, right = positive(expr.left), positive(expr.right)
            return Logic(BOOL, expr.op, left, right)
        case If() if isinstance(expr.type, BoolType):
            then = Logic(BOOL, "or", negative(expr.condition), positive(expr.then))
            other = Logic(BOOL, "or", positive(expr.condition), positive(expr.orelse))
            return Logic(BOOL, "and", then, other)
        case Quantifier():
            return quantified(expr.universal, expr.variables, positive(expr.body))
        case Compare():
            return compare(expr, positive=True)
    return expr


def negative(expr: Expr) -> Expr:
    """The negation, in negation normal form."""
    match expr:
        case Not():
            return positive(expr.operand)
        case Literal():
            return Literal(BOOL, not expr.value)
        case Logic(op="implies"):
            left, right = positive(expr.left), negative(expr.right)
            return Logic(BOOL, "and", left, right)
        case Logic():
            op = "or" if expr.op == "and" else "and"
            left, right = negative(expr.left), negative(expr.right)
            return Logic(BOOL, op, left, right)
        case If() if isinstance(expr.type, BoolType):
            return positive(replace(expr, then=Not(BOOL, expr.then), orelse=Not(BOOL, expr.orelse)))
        case Quantifier():
            return quantified(not expr.universal, expr.variables, negative(expr.body))
        case Compare():
            return compare(expr, positive=False)
    return Not(BOOL, expr)


def quantified(universal: bool, variables: tuple[Variable, ...], body: Expr) -> Expr:
    """A quantifier; two of a kind in a row are one."""
    if isinstance(body, Quantifier) and body.universal == universal:
        variables, body = (*variables, *body.variables), body.body
    return Quantifier(BOOL, universal, variables, body)


def all_of(parts: list[Expr]) -> Expr:
    """The conjunction of one condition or more."""
    return reduce(lambda a, b: Logic(BOOL, "and", a, b), parts)


def any_of(parts: list[Expr]) -> Expr:
    """The disjunction of one condition or more."""
    return reduce(lambda a, b: Logic(BOOL, "or", a, b), parts)


def flat(expr: Expr, op: str) -> list[Expr]:
    """The parts of a conjunction or disjunction, however it is nested."""
    if isinstance(expr, Logic) and expr.op == op:
        return [*flat(expr.left, op), *flat(expr.right, op)]
    return [expr]

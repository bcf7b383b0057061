"""Integers as sums: terms with factors in an order that does not depend on the spelling."""

from __future__ import annotations

import math
from dataclasses import replace

from adjudge.verus.ir import (
    BOOL,
    INT,
    Arithmetic,
    Choose,
    Compare,
    Expr,
    Lambda,
    Literal,
    Negate,
    Not,
    Quantifier,
    free_variables,
    is_integral,
    rebuild,
)
from adjudge.verus.smt.shape import shape

Linear = dict[str, tuple[int, Expr]]
"""Terms with their factors, by a text that equal terms share."""


def linear(left: Expr, right: Expr) -> tuple[list[tuple[int, Expr]], int]:
    """`left - right` as terms with factors, and a constant."""
    total, constant = terms(left, 1)
    other, more = terms(right, -1)
    for text, (factor, term) in other.items():
        total[text] = (total.get(text, (0, term))[0] + factor, term)
    return [(factor, term) for factor, term in total.values() if factor], constant + more


def anonymous(expr: Expr) -> str:
    """A text for sorting, without the names of variables that normalisation made up."""
    named = frozenset(n for n in free_variables(expr) if "#" not in n)
    # Distinct parts keep distinct texts: their variables' names come last.
    text, free = shape(expr, named)
    return f"{text}|{' '.join(v.name for v in free)}"


def compare(expr: Compare, *, positive: bool) -> Expr:
    """A comparison of integers as `sum <= 0` or `sum == 0`; others as they are, sides in order."""
    left, right = expr.left, expr.right
    if not (is_integral(left.type) and is_integral(right.type)):
        if expr.op == "eq" and anonymous(right) < anonymous(left):
            left, right = right, left
        same = replace(expr, left=left, right=right)
        return same if positive else Not(BOOL, same)
    # left op right: left - right (+ 1) op 0
    op, swapped = expr.op, False
    if not positive and op != "eq":
        left, right, swapped = right, left, True
    strict = (op == "lt") != swapped and op != "eq"
    total, constant = terms(left, 1)
    other, more = terms(right, -1)
    for text, (factor, term) in other.items():
        mine = total.get(text, (0, term))[0]
        total[text] = (mine + factor, term)
    constant += more + (1 if strict else 0)
    total = {text: (factor, term) for text, (factor, term) in total.items() if factor}
    if not total:
        holds = constant == 0 if op == "eq" else constant <= 0
        return Literal(BOOL, holds == (positive or op != "eq"))
    made = _rebuilt(total, constant, equal=op == "eq")
    return made if positive or op != "eq" else _negated(made)


def _negated(expr: Expr) -> Expr:
    return Literal(BOOL, not expr.value) if isinstance(expr, Literal) else Not(BOOL, expr)


def _rebuilt(total: Linear, constant: int, *, equal: bool) -> Expr:
    divisor = math.gcd(*(factor for factor, _ in total.values()))
    if equal and constant % divisor:
        return Literal(BOOL, False)
    # sum + constant <= 0 over integers: divide and round the constant up
    constant = constant // divisor if equal else -((-constant) // divisor)
    texts = sorted(total)
    sign = -1 if equal and total[texts[0]][0] < 0 else 1
    result: Expr | None = None
    for text in texts:
        factor, term = total[text]
        factor = factor // divisor * sign
        scaled = term if factor == 1 else Arithmetic(INT, "mul", number(factor), term)
        result = scaled if result is None else Arithmetic(INT, "add", result, scaled)
    assert result is not None
    # As `sum <= bound`, `sum == bound`.
    return Compare(BOOL, "eq" if equal else "le", result, number(-constant * sign))


def terms(expr: Expr, factor: int) -> tuple[Linear, int]:
    """An integer as a sum of terms with factors and a constant, times `factor`."""
    match expr:
        case Literal():
            return {}, int(expr.value) * factor
        case Negate():
            return terms(expr.operand, -factor)
        case Arithmetic(op="add" | "sub"):
            total, constant = terms(expr.left, factor)
            other, more = terms(expr.right, factor if expr.op == "add" else -factor)
            for text, (amount, term) in other.items():
                total[text] = (total.get(text, (0, term))[0] + amount, term)
            return total, constant + more
        case Arithmetic(op="mul"):
            for a, b in ((expr.left, expr.right), (expr.right, expr.left)):
                if isinstance(a, Literal):
                    return terms(b, factor * int(a.value))
            left, right = sorted((expr.left, expr.right), key=anonymous)
            expr = replace(expr, left=tidy(left), right=tidy(right))
            return {anonymous(expr): (factor, expr)}, 0
    expr = rebuild(expr, tidy)
    return {anonymous(expr): (factor, expr)}, 0


def tidy(expr: Expr) -> Expr:
    """A subterm with its integers as ordered sums."""
    if not is_integral(expr.type):
        return expr if isinstance(expr, Quantifier | Lambda | Choose) else rebuild(expr, tidy)
    total, constant = terms(expr, 1)
    if not total:
        return number(constant)
    result: Expr | None = None
    for text in sorted(total):
        factor, term = total[text]
        if factor:
            scaled = term if factor == 1 else Arithmetic(INT, "mul", number(factor), term)
            result = scaled if result is None else Arithmetic(INT, "add", result, scaled)
    if result is None:
        return number(constant)
    return Arithmetic(INT, "add", result, number(constant)) if constant else result


def number(value: int) -> Literal:
    """A literal."""
    return Literal(INT, value)

"""Quantified variables: those that an equation fixes go, the others begin where it is natural."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.verus.ir import (
    BOOL,
    INT,
    Arithmetic,
    Builtin,
    Call,
    Compare,
    Expr,
    IntType,
    Literal,
    Negate,
    Not,
    Var,
    Variable,
    bounds,
    free_variables,
    is_integral,
    substitute,
    walk,
)
from adjudge.verus.smt.polarity import all_of, any_of, flat, positive
from adjudge.verus.smt.sums import anonymous, number, terms


def without_fixed(
    variables: tuple[Variable, ...], body: Expr, *, universal: bool
) -> tuple[tuple[Variable, ...], Expr]:
    """Without variables that an equation fixes: `forall v. v != e || p(v)` is `p(e)`."""
    for variable in variables:
        if not isinstance(variable.type, IntType):
            continue
        parts = flat(body, "or" if universal else "and")
        for i, part in enumerate(parts):
            solution = _solution(part, variable, universal=universal)
            if solution is not None:
                rest = _substituted(parts[:i] + parts[i + 1 :], variable, *solution, universal)
                left = tuple(v for v in variables if v != variable)
                return without_fixed(left, rest, universal=universal)
    return variables, body


def unshifted(variables: tuple[Variable, ...], body: Expr) -> Expr:
    """With each variable shifted so that the least argument that it gives is the variable itself.

    A variable that is no argument of anything begins at 0, where it has a least value.
    """
    for variable in variables:
        if variable.type != INT:
            continue
        offsets = list(_offsets(body, variable.name))
        least = min(offsets) if offsets else -min(_lower_bounds(body, variable), default=0)
        if least:
            moved = Arithmetic(INT, "add", Var(INT, variable.name), number(-least))
            body = positive(substitute(body, {variable.name: moved}))
    return body


def _offsets(body: Expr, name: str) -> Iterator[int]:
    """The numbers that are added to a variable in arguments of functions."""
    for node in walk(body):
        if isinstance(node, Builtin | Call):
            for arg in node.args:
                if is_integral(arg.type):
                    total, constant = terms(arg, 1)
                    named = [(f, t.name) for f, t in total.values() if isinstance(t, Var)]
                    if named == [(1, name)] and len(total) == 1:
                        yield constant


def _lower_bounds(body: Expr, variable: Variable) -> Iterator[int]:
    """Numbers that a variable is compared with from below, as normal forms write it."""
    text = anonymous(Var(variable.type, variable.name))
    for node in walk(body):
        if isinstance(node, Compare) and node.op == "le" and isinstance(node.right, Literal):
            total, constant = terms(node.left, 1)
            if list(total) == [text]:
                bound = int(node.right.value) - constant
                # v <= bound, where a `forall` has the negation of its guard: bound + 1 <= v
                yield bound + 1 if total[text][0] > 0 else -bound


def _solution(part: Expr, variable: Variable, *, universal: bool) -> tuple[int, Expr] | None:
    """(factor, e) if a part says that factor times the variable is, or is not, e."""
    if universal:
        if not isinstance(part, Not):
            return None
        part = part.operand
    if not isinstance(part, Compare) or part.op != "eq" or not is_integral(part.left.type):
        return None
    total, constant = terms(part.left, 1)
    other, more = terms(part.right, -1)
    constant += more
    own = total.pop(anonymous(Var(variable.type, variable.name)), None)
    if own is None or other or any(variable.name in free_variables(t) for _, t in total.values()):
        return None
    factor = own[0]
    value: Expr = number(-constant)
    for amount, term in total.values():
        value = Arithmetic(INT, "sub", value, Arithmetic(INT, "mul", number(amount), term))
    return (factor, value) if factor > 0 else (-factor, Negate(INT, value))


def _substituted(
    parts: list[Expr], variable: Variable, factor: int, value: Expr, universal: bool
) -> Expr:
    """The other parts at the solution, which must be an integer of the variable's type."""
    conditions: list[Expr] = []
    if factor > 1:
        remainder = Arithmetic(INT, "mod", value, number(factor))
        conditions.append(Compare(BOOL, "eq", remainder, number(0)))
        value = Arithmetic(INT, "div", value, number(factor))
    low, high = bounds(variable.type)
    if low is not None:
        conditions.append(Compare(BOOL, "le", number(low), value))
    if high is not None:
        conditions.append(Compare(BOOL, "le", value, number(high)))
    replaced = [substitute(part, {variable.name: value}) for part in parts]
    if universal:
        whole = any_of([*(Not(BOOL, c) for c in conditions), *replaced] or [Literal(BOOL, False)])
    else:
        whole = all_of([*conditions, *replaced] or [Literal(BOOL, True)])
    return positive(whole)

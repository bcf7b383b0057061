"""Variables that equations of a conjunction determine: each is solved for and put into the others.

It is asked where nothing else bounds a variable. Equations are the conjunction's own, and the first
two instances of `forall|i| 0 <= i < n ==> left == right`, which hold where there are that many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from adjudge.verus.evaluate.elements import bare, expanded, flat
from adjudge.verus.evaluate.matrix import Bound, Matrix, matrix
from adjudge.verus.ir import (
    BOOL,
    INT,
    NAT,
    Arithmetic,
    Cast,
    Compare,
    Expr,
    If,
    IntType,
    Literal,
    Logic,
    Negate,
    Not,
    Quantifier,
    SpecFunction,
    Unspecified,
    Var,
    free_variables,
    substitute,
)

_ZERO, _ONE = Literal(INT, 0), Literal(INT, 1)
_INSTANCES = 2
_MANY = 12
_OPEN = "an equation does not determine it"


@dataclass(frozen=True)
class _Equation:
    """`expr == 0` where all guards hold."""

    expr: Expr
    guards: tuple[Expr, ...] = ()


def solutions(
    found: Matrix, names: set[str], function: Callable[[str], SpecFunction]
) -> dict[str, list[Bound]]:
    """What equations say of some variables of a conjunction.

    Args:
        found: The conjunction.
        names: The variables to solve for, integers all.
        function: Specification functions by their keys.
    """
    made: dict[str, list[Bound]] = {}
    equations = sorted(_equations(found, function), key=lambda e: len(e.guards))[:_MANY]
    left = set(names)
    while left:
        step = _solvable(equations, left, plainly=True) or _solvable(equations, left, plainly=False)
        if step is None:
            break
        equation, name, factor, rest = step
        left.discard(name)
        equations = [e for e in equations if e is not equation]
        guards = equation.guards
        plain = isinstance(factor, Literal)
        if plain:
            value = _scaled(rest, Literal(INT, -factor.value))  # type: ignore[attr-defined]
            equations = [
                _Equation(substitute(e.expr, {name: value}), (*e.guards, *guards))
                if name in free_variables(e.expr)
                else e
                for e in equations
            ]
        else:
            value = Arithmetic(INT, "div", _negative(rest), factor)
            guards = (*guards, Not(BOOL, Compare(BOOL, "eq", factor, _ZERO)))
        for guard in guards:
            value = If(INT, guard, value, Unspecified(INT, _OPEN))
        made[name] = [Bound("equal", value, frozenset(free_variables(value)))]
    return made


def _solvable(
    equations: list[_Equation], names: set[str], *, plainly: bool
) -> tuple[_Equation, str, Expr, Expr] | None:
    """An equation that is linear in a variable, with its factor and the rest.

    Plainly: where the factor is 1 or -1.
    """
    for equation in equations:
        for name in free_variables(equation.expr):
            if name not in names:
                continue
            parts = _split(equation.expr, name)
            if parts is None:
                continue
            factor, rest = parts
            unit = isinstance(factor, Literal) and abs(factor.value) == 1
            if unit if plainly else not isinstance(factor, Literal) and not _uses(factor, names):
                return equation, name, factor, rest
    return None


def _uses(expr: Expr, names: set[str]) -> bool:
    return bool(names & set(free_variables(expr)))


def _equations(found: Matrix, function: Callable[[str], SpecFunction]) -> Iterator[_Equation]:
    values = {c.name: c.expr for c in found.conjuncts if c.name is not None}
    if values:
        return
    for conjunct in flat(found.conjuncts, function, 0):
        expr = conjunct.expr
        if isinstance(expr, Compare) and conjunct.positive:
            yield from _equation(expr, ())
        if isinstance(expr, Quantifier) and expr.universal == conjunct.positive:
            yield from _instances(expr, function)


def _equation(expr: Compare, guards: tuple[Expr, ...]) -> Iterator[_Equation]:
    if expr.op == "eq" and isinstance(expr.left.type, IntType):
        yield _Equation(_sum(expr.left, _negative(expr.right)), guards)


def _instances(expr: Quantifier, function: Callable[[str], SpecFunction]) -> Iterator[_Equation]:
    """Equations that a universal condition implies for its first indices."""
    inner = matrix(expr.variables, expanded(expr.body), positive=not expr.universal)
    if len(inner.variables) != 1 or inner.variables[0].type not in (INT, NAT):
        return
    name = inner.variables[0].name
    others = [c for c in inner.conjuncts if not _is_comparison(c.expr)]
    guards = [c for c in inner.conjuncts if _is_comparison(c.expr)]
    if len(others) != 1 or any(c.name is not None for c in inner.conjuncts):
        return
    holds = matrix((), others[0].expr, positive=not others[0].positive)
    if holds.variables:
        return
    for i in range(_INSTANCES):
        at = {name: Literal(INT, i)}
        given = tuple(substitute(g.expr if g.positive else Not(BOOL, g.expr), at) for g in guards)
        for part in flat(holds.conjuncts, function, 0):
            if isinstance(part.expr, Compare) and part.positive:
                here = substitute(part.expr, at)
                assert isinstance(here, Compare)
                yield from _equation(here, given)


def _is_comparison(expr: Expr) -> bool:
    """Whether a condition can be a guard: `0 <= i`, `i < n`."""
    if isinstance(expr, Logic):
        return _is_comparison(expr.left) and _is_comparison(expr.right)
    return isinstance(expr, Compare) and expr.op in ("lt", "le")


def _split(expr: Expr, name: str) -> tuple[Expr, Expr] | None:
    """The factor of a variable in a sum, and the rest; None if it is not linear."""
    if name not in free_variables(expr):
        return _ZERO, expr
    expr = bare(expr)
    match expr:
        case Var():
            return _ONE, _ZERO
        case Cast() if expr.type == INT and isinstance(expr.operand.type, IntType):
            return _split(expr.operand, name)
        case Negate():
            parts = _split(expr.operand, name)
            return parts and (_negative(parts[0]), _negative(parts[1]))
        case Arithmetic(op="add" | "sub"):
            left, right = _split(expr.left, name), _split(expr.right, name)
            if left is None or right is None:
                return None
            if expr.op == "sub":
                right = _negative(right[0]), _negative(right[1])
            return _sum(left[0], right[0]), _sum(left[1], right[1])
        case Arithmetic(op="mul"):
            sides = (expr.left, expr.right), (expr.right, expr.left)
            for one, other in sides:
                if name not in free_variables(other):
                    parts = _split(one, name)
                    return parts and (_scaled(parts[0], other), _scaled(parts[1], other))
    return None


def _sum(a: Expr, b: Expr) -> Expr:
    if isinstance(a, Literal) and isinstance(b, Literal):
        return Literal(INT, a.value + b.value)
    if isinstance(a, Literal) and a.value == 0:
        return b
    if isinstance(b, Literal) and b.value == 0:
        return a
    return Arithmetic(INT, "add", a, b)


def _negative(expr: Expr) -> Expr:
    if isinstance(expr, Literal):
        return Literal(INT, -expr.value)
    return Negate(INT, expr)


def _scaled(expr: Expr, by: Expr) -> Expr:
    for one, other in ((expr, by), (by, expr)):
        if isinstance(one, Literal):
            if isinstance(other, Literal):
                return Literal(INT, one.value * other.value)
            if one.value in (0, 1, -1):
                return {1: other, 0: _ZERO, -1: _negative(other)}[int(one.value)]
    return Arithmetic(INT, "mul", expr, by)

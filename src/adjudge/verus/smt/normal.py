"""Normal forms of conditions: two spellings of one condition often share theirs.

Calls are inlined, negations stand at comparisons, comparisons of integers are linear with the
terms in order, conjunctions are flat, `forall` is split over them. What changes the meaning in
no case is dropped: views, casts that keep every value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from adjudge.verus.ir import (
    BOOL,
    BoolType,
    Expr,
    Literal,
    Logic,
    Quantifier,
    SpecFunction,
    Variable,
    free_variables,
)
from adjudge.verus.smt.binders import unshifted, without_fixed
from adjudge.verus.smt.inline import Inliner, TooLarge
from adjudge.verus.smt.polarity import all_of, any_of, flat, positive
from adjudge.verus.smt.shape import shape
from adjudge.verus.smt.sums import anonymous, tidy

__all__ = ["TooLarge", "conjuncts", "key", "normalized"]


def conjuncts(conditions: Iterable[Expr], functions: Mapping[str, SpecFunction]) -> list[Expr]:
    """The conditions as a list of smaller ones that mean the same together.

    Raises:
        TooLarge: They are too large to be written out.
    """
    inliner = Inliner(functions)
    found: dict[str, Expr] = {}
    for condition in conditions:
        for part in _split(positive(inliner.plain(condition))):
            found.setdefault(key(part), part)
    return list(found.values())


def normalized(expr: Expr) -> Expr:
    """A term or condition with its comparisons and sums in order; calls are left alone."""
    return positive(expr) if isinstance(expr.type, BoolType) else tidy(expr)


def key(expr: Expr) -> str:
    """A text that conditions share only if they mean the same; free variables keep their names."""
    free = frozenset(free_variables(expr))
    return shape(expr, free)[0]


def _split(expr: Expr) -> list[Expr]:
    """The conjuncts of a condition in negation normal form, each in order."""
    if isinstance(expr, Logic) and expr.op == "and":
        return [*_split(expr.left), *_split(expr.right)]
    if isinstance(expr, Quantifier) and expr.universal:
        return [_forall(expr.variables, part) for part in _split(expr.body)]
    if isinstance(expr, Logic) and expr.op == "or":
        return _distributed(expr)
    if isinstance(expr, Literal) and expr.value is True:
        return []
    return [_ordered(expr)]


def _distributed(expr: Expr) -> list[Expr]:
    """`a || (b && c)` as `a || b` and `a || c`, as long as only one part is a conjunction.

    A `forall` among the parts takes the others into its scope: names are unique.
    """
    options = flat(expr, "or")
    for i, option in enumerate(options):
        others = options[:i] + options[i + 1 :]
        if isinstance(option, Quantifier) and option.universal:
            inside = any_of([*others, *flat(option.body, "or")])
            return _split(Quantifier(BOOL, True, option.variables, inside))
    pieces = [_split(option) for option in options]
    several = [i for i, found in enumerate(pieces) if len(found) > 1]
    if len(several) != 1:
        return [_ordered(expr)]
    index = several[0]
    others = [piece[0] for i, piece in enumerate(pieces) if i != index and piece]
    if any(not piece for piece in pieces):
        return []  # one of them is always true
    return [
        found for piece in pieces[index] for found in _split(_ordered(any_of([*others, piece])))
    ]


def _forall(variables: tuple[Variable, ...], body: Expr) -> Expr:
    if isinstance(body, Quantifier) and body.universal:
        variables, body = (*variables, *body.variables), body.body
    variables, body = without_fixed(variables, body, universal=True)
    body = unshifted(variables, body)
    used = free_variables(body)
    kept = tuple(v for v in variables if v.name in used)
    # All types of variables have values, so one that is not used can go.
    if not kept:
        return body
    seen = list(used)
    return Quantifier(BOOL, True, tuple(sorted(kept, key=lambda v: seen.index(v.name))), body)


def _ordered(expr: Expr) -> Expr:
    """Disjunctions and conjunctions in an order that does not depend on the spelling."""
    if isinstance(expr, Logic):
        parts = {anonymous(p): p for p in map(_ordered, flat(expr, expr.op))}
        neutral = expr.op == "and"  # true changes no conjunction, false no disjunction
        if any(_is(p, not neutral) for p in parts.values()):
            return Literal(BOOL, not neutral)
        kept = [parts[k] for k in sorted(parts) if not _is(parts[k], neutral)]
        if not kept:
            return Literal(BOOL, neutral)
        return all_of(kept) if neutral else any_of(kept)
    if isinstance(expr, Quantifier):
        bound, body = without_fixed(expr.variables, expr.body, universal=expr.universal)
        expr, body = replace(expr, variables=bound), _ordered(unshifted(bound, body))
        used = list(free_variables(body))
        bound = tuple(v for v in expr.variables if v.name in used)
        if not bound:
            return body
        bound = tuple(sorted(bound, key=lambda v: used.index(v.name)))
        return Quantifier(BOOL, expr.universal, bound, body)
    return expr


def _is(expr: Expr, value: bool) -> bool:
    return isinstance(expr, Literal) and expr.value is value

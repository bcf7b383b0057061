"""Quantifiers, `choose` and closures."""

# ruff: noqa: ARG001  (all rules have the same parameters)
from __future__ import annotations

from adjudge.verus import syntax as rs
from adjudge.verus.ir import (
    BOOL,
    Choose,
    Expr,
    FnType,
    Lambda,
    Quantifier,
    TupleType,
    Type,
    Var,
    Variable,
)
from adjudge.verus.lower.context import ANY, Env, Place, known
from adjudge.verus.lower.dispatch import lower, rule
from adjudge.verus.lower.patterns import bind, match_pattern


@rule(rs.Quantifier)
def quantifier(place: Place, node: rs.Quantifier, env: Env, want: Type | None) -> Expr:
    """`forall|x: T| body`, `exists`, `choose`."""
    variables, bindings, inner = _bind(place, node.binders, env, ())
    body = bind(bindings, lower(place, node.body, inner, BOOL))
    span = place.span(node)
    if node.keyword != "choose":
        return Quantifier(BOOL, node.keyword == "forall", variables, body, span=span)
    types = tuple(v.type for v in variables)
    return Choose(types[0] if len(types) == 1 else TupleType(types), variables, body, span=span)


@rule(rs.Closure)
def closure(place: Place, node: rs.Closure, env: Env, want: Type | None) -> Expr:
    """`|x: T| body`."""
    wants = want.params if isinstance(want, FnType) else ()
    result = known(want.result) if isinstance(want, FnType) else None
    if node.output is not None:
        result = place.type(node.output.type)
    params, bindings, inner = _bind(place, node.binders, env, wants)
    body = bind(bindings, lower(place, node.body, inner, result))
    type_ = FnType(tuple(v.type for v in params), body.type)
    return Lambda(type_, params, body, span=place.span(node))


def _bind(
    place: Place, binders: tuple[rs.Binder, ...], env: Env, wants: tuple[Type, ...]
) -> tuple[tuple[Variable, ...], list[tuple[Variable, Expr]], Env]:
    variables: list[Variable] = []
    bindings: list[tuple[Variable, Expr]] = []
    for i, binder in enumerate(binders):
        type_ = place.type(binder.type) if binder.type else (wants[i] if i < len(wants) else ANY)
        pattern = binder.pattern
        if isinstance(pattern, rs.IdentPattern):
            variable = place.context.fresh(pattern.name, type_)
            env = {**env, pattern.name: variable}
        else:
            variable = place.context.fresh("item", type_)
            matched = match_pattern(place, pattern, Var(type_, variable.name))
            bindings.extend(matched.bindings)
            env = matched.env(env)
        variables.append(variable)
    return tuple(variables), bindings, env

"""Specification functions and constants, instantiated where they are used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudge.verus import syntax as rs
from adjudge.verus.ir import (
    BOOL,
    Call,
    Expr,
    OpaqueType,
    Span,
    SpecFunction,
    Type,
    Var,
    Variable,
    show,
    walk,
)
from adjudge.verus.lower.context import ANY, Env, Place
from adjudge.verus.lower.dispatch import lower
from adjudge.verus.lower.patterns import bind, match_pattern
from adjudge.verus.lower.types import type_params, unify
from adjudge.verus.names import Definition


def constant(place: Place, definition: Definition, span: Span | None) -> Expr:
    """A use of a `const`."""
    item = definition.item
    assert isinstance(item, rs.Const)
    home = _home(place, definition, {})
    key = definition.qualified
    type_ = home.type(item.type) if item.type else ANY
    context = place.context
    if key not in context.functions:
        shell = SpecFunction(key, definition.name, (), type_, None)
        context.functions[key] = shell
        if item.value is not None:
            body = lower(home, item.value, {}, type_)
            context.functions[key] = replace(shell, body=body)
    return Call(type_, key, (), span=span)


def _home(place: Place, definition: Definition, types: dict[str, Type]) -> Place:
    """The place of a definition's own text."""
    context = place.context
    scope = dict(types)
    if definition.owner:
        scope["Self"] = context.types.datatype(definition.owner, ())
    return Place(context, definition, scope)


def instance(
    place: Place,
    definition: Definition,
    written: Sequence[Type],
    args: list[rs.Expr],
    env: Env,
    span: Span | None,
    receiver: Expr | None,
) -> Expr:
    """A call of a specification function at the type arguments that fit.

    Args:
        place: Where the call stands.
        definition: The function.
        written: Type arguments given with `::<..>`.
        args: The arguments, without the receiver of a method call.
        env: The variables in scope.
        span: Where the call stands.
        receiver: What stands before the dot, if anything does.
    """
    function = definition.item
    assert isinstance(function, rs.Function)
    names = type_params(function)
    types: dict[str, Type] = dict(zip(names, written, strict=False))
    lowered = [receiver] if receiver is not None else []
    params = function.params[len(lowered) :]
    if len(params) != len(args):
        return place.context.give_up(f"call of `{definition.name}`", None, span)
    for param, arg in zip(params, args, strict=True):
        home = _home(place, definition, types)
        pattern = param.type if isinstance(param, rs.Param) else None
        wanted = home.type(pattern) if pattern and all(n in types for n in names) else None
        value = lower(place, arg, env, wanted)
        unify(pattern, value.type, set(names), types)
        lowered.append(value)
    for name in names:
        types.setdefault(name, OpaqueType(name))
    made = _declare(place, definition, function, names, types)
    return Call(made.result, made.key, tuple(lowered), span=span)


def _declare(
    place: Place,
    definition: Definition,
    function: rs.Function,
    names: list[str],
    types: dict[str, Type],
) -> SpecFunction:
    """The function at these type arguments; its body is lowered later."""
    context = place.context
    shown = ", ".join(show(types[name]) for name in names)
    key = f"{definition.qualified}<{shown}>" if names else definition.qualified
    if key in context.functions:
        return context.functions[key]
    home = _home(place, definition, types)
    params: list[Variable] = []
    env: dict[str, Variable] = {}
    bindings: list[tuple[Variable, Expr]] = []
    for param in function.params:
        if isinstance(param, rs.SelfParam):
            variable = context.fresh("self", home.types.get("Self", ANY))
            env["self"] = variable
        else:
            type_ = home.type(param.type)
            named = isinstance(param.pattern, rs.IdentPattern)
            name = param.pattern.name if isinstance(param.pattern, rs.IdentPattern) else "item"
            variable = context.fresh(name, type_)
            if named:
                env[name] = variable
            else:
                matched = match_pattern(home, param.pattern, Var(type_, variable.name))
                bindings.extend(matched.bindings)
                env.update(matched.names)
        params.append(variable)
    result = home.type(function.output.type) if function.output else ANY
    made = SpecFunction(
        key, definition.name, tuple(params), result, None, span=context.file.span(function)
    )
    context.functions[key] = made
    context.pending.append(lambda: _fill(home, made, function, env, bindings))
    return made


def _fill(
    home: Place,
    made: SpecFunction,
    function: rs.Function,
    env: Env,
    bindings: list[tuple[Variable, Expr]],
) -> None:
    from adjudge.verus.lower.conditions import block

    when = None
    for clause in function.clauses:
        if clause.when is not None:
            when = bind(bindings, lower(home, clause.when, env, BOOL))
    body = None
    if function.body is not None and function.publish != "uninterp":
        body = bind(bindings, block(home, function.body, env, made.result))
    home.context.functions[made.key] = replace(made, body=body, when=when)


def mark_recursive(functions: dict[str, SpecFunction]) -> None:
    """Note which functions reach themselves."""
    calls = {
        key: {
            node.function
            for root in (f.body, f.when)
            if root is not None
            for node in walk(root)
            if isinstance(node, Call)
        }
        for key, f in functions.items()
    }
    for key, function in functions.items():
        seen: set[str] = set()
        stack = list(calls[key])
        while stack:
            current = stack.pop()
            if current not in seen:
                seen.add(current)
                stack.extend(calls.get(current, ()))
        if key in seen:
            functions[key] = replace(function, recursive=True)

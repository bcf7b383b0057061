"""Traversal of expressions: children, free variables, substitution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace

from adjudge.verus.ir.expressions import (
    Choose,
    Expr,
    Lambda,
    Let,
    Quantifier,
    Var,
    Variable,
)

_FIELDS: dict[type, tuple[str, ...]] = {}


def _field_names(kind: type[Expr]) -> tuple[str, ...]:
    names = _FIELDS.get(kind)
    if names is None:
        names = tuple(f.name for f in fields(kind) if f.name not in ("type", "span"))
        _FIELDS[kind] = names
    return names


def children(expr: Expr) -> list[Expr]:
    """The expressions directly below, left to right."""
    found: list[Expr] = []
    for name in _field_names(type(expr)):
        value = getattr(expr, name)
        if isinstance(value, Expr):
            found.append(value)
        elif type(value) is tuple:
            found.extend(item for item in value if isinstance(item, Expr))
    return found


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and all below it, parents first."""
    stack = [expr]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))


def bound_variables(expr: Expr) -> tuple[Variable, ...]:
    """The variables that this very node binds."""
    if isinstance(expr, Quantifier | Choose):
        return expr.variables
    if isinstance(expr, Lambda):
        return expr.params
    if isinstance(expr, Let):
        return (Variable(expr.name, expr.value.type),)
    return ()


def free_variables(expr: Expr) -> dict[str, Variable]:
    """The variables an expression uses and does not bind, in the order of their first use."""
    bound: set[str] = set()
    used: dict[str, Variable] = {}
    for node in walk(expr):
        bound.update(v.name for v in bound_variables(node))
        if isinstance(node, Var):
            used.setdefault(node.name, Variable(node.name, node.type))
    return {name: v for name, v in used.items() if name not in bound}


def rebuild(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The same node over changed children."""
    changes: dict[str, object] = {}
    for name in _field_names(type(expr)):
        value = getattr(expr, name)
        if isinstance(value, Expr):
            new: object = change(value)
        elif type(value) is tuple and any(isinstance(item, Expr) for item in value):
            new = tuple(change(item) for item in value)
        else:
            continue
        if new != value:
            changes[name] = new
    return replace(expr, **changes) if changes else expr  # type: ignore[arg-type]


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """The expression with variables replaced; names are unique, so nothing is captured."""
    if isinstance(expr, Var):
        return values.get(expr.name, expr)
    return rebuild(expr, lambda child: substitute(child, values))


def fingerprint(expr: Expr) -> str:
    """A text that two expressions share only if they are the same up to names of bound variables.

    Free variables go by their names.
    """
    numbers: dict[str, int] = {}
    parts: list[str] = []
    stack: list[Expr | str] = [expr]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        for variable in bound_variables(node):
            numbers[variable.name] = len(numbers)
            parts.append(str(variable.type))
        parts.append(f"{type(node).__name__}:{node.type}")
        for name in _field_names(type(node)):
            value = getattr(node, name)
            if isinstance(node, Var):
                parts.append(f"#{numbers[value]}" if value in numbers else value)
            elif not isinstance(value, Expr | tuple) and name != "name":
                parts.append(repr(value))
            elif isinstance(value, str):
                parts.append(value if not isinstance(node, Let) else "")
        below = children(node)
        parts.append(f"[{len(below)}")
        stack.extend(reversed(below))
    return " ".join(parts)

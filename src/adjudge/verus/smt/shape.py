"""The shape of an expression: equal for expressions that differ in the names of variables only."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType

from adjudge.verus.ir import (
    BOOL,
    Call,
    Choose,
    Expr,
    Lambda,
    Let,
    Literal,
    Quantifier,
    SpecFunction,
    Unspecified,
    Var,
    Variable,
    show,
    walk,
)

_FIELDS: dict[type, tuple[str, ...]] = {}
_BINDERS = (Quantifier, Choose, Lambda)


def shape(
    expr: Expr,
    named: frozenset[str] = frozenset(),
    calls: Mapping[str, str] = MappingProxyType({}),
) -> tuple[str, list[Var]]:
    """A text that expressions share exactly if they are equal up to names of variables.

    Args:
        expr: The expression.
        named: Free variables that keep their name in the text.
        calls: What to write for calls of functions, instead of their keys.

    Returns:
        The text, and the other free variables in the order of their first use.
    """
    writer = _Writer(named, calls)
    writer.write(expr)
    return "".join(writer.parts), list(writer.free.values())


class _Writer:
    def __init__(self, named: frozenset[str], calls: Mapping[str, str]) -> None:
        self.parts: list[str] = []
        self.free: dict[str, Var] = {}
        self._named = named
        self._calls = calls
        self._bound: dict[str, list[int]] = {}
        self._next = itertools.count()

    def write(self, expr: Expr) -> None:
        if isinstance(expr, Var):
            self._variable(expr)
            return
        put = self.parts.append
        put(f"({type(expr).__name__}:{show(expr.type)}")
        if isinstance(expr, Unspecified):
            # Two unknown values are one only where they are the same expression.
            put(" arbitrary" if expr.reason == "arbitrary()" else f" {expr.reason} {id(expr)}")
        elif isinstance(expr, _BINDERS):
            variables = expr.params if isinstance(expr, Lambda) else expr.variables
            if isinstance(expr, Quantifier):
                put(" forall" if expr.universal else " exists")
            self._under(variables, expr.body)
        elif isinstance(expr, Let):
            self.write(expr.value)
            self._under((Variable(expr.name, expr.value.type),), expr.body)
        else:
            self._fields(expr)
        put(")")

    def _variable(self, expr: Var) -> None:
        bound = self._bound.get(expr.name)
        if bound:
            self.parts.append(f" b{bound[-1]}")
        elif expr.name in self._named:
            self.parts.append(f" {expr.name}")
        else:
            self.free.setdefault(expr.name, expr)
            self.parts.append(f" f{list(self.free).index(expr.name)}:{show(expr.type)}")

    def _under(self, variables: tuple[Variable, ...], body: Expr) -> None:
        for variable in variables:
            number = next(self._next)
            self._bound.setdefault(variable.name, []).append(number)
            self.parts.append(f" b{number}:{show(variable.type)}")
        self.write(body)
        for variable in variables:
            self._bound[variable.name].pop()

    def _fields(self, expr: Expr) -> None:
        kind = type(expr)
        names = _FIELDS.get(kind)
        if names is None:
            names = tuple(f.name for f in fields(kind) if f.name not in ("type", "span"))
            _FIELDS[kind] = names
        for name in names:
            value = getattr(expr, name)
            if isinstance(value, Expr):
                self.write(value)
            elif isinstance(value, tuple):
                for item in value:
                    self.write(item)
            elif name == "function":
                self.parts.append(f" {self._calls.get(value, value)}")
            else:
                self.parts.append(f" {value}")


def identities(functions: Mapping[str, SpecFunction]) -> dict[str, str]:
    """For each function a digest that equal functions share, whatever their names.

    Functions that rest on something unknown have none. Those that call each other in turn share
    theirs only under the same keys.
    """
    found: dict[str, str | None] = {}
    for key in functions:
        _identify(key, functions, found)
    return {key: digest for key, digest in found.items() if digest is not None}


def _identify(
    key: str, functions: Mapping[str, SpecFunction], found: dict[str, str | None]
) -> str | None:
    if key in found:
        return found[key]
    found[key] = hashlib.sha256(key.encode()).hexdigest()  # while inside: for calls in a circle
    function = functions[key]
    calls = {key: "itself"}
    known = function.body is not None
    for root in (function.body, function.when):
        for node in walk(root) if root is not None else ():
            if isinstance(node, Unspecified) and node.reason != "arbitrary()":
                known = False
            if isinstance(node, Call) and node.function not in calls:
                inner = _identify(node.function, functions, found)
                known = known and inner is not None
                calls[node.function] = inner or node.function
    found[key] = _digest(function, calls) if known else None
    return found[key]


def _digest(function: SpecFunction, calls: Mapping[str, str]) -> str:
    assert function.body is not None
    # As one closed expression: the parameters bound in their order.
    when = function.when or Literal(BOOL, True)
    params = function.params
    text = [shape(Lambda(e.type, params, e), calls=calls)[0] for e in (function.body, when)]
    text.append(show(function.result))
    return hashlib.sha256("\0".join(text).encode()).hexdigest()

"""One rule per kind of expression; the rules stand in the modules beside this one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from adjudge.verus import syntax as rs
from adjudge.verus.ir import Expr, Type
from adjudge.verus.lower.context import Env, Place, known

# Any: a rule takes the kind of node it is registered for.
Rule: TypeAlias = Callable[[Place, Any, Env, "Type | None"], Expr]
R = TypeVar("R", bound=Rule)
RULES: dict[type[rs.Node], Rule] = {}


def rule(*kinds: type[rs.Node]) -> Callable[[R], R]:
    """Register a function as the rule for some kinds of nodes."""

    def register(function: R) -> R:
        for kind in kinds:
            RULES[kind] = function
        return function

    return register


def lower(place: Place, node: rs.Expr, env: Env, want: Type | None = None) -> Expr:
    """The meaning of an expression.

    Args:
        place: Where it stands.
        node: The expression.
        env: The variables in scope, by their names in the source.
        want: The type that its surroundings expect, as far as known.
    """
    found = RULES.get(type(node))
    if found is None:
        return place.give_up(f"expression {type(node).__name__}", node, want)
    return found(place, node, env, known(want))

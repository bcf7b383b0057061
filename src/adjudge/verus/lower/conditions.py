"""Logic and control: operators that bind variables to their right, blocks, `if`, `match`."""

# ruff: noqa: ARG001  (all rules have the same parameters)
from __future__ import annotations

from adjudge.verus import syntax as rs
from adjudge.verus.ghost import is_ghost_expression
from adjudge.verus.ir import (
    BOOL,
    INT,
    UNIT,
    Compare,
    Expr,
    If,
    IntType,
    Let,
    Literal,
    Logic,
    Not,
    OpaqueType,
    Tuple,
    Type,
    Unspecified,
    Var,
    Variable,
)
from adjudge.verus.lower.context import Env, Place
from adjudge.verus.lower.dispatch import lower, rule
from adjudge.verus.lower.operators import binary as arithmetic
from adjudge.verus.lower.operators import retyped
from adjudge.verus.lower.patterns import bind, match_pattern

_Bindings = list[tuple[Variable, Expr]]


def condition(place: Place, node: rs.Expr, env: Env) -> tuple[Expr, _Bindings, Env]:
    """A truth value and the variables that it binds for what stands to its right."""
    while isinstance(node, rs.Paren | rs.Attributed):
        if isinstance(node, rs.Paren) and not _binds(node.inner):
            break
        node = node.inner
    if isinstance(node, rs.Matches) and not node.negated:
        return _matched(place, node.value, node.pattern, env)
    if isinstance(node, rs.LetCondition):
        return _matched(place, node.value, node.pattern, env)
    if isinstance(node, rs.Binary) and node.op == "&&":
        return _both(place, node, (node.left, node.right), env)
    if isinstance(node, rs.Bulleted) and node.op == "&&&":
        return _both(place, node, node.items, env)
    return lower(place, node, env, BOOL), [], env


def _binds(node: rs.Expr) -> bool:
    while isinstance(node, rs.Paren | rs.Attributed):
        node = node.inner
    return isinstance(node, rs.Matches | rs.LetCondition)


def _matched(
    place: Place, subject: rs.Expr, pattern: rs.Pattern, env: Env
) -> tuple[Expr, _Bindings, Env]:
    matched = match_pattern(place, pattern, lower(place, subject, env))
    return matched.test, matched.bindings, matched.env(env)


def _both(
    place: Place, node: rs.Expr, items: tuple[rs.Expr, ...], env: Env
) -> tuple[Expr, _Bindings, Env]:
    result: Expr | None = None
    bindings: _Bindings = []
    for item in items:
        test, bound, env = condition(place, item, env)
        test = bind(bindings, test) if bindings else test
        result = test if result is None else Logic(BOOL, "and", result, test, span=place.span(node))
        bindings = bindings + bound
    return result or Literal(BOOL, True), bindings, env


@rule(rs.Binary)
def binary(place: Place, node: rs.Binary, env: Env, want: Type | None) -> Expr:
    """`&&`, `||`, `==>`, `<==`, `<==>`; the rest is arithmetic."""
    span = place.span(node)
    if node.op == "&&":
        return condition(place, node, env)[0]
    if node.op == "==>":
        test, bindings, inner = condition(place, node.left, env)
        right = bind(bindings, lower(place, node.right, inner, BOOL))
        return Logic(BOOL, "implies", test, right, span=span)
    if node.op not in ("||", "<==", "<==>"):
        return arithmetic(place, node, env, want)
    left, right = (lower(place, side, env, BOOL) for side in (node.left, node.right))
    if node.op == "||":
        return Logic(BOOL, "or", left, right, span=span)
    if node.op == "<==":
        return Logic(BOOL, "implies", right, left, span=span)
    return Compare(BOOL, "eq", left, right, span=span)


@rule(rs.Bulleted)
def bulleted(place: Place, node: rs.Bulleted, env: Env, want: Type | None) -> Expr:
    """`&&& a &&& b`, `||| a ||| b`."""
    if node.op == "&&&":
        return condition(place, node, env)[0]
    items = [lower(place, item, env, BOOL) for item in node.items]
    result = items[0]
    for item in items[1:]:
        result = Logic(BOOL, "or", result, item, span=place.span(node))
    return result


@rule(rs.Matches, rs.LetCondition)
def matches(place: Place, node: rs.Matches | rs.LetCondition, env: Env, want: Type | None) -> Expr:
    """`value matches pattern`."""
    test = _matched(place, node.value, node.pattern, env)[0]
    negated = isinstance(node, rs.Matches) and node.negated
    return Not(BOOL, test, span=place.span(node)) if negated else test


@rule(rs.BlockExpr)
def block_expression(place: Place, node: rs.BlockExpr, env: Env, want: Type | None) -> Expr:
    """`{ let x = 1; x + 1 }`."""
    return block(place, node.block, env, want)


def block(place: Place, node: rs.Block, env: Env, want: Type | None) -> Expr:
    """A block: its tail under its `let`s."""
    bindings: _Bindings = []
    for statement in node.statements:
        if isinstance(statement, rs.Let):
            env = _let(place, statement, env, bindings)
        elif not _is_idle(statement):
            return place.give_up("statement", statement, want)
    if node.tail is None:
        return bind(bindings, Tuple(UNIT, ()))
    return bind(bindings, lower(place, node.tail, env, want))


def _is_idle(statement: rs.Statement) -> bool:
    """Whether a statement gives no value: a proof step, `;`."""
    if isinstance(statement, rs.ExprStatement):
        return is_ghost_expression(statement.expr)
    return isinstance(statement, rs.EmptyStatement)


def _let(place: Place, statement: rs.Let, env: Env, bindings: _Bindings) -> Env:
    type_ = place.type(statement.type) if statement.type else None
    if statement.value is None:
        value = place.give_up("`let` without value", statement, type_)
    else:
        value = lower(place, statement.value, env, type_)
    if not isinstance(statement.pattern, rs.IdentPattern) and not isinstance(value, Var):
        whole = place.context.fresh("whole", value.type)
        bindings.append((whole, value))
        value = Var(whole.type, whole.name, span=value.span)
    matched = match_pattern(place, statement.pattern, value)
    bindings.extend(matched.bindings)
    return matched.env(env)


@rule(rs.If)
def if_expression(place: Place, node: rs.If, env: Env, want: Type | None) -> Expr:
    """`if a { .. } else if b { .. } else { .. }`."""
    parts: list[tuple[Expr, Expr]] = []
    for branch in node.branches:
        test, bindings, inner = condition(place, branch.condition, env)
        parts.append((test, bind(bindings, block(place, branch.block, inner, want))))
    if node.orelse is None:
        result: Expr = Tuple(UNIT, ())
    else:
        result = block(place, node.orelse, env, want)
    for test, then in reversed(parts):
        then, result = retyped(then, result.type), retyped(result, then.type)
        result = If(common_type(then.type, result.type), test, then, result, span=place.span(node))
    return result


def common_type(left: Type, right: Type) -> Type:
    """The type of two branches: literals among them may have been taken for `int`."""
    if left == right:
        return left
    if isinstance(left, IntType) and isinstance(right, IntType):
        return INT
    return right if isinstance(left, OpaqueType) else left


@rule(rs.Match)
def match_expression(place: Place, node: rs.Match, env: Env, want: Type | None) -> Expr:
    """`match value { pattern if guard => body, .. }`."""
    subject = lower(place, node.value, env)
    whole = None
    if not isinstance(subject, Var):
        whole = place.context.fresh("whole", subject.type)
        value: Expr = Var(whole.type, whole.name, span=subject.span)
    else:
        value = subject
    result: Expr = Unspecified(want or OpaqueType("_"), "no arm matches", span=place.span(node))
    for i, arm in enumerate(reversed(node.arms)):
        matched = match_pattern(place, arm.pattern, value)
        inner = matched.env(env)
        body = matched.wrap(lower(place, arm.body, inner, want))
        test = matched.test
        if arm.guard is not None:
            guard = matched.wrap(lower(place, arm.guard, inner, BOOL))
            test = Logic(BOOL, "and", test, guard)
        elif i == 0:  # matches are exhaustive: the last arm needs no test
            result = body
            continue
        result = If(common_type(body.type, result.type), test, body, result, span=place.span(node))
    if whole is not None:
        result = Let(result.type, whole.name, subject, result, span=place.span(node))
    return result

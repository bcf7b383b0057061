"""The contract of a function in intermediate form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudge.verus import syntax as rs
from adjudge.verus.contract import Contract, Parameter, contract, target
from adjudge.verus.ir import (
    BOOL,
    UNIT,
    Clause,
    Compare,
    Expr,
    LoweredContract,
    Type,
    Var,
    Variable,
)
from adjudge.verus.lower import access, binders, calls, conditions, operators
from adjudge.verus.lower.context import ANY, Context, Env, Place
from adjudge.verus.lower.dispatch import lower as lower_node
from adjudge.verus.lower.functions import mark_recursive
from adjudge.verus.lower.types import TypeTable
from adjudge.verus.names import Definition, Definitions

RULE_MODULES = (access, binders, calls, conditions, operators)
"""Importing them registers their rules."""


def lower(
    file: rs.File, name: str | None = None, stated: Contract | None = None
) -> LoweredContract:
    """The contract of a function of a file, in intermediate form.

    What has no known meaning becomes an unspecified value and is listed in `unknown`.

    Args:
        file: The file.
        name: The function, as in `adjudge.verus.contract.target`.
        stated: Its contract, if it is at hand already.

    Raises:
        NoSuchFunction: There is no such function.
    """
    stated = stated or contract(file, name)
    context = _context(file)
    within = target(file, name)
    types = _self(context, stated.owner)
    before = Place(context, within, types)
    params = tuple(_parameter(before, p) for p in stated.parameters)
    env = {p.name: v for p, v in zip(stated.parameters, params, strict=True)}
    mutated = {
        v.name: context.fresh(p.name, v.type)
        for p, v in zip(stated.parameters, params, strict=True)
        if _is_mutable(p)
    }
    after = Place(context, within, types, before=env)
    env_after: dict[str, Variable] = {n: mutated.get(v.name, v) for n, v in env.items()}
    result = None
    if stated.result_type is not None:
        result = context.fresh(stated.result or "result", before.type(stated.result_type))
        if stated.result:
            env_after[stated.result] = result
    requires = _clauses(before, "requires", stated.requires, env)
    ensures = _clauses(after, "ensures", stated.ensures, env_after)
    if stated.returns is not None and result is not None:
        ensures += _returns(after, stated.returns, env_after, result)
    _settle(context)
    functions = dict(context.functions)
    return LoweredContract(
        stated.function.name,
        params,
        mutated,
        result if result is not None and result.type != UNIT else None,
        requires,
        ensures,
        functions,
        context.types.datatypes,
        tuple(context.unknown),
    )


def lower_expression(
    file: rs.File, node: rs.Expr, types: Mapping[str, str], name: str = "expression"
) -> LoweredContract:
    """A single expression as the only `ensures` clause of a contract over its variables.

    Args:
        file: A file with the definitions that it may use, in which the expression stands too.
        node: The expression.
        types: The types of its variables as Verus writes them, by name.
        name: What to call it.
    """
    from adjudge.verus.parser import parse_fragment

    context = _context(file)
    shell = rs.Function((), "", name, ())
    place = Place(context, Definition(name, shell, None, ()), {})
    env: dict[str, Variable] = {}
    for variable, written in types.items():
        alias = parse_fragment(f"type T = {written};").items[0]
        assert isinstance(alias, rs.TypeAlias)
        env[variable] = context.fresh(variable, place.type(alias.value))
    clauses = _clauses(place, "ensures", (node,), env)
    _settle(context)
    return LoweredContract(
        name,
        tuple(env.values()),
        {},
        None,
        (),
        clauses,
        context.functions,
        context.types.datatypes,
        tuple(context.unknown),
    )


def _context(file: rs.File) -> Context:
    definitions = Definitions(file)
    items = {
        d.name: d.item
        for d in definitions.all
        if isinstance(d.item, rs.Struct | rs.Enum | rs.TypeAlias)
    }
    return Context(file, definitions, TypeTable(items), dict(_aliases(file)))


def _aliases(file: rs.File) -> Iterable[tuple[str, str]]:
    """Names that `use a::b as c` gives: `c` for `b`."""
    for node in rs.walk(file):
        if isinstance(node, rs.UseTree) and node.rename:
            yield node.rename, node.path.split("::")[-1]


def _self(context: Context, owner: str | None) -> dict[str, Type]:
    return {"Self": context.types.datatype(owner, ())} if owner else {}


def _parameter(place: Place, parameter: Parameter) -> Variable:
    if isinstance(parameter.node, rs.SelfParam) and parameter.type is None:
        type_ = place.types.get("Self", ANY)
    else:
        type_ = place.type(parameter.type)
    return place.context.fresh(parameter.name or "argument", type_)


def _is_mutable(parameter: Parameter) -> bool:
    node = parameter.node
    if isinstance(node, rs.SelfParam):
        return node.reference and node.mutable
    return isinstance(node.type, rs.RefType) and node.type.mutable


def _clauses(place: Place, kind: str, items: tuple[rs.Expr, ...], env: Env) -> tuple[Clause, ...]:
    return tuple(
        _clause(place, kind, i, item, lower_node(place, item, env, BOOL))
        for i, item in enumerate(items)
    )


def _clause(place: Place, kind: str, index: int, node: rs.Expr, expr: Expr) -> Clause:
    file = place.context.file
    if node.start < 0 or not file.tokens:
        return Clause(kind, index, expr, "")
    return Clause(kind, index, expr, file.source(node), file.position(node)[0])


def _returns(place: Place, node: rs.Expr, env: Env, result: Variable) -> tuple[Clause, ...]:
    value = lower_node(place, node, env, result.type)
    equal = Compare(BOOL, "eq", Var(result.type, result.name), value, span=place.span(node))
    return (_clause(place, "returns", 0, node, equal),)


def _settle(context: Context) -> None:
    """Lower the bodies of all functions that were reached."""
    while context.pending:
        context.pending.popleft()()
    mark_recursive(context.functions)

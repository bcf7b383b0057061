"""Two contracts in one namespace: the candidate's names become the reference's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from adjudge.verus.contract import Contract
from adjudge.verus.ir import (
    Call,
    Choose,
    Clause,
    DataType,
    Datatype,
    Expr,
    Lambda,
    Let,
    LoweredContract,
    Quantifier,
    SpecFunction,
    Unspecified,
    Var,
    Variable,
    rebuild,
    show,
)
from adjudge.verus.smt.shape import identities
from adjudge.verus.syntax import File

_MARK = "'"  # no name in a contract has one


class NotComparable(Exception):
    """The two contracts are not about the same function; the message says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Stated:
    """A contract as written, with the file that it stands in, and as intermediate form."""

    file: File
    contract: Contract
    lowered: LoweredContract


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two contracts over the same variables.

    Attributes:
        variables: The parameters and, for postconditions, the values after and the result.
        reference: The clauses of the reference, over `variables`.
        candidate: The clauses of the candidate, over `variables`.
        functions: The functions of both; equal ones are one.
        datatypes: The structs and enums of both.
    """

    variables: tuple[Variable, ...]
    reference: tuple[Clause, ...]
    candidate: tuple[Clause, ...]
    functions: dict[str, SpecFunction]
    datatypes: dict[DataType, Datatype]


def join(
    reference: LoweredContract, candidate: LoweredContract, *, post: bool = False
) -> tuple[Pair, tuple[Clause, ...]]:
    """The preconditions of two contracts as a pair, or the postconditions.

    Parameters are matched by their position and type.

    Returns:
        The pair, and the reference's precondition.

    Raises:
        NotComparable: Parameters, results or types of one name differ.
    """
    same_parameters(reference, candidate)
    own, other = variables(reference, post=post), variables(candidate, post=post)
    names = {b.name: a.name for a, b in zip(own, other, strict=True)}
    for type_, data in candidate.datatypes.items():
        if reference.datatypes.get(type_, data) != data:
            raise NotComparable(f"another definition of {show(type_)}")
    keys = _function_keys(reference, candidate)
    functions = dict(reference.functions)
    for key, function in candidate.functions.items():
        if keys[key] not in functions:
            functions[keys[key]] = _renamed_function(function, keys)
    clauses = candidate.ensures if post else candidate.requires
    pair = Pair(
        own,
        reference.ensures if post else reference.requires,
        tuple(replace(c, expr=renamed(c.expr, names, keys)) for c in clauses),
        functions,
        {**candidate.datatypes, **reference.datatypes},
    )
    return pair, reference.requires


def same_parameters(reference: LoweredContract, candidate: LoweredContract) -> None:
    """Makes sure that two contracts have parameters and results of the same types.

    Raises:
        NotComparable: They have not; the message says where.
    """
    own, other = variables(reference, post=True), variables(candidate, post=True)
    count = len(reference.params)
    if len(candidate.params) != count:
        raise NotComparable(f"{len(candidate.params)} parameters instead of {count}")
    if len(own) != len(other):
        raise NotComparable("another result, or other parameters that are changed")
    for position, (a, b) in enumerate(zip(own, other, strict=True)):
        if a.type != b.type:
            what = f"parameter {position + 1}" if position < count else "the result"
            raise NotComparable(f"{what} is {show(b.type)} instead of {show(a.type)}")


def variables(contract: LoweredContract, *, post: bool = False) -> tuple[Variable, ...]:
    """A contract's variables in the order in which cases give their values."""
    if not post:
        return contract.params
    result = (contract.result,) if contract.result is not None else ()
    return (*contract.params, *contract.mutated.values(), *result)


def _function_keys(reference: LoweredContract, candidate: LoweredContract) -> dict[str, str]:
    """What the candidate's functions are called in the pair: equal ones as the reference's."""
    known = {digest: key for key, digest in identities(reference.functions).items()}
    own = identities(candidate.functions)
    return {key: known.get(own.get(key, ""), key + _MARK) for key in candidate.functions}


def _renamed_function(function: SpecFunction, keys: Mapping[str, str]) -> SpecFunction:
    def rename(expr: Expr | None) -> Expr | None:
        return None if expr is None else renamed(expr, {}, keys)

    return replace(
        function,
        key=keys[function.key],
        params=tuple(Variable(p.name + _MARK, p.type) for p in function.params),
        body=rename(function.body),
        when=rename(function.when),
    )


def renamed(expr: Expr, names: Mapping[str, str], keys: Mapping[str, str]) -> Expr:
    """The expression with all its variables renamed, bound ones too, and its functions."""

    def name(old: str) -> str:
        return names.get(old) or old + _MARK

    def change(node: Expr) -> Expr:
        match node:
            case Var():
                return replace(node, name=name(node.name))
            case Unspecified():
                return replace(node)  # a value of its own
            case Call():
                key = keys.get(node.function, node.function)
                return replace(node, function=key, args=tuple(map(change, node.args)))
            case Let():
                value, body = change(node.value), change(node.body)
                return replace(node, name=name(node.name), value=value, body=body)
            case Lambda():
                params = tuple(Variable(name(p.name), p.type) for p in node.params)
                return replace(node, params=params, body=change(node.body))
            case Quantifier() | Choose():
                bound = tuple(Variable(name(v.name), v.type) for v in node.variables)
                return replace(node, variables=bound, body=change(node.body))
        return rebuild(node, change)

    return change(expr)

"""Type errors that Verus certainly reports: values of one kind where another is wanted.

Far from a type checker. Where lowering does not know a type, or Verus might convert, nothing is
said; what is left is a mistake in any reading.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.verus.ir import (
    INT,
    Arithmetic,
    BoolType,
    Builtin,
    Call,
    CharType,
    Compare,
    Expr,
    If,
    IntType,
    Literal,
    Logic,
    LoweredContract,
    MapType,
    Negate,
    Not,
    Quantifier,
    SeqType,
    SetType,
    SpecFunction,
    TupleType,
    Type,
    show,
    walk,
)

_KINDS: dict[type[Type], str] = {
    BoolType: "truth value",
    IntType: "integer",
    CharType: "character",
    SeqType: "sequence",
    SetType: "set",
    MapType: "map",
    TupleType: "tuple",
}


def type_error(contract: LoweredContract) -> str:
    """The first type error in clauses and definitions; empty if there is none for certain."""
    for clause in (*contract.requires, *contract.ensures):
        found = [*_wanted(clause.expr, BoolType), *_inside(clause.expr, contract)]
        if found:
            return f"{found[0]} in `{' '.join(clause.text.split())}`"
    for function in contract.functions.values():
        for error in _of_function(function, contract):
            return f"{error} in `{function.name}`"
    return ""


def _of_function(function: SpecFunction, contract: LoweredContract) -> Iterator[str]:
    if function.body is not None:
        yield from _fits(function.body, function.result)
        yield from _inside(function.body, contract)


def _inside(expr: Expr, contract: LoweredContract) -> Iterator[str]:
    for node in walk(expr):
        match node:
            case Logic():
                yield from _wanted(node.left, BoolType)
                yield from _wanted(node.right, BoolType)
            case Not():
                yield from _wanted(node.operand, BoolType)
            case Quantifier():
                yield from _wanted(node.body, BoolType)
            case Arithmetic():
                yield from _wanted(node.left, IntType)
                yield from _wanted(node.right, IntType)
            case Negate():
                yield from _wanted(node.operand, IntType)
            case If():
                yield from _wanted(node.condition, BoolType)
                yield from _alike(node.then, node.orelse)
            case Compare():
                yield from _alike(node.left, node.right)
            case Call():
                yield from _arguments(node, contract)
            case Builtin(name="seq.index") if not _container(node.args[0].type):
                yield from _fits(node.args[1], INT)


def _arguments(call: Call, contract: LoweredContract) -> Iterator[str]:
    function = contract.functions.get(call.function)
    if function is not None and len(function.params) == len(call.args):
        for arg, param in zip(call.args, function.params, strict=True):
            yield from _fits(arg, param.type)


def _wanted(expr: Expr, kind: type[Type]) -> Iterator[str]:
    found = _KINDS.get(type(expr.type))
    if found is not None and not isinstance(expr.type, kind):
        yield f"a {found} where a {_KINDS[kind]} is wanted"


def _alike(left: Expr, right: Expr) -> Iterator[str]:
    one, other = _KINDS.get(type(left.type)), _KINDS.get(type(right.type))
    if one is not None and other is not None and one != other:
        yield f"a {one} beside a {other}"


def _fits(expr: Expr, type_: Type) -> Iterator[str]:
    """An argument, or what a function returns: nothing is converted there but literals."""
    one, other = _KINDS.get(type(expr.type)), _KINDS.get(type(type_))
    if one is None or other is None:
        return
    integers = one == other == "integer" and expr.type != type_ and not isinstance(expr, Literal)
    if one != other or integers or _container(expr.type) != _container(type_):
        yield f"{show(expr.type)} where {show(type_)} is wanted"


def _container(type_: Type) -> bool:
    return isinstance(type_, SeqType) and type_.exec

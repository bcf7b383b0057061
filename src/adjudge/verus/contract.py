"""The contract of a function: its signature, its clauses and the definitions they rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudge.verus.ghost import is_ghost_expression, is_ghost_param, is_wrapper_type
from adjudge.verus.names import Definition, Definitions, bound_by
from adjudge.verus.sameness import without_parens
from adjudge.verus.syntax import (
    Block,
    Clause,
    Const,
    Enum,
    Expr,
    ExprStatement,
    File,
    Function,
    IdentPattern,
    Node,
    Param,
    ReturnType,
    SelfParam,
    Statement,
    Struct,
    TupleStructPattern,
    Type,
    TypeAlias,
    first_difference,
    replace,
)


class NoSuchFunction(LookupError):
    """The file holds no function of that name, or no executable function at all."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter; the type is None for `self` in short form."""

    name: str
    type: Type | None
    ghost: bool
    node: Param | SelfParam


@dataclass(frozen=True, slots=True)
class Contract:
    """What a function promises, and all that one must know to read it.

    Attributes:
        function: The function.
        owner: The type in whose `impl` it stands, or None.
        parameters: Its parameters.
        result: The name of the returned value, or None.
        result_type: Its type, or None for `()`.
        requires: The conditions on the arguments.
        ensures: The conditions on the result, `default_ensures` among them.
        returns: The expression after `returns`.
        decreases: The measures of termination.
        definitions: Functions, constants and types that clauses and signature reach, each after
            those it needs, as far as they are not mutually recursive.
        unresolved: Names that the file does not define: vstd's or unknown.
    """

    function: Function
    owner: str | None
    parameters: tuple[Parameter, ...]
    result: str | None
    result_type: Type | None
    requires: tuple[Expr, ...]
    ensures: tuple[Expr, ...]
    returns: Expr | None
    decreases: tuple[Expr, ...]
    definitions: tuple[Definition, ...]
    unresolved: tuple[str, ...]

    @property
    def functions(self) -> tuple[Function, ...]:
        """The functions among the definitions."""
        return tuple(d.item for d in self.definitions if isinstance(d.item, Function))

    @property
    def constants(self) -> tuple[Const, ...]:
        """The constants among the definitions."""
        return tuple(d.item for d in self.definitions if isinstance(d.item, Const))

    @property
    def types(self) -> tuple[Struct | Enum | TypeAlias, ...]:
        """The types among the definitions."""
        kinds = (Struct, Enum, TypeAlias)
        return tuple(d.item for d in self.definitions if isinstance(d.item, kinds))


def target(file: File, name: str | None = None) -> Definition:
    """The function that a file is about.

    Args:
        file: The file.
        name: Its name, alone or as `Type::name`; by default it is the last public executable
            function in an `impl`, or failing that the last executable function but `main`.

    Raises:
        NoSuchFunction: There is none.
    """
    functions = [d for d in Definitions(file).all if isinstance(d.item, Function)]
    if name is not None:
        found = [d for d in functions if name in (d.name, d.qualified)]
        found = [d for d in found if _is_exec(d)] or found
        if not found:
            raise NoSuchFunction(f"no function `{name}` in this file")
        return found[-1]
    executable = [d for d in functions if _is_exec(d) and d.qualified != "main"]
    public = [d for d in executable if d.owner and d.item.visibility.startswith("pub")]
    if not executable:
        raise NoSuchFunction("no executable function in this file")
    return (public or executable)[-1]


def targets_like(file: File, function: Function) -> tuple[Definition, ...]:
    """The functions of a file that have the same parameter types and return type as another."""
    found = []
    for definition in Definitions(file).all:
        item = definition.item
        if isinstance(item, Function) and same_signature(item, function, names=False):
            found.append(definition)
    return tuple(found)


def same_signature(left: Function, right: Function, *, names: bool = True) -> bool:
    """Whether two functions have the same name and types, whatever their parameters are called."""
    if names and left.name != right.name:
        return False
    return _same(_types(left), _types(right))


def contract(file: File, name: str | None = None) -> Contract:
    """The contract of a function of a file.

    Args:
        file: The file.
        name: As in `target`.

    Raises:
        NoSuchFunction: There is no such function.
    """
    chosen = target(file, name)
    function = chosen.item
    assert isinstance(function, Function)
    clauses = {keyword: _clause_items(function, keyword) for keyword in _KEYWORDS}
    returns = clauses["returns"]
    output = function.output
    reached, unresolved = Definitions(file).reached(_stated(function), chosen, bound_by(function))
    return Contract(
        function,
        chosen.owner,
        tuple(map(_parameter, function.params)),
        _result_name(output),
        output.type if output else None,
        clauses["requires"],
        clauses["ensures"] + clauses["default_ensures"],
        returns[0] if returns else None,
        clauses["decreases"],
        reached,
        unresolved,
    )


def contract_difference(left: Contract, right: Contract) -> tuple[object, object] | None:
    """Where two contracts first differ as texts of a language, layout aside.

    Compared are signature, clauses and the definitions that both reach.
    """
    pairs: list[tuple[object, object]] = [
        (_signature(left.function), _signature(right.function)),
        (left.requires, right.requires),
        (left.ensures, right.ensures),
        (left.returns, right.returns),
    ]
    theirs = {d.qualified: d for d in right.definitions}
    ours = {d.qualified: d for d in left.definitions}
    if ours.keys() != theirs.keys():
        return sorted(ours.keys() - theirs.keys()), sorted(theirs.keys() - ours.keys())
    pairs += [(d.item, theirs[name].item) for name, d in ours.items()]
    for a, b in pairs:
        if found := _difference(a, b):
            return found
    return None


_KEYWORDS = ("requires", "ensures", "default_ensures", "returns", "decreases")


def _is_exec(definition: Definition) -> bool:
    return isinstance(definition.item, Function) and definition.item.is_exec


def _clause_items(function: Function, keyword: str) -> tuple[Expr, ...]:
    return tuple(e for c in function.clauses if c.keyword == keyword for e in c.items)


def _stated(function: Function) -> Iterator[Node]:
    """The parts of a function that state what it does: all but body and measure."""
    yield from function.params
    if function.output:
        yield function.output
    yield from (c for c in function.clauses if c.keyword != "decreases")


def _parameter(node: Param | SelfParam) -> Parameter:
    if isinstance(node, SelfParam):
        return Parameter("self", node.type, node.mode is not None, node)
    pattern = node.pattern
    if isinstance(pattern, TupleStructPattern) and is_wrapper_type(node.type) and pattern.items:
        pattern = pattern.items[0]
    name = pattern.name if isinstance(pattern, IdentPattern) else ""
    return Parameter(name, node.type, is_ghost_param(node), node)


def _result_name(output: ReturnType | None) -> str | None:
    pattern = output.pattern if output else None
    return pattern.name if isinstance(pattern, IdentPattern) else None


def _types(function: Function) -> tuple[object, ...]:
    params = [p.type if isinstance(p, Param) else p for p in function.params]
    return (*params, function.output.type if function.output else None)


def _signature(function: Function) -> tuple[object, ...]:
    return function.name, function.generics, function.params, function.output


def _same(a: object, b: object) -> bool:
    return _difference(a, b) is None


def _difference(a: object, b: object) -> tuple[object, object] | None:
    return first_difference(a, b, normal=_stated_form)


def _stated_form(node: Node) -> Node:
    """A node without what only serves proofs: measures, `via`, proofs inside spec functions."""
    if isinstance(node, Function):
        kept = tuple(c for c in node.clauses if c.keyword != "decreases" or c.when is not None)
        return replace(node, clauses=kept)
    if isinstance(node, Clause):
        items = () if node.keyword == "decreases" else node.items
        return replace(node, items=items, via=None)
    if isinstance(node, Block):
        kept_statements = tuple(s for s in node.statements if not _is_proof(s))
        return replace(node, statements=kept_statements)
    return without_parens(node)


def _is_proof(statement: Statement) -> bool:
    return isinstance(statement, ExprStatement) and is_ghost_expression(statement.expr)

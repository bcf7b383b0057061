"""A lowered contract: everything that an engine needs to decide cases."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudge.verus.ir.expressions import Expr, Span, Variable
from adjudge.verus.ir.types import DataType, Type


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of an enum, or the only one of a struct; positional fields are named `0`, `1`."""

    name: str
    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class Datatype:
    """A struct or enum at given type arguments."""

    type: DataType
    variants: tuple[Variant, ...]
    is_struct: bool


@dataclass(frozen=True, slots=True, eq=False)
class SpecFunction:
    """A specification function or constant, instantiated.

    Attributes:
        key: Its unique key, by which `Call` refers to it.
        name: Its name in the source.
        params: Its parameters.
        result: Its type.
        body: What it computes; None if that is not known (`uninterp`, no body).
        when: The condition after `decreases .. when`: outside it the value is unspecified.
        recursive: Whether it calls itself, perhaps through others.
        span: Where it is defined.
    """

    key: str
    name: str
    params: tuple[Variable, ...]
    result: Type
    body: Expr | None
    when: Expr | None = None
    recursive: bool = False
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """One condition of a contract.

    Attributes:
        kind: `requires`, `ensures` or `returns`.
        index: Its position among those of its kind, from 0.
        expr: The condition.
        text: The condition as written.
        line: Its line in the source, from 1.
    """

    kind: str
    index: int
    expr: Expr
    text: str
    line: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class LoweredContract:
    """A contract in intermediate form.

    Attributes:
        name: The function's name.
        params: Its parameters; a `&mut` one stands for the value before.
        mutated: For each `&mut` parameter, by its variable's name: the variable that stands for
            the value after.
        result: The returned value, or None for `()`.
        requires: Clauses over the parameters.
        ensures: Clauses over parameters, values after, and result; `returns` among them.
        functions: The specification functions that are reached, by key.
        datatypes: The structs and enums that are reached.
        unknown: Names and constructs whose meaning is not known; values that rest on them are
            unspecified.
    """

    name: str
    params: tuple[Variable, ...]
    mutated: dict[str, Variable]
    result: Variable | None
    requires: tuple[Clause, ...]
    ensures: tuple[Clause, ...]
    functions: dict[str, SpecFunction] = field(default_factory=dict)
    datatypes: dict[DataType, Datatype] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()

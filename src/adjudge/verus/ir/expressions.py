"""Specification expressions after name resolution and type inference.

Every node knows its type and where in the source it stands. Variables have names that are unique
within a contract, so substitution cannot capture. Sugar is gone: chained comparisons are
conjunctions, patterns are tests and projections, `>` is `<` turned round, `!=` is a negated
equality, integers of all types mix freely because arithmetic is on mathematical integers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from adjudge.verus.ir.types import Type

Span: TypeAlias = "tuple[int, int]"


@dataclass(frozen=True, slots=True)
class Variable:
    """A bound variable."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Expr:
    """An expression.

    Attributes:
        type: Its type.
        span: Offsets of its first character and after its last one, if it stands in the source.
    """

    type: Type
    span: Span | None = field(default=None, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Literal(Expr):
    """An integer, a truth value, or a character as its code point."""

    value: int | bool


@dataclass(frozen=True, slots=True, eq=False)
class Var(Expr):
    """A variable."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Let(Expr):
    """`{ let name = value; body }`."""

    name: str
    value: Expr
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class If(Expr):
    """`if condition { then } else { orelse }`."""

    condition: Expr
    then: Expr
    orelse: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Not(Expr):
    """`!operand` on bool."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Logic(Expr):
    """`and`, `or` or `implies` of two truth values."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Expr):
    """`lt`, `le` on integers of any two types; `eq` on any type, `<==>` among it.

    Equality of `Seq`s is extensional. Equality of containers: see `SeqType`.
    """

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic(Expr):
    """`add`, `sub`, `mul`, `div`, `mod` on mathematical integers; division is Euclidean."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Negate(Expr):
    """`-operand`."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Bits(Expr):
    """`and`, `or`, `xor`, `shl`, `shr` on machine integers of one type, the node's."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class BitNot(Expr):
    """`!operand` on a machine integer."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Cast(Expr):
    """`operand as type` between integers, `char` and from `bool`.

    A value in the target's range stays; any other becomes an unspecified value of the target.
    """

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class View(Expr):
    """A change of type without a change of value: `@`, `view()`, `deep_view()`, `*`, `&`."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Tuple(Expr):
    """`(a, b)`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Project(Expr):
    """`operand.index` of a tuple."""

    operand: Expr
    index: int


@dataclass(frozen=True, slots=True, eq=False)
class Construct(Expr):
    """A value of a struct or enum; fields in the order of the declaration."""

    variant: int
    fields: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class IsVariant(Expr):
    """Whether an enum's value has a variant."""

    operand: Expr
    variant: int


@dataclass(frozen=True, slots=True, eq=False)
class Field(Expr):
    """A field of one variant: unspecified, within its type, where the value has another one."""

    operand: Expr
    variant: int
    index: int


@dataclass(frozen=True, slots=True, eq=False)
class SeqLiteral(Expr):
    """`seq![..]`, `[..]`, a string."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expr):
    """A call of a specification function of the contract, by its key."""

    function: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Builtin(Expr):
    """A function of vstd: `seq.len`, `set.insert`, `math.pow`, ...; see `adjudge.verus.ir.vstd`."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lambda(Expr):
    """`|x: T| body`."""

    params: tuple[Variable, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Apply(Expr):
    """A call of a `spec_fn` value."""

    function: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Quantifier(Expr):
    """`forall` (if `universal`) or `exists`."""

    universal: bool
    variables: tuple[Variable, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Choose(Expr):
    """`choose`; with several variables its value is their tuple."""

    variables: tuple[Variable, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Unspecified(Expr):
    """A value of which Verus says nothing but its type, or whose meaning we do not know.

    Attributes:
        reason: What it is: `arbitrary()`, `unknown name foo`.
    """

    reason: str

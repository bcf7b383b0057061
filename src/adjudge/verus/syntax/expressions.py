"""Expressions that hold no blocks."""

from __future__ import annotations

from adjudge.verus.syntax.node import Attribute, Node
from adjudge.verus.syntax.types import Expr, GenericArgs, Path, Pattern, ReturnType, Type


class Literal(Expr):
    """`1`, `2int`, `1.5`, `'a'`, `"text"`, `true`; the kind is the token's, or `bool`."""

    kind: str
    text: str


class Paren(Expr):
    """`(e)`."""

    inner: Expr


class Tuple(Expr):
    """`(a, b)`, `(a,)`, `()`."""

    items: tuple[Expr, ...]


class Array(Expr):
    """`[a, b]`."""

    items: tuple[Expr, ...]


class Repeat(Expr):
    """`[value; length]`."""

    value: Expr
    length: Expr


class FieldValue(Node):
    """`name: value` in a struct literal; the value is missing in the short form."""

    name: str
    value: Expr | None = None
    attrs: tuple[Attribute, ...] = ()


class StructLiteral(Expr):
    """`S { a: 1, b, ..rest }`."""

    path: Path
    fields: tuple[FieldValue, ...]
    rest: Expr | None = None


class Call(Expr):
    """`function(args)`; `Ghost(e)`, `Tracked(e)`, `old(x)` and `final(x)` are such too."""

    function: Expr
    args: tuple[Expr, ...]


class MethodCall(Expr):
    """`receiver.name::<T>(args)`."""

    receiver: Expr
    name: str
    args: tuple[Expr, ...]
    generics: GenericArgs | None = None


class Field(Expr):
    """`base.name`, `base.0`."""

    base: Expr
    name: str


class ArrowField(Expr):
    """`base->name`, `base->0`, `base->Some_0`."""

    base: Expr
    name: str


class Index(Expr):
    """`base[index]`."""

    base: Expr
    index: Expr


class View(Expr):
    """`base@`."""

    base: Expr


class Try(Expr):
    """`base?`."""

    base: Expr


class Await(Expr):
    """`base.await`."""

    base: Expr


class Unary(Expr):
    """`-e`, `!e`, `*e`."""

    op: str
    operand: Expr


class Ref(Expr):
    """`&e`, `&mut e`, `&raw const e`, `&raw mut e`."""

    operand: Expr
    mutable: bool = False
    raw: bool = False


class Binary(Expr):
    """`left op right`, for all operators that are no comparison and no assignment."""

    op: str
    left: Expr
    right: Expr


class Comparison(Expr):
    """`a < b`, and chained as in `a <= b < c`: one operator fewer than operands.

    The operators are `== != < <= > >= === !== =~= =~~= !~= !~~=`.
    """

    operands: tuple[Expr, ...]
    ops: tuple[str, ...]


class Assign(Expr):
    """`target = value`, `target += value`."""

    op: str
    target: Expr
    value: Expr


class Cast(Expr):
    """`value as type`."""

    value: Expr
    type: Type


class Is(Expr):
    """`value is Variant`, `value !is Variant`."""

    value: Expr
    variant: Path
    negated: bool = False


class Has(Expr):
    """`collection has element`, `collection !has element`."""

    collection: Expr
    element: Expr
    negated: bool = False


class Matches(Expr):
    """`value matches pattern`.

    Its variables are bound on the right of every `&&`, `==>` and `&&&` whose left operand
    ends in it.
    """

    value: Expr
    pattern: Pattern
    negated: bool = False


class Range(Expr):
    """`low..high`, `low..=high`, with either end missing."""

    low: Expr | None
    high: Expr | None
    op: str = ".."


class Bulleted(Expr):
    """`&&& a &&& b` or `||| a ||| b`, with or without the leading operator."""

    op: str
    items: tuple[Expr, ...]


class Binder(Node):
    """A parameter of a quantifier or closure."""

    pattern: Pattern
    type: Type | None = None
    mode: str | None = None
    attrs: tuple[Attribute, ...] = ()


class Quantifier(Expr):
    """`forall|x: T| #![trigger f(x)] body`, `exists`, `choose`."""

    keyword: str
    binders: tuple[Binder, ...]
    body: Expr
    attrs: tuple[Attribute, ...] = ()


class Clause(Node):
    """A part of a contract or of a loop's specification.

    Attributes:
        keyword: `requires`, `ensures`, `default_ensures`, `returns`, `recommends`, `decreases`,
            `opens_invariants`, `no_unwind`, `invariant`, `invariant_except_break`, ...
        items: The expressions after it.
        when: The expression after `when`.
        via: The expression after `via`.
    """

    keyword: str
    items: tuple[Expr, ...] = ()
    when: Expr | None = None
    via: Expr | None = None


class Closure(Expr):
    """`move |x: T| -> (r: U) requires .. ensures .. { body }`, `proof_fn[Once] |x| body`.

    Attributes:
        binders: The parameters.
        body: The body.
        output: What follows `->`.
        clauses: The contract.
        modifiers: `const`, `static`, `async`, `move` as written, and `proof_fn`.
        options: The names in the brackets of `proof_fn[..]`.
        lifetimes: The parameters of `for<..>`.
        attrs: Inner attributes between parameters and body.
    """

    binders: tuple[Binder, ...]
    body: Expr
    output: ReturnType | None = None
    clauses: tuple[Clause, ...] = ()
    modifiers: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    lifetimes: tuple[Node, ...] = ()
    attrs: tuple[Attribute, ...] = ()


class Underscore(Expr):
    """`_` as the target of an assignment."""


class Attributed(Expr):
    """`#[attribute] e`, above all `#[trigger] e`."""

    attrs: tuple[Attribute, ...]
    inner: Expr


class Assume(Expr):
    """`assume(e)`."""

    condition: Expr


class Reveal(Expr):
    """`reveal(f)`, `reveal_with_fuel(f, 3)`, `hide(f)`, `reveal_strlit("..")`."""

    keyword: str
    args: tuple[Expr, ...]

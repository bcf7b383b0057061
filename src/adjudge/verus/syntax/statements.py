"""Blocks, statements, and the expressions that hold blocks: control flow and proofs."""

from __future__ import annotations

from adjudge.verus.syntax.expressions import Binder, Clause
from adjudge.verus.syntax.node import Attribute, Node
from adjudge.verus.syntax.types import Expr, Pattern, Type


class Statement(Node):
    """A statement."""


class Block(Node):
    """`{ statements; tail }`."""

    statements: tuple[Statement, ...]
    tail: Expr | None = None
    attrs: tuple[Attribute, ...] = ()


class Let(Statement):
    """`let`, `let ghost`, `let tracked`, with type, value and `else` as far as written."""

    pattern: Pattern
    type: Type | None = None
    value: Expr | None = None
    orelse: Block | None = None
    mode: str | None = None
    attrs: tuple[Attribute, ...] = ()


class ExprStatement(Statement):
    """An expression, mostly with a semicolon; block-like ones need none."""

    expr: Expr
    semicolon: bool = True


class EmptyStatement(Statement):
    """`;`."""


class ItemStatement(Statement):
    """An item among the statements."""

    item: Node


class BlockExpr(Expr):
    """`{ .. }`, `unsafe { .. }`, `async move { .. }`, `const { .. }`, `'a: { .. }`."""

    block: Block
    modifiers: tuple[str, ...] = ()
    label: str | None = None


class ProofBlock(Expr):
    """`proof { .. }`."""

    block: Block


class IfBranch(Node):
    """A condition and the block it guards."""

    condition: Expr
    block: Block


class If(Expr):
    """`if c { .. } else if d { .. } else { .. }`, as one list of branches."""

    branches: tuple[IfBranch, ...]
    orelse: Block | None = None


class LetCondition(Expr):
    """`let pattern = value` in a condition."""

    pattern: Pattern
    value: Expr


class Arm(Node):
    """`pattern if guard => body`."""

    pattern: Pattern
    body: Expr
    guard: Expr | None = None
    attrs: tuple[Attribute, ...] = ()


class Match(Expr):
    """`match value { arms }`."""

    value: Expr
    arms: tuple[Arm, ...]
    attrs: tuple[Attribute, ...] = ()


class Loop(Expr):
    """`loop`, with its clauses."""

    block: Block
    clauses: tuple[Clause, ...] = ()
    label: str | None = None


class While(Expr):
    """`while`, with its clauses."""

    condition: Expr
    block: Block
    clauses: tuple[Clause, ...] = ()
    label: str | None = None


class For(Expr):
    """`for pattern in ghost_iterator: iterable`, with its clauses."""

    pattern: Pattern
    iterable: Expr
    block: Block
    clauses: tuple[Clause, ...] = ()
    ghost_iterator: str | None = None
    label: str | None = None


class Break(Expr):
    """`break 'a value`."""

    label: str | None = None
    value: Expr | None = None


class Continue(Expr):
    """`continue 'a`."""

    label: str | None = None


class Return(Expr):
    """`return value`."""

    value: Expr | None = None


class Yield(Expr):
    """`yield value`."""

    value: Expr | None = None


class Assert(Expr):
    """`assert(e) by(prover) requires .. { .. }`."""

    condition: Expr
    prover: str | None = None
    clauses: tuple[Clause, ...] = ()
    block: Block | None = None


class AssertForall(Expr):
    """`assert forall|x| hypothesis implies conclusion by { .. }`."""

    binders: tuple[Binder, ...]
    conclusion: Expr
    block: Block
    hypothesis: Expr | None = None
    prover: str | None = None
    attrs: tuple[Attribute, ...] = ()

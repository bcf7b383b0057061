"""How blocks, control flow, contracts, proofs and statements are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudge.verus.parser.operators import ASSIGN
from adjudge.verus.parser.statements import ends_itself
from adjudge.verus.printer.layout import (
    Mark,
    Operand,
    Part,
    Parts,
    enclosed,
    joined,
    lines,
    prefixed,
)
from adjudge.verus.printer.parens import begins_with_brace, condition
from adjudge.verus.printer.types import attributes, single, tupled, word
from adjudge.verus.syntax import (
    Arm,
    Array,
    Assert,
    AssertForall,
    Assume,
    Binder,
    Block,
    BlockExpr,
    Clause,
    Continue,
    EmptyStatement,
    Expr,
    ExprStatement,
    FieldValue,
    For,
    If,
    IfBranch,
    ItemStatement,
    Let,
    Literal,
    Loop,
    Match,
    Node,
    Paren,
    ProofBlock,
    Repeat,
    Reveal,
    StructLiteral,
    Tuple,
    Underscore,
    While,
    replace,
)


def binders(items: tuple[Binder, ...]) -> Parts:
    """Parameters between bars."""
    return enclosed("|", items, "|")


def _binder(n: Binder) -> Parts:
    kind: Parts = prefixed(": ", n.type)
    return [*attributes(n.attrs), word(n.mode), single(n.pattern), *kind]


def _struct_literal(n: StructLiteral) -> Parts:
    fields: list[Part | Parts] = list(n.fields)
    if n.rest:
        fields.append(["..", n.rest])
    return [n.path, *enclosed(" { ", fields, " }")]


def _field_value(n: FieldValue) -> Parts:
    value: Parts = prefixed(": ", n.value)
    return [*attributes(n.attrs), n.name, *value]


def _block_expr(n: BlockExpr) -> Parts:
    label = f"{n.label}: " if n.label else ""
    return [label + "".join(f"{m} " for m in n.modifiers), n.block]


def _if(n: If) -> Parts:
    found = joined(n.branches, " else ")
    return [*found, " else ", n.orelse] if n.orelse else found


def _match(n: Match) -> Parts:
    return ["match ", condition(n.value), " {", *lines([*n.attrs, *n.arms]), "}"]


def _arm(n: Arm) -> Parts:
    guard: Parts = prefixed(" if ", n.guard)
    return [*attributes(n.attrs), n.pattern, *guard, " => ", *_at_front(n.body), ","]


def _labelled(n: Loop | While | For) -> str:
    return f"{n.label}: " if n.label else ""


def _for(n: For) -> Parts:
    ghost = f"{n.ghost_iterator}: " if n.ghost_iterator else ""
    head: Parts = [_labelled(n), "for ", n.pattern, " in ", ghost, condition(n.iterable, n.clauses)]
    return [*head, *clauses(n.clauses), " ", n.block]


def _while(n: While) -> Parts:
    head: Parts = [_labelled(n), "while ", condition(n.condition, n.clauses)]
    return [*head, *clauses(n.clauses), " ", n.block]


def clauses(items: tuple[Clause, ...], *, declaration: bool = False) -> Parts:
    """The clauses of a contract, each on lines of its own; of an item or of an expression."""
    found: Parts = []
    for clause in items:
        shown = clause if declaration else _with_guarded_blocks(clause)
        found += [Mark.INDENT, Mark.NEWLINE, shown, Mark.DEDENT]
    return found


def _with_guarded_blocks(clause: Clause) -> Clause:
    """A clause of a loop or closure, whose body a block before other items would be."""
    if not any(isinstance(item, BlockExpr) for item in clause.items[:-1]):
        return clause
    first = [Paren(item) if isinstance(item, BlockExpr) else item for item in clause.items[:-1]]
    return replace(clause, items=(*first, clause.items[-1]))


def _clause(n: Clause) -> Parts:
    found: Parts = [n.keyword]
    for item in n.items:
        if not isinstance(item, BlockExpr) and begins_with_brace(item):
            item = Paren(item)
        found += [" ", Operand(item, ASSIGN, no_struct=True, front=_is_split(item)), ","]
    if n.when and n.items:
        found[-1] = ""
    for name, extra in (("when", n.when), ("via", n.via)):
        if extra:
            found += [f" {name} ", Operand(extra, ASSIGN, no_struct=True)]
    return found


def _is_split(expr: Expr) -> bool:
    """Whether an expression is more than the block-like form with which it may begin."""
    return not ends_itself(expr)


# Statements


def _at_front(expr: Expr) -> Parts:
    """An expression that begins a statement."""
    return [Operand(expr, front=_is_split(expr))]


def _block(n: Block) -> Parts:
    tail: Parts = _at_front(n.tail) if n.tail else []
    inside: list[Part | Parts] = [*n.attrs, *n.statements, *([tail] if n.tail else [])]
    return ["{", *lines(inside), "}"] if inside else ["{ }"]


def _let(n: Let) -> Parts:
    kind: Parts = prefixed(": ", n.type)
    value: Parts = prefixed(" = ", n.value)
    orelse: Parts = prefixed(" else ", n.orelse)
    return [*attributes(n.attrs), "let ", word(n.mode), n.pattern, *kind, *value, *orelse, ";"]


def _expr_statement(n: ExprStatement) -> Parts:
    return [*_at_front(n.expr), ";" if n.semicolon else ""]


# Verus' own forms


def _by(prover: str | None) -> str:
    return f" by({prover})" if prover else " by"


def _assert(n: Assert) -> Parts:
    found: Parts = ["assert(", n.condition, ")"]
    if n.prover or n.block:
        found.append(_by(n.prover))
    return [*found, *clauses(n.clauses), *prefixed(" ", n.block)]


def _assert_forall(n: AssertForall) -> Parts:
    found: Parts = ["assert forall", *binders(n.binders), " ", *attributes(n.attrs)]
    if n.hypothesis:
        found += [condition(n.hypothesis), " implies "]
    return [*found, condition(n.conclusion), _by(n.prover), " ", n.block]


RULES: dict[type[Node], Callable[[Any], Parts]] = {
    Literal: lambda n: [n.text + (" " if n.text.endswith(".") else "")],
    Paren: lambda n: ["(", n.inner, ")"],
    Tuple: lambda n: tupled(n.items),
    Array: lambda n: enclosed("[", n.items, "]"),
    Repeat: lambda n: ["[", n.value, "; ", n.length, "]"],
    StructLiteral: _struct_literal,
    FieldValue: _field_value,
    Binder: _binder,
    BlockExpr: _block_expr,
    ProofBlock: lambda n: ["proof ", n.block],
    If: _if,
    IfBranch: lambda n: ["if ", condition(n.condition), " ", n.block],
    Match: _match,
    Arm: _arm,
    Loop: lambda n: [_labelled(n), "loop", *clauses(n.clauses), " ", n.block],
    While: _while,
    For: _for,
    Clause: _clause,
    Continue: lambda n: [f"continue {n.label}" if n.label else "continue"],
    Underscore: lambda _: ["_"],
    Block: _block,
    Let: _let,
    ExprStatement: _expr_statement,
    EmptyStatement: lambda _: [";"],
    ItemStatement: lambda n: [n.item],
    Assert: _assert,
    AssertForall: _assert_forall,
    Assume: lambda n: ["assume(", n.condition, ")"],
    Reveal: lambda n: [n.keyword, *enclosed("(", n.args, ")")],
}

"""When two pieces of Verus say the same, and which statements of executable code are proof.

A *form* is applied to a node before it is compared, for `first_difference` and its like. It changes
only the node itself, never what is below, since what is below has its turn later.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from adjudge.verus.ghost import (
    WRAPPERS,
    is_ghost_expression,
    is_ghost_item,
    is_vstd_use,
    is_wrapper_call,
    is_wrapper_type,
)
from adjudge.verus.lexer import words
from adjudge.verus.syntax import (
    Assign,
    Attribute,
    Attributed,
    Block,
    BlockExpr,
    Break,
    Closure,
    Continue,
    EmptyStatement,
    Expr,
    ExprStatement,
    For,
    If,
    Index,
    ItemStatement,
    Let,
    Literal,
    Loop,
    MacroCall,
    MethodCall,
    Node,
    Paren,
    ParenPattern,
    ParenType,
    Path,
    Return,
    Statement,
    TupleStructPattern,
    While,
    field_names,
    replace,
)

Form = Callable[[Node], Node]

# What these say about an item changes neither its meaning nor what has to be proved.
_HARMLESS = words(
    """
    doc allow rustfmt::skip via_fn verifier::loop_isolation verifier::spinoff_prover
    verifier::truncate verifier::rlimit
    """
)
_HARMLESS_OPTIONS = words("loop_isolation spinoff_prover truncate rlimit")
_SHELLS = (Paren, ParenType, ParenPattern, Attributed)
_HOLDS_PROOF = (For, Loop, While, Closure, If, MethodCall)
_UNIT_OR_NEVER = (Return, Assign, While, For, Break, Continue)


def is_harmless(attribute: Attribute) -> bool:
    """Whether an attribute changes neither the meaning of what it stands before nor its proof.

    Hints for the solver are harmless: with or without them the same has to be proved.
    """
    if attribute.path == "verifier":
        options = [token for token in attribute.tokens if token.isidentifier()]
        return bool(options) and options[0] in _HARMLESS_OPTIONS and "," not in attribute.tokens
    return attribute.is_trigger or attribute.path in _HARMLESS


def layout_form(node: Node) -> Node:
    """A node without what is only its layout.

    Parentheses, harmless attributes, separators in numbers and empty statements do not count, nor
    does the semicolon after a statement that has no value either way.
    """
    return _form(node, lambda statement: not isinstance(statement, EmptyStatement))


def spec_form(node: Node) -> Node:
    """A node of a specification as it is meant: `layout_form`, and without `proof { .. }`.

    In a specification function such blocks say why the recursion ends and nothing else.
    """
    return _form(node, _is_meant)


@functools.cache
def _is_plain(kind: type[Node]) -> bool:
    """Whether all nodes of a class are their own form already."""
    changing = issubclass(kind, (*_SHELLS, Literal, Block, MacroCall))
    return not (changing or "attrs" in field_names(kind))


def _form(node: Node, keep: Callable[[Node], bool]) -> Node:
    """The `layout_form` of a node; in a block only the statements that are to be kept."""
    if _is_plain(type(node)):
        return node
    while isinstance(node, _SHELLS):
        if isinstance(node, Attributed) and not all(map(is_harmless, node.attrs)):
            break
        node = node.inner
    if isinstance(node, Literal):
        return _literal_form(node)
    if isinstance(node, Block):
        node = _block_form(node, keep)
    elif isinstance(node, MacroCall) and node.tokens[-1:] == (",",):
        node = replace(node, tokens=node.tokens[:-1])
    attrs: tuple[Attribute, ...] = getattr(node, "attrs", ())
    if attrs:
        kept = [attribute for attribute in attrs if not is_harmless(attribute)]
        kept.sort(key=lambda attribute: (attribute.path, attribute.tokens))
        changed: Any = node
        node = replace(changed, attrs=tuple(kept))
    return node


def code_form(node: Node) -> Node:
    """A node of executable code as it runs: `layout_form`, and without proof.

    Also `v.set(i, x)` is `v[i] = x`, and `else {}` is nothing.
    """
    node = _form(node, _runs)
    if not isinstance(node, _HOLDS_PROOF):
        return node
    if isinstance(node, For):
        return replace(node, clauses=(), ghost_iterator=None)
    if isinstance(node, Loop | While):
        return replace(node, clauses=())
    if isinstance(node, Closure):
        output = node.output and replace(node.output, pattern=None)
        return replace(node, clauses=(), output=output)
    if isinstance(node, If) and node.orelse is not None and is_all_ghost(node.orelse):
        return replace(node, orelse=None)
    if isinstance(node, MethodCall) and node.name == "set" and len(node.args) == 2:
        place = Index(node.receiver, node.args[0], start=node.start, end=node.end)
        return Assign("=", place, node.args[1], start=node.start, end=node.end)
    return node


def is_ghost_statement(statement: Node) -> bool:
    """Whether a statement, or the expression that ends a block, is proof and never runs."""
    if isinstance(statement, Let):
        return is_ghost_let(statement)
    if isinstance(statement, ItemStatement):
        item: Any = statement.item
        return is_vstd_use(item) or is_ghost_item(item)
    expr = statement.expr if isinstance(statement, ExprStatement) else statement
    if isinstance(expr, BlockExpr):
        return not expr.modifiers and expr.label is None and is_all_ghost(expr.block)
    if isinstance(expr, Assign):
        return expr.op == "=" and is_wrapper_call(expr.value)
    return isinstance(expr, Expr) and is_ghost_expression(expr)


def is_ghost_let(let: Let) -> bool:
    """Whether a `let` binds ghost variables only, and computes nothing that runs.

    `let Ghost(x) = f();` binds a ghost variable and calls `f`.
    """
    if let.orelse is not None:
        return False
    if let.mode is not None or is_wrapper_call(let.value):
        return True
    pattern = let.pattern
    wrapped = isinstance(pattern, TupleStructPattern) and pattern.path.name in WRAPPERS
    if wrapped or is_wrapper_type(let.type):
        return let.value is None or isinstance(let.value, Path)
    return False


def is_all_ghost(block: Block) -> bool:
    """Whether nothing in a block runs."""
    if block.tail is not None and not is_ghost_statement(block.tail):
        return False
    return not any(map(_runs, block.statements))


def _runs(statement: Node) -> bool:
    return not (isinstance(statement, EmptyStatement) or is_ghost_statement(statement))


def _is_meant(statement: Node) -> bool:
    expr = statement.expr if isinstance(statement, ExprStatement) else statement
    proof = isinstance(expr, Expr) and is_ghost_expression(expr)
    return not (proof or isinstance(statement, EmptyStatement))


def _literal_form(literal: Literal) -> Literal:
    if literal.text[:1].isdigit() and "_" in literal.text:
        return replace(literal, text=literal.text.replace("_", ""))
    return literal


def _block_form(block: Block, keep: Callable[[Node], bool]) -> Block:
    """A block with some of its statements, and with a tail only where that is a value."""
    statements: list[Statement] = [s for s in block.statements if keep(s)]
    tail = block.tail if block.tail is not None and keep(block.tail) else None
    if tail is not None and _has_no_value(tail):
        statements.append(ExprStatement(tail, start=tail.start, end=tail.end))
        tail = None
    elif tail is None and statements:
        last = statements[-1]
        if isinstance(last, ExprStatement) and not last.semicolon and not _has_no_value(last.expr):
            statements.pop()
            tail = last.expr
    for index, statement in enumerate(statements):
        if isinstance(statement, ExprStatement) and not statement.semicolon:
            statements[index] = replace(statement, semicolon=True)
    return replace(block, statements=tuple(statements), tail=tail)


def _has_no_value(expr: Expr) -> bool:
    if isinstance(expr, If):
        return expr.orelse is None or is_all_ghost(expr.orelse)
    return isinstance(expr, _UNIT_OR_NEVER)

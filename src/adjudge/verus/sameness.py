"""When two programs are the same executable program."""

from __future__ import annotations

from typing import Any

from adjudge.verus.syntax import (
    Assign,
    Block,
    BlockExpr,
    EmptyStatement,
    Expr,
    ExprStatement,
    File,
    Function,
    If,
    Index,
    MethodCall,
    Node,
    Paren,
    ReturnType,
    Statement,
    first_difference,
    walk,
)


def without_parens(node: Node) -> Node:
    """The node within parentheses that mean nothing to the tree."""
    while isinstance(node, Paren):
        node = node.inner
    return node


def executable_form(node: Node) -> Node:
    """A node as it runs.

    Parentheses, empty statements, `else {}`, names of return values and the spelling
    `v.set(i, x)` of `v[i] = x` do not count.
    """
    node = without_parens(node)
    if isinstance(node, MethodCall) and node.name == "set" and len(node.args) == 2:
        return Assign("=", Index(node.receiver, node.args[0]), node.args[1])
    if isinstance(node, ReturnType) and node.pattern is not None:
        return ReturnType(node.type, None, node.mode)
    if isinstance(node, If) and node.orelse is not None and _is_empty(node.orelse):
        return If(node.branches)
    if isinstance(node, Block):
        return _block_form(node)
    return node


def _is_empty(block: Block) -> bool:
    return not any(_runs(statement) for statement in block.statements) and block.tail is None


def _runs(statement: Statement) -> bool:
    """Whether a statement could do anything."""
    if not isinstance(statement, ExprStatement):
        return not isinstance(statement, EmptyStatement)
    expr = statement.expr
    if isinstance(expr, BlockExpr):
        return not _is_empty(expr.block)
    if isinstance(expr, If):
        blocks = [branch.block for branch in expr.branches]
        blocks += [expr.orelse] if expr.orelse else []
        return not all(map(_is_empty, blocks))
    return True


def _block_form(block: Block) -> Block:
    kept = tuple(map(_statement_form, filter(_runs, block.statements)))
    tail: Expr | None = block.tail
    if tail is None and kept and isinstance(last := kept[-1], ExprStatement) and not last.semicolon:
        kept, tail = kept[:-1], last.expr
    return Block(kept, tail, block.attrs)


def _statement_form(statement: Statement) -> Statement:
    """A statement without the semicolon that its expression does not need."""
    return statement


def executables(file: File) -> dict[str, Function]:
    """The executable functions of a file by name, the last one of each name."""
    found = [node for node in walk(file) if isinstance(node, Function) and node.is_exec]
    return {function.name: function for function in found}


def executable_difference(left: File, right: File) -> tuple[Any, Any] | None:
    """Where two plain Rust programs first differ as executable programs, `main` aside."""
    a, b = executables(left), executables(right)
    a.pop("main", None)
    b.pop("main", None)
    if a.keys() != b.keys():
        return sorted(a.keys() - b.keys()), sorted(b.keys() - a.keys())
    for name, function in b.items():
        if difference := first_difference(a[name], function, normal=executable_form):
            return difference
    return None

"""When two programs are the same executable program."""

from __future__ import annotations

from typing import Any

from adjudge.verus.edits import Edits
from adjudge.verus.parser import parse_file
from adjudge.verus.syntax import (
    Assign,
    Block,
    BlockExpr,
    EmptyStatement,
    Expr,
    ExprStatement,
    File,
    Function,
    IdentPattern,
    If,
    Index,
    Let,
    MacroCall,
    MethodCall,
    Node,
    Paren,
    ParenPattern,
    ParenType,
    Path,
    Pattern,
    ReturnType,
    Statement,
    children,
    first_difference,
    walk,
)


def without_parens(node: Node) -> Node:
    """The node within parentheses that mean nothing to the tree."""
    while isinstance(node, Paren | ParenPattern | ParenType):
        node = node.inner
    return node


def executable_form(node: Node) -> Node:
    """A node as it runs.

    Parentheses, empty statements, empty last branches, names of return values and the spelling
    `v.set(i, x)` of `v[i] = x` do not count.
    """
    node = without_parens(node)
    if isinstance(node, MethodCall) and node.name == "set" and len(node.args) == 2:
        return Assign("=", Index(node.receiver, node.args[0]), node.args[1])
    if isinstance(node, ReturnType) and node.pattern is not None:
        return ReturnType(node.type, None, node.mode)
    if isinstance(node, If) and (node.orelse is None or _is_empty(node.orelse)):
        branches = list(node.branches)
        while len(branches) > 1 and _is_empty(branches[-1].block):
            branches.pop()
        return If(tuple(branches))
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
    kept = tuple(filter(_runs, block.statements))
    tail: Expr | None = block.tail
    if tail is None and kept and isinstance(last := kept[-1], ExprStatement) and not last.semicolon:
        kept, tail = kept[:-1], last.expr
    if tail is not None and not _runs(ExprStatement(tail)):
        tail = None
    return Block(kept, tail, block.attrs)


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


def without_unread_variables(file: File) -> File:
    """A plain Rust program without the variables that nothing reads.

    Proofs leave such variables behind when only ghost code reads them. A variable counts as read if
    its name occurs in an expression other than as the whole target of an assignment to it.
    """
    text = file.text
    while True:
        file = parse_file(text)
        edits = Edits(file)
        read = _names_read(file)
        for node in walk(file):
            if (isinstance(node, Let) and _is_unread(node.pattern, read)) or (
                isinstance(node, ExprStatement) and _assigned(node.expr) not in {None, *read}
            ):
                edits.remove(node)
        changed = edits.apply()
        if changed == text:
            return file
        text = changed


def _assigned(expr: Expr) -> str | None:
    target = expr.target if isinstance(expr, Assign) else None
    return target.ident if isinstance(target, Path) else None


def _is_unread(pattern: Pattern, read: set[str]) -> bool:
    return isinstance(pattern, IdentPattern) and pattern.name not in read


def _names_read(file: File) -> set[str]:
    found: set[str] = set()
    stack: list[Node] = [file]
    while stack:
        node = stack.pop()
        if isinstance(node, Path):
            found.add(node.segments[0].name if node.segments else "")
        elif isinstance(node, MacroCall):
            found.update(node.tokens)
        elif isinstance(node, ExprStatement) and _assigned(node.expr) is not None:
            assert isinstance(node.expr, Assign)
            stack.append(node.expr.value)
            continue
        stack.extend(children(node))
    return found

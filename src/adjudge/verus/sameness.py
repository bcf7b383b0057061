"""When two programs are the same executable program."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from adjudge.verus.lexer import words
from adjudge.verus.syntax import (
    Assign,
    Await,
    Block,
    BlockExpr,
    Break,
    Call,
    Closure,
    Continue,
    EmptyStatement,
    Expr,
    ExprStatement,
    File,
    Function,
    IdentPattern,
    If,
    IfBranch,
    Index,
    Let,
    Literal,
    MacroCall,
    MethodCall,
    Node,
    Paren,
    ParenPattern,
    ParenType,
    Path,
    Ref,
    Return,
    ReturnType,
    Statement,
    Try,
    Yield,
    children,
    first_difference,
    walk,
)

# Methods of vectors, options and numbers that only look.
_LOOKING = words(
    "as_str get_char len is_empty is_some is_none clone unwrap checked_add checked_sub checked_mul"
)
_ACTING = (Assign, Await, Break, Call, Closure, Continue, MacroCall, Return, Try, Yield)


def without_parens(node: Node) -> Node:
    """The node within parentheses that mean nothing to the tree."""
    while isinstance(node, Paren | ParenPattern | ParenType):
        node = node.inner
    return node


def executable_form(node: Node, unread: frozenset[str] = frozenset()) -> Node:
    """A node as it runs.

    Parentheses, empty statements, branches that do nothing, names of return values and the spelling
    `v.set(i, x)` of `v[i] = x` do not count, nor do the variables that are `unread`.
    """
    node = without_parens(node)
    if isinstance(node, MethodCall) and node.name == "set" and len(node.args) == 2:
        return Assign("=", Index(node.receiver, node.args[0]), node.args[1])
    if isinstance(node, ReturnType) and node.pattern is not None:
        return ReturnType(node.type, None, node.mode)
    if isinstance(node, If) and (node.orelse is None or _is_empty(node.orelse, unread)):
        branches = list(node.branches)
        while len(branches) > 1 and _does_nothing(branches[-1], unread):
            branches.pop()
        return If(tuple(branches))
    if isinstance(node, Block):
        return _block_form(node, unread)
    return node


def _block_form(block: Block, unread: frozenset[str]) -> Block:
    kept = tuple(s for s in block.statements if _runs(s, unread))
    tail: Expr | None = block.tail
    if tail is None and kept and isinstance(last := kept[-1], ExprStatement) and not last.semicolon:
        kept, tail = kept[:-1], last.expr
    if tail is not None and not _runs(ExprStatement(tail), unread):
        tail = None
    return Block(kept, tail, block.attrs)


def _runs(statement: Statement, unread: frozenset[str]) -> bool:
    """Whether a statement could do anything."""
    if isinstance(statement, EmptyStatement):
        return False
    name, value = _written(statement)
    if name in unread:
        return value is not None and not _only_looks(value)
    if not isinstance(statement, ExprStatement):
        return True
    expr = statement.expr
    if isinstance(expr, BlockExpr):
        return not _is_empty(expr.block, unread)
    if isinstance(expr, If):
        idle = all(_does_nothing(branch, unread) for branch in expr.branches)
        return not (idle and (expr.orelse is None or _is_empty(expr.orelse, unread)))
    return True


def _does_nothing(branch: IfBranch, unread: frozenset[str]) -> bool:
    return _is_empty(branch.block, unread) and _only_looks(branch.condition)


def _is_empty(block: Block, unread: frozenset[str]) -> bool:
    return block.tail is None and not any(_runs(s, unread) for s in block.statements)


def _written(statement: Node) -> tuple[str | None, Expr | None]:
    """The variable that a statement binds or assigns as a whole, and the value."""
    if isinstance(statement, Let) and isinstance(statement.pattern, IdentPattern):
        return statement.pattern.name, statement.value
    if isinstance(statement, ExprStatement) and isinstance(assign := statement.expr, Assign):
        target = assign.target
        return (target.ident if isinstance(target, Path) else None), assign.value
    return None, None


def _only_looks(expr: Expr) -> bool:
    """Whether evaluating an expression cannot be noticed, as long as it does not panic."""
    for node in walk(expr):
        if isinstance(node, _ACTING) or (isinstance(node, Ref) and node.mutable):
            return False
        if isinstance(node, MethodCall) and node.name not in _LOOKING:
            return False
    return True


def executables(file: File) -> dict[str, Function]:
    """The executable functions of a file by name, the last one of each name."""
    found = [node for node in walk(file) if isinstance(node, Function) and node.is_exec]
    return {function.name: function for function in found}


def executable_difference(
    left: File, right: File, *, ignore_unread: bool = False
) -> tuple[Any, Any] | None:
    """Where two plain Rust programs first differ as executable programs, `main` aside.

    Args:
        left: One program.
        right: The other.
        ignore_unread: Ignore variables that neither program reads. Proofs leave such variables
            behind: `let old_i = i;` is executable code even if only asserts, now erased, read
            `old_i`. What such a variable holds reaches no result, and computing it must do nothing
            else: a call, but for a few that only look, keeps the variable in the program. An index
            or a sum does not, although it may panic, for Verus proves that it never does. So both
            programs return the same. They are still not the same text, so a judge of unchanged
            code should not ignore them.
    """
    a, b = executables(left), executables(right)
    a.pop("main", None)
    b.pop("main", None)
    if a.keys() != b.keys():
        return sorted(a.keys() - b.keys()), sorted(b.keys() - a.keys())
    for name, function in b.items():
        unread = _unread(a[name], function) if ignore_unread else frozenset()
        normal = partial(executable_form, unread=unread)
        if difference := first_difference(a[name], function, normal=normal):
            return difference
    return None


def _unread(*functions: Function) -> frozenset[str]:
    """The variables of some functions whose values flow nowhere in any of them."""
    bound = {n.name for f in functions for n in walk(f) if isinstance(n, IdentPattern)}
    unread: frozenset[str] = frozenset()
    while True:
        read = set().union(*(_names_read(function, unread) for function in functions))
        if unread == bound - read:
            return unread
        unread = frozenset(bound - read)


def _names_read(root: Node, unread: frozenset[str]) -> set[str]:
    """The names that expressions below a node read.

    What is computed for an unread variable alone reads nothing, and a variable's own assignments do
    not read it.
    """
    found: set[str] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        name, value = _written(node)
        if name is not None and value is not None:
            if name not in unread or not _only_looks(value):
                found |= _names_read(value, unread) - {name}
            if isinstance(node, Let) and node.orelse is not None:
                stack.append(node.orelse)
            continue
        if isinstance(node, Path):
            found.add(node.segments[0].name if node.segments else "")
        elif isinstance(node, MacroCall):
            found.update(node.tokens)
        elif isinstance(node, Literal) and node.kind == "str":
            found.update(re.findall(r"\w+", node.text))  # a format may name variables
        stack.extend(children(node))
    return found

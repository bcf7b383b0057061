"""Whether the proof text in an executable body is really ghost.

Verus refuses most of what is found here by its mode checker. We find it without the tool, because
an erasing comparison would otherwise see no change where the text as written says another thing:
a ghost variable in front of the code that uses its name, an assignment to a variable of the code,
a `return` inside an invariant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudge.verus.lexer import Kind
from adjudge.verus.syntax import (
    Assign,
    Block,
    Break,
    Clause,
    Closure,
    Continue,
    Expr,
    Field,
    FieldPattern,
    File,
    For,
    Function,
    IdentPattern,
    Index,
    Item,
    ItemStatement,
    Let,
    Loop,
    Node,
    Paren,
    Path,
    Ref,
    Return,
    Try,
    Unary,
    View,
    While,
    children,
    walk,
)
from adjudge.verus.transplant.normal import is_ghost_statement


class Fault(NamedTuple):
    """Proof text that acts on code, and why."""

    node: Node
    message: str


class _Scopes(NamedTuple):
    """A body split in two: the ghost parts, and what the code binds."""

    ghost: list[Node]
    code_names: set[str]


def faults(file: File, function: Function) -> list[Fault]:
    """What is wrong with the proof text of a function's body."""
    if function.body is None:
        return []
    scopes = _split(function)
    own = {name for part in scopes.ghost for name in _bound(part)}
    code_names = scopes.code_names - own
    found = [fault for part in scopes.ghost for fault in _effects(part, code_names)]
    found += _captures(file, function.body)
    return sorted(found, key=lambda fault: fault.node.start)


def _split(function: Function) -> _Scopes:
    scopes = _Scopes([], {name for param in function.params for name in _bound(param)})
    stack: list[Node] = [function.body] if function.body else []
    while stack:
        node = stack.pop()
        below = children(node)
        if isinstance(node, Block):
            scopes.ghost.extend(child for child in below if is_ghost_statement(child))
            below = [child for child in below if not is_ghost_statement(child)]
        elif isinstance(node, Loop | While | For):
            scopes.ghost.extend(node.clauses)
            below = [child for child in below if child not in node.clauses]
        scopes.code_names.update(_names(node))
        stack.extend(below)
    return scopes


def _effects(ghost: Node, code_names: set[str]) -> Iterator[Fault]:
    """What ghost text would do to the code around it."""
    stack = [ghost]
    while stack:
        node = stack.pop()
        if isinstance(node, Return | Break | Continue | Try):
            yield Fault(node, "leaves the function or loop from within proof text")
        elif isinstance(node, Assign) and (name := _root(node.target)) in code_names:
            yield Fault(node, f"assigns the variable `{name}` of the code in proof text")
        elif isinstance(node, Ref) and node.mutable and (name := _root(node.operand)) in code_names:
            yield Fault(node, f"borrows the variable `{name}` of the code mutably in proof text")
        if not isinstance(node, Closure | Item):
            stack.extend(children(node))


def _captures(file: File, body: Block) -> Iterator[Fault]:
    """Ghost names that the code uses where they hold.

    That is the rest of the block for a variable, and all of it for an item.
    """
    stack: list[Node] = [body]
    while stack:
        node = stack.pop()
        if not isinstance(node, Block):
            stack.extend(child for child in children(node) if not isinstance(child, Clause))
            continue
        parts = [*node.statements, *([node.tail] if node.tail else [])]
        stack.extend(part for part in parts if not is_ghost_statement(part))
        yield from _captures_in(file, parts)


def _captures_in(file: File, parts: list[Node]) -> Iterator[Fault]:
    """The captures among the statements of one block, from the last statement to the first."""
    used = [set() if is_ghost_statement(part) else _uses(file, part) for part in parts]
    everywhere = set().union(*used)
    later: set[str] = set()
    for part, names in zip(reversed(parts), reversed(used), strict=True):
        if not is_ghost_statement(part):
            if isinstance(part, Let):
                later.difference_update(_bound(part.pattern))
            later |= names
            continue
        reach = everywhere if isinstance(part, ItemStatement) else later
        for name in sorted(_introduced(part) & reach):
            yield Fault(part, f"the ghost name `{name}` hides what the code calls so")


def _introduced(part: Node) -> set[str]:
    if isinstance(part, Let):
        return set(_bound(part.pattern))
    if isinstance(part, ItemStatement):
        name = getattr(part.item, "name", None)
        return {name} if isinstance(name, str) else set()
    return set()


def _uses(file: File, code: Node) -> set[str]:
    """The names that a statement of the code mentions on their own."""
    found: set[str] = set()
    stack = [code]
    while stack:
        node = stack.pop()
        if is_ghost_statement(node):
            continue
        if isinstance(node, Path) and node.ident is not None:
            found.add(node.ident)
        below = children(node)
        if isinstance(node, Loop | While | For):
            below = [child for child in below if child not in node.clauses]
        elif not below and node.end - node.start > 1:
            # a leaf of several tokens holds text that the parser does not look into
            tokens = file.tokens[node.start : node.end]
            found.update(token.text for token in tokens if token.kind is Kind.IDENT)
        stack.extend(below)
    return found


def _bound(node: Node) -> Iterator[str]:
    for below in walk(node):
        yield from _names(below)


def _names(node: Node) -> list[str]:
    if isinstance(node, IdentPattern) or (isinstance(node, FieldPattern) and node.pattern is None):
        return [node.name]
    return []


def _root(place: Expr) -> str | None:
    """The variable that a place belongs to."""
    while not isinstance(place, Path):
        if isinstance(place, Field | View | Index):
            place = place.base
        elif isinstance(place, Unary):
            place = place.operand
        elif isinstance(place, Paren):
            place = place.inner
        else:
            return None
    return place.ident

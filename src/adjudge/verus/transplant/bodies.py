"""Move the proof parts of one body into another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudge.verus.syntax import (
    Assign,
    Attribute,
    Attributed,
    Block,
    Break,
    Closure,
    Continue,
    ExprStatement,
    Field,
    File,
    For,
    IdentPattern,
    If,
    Let,
    Loop,
    Node,
    Path,
    Return,
    While,
    children,
)
from adjudge.verus.transplant.align import align
from adjudge.verus.transplant.entries import bare_names
from adjudge.verus.transplant.insertions import Insertions, reindented, reindented_span
from adjudge.verus.transplant.normal import (
    is_all_ghost,
    is_ghost_statement,
    is_harmless,
)

_LOOPS = (Loop, While, For)
_JOINTS = (*_LOOPS, If, Closure, Block)
_NEEDS_SEMICOLON = (Assign, Return, Break, Continue)


class Unplaced(NamedTuple):
    """A proof part of the candidate that has no place in the reference.

    Attributes:
        line: Its line in the candidate, from 1.
        text: Its source.
        reason: Why it could not be placed.
    """

    line: int
    text: str
    reason: str


class BodyMover:
    """Moves proof parts from bodies of the candidate into bodies of the reference."""

    def __init__(self, insertions: Insertions, candidate: File) -> None:
        self.insertions = insertions
        self.reference = insertions.file
        self.candidate = candidate
        self.unplaced: list[Unplaced] = []
        self._names = bare_names(self.reference)

    def refuse(self, node: Node, reason: str) -> None:
        """Note that a part of the candidate has no place."""
        line, _ = self.candidate.position(node)
        self.unplaced.append(Unplaced(line, self.candidate.source(node), reason))

    def block(self, ours: Block, theirs: Block) -> None:
        """Move the proof parts of a block."""
        for part in _parts(ours):
            if is_ghost_statement(part):
                self.insertions.remove(*self.reference.span(part))
        mine = [part for part in _parts(ours) if not is_ghost_statement(part)]
        other = [part for part in _parts(theirs) if not is_ghost_statement(part)]
        pairs = align(mine, other)
        before: Node | None = None
        index = 0
        for part in _parts(theirs):
            if is_ghost_statement(part):
                self._place(ours, before, part, theirs)
                continue
            if index in pairs:
                before = mine[pairs[index]]
                self._statement(before, part)
            elif self._is_snapshot(part):
                self._place(ours, before, part, theirs, ghost=True)
            else:
                self._refuse_within(part, "the reference has no statement like the one around it")
            index += 1

    def _is_snapshot(self, part: Node) -> bool:
        """Whether a statement that the reference has not only remembers a value for the proof.

        `let old = x;` does as a ghost variable what it does in code, and no code of the reference
        can use it.
        """
        if not isinstance(part, Let) or part.attrs or part.orelse is not None:
            return False
        pattern, value = part.pattern, part.value
        while isinstance(value, Field):
            value = value.base
        if not isinstance(pattern, IdentPattern) or not isinstance(value, Path):
            return False
        plain = not (pattern.mutable or pattern.by_ref or pattern.subpattern)
        return plain and pattern.name not in self._names

    def _place(
        self, block: Block, before: Node | None, part: Node, theirs: Block, *, ghost: bool = False
    ) -> None:
        """Put a statement after one of ours, or first in the block; if wanted, make it ghost."""
        file = self.reference
        if before is None:
            opener = block.attrs[-1].end - 1 if block.attrs else block.start
            offset = file.tokens[opener].end
            parts = _parts(block)
            indent = self.insertions.indent_at(file.span(parts[0] if parts else block)[0])
            indent = indent if parts else indent + "    "
        else:
            start, offset = file.span(before)
            indent = self.insertions.indent_at(start)
            if before is block.tail and isinstance(before, _NEEDS_SEMICOLON):
                self.insertions.add(offset, ";")
        text = reindented(self.candidate, part, indent)
        if ghost:
            text = text.replace("let", "let ghost", 1)
        needs_semicolon = part is theirs.tail and not text.endswith(("}", ";"))
        self.insertions.add(offset, f"\n{indent}{text}{';' * needs_semicolon}")

    # Statements

    def _statement(self, ours: Node, theirs: Node) -> None:
        self._attributes(ours, theirs)
        mine, other = list(_joints(ours)), list(_joints(theirs))
        for a, b in zip(mine, other, strict=False):
            self._joint(a, b)
        for extra in other[len(mine) :]:
            self._refuse_within(extra, "the reference has no such block in this statement")

    def _attributes(self, ours: Node, theirs: Node) -> None:
        """Move hints for the solver that stand before a statement."""
        known = {(a.path, a.tokens) for a in _attributes(ours)}
        start = self.reference.span(ours)[0]
        for attribute in _attributes(theirs):
            if is_harmless(attribute) and (attribute.path, attribute.tokens) not in known:
                source = self.candidate.source(attribute)
                self.insertions.add(start, f"{source}\n{self.insertions.indent_at(start)}")

    def _joint(self, ours: Node, theirs: Node) -> None:
        if isinstance(ours, Block) and isinstance(theirs, Block):
            self.block(ours, theirs)
        elif isinstance(ours, If) and isinstance(theirs, If):
            self._if(ours, theirs)
        elif isinstance(ours, _LOOPS) and isinstance(theirs, _LOOPS):
            self._loop(ours, theirs)
        elif isinstance(ours, Closure) and isinstance(theirs, Closure):
            self._closure(ours, theirs)
        else:
            self._refuse_within(theirs, "the reference has another kind of block here")

    def _if(self, ours: If, theirs: If) -> None:
        for a, b in zip(ours.branches, theirs.branches, strict=False):
            self.block(a.block, b.block)
        for extra in theirs.branches[len(ours.branches) :]:
            self._refuse_within(extra.block, "the reference has no such branch")
        if theirs.orelse is None:
            return
        if ours.orelse is not None:
            self.block(ours.orelse, theirs.orelse)
        elif is_all_ghost(theirs.orelse) and len(ours.branches) == len(theirs.branches):
            offset = self.reference.span(ours.branches[-1])[1]
            indent = self.insertions.indent_at(self.reference.span(ours)[0])
            text = reindented(self.candidate, theirs.orelse, indent)
            self.insertions.add(offset, f" else {text}")
        else:
            self._refuse_within(theirs.orelse, "the reference has no such branch")

    def _loop(self, ours: Loop | While | For, theirs: Loop | While | For) -> None:
        if isinstance(ours, For) and isinstance(theirs, For) and not ours.ghost_iterator:
            name = f"{theirs.ghost_iterator}: " if theirs.ghost_iterator else ""
            self.insertions.add(self.reference.span(ours.iterable)[0], name)
        if theirs.clauses:
            tokens = self.reference.tokens
            end = tokens[ours.block.start - 1].end
            if ours.clauses:
                self.insertions.remove(tokens[ours.clauses[0].start].start, end)
            indent = self.insertions.indent_at(self.reference.span(ours)[0]) + "    "
            first = self.candidate.span(theirs.clauses[0])[0]
            last = self.candidate.tokens[theirs.block.start - 1].end
            text = reindented_span(self.candidate, first, last, indent)
            self.insertions.add(end, f"\n{indent}{text}")
        self.block(ours.block, theirs.block)

    def _closure(self, ours: Closure, theirs: Closure) -> None:
        if theirs.clauses and not ours.clauses:
            named = theirs.output is not None and theirs.output.pattern is not None
            ours_named = ours.output is not None and ours.output.pattern is not None
            if named and not ours_named:
                self.refuse(theirs.clauses[0], "the closure's result has no name in the reference")
            else:
                first = self.candidate.span(theirs.clauses[0])[0]
                last = self.candidate.tokens[theirs.body.start - 1].end
                offset = self.reference.tokens[ours.body.start - 1].end
                self.insertions.add(offset, f" {self.candidate.text[first:last]}")
        self._statement(ours.body, theirs.body)

    def _refuse_within(self, node: Node, reason: str) -> None:
        """Note everything ghost below a node that has no counterpart."""
        stack = [node]
        while stack:
            current = stack.pop()
            if isinstance(current, Block):
                for part in _parts(current):
                    if is_ghost_statement(part):
                        self.refuse(part, reason)
                    else:
                        stack.append(part)
                continue
            if isinstance(current, _LOOPS):
                for clause in current.clauses:
                    self.refuse(clause, reason)
                stack.append(current.block)
                continue
            stack.extend(children(current))


def _parts(block: Block) -> list[Node]:
    """The statements of a block and its tail."""
    parts: list[Node] = list[Node](block.statements)
    return [*parts, block.tail] if block.tail is not None else parts


def _joints(node: Node) -> Iterator[Node]:
    """The outermost nodes of a statement in which proof parts can stand, in their order."""
    stack = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, _JOINTS):
            yield current
        else:
            stack.extend(reversed(children(current)))


def _attributes(statement: Node) -> tuple[Attribute, ...]:
    if isinstance(statement, Let):
        return statement.attrs
    node = statement.expr if isinstance(statement, ExprStatement) else statement
    return node.attrs if isinstance(node, Attributed) else ()

"""Blocks and statements."""

from __future__ import annotations

from adjudge.verus.lexer import Kind, words
from adjudge.verus.parser.operators import ASSIGN
from adjudge.verus.parser.primary import PrimaryParser
from adjudge.verus.syntax import (
    Assert,
    AssertForall,
    Attribute,
    Attributed,
    Block,
    BlockExpr,
    EmptyStatement,
    Expr,
    ExprStatement,
    For,
    If,
    Item,
    ItemStatement,
    Let,
    Loop,
    MacroCall,
    Match,
    ProofBlock,
    Statement,
    While,
)

_BLOCK_LIKE = (BlockExpr, If, Match, Loop, While, For, ProofBlock, AssertForall)
_BLOCK_WORDS = words("if match loop while for unsafe { proof assert")
_NEVER_A_VALUE = (ProofBlock, Assert, AssertForall)


def ends_itself(expr: Expr) -> bool:
    """Whether an expression needs no semicolon as a statement."""
    while isinstance(expr, Attributed):
        expr = expr.inner
    if isinstance(expr, MacroCall):
        return expr.delimiter == "{"
    if isinstance(expr, Assert):
        return expr.block is not None
    return isinstance(expr, _BLOCK_LIKE)


class StatementParser(PrimaryParser):
    """Reads blocks and statements."""

    def item(self, attrs: tuple[Attribute, ...], start: int) -> Item:
        """Read an item whose outer attributes are already read."""
        raise NotImplementedError

    def at_item(self) -> bool:
        """Whether an item begins here."""
        raise NotImplementedError

    def block(self) -> Block:
        """Read `{ statements; tail }`."""
        self.enter()
        start = self.pos
        self.expect("{")
        before, self.no_struct = self.no_struct, False
        attrs = self.inner_attributes()
        statements: list[Statement] = []
        tail = None
        while not self.take("}"):
            statement = self._statement()
            if isinstance(statement, Statement):
                statements.append(statement)
            else:
                tail = statement
                self.expect("}")
                break
        self.no_struct = before
        self.depth -= 1
        return Block(tuple(statements), tail, attrs, start=start, end=self.pos)

    def _statement(self) -> Statement | Expr:
        """Read a statement, or the expression that ends the block."""
        start = self.pos
        text = self.texts[start]
        if text == ";":
            self.pos += 1
            return EmptyStatement(start=start, end=self.pos)
        if text == "#":
            self._skip_attributes()
        first = self.pos
        is_let, is_item = self.texts[first] == "let", self.at_item()
        self.pos = start
        if not is_let and not is_item:
            return self._expression_statement()
        attrs = self.outer_attributes()
        if is_let:
            return self._let(attrs, start)
        found = self.item(attrs, start)
        return ItemStatement(found, start=start, end=self.pos)

    def _skip_attributes(self) -> None:
        while self.texts[self.pos] == "#" and self.peek() == "[":
            self.pos = self.partner[self.pos + 1] + 1

    def _let(self, attrs: tuple[Attribute, ...], start: int) -> Statement:
        self.expect("let")
        mode = self.mode()
        pattern = self.pattern()
        kind = self.type() if self.take(":") else None
        value = self.expression() if self.take("=") else None
        orelse = self.block() if self.take("else") else None
        self.expect(";")
        return Let(pattern, kind, value, orelse, mode, attrs, start=start, end=self.pos)

    def _expression_statement(self) -> Statement | Expr:
        start = self.pos
        expr, complete = self.statement_expression()
        if self.take(";"):
            return ExprStatement(expr, start=start, end=self.pos)
        if complete and isinstance(expr, _NEVER_A_VALUE):
            return ExprStatement(expr, False, start=start, end=self.pos)
        if self.texts[self.pos] == "}":
            return expr
        if not complete:
            self.unexpected("`;`", "`}`", "an operator")
        return ExprStatement(expr, False, start=start, end=self.pos)

    def statement_expression(self) -> tuple[Expr, bool]:
        """Read an expression as a statement or the body of an arm.

        A block-like expression ends there, so that an operator after it begins something new; only
        `.` and `?` continue it.

        Returns:
            The expression, and whether it ends by itself, without a semicolon or comma.
        """
        start = self.pos
        if not self._at_block_like():
            found = self.expression()
            return found, found.start == start and ends_itself(found)
        self.enter()
        attrs = self.outer_attributes()
        found = self.primary()
        complete = ends_itself(found) and self.texts[self.pos] not in (".", "?")
        if not complete:
            found = self.postfix(found)
        self.depth -= 1
        if attrs:
            found = Attributed(attrs, found, start=start, end=self.pos)
        if not complete:
            found = self.bullets_after(self.climb(found, ASSIGN))
        return found, complete

    def _at_block_like(self) -> bool:
        """Whether an expression begins here that may end itself."""
        before = self.pos
        self._skip_attributes()
        text = self.texts[self.pos]
        found = text in _BLOCK_WORDS or self.kinds[self.pos] is Kind.LIFETIME
        found = found or (text in ("async", "const") and self.peek() in ("{", "move"))
        if not found and self.at_name():
            found = self._at_braced_macro()
        self.pos = before
        return found

    def _at_braced_macro(self) -> bool:
        index = self.pos + 1
        while self.texts[index] == "::" and self.kinds[index + 1] is Kind.IDENT:
            index += 2
        return self.texts[index] == "!" and self.texts[index + 1] == "{"

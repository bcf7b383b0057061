"""What only Verus has: contracts, quantifiers, proofs within expressions; and closures."""

from __future__ import annotations

from adjudge.verus.parser.expressions import OperatorParser
from adjudge.verus.parser.generics import CLAUSE_KEYWORDS
from adjudge.verus.parser.operators import ASSIGN, BULLETS
from adjudge.verus.syntax import (
    Assert,
    AssertForall,
    Assume,
    Attribute,
    Attributed,
    Binder,
    BlockExpr,
    Clause,
    Closure,
    Expr,
    Node,
    ProofBlock,
    Quantifier,
    Reveal,
)

_CLAUSE_RANK = {
    "requires": 0,
    "recommends": 0,
    "invariant": 0,
    "invariant_except_break": 0,
    "invariant_ensures": 0,
    "ensures": 1,
    "default_ensures": 1,
    "returns": 1,
}
_LAST_RANK = 2


class FormParser(OperatorParser):
    """Reads contracts, quantifiers, closures and proofs within expressions."""

    # Clauses

    def clauses(self, *, declaration: bool = False) -> tuple[Clause, ...]:
        """Read `requires a, b, ensures c, ..` up to the body.

        A block among the expressions is one of them, and not the body, if a comma follows. Where
        the whole may stand in a list, as loops and closures may, the comma can be the list's: there
        another clause or the body must follow it.
        """
        if not self.verus:
            return ()
        found: list[Clause] = []
        rank = 0
        while (text := self.texts[self.pos]) in CLAUSE_KEYWORDS:
            if _CLAUSE_RANK.get(text, _LAST_RANK) < rank:
                self.fail(f"`{text}` must stand before `{found[-1].keyword}`")
            rank = _CLAUSE_RANK.get(text, _LAST_RANK)
            found.append(self._clause(declaration))
        return tuple(found)

    def _clause(self, declaration: bool) -> Clause:
        start = self.pos
        keyword = self.texts[start]
        self.pos += 1
        before, self.no_struct = self.no_struct, True
        items: list[Expr] = []
        while not self._at_clause_end(declaration):
            items.append(self._clause_item())
            if not self.take(","):
                break
        when = self._after_word("when")
        via = self._after_word("via")
        self.no_struct = before
        return Clause(keyword, tuple(items), when, via, start=start, end=self.pos)

    def _clause_item(self) -> Expr:
        start = self.pos
        attrs = self.inner_attributes()
        bulleted = self.texts[self.pos] in BULLETS
        item = self.operand(ASSIGN)
        if bulleted or self.texts[self.pos] in BULLETS:
            self.fail("`&&&` and `|||` need braces or parentheses here", at=item.start)
        return Attributed(attrs, item, start=start, end=self.pos) if attrs else item

    def _at_clause_end(self, declaration: bool) -> bool:
        text = self.texts[self.pos]
        if text == "{":
            after = self.partner[self.pos] + 1
            if self.texts[after] != "," or declaration:
                return self.texts[after] != ","
            following = self.texts[after + 1]
            return following != "{" and following not in CLAUSE_KEYWORDS
        return text in (";", "}", ")", "", ",") or text in CLAUSE_KEYWORDS

    def _after_word(self, word: str) -> Expr | None:
        if not self.take(word):
            return None
        found = self.operand(ASSIGN)
        self.take(",")
        return found

    # Quantifiers and closures

    def _binders(self) -> tuple[Binder, ...]:
        if self.take("||"):
            return ()
        self.expect("|")
        found: list[Binder] = []
        while not self._closing_bar():
            found.append(self._binder())
            if not self.take(","):
                if not self._closing_bar():
                    self.unexpected("`,`", "`|`")
                break
        return tuple(found)

    def _closing_bar(self) -> bool:
        """Take `|`, or the first half of a `||` whose other half begins a closure."""
        if self.texts[self.pos] == "||":
            self.halve()
            return True
        return self.take("|")

    def _binder(self) -> Binder:
        attrs = self.outer_attributes()
        start = self.pos
        mode = self.mode()
        pattern = self.pattern_no_alternatives()
        kind = self.type() if self.take(":") else None
        return Binder(pattern, kind, mode, attrs, start=start, end=self.pos)

    def _quantifier(self) -> Expr:
        start = self.pos
        self.pos += 1
        binders = self._binders()
        attrs = self.inner_attributes()
        body = self.operand(ASSIGN)
        return Quantifier(self.texts[start], binders, body, attrs, start=start, end=self.pos)

    def _closure(self) -> Expr:
        return self.closure_from(self.pos, (), (), ())

    def _proof_closure(self) -> Expr:
        start = self.pos
        self.pos += 1
        lifetimes = self.angled_params() if self.texts[self.pos] == "<" else ()
        options = self.bracketed_names()
        words = ("move", "proof_fn") if self.take("move") else ("proof_fn",)
        return self.closure_from(start, words, options, lifetimes)

    def closure_from(
        self,
        start: int,
        words: tuple[str, ...],
        options: tuple[str, ...],
        lifetimes: tuple[Node, ...],
    ) -> Expr:
        """Read a closure from its parameters on."""
        if self.texts[self.pos] not in ("|", "||"):
            self.unexpected("an expression")
        binders = self._binders()
        output = self.return_type()
        clauses = self.clauses()
        attrs: tuple[Attribute, ...] = self.inner_attributes()
        body: Expr
        if output is not None or clauses:
            first = self.pos
            body = BlockExpr(self.block(), start=first, end=self.pos)
        else:
            body = self.operand(ASSIGN)
        return Closure(
            binders,
            body,
            output,
            clauses,
            words,
            options,
            lifetimes,
            attrs,
            start=start,
            end=self.pos,
        )

    # Verus' own expressions

    def _proof_block(self) -> Expr:
        start = self.pos
        self.pos += 1
        return ProofBlock(self.block(), start=start, end=self.pos)

    def _assert(self) -> Expr:
        start = self.pos
        self.pos += 1
        if self.texts[self.pos] == "forall":
            return self._assert_forall(start)
        self.expect("(")
        condition = self.delimited()
        self.take(",")
        self.expect(")")
        prover, block = None, None
        clauses: tuple[Clause, ...] = ()
        if self.take("by"):
            prover = self.prover()
            clauses = self.clauses()
            if prover is None or self.texts[self.pos] == "{":
                block = self.block()
        return Assert(condition, prover, clauses, block, start=start, end=self.pos)

    def _assert_forall(self, start: int) -> Expr:
        self.pos += 1
        before, self.no_struct = self.no_struct, True
        binders = self._binders()
        attrs = self.inner_attributes()
        hypothesis, conclusion = None, self.expression()
        if self.take("implies"):
            hypothesis, conclusion = conclusion, self.expression()
        self.no_struct = before
        self.expect("by")
        prover = self.prover()
        block = self.block()
        return AssertForall(
            binders, conclusion, block, hypothesis, prover, attrs, start=start, end=self.pos
        )

    def prover(self) -> str | None:
        """Read `(nonlinear_arith)` after `by`, if it is here."""
        if not self.take("("):
            return None
        prover = self.name()
        self.expect(")")
        return prover

    def _assume(self) -> Expr:
        start = self.pos
        self.pos += 2
        condition = self.delimited()
        self.take(",")
        self.expect(")")
        return Assume(condition, start=start, end=self.pos)

    def _reveal(self) -> Expr:
        start = self.pos
        self.pos += 1
        args = self.arguments()
        return Reveal(self.texts[start], args, start=start, end=self.pos)

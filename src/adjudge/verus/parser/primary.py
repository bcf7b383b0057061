"""Primary expressions: names, literals, brackets, control flow, closures, Verus' own forms."""

from __future__ import annotations

from collections.abc import Callable

from adjudge.verus.lexer import Kind
from adjudge.verus.parser.expressions import OperatorParser
from adjudge.verus.parser.operators import ASSIGN, BULLETS, COMPARE
from adjudge.verus.parser.types import CLAUSE_KEYWORDS
from adjudge.verus.syntax import (
    Arm,
    Array,
    Assert,
    AssertForall,
    Assume,
    Attribute,
    Binder,
    BlockExpr,
    Break,
    Clause,
    Closure,
    Continue,
    Expr,
    FieldValue,
    For,
    If,
    IfBranch,
    LetCondition,
    Loop,
    MacroCall,
    Match,
    Node,
    Paren,
    Path,
    PathSegment,
    ProofBlock,
    Quantifier,
    Repeat,
    Return,
    Reveal,
    StructLiteral,
    Tuple,
    Underscore,
    While,
    Yield,
)

_BRACKETS = frozenset({"(", "[", "{"})


class PrimaryParser(OperatorParser):
    """Reads primary expressions."""

    def statement_expression(self) -> tuple[Expr, bool]:
        """Read an expression as a statement or the body of an arm.

        Returns:
            The expression, and whether it ends by itself, without a semicolon or comma.
        """
        raise NotImplementedError

    def primary(self) -> Expr:
        """Read an expression that no operator begins."""
        start = self.pos
        text = self.texts[start]
        if self.kinds[start] is Kind.IDENT:
            reader = _WORD_READERS.get(text)
            if reader is not None:
                return reader(self)
            if self.verus and (reader := self._verus_reader(text)) is not None:
                return reader(self)
            return self._name()
        if (literal := self.literal()) is not None:
            return literal
        if self.kinds[start] is Kind.LIFETIME:
            return self._labelled()
        reader = _PUNCT_READERS.get(text)
        if reader is None:
            self.unexpected("an expression")
        return reader(self)

    def _verus_reader(self, text: str) -> Reader | None:
        entry = _VERUS_READERS.get(text)
        return entry[1] if entry is not None and self.peek() in entry[0] else None

    # Names, macros, struct literals

    def _name(self) -> Expr:
        start = self.pos
        following = self.peek()
        if following != "::" and following != "!" and following != "{" and self.at_name():
            self.pos = start + 1
            segment = PathSegment(self.texts[start], start=start, end=start + 1)
            return Path((segment,), start=start, end=start + 1)
        return self._path_expression()

    def _path_expression(self) -> Expr:
        if self.texts[self.pos] not in ("<", "::") and not self.at_name():
            self.unexpected("an expression")
        path = self.path(in_expression=True)
        following = self.texts[self.pos]
        if following == "!" and self.peek() in _BRACKETS:
            return self._macro(path)
        if following == "{" and not self.no_struct:
            return self._struct_literal(path)
        return path

    def _macro(self, path: Path) -> MacroCall:
        opener = self.pos + 1
        args = self.attempt(lambda: self._macro_args(opener))
        if args is None:
            return self.macro_call(path)
        self.pos = self.partner[opener] + 1
        return MacroCall(path, self.texts[opener], args[0], args[1], start=path.start, end=self.pos)

    def _macro_args(self, opener: int) -> tuple[tuple[Expr, ...], str]:
        """The arguments, if all tokens between the brackets read as expressions."""
        closer = self.partner[opener]
        self.pos = opener + 1
        self.no_struct, before = False, self.no_struct
        args: list[Expr] = []
        separator = ","
        while self.pos < closer:
            args.append(self.expression())
            if len(args) == 1 and self.texts[self.pos] == ";":
                separator = ";"
            if not self.take(separator):
                break
        if self.pos != closer or (separator == ";" and len(args) != 2):
            self.unexpected("the end of the arguments")
        self.no_struct = before
        return tuple(args), separator

    def _struct_literal(self, path: Path) -> Expr:
        self.expect("{")
        before, self.no_struct = self.no_struct, False
        found: list[FieldValue] = []
        rest = None
        while not self.take("}"):
            if self.take(".."):
                if self.texts[self.pos] != "}":
                    rest = self.expression()
                self.expect("}")
                break
            found.append(self._field_value())
            if not self.take(","):
                self.expect("}")
                break
        self.no_struct = before
        return StructLiteral(path, tuple(found), rest, start=path.start, end=self.pos)

    def _field_value(self) -> FieldValue:
        attrs = self.outer_attributes()
        start = self.pos
        if self.kinds[start] is not Kind.INT and not self.at_name():
            self.unexpected("the name of a field")
        self.pos += 1
        value = self.expression() if self.take(":") else None
        return FieldValue(self.texts[start], value, attrs, start=start, end=self.pos)

    # Brackets

    def _paren(self) -> Expr:
        start = self.pos
        before, self.no_struct = self.no_struct, False
        self.pos += 1
        items: list[Expr] = []
        comma = True
        while self.texts[self.pos] != ")":
            if not comma:
                self.unexpected("`,`", "`)`", "an operator")
            items.append(self.expression())
            comma = self.take(",")
        self.pos += 1
        self.no_struct = before
        if len(items) == 1 and not comma:
            return Paren(items[0], start=start, end=self.pos)
        return Tuple(tuple(items), start=start, end=self.pos)

    def _bracket(self) -> Expr:
        start = self.pos
        before, self.no_struct = self.no_struct, False
        self.pos += 1
        items: list[Expr] = []
        repeat = None
        while not self.take("]"):
            items.append(self.expression())
            if len(items) == 1 and self.take(";"):
                repeat = self.expression()
                self.expect("]")
                break
            if not self.take(","):
                self.expect("]")
                break
        self.no_struct = before
        if repeat is not None:
            return Repeat(items[0], repeat, start=start, end=self.pos)
        return Array(tuple(items), start=start, end=self.pos)

    # Blocks

    def _block_expression(self) -> Expr:
        start = self.pos
        return BlockExpr(self.block(), start=start, end=self.pos)

    def _modified(self) -> Expr:
        """Read `unsafe {`, `async move {`, `const {`, or a closure with such words before it."""
        start = self.pos
        words: list[str] = []
        lifetimes = self.for_lifetimes()
        while self.texts[self.pos] in ("unsafe", "async", "const", "static", "move"):
            words.append(self.texts[self.pos])
            self.pos += 1
        if self.texts[self.pos] == "{" and words:
            return BlockExpr(self.block(), tuple(words), start=start, end=self.pos)
        return self._closure_from(start, tuple(words), (), lifetimes)

    def _labelled(self) -> Expr:
        start = self.pos
        label = self.lifetime()
        self.expect(":")
        if self.texts[self.pos] == "{":
            return BlockExpr(self.block(), label=label, start=start, end=self.pos)
        text = self.texts[self.pos]
        if text == "loop":
            found: Loop | While | For = self._loop()
        elif text == "while":
            found = self._while()
        elif text == "for":
            found = self._for()
        else:
            self.unexpected("a loop", "a block")
        found.label = label
        found.start = start
        return found

    def _if(self) -> Expr:
        start = self.pos
        branches: list[IfBranch] = []
        orelse = None
        while True:
            first = self.pos
            self.expect("if")
            condition = self.condition()
            block = self.block()
            branches.append(IfBranch(condition, block, start=first, end=self.pos))
            if not self.take("else"):
                break
            if self.texts[self.pos] != "if":
                orelse = self.block()
                break
        return If(tuple(branches), orelse, start=start, end=self.pos)

    def _let_condition(self) -> Expr:
        start = self.pos
        self.pos += 1
        pattern = self.pattern()
        self.expect("=")
        value = self.operand(COMPARE)
        return LetCondition(pattern, value, start=start, end=self.pos)

    def _match(self) -> Expr:
        start = self.pos
        self.pos += 1
        value = self.condition()
        self.expect("{")
        before, self.no_struct = self.no_struct, False
        attrs = self.inner_attributes()
        arms: list[Arm] = []
        while not self.take("}"):
            arms.append(self._arm())
        self.no_struct = before
        return Match(value, tuple(arms), attrs, start=start, end=self.pos)

    def _arm(self) -> Arm:
        attrs = self.outer_attributes()
        start = self.pos
        pattern = self.pattern()
        guard = self.expression() if self.take("if") else None
        self.expect("=>")
        body, complete = self.statement_expression()
        arm = Arm(pattern, body, guard, attrs, start=start, end=self.pos)
        if not self.take(",") and not complete and self.texts[self.pos] != "}":
            self.unexpected("`,`", "`}`")
        return arm

    # Loops

    def _loop(self) -> Loop:
        start = self.pos
        self.expect("loop")
        clauses = self.clauses()
        return Loop(self.block(), clauses, start=start, end=self.pos)

    def _while(self) -> While:
        start = self.pos
        self.expect("while")
        condition = self.condition()
        clauses = self.clauses()
        return While(condition, self.block(), clauses, start=start, end=self.pos)

    def _for(self) -> For:
        start = self.pos
        self.expect("for")
        pattern = self.pattern()
        self.expect("in")
        ghost_iterator = None
        if self.verus and self.peek() == ":" and self.at_name():
            ghost_iterator = self.name()
            self.pos += 1
        iterable = self.condition()
        clauses = self.clauses()
        block = self.block()
        return For(pattern, iterable, block, clauses, ghost_iterator, start=start, end=self.pos)

    def _for_or_closure(self) -> Expr:
        return self._modified() if self.peek() == "<" else self._for()

    def _break(self) -> Expr:
        start = self.pos
        self.pos += 1
        label = None
        if self.kinds[self.pos] is Kind.LIFETIME and self.peek() != ":":
            label = self.lifetime()
        value = self.operand(ASSIGN) if self.at_expression() else None
        return Break(label, value, start=start, end=self.pos)

    def _continue(self) -> Expr:
        start = self.pos
        self.pos += 1
        label = self.lifetime() if self.kinds[self.pos] is Kind.LIFETIME else None
        return Continue(label, start=start, end=self.pos)

    def _return(self) -> Expr:
        start = self.pos
        self.pos += 1
        value = self.operand(ASSIGN) if self.at_expression() else None
        return Return(value, start=start, end=self.pos)

    def _yield(self) -> Expr:
        start = self.pos
        self.pos += 1
        value = self.operand(ASSIGN) if self.at_expression() else None
        return Yield(value, start=start, end=self.pos)

    def _literal_word(self) -> Expr:
        literal = self.literal()
        assert literal is not None
        return literal

    def _underscore(self) -> Expr:
        self.pos += 1
        return Underscore(start=self.pos - 1, end=self.pos)

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
        bulleted = self.texts[self.pos] in BULLETS
        item = self.operand(ASSIGN)
        if bulleted or self.texts[self.pos] in BULLETS:
            self.fail("`&&&` and `|||` need braces or parentheses here", at=item.start)
        return item

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
        return self.listed("|", self._binder)

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
        return self._closure_from(self.pos, (), (), ())

    def _proof_closure(self) -> Expr:
        start = self.pos
        self.pos += 1
        lifetimes = self._angled_params() if self.texts[self.pos] == "<" else ()
        options = self.bracketed_names()
        words = ("move", "proof_fn") if self.take("move") else ("proof_fn",)
        return self._closure_from(start, words, options, lifetimes)

    def _closure_from(
        self,
        start: int,
        words: tuple[str, ...],
        options: tuple[str, ...],
        lifetimes: tuple[Node, ...],
    ) -> Expr:
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


Reader = Callable[[PrimaryParser], Expr]
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
_PARENTHESIS = frozenset({"("})
_BARS = frozenset({"|", "||"})
_WORD_READERS: dict[str, Reader] = {
    "if": PrimaryParser._if,
    "match": PrimaryParser._match,
    "while": PrimaryParser._while,
    "for": PrimaryParser._for_or_closure,
    "loop": PrimaryParser._loop,
    "let": PrimaryParser._let_condition,
    "return": PrimaryParser._return,
    "break": PrimaryParser._break,
    "continue": PrimaryParser._continue,
    "yield": PrimaryParser._yield,
    "unsafe": PrimaryParser._modified,
    "async": PrimaryParser._modified,
    "const": PrimaryParser._modified,
    "static": PrimaryParser._modified,
    "move": PrimaryParser._modified,
    "_": PrimaryParser._underscore,
    "true": PrimaryParser._literal_word,
    "false": PrimaryParser._literal_word,
}
_PUNCT_READERS: dict[str, Reader] = {
    "(": PrimaryParser._paren,
    "[": PrimaryParser._bracket,
    "{": PrimaryParser._block_expression,
    "|": PrimaryParser._closure,
    "||": PrimaryParser._closure,
    "<": PrimaryParser._path_expression,
    "::": PrimaryParser._path_expression,
}
# The word is a form of Verus if one of these tokens follows, otherwise an ordinary name.
_VERUS_READERS: dict[str, tuple[frozenset[str], Reader]] = {
    "forall": (_BARS, PrimaryParser._quantifier),
    "exists": (_BARS, PrimaryParser._quantifier),
    "choose": (_BARS, PrimaryParser._quantifier),
    "proof": (frozenset({"{"}), PrimaryParser._proof_block),
    "proof_fn": (frozenset({"|", "||", "[", "<", "move"}), PrimaryParser._proof_closure),
    "assert": (frozenset({"(", "forall"}), PrimaryParser._assert),
    "assume": (_PARENTHESIS, PrimaryParser._assume),
    "reveal": (_PARENTHESIS, PrimaryParser._reveal),
    "reveal_with_fuel": (_PARENTHESIS, PrimaryParser._reveal),
    "reveal_strlit": (_PARENTHESIS, PrimaryParser._reveal),
    "hide": (_PARENTHESIS, PrimaryParser._reveal),
}

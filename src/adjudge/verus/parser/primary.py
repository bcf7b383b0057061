"""Primary expressions: names, literals, brackets, control flow, closures, Verus' own forms."""

from __future__ import annotations

from collections.abc import Callable

from adjudge.verus.lexer import Kind
from adjudge.verus.parser.forms import FormParser
from adjudge.verus.parser.operators import ASSIGN, COMPARE
from adjudge.verus.syntax import (
    Arm,
    Array,
    BlockExpr,
    Break,
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
    Paren,
    Path,
    PathSegment,
    Repeat,
    Return,
    StructLiteral,
    Tuple,
    Underscore,
    While,
    Yield,
)

_BRACKETS = frozenset({"(", "[", "{"})


class PrimaryParser(FormParser):
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
            if len(args) == 1 and self.texts[self.pos] in (";", "=>"):
                separator = self.texts[self.pos]
            if not self.take(separator):
                break
        trailing = separator != "," and self.texts[closer - 1] == separator
        if self.pos != closer or trailing or (separator == ";" and len(args) != 2):
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
        return self.closure_from(start, tuple(words), (), lifetimes)

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


Reader = Callable[[PrimaryParser], Expr]
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

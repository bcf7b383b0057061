"""Expressions: operators by binding power, and what follows a primary expression."""

from __future__ import annotations

from adjudge.verus.lexer import Kind, words
from adjudge.verus.parser.generics import CLAUSE_KEYWORDS
from adjudge.verus.parser.operators import (
    ASSIGN,
    BULLETS,
    CAST,
    COMPARE,
    EQUIV,
    IMPLY,
    INFIX_RUST,
    INFIX_VERUS,
    PREFIX,
    RANGE,
)
from adjudge.verus.parser.patterns import PatternParser
from adjudge.verus.syntax import (
    ArrowField,
    Assign,
    Attributed,
    Await,
    Binary,
    Bulleted,
    Call,
    Cast,
    Comparison,
    Expr,
    Field,
    Has,
    Index,
    Is,
    Matches,
    MethodCall,
    Range,
    Ref,
    Try,
    Unary,
    View,
)

_NEGATABLE = frozenset({"is", "has", "matches"})
_EXPRESSION_MAY_BEGIN = words("( [ { - * & && | || < ! .. ..= # ::")
_NO_EXPRESSION = words("as else in where")
_POSTFIX = frozenset({".", "?", "(", "[", "@", "->"})


class OperatorParser(PatternParser):
    """Reads operators and postfix forms; primary expressions come from the layer above."""

    def primary(self) -> Expr:
        """Read an expression that no operator begins."""
        raise NotImplementedError

    def expression(self) -> Expr:
        """Read an expression of any kind."""
        if self.texts[self.pos] in BULLETS and self.verus:
            return self._bulleted(None, self.pos)
        return self.bullets_after(self.operand(ASSIGN))

    def condition(self) -> Expr:
        """Read an expression in whose top no struct literal may stand."""
        before, self.no_struct = self.no_struct, True
        found = self.expression()
        self.no_struct = before
        return found

    def delimited(self) -> Expr:
        """Read an expression within brackets, where struct literals may stand."""
        before, self.no_struct = self.no_struct, False
        found = self.expression()
        self.no_struct = before
        return found

    def bullets_after(self, first: Expr) -> Expr:
        """Read the `&&& b` or `||| b` that may follow a first operand."""
        if self.texts[self.pos] in BULLETS and self.verus:
            return self._bulleted(first, first.start)
        return first

    def _bulleted(self, first: Expr | None, start: int) -> Expr:
        op = self.texts[self.pos]
        items = [] if first is None else [first]
        while self.take(op):
            items.append(self.operand(ASSIGN))
        if self.texts[self.pos] in BULLETS:
            self.fail("`&&&` and `|||` mix only within parentheses")
        return Bulleted(op, tuple(items), start=start, end=self.pos)

    # Infix

    def operand(self, power: int) -> Expr:
        """Read an expression whose operators bind at least this tightly."""
        self.enter()
        found = self.climb(self.prefix(), power)
        self.depth -= 1
        return found

    def climb(self, left: Expr, power: int) -> Expr:
        """Read the operators that follow an operand and bind at least this tightly."""
        infix = INFIX_VERUS if self.verus else INFIX_RUST
        texts = self.texts
        while True:
            op = texts[self.pos]
            found = infix.get(op)
            if found is None:
                return left
            width = 1
            if op == "<" or op == ">":
                op, width = self._joined(op)
                found = infix[op]
            if found < power or (op == "!" and self.peek() not in _NEGATABLE):
                return left
            if found == COMPARE:
                left = self._comparison(left)
            elif found == ASSIGN:
                self.pos += width
                value = self.operand(ASSIGN)
                left = Assign(op, left, value, start=left.start, end=self.pos)
            elif found == RANGE:
                left = self._range(left)
            elif found == CAST:
                left = self._cast(left)
            elif found == IMPLY:
                left = self._implication(left)
            else:
                self.pos += width
                right = self.operand(found + 1)
                left = Binary(op, left, right, start=left.start, end=self.pos)
                if found == EQUIV and texts[self.pos] == "<==>":
                    self.fail("`<==>` does not chain; use parentheses")

    def _joined(self, op: str) -> tuple[str, int]:
        """The operator that begins with `<` or `>` here, and its number of tokens."""
        if not self.adjacent(self.pos):
            return op, 1
        second = self.peek()
        if op == "<":
            if second == "<":
                return "<<", 2
            return ("<<=", 2) if second == "<=" else (op, 1)
        if second == "=":
            return ">=", 2
        if second != ">":
            return op, 1
        if self.peek(2) == "=" and self.adjacent(self.pos + 1):
            return ">>=", 3
        return ">>", 2

    def _comparison_here(self) -> tuple[str, int] | None:
        op, width = self.texts[self.pos], 1
        if op == "<" or op == ">":
            op, width = self._joined(op)
        infix = INFIX_VERUS if self.verus else INFIX_RUST
        return (op, width) if infix.get(op) == COMPARE else None

    def _comparison(self, left: Expr) -> Expr:
        operands = [left]
        ops: list[str] = []
        while (here := self._comparison_here()) is not None:
            if ops and not self.verus:
                self.fail("comparisons do not chain in Rust")
            ops.append(here[0])
            self.pos += here[1]
            operands.append(self.operand(COMPARE + 1))
        return Comparison(tuple(operands), tuple(ops), start=left.start, end=self.pos)

    def _implication(self, left: Expr) -> Expr:
        operands = [left]
        while self.take("==>"):
            operands.append(self.operand(IMPLY + 1))
        result = operands.pop()
        while operands:
            first = operands.pop()
            result = Binary("==>", first, result, start=first.start, end=self.pos)
        return result

    def _range(self, low: Expr | None) -> Expr:
        start = self.pos if low is None else low.start
        op = self.texts[self.pos]
        self.pos += 1
        high = self.operand(RANGE + 1) if self.at_expression() else None
        if high is None and op == "..=":
            self.unexpected("the end of the range")
        if self.texts[self.pos] in ("..", "..="):
            self.fail("ranges do not chain")
        return Range(low, high, op, start=start, end=self.pos)

    def at_expression(self) -> bool:
        """Whether an optional expression is here, as after `return` or `..`."""
        text, kind = self.texts[self.pos], self.kinds[self.pos]
        if kind is Kind.PUNCT:
            return text in _EXPRESSION_MAY_BEGIN and not (text == "{" and self.no_struct)
        if kind is Kind.EOF or text in _NO_EXPRESSION:
            return False
        return not (self.verus and text in CLAUSE_KEYWORDS and self.peek_kind() is not Kind.PUNCT)

    def _cast(self, left: Expr) -> Expr:
        negated = self.take("!")
        word = self.texts[self.pos]
        self.pos += 1
        if word == "as":
            target = self.type(bounds=False)
            return Cast(left, target, start=left.start, end=self.pos)
        if word == "is":
            variant = self.path(in_expression=True)
            return Is(left, variant, negated, start=left.start, end=self.pos)
        if word == "has":
            element = self.operand(CAST + 1)
            return Has(left, element, negated, start=left.start, end=self.pos)
        pattern = self.pattern_no_alternatives()
        return Matches(left, pattern, negated, start=left.start, end=self.pos)

    # Prefix

    def prefix(self) -> Expr:
        """Read unary operators and what they apply to."""
        start = self.pos
        if self.kinds[start] is not Kind.PUNCT:
            return self.postfix(self.primary())
        reader = _PREFIX_READERS.get(self.texts[start])
        return self.postfix(self.primary()) if reader is None else reader(self)

    def _unary(self) -> Expr:
        start = self.pos
        self.pos += 1
        return Unary(self.texts[start], self.operand(PREFIX), start=start, end=self.pos)

    def _ref(self) -> Expr:
        start = self.pos
        self.pos += 1
        raw = self.texts[self.pos] == "raw" and self.peek() in ("const", "mut")
        if raw:
            self.pos += 1
        mutable = self.take("mut")
        if raw and not mutable:
            self.expect("const")
        return Ref(self.operand(PREFIX), mutable, raw, start=start, end=self.pos)

    def _ref_ref(self) -> Expr:
        """Read `&&e`, two references in one token; outside Verus also `&&&e`."""
        start = self.pos
        count = len(self.texts[start])
        if count > 2 and self.verus:
            return self._bulleted(None, start)
        found = self._ref()
        for _ in range(count - 1):
            found = Ref(found, start=start, end=self.pos)
        return found

    def _open_range(self) -> Expr:
        return self._range(None)

    def _attributed(self) -> Expr:
        start = self.pos
        attrs = self.outer_attributes()
        if not attrs:
            self.unexpected("an expression")
        return Attributed(attrs, self.operand(PREFIX), start=start, end=self.pos)

    def _leading_bullets(self) -> Expr:
        if not self.verus:
            self.unexpected("an expression")
        return self._bulleted(None, self.pos)

    # Postfix

    def postfix(self, base: Expr) -> Expr:
        """Read calls, fields, indexes, `?`, `@` and `->` after a primary expression."""
        texts = self.texts
        while texts[self.pos] in _POSTFIX:
            op = texts[self.pos]
            if op == ".":
                base = self._member(base)
            elif op == "(":
                args = self.arguments()
                base = Call(base, args, start=base.start, end=self.pos)
            elif op == "[":
                self.pos += 1
                index = self.delimited()
                self.expect("]")
                base = Index(base, index, start=base.start, end=self.pos)
            elif op == "?":
                self.pos += 1
                base = Try(base, start=base.start, end=self.pos)
            elif not self.verus:
                return base
            elif op == "@":
                self.pos += 1
                base = View(base, start=base.start, end=self.pos)
            else:
                self.pos += 1
                name = self._member_name()
                base = ArrowField(base, name, start=base.start, end=self.pos)
        return base

    def arguments(self) -> tuple[Expr, ...]:
        """Read `(a, b)`."""
        before, self.no_struct = self.no_struct, False
        self.expect("(")
        args = self.listed(")", self.expression)
        self.no_struct = before
        return args

    def _member_name(self) -> str:
        text, kind = self.texts[self.pos], self.kinds[self.pos]
        if kind is not Kind.INT and not self.at_name():
            self.unexpected("the name of a field or method")
        self.pos += 1
        return text

    def _member(self, base: Expr) -> Expr:
        self.pos += 1
        if self.take("await"):
            return Await(base, start=base.start, end=self.pos)
        is_name = self.kinds[self.pos] is Kind.IDENT
        name = self._member_name()
        if not is_name:
            return Field(base, name, start=base.start, end=self.pos)
        generics = None
        if self.texts[self.pos] == "::":
            generics = self.generic_args()
        if generics is None and self.texts[self.pos] != "(":
            return Field(base, name, start=base.start, end=self.pos)
        args = self.arguments()
        return MethodCall(base, name, args, generics, start=base.start, end=self.pos)


_PREFIX_READERS = {
    "-": OperatorParser._unary,
    "!": OperatorParser._unary,
    "*": OperatorParser._unary,
    "&": OperatorParser._ref,
    "&&": OperatorParser._ref_ref,
    "&&&": OperatorParser._ref_ref,
    "|||": OperatorParser._leading_bullets,
    "..": OperatorParser._open_range,
    "..=": OperatorParser._open_range,
    "#": OperatorParser._attributed,
}

"""Paths, types and generics."""

from __future__ import annotations

from adjudge.verus.lexer import Kind, words
from adjudge.verus.parser.cursor import KEYWORDS
from adjudge.verus.parser.generics import GenericParser
from adjudge.verus.syntax import (
    ArrayType,
    AssocArg,
    BlockExpr,
    BoundsType,
    ConstArg,
    Expr,
    FnArgs,
    FnType,
    FnTypeParam,
    GenericArgs,
    InferType,
    Literal,
    MacroCall,
    MacroType,
    NeverType,
    Node,
    ParenType,
    Path,
    PathSegment,
    PathType,
    Pattern,
    PtrType,
    QSelf,
    RefType,
    ReturnType,
    SliceType,
    TupleType,
    Type,
    Unary,
)

MODES = frozenset({"ghost", "tracked"})
# After these words `ghost` or `tracked` is a name and no mode.
_NOT_AFTER_MODE = words(
    "in if as is has matches else implies by requires ensures invariant decreases"
)
_LITERALS = {
    Kind.INT: "int",
    Kind.FLOAT: "float",
    Kind.STR: "str",
    Kind.CHAR: "char",
}
_FN_TYPE_WORDS = frozenset({"fn", "unsafe", "extern", "for"})


class TypeParser(GenericParser):
    """Reads paths, types and generics."""

    def pattern_no_alternatives(self) -> Pattern:
        """Read a pattern without `|` at its top."""
        raise NotImplementedError

    # Small parts that several layers need

    def literal(self) -> Literal | None:
        """Take a literal, if one is here."""
        start = self.pos
        kind = _LITERALS.get(self.kinds[start])
        text = self.texts[start]
        if kind is None:
            if text != "true" and text != "false":
                return None
            kind = "bool"
        self.pos = start + 1
        return Literal(kind, text, start=start, end=start + 1)

    def mode(self) -> str | None:
        """Take `ghost` or `tracked` where it is a mode and no name."""
        text = self.texts[self.pos]
        if text not in MODES or not self.verus:
            return None
        following = self.peek()
        if self.peek_kind() is Kind.IDENT:
            if following in _NOT_AFTER_MODE and self.peek(2) not in (":", "="):
                return None
        elif (
            following not in ("(", "&", "[", "&&", "&&&") and self.peek_kind() is not Kind.LIFETIME
        ):
            return None
        self.pos += 1
        return text

    # Paths

    def path(self, *, in_expression: bool = False) -> Path:
        """Read a path; in expressions generic arguments need the turbofish."""
        start = self.pos
        if self.texts[start] == "<":
            return self._qualified_path(in_expression)
        rooted = self.take("::")
        segments = self._segments(in_expression)
        return Path(segments, rooted, start=start, end=self.pos)

    def _qualified_path(self, in_expression: bool) -> Path:
        start = self.pos
        self.enter()
        self.expect("<")
        subject = self.type()
        trait = self.path() if self.take("as") else None
        self.expect(">")
        self.depth -= 1
        qself = QSelf(subject, trait, start=start, end=self.pos)
        self.expect("::")
        segments = self._segments(in_expression)
        return Path(segments, False, qself, start=start, end=self.pos)

    def _segments(self, in_expression: bool) -> tuple[PathSegment, ...]:
        segments = [self._segment(in_expression)]
        while self.texts[self.pos] == "::" and self.peek() != "{" and self.peek() != "*":
            self.pos += 1
            segments.append(self._segment(in_expression))
        return tuple(segments)

    def _segment(self, in_expression: bool) -> PathSegment:
        start = self.pos
        name = self.texts[start]
        if self.kinds[start] is not Kind.IDENT or name in KEYWORDS:
            self.unexpected("a name")
        self.pos += 1
        following = self.texts[self.pos]
        args: GenericArgs | FnArgs | None = None
        turbofish = following == "::" and self.peek() == "<"
        if turbofish or (following == "<" and not in_expression):
            args = self.generic_args()
        elif not in_expression and following == "(":
            args = self._fn_args()
        return PathSegment(name, args, start=start, end=self.pos)

    def generic_args(self) -> GenericArgs:
        """Read `<..>` or `::<..>`."""
        start = self.pos
        turbofish = self.take("::")
        self.enter()
        self.expect("<")
        args = self.listed(">", self.generic_arg)
        self.depth -= 1
        return GenericArgs(args, turbofish, start=start, end=self.pos)

    def generic_arg(self) -> Node:
        """Read one of the arguments between angle brackets."""
        start = self.pos
        if self.kinds[start] is Kind.LIFETIME:
            return self.lifetime_node()
        if (value := self._const_arg()) is not None:
            return ConstArg(value, start=start, end=self.pos)
        kind = self.type()
        return self._assoc_arg(kind) if self.texts[self.pos] in ("=", ":", "==") else kind

    def _const_arg(self) -> Expr | None:
        start = self.pos
        if self.texts[start] == "{":
            return BlockExpr(self.block(), start=start, end=self.pos)
        if self.take("-"):
            operand = self.literal()
            if operand is None:
                self.unexpected("a number")
            return Unary("-", operand, start=start, end=self.pos)
        return self.literal()

    def _assoc_arg(self, subject: Type) -> AssocArg:
        path = subject.path if isinstance(subject, PathType) else None
        if path is None or len(path.segments) != 1 or path.qself or path.rooted:
            self.unexpected("`,` or `>`")
        segment = path.segments[0]
        args = segment.args if isinstance(segment.args, GenericArgs) else None
        if self.take(":"):
            return AssocArg(
                segment.name, args, None, self.bounds(), start=subject.start, end=self.pos
            )
        self.expect("=")
        start = self.pos
        literal = self._const_arg()
        value = self.type() if literal is None else ConstArg(literal, start=start, end=self.pos)
        return AssocArg(segment.name, args, value, start=subject.start, end=self.pos)

    def _fn_args(self) -> FnArgs:
        start = self.pos
        self.expect("(")
        params = self.listed(")", self._fn_type_param)
        output = self._return_type_no_bounds()
        return FnArgs(params, output, start=start, end=self.pos)

    # Types

    def type(self, *, bounds: bool = True) -> Type:
        """Read a type; `bounds` allows `A + B` after `impl` and `dyn`."""
        self.enter()
        start = self.pos
        text = self.texts[start]
        reader = _TYPE_READERS.get(text)
        if reader is not None:
            found = reader(self)
        elif text == "impl" or text == "dyn":
            found = self._bounds_type(bounds)
        elif text == "proof_fn" and self.peek() in ("(", "[", "<") and self.verus:
            found = self._proof_fn_type()
        else:
            found = self._path_type()
        self.depth -= 1
        return found

    def _path_type(self) -> Type:
        start = self.pos
        path = self.path()
        if self.texts[self.pos] == "!" and self.peek() in ("(", "[", "{"):
            macro = self.macro_call(path)
            return MacroType(macro, start=start, end=self.pos)
        return PathType(path, start=start, end=self.pos)

    def macro_call(self, path: Path, *, name: str | None = None) -> MacroCall:
        """Read `!` and the bracketed tokens after a path, without looking into them."""
        self.expect("!")
        if self.at_name():
            name = self.name()
        opener = self.pos
        closer = self.partner.get(opener)
        if closer is None:
            self.unexpected("`(`", "`[`", "`{`")
        self.pos = closer + 1
        return MacroCall(
            path,
            self.texts[opener],
            tokens=tuple(self.texts[opener + 1 : closer]),
            name=name,
            start=path.start,
            end=self.pos,
        )

    def _ref_type(self) -> Type:
        start = self.pos
        count = len(self.texts[start])  # of `&`, `&&` or `&&&`
        self.pos += 1
        lifetime = self.lifetime_node() if self.kinds[self.pos] is Kind.LIFETIME else None
        mutable = self.take("mut")
        found = RefType(self.type(bounds=False), lifetime, mutable, start=start, end=self.pos)
        for _ in range(count - 1):
            found = RefType(found, start=start, end=self.pos)
        return found

    def _ptr_type(self) -> Type:
        start = self.pos
        self.expect("*")
        mutable = self.take("mut")
        if not mutable:
            self.expect("const")
        return PtrType(self.type(bounds=False), mutable, start=start, end=self.pos)

    def _bracket_type(self) -> Type:
        start = self.pos
        self.expect("[")
        inner = self.type()
        if self.take(";"):
            length = self.expression()
            self.expect("]")
            return ArrayType(inner, length, start=start, end=self.pos)
        self.expect("]")
        return SliceType(inner, start=start, end=self.pos)

    def _paren_type(self) -> Type:
        start = self.pos
        self.expect("(")
        items: list[Type] = []
        comma = True
        while self.texts[self.pos] != ")":
            if not comma:
                self.unexpected("`,`", "`)`")
            items.append(self.type())
            comma = self.take(",")
        self.pos += 1
        if len(items) == 1 and not comma:
            return ParenType(items[0], start=start, end=self.pos)
        return TupleType(tuple(items), start=start, end=self.pos)

    def _never_type(self) -> Type:
        self.pos += 1
        return NeverType(start=self.pos - 1, end=self.pos)

    def _infer_type(self) -> Type:
        self.pos += 1
        return InferType(start=self.pos - 1, end=self.pos)

    def _bounds_type(self, several: bool) -> Type:
        start = self.pos
        keyword = self.texts[start]
        self.pos += 1
        found = self.bounds() if several else (self.bound(),)
        return BoundsType(keyword, found, start=start, end=self.pos)

    def _fn_type(self) -> Type:
        start = self.pos
        lifetimes = self.for_lifetimes()
        if self.texts[self.pos] not in _FN_TYPE_WORDS:
            bound = self.bound_after(lifetimes, "", start)
            return BoundsType("", (bound,), start=start, end=self.pos)
        unsafe = self.take("unsafe")
        abi = self.abi()
        self.expect("fn")
        self.expect("(")
        params: list[FnTypeParam] = []
        variadic = False
        while not self.take(")"):
            variadic = self.take("...")
            if not variadic:
                params.append(self._fn_type_param())
            if not self.take(","):
                self.expect(")")
                break
        output = self._return_type_no_bounds()
        return FnType(
            "fn",
            tuple(params),
            output,
            lifetimes,
            unsafe,
            abi,
            variadic=variadic,
            start=start,
            end=self.pos,
        )

    def abi(self) -> str | None:
        """Take `extern` and the string after it."""
        if not self.take("extern"):
            return None
        if self.kinds[self.pos] is not Kind.STR:
            return "extern"
        self.pos += 1
        return f"extern {self.texts[self.pos - 1]}"

    def _proof_fn_type(self) -> Type:
        start = self.pos
        self.pos += 1
        lifetimes = self.angled_params() if self.texts[self.pos] == "<" else ()
        options = self.bracketed_names()
        self.expect("(")
        params = self.listed(")", self._fn_type_param)
        output = self._return_type_no_bounds()
        return FnType(
            "proof_fn", params, output, lifetimes, options=options, start=start, end=self.pos
        )

    def bracketed_names(self) -> tuple[str, ...]:
        """Read `[Once, Send]`, the options of a `proof_fn`, if it is here."""
        return self.listed("]", self.name) if self.take("[") else ()

    def _fn_type_param(self) -> FnTypeParam:
        start = self.pos
        attrs = self.outer_attributes()
        mode = self.mode()
        name = None
        if self.kinds[self.pos] is Kind.IDENT and self.peek() == ":":
            name = self.texts[self.pos]
            self.pos += 2
        return FnTypeParam(self.type(), name, mode, attrs, start=start, end=self.pos)

    def return_type(self) -> ReturnType | None:
        """Read `-> T` in any of its forms, if it is here."""
        start = self.pos
        if not self.take("->"):
            return None
        if self.verus and self.texts[self.pos] == "(":
            named = self.attempt(self._named_return)
            if named is not None:
                named.start = start
                return named
        mode = self.mode()
        return ReturnType(self.type(), None, mode, start=start, end=self.pos)

    def _return_type_no_bounds(self) -> ReturnType | None:
        start = self.pos
        if not self.take("->"):
            return None
        mode = self.mode()
        return ReturnType(self.type(bounds=False), None, mode, start=start, end=self.pos)

    def _named_return(self) -> ReturnType:
        self.expect("(")
        mode = self.mode()
        pattern = self.pattern_no_alternatives()
        self.expect(":")
        kind = self.type()
        self.take(",")
        self.expect(")")
        return ReturnType(kind, pattern, mode, end=self.pos)


_TYPE_READERS = {
    "&": TypeParser._ref_type,
    "&&": TypeParser._ref_type,
    "&&&": TypeParser._ref_type,
    "*": TypeParser._ptr_type,
    "[": TypeParser._bracket_type,
    "(": TypeParser._paren_type,
    "!": TypeParser._never_type,
    "_": TypeParser._infer_type,
    "fn": TypeParser._fn_type,
    "unsafe": TypeParser._fn_type,
    "extern": TypeParser._fn_type,
    "for": TypeParser._fn_type,
}

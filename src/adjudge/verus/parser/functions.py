"""Functions, constants and assumed specifications."""

from __future__ import annotations

from adjudge.verus.lexer import Kind
from adjudge.verus.parser.statements import StatementParser
from adjudge.verus.syntax import (
    AssumeSpecification,
    Attribute,
    Const,
    Function,
    Param,
    SelfParam,
    Type,
    VariadicType,
)


class FunctionParser(StatementParser):
    """Reads functions, constants and assumed specifications, from their keyword on."""

    def function(
        self,
        attrs: tuple[Attribute, ...],
        visibility: str,
        publish: str | None,
        mode: str | None,
        checked: bool,
        words: tuple[str, ...],
    ) -> Function:
        """Read a function."""
        self.expect("fn")
        name = self.name()
        generics = self.generic_params()
        params, variadic = self.params()
        output = self.return_type()
        generics = self.where_clause(generics)
        prover = self.prover() if self.verus and self.take("by") else None
        clauses = self.clauses(declaration=True)
        body = None if self.take(";") else self.block()
        return Function(
            attrs,
            visibility,
            name,
            params,
            output,
            clauses,
            body,
            generics,
            mode,
            checked,
            publish,
            words,
            variadic,
            prover,
        )

    def params(self) -> tuple[tuple[Param | SelfParam, ...], bool]:
        """Read the parameters, and whether `...` ends them."""
        self.expect("(")
        found: list[Param | SelfParam] = []
        variadic = False
        while not self.take(")"):
            variadic = self.take("...")
            if not variadic:
                found.append(self._param())
            if not self.take(","):
                self.expect(")")
                break
        return tuple(found), variadic

    def _param(self) -> Param | SelfParam:
        start = self.pos
        attrs = self.outer_attributes()
        mode = self.mode()
        if self._at_self():
            return self._self_param(attrs, mode, start)
        pattern = self.pattern_no_alternatives()
        self.expect(":")
        return Param(pattern, self._param_type(), mode, attrs, start=start, end=self.pos)

    def _param_type(self) -> Type:
        start = self.pos
        return VariadicType(start=start, end=self.pos) if self.take("...") else self.type()

    def _at_self(self) -> bool:
        index = self.pos
        if self.texts[index] == "&":
            index += 1
            index += self.kinds[index] is Kind.LIFETIME
        index += self.texts[index] == "mut"
        return self.texts[index] == "self"

    def _self_param(self, attrs: tuple[Attribute, ...], mode: str | None, start: int) -> SelfParam:
        reference = self.take("&")
        lifetime = self.lifetime() if self.kinds[self.pos] is Kind.LIFETIME else None
        mutable = self.take("mut")
        self.expect("self")
        kind = self.type() if self.take(":") else None
        return SelfParam(reference, lifetime, mutable, kind, mode, attrs, start=start, end=self.pos)

    def const(
        self,
        attrs: tuple[Attribute, ...],
        visibility: str,
        publish: str | None,
        mode: str | None,
        words: tuple[str, ...],
    ) -> Const:
        """Read a constant or static variable."""
        keyword = self.texts[self.pos]
        self.pos += 1
        if self.take("mut"):
            keyword += " mut"
        name = self.name()
        generics = self.generic_params()
        kind = self.type() if self.take(":") else None
        generics = self.where_clause(generics)
        clauses = self.clauses(declaration=True)
        value = self.expression() if self.take("=") else None
        body = self.block() if value is None and self.texts[self.pos] == "{" else None
        if body is None:
            self.expect(";")
        return Const(
            attrs,
            visibility,
            keyword,
            name,
            kind,
            value,
            clauses,
            body,
            generics,
            mode,
            publish,
            words,
        )

    def assume_specification(
        self, attrs: tuple[Attribute, ...], visibility: str, words: tuple[str, ...]
    ) -> AssumeSpecification:
        """Read `assume_specification[ path ](..) .. ;`."""
        self.pos += 1
        generics = self.generic_params()
        self.expect("[")
        path = self.path()
        self.expect("]")
        params = self.params()[0] if self.texts[self.pos] == "(" else None
        output = self.return_type()
        generics = self.where_clause(generics)
        clauses = self.clauses(declaration=True)
        self.expect(";")
        return AssumeSpecification(
            attrs, visibility, path, params, output, clauses, generics, words
        )

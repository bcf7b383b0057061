"""From the intermediate form to Z3's formulas.

A formula that Z3 finds valid holds in every model of Verus: axioms say no more than Verus
guarantees. The converse is not claimed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping

import z3

from adjudge.verus.ir import (
    BOOL,
    DataType,
    Datatype,
    Expr,
    FnType,
    SeqType,
    SpecFunction,
    TupleType,
    Type,
    Var,
    Variable,
    show,
)
from adjudge.verus.smt.collections import Structure
from adjudge.verus.smt.rules import RULES
from adjudge.verus.smt.seqs import Seqs, container, view
from adjudge.verus.smt.shape import shape
from adjudge.verus.smt.sorts import Symbols, Unsupported, in_type

Env = Mapping[str, z3.ExprRef]
_MAX_NODES = 60_000


class Encoder:
    """Encodes the expressions of one question."""

    def __init__(
        self, functions: Mapping[str, SpecFunction], datatypes: dict[DataType, Datatype]
    ) -> None:
        self.functions = functions
        self.symbols = Symbols(datatypes)
        self.recursive: Callable[[SpecFunction, list[z3.ExprRef]], z3.ExprRef] | None = None
        self.path: list[z3.BoolRef] = []
        self._nodes = 0

    def formula(self, expr: Expr, env: Env) -> z3.BoolRef:
        """A truth value."""
        return self.at(expr, BOOL, env)

    def at(self, expr: Expr, type_: Type, env: Env) -> z3.ExprRef:
        """An expression where a value of a type is wanted."""
        return self.coerce(self.term(expr, env), expr.type, type_)

    def term(self, expr: Expr, env: Env) -> z3.ExprRef:
        """An expression at its own type."""
        self._nodes += 1
        if self._nodes > _MAX_NODES:
            raise Unsupported("too large")
        rule = RULES.get(type(expr))
        if rule is None:
            raise Unsupported(type(expr).__name__)
        return rule(self, expr, env)

    def under(self, condition: z3.BoolRef, expr: Expr, type_: Type, env: Env) -> z3.ExprRef:
        """An expression that matters only under a condition."""
        self.path.append(condition)
        try:
            return self.at(expr, type_, env)
        finally:
            self.path.pop()

    @contextlib.contextmanager
    def anywhere(self) -> Iterator[None]:
        """For what is encoded once and used wherever it occurs: no condition can be relied on."""
        saved, self.path = self.path, []
        try:
            yield
        finally:
            self.path = saved

    def coerce(self, term: z3.ExprRef, have: Type, want: Type) -> z3.ExprRef:
        """The same value at another type, as far as the types allow."""
        if have == want or self.symbols.sort(have).eq(self.symbols.sort(want)):
            return term
        if isinstance(have, SeqType) and isinstance(want, SeqType):
            return self._coerce_seq(term, have, want)
        name = f"as {show(have)} {show(want)}"
        sorts = (self.symbols.sort(have),)
        return self.symbols.function(name, sorts, self.symbols.sort(want))(term)

    def _coerce_seq(self, term: z3.ExprRef, have: SeqType, want: SeqType) -> z3.ExprRef:
        symbols = self.symbols
        if have.exec:
            return self.coerce(view(symbols, term, have.item), SeqType(have.item), want)
        if want.exec:
            inner = self.coerce(term, have, SeqType(want.item))
            return container(symbols, inner, want.item)
        source, target = Seqs.of(symbols, have.item), Seqs.of(symbols, want.item)
        return target.tabulate(
            f"as {show(have)}",
            [source.sort],
            [term],
            lambda p: source.len(p[0]),
            lambda p, i: self.coerce(source.at(p[0], i), have.item, want.item),
        )

    def seq(self, expr: Expr, env: Env) -> tuple[Seqs, z3.ExprRef]:
        """A sequence, or a container's view, and the theory that it belongs to."""
        type_ = expr.type
        if not isinstance(type_, SeqType):
            raise Unsupported(f"{show(type_)} as a sequence")
        return Seqs.of(self.symbols, type_.item), self.at(expr, SeqType(type_.item), env)

    def structure(self, type_: Type) -> Structure:
        """The theory of a tuple, struct or enum."""
        if not isinstance(type_, TupleType | DataType):
            raise Unsupported(f"parts of {show(type_)}")
        found = Structure.of(self.symbols, type_)
        if found is None:
            raise Unsupported(show(type_))
        return found

    def apply(self, function: z3.ExprRef, type_: FnType, args: list[z3.ExprRef]) -> z3.ExprRef:
        """A call of a `spec_fn` value."""
        symbols = self.symbols
        sorts = [symbols.sort(type_), *map(symbols.sort, type_.params)]
        name = f"apply {show(type_)}"
        known = symbols.knows(name)
        declared = symbols.function(name, sorts, symbols.sort(type_.result))
        if not known:
            symbols.range_of(declared, sorts, type_.result)
        return declared(function, *args)

    def bind(
        self, variables: tuple[Variable, ...], env: Env
    ) -> tuple[list[z3.ExprRef], list[z3.BoolRef], dict[str, z3.ExprRef]]:
        """New constants for bound variables, what their types say, and the scope with them."""
        constants = [self.symbols.variable(v.name, v.type) for v in variables]
        facts = [f for c, v in zip(constants, variables, strict=True) for f in in_type(c, v.type)]
        names = {v.name: c for v, c in zip(variables, constants, strict=True)}
        return constants, facts, {**env, **names}

    def closed(self, expr: Expr, kind: str) -> tuple[str, list[Var], bool]:
        """A name that equal expressions share, their free variables, and whether it is new."""
        text, free = shape(expr)
        name = f"{kind} {text}"
        return name, free, not self.symbols.knows(name)

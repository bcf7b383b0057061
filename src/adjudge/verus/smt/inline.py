"""Conditions written out: without `let`, calls, and what only a spelling needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudge.verus.ir import (
    BOOL,
    INT,
    NAT,
    Arithmetic,
    Builtin,
    Call,
    Cast,
    Choose,
    Compare,
    Expr,
    IntType,
    Lambda,
    Let,
    Logic,
    Not,
    Quantifier,
    SeqType,
    SpecFunction,
    Unspecified,
    Var,
    Variable,
    View,
    bounds,
    is_integral,
    rebuild,
    substitute,
)
from adjudge.verus.smt.polarity import all_of
from adjudge.verus.smt.sums import number

_MAX_NODES = 20_000


class TooLarge(Exception):
    """Inlining made an expression of too many nodes."""


class Inliner:
    """Writes conditions out.

    Args:
        functions: The specification functions by key; those that are recursive stay calls.
    """

    def __init__(self, functions: Mapping[str, SpecFunction]) -> None:
        self._functions = functions
        self._nodes = 0
        self._fresh = 0

    def plain(self, expr: Expr) -> Expr:
        """Without `let`, calls of functions that are not recursive, and idle casts and views."""
        self._nodes += 1
        if self._nodes > _MAX_NODES:
            raise TooLarge
        match expr:
            case Let():
                return self.plain(substitute(expr.body, {expr.name: self.plain(expr.value)}))
            case Unspecified():
                return replace(expr)
            case Call():
                return self._call(expr)
            case Cast():
                return self._cast(expr)
            case View():
                operand = self.plain(expr.operand)
                return operand if operand.type == expr.type else replace(expr, operand=operand)
            case Builtin():
                return self._builtin(expr)
            case Quantifier() | Choose() | Lambda():
                return self._binder(expr)
        return rebuild(expr, self.plain)

    def _call(self, expr: Call) -> Expr:
        function = self._functions.get(expr.function)
        args = tuple(map(self.plain, expr.args))
        if function is None or function.body is None or function.recursive or function.when:
            return replace(expr, args=args)
        values = {
            p.name: a if a.type == p.type else View(p.type, a)
            for p, a in zip(function.params, args, strict=True)
        }
        return self.plain(substitute(function.body, values))

    def _cast(self, expr: Cast) -> Expr:
        operand = self.plain(expr.operand)
        if not (is_integral(operand.type) and isinstance(expr.type, IntType)):
            return replace(expr, operand=operand)
        low, high = bounds(expr.type)
        own_low, own_high = bounds(operand.type)
        fits_low = low is None or (own_low is not None and own_low >= low)
        fits_high = high is None or (own_high is not None and own_high <= high)
        # The elements of a sequence of `char` may lie outside the range of `char`.
        if fits_low and fits_high and (isinstance(operand.type, IntType) or expr.type == INT):
            return operand
        return replace(expr, operand=operand)

    def _builtin(self, expr: Builtin) -> Expr:
        args = list(map(self.plain, expr.args))
        if expr.name.startswith("seq.") and args and isinstance(args[0].type, SeqType):
            receiver = args[0].type
            if receiver.exec:
                args[0] = View(SeqType(receiver.item), args[0])
        name, type_ = expr.name, expr.type
        if name == "seq.len":
            return Builtin(NAT, name, (args[0],), span=expr.span)
        if name == "seq.first":
            name, args = "seq.index", [args[0], number(0)]
        elif name == "seq.last":
            length = Builtin(NAT, "seq.len", (args[0],))
            name, args = "seq.index", [args[0], Arithmetic(INT, "sub", length, number(1))]
        elif name == "seq.contains":
            return self.plain(self._contains(args[0], args[1]))
        elif name == "seq.no_duplicates":
            return self.plain(self._no_duplicates(args[0]))
        return Builtin(type_, name, tuple(args), span=expr.span)

    def _index(self, s: Expr, variable: Variable) -> Expr:
        assert isinstance(s.type, SeqType)
        return Builtin(s.type.item, "seq.index", (s, Var(INT, variable.name)))

    def _variable(self, hint: str) -> Variable:
        self._fresh += 1
        return Variable(f"{hint}#{self._fresh}", INT)

    def _inside(self, variable: Variable, s: Expr) -> list[Expr]:
        i = Var(INT, variable.name)
        length = Builtin(NAT, "seq.len", (s,))
        return [Compare(BOOL, "le", number(0), i), Compare(BOOL, "lt", i, length)]

    def _contains(self, s: Expr, x: Expr) -> Expr:
        i = self._variable("i")
        equal = Compare(BOOL, "eq", self._index(s, i), x)
        return Quantifier(BOOL, False, (i,), all_of([*self._inside(i, s), equal]))

    def _no_duplicates(self, s: Expr) -> Expr:
        i, j = self._variable("i"), self._variable("j")
        order = Compare(BOOL, "lt", Var(INT, i.name), Var(INT, j.name))
        guard = all_of([self._inside(i, s)[0], order, self._inside(j, s)[1]])
        equal = Compare(BOOL, "eq", self._index(s, i), self._index(s, j))
        return Quantifier(BOOL, True, (i, j), Logic(BOOL, "implies", guard, Not(BOOL, equal)))

    def _binder(self, expr: Quantifier | Choose | Lambda) -> Expr:
        """Bound variables get new names: a body that was inlined twice binds different ones."""
        old = expr.params if isinstance(expr, Lambda) else expr.variables
        new: list[Variable] = []
        for variable in old:
            self._fresh += 1
            new.append(Variable(f"{variable.name.partition('#')[0]}#{self._fresh}", variable.type))
        names = {o.name: Var(n.type, n.name) for o, n in zip(old, new, strict=True)}
        body = self.plain(substitute(expr.body, names))
        if isinstance(expr, Lambda):
            return replace(expr, params=tuple(new), body=body)
        return replace(expr, variables=tuple(new), body=body)

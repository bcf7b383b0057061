"""Sorts and symbols: how types of specifications look to Z3.

Integers of all types are Z3's integers, with range facts where a type implies them. Everything
composite has a sort of its own without structure, and functions with axioms, as in Verus's own
encoding. So what Verus leaves unspecified is unspecified here too: an element out of range is
some value that depends on the sequence and the index, and on nothing else.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import z3

from adjudge.verus.ir import (
    MAX_CHAR,
    BoolType,
    CharType,
    DataType,
    Datatype,
    IntType,
    SeqType,
    TupleType,
    Type,
    show,
)


class Unsupported(Exception):
    """The question holds something that has no encoding."""


def in_type(term: z3.ExprRef, type_: Type) -> list[z3.BoolRef]:
    """What being of a type says about a term. Composite types say it by axioms."""
    if isinstance(type_, IntType):
        found = []
        if type_.low is not None:
            found.append(term >= type_.low)
        if type_.high is not None:
            found.append(term <= type_.high)
        return found
    if isinstance(type_, CharType):
        return [term >= 0, term <= MAX_CHAR, z3.Or(term < 0xD800, term > 0xDFFF)]
    return []


def implies(conditions: Sequence[z3.BoolRef], conclusion: z3.BoolRef) -> z3.BoolRef:
    """The conclusion under all conditions."""
    if not conditions:
        return conclusion
    return z3.Implies(z3.And(*conditions), conclusion)


class Symbols:
    """The sorts and functions of one question, and the axioms about them."""

    def __init__(self, datatypes: dict[DataType, Datatype]) -> None:
        self.datatypes = datatypes
        self.axioms: list[z3.BoolRef] = []
        self.families: dict[object, object] = {}
        self._sorts: dict[str, z3.SortRef] = {}
        self._functions: dict[str, z3.FuncDeclRef] = {}
        self._numbers = itertools.count()

    def sort(self, type_: Type) -> z3.SortRef:
        """The sort of a type's values."""
        if isinstance(type_, IntType | CharType):
            return z3.IntSort()
        if isinstance(type_, BoolType):
            return z3.BoolSort()
        name = show(type_)
        found = self._sorts.get(name)
        if found is None:
            found = self._sorts[name] = z3.DeclareSort(name)
        return found

    def function(
        self, name: str, params: Sequence[z3.SortRef], result: z3.SortRef
    ) -> z3.FuncDeclRef:
        """The function of this name."""
        found = self._functions.get(name)
        if found is None:
            found = self._functions[name] = z3.Function(name, *params, result)
        return found

    def knows(self, name: str) -> bool:
        """Whether the function of this name exists already."""
        return name in self._functions

    def variable(self, hint: str, type_: Type) -> z3.ExprRef:
        """A constant that nothing else uses, to be bound or left free."""
        return z3.Const(f"{hint}!{next(self._numbers)}", self.sort(type_))

    def integer(self, hint: str = "i") -> z3.ArithRef:
        """A new integer constant."""
        return z3.Int(f"{hint}!{next(self._numbers)}")

    def axiom(
        self,
        variables: Sequence[z3.ExprRef],
        body: z3.BoolRef,
        pattern: z3.ExprRef | None = None,
    ) -> None:
        """Assume `body` for all values of `variables`."""
        if not variables:
            self.axioms.append(body)
            return
        patterns = [] if pattern is None else [pattern]
        self.axioms.append(z3.ForAll(list(variables), body, patterns=patterns))

    def range_of(self, function: z3.FuncDeclRef, params: Sequence[z3.SortRef], type_: Type) -> None:
        """Assume that a function's values are of a type."""
        variables = [z3.Const(f"x!{next(self._numbers)}", sort) for sort in params]
        term = function(*variables)
        facts = in_type(term, type_)
        if facts:
            self.axiom(variables, z3.And(*facts), term)

    def equal(self, left: z3.ExprRef, right: z3.ExprRef, type_: Type) -> z3.BoolRef:
        """Whether two values of a type are equal, by their parts where a type has parts."""
        if isinstance(type_, IntType | CharType | BoolType) or left.eq(right):
            return left == right
        if isinstance(type_, SeqType) and type_.exec:
            return left == right
        name = f"eq {show(type_)}"
        if not self.knows(name):
            self._declare_equality(name, type_)
        sort = self.sort(type_)
        return self.function(name, (sort, sort), z3.BoolSort())(left, right)

    def _declare_equality(self, name: str, type_: Type) -> None:
        """`eq` is equality, and follows from that of the parts (extensionality)."""
        from adjudge.verus.smt.collections import differences

        sort = self.sort(type_)
        function = self.function(name, (sort, sort), z3.BoolSort())
        a, b = self.variable("a", type_), self.variable("b", type_)
        term = function(a, b)
        self.axiom([a, b], term == (a == b), term)
        difference = differences(self, a, b, type_)
        if difference is not None:
            self.axiom([a, b], z3.Or(term, difference), term)


def is_composite(type_: Type) -> bool:
    """Whether a type is a tuple, struct or enum."""
    return isinstance(type_, TupleType | DataType)

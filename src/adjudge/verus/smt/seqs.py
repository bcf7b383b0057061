"""Sequences: length, elements and vstd's operations, by axioms.

A `Seq` is determined by its length and elements; what an operation gives outside its domain is
not specified. A `Vec` is something else that has a view, and more than its view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import z3

from adjudge.verus.ir import CharType, SeqType, Type, show
from adjudge.verus.smt.sorts import Symbols, implies, in_type

_MAX_LENGTH = (1 << 64) - 1


class Seqs:
    """The theory of `Seq<item>` for one type of item."""

    def __init__(self, symbols: Symbols, item: Type) -> None:
        self.symbols = symbols
        self.item = item
        self.type = SeqType(item)
        self.sort = symbols.sort(self.type)
        self._name = show(self.type)
        self._items = symbols.sort(item)
        self._len = symbols.function(f"len {self._name}", (self.sort,), z3.IntSort())
        self._at = symbols.function(f"at {self._name}", (self.sort, z3.IntSort()), self._items)
        s = self.new("s")
        symbols.axiom([s], self._len(s) >= 0, self._len(s))
        i = symbols.integer()
        facts = in_type(self.at(s, i), item)
        if facts and isinstance(item, CharType):  # elsewhere a `char` has no range
            facts = [implies(self.inside(s, i), z3.And(*facts))]
        if facts:
            symbols.axiom([s, i], z3.And(*facts), self.at(s, i))

    @staticmethod
    def of(symbols: Symbols, item: Type) -> Seqs:
        """The theory for a type of item."""
        key = ("seq", item)
        found = symbols.families.get(key)
        if found is None:
            found = symbols.families[key] = Seqs(symbols, item)
        assert isinstance(found, Seqs)
        return found

    def new(self, hint: str) -> z3.ExprRef:
        """A new constant of the sort."""
        return self.symbols.variable(hint, self.type)

    def len(self, s: z3.ExprRef) -> z3.ArithRef:
        """The length."""
        return self._len(s)

    def at(self, s: z3.ExprRef, i: z3.ExprRef) -> z3.ExprRef:
        """The element at an index, whether there is one or not."""
        return self._at(s, i)

    def inside(self, s: z3.ExprRef, i: z3.ExprRef) -> list[z3.BoolRef]:
        """That an index is within a sequence."""
        return [i >= 0, i < self.len(s)]

    def _operation(
        self,
        name: str,
        params: Sequence[z3.SortRef],
        define: Callable[[z3.ExprRef, list[z3.ExprRef]], None],
    ) -> z3.FuncDeclRef:
        """A function to sequences, with what `define` assumes of its result and parameters."""
        full = f"{name} {self._name}"
        known = self.symbols.knows(full)
        function = self.symbols.function(full, params, self.sort)
        if not known:
            variables = [z3.Const(f"p{i}!{full}", sort) for i, sort in enumerate(params)]
            define(function(*variables), variables)
        return function

    def _define(
        self,
        made: z3.ExprRef,
        variables: list[z3.ExprRef],
        domain: list[z3.BoolRef],
        length: z3.ExprRef,
        element: Callable[[z3.ExprRef], z3.ExprRef],
    ) -> None:
        """Within its domain, `made` has this length and these elements."""
        symbols = self.symbols
        symbols.axiom(variables, implies(domain, self.len(made) == length), made)
        i = symbols.integer()
        value = element(i)
        inside = [*domain, i >= 0, i < length, *in_type(value, self.item)]
        fact = implies(inside, self.at(made, i) == value)
        symbols.axiom([*variables, i], fact, self.at(made, i))

    def empty(self) -> z3.ExprRef:
        """`Seq::empty()`."""
        return self.literal([])

    def literal(self, items: Sequence[z3.ExprRef]) -> z3.ExprRef:
        """`seq![..]`."""

        def define(made: z3.ExprRef, variables: list[z3.ExprRef]) -> None:
            axiom = self.symbols.axiom
            axiom(variables, self.len(made) == len(variables), made if variables else None)
            for i, value in enumerate(variables):
                fact = implies(in_type(value, self.item), self.at(made, z3.IntVal(i)) == value)
                axiom(variables, fact, made)

        made = self._operation(f"literal {len(items)}", [self._items] * len(items), define)
        return made(*items)

    def push(self, s: z3.ExprRef, x: z3.ExprRef) -> z3.ExprRef:
        """`s.push(x)`."""

        def define(made: z3.ExprRef, variables: list[z3.ExprRef]) -> None:
            a, v = variables
            self._define(
                made,
                variables,
                [],
                self.len(a) + 1,
                lambda i: z3.If(i == self.len(a), v, self.at(a, i)),
            )
            last = implies(in_type(v, self.item), self.at(made, self.len(a)) == v)
            self.symbols.axiom(variables, last, made)

        return self._operation("push", [self.sort, self._items], define)(s, x)

    def update(self, s: z3.ExprRef, at: z3.ExprRef, x: z3.ExprRef) -> z3.ExprRef:
        """`s.update(at, x)`."""

        def define(made: z3.ExprRef, variables: list[z3.ExprRef]) -> None:
            a, k, v = variables
            self._define(
                made,
                variables,
                self.inside(a, k),
                self.len(a),
                lambda i: z3.If(i == k, v, self.at(a, i)),
            )

        sorts = [self.sort, z3.IntSort(), self._items]
        return self._operation("update", sorts, define)(s, at, x)

    def insert(self, s: z3.ExprRef, at: z3.ExprRef, x: z3.ExprRef) -> z3.ExprRef:
        """`s.insert(at, x)`."""

        def define(made: z3.ExprRef, variables: list[z3.ExprRef]) -> None:
            a, k, v = variables
            self._define(
                made,
                variables,
                [k >= 0, k <= self.len(a)],
                self.len(a) + 1,
                lambda i: z3.If(i < k, self.at(a, i), z3.If(i == k, v, self.at(a, i - 1))),
            )

        sorts = [self.sort, z3.IntSort(), self._items]
        return self._operation("insert", sorts, define)(s, at, x)

    def remove(self, s: z3.ExprRef, at: z3.ExprRef) -> z3.ExprRef:
        """`s.remove(at)`."""

        def define(made: z3.ExprRef, variables: list[z3.ExprRef]) -> None:
            a, k = variables
            self._define(
                made,
                variables,
                self.inside(a, k),
                self.len(a) - 1,
                lambda i: z3.If(i < k, self.at(a, i), self.at(a, i + 1)),
            )

        return self._operation("remove", [self.sort, z3.IntSort()], define)(s, at)

    def subrange(self, s: z3.ExprRef, low: z3.ExprRef, high: z3.ExprRef) -> z3.ExprRef:
        """`s.subrange(low, high)`."""

        def define(made: z3.ExprRef, variables: list[z3.ExprRef]) -> None:
            a, j, k = variables
            self._define(
                made,
                variables,
                [j >= 0, j <= k, k <= self.len(a)],
                k - j,
                lambda i: self.at(a, i + j),
            )
            whole = z3.And(j == 0, k == self.len(a))
            self.symbols.axiom(variables, z3.Implies(whole, made == a), made)

        sorts = [self.sort, z3.IntSort(), z3.IntSort()]
        return self._operation("subrange", sorts, define)(s, low, high)

    def add(self, s: z3.ExprRef, t: z3.ExprRef) -> z3.ExprRef:
        """`s + t`."""

        def define(made: z3.ExprRef, variables: list[z3.ExprRef]) -> None:
            a, b = variables
            self._define(
                made,
                variables,
                [],
                self.len(a) + self.len(b),
                lambda i: z3.If(i < self.len(a), self.at(a, i), self.at(b, i - self.len(a))),
            )

        return self._operation("add", [self.sort, self.sort], define)(s, t)

    def reverse(self, s: z3.ExprRef) -> z3.ExprRef:
        """`s.reverse()`."""

        def define(made: z3.ExprRef, variables: list[z3.ExprRef]) -> None:
            (a,) = variables
            length = self.len(a)
            self._define(made, variables, [], length, lambda i: self.at(a, length - 1 - i))

        return self._operation("reverse", [self.sort], define)(s)

    def repeat(self, count: z3.ExprRef, x: z3.ExprRef) -> z3.ExprRef:
        """`seq![x; count]`."""

        def define(made: z3.ExprRef, variables: list[z3.ExprRef]) -> None:
            n, v = variables
            self._define(made, variables, [n >= 0], n, lambda _: v)

        return self._operation("repeat", [z3.IntSort(), self._items], define)(count, x)

    def tabulate(
        self,
        name: str,
        params: Sequence[z3.SortRef],
        args: Sequence[z3.ExprRef],
        length: Callable[[list[z3.ExprRef]], z3.ExprRef],
        element: Callable[[list[z3.ExprRef], z3.ExprRef], z3.ExprRef],
    ) -> z3.ExprRef:
        """A sequence of a length and elements that depend on `args`; a negative length is none."""

        def define(made: z3.ExprRef, variables: list[z3.ExprRef]) -> None:
            size = length(variables)
            self._define(made, variables, [size >= 0], size, lambda i: element(variables, i))

        return self._operation(name, params, define)(*args)

    def contains(self, s: z3.ExprRef, x: z3.ExprRef) -> z3.BoolRef:
        """`s.contains(x)`."""
        i = self.symbols.integer()
        equal = self.symbols.equal(self.at(s, i), x, self.item)
        return z3.Exists([i], z3.And(*self.inside(s, i), equal))

    def no_duplicates(self, s: z3.ExprRef) -> z3.BoolRef:
        """`s.no_duplicates()`."""
        i, j = self.symbols.integer("i"), self.symbols.integer("j")
        differ = z3.Not(self.symbols.equal(self.at(s, i), self.at(s, j), self.item))
        return z3.ForAll([i, j], implies([i >= 0, i < j, j < self.len(s)], differ))

    def every(
        self, s: z3.ExprRef, holds: Callable[[z3.ExprRef], z3.BoolRef], *, all_: bool
    ) -> z3.BoolRef:
        """Whether all elements, or any, have a property."""
        i = self.symbols.integer()
        inside = self.inside(s, i)
        if all_:
            return z3.ForAll([i], implies(inside, holds(self.at(s, i))))
        return z3.Exists([i], z3.And(*inside, holds(self.at(s, i))))

    def is_part(self, s: z3.ExprRef, t: z3.ExprRef, shift: z3.ExprRef) -> z3.BoolRef:
        """Whether `s` stands in `t` from `shift` on, at most to its end."""
        i = self.symbols.integer()
        equal = self.symbols.equal(self.at(s, i), self.at(t, i + shift), self.item)
        fits = self.len(s) <= self.len(t)
        return z3.And(fits, z3.ForAll([i], implies(self.inside(s, i), equal)))


def view(symbols: Symbols, vec: z3.ExprRef, item: Type) -> z3.ExprRef:
    """`vec@`."""
    exec_ = SeqType(item, exec=True)
    seqs = Seqs.of(symbols, item)
    name = f"view {show(exec_)}"
    known = symbols.knows(name)
    function = symbols.function(name, (symbols.sort(exec_),), seqs.sort)
    if not known and not isinstance(item, CharType):  # a `String`'s length in characters is not
        v = symbols.variable("v", exec_)  # bounded as its bytes are
        term = function(v)
        symbols.axiom([v], seqs.len(term) <= _MAX_LENGTH, term)
    return function(vec)


def container(symbols: Symbols, seq: z3.ExprRef, item: Type) -> z3.ExprRef:
    """Some container whose view is `seq`."""
    exec_ = SeqType(item, exec=True)
    name = f"container {show(exec_)}"
    known = symbols.knows(name)
    seqs = Seqs.of(symbols, item)
    function = symbols.function(name, (seqs.sort,), symbols.sort(exec_))
    if not known:
        s = seqs.new("s")
        seen = view(symbols, function(s), item)
        # Only a sequence that is short enough is the view of a container.
        fits = [] if isinstance(item, CharType) else [seqs.len(s) <= _MAX_LENGTH]
        symbols.axiom([s], implies(fits, seen == s), function(s))
    return function(seq)

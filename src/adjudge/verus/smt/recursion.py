"""Recursive specification functions.

A definition is assumed only where the recursion provably ends: `f(x) == f(x) + 1` would prove
anything. Whatever a specification says of it, we look for a measure ourselves. A function for
which none is found is one of which nothing is known but its type.

Definitions are unfolded a fixed number of times: `f` at level 2 is defined by `f` at level 1, and
so on; at level 0 nothing is defined. All levels are equal. So Z3 does not unfold for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import z3

from adjudge.verus.ir import BOOL, Call, IntType, SeqType, SpecFunction, Type, walk
from adjudge.verus.smt.encode import Encoder
from adjudge.verus.smt.seqs import Seqs, view
from adjudge.verus.smt.sorts import Symbols, Unsupported, implies, in_type

LEVELS = 2
_MEASURE_RLIMIT = 200_000
_known: dict[object, bool] = {}
"""Which recursions end, by the functions' identity within this process and their text."""


@dataclass(frozen=True)
class Site:
    """A recursive call: the arguments there, and the conditions under which it is reached."""

    args: list[z3.ExprRef]
    path: list[z3.BoolRef]


class Recursion:
    """Gives meaning to the recursive functions of one question."""

    def __init__(self, encoder: Encoder, keys: Mapping[str, str]) -> None:
        """Takes over the recursive calls of an encoder.

        Args:
            encoder: The encoder.
            keys: A text for each function that stands for all that it means.
        """
        self._encoder = encoder
        self._keys = keys
        self._level = LEVELS
        self._declared: set[str] = set()
        self._body: dict[str, str] = {}
        encoder.recursive = self.call

    def call(self, function: SpecFunction, args: list[z3.ExprRef]) -> z3.ExprRef:
        """A call of a recursive function, or of one without a body."""
        declared = self._symbol(function, self._level)
        if function.key not in self._declared:
            self._declared.add(function.key)
            self._declare(function)
        return declared(*args)

    def _symbol(self, function: SpecFunction, level: int) -> z3.FuncDeclRef:
        symbols = self._encoder.symbols
        sorts = [symbols.sort(p.type) for p in function.params]
        name = f"call {function.key} #{level if function.body is not None else 0}"
        return symbols.function(name, sorts, symbols.sort(function.result))

    def _declare(self, function: SpecFunction) -> None:
        """Assume what is known of a function: its result's type, and its definition."""
        symbols = self._encoder.symbols
        sorts = [symbols.sort(p.type) for p in function.params]
        base = self._symbol(function, 0)
        symbols.range_of(base, sorts, function.result)
        if function.body is None:
            return
        ends = ends_always(function, self._encoder, self._keys)
        variables = [symbols.variable(p.name, p.type) for p in function.params]
        for level in range(1, LEVELS + 1):
            term = self._symbol(function, level)(*variables)
            lower = self._symbol(function, level - 1)(*variables)
            symbols.axiom(variables, term == lower, term if variables else None)
            if ends:
                self._define(function, variables, term, level - 1)

    def _define(
        self,
        function: SpecFunction,
        variables: list[z3.ExprRef],
        term: z3.ExprRef,
        inner: int,
    ) -> None:
        encoder = self._encoder
        outer, self._level = self._level, inner
        scope = {p.name: v for p, v in zip(function.params, variables, strict=True)}
        try:
            conditions = [
                fact
                for p, v in zip(function.params, variables, strict=True)
                for fact in in_type(v, p.type)
            ]
            if function.when is not None:
                conditions.append(encoder.formula(function.when, scope))
            assert function.body is not None
            body = encoder.at(function.body, function.result, scope)
        finally:
            self._level = outer
        conditions += in_type(body, function.result)
        encoder.symbols.axiom(
            variables, implies(conditions, term == body), term if variables else None
        )


def ends_always(function: SpecFunction, encoder: Encoder, keys: Mapping[str, str]) -> bool:
    """Whether a recursion provably ends: a measure falls at every call, or several in order."""
    key = keys.get(function.key)
    if key is not None and key in _known:
        return _known[key]
    try:
        found = _find_measure(function, encoder)
    except Unsupported:
        found = False
    if key is not None:
        _known[key] = found
    return found


def _find_measure(function: SpecFunction, outer: Encoder) -> bool:
    assert function.body is not None
    called = {node.function for node in walk(function.body) if isinstance(node, Call)}
    others = [k for k in called if k != function.key and outer.functions[k].recursive]
    if any(_reaches(outer.functions, k, function.key) for k in others):
        return False  # mutual recursion
    encoder = Encoder(outer.functions, outer.symbols.datatypes)
    symbols = encoder.symbols
    variables = [symbols.variable(p.name, p.type) for p in function.params]
    sites: list[Site] = []

    def record(called: SpecFunction, args: list[z3.ExprRef]) -> z3.ExprRef:
        if called.key == function.key:
            sites.append(Site(args, list(encoder.path)))
        sorts = [symbols.sort(p.type) for p in called.params]
        declared = symbols.function(f"call {called.key}", sorts, symbols.sort(called.result))
        return declared(*args)

    encoder.recursive = record
    scope = {p.name: v for p, v in zip(function.params, variables, strict=True)}
    for p, v in zip(function.params, variables, strict=True):
        encoder.path.extend(in_type(v, p.type))
    if function.when is not None:
        encoder.path.append(encoder.formula(function.when, scope))
    encoder.at(function.body, function.result, scope)
    if function.when is not None:
        encoder.formula(function.when, scope)
    measures = _measures(symbols, [p.type for p in function.params])
    return _decreases(symbols, variables, sites, measures)


def _reaches(functions: Mapping[str, SpecFunction], start: str, goal: str) -> bool:
    seen: set[str] = set()
    stack = [start]
    while stack:
        current = stack.pop()
        if current == goal:
            return True
        if current in seen:
            continue
        seen.add(current)
        body = functions[current].body
        if body is not None:
            stack.extend(node.function for node in walk(body) if isinstance(node, Call))
    return False


Measure = Callable[[Sequence[z3.ExprRef]], z3.ArithRef]


def _measures(symbols: Symbols, types: list[Type]) -> list[Measure]:
    """What may fall: integers and lengths among the arguments, and their differences."""
    simple: list[Measure] = []
    for i, type_ in enumerate(types):
        if isinstance(type_, IntType):
            simple.append(lambda args, i=i: args[i])  # type: ignore[misc]
    for i, type_ in enumerate(types):
        if isinstance(type_, SeqType):
            simple.append(_length(symbols, i, type_))
    for i, type_ in enumerate(types):
        if type_ == BOOL:
            simple.append(lambda args, i=i: z3.If(args[i], 1, 0))  # type: ignore[misc]
    differences: list[Measure] = [
        lambda args, a=a, b=b: a(args) - b(args)  # type: ignore[misc]
        for a in simple
        for b in simple
        if a is not b
    ]
    return simple + differences


def _length(symbols: Symbols, index: int, type_: SeqType) -> Measure:
    seqs = Seqs.of(symbols, type_.item)

    def measure(args: Sequence[z3.ExprRef]) -> z3.ArithRef:
        s = view(symbols, args[index], type_.item) if type_.exec else args[index]
        return seqs.len(s)

    return measure


def _decreases(
    symbols: Symbols,
    variables: list[z3.ExprRef],
    sites: list[Site],
    measures: list[Measure],
) -> bool:
    """Whether measures, taken in some order, fall lexicographically at every call."""
    remaining = sites
    for measure in measures:  # most functions need one
        if all(_falls(symbols, variables, site, measure, strictly=True) for site in sites):
            return True
    unused = measures[:8]
    while remaining:
        for measure in unused:
            if not all(_falls(symbols, variables, s, measure, strictly=False) for s in remaining):
                continue
            left = [s for s in remaining if not _falls(symbols, variables, s, measure)]
            if len(left) < len(remaining):
                remaining = left
                unused = [m for m in unused if m is not measure]
                break
        else:
            return False
    return True


def _falls(
    symbols: Symbols,
    variables: list[z3.ExprRef],
    site: Site,
    measure: Measure,
    *,
    strictly: bool = True,
) -> bool:
    """Whether a measure is less at a call, and was not negative; or at least no greater."""
    before, after = measure(variables), measure(site.args)
    # Well-founded: what falls was at least 0 before, so it falls a finite number of times.
    claim = z3.And(after < before, before >= 0) if strictly else after <= before
    solver = z3.SimpleSolver()
    solver.set(rlimit=_MEASURE_RLIMIT, auto_config=False, mbqi=False)
    solver.add(*symbols.axioms, *site.path, z3.Not(claim))
    return bool(solver.check() == z3.unsat)

"""Sets, multisets, maps, tuples, structs and enums, by axioms; when two values differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import z3

from adjudge.verus.ir import (
    BOOL,
    NAT,
    DataType,
    Datatype,
    MapType,
    MultisetType,
    SeqType,
    SetType,
    TupleType,
    Type,
    is_integral,
    show,
)
from adjudge.verus.smt.seqs import Seqs
from adjudge.verus.smt.sorts import Symbols, implies, in_type, is_composite


def differences(symbols: Symbols, a: z3.ExprRef, b: z3.ExprRef, type_: Type) -> z3.BoolRef | None:
    """Where two values that are not equal differ, if their type says it."""
    sort = symbols.sort(type_)

    def at(name: str, key: Type) -> z3.ExprRef:
        where = symbols.function(f"{name} {show(type_)}", (sort, sort), symbols.sort(key))
        return where(a, b)

    if isinstance(type_, SeqType):
        seqs = Seqs.of(symbols, type_.item)
        index = symbols.function(f"diff {show(type_)}", (sort, sort), z3.IntSort())(a, b)
        equal = symbols.equal(seqs.at(a, index), seqs.at(b, index), type_.item)
        inside = z3.And(*seqs.inside(a, index), z3.Not(equal))
        return z3.Or(seqs.len(a) != seqs.len(b), inside)
    if isinstance(type_, SetType):
        item = at("diff", type_.item)
        return member(symbols, a, item, type_) != member(symbols, b, item, type_)
    if isinstance(type_, MultisetType):
        item = at("diff", type_.item)
        return count(symbols, a, item, type_) != count(symbols, b, item, type_)
    if isinstance(type_, MapType):
        key = at("diff", type_.key)
        same_domain = has_key(symbols, a, key, type_) == has_key(symbols, b, key, type_)
        value = symbols.equal(
            map_at(symbols, a, key, type_), map_at(symbols, b, key, type_), type_.value
        )
        return z3.Or(z3.Not(same_domain), z3.And(has_key(symbols, a, key, type_), z3.Not(value)))
    if is_composite(type_):
        return _different_parts(symbols, a, b, type_)
    return None


def _different_parts(
    symbols: Symbols, a: z3.ExprRef, b: z3.ExprRef, type_: Type
) -> z3.BoolRef | None:
    structure = Structure.of(symbols, type_)
    if structure is None or structure.recursive:
        return None
    tag = structure.tag(a)
    found = [tag != structure.tag(b)]
    for variant, types in enumerate(structure.fields):
        parts = [
            z3.Not(symbols.equal(structure.field(a, variant, i), structure.field(b, variant, i), t))
            for i, t in enumerate(types)
        ]
        if parts:
            found.append(z3.And(tag == variant, z3.Or(*parts)))
    return z3.Or(*found)


class Structure:
    """The theory of one tuple, struct or enum type."""

    def __init__(self, symbols: Symbols, type_: Type, fields: list[tuple[Type, ...]]) -> None:
        self.symbols = symbols
        self.type = type_
        self.fields = fields
        self.sort = symbols.sort(type_)
        self._name = show(type_)
        self.recursive = any(_reaches(t, type_, symbols.datatypes) for fs in fields for t in fs)
        self._tag = symbols.function(f"tag {self._name}", (self.sort,), z3.IntSort())
        self._made: set[int] = set()
        x = symbols.variable("x", type_)
        tag = self._tag(x)
        symbols.axiom([x], z3.And(tag >= 0, tag < len(fields)), tag)
        self._fields = [
            [self._declare(v, i, t) for i, t in enumerate(types)] for v, types in enumerate(fields)
        ]

    @staticmethod
    def of(symbols: Symbols, type_: Type) -> Structure | None:
        """The theory of a type, if its structure is known."""
        key = ("structure", type_)
        found = symbols.families.get(key)
        if found is None:
            if isinstance(type_, TupleType):
                fields = [type_.items]
            else:
                assert isinstance(type_, DataType)
                data: Datatype | None = symbols.datatypes.get(type_)
                if data is None:
                    return None
                fields = [tuple(t for _, t in v.fields) for v in data.variants]
            found = symbols.families[key] = Structure(symbols, type_, fields)
        assert isinstance(found, Structure)
        return found

    def _declare(self, variant: int, index: int, type_: Type) -> z3.FuncDeclRef:
        symbols = self.symbols
        name = f"field {variant}.{index} {self._name}"
        function = symbols.function(name, (self.sort,), symbols.sort(type_))
        symbols.range_of(function, (self.sort,), type_)
        return function

    def tag(self, x: z3.ExprRef) -> z3.ArithRef:
        """The number of the variant."""
        return self._tag(x)

    def field(self, x: z3.ExprRef, variant: int, index: int) -> z3.ExprRef:
        """A field; unspecified where the value is of another variant."""
        return self._fields[variant][index](x)

    def make(self, variant: int, parts: Sequence[z3.ExprRef]) -> z3.ExprRef:
        """A value of a variant."""
        symbols = self.symbols
        types = self.fields[variant]
        name = f"make {variant} {self._name}"
        sorts = [symbols.sort(t) for t in types]
        function = symbols.function(name, sorts, self.sort)
        if variant not in self._made:
            self._made.add(variant)
            variables = [symbols.variable("p", t) for t in types]
            made = function(*variables)
            facts = [self.tag(made) == variant]
            for i, (value, type_) in enumerate(zip(variables, types, strict=True)):
                facts.append(implies(in_type(value, type_), self.field(made, variant, i) == value))
            symbols.axiom(variables, z3.And(*facts), made)
        return function(*parts)


def _reaches(type_: Type, goal: Type, datatypes: dict[DataType, Datatype]) -> bool:
    """Whether values of a type may hold values of another one."""
    seen: set[Type] = set()
    stack: list[Type] = [type_]
    while stack:
        current = stack.pop()
        if current == goal:
            return True
        if current in seen:
            continue
        seen.add(current)
        if isinstance(current, DataType) and current in datatypes:
            stack.extend(t for v in datatypes[current].variants for _, t in v.fields)
        elif isinstance(current, TupleType):
            stack.extend(current.items)
        elif isinstance(current, SeqType | SetType | MultisetType):
            stack.append(current.item)
        elif isinstance(current, MapType):
            stack.extend((current.key, current.value))
    return False


def member(symbols: Symbols, s: z3.ExprRef, x: z3.ExprRef, type_: SetType) -> z3.BoolRef:
    """`s.contains(x)` of a set."""
    sorts = (symbols.sort(type_), symbols.sort(type_.item))
    return symbols.function(f"in {show(type_)}", sorts, z3.BoolSort())(s, x)


def set_of(
    symbols: Symbols,
    name: str,
    args: Sequence[z3.ExprRef],
    type_: SetType,
    holds: Callable[[list[z3.ExprRef], z3.ExprRef], z3.BoolRef],
) -> z3.ExprRef:
    """A set that depends on `args`, of the elements for which `holds` is true."""
    full = f"{name} {show(type_)}"
    known = symbols.knows(full)
    sorts = [arg.sort() for arg in args]
    function = symbols.function(full, sorts, symbols.sort(type_))
    if not known:
        variables = [z3.Const(f"p{i}!{full}", sort) for i, sort in enumerate(sorts)]
        x = symbols.variable("x", type_.item)
        inside = member(symbols, function(*variables), x, type_)
        # Elements are of the items' type: a term outside it says nothing.
        fact = implies(in_type(x, type_.item), inside == holds(variables, x))
        symbols.axiom([*variables, x], fact, inside)
    return function(*args)


def size(symbols: Symbols, s: z3.ExprRef, type_: Type) -> z3.ArithRef:
    """`s.len()` of a set, multiset or map: at least 0."""
    name = f"size {show(type_)}"
    known = symbols.knows(name)
    function = symbols.function(name, (symbols.sort(type_),), z3.IntSort())
    if not known:
        symbols.range_of(function, (symbols.sort(type_),), NAT)
    return function(s)


def finite(symbols: Symbols, s: z3.ExprRef, type_: Type) -> z3.BoolRef:
    """`s.finite()`, of which nothing is known here."""
    return symbols.function(f"finite {show(type_)}", (symbols.sort(type_),), symbols.sort(BOOL))(s)


def to_set(symbols: Symbols, s: z3.ExprRef, item: Type) -> z3.ExprRef:
    """`s.to_set()`: its size is the length exactly if there are no duplicates."""
    seqs = Seqs.of(symbols, item)
    type_ = SetType(item)
    name = f"to_set {show(type_)}"
    known = symbols.knows(name)
    made = set_of(symbols, "to_set", [s], type_, lambda p, x: seqs.contains(p[0], x))
    if not known:
        t = seqs.new("t")
        own = symbols.function(name, (seqs.sort,), symbols.sort(type_))(t)
        length = size(symbols, own, type_)
        symbols.axiom([t], length <= seqs.len(t), length)
        symbols.axiom([t], (length == seqs.len(t)) == seqs.no_duplicates(t), length)
        symbols.axiom([t], (length == 0) == (seqs.len(t) == 0), length)
    return made


def count(symbols: Symbols, m: z3.ExprRef, x: z3.ExprRef, type_: MultisetType) -> z3.ArithRef:
    """`m.count(x)`."""
    sorts = (symbols.sort(type_), symbols.sort(type_.item))
    name = f"count {show(type_)}"
    known = symbols.knows(name)
    function = symbols.function(name, sorts, z3.IntSort())
    if not known:
        symbols.range_of(function, sorts, NAT)
    return function(m, x)


def to_multiset(symbols: Symbols, s: z3.ExprRef, item: Type) -> z3.ExprRef:
    """`s.to_multiset()`: as large as the sequence, and holding what occurs in it."""
    seqs = Seqs.of(symbols, item)
    type_ = MultisetType(item)
    name = f"to_multiset {show(type_)}"
    known = symbols.knows(name)
    function = symbols.function(name, (seqs.sort,), symbols.sort(type_))
    if not known:
        t = seqs.new("t")
        x = symbols.variable("x", item)
        made = function(t)
        symbols.axiom([t], size(symbols, made, type_) == seqs.len(t), made)
        occurs = count(symbols, made, x, type_)
        fact = implies(in_type(x, item), (occurs > 0) == seqs.contains(t, x))
        symbols.axiom([t, x], fact, occurs)
    return function(s)


def has_key(symbols: Symbols, m: z3.ExprRef, key: z3.ExprRef, type_: MapType) -> z3.BoolRef:
    """`m.contains_key(key)`."""
    sorts = (symbols.sort(type_), symbols.sort(type_.key))
    return symbols.function(f"has {show(type_)}", sorts, z3.BoolSort())(m, key)


def map_at(symbols: Symbols, m: z3.ExprRef, key: z3.ExprRef, type_: MapType) -> z3.ExprRef:
    """`m[key]`, whether there is such a key or not."""
    sorts = (symbols.sort(type_), symbols.sort(type_.key))
    name = f"at {show(type_)}"
    known = symbols.knows(name)
    function = symbols.function(name, sorts, symbols.sort(type_.value))
    if not known and is_integral(type_.value):
        symbols.range_of(function, sorts, type_.value)
    return function(m, key)

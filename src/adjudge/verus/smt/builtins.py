"""vstd's functions, by the names of `adjudge.verus.ir.vstd`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import z3

from adjudge.verus.ir import (
    BOOL,
    INT,
    NAT,
    Builtin,
    FnType,
    IntType,
    MapType,
    MultisetType,
    SeqType,
    SetType,
    TupleType,
    Type,
    bounds,
    is_integral,
    show,
)
from adjudge.verus.smt import collections as col
from adjudge.verus.smt.seqs import Seqs
from adjudge.verus.smt.sorts import Symbols, Unsupported, implies, in_type

if TYPE_CHECKING:
    from adjudge.verus.smt.encode import Encoder, Env

_MAX_POWER = 128


def encode(enc: Encoder, e: Builtin, env: Env) -> z3.ExprRef:
    """A call of a function of vstd."""
    rule = _RULES.get(e.name) or _FAMILIES.get(e.name.partition(".")[0])
    made = rule(enc, e, env) if rule else None
    return _opaque(enc, e, env) if made is None else made


def _opaque(enc: Encoder, e: Builtin, env: Env) -> z3.ExprRef:
    """A function of which nothing is known but that it is one, and its result's type."""
    symbols = enc.symbols
    args = [enc.term(a, env) for a in e.args]
    sorts = [a.sort() for a in args]
    name = f"{e.name} {' '.join(show(a.type) for a in e.args)}"
    known = symbols.knows(name)
    function = symbols.function(name, sorts, symbols.sort(e.type))
    if not known and sorts:
        symbols.range_of(function, sorts, e.type)
    return function(*args)


def _seq(enc: Encoder, e: Builtin, env: Env) -> z3.ExprRef | None:
    name = e.name.removeprefix("seq.")
    if name in ("empty", "new", "repeat"):
        return _seq_made(enc, e, env, name)
    seqs, s = enc.seq(e.args[0], env)
    item = seqs.item
    if name in _INTS:
        args = [enc.at(a, INT, env) for a in e.args[1:]]
        return _INTS[name](seqs, s, args)
    if name in _ITEMS:
        return _ITEMS[name](seqs, s, enc.at(e.args[1], item, env))
    match name:
        case "update" | "insert":
            at, x = enc.at(e.args[1], INT, env), enc.at(e.args[2], item, env)
            return (seqs.update if name == "update" else seqs.insert)(s, at, x)
        case "add":
            return seqs.add(s, enc.at(e.args[1], SeqType(item), env))
        case "is_prefix_of" | "is_suffix_of":
            t = enc.at(e.args[1], SeqType(item), env)
            shift = z3.IntVal(0) if name == "is_prefix_of" else seqs.len(t) - seqs.len(s)
            return seqs.is_part(s, t, shift)
        case "map" | "map_values" | "all" | "any":
            return _seq_over(enc, e, env, name, seqs, s)
        case "to_set":
            return col.to_set(enc.symbols, s, item)
        case "to_multiset":
            return col.to_multiset(enc.symbols, s, item)
        case "index_of":
            return _index_of(enc.symbols, seqs, s, enc.at(e.args[1], item, env))
        case "zip_with":
            return _zip(enc, e, env, seqs, s)
    return None


_INTS: dict[str, Callable[[Seqs, z3.ExprRef, list[z3.ExprRef]], z3.ExprRef]] = {
    "len": lambda q, s, _: q.len(s),
    "index": lambda q, s, a: q.at(s, a[0]),
    "first": lambda q, s, _: q.at(s, z3.IntVal(0)),
    "last": lambda q, s, _: q.at(s, q.len(s) - 1),
    "remove": lambda q, s, a: q.remove(s, a[0]),
    "subrange": lambda q, s, a: q.subrange(s, a[0], a[1]),
    "take": lambda q, s, a: q.subrange(s, z3.IntVal(0), a[0]),
    "skip": lambda q, s, a: q.subrange(s, a[0], q.len(s)),
    "drop_first": lambda q, s, _: q.subrange(s, z3.IntVal(1), q.len(s)),
    "drop_last": lambda q, s, _: q.subrange(s, z3.IntVal(0), q.len(s) - 1),
    "reverse": lambda q, s, _: q.reverse(s),
    "no_duplicates": lambda q, s, _: q.no_duplicates(s),
}
_ITEMS: dict[str, Callable[[Seqs, z3.ExprRef, z3.ExprRef], z3.ExprRef]] = {
    "push": Seqs.push,
    "contains": Seqs.contains,
}


def _seq_made(enc: Encoder, e: Builtin, env: Env, name: str) -> z3.ExprRef:
    type_ = e.type
    assert isinstance(type_, SeqType)
    seqs = Seqs.of(enc.symbols, type_.item)
    if name == "empty":
        made = seqs.empty()
    elif name == "repeat":
        made = seqs.repeat(enc.at(e.args[0], INT, env), enc.at(e.args[1], type_.item, env))
    else:
        made = _tabulated(enc, e, env, seqs)
    return enc.coerce(made, SeqType(type_.item), type_)


def _tabulated(enc: Encoder, e: Builtin, env: Env, seqs: Seqs) -> z3.ExprRef:
    """`Seq::new(n, |i| ..)`."""
    function = e.args[1]
    wanted = FnType((INT,), seqs.item)
    if function.type != wanted:
        raise Unsupported("Seq::new over a function of another type")
    args = [enc.at(e.args[0], NAT, env), enc.term(function, env)]
    return seqs.tabulate(
        "new",
        [a.sort() for a in args],
        args,
        lambda p: p[0],
        lambda p, i: enc.apply(p[1], wanted, [i]),
    )


def _seq_over(
    enc: Encoder, e: Builtin, env: Env, name: str, seqs: Seqs, s: z3.ExprRef
) -> z3.ExprRef | None:
    """Operations that take a function of the elements."""
    type_ = e.args[1].type
    params: tuple[Type, ...] = (INT, seqs.item) if name == "map" else (seqs.item,)
    if not isinstance(type_, FnType) or type_.params != params:
        return None
    function = enc.term(e.args[1], env)
    if name in ("all", "any"):
        if type_.result != BOOL:
            return None
        return seqs.every(s, lambda x: enc.apply(function, type_, [x]), all_=name == "all")
    target = Seqs.of(enc.symbols, type_.result)
    return target.tabulate(
        f"{name} {show(type_)}",
        [seqs.sort, function.sort()],
        [s, function],
        lambda p: seqs.len(p[0]),
        lambda p, i: enc.apply(
            p[1], type_, [i, seqs.at(p[0], i)] if name == "map" else [seqs.at(p[0], i)]
        ),
    )


def _index_of(symbols: Symbols, seqs: Seqs, s: z3.ExprRef, x: z3.ExprRef) -> z3.ExprRef:
    """`s.index_of(x)`: some index of `x`, where there is one."""
    name = f"index_of {show(seqs.type)}"
    known = symbols.knows(name)
    function = symbols.function(name, (seqs.sort, x.sort()), z3.IntSort())
    if not known:
        t, y = seqs.new("t"), symbols.variable("y", seqs.item)
        found = function(t, y)
        equal = symbols.equal(seqs.at(t, found), y, seqs.item)
        holds = z3.And(*seqs.inside(t, found), equal)
        symbols.axiom([t, y], z3.Implies(seqs.contains(t, y), holds), found)
    return function(s, x)


def _zip(enc: Encoder, e: Builtin, env: Env, seqs: Seqs, s: z3.ExprRef) -> z3.ExprRef | None:
    other, t = enc.seq(e.args[1], env)
    type_ = TupleType((seqs.item, other.item))
    target = Seqs.of(enc.symbols, type_)
    if e.type != target.type:
        return None
    pair = enc.structure(type_)

    def length(p: list[z3.ExprRef]) -> z3.ExprRef:
        # vstd's zip_with is specified for sequences of one length only.
        return z3.If(seqs.len(p[0]) == other.len(p[1]), seqs.len(p[0]), z3.IntVal(-1))

    return target.tabulate(
        "zip",
        [seqs.sort, other.sort],
        [s, t],
        length,
        lambda p, i: pair.make(0, [seqs.at(p[0], i), other.at(p[1], i)]),
    )


def _set(enc: Encoder, e: Builtin, env: Env) -> z3.ExprRef | None:
    name = e.name.removeprefix("set.")
    symbols = enc.symbols
    if name in ("of", "empty", "full", "new"):
        return _set_made(enc, e, env, name)
    type_ = e.args[0].type
    if not isinstance(type_, SetType):
        return None
    s = enc.term(e.args[0], env)

    def has(which: z3.ExprRef, x: z3.ExprRef) -> z3.BoolRef:
        return col.member(symbols, which, x, type_)

    if name in ("contains", "insert", "remove"):
        x = enc.at(e.args[1], type_.item, env)
        if name == "contains":
            return has(s, x)
        keep = name == "insert"

        def changed(p: list[z3.ExprRef], y: z3.ExprRef) -> z3.BoolRef:
            same = symbols.equal(y, p[1], type_.item)
            return z3.Or(same, has(p[0], y)) if keep else z3.And(z3.Not(same), has(p[0], y))

        return col.set_of(symbols, name, [s, x], type_, changed)
    if name in _SET_OPERATIONS and len(e.args) == 2 and e.args[1].type == type_:
        t = enc.term(e.args[1], env)
        combine = _SET_OPERATIONS[name]
        return col.set_of(
            symbols, name, [s, t], type_, lambda p, y: combine(has(p[0], y), has(p[1], y))
        )
    if name in ("subset_of", "disjoint") and e.args[1].type == type_:
        t = enc.term(e.args[1], env)
        y = symbols.variable("y", type_.item)
        other = has(t, y) if name == "subset_of" else z3.Not(has(t, y))
        facts = in_type(y, type_.item)
        return z3.ForAll([y], implies([*facts, has(s, y)], other))
    if name == "len":
        return col.size(symbols, s, type_)
    if name == "finite":
        return col.finite(symbols, s, type_)
    return None


_SET_OPERATIONS: dict[str, Callable[[z3.BoolRef, z3.BoolRef], z3.BoolRef]] = {
    "union": z3.Or,
    "add": z3.Or,
    "intersect": z3.And,
    "difference": lambda a, b: z3.And(a, z3.Not(b)),
}


def _set_made(enc: Encoder, e: Builtin, env: Env, name: str) -> z3.ExprRef | None:
    type_ = e.type
    if not isinstance(type_, SetType):
        return None
    symbols = enc.symbols
    if name == "new":
        function = e.args[0]
        wanted = FnType((type_.item,), BOOL)
        if function.type != wanted:
            return None
        args = [enc.term(function, env)]
        return col.set_of(symbols, "new", args, type_, lambda p, y: enc.apply(p[0], wanted, [y]))
    items = [enc.at(a, type_.item, env) for a in e.args]

    def listed(p: list[z3.ExprRef], y: z3.ExprRef) -> z3.BoolRef:
        return z3.Or(z3.BoolVal(name == "full"), *(symbols.equal(y, x, type_.item) for x in p))

    return col.set_of(symbols, f"{name} {len(items)}", items, type_, listed)


def _multiset(enc: Encoder, e: Builtin, env: Env) -> z3.ExprRef | None:
    type_ = e.args[0].type if e.args else e.type
    if not isinstance(type_, MultisetType) or not e.args:
        return None
    name = e.name.removeprefix("multiset.")
    m = enc.term(e.args[0], env)
    if name in ("count", "contains"):
        found = col.count(enc.symbols, m, enc.at(e.args[1], type_.item, env), type_)
        return found if name == "count" else found > 0
    if name == "len":
        return col.size(enc.symbols, m, type_)
    return None


def _map(enc: Encoder, e: Builtin, env: Env) -> z3.ExprRef | None:
    type_ = e.args[0].type if e.args else e.type
    if not isinstance(type_, MapType) or len(e.args) != 2:
        return None
    name = e.name.removeprefix("map.")
    if name not in ("index", "contains_key"):
        return None
    m, key = enc.term(e.args[0], env), enc.at(e.args[1], type_.key, env)
    read = col.map_at if name == "index" else col.has_key
    return read(enc.symbols, m, key, type_)


def _extreme(enc: Encoder, e: Builtin, env: Env) -> z3.ExprRef:
    a, b = (enc.at(x, INT, env) for x in e.args)
    smaller = a <= b if e.name == "math.min" else a >= b
    return z3.If(smaller, a, b)


def _abs(enc: Encoder, e: Builtin, env: Env) -> z3.ExprRef:
    a = enc.at(e.args[0], INT, env)
    return z3.If(a < 0, -a, a)


def _pow(enc: Encoder, e: Builtin, env: Env) -> z3.ExprRef | None:
    """Powers with a small literal exponent; others are opaque."""
    args = [enc.at(a, INT, env) for a in e.args]
    base, exponent = (z3.IntVal(2), args[0]) if e.name == "math.pow2" else args
    exponent = z3.simplify(exponent)
    if not z3.is_int_value(exponent) or not 0 <= exponent.as_long() <= _MAX_POWER:
        return None
    result: z3.ExprRef = z3.IntVal(1)
    for _ in range(exponent.as_long()):
        result = result * base
    return z3.simplify(result)


def _range_set(enc: Encoder, e: Builtin, env: Env) -> z3.ExprRef:
    args = [enc.at(a, INT, env) for a in e.args]
    return col.set_of(
        enc.symbols, "range", args, SetType(INT), lambda p, x: z3.And(p[0] <= x, x < p[1])
    )


def _int(enc: Encoder, e: Builtin, env: Env) -> z3.ExprRef | None:
    """`wrapping_add`, `saturating_sub`, `checked_mul` and their like."""
    type_ = e.args[0].type
    if not isinstance(type_, IntType) or not type_.bits or not is_integral(e.args[1].type):
        return None
    kind, _, op = e.name.removeprefix("int.").partition("_")
    a, b = (enc.term(x, env) for x in e.args)
    exact = {"add": a + b, "sub": a - b, "mul": a * b}.get(op)
    low, high = bounds(type_)
    if exact is None or low is None or high is None:
        return None
    if kind == "saturating":
        return z3.If(exact < low, z3.IntVal(low), z3.If(exact > high, z3.IntVal(high), exact))
    if kind == "wrapping":
        whole = exact % (1 << type_.bits)
        return z3.If(whole > high, whole - (1 << type_.bits), whole)
    if kind == "checked":
        option = enc.structure(e.type)
        return z3.If(
            z3.And(low <= exact, exact <= high), option.make(1, [exact]), option.make(0, [])
        )
    return None


_RULES: dict[str, Callable[[Encoder, Builtin, Env], z3.ExprRef | None]] = {
    "math.min": _extreme,
    "math.max": _extreme,
    "math.abs": _abs,
    "math.pow": _pow,
    "math.pow2": _pow,
    "math.set_int_range": _range_set,
}
_FAMILIES: dict[str, Callable[[Encoder, Builtin, Env], z3.ExprRef | None]] = {
    "seq": _seq,
    "set": _set,
    "multiset": _multiset,
    "map": _map,
    "int": _int,
}

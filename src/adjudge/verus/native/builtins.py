"""The functions of vstd in generated Rust."""

# ruff: noqa: ARG001, ARG005  (all entries of the table have the same parameters)
from __future__ import annotations

from collections.abc import Callable

from adjudge.verus.ir import Builtin, Expr, Lambda, MultisetType, SeqType, Type, is_integral
from adjudge.verus.native.generate import Generator, Names

_PLAIN = {
    "seq.len": "len",
    "seq.subrange": "subrange",
    "seq.take": "take",
    "seq.skip": "skip",
    "seq.drop_first": "drop_first",
    "seq.drop_last": "drop_last",
    "math.pow": "pow",
    "math.min": "min",
    "math.max": "max",
    "math.abs": "abs",
    "math.isqrt": "isqrt",
}
"""Methods that take their arguments as they are."""

_MAKING = {
    "seq.push": "push",
    "seq.update": "update",
    "seq.insert": "insert",
    "seq.remove": "remove",
    "seq.add": "add",
    "seq.reverse": "reverse",
}
"""Methods that make sequences, and so take the runtime before their arguments."""

_WITH_FUNCTION = {"seq.filter": 1, "seq.all": 1, "seq.any": 1, "seq.map_values": 1, "seq.map": 2}
"""Methods that take a function, by how many parameters it has."""

_PLACES = {"seq.contains", "seq.index_of", "seq.index_of_first", "seq.index_of_last"}
_FOLDS = {"seq.fold_left": (1, 2), "seq.fold_right": (2, 1)}
"""Where the start and the function of a fold stand among the arguments."""


def builtin(g: Generator, expr: Builtin, names: Names) -> str:
    """A call of a function of vstd."""
    text = _builtin(g, expr, names)
    return g.unknown(expr.type, f"`{expr.name}`") if text is None else text


def _builtin(g: Generator, expr: Builtin, names: Names) -> str | None:
    name = expr.name.removesuffix("_alt")
    wanted = [arg for arg in expr.args if not isinstance(arg, Lambda)]
    if any(g.types.opaque(arg.type) for arg in wanted) or not _fits(g, expr):
        return None
    if name in _WITH_FUNCTION or name in _FOLDS or name == "seq.new":
        return _with_function(g, name, expr, names)
    args = [f"({g.expr(arg, names)})" for arg in expr.args]
    listed = ",".join(args[1:])
    if name in _PLAIN:
        return f"{args[0]}.{_PLAIN[name]}({listed})"
    if name in _MAKING:
        return f"{args[0]}.{_MAKING[name]}(&x.r{''.join(f',{arg}' for arg in args[1:])})"
    if name in ("seq.index", "seq.first", "seq.last"):
        method = "at" if name == "seq.index" else name[4:]
        return f"{args[0]}.{method}({''.join(f'{arg},' for arg in args[1:])}{g.unknown(expr.type)})"
    if name in _PLACES:
        item = _item(expr.args[0])
        a = g.fresh()
        same = g.same(a, args[1], item)
        return f"{args[0]}.{name[4:]}(&x.r,|{a}:{g.types.rust(item)}|{same})"
    rest = _REST.get(name)
    return rest(g, expr, args) if rest else None


def _fits(g: Generator, expr: Builtin) -> bool:
    """Whether the types of elements are those of the sequence: else nothing is generated."""
    first = expr.args[0].type if expr.args else None
    if expr.name in ("seq.push", "seq.contains") or expr.name in _PLACES:
        return g.types.rust(expr.args[1].type) == g.types.rust(_item(expr.args[0]))
    if expr.name in ("seq.update", "seq.insert"):
        return g.types.rust(expr.args[2].type) == g.types.rust(_item(expr.args[0]))
    if expr.name in ("seq.add", "seq.is_prefix_of", "seq.is_suffix_of"):
        return g.types.rust(expr.args[1].type) == g.types.rust(expr.args[0].type)
    if expr.name in ("seq.index", "seq.first", "seq.last"):
        return g.types.rust(expr.type) == g.types.rust(_item(expr.args[0]))
    if isinstance(first, SeqType) and isinstance(expr.type, SeqType) and len(expr.args) <= 3:
        made = expr.name.startswith(("seq.map", "seq.new", "seq.fold"))
        return made or g.types.rust(first) == g.types.rust(expr.type)
    return True


def _item(sequence: Expr) -> Type:
    assert isinstance(sequence.type, SeqType)
    return sequence.type.item


def _with_function(g: Generator, name: str, expr: Builtin, names: Names) -> str | None:
    """Functions that take a closure: only one that is written out can be generated."""
    start, at = _FOLDS.get(name, (0, 1))
    function = expr.args[at]
    if not isinstance(function, Lambda):
        return None
    closure = _closure(g, function, names)
    first = f"({g.expr(expr.args[0], names)})"
    if name == "seq.new":
        return f"Seq::new(&x.r,{first},{closure})"
    if name in _FOLDS:
        if g.types.rust(function.body.type) != g.types.rust(expr.args[start].type):
            return None
        unknown, begin = g.types.unknown(expr.type), g.expr(expr.args[start], names)
        return f"{first}.{name[4:]}(&x.r,{unknown},{begin},{closure})"
    if name == "seq.map_values":
        return f"{first}.map(&x.r,|_,x1|({closure})(x1))"
    return f"{first}.{name[4:]}(&x.r,{closure})"


def _closure(g: Generator, function: Lambda, names: Names) -> str:
    inner = dict(names)
    params = []
    for param in function.params:
        inner[param.name] = g.fresh()
        params.append(f"{inner[param.name]}:{g.types.rust(param.type)}")
    result = g.types.rust(function.body.type)
    return f"|{','.join(params)}|->{result}{{{g.expr(function.body, inner)}}}"


def _repeat(g: Generator, expr: Builtin, args: list[str]) -> str:
    return f"Seq::repeat(&x.r,{args[0]},{args[1]})"


def _no_duplicates(g: Generator, expr: Builtin, args: list[str]) -> str:
    item = _item(expr.args[0])
    if is_integral(item):
        return f"{args[0]}.distinct(&x.r)"
    a, b, rust = g.fresh(), g.fresh(), g.types.rust(item)
    return f"{args[0]}.no_duplicates(&x.r,|{a}:{rust},{b}:{rust}|{g.same(a, b, item)})"


def _affix(g: Generator, expr: Builtin, args: list[str]) -> str:
    a, b, item = g.fresh(), g.fresh(), _item(expr.args[0])
    rust = g.types.rust(item)
    same = f"|{a}:{rust},{b}:{rust}|{g.same(a, b, item)}"
    return f"{args[0]}.{expr.name[7:]}({args[1]},{same})"


def _extreme(g: Generator, expr: Builtin, args: list[str]) -> str | None:
    if not is_integral(_item(expr.args[0])):
        return None
    return f"{args[0]}.extreme(&x.r,{'true' if expr.name == 'seq.max' else 'false'})"


def _to_multiset(g: Generator, expr: Builtin, args: list[str]) -> str | None:
    return f"{args[0]}.to_multiset(&x.r)" if is_integral(_item(expr.args[0])) else None


def _count(g: Generator, expr: Builtin, args: list[str]) -> str | None:
    of = expr.args[0].type
    matches = isinstance(of, MultisetType) and is_integral(expr.args[1].type)
    return f"{args[0]}.count({args[1]})" if matches else None


_REST: dict[str, Callable[[Generator, Builtin, list[str]], str | None]] = {
    "seq.empty": lambda g, expr, args: f"<{g.types.rust(expr.type)}>::EMPTY",
    "seq.of": lambda g, expr, args: f"x.r.seq(&[{args[0]}])",
    "seq.repeat": _repeat,
    "seq.no_duplicates": _no_duplicates,
    "seq.is_prefix_of": _affix,
    "seq.is_suffix_of": _affix,
    "seq.max": _extreme,
    "seq.min": _extreme,
    "seq.to_multiset": _to_multiset,
    "multiset.count": _count,
    "multiset.len": lambda g, expr, args: f"{args[0]}.len()",
    "math.pow2": lambda g, expr, args: f"n(2).pow({args[0]})",
    "math.log": lambda g, expr, args: f"Num::log({args[0]},{args[1]})",
}

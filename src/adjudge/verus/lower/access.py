"""Fields, variants, indexing, views; tuples, structs and collections written out."""

# ruff: noqa: ARG001  (all rules have the same parameters)
from __future__ import annotations

from adjudge.verus import syntax as rs
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.ir import (
    BOOL,
    INT,
    Builtin,
    DataType,
    Datatype,
    Expr,
    Field,
    IsVariant,
    MapType,
    Not,
    Project,
    SeqLiteral,
    SeqType,
    SetType,
    Tuple,
    TupleType,
    Type,
)
from adjudge.verus.lower.calls import call_method, construct
from adjudge.verus.lower.context import ANY, Env, Place
from adjudge.verus.lower.dispatch import lower, rule
from adjudge.verus.lower.patterns import variant_index
from adjudge.verus.parser import parse_expr


@rule(rs.Field)
def field(place: Place, node: rs.Field, env: Env, want: Type | None) -> Expr:
    """`base.name`, `base.0`."""
    base = lower(place, node.base, env)
    span = place.span(node)
    if isinstance(base.type, TupleType) and node.name.isdigit():
        index = int(node.name)
        if index < len(base.type.items):
            return Project(base.type.items[index], base, index, span=span)
    data = datatype(place, base.type)
    if data is not None and data.is_struct:
        for i, (name, type_) in enumerate(data.variants[0].fields):
            if name == node.name:
                return Field(type_, base, 0, i, span=span)
    return place.give_up(f"field `{node.name}`", node, want)


def datatype(place: Place, type_: Type) -> Datatype | None:
    """The declaration of a struct or enum, if the type is one."""
    return place.context.types.datatypes.get(type_) if isinstance(type_, DataType) else None


@rule(rs.ArrowField)
def arrow(place: Place, node: rs.ArrowField, env: Env, want: Type | None) -> Expr:
    """`base->name`, `base->0`, `base->Some_0`."""
    base = lower(place, node.base, env)
    data = datatype(place, base.type)
    if data is not None:
        found = [
            Field(type_, base, v, i, span=place.span(node))
            for v, variant in enumerate(data.variants)
            for i, (name, type_) in enumerate(variant.fields)
            if node.name in (name, f"{variant.name}_{name}")
        ]
        if len(found) == 1:
            return found[0]
    return place.give_up(f"field `->{node.name}`", node, want)


@rule(rs.Is)
def is_variant(place: Place, node: rs.Is, env: Env, want: Type | None) -> Expr:
    """`value is Variant`."""
    value = lower(place, node.value, env)
    data = datatype(place, value.type)
    index = variant_index(data, node.variant.name) if data else None
    if index is None:
        return place.give_up(f"variant `{node.variant.text}`", node, BOOL)
    test = IsVariant(BOOL, value, index, span=place.span(node))
    return Not(BOOL, test, span=place.span(node)) if node.negated else test


@rule(rs.Has)
def has(place: Place, node: rs.Has, env: Env, want: Type | None) -> Expr:
    """`collection has element`."""
    collection = lower(place, node.collection, env)
    test = call_method(place, node, collection, "contains", [node.element], env)
    return Not(BOOL, test, span=place.span(node)) if node.negated else test


@rule(rs.Index)
def index_of(place: Place, node: rs.Index, env: Env, want: Type | None) -> Expr:
    """`base[index]`."""
    base = lower(place, node.base, env)
    if not isinstance(base.type, SeqType | MapType):
        return place.give_up("indexing", node, want)
    family, key = ("seq", INT) if isinstance(base.type, SeqType) else ("map", base.type.key)
    result = base.type.item if isinstance(base.type, SeqType) else base.type.value
    index = lower(place, node.index, env, key)
    return Builtin(result, f"{family}.index", (base, index), span=place.span(node))


@rule(rs.View)
def view(place: Place, node: rs.View, env: Env, want: Type | None) -> Expr:
    """`base@`."""
    return call_method(place, node, lower(place, node.base, env), "view", [], env)


@rule(rs.Tuple)
def tuple_of(place: Place, node: rs.Tuple, env: Env, want: Type | None) -> Expr:
    """`(a, b)`."""
    wants = want.items if isinstance(want, TupleType) and len(want.items) == len(node.items) else ()
    items = tuple(
        lower(place, item, env, wants[i] if wants else None) for i, item in enumerate(node.items)
    )
    return Tuple(TupleType(tuple(item.type for item in items)), items, span=place.span(node))


@rule(rs.Array)
def array(place: Place, node: rs.Array, env: Env, want: Type | None) -> Expr:
    """`[a, b]`."""
    return _sequence(place, node, node.items, env, want, exec_=True)


def _sequence(
    place: Place,
    node: rs.Expr,
    items: tuple[rs.Expr, ...],
    env: Env,
    want: Type | None,
    *,
    exec_: bool,
) -> Expr:
    lowered = _items(place, items, env, want)
    wanted = want.item if isinstance(want, SeqType) else ANY
    item = lowered[0].type if lowered else wanted
    return SeqLiteral(SeqType(item, exec=exec_), tuple(lowered), span=place.span(node))


def _items(place: Place, items: tuple[rs.Expr, ...], env: Env, want: Type | None) -> list[Expr]:
    hint = want.item if isinstance(want, SeqType | SetType) else None
    lowered: list[Expr] = []
    for item in items:
        lowered.append(lower(place, item, env, lowered[0].type if lowered else hint))
    return lowered


@rule(rs.MacroCall)
def macro(place: Place, node: rs.MacroCall, env: Env, want: Type | None) -> Expr:
    """`seq![..]`, `set![..]`, `vec![..]`."""
    name = node.path.name
    if name == "map" and (made := _map(place, node, env)):
        return made
    if node.args is None or name not in ("seq", "set", "vec"):
        return place.give_up(f"macro `{name}!`", node, want)
    if name == "set":
        items = _items(place, node.args, env, want)
        hint = want.item if isinstance(want, SetType) else ANY
        type_ = SetType(items[0].type if items else hint)
        return Builtin(type_, "set.of", tuple(items), span=place.span(node))
    if node.separator == ";" and len(node.args) == 2:
        value, count = (lower(place, arg, env) for arg in node.args)
        repeated = SeqType(value.type, exec=name == "vec")
        return Builtin(repeated, "seq.repeat", (count, value), span=place.span(node))
    return _sequence(place, node, node.args, env, want, exec_=name == "vec")


def _map(place: Place, node: rs.MacroCall, env: Env) -> Expr | None:
    """`map![key => value, ..]`: keys and values in turn.

    The parser leaves the tokens of more than one pair as they are.
    """
    try:
        parts = node.args or tuple(parse_expr(text) for text in _entries(node.tokens))
    except VerusSyntaxError:
        return None
    if not parts or len(parts) % 2:
        return None
    items: list[Expr] = []
    for i, part in enumerate(parts):
        items.append(lower(place, part, env, items[i % 2].type if i > 1 else None))
    type_ = MapType(items[0].type, items[1].type)
    return Builtin(type_, "map.of", tuple(items), span=place.span(node))


def _entries(tokens: tuple[str, ...]) -> list[str]:
    """The texts between the commas and arrows that stand in no brackets."""
    entries: list[list[str]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token in "([{") - (token in ")]}")
        if depth == 0 and token in (",", "=>"):
            entries.append([])
        else:
            entries[-1].append(token)
    return [" ".join(entry) for entry in entries if entry]


@rule(rs.StructLiteral)
def struct_literal(place: Place, node: rs.StructLiteral, env: Env, want: Type | None) -> Expr:
    """`S { a: 1, b, ..rest }`."""
    given = {f.name: f.value or rs.Path((rs.PathSegment(f.name),)) for f in node.fields}
    rest = lower(place, node.rest, env) if node.rest else None
    return construct(place, node, node.path, given, env, want, rest)

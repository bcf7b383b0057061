"""Names and calls: variables, constants, constructors, functions of the file and of vstd."""

# ruff: noqa: ARG001  (all rules have the same parameters)
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from adjudge.verus import syntax as rs
from adjudge.verus.ir import (
    BOOL,
    INT,
    INTS,
    NAT,
    Apply,
    Builtin,
    Construct,
    DataType,
    Expr,
    Field,
    FnType,
    If,
    IntType,
    IsVariant,
    Literal,
    Logic,
    MapType,
    MultisetType,
    OpaqueType,
    SeqType,
    SetType,
    TupleType,
    Type,
    Unspecified,
    Var,
    View,
    vstd,
)
from adjudge.verus.lower.context import ANY, Env, Place, known
from adjudge.verus.lower.dispatch import lower, rule
from adjudge.verus.lower.functions import constant, instance
from adjudge.verus.lower.patterns import variant_index
from adjudge.verus.names import Definition

_TRANSPARENT = frozenset({"clone", "deref", "as_str", "borrow", "to_owned", "to_vec"})
_TRANSPARENT |= {"to_string", "as_slice", "unwrap_ghost", "get", "spec_borrow"}
_WRAPPERS = frozenset({"Ghost", "Tracked", "Box::new", "Rc::new", "Arc::new"})
_GET = re.compile(r"get_(\w+)_(\w+)\Z")


@rule(rs.Path)
def path(place: Place, node: rs.Path, env: Env, want: Type | None) -> Expr:
    """A variable, a constant, a variant without fields."""
    name = node.ident
    if name is not None and name in env:
        variable = env[name]
        return Var(variable.type, variable.name, span=place.span(node))
    if found := _limit(place, node):
        return found
    definitions = _resolve(place, node)
    if definitions and isinstance(definitions[0].item, rs.Const):
        return constant(place, definitions[0], place.span(node))
    return construct(place, node, node, {}, env, want, None)


def _limit(place: Place, node: rs.Path) -> Expr | None:
    """`i32::MAX` and its like."""
    names = node.text.split("::")
    if len(names) < 2 or names[-2] not in INTS:
        return None
    type_ = INTS[names[-2]]
    values = {"MAX": type_.high, "MIN": type_.low, "BITS": type_.bits}
    value = values.get(names[-1])
    if value is None or not type_.bits:
        return None
    result = INTS["u32"] if names[-1] == "BITS" else type_
    return Literal(result, value, span=place.span(node))


def _resolve(place: Place, node: rs.Path) -> list[Definition]:
    names = tuple(segment.name for segment in node.segments)
    if not names:
        return []
    return place.context.definitions.resolve(names, place.within)


def construct(
    place: Place,
    node: rs.Expr,
    name: rs.Path,
    given: Mapping[str, rs.Expr],
    env: Env,
    want: Type | None,
    rest: Expr | None,
) -> Expr:
    """A value of a struct or of a variant, from its fields by name."""
    owner, variant = _constructor(place, name, want)
    data = place.context.types.datatypes.get(owner) if isinstance(owner, DataType) else None
    index = None
    if data is not None:
        index = 0 if data.is_struct else variant_index(data, variant)
    if data is None or index is None:
        return place.give_up(f"name `{name.text}`", node, want)
    fields: list[Expr] = []
    for i, (field_name, type_) in enumerate(data.variants[index].fields):
        if field_name in given:
            fields.append(lower(place, given[field_name], env, type_))
        elif rest is not None:
            fields.append(Field(type_, rest, index, i))
        else:
            return place.give_up(f"name `{name.text}` without its fields", node, want)
    return Construct(
        _refined(data.type, index, fields, place), index, tuple(fields), span=place.span(node)
    )


def _refined(type_: DataType, index: int, fields: list[Expr], place: Place) -> DataType:
    """`Option<_>` and `Result<_, _>` at the type of the field that they were made with."""
    if type_.name == "Option" and fields and type_.args[0] == ANY:
        return _standard(place, "Option", (fields[0].type,))
    if type_.name == "Result" and fields and type_.args[index] == ANY:
        args = (fields[0].type, type_.args[1]) if index == 0 else (type_.args[0], fields[0].type)
        return _standard(place, "Result", args)
    return type_


def _standard(place: Place, name: str, args: tuple[Type, ...]) -> DataType:
    made = place.context.types.datatype(name, args)
    assert isinstance(made, DataType)
    return made


def _constructor(place: Place, name: rs.Path, want: Type | None) -> tuple[Type, str]:
    """The type that a constructor's path makes, and the name of the variant."""
    last = name.name
    if last in ("Some", "None", "Ok", "Err"):
        kind = "Option" if last in ("Some", "None") else "Result"
        args = tuple(place.context.types.arguments(name, place.types))
        if isinstance(want, DataType) and want.name == kind and not args:
            return want, last
        return place.context.types.datatype(kind, args), last
    if last == "Self":
        return place.types.get("Self", OpaqueType("Self")), last
    if len(name.segments) > 1:
        owner = rs.Path(name.segments[:-1])
        if isinstance(want, DataType) and want.name == owner.name:
            return want, last
        return place.type(rs.PathType(owner)), last
    if isinstance(want, DataType) and want.name == last:
        return want, last
    return place.type(rs.PathType(name)), last


@rule(rs.Call)
def call(place: Place, node: rs.Call, env: Env, want: Type | None) -> Expr:
    """`f(x)`, `Self::f(x)`, `Some(x)`, `old(x)`, `closure(x)`."""
    function = node.function
    while isinstance(function, rs.Paren):
        function = function.inner
    if not isinstance(function, rs.Path):
        return _apply(place, node, lower(place, function, env), env, want)
    if function.ident is not None and function.ident in env:
        return _apply(place, node, lower(place, function, env), env, want)
    definitions = _resolve(place, function)
    functions = [d for d in definitions if isinstance(d.item, rs.Function)]
    if functions:
        return _call_definition(place, node, functions, function, list(node.args), env)
    if special := _special(place, node, function, env, want):
        return special
    given = {str(i): arg for i, arg in enumerate(node.args)}
    return construct(place, node, function, given, env, want, None)


def _call_definition(
    place: Place,
    node: rs.Expr,
    found: Sequence[Definition],
    name: rs.Path,
    args: list[rs.Expr],
    env: Env,
    receiver: Expr | None = None,
) -> Expr:
    specs = [d for d in found if isinstance(d.item, rs.Function) and d.item.mode == "spec"]
    if not specs:
        return place.give_up(f"function `{name.text}` that is no spec function", node)
    written = place.context.types.arguments(name, place.types)
    return instance(place, specs[0], written, args, env, place.span(node), receiver)


def _apply(place: Place, node: rs.Call, function: Expr, env: Env, want: Type | None) -> Expr:
    if not isinstance(function.type, FnType):
        return place.give_up("call of a value", node, want)
    params = function.type.params
    if len(params) != len(node.args):
        return place.give_up("call with another number of arguments", node, want)
    args = tuple(lower(place, a, env, t) for a, t in zip(node.args, params, strict=True))
    return Apply(function.type.result, function, args, span=place.span(node))


def _special(
    place: Place, node: rs.Call, name: rs.Path, env: Env, want: Type | None
) -> Expr | None:
    """Calls that Verus or vstd give a meaning."""
    own = place.context.aliases.get(name.text, name.name)
    if name.text in ("old", "final") and len(node.args) == 1:
        inner = {**env, **place.before} if name.text == "old" else env
        return lower(place, node.args[0], inner, want)
    if (name.name in _WRAPPERS or name.text in _WRAPPERS) and len(node.args) == 1:
        return lower(place, node.args[0], env, want)
    if len(name.segments) > 1 and (made := _associated(place, node, name, env, want)):
        return made
    if own == "arbitrary":
        types = place.context.types.arguments(name, place.types)
        type_ = types[0] if types else want or ANY
        return Unspecified(type_, "arbitrary()", span=place.span(node))
    if own == "imply" and len(node.args) == 2:
        left, right = (lower(place, a, env, BOOL) for a in node.args)
        return Logic(BOOL, "implies", left, right, span=place.span(node))
    if own in ("add", "sub", "mul") and len(node.args) == 2:
        left = lower(place, node.args[0], env, want)
        if isinstance(left.type, IntType) and left.type.bits:
            right = lower(place, node.args[1], env, left.type)
            return Builtin(left.type, f"int.wrapping_{own}", (left, right), span=place.span(node))
    method = vstd.function(own)
    if method is None or len(method.wants) != len(node.args):
        return None
    args = [lower(place, a, env, w) for a, w in zip(node.args, method.wants, strict=True)]
    return Builtin(
        method.type([a.type for a in args]), method.builtin, tuple(args), span=place.span(node)
    )


def _associated(
    place: Place, node: rs.Call, name: rs.Path, env: Env, want: Type | None
) -> Expr | None:
    """`Seq::new(n, f)`, `Seq::<T>::empty()`, `Set::new(p)`, and methods called by path."""
    owner = rs.Path(name.segments[:-1])
    type_ = place.type(rs.PathType(owner))
    own = name.name
    if isinstance(type_, OpaqueType) and owner.name in ("Seq", "Set", "ISet", "Multiset", "Map"):
        type_ = want if want is not None else _bare(owner.name)
    span = place.span(node)
    family = {SeqType: "seq", SetType: "set", MultisetType: "multiset", MapType: "map"}.get(
        type(type_)
    )
    if family is None:
        return None
    if own in ("empty", "full") and not node.args:
        return Builtin(type_, f"{family}.{own}", (), span=span)
    if own == "singleton" and len(node.args) == 1:
        item = lower(place, node.args[0], env, getattr(type_, "item", None))
        return Builtin(_over(type_, item.type), f"{family}.of", (item,), span=span)
    if own == "new" and isinstance(type_, SeqType) and len(node.args) == 2:
        size = lower(place, node.args[0], env, NAT)
        function = lower(place, node.args[1], env, FnType((INT,), type_.item))
        item_type = function.type.result if isinstance(function.type, FnType) else type_.item
        made = _over(type_, item_type)
        return Builtin(made, "seq.new", (size, function), span=span)
    if own == "new" and isinstance(type_, SetType) and len(node.args) == 1:
        function = lower(place, node.args[0], env, FnType((type_.item,), BOOL))
        if isinstance(function.type, FnType):
            return Builtin(_over(type_, function.type.params[0]), "set.new", (function,), span=span)
    if node.args:
        receiver = lower(place, node.args[0], env, type_)
        if vstd.method(receiver.type, own):
            return call_method(place, node, receiver, own, list(node.args[1:]), env)
    return None


def _bare(name: str) -> Type:
    kinds: dict[str, Type] = {"Seq": SeqType(ANY), "Multiset": MultisetType(ANY)}
    return kinds.get(name, MapType(ANY, ANY) if name == "Map" else SetType(ANY))


def _over(type_: Type, item: Type) -> Type:
    """A collection's type, its items' type filled in where it was not known."""
    match type_:
        case SeqType() if known(type_.item) is None:
            return SeqType(item, type_.exec)
        case SetType() if known(type_.item) is None:
            return SetType(item)
        case MultisetType() if known(type_.item) is None:
            return MultisetType(item)
    return type_


@rule(rs.MethodCall)
def method_call(place: Place, node: rs.MethodCall, env: Env, want: Type | None) -> Expr:
    """`receiver.name(args)`."""
    receiver = lower(place, node.receiver, env)
    return call_method(place, node, receiver, node.name, list(node.args), env)


def call_method(
    place: Place, node: rs.Expr, receiver: Expr, name: str, args: list[rs.Expr], env: Env
) -> Expr:
    """What a method call on a value means."""
    span = place.span(node)
    type_ = receiver.type
    owned = [
        d
        for d in place.context.definitions.methods(name)
        if isinstance(type_, DataType) and d.owner == type_.name
    ]
    if owned:
        as_path = rs.Path((rs.PathSegment(name),))
        return _call_definition(place, node, owned, as_path, args, env, receiver)
    if name in ("view", "deep_view") and not args:
        seen = viewed(type_, deep=name == "deep_view")
        if isinstance(seen, DataType):
            place.context.types.datatype(seen.name, seen.args)
        return View(seen, receiver, span=span)
    if (found := vstd.method(type_, name)) and len(found.wants) == len(args):
        return _builtin(place, found, receiver, args, env, node)
    if isinstance(type_, DataType) and (
        made := _variant_method(place, node, receiver, name, args, env)
    ):
        return made
    if name in _TRANSPARENT and not args:
        return receiver
    return place.give_up(f"method `.{name}`", node)


def _builtin(
    place: Place, found: vstd.Method, receiver: Expr, args: list[rs.Expr], env: Env, node: rs.Expr
) -> Expr:
    lowered = [receiver]
    for arg, want in zip(args, found.wants, strict=True):
        if isinstance(want, FnType) and found.builtin.startswith("seq.fold"):
            want = _fold_type(found.builtin, receiver.type, lowered, want)
        lowered.append(lower(place, arg, env, want))
    types = [a.type for a in lowered]
    result = found.type(types)
    if found.builtin in ("seq.push", "seq.insert", "seq.update", "set.insert"):
        result = _over(result, types[-1])
    if isinstance(result, DataType):  # an `Option` that the text need not name
        place.context.types.datatype(result.name, result.args)
    return Builtin(result, found.builtin, tuple(lowered), span=place.span(node))


def _fold_type(name: str, seq: Type, lowered: list[Expr], want: FnType) -> FnType:
    if "left" in name and len(lowered) > 1 and isinstance(seq, SeqType):
        return FnType((lowered[1].type, seq.item), lowered[1].type)
    return want


def viewed(type_: Type, *, deep: bool) -> Type:
    """The type of `x@`, or of `x.deep_view()`."""
    match type_:
        case SeqType():
            return SeqType(viewed(type_.item, deep=True) if deep else type_.item)
        case TupleType() if deep:
            return TupleType(tuple(viewed(t, deep=True) for t in type_.items))
        case DataType(name="Option") if deep:
            return DataType("Option", (viewed(type_.args[0], deep=True),))
    return type_


def _variant_method(
    place: Place, node: rs.Expr, value: Expr, name: str, args: list[rs.Expr], env: Env
) -> Expr | None:
    """`is_some()`, `is_Some()`, `get_Some_0()`, `unwrap()` and their like."""
    assert isinstance(value.type, DataType)
    data = place.context.types.datatypes.get(value.type)
    if data is None:
        return None
    span = place.span(node)
    standard = {"is_some": "Some", "is_none": "None", "is_ok": "Ok", "is_err": "Err"}
    if name.startswith("is_") and not args:
        index = variant_index(data, standard.get(name, name[3:]))
        return None if index is None else IsVariant(BOOL, value, index, span=span)
    if name in ("unwrap", "unwrap_err", "expect") and value.type.name in ("Option", "Result"):
        wanted = "Err" if name == "unwrap_err" else "Some" if value.type.name == "Option" else "Ok"
        index = variant_index(data, wanted) or 0
        return Field(data.variants[index].fields[0][1], value, index, 0, span=span)
    if name == "unwrap_or" and value.type.name == "Option" and len(args) == 1:
        item = value.type.args[0]
        test = IsVariant(BOOL, value, 1, span=span)
        return If(item, test, Field(item, value, 1, 0), lower(place, args[0], env, item), span=span)
    if (found := _GET.match(name)) and not args:
        index = variant_index(data, found[1])
        fields = data.variants[index].fields if index is not None else ()
        for i, (field_name, type_) in enumerate(fields):
            if field_name == found[2]:
                return Field(type_, value, index or 0, i, span=span)
    return None

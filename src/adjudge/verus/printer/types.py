"""How types, generics, patterns, attributes and macros are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adjudge.verus.printer.layout import Part, Parts, enclosed, joined, prefixed
from adjudge.verus.syntax import (
    ArrayType,
    AssocArg,
    Attribute,
    BoundsType,
    CapturingBound,
    ConstArg,
    ConstPattern,
    FieldPattern,
    FnArgs,
    FnType,
    FnTypeParam,
    GenericArgs,
    GenericParam,
    Generics,
    IdentPattern,
    InferType,
    Lifetime,
    LiteralPattern,
    MacroCall,
    MacroPattern,
    MacroType,
    NeverType,
    Node,
    OrPattern,
    ParenPattern,
    ParenType,
    Path,
    PathPattern,
    PathSegment,
    PathType,
    Pattern,
    PtrType,
    QSelf,
    RangePattern,
    RefPattern,
    RefType,
    RestPattern,
    ReturnType,
    SlicePattern,
    SliceType,
    StructPattern,
    TraitBound,
    TuplePattern,
    TupleStructPattern,
    TupleType,
    VariadicType,
    WherePredicate,
    WildcardPattern,
)

CLOSER = {"(": ")", "[": "]", "{": "}"}


def flag(word: str, present: object) -> str:
    """The word and a space, if it is present."""
    return f"{word} " if present else ""


def word(text: str | None) -> str:
    """The text and a space, or nothing."""
    return f"{text} " if text else ""


def attributes(attrs: Sequence[Attribute]) -> Parts:
    """Attributes, each followed by a space."""
    return [part for attr in attrs for part in (attr, " ")]


def spaced(tokens: Sequence[str]) -> str:
    """Tokens as a text that reads as the same tokens."""
    found = ""
    before = ""
    for token in tokens:
        glued = (before == ">" and token in (">", "=")) or (before == "<" and token in ("<", "<="))
        found += token if glued or not before else f" {token}"
        before = token
    return found


def tupled(items: Sequence[Part]) -> Parts:
    """A tuple, whose single element needs a comma."""
    return ["(", items[0], ",)"] if len(items) == 1 else enclosed("(", items, ")")


def _attribute(n: Attribute) -> Parts:
    opener = "#![" if n.inner else "#["
    inside: Parts = [" ", *joined(n.args, ", ")] if n.args else []
    tokens = f" {spaced(n.tokens)}" if n.tokens else ""
    return [opener, n.path, tokens, *inside, "]"]


def _path(n: Path) -> Parts:
    lead: Parts = ["::"] if n.rooted else []
    if n.qself:
        lead = [n.qself, "::"]
    return lead + joined(n.segments, "::")


def _qself(n: QSelf) -> Parts:
    return ["<", n.type, *prefixed(" as ", n.trait), ">"]


def _segment(n: PathSegment) -> Parts:
    return [n.name, n.args] if n.args else [n.name]


def _generic_args(n: GenericArgs) -> Parts:
    return ["::" if n.turbofish else "", *enclosed("<", n.args, ">")]


def _assoc_arg(n: AssocArg) -> Parts:
    head: Parts = [n.name, n.args] if n.args else [n.name]
    if n.value is None:
        return [*head, ": ", *joined(n.bounds, " + ")]
    return [*head, " = ", n.value]


def _fn_args(n: FnArgs) -> Parts:
    return [*enclosed("(", n.params, ")"), *prefixed(" ", n.output)]


def _fn_type(n: FnType) -> Parts:
    params: list[Part] = list(n.params)
    if n.variadic:
        params.append("...")
    lifetimes: Parts = []
    if n.lifetimes:
        lead = "for" if n.keyword == "fn" else ""
        lifetimes = [lead, *enclosed("<", n.lifetimes, ">"), " " if lead else ""]
    options = f"[{', '.join(n.options)}]" if n.options else ""
    head: Parts = [flag("unsafe", n.unsafe), word(n.abi), n.keyword]
    head = [*lifetimes, *head] if n.keyword == "fn" else [*head, *lifetimes, options]
    return [*head, *enclosed("(", params, ")"), *prefixed(" ", n.output)]


def _fn_type_param(n: FnTypeParam) -> Parts:
    name = f"{n.name}: " if n.name else ""
    return [*attributes(n.attrs), word(n.mode), name, n.type]


def _return_type(n: ReturnType) -> Parts:
    if n.pattern is None:
        return ["-> ", word(n.mode), n.type]
    return ["-> (", word(n.mode), single(n.pattern), ": ", n.type, ")"]


def _bounds_type(n: BoundsType) -> Parts:
    return [word(n.keyword), *joined(n.bounds, " + ")]


def _trait_bound(n: TraitBound) -> Parts:
    prefix = n.prefix if n.prefix in ("", "?") else f"{n.prefix} "
    lifetimes: Parts = ["for", *enclosed("<", n.lifetimes, ">"), " "] if n.lifetimes else []
    return [*lifetimes, prefix, n.path]


def _generic_param(n: GenericParam) -> Parts:
    found: Parts = [*attributes(n.attrs), flag("const", n.kind == "const"), n.name]
    if n.bounds:
        found += [": ", *joined(n.bounds, " + ")]
    if n.type:
        found += [": ", n.type]
    if n.default:
        found += [" = ", n.default]
    return found


def _where_predicate(n: WherePredicate) -> Parts:
    lifetimes: Parts = ["for", *enclosed("<", n.lifetimes, ">"), " "] if n.lifetimes else []
    return [*lifetimes, n.subject, ": ", *joined(n.bounds, " + ")]


def params_of(generics: Generics | None) -> Parts:
    """The parameters between angle brackets."""
    return enclosed("<", generics.params, ">") if generics and generics.params else []


def where_of(generics: Generics | None) -> Parts:
    """The predicates after ` where `."""
    if not generics or not generics.predicates:
        return []
    return [" where ", *joined(generics.predicates, ", ")]


_SEPARATORS = {",": ", ", ";": "; ", "=>": " => "}


def macro(n: MacroCall) -> Parts:
    """A macro call."""
    name = f" {n.name} " if n.name else ""
    inside: Parts = (
        [spaced(n.tokens)] if n.args is None else joined(n.args, _SEPARATORS[n.separator])
    )
    return [n.path, "!", name, n.delimiter, *inside, CLOSER[n.delimiter]]


def single(pattern: Pattern) -> Pattern:
    """A pattern where alternatives need parentheses."""
    return ParenPattern(pattern) if isinstance(pattern, OrPattern) else pattern


def _ident_pattern(n: IdentPattern) -> Parts:
    head = word(n.mode) + flag("ref", n.by_ref) + flag("mut", n.mutable) + n.name
    return [head, *prefixed(" @ ", n.subpattern and single(n.subpattern))]


def _ref_pattern(n: RefPattern) -> Parts:
    inner = single(n.inner)
    if isinstance(inner, IdentPattern) and inner.mutable and not inner.by_ref:
        inner = ParenPattern(inner)  # `&mut x` would be a reference to something mutable
    return ["&", flag("mut", n.mutable), inner]


def _range_pattern(n: RangePattern) -> Parts:
    return [*prefixed("", n.low), n.op, *prefixed("", n.high)]


def _field_pattern(n: FieldPattern) -> Parts:
    if n.pattern is not None:
        return [*attributes(n.attrs), n.name, ": ", n.pattern]
    head = word(n.mode) + flag("ref", n.by_ref) + flag("mut", n.mutable) + n.name
    return [*attributes(n.attrs), head]


def _struct_pattern(n: StructPattern) -> Parts:
    fields: list[Part] = [*n.fields, ".."] if n.rest else list(n.fields)
    return [n.path, *enclosed(" { ", fields, " }")]


def _tuple_pattern(n: TuplePattern) -> Parts:
    if len(n.items) == 1 and isinstance(n.items[0], RestPattern):
        return ["(..)"]
    return tupled(n.items)


def _ref_type(n: RefType) -> Parts:
    lifetime: Parts = [n.lifetime, " "] if n.lifetime else []
    return ["&", *lifetime, flag("mut", n.mutable), n.inner]


RULES: dict[type[Node], Callable[[Any], Parts]] = {
    Attribute: _attribute,
    Path: _path,
    QSelf: _qself,
    PathSegment: _segment,
    GenericArgs: _generic_args,
    AssocArg: _assoc_arg,
    ConstArg: lambda n: [n.value],
    FnArgs: _fn_args,
    FnType: _fn_type,
    FnTypeParam: _fn_type_param,
    ReturnType: _return_type,
    Lifetime: lambda n: [n.name],
    PathType: lambda n: [n.path],
    RefType: _ref_type,
    PtrType: lambda n: ["*mut " if n.mutable else "*const ", n.inner],
    SliceType: lambda n: ["[", n.inner, "]"],
    ArrayType: lambda n: ["[", n.inner, "; ", n.length, "]"],
    TupleType: lambda n: tupled(n.items),
    ParenType: lambda n: ["(", n.inner, ")"],
    NeverType: lambda _: ["!"],
    InferType: lambda _: ["_"],
    VariadicType: lambda _: ["..."],
    BoundsType: _bounds_type,
    MacroType: lambda n: [n.macro],
    MacroCall: macro,
    TraitBound: _trait_bound,
    CapturingBound: lambda n: [f"use<{', '.join(n.names)}>"],
    GenericParam: _generic_param,
    WherePredicate: _where_predicate,
    WildcardPattern: lambda _: ["_"],
    RestPattern: lambda _: [".."],
    IdentPattern: _ident_pattern,
    LiteralPattern: lambda n: [n.value],
    RangePattern: _range_pattern,
    PathPattern: lambda n: [n.path],
    TupleStructPattern: lambda n: [n.path, *enclosed("(", n.items, ")")],
    FieldPattern: _field_pattern,
    StructPattern: _struct_pattern,
    TuplePattern: _tuple_pattern,
    ParenPattern: lambda n: ["(", n.inner, ")"],
    SlicePattern: lambda n: enclosed("[", n.items, "]"),
    RefPattern: _ref_pattern,
    OrPattern: lambda n: joined(map(single, n.items), " | "),
    ConstPattern: lambda n: ["const ", n.block],
    MacroPattern: lambda n: [n.macro],
}

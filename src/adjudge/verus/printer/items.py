"""How items are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adjudge.verus.printer.layout import Mark, Part, Parts, enclosed, joined, lines, prefixed
from adjudge.verus.printer.statements import clauses
from adjudge.verus.printer.types import (
    CLOSER,
    attributes,
    flag,
    params_of,
    single,
    where_of,
    word,
)
from adjudge.verus.syntax import (
    AssumeSpecification,
    BroadcastGroup,
    BroadcastUse,
    Const,
    Enum,
    ExternBlock,
    ExternCrate,
    FieldDef,
    Fields,
    File,
    Function,
    Global,
    Impl,
    InnerAttribute,
    Item,
    MacroItem,
    Module,
    Node,
    Param,
    SelfParam,
    Struct,
    Trait,
    TypeAlias,
    Use,
    UseTree,
    Variant,
    VerusBlock,
)


def _head(n: Item) -> Parts:
    """Attributes and visibility."""
    found: Parts = []
    for attr in n.attrs:
        found += [attr, Mark.NEWLINE]
    return [*found, word(n.visibility)]


def _items(items: Sequence[Node]) -> Parts:
    return lines(items) if items else []


def _words(qualifiers: tuple[str, ...]) -> str:
    return "".join(f"{q} " for q in qualifiers if q != "!")


def _mode(n: Function | Const) -> str:
    """Publish, qualifiers and mode in the order in which they are mostly written."""
    checked = "(checked)" if isinstance(n, Function) and n.checked else ""
    mode = f"{n.mode}{checked} " if n.mode else ""
    first = [q for q in n.qualifiers if q in ("default", "broadcast")]
    rest = [q for q in n.qualifiers if q not in ("default", "broadcast")]
    return word(n.publish) + _words(tuple(first)) + mode + _words(tuple(rest))


def _function(n: Function) -> Parts:
    params: list[Part] = [*n.params, "..."] if n.variadic else list(n.params)
    found: Parts = [*_head(n), _mode(n), "fn ", n.name, *params_of(n.generics)]
    found += [*enclosed("(", params, ")"), *prefixed(" ", n.output)]
    found += [
        *where_of(n.generics),
        f" by({n.prover})" if n.prover else "",
        *clauses(n.clauses, declaration=True),
    ]
    return [*found, *(prefixed(" ", n.body) or [";"])]


def _param(n: Param) -> Parts:
    pattern: Parts = [single(n.pattern), ": "] if n.pattern else []
    return [*attributes(n.attrs), word(n.mode), *pattern, n.type]


def _self_param(n: SelfParam) -> Parts:
    reference = ("&" if n.reference else "") + word(n.lifetime)
    kind: Parts = prefixed(": ", n.type)
    head = word(n.mode) + reference + flag("mut", n.mutable) + "self"
    return [*attributes(n.attrs), head, *kind]


def _const(n: Const) -> Parts:
    found: Parts = [*_head(n), _mode(n), n.keyword, " ", n.name, *params_of(n.generics)]
    found += [*prefixed(": ", n.type), *where_of(n.generics), *clauses(n.clauses, declaration=True)]
    if n.body:
        return [*found, " ", n.body]
    return [*found, *prefixed(" = ", n.value), ";"]


def _field(n: FieldDef) -> Parts:
    name = f"{n.name}: " if n.name else ""
    return [*attributes(n.attrs), word(n.visibility), word(n.mode), name, n.type]


def _fields(n: Fields) -> Parts:
    if n.delimiter == "(":
        return enclosed("(", n.fields, ")")
    if n.delimiter == "{":
        return [" {", *(lines([[f, ","] for f in n.fields]) if n.fields else []), "}"]
    return []


def _struct(n: Struct) -> Parts:
    found: Parts = [*_head(n), word(n.mode), n.keyword, " ", n.name, *params_of(n.generics)]
    if n.fields.delimiter == "{":
        return [*found, *where_of(n.generics), n.fields]
    return [*found, n.fields, *where_of(n.generics), ";"]


def _enum(n: Enum) -> Parts:
    found: Parts = [*_head(n), word(n.mode), "enum ", n.name, *params_of(n.generics)]
    return [*found, *where_of(n.generics), " {", *_items_with_commas(n.variants), "}"]


def _items_with_commas(items: Sequence[Node]) -> Parts:
    return lines([[item, ","] for item in items]) if items else []


def _variant(n: Variant) -> Parts:
    value: Parts = prefixed(" = ", n.discriminant)
    return [*attributes(n.attrs), n.name, n.fields, *value]


def _impl(n: Impl) -> Parts:
    before = tuple(q for q in n.qualifiers if q != "const")
    found: Parts = [*_head(n), _words(before), "impl", *params_of(n.generics), " "]
    found += [flag("const", "const" in n.qualifiers), "!" if "!" in n.qualifiers else ""]
    found += [*prefixed("", n.trait), " for " if n.trait else "", n.type, *where_of(n.generics)]
    return [*found, " {", *_items(n.items), "}"]


def _bounds(n: Trait | TypeAlias) -> Parts:
    return [": ", *joined(n.bounds, " + ")] if n.bounds else []


def _trait(n: Trait) -> Parts:
    found: Parts = [*_head(n), _words(n.qualifiers), "trait ", n.name, *params_of(n.generics)]
    found += [*_bounds(n), *where_of(n.generics)]
    return [*found, " {", *_items(n.items), "}"]


def _type_alias(n: TypeAlias) -> Parts:
    found: Parts = [*_head(n), "type ", n.name, *params_of(n.generics)]
    found += _bounds(n)
    return [*found, *prefixed(" = ", n.value), *where_of(n.generics), ";"]


def _use_tree(n: UseTree) -> Parts:
    if n.group is not None:
        return [n.path, *enclosed("{", n.group, "}")]
    return [n.path, "*" if n.glob else "", f" as {n.rename}" if n.rename else ""]


def _module(n: Module) -> Parts:
    found: Parts = [*_head(n), _words(n.qualifiers), "mod ", n.name]
    return [*found, ";"] if n.items is None else [*found, " {", *_items(n.items), "}"]


def _macro_item(n: MacroItem) -> Parts:
    return [*_head(n), n.macro, ";" if n.semicolon else ""]


def _verus_block(n: VerusBlock) -> Parts:
    inside = _items(n.items)
    end = CLOSER[n.delimiter] + (";" if n.delimiter != "{" else "")
    return [*_head(n), n.path, "! ", n.delimiter, *inside, end]


def _assume_specification(n: AssumeSpecification) -> Parts:
    found: Parts = [*_head(n), _words(n.qualifiers), "assume_specification"]
    found += [*params_of(n.generics), "[ ", n.path, " ]"]
    if n.params is not None:
        found += enclosed("(", n.params, ")")
    found += prefixed(" ", n.output)
    return [*found, *where_of(n.generics), *clauses(n.clauses, declaration=True), ";"]


def _global(n: Global) -> Parts:
    found: Parts = [*_head(n), "global ", n.keyword, " ", n.type]
    if n.keyword == "size_of":
        return [*found, f" == {n.properties[0][1]};"]
    return [*found, " is ", ", ".join(f"{name} == {value}" for name, value in n.properties), ";"]


def _extern_crate(n: ExternCrate) -> Parts:
    rename = f" as {n.rename}" if n.rename else ""
    return [*_head(n), f"extern crate {n.name}{rename};"]


def _broadcast_group(n: BroadcastGroup) -> Parts:
    head: Parts = [*_head(n), "broadcast group ", n.name, " {"]
    return [*head, *_items_with_commas(n.members), "}"]


def _file(n: File) -> Parts:
    return [part for item in n.items for part in (item, Mark.NEWLINE)]


RULES: dict[type[Node], Callable[[Any], Parts]] = {
    File: _file,
    Function: _function,
    Param: _param,
    SelfParam: _self_param,
    Const: _const,
    FieldDef: _field,
    Fields: _fields,
    Struct: _struct,
    Enum: _enum,
    Variant: _variant,
    Impl: _impl,
    Trait: _trait,
    TypeAlias: _type_alias,
    Use: lambda n: [*_head(n), "use ", n.tree, ";"],
    UseTree: _use_tree,
    Module: _module,
    ExternCrate: _extern_crate,
    ExternBlock: lambda n: [*_head(n), n.abi.strip(), " {", *_items(n.items), "}"],
    MacroItem: _macro_item,
    VerusBlock: _verus_block,
    InnerAttribute: lambda n: joined(n.attrs, " "),
    BroadcastUse: lambda n: [*_head(n), "broadcast use ", *joined(n.paths, ", "), ";"],
    BroadcastGroup: _broadcast_group,
    AssumeSpecification: _assume_specification,
    Global: _global,
}

"""Finds functions in a Rust tree, and reads their signatures as language-neutral ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from adjudge.errors import BadInput
from adjudge.model import Parameter, Signature, Type
from adjudge.model.types import (
    UNIT,
    Bool,
    Char,
    Float,
    Int,
    List,
    Map,
    Nat,
    Option,
    Record,
    Set,
    Str,
    Tuple,
)
from adjudge.verus import syntax as rs

_Records: TypeAlias = dict[str, tuple[tuple[str, Type], ...]]


class Found(msgspec.Struct, frozen=True):
    """A function and where it stands.

    Attributes:
        function: Its tree.
        owner: The type whose `impl` it stands in, by name; None for a free function.
        modules: The modules around it, outermost first.
    """

    function: rs.Function
    owner: str | None
    modules: tuple[str, ...]

    @property
    def path(self) -> str:
        """How it is called from the root."""
        owner = (self.owner,) if self.owner else ()
        return "::".join((*self.modules, *owner, self.function.name))


def functions(items: Sequence[rs.Item], modules: tuple[str, ...] = ()) -> Iterator[Found]:
    """All executable functions in `items`, in the order of the text; traits are not entered."""
    for item in items:
        if isinstance(item, rs.Function) and item.is_exec:
            yield Found(item, None, modules)
        elif isinstance(item, rs.Impl) and item.trait is None:
            owner = _type_name(item.type)
            for member in item.items:
                if isinstance(member, rs.Function) and member.is_exec:
                    yield Found(member, owner, modules)
        elif isinstance(item, rs.Module) and item.items is not None:
            yield from functions(item.items, (*modules, item.name))
        elif isinstance(item, rs.VerusBlock):
            yield from functions(item.items, modules)


def target(items: Sequence[rs.Item], name: str | None = None) -> Found | None:
    """The function that a problem is about.

    Args:
        items: The program.
        name: Its name; by default it is the last public function of an `impl`, which is where
            VeriContest has it, else the last public function, else the last one.
    """
    found = list(functions(items))
    if name is not None:
        found = [f for f in found if f.function.name.removeprefix("r#") == name]
    else:
        found = [f for f in found if f.function.name != "main"]
        found = [f for f in found if f.function.visibility] or found
    methods = [f for f in found if f.owner]
    preferred = [f for f in methods if f.owner == "Solution"] or methods or found
    return preferred[-1] if preferred else None


def read_signature(found: Found, items: Sequence[rs.Item]) -> Signature:
    """The language-neutral signature of a Rust function.

    Raises:
        BadInput: If it uses a type that cases cannot have.
    """
    records: _Records = {}
    structs = {item.name: item for item in _structs(items)}
    function = found.function
    parameters, mutated = [], []
    for position, param in enumerate(function.params):
        if isinstance(param, rs.SelfParam):
            name, type_ = "self", _record(found.owner or "Self", structs, records)
        else:
            name = _parameter_name(param, position)
            type_ = _neutral(param.type, structs, records)
            if isinstance(param.type, rs.RefType) and param.type.mutable:
                mutated.append(name)
        parameters.append(Parameter(name, type_))
    returned = function.output.type if function.output else None
    returns = UNIT if returned is None else _neutral(returned, structs, records)
    if returns == UNIT and mutated:
        types = [p.type for p in parameters if p.name in mutated]
        returns = types[0] if len(types) == 1 else Tuple(tuple(types))
    else:
        mutated = []
    return Signature(function.name, tuple(parameters), returns, records, tuple(mutated))


_ATOMS: dict[str, Type] = {
    "bool": Bool(),
    "char": Char(),
    "String": Str(),
    "str": Str(),
    "f64": Float(),
    "f32": Float(),
    "int": Int("int"),
    "nat": Nat(),
    **{s + w: Int(s + w) for s in "iu" for w in ("8", "16", "32", "64", "128", "size")},
}
_LISTS = frozenset({"Vec", "VecDeque", "Seq"})
_SETS = frozenset({"HashSet", "BTreeSet", "Set"})
_MAPS = frozenset({"HashMap", "BTreeMap", "Map"})
_TRANSPARENT = frozenset({"Box", "Rc", "Arc"})


def _neutral(type_: rs.Type, structs: dict[str, rs.Struct], records: _Records) -> Type:
    match type_:
        case rs.RefType() | rs.ParenType():
            return _neutral(type_.inner, structs, records)
        case rs.SliceType() | rs.ArrayType():
            return List(_neutral(type_.inner, structs, records))
        case rs.TupleType():
            return Tuple(tuple(_neutral(item, structs, records) for item in type_.items))
        case rs.PathType():
            return _neutral_path(type_.path, structs, records)
    raise BadInput(f"a parameter or result of the kind {type(type_).__name__} fits no case")


def _neutral_path(path: rs.Path, structs: dict[str, rs.Struct], records: _Records) -> Type:
    name = path.name
    if name in _ATOMS:
        return _ATOMS[name]
    segment = path.segments[-1]
    written = segment.args.args if isinstance(segment.args, rs.GenericArgs) else ()
    arguments = [_neutral(a, structs, records) for a in written if isinstance(a, rs.Type)]
    match arguments:
        case [item] if name in _LISTS:
            return List(item)
        case [item] if name in _SETS:
            return Set(item)
        case [item] if name == "Option":
            return Option(item)
        case [item] if name in _TRANSPARENT:
            return item
        case [key, value] if name in _MAPS:
            return Map(key, value)
    return _record(name, structs, records)


def _record(name: str, structs: dict[str, rs.Struct], records: _Records) -> Type:
    struct = structs.get(name)
    if struct is None:
        raise BadInput(f"the type {name!r} fits no case")
    if name not in records:
        records[name] = ()  # it may refer to itself
        records[name] = tuple(
            (field.name or str(i), _neutral(field.type, structs, records))
            for i, field in enumerate(struct.fields.fields)
        )
    return Record(name)


def _structs(items: Sequence[rs.Item]) -> Iterator[rs.Struct]:
    for item in items:
        if isinstance(item, rs.Struct):
            yield item
        elif isinstance(item, rs.VerusBlock):
            yield from _structs(item.items)


def _type_name(type_: rs.Type) -> str | None:
    return type_.path.name if isinstance(type_, rs.PathType) else None


def _parameter_name(param: rs.Param, position: int) -> str:
    pattern = param.pattern
    return pattern.name if isinstance(pattern, rs.IdentPattern) else f"arg{position}"


def rust_type(type_: Type) -> str:
    """How a language-neutral type is usually spelled in Rust."""
    match type_:
        case Int():
            return "i128" if type_.name == "int" else type_.name
        case Nat():
            return "u128"
        case Bool() | Char():
            return str(type_)
        case Float():
            return "f64"
        case Str():
            return "String"
        case List():
            return f"Vec<{rust_type(type_.item)}>"
        case Set():
            return f"std::collections::HashSet<{rust_type(type_.item)}>"
        case Option():
            inner = rust_type(type_.item)
            return f"Option<Box<{inner}>>" if isinstance(type_.item, Record) else f"Option<{inner}>"
        case Tuple():
            return f"({''.join(rust_type(item) + ', ' for item in type_.items).rstrip()})"
        case Map():
            return f"std::collections::HashMap<{rust_type(type_.key)}, {rust_type(type_.value)}>"
        case Record():
            return type_.name
    raise BadInput(f"{type_} has no form in Rust")

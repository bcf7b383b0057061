"""Types: from how they are written to what they are; structs and enums at their arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudge.verus import syntax as rs
from adjudge.verus.ir import (
    BOOL,
    CHAR,
    INTS,
    DataType,
    Datatype,
    FnType,
    MapType,
    MultisetType,
    OpaqueType,
    SeqType,
    SetType,
    TupleType,
    Type,
    Variant,
)

_SEQS = frozenset({"Seq"})
_CONTAINERS = frozenset({"Vec", "VecDeque"})
_SETS = frozenset({"Set", "ISet", "HashSet", "BTreeSet"})
_MAPS = frozenset({"Map", "IMap", "HashMap", "BTreeMap"})
_TRANSPARENT = frozenset({"Box", "Rc", "Arc", "Ghost", "Tracked"})
_FUNCTIONS = frozenset({"spec_fn", "FnSpec"})


@dataclass
class TypeTable:
    """The types of a file.

    Attributes:
        items: Its structs, enums and aliases by name.
        datatypes: Those that were reached, at their arguments.
    """

    items: Mapping[str, rs.Struct | rs.Enum | rs.TypeAlias]
    datatypes: dict[DataType, Datatype] = field(default_factory=dict)

    def type(self, node: rs.Type | None, scope: Mapping[str, Type]) -> Type:
        """What a written type is; `scope` gives generic parameters and `Self`."""
        match node:
            case rs.RefType() | rs.ParenType():
                return self.type(node.inner, scope)
            case rs.SliceType() | rs.ArrayType():
                return SeqType(self.type(node.inner, scope), exec=True)
            case rs.TupleType():
                return TupleType(tuple(self.type(item, scope) for item in node.items))
            case rs.PathType():
                return self._path(node.path, scope)
        return OpaqueType("_")

    def _path(self, path: rs.Path, scope: Mapping[str, Type]) -> Type:
        name = path.name
        if len(path.segments) == 1 and name in scope:
            return scope[name]
        if name in INTS:
            return INTS[name]
        if name in _FUNCTIONS:
            return self._function(path, scope)
        if found := _ATOMS.get(name):
            return found
        args = self.arguments(path, scope)
        match args:
            case [item] if name in _SEQS:
                return SeqType(item)
            case [item, *_] if name in _CONTAINERS:
                return SeqType(item, exec=True)
            case [item, *_] if name in _SETS:
                return SetType(item)
            case [item] if name == "Multiset":
                return MultisetType(item)
            case [item, *_] if name in _TRANSPARENT:
                return item
            case [key, value, *_] if name in _MAPS:
                return MapType(key, value)
        return self.datatype(name, tuple(args))

    def arguments(self, path: rs.Path, scope: Mapping[str, Type]) -> list[Type]:
        """The type arguments at the end of a path."""
        written = path.segments[-1].args
        if not isinstance(written, rs.GenericArgs):
            return []
        return [self.type(a, scope) for a in written.args if isinstance(a, rs.Type)]

    def _function(self, path: rs.Path, scope: Mapping[str, Type]) -> Type:
        written = path.segments[-1].args
        if not isinstance(written, rs.FnArgs):
            return OpaqueType("spec_fn")
        params = tuple(self.type(p.type, scope) for p in written.params)
        output = self.type(written.output.type, scope) if written.output else TupleType(())
        return FnType(params, output)

    def datatype(self, name: str, args: tuple[Type, ...]) -> Type:
        """A struct, enum or alias by name, made known at these arguments; else opaque."""
        if name in ("Option", "Result"):
            wanted = 1 if name == "Option" else 2
            args = (*args, *(OpaqueType("_"),) * wanted)[:wanted]
            return self._declare(DataType(name, args), _STANDARD[name](args), is_struct=False)
        item = self.items.get(name)
        if item is None:
            return OpaqueType(name)
        names = _type_params(item.generics)
        args = (*args, *(OpaqueType("_"),) * len(names))[: len(names)]
        scope = dict(zip(names, args, strict=True))
        if isinstance(item, rs.TypeAlias):
            return self.type(item.value, scope) if item.value else OpaqueType(name)
        type_ = DataType(name, args)
        if type_ not in self.datatypes:
            self._declare(type_, (), is_struct=True)  # it may refer to itself
            inner = {**scope, "Self": type_}
            variants: tuple[Variant, ...]
            if isinstance(item, rs.Struct):
                variants = (Variant(name, self._fields(item.fields, inner)),)
            else:
                variants = tuple(
                    Variant(v.name, self._fields(v.fields, inner)) for v in item.variants
                )
            self.datatypes[type_] = Datatype(type_, variants, isinstance(item, rs.Struct))
        return type_

    def _declare(
        self, type_: DataType, variants: tuple[Variant, ...], *, is_struct: bool
    ) -> DataType:
        self.datatypes.setdefault(type_, Datatype(type_, variants, is_struct))
        return type_

    def _fields(self, fields: rs.Fields, scope: Mapping[str, Type]) -> tuple[tuple[str, Type], ...]:
        return tuple(
            (f.name or str(i), self.type(f.type, scope)) for i, f in enumerate(fields.fields)
        )


_ATOMS: dict[str, Type] = {
    "bool": BOOL,
    "char": CHAR,
    "String": SeqType(CHAR, exec=True),
    "str": SeqType(CHAR, exec=True),
    "StrSlice": SeqType(CHAR, exec=True),
}
_STANDARD = {
    "Option": lambda args: (Variant("None", ()), Variant("Some", (("0", args[0]),))),
    "Result": lambda args: (Variant("Ok", (("0", args[0]),)), Variant("Err", (("0", args[1]),))),
}


def _type_params(generics: rs.Generics | None) -> list[str]:
    return [p.name for p in generics.params if p.kind == "type"] if generics else []


def type_params(function: rs.Function) -> list[str]:
    """The names of a function's type parameters."""
    return _type_params(function.generics)


def unify(pattern: rs.Type | None, actual: Type, names: set[str], found: dict[str, Type]) -> None:
    """Learn type parameters from an argument: where `pattern` has a name, `actual` has its type."""
    match pattern:
        case rs.RefType() | rs.ParenType():
            unify(pattern.inner, actual, names, found)
        case rs.SliceType() | rs.ArrayType() if isinstance(actual, SeqType):
            unify(pattern.inner, actual.item, names, found)
        case rs.TupleType() if isinstance(actual, TupleType):
            for part, type_ in zip(pattern.items, actual.items, strict=False):
                unify(part, type_, names, found)
        case rs.PathType():
            _unify_path(pattern.path, actual, names, found)


def _unify_path(path: rs.Path, actual: Type, names: set[str], found: dict[str, Type]) -> None:
    written = path.segments[-1].args
    if len(path.segments) == 1 and path.name in names and written is None:
        found.setdefault(path.name, actual)
        return
    if isinstance(written, rs.FnArgs) and isinstance(actual, FnType):
        for param, type_ in zip(written.params, actual.params, strict=False):
            unify(param.type, type_, names, found)
        if written.output:
            unify(written.output.type, actual.result, names, found)
    elif isinstance(written, rs.GenericArgs):
        inner = [a for a in written.args if isinstance(a, rs.Type)]
        if path.name in _TRANSPARENT and inner:
            unify(inner[0], actual, names, found)
            return
        for part, type_ in zip(inner, _parts(actual), strict=False):
            unify(part, type_, names, found)


def _parts(type_: Type) -> tuple[Type, ...]:
    match type_:
        case SeqType() | SetType() | MultisetType():
            return (type_.item,)
        case MapType():
            return (type_.key, type_.value)
        case DataType():
            return type_.args
    return ()

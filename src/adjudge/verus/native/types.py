"""Types of the intermediate form in generated Rust, and cases' values on their way there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudge.errors import BadInput
from adjudge.verus.ir import (
    BoolType,
    CharType,
    DataType,
    Datatype,
    IntType,
    MultisetType,
    SeqType,
    TupleType,
    Type,
    bounds,
)

_MAX_PARTS = 10  # tuples that the runtime can read
_END = 1 << 127
OPAQUE = "Opaque"


class Types:
    """How types look in generated Rust.

    Structs are tuples of their fields, enums tuples of the variant's number and the fields of all
    variants. What the backend does not support is `Opaque`: nothing is ever known of its values.
    """

    def __init__(self, datatypes: Mapping[DataType, Datatype]) -> None:
        self._datatypes = datatypes
        self._rust: dict[Type, str] = {}
        self._open: set[Type] = set()

    def rust(self, type_: Type) -> str:
        """The Rust type."""
        known = self._rust.get(type_)
        if known is None:
            if type_ in self._open:  # it holds itself
                return OPAQUE
            self._open.add(type_)
            known = self._made(type_)
            self._open.discard(type_)
            self._rust[type_] = known
        return known

    def _made(self, type_: Type) -> str:
        match type_:
            case IntType() | CharType():
                return "Num"
            case BoolType():
                return "Truth"
            case SeqType():
                return f"Seq<{self.rust(type_.item)}>"
            case MultisetType() if self.rust(type_.item) == "Num":
                return "Bag"
        parts = self.parts(type_)
        if parts is None or not 1 <= len(parts) <= _MAX_PARTS:
            return OPAQUE
        listed = ["Num" if part is None else self.rust(part) for part in parts]
        if isinstance(type_, DataType) and OPAQUE in " ".join(listed):
            return OPAQUE  # a recursive type would unfold without end
        return f"({''.join(f'{part},' for part in listed)})"

    def parts(self, type_: Type) -> list[Type | None] | None:
        """The parts of a tuple, struct or enum; None stands for the number of the variant."""
        if isinstance(type_, TupleType):
            return list(type_.items)
        if not isinstance(type_, DataType) or type_ not in self._datatypes:
            return None
        data = self._datatypes[type_]
        fields: list[Type | None] = [t for variant in data.variants for _, t in variant.fields]
        return fields if data.is_struct else [None, *fields]

    def is_struct(self, type_: Type) -> bool:
        """Whether it is a struct rather than an enum."""
        return isinstance(type_, DataType) and self._datatypes[type_].is_struct

    def variant_fields(self, type_: DataType, variant: int) -> list[tuple[int, Type]]:
        """A variant's fields as places in the Rust tuple, with their types."""
        data = self._datatypes[type_]
        at = 0 if data.is_struct else 1
        at += sum(len(v.fields) for v in data.variants[:variant])
        return [(at + i, t) for i, (_, t) in enumerate(data.variants[variant].fields)]

    def variants(self, type_: DataType) -> int:
        """How many variants there are."""
        return len(self._datatypes[type_].variants)

    def opaque(self, type_: Type) -> bool:
        """Whether nothing is ever known of values of the type."""
        return self.rust(type_) == OPAQUE

    def unknown(self, type_: Type) -> str:
        """A value of which nothing is known but the type."""
        match type_:
            case IntType() | CharType():
                return interval(type_)
            case BoolType():
                return "U"
        if isinstance(type_, SeqType | MultisetType) and not self.opaque(type_):
            return f"<{self.rust(type_)}>::ANY"
        parts = self.parts(type_)
        if self.opaque(type_) or parts is None:
            return "Opaque(0)"
        listed = ["ALL" if part is None else self.unknown(part) for part in parts]
        return f"({''.join(f'{part},' for part in listed)})"

    def shape(self, type_: Type) -> str:
        """The values of the type that a search looks among."""
        match type_:
            case IntType() | CharType():
                return f"Shape::Int{interval(type_)[5:]}"
            case BoolType():
                return "Shape::Bool"
            case SeqType() if not self.opaque(type_.item):
                most = "MOST" if not type_.exec else str((1 << 64) - 1)
                return f"Shape::Seq(&{self.shape(type_.item)},{most})"
        parts = self.parts(type_)
        if isinstance(type_, MultisetType) or self.opaque(type_) or parts is None:
            return "Shape::Closed"
        last = self.variants(type_) - 1 if isinstance(type_, DataType) else 0
        listed = [f"Shape::Int(0,{last})" if p is None else self.shape(p) for p in parts]
        return f"Shape::Tuple(&[{','.join(listed)}])"

    def width(self, type_: Type) -> int | None:
        """How many words the key of a value has; None if it has no key."""
        match type_:
            case SeqType():
                return 2
            case IntType() | CharType() | BoolType():
                return 1
        parts = self.parts(type_)
        if self.opaque(type_) or parts is None:
            return None
        widths = [1 if part is None else self.width(part) for part in parts]
        return None if None in widths else sum(w for w in widths if w is not None)

    def encode(self, value: Any, type_: Type) -> Any:
        """A case's value as nested lists of numbers, the way a generated program reads it.

        Raises:
            BadInput: It is no value of the type.
        """
        try:
            return self._encode(value, type_)
        except (TypeError, ValueError, AttributeError, KeyError) as error:
            raise BadInput(f"a value that does not fit: {error}") from None

    def _encode(self, value: Any, type_: Type) -> Any:
        if self.opaque(type_):
            return None
        match type_:
            case CharType():
                return ord(value)
            case SeqType() if isinstance(type_.item, IntType) and set(map(type, value)) <= {int}:
                return value  # at once: long ones are common
            case SeqType():
                return [self._encode(item, type_.item) for item in value]
            case TupleType():
                pairs = zip(value, type_.items, strict=True)
                return [self._encode(item, t) for item, t in pairs]
            case DataType(name="Option"):
                some = value is not None
                return [int(some), self._encode(value, type_.args[0]) if some else None]
            case DataType():
                fields = self._datatypes[type_].variants[0].fields
                known = self._datatypes[type_].is_struct and isinstance(value, dict)
                return [self._encode(value[name], t) for name, t in fields] if known else None
            case IntType() | BoolType():
                wanted = bool if isinstance(type_, BoolType) else int
                return value if type(value) is wanted else None
        return None

    def decode(self, value: Any, type_: Type) -> Any:
        """A witness's value as people read it; None if it is not told."""
        match type_:
            case BoolType():
                return bool(value)
            case CharType():
                return chr(value)
            case SeqType() if value is not None:
                return [self.decode(item, type_.item) for item in value]
            case TupleType() if value is not None:
                return tuple(self.decode(v, t) for v, t in zip(value, type_.items, strict=True))
            case IntType():
                return value
        return None


def interval(type_: Type) -> str:
    """The range of an integral type as a `Num`."""
    low, high = bounds(type_)
    return f"range({_end(low, 'LEAST')},{_end(high, 'MOST')})"


def _end(end: int | None, infinite: str) -> str:
    return infinite if end is None or not -_END < end < _END - 1 else str(end)

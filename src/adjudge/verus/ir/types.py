"""Types of specification expressions, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

_BITS = {"8": 8, "16": 16, "32": 32, "64": 64, "128": 128, "size": 64}


@dataclass(frozen=True, slots=True)
class IntType:
    """`int`, `nat` or a machine integer; `usize` and `isize` have 64 bits by configuration."""

    name: str

    @property
    def bits(self) -> int:
        """The width in bits; 0 for `int` and `nat`."""
        return 0 if self.name in ("int", "nat") else _BITS[self.name[1:]]

    @property
    def low(self) -> int | None:
        """The smallest value, or None where there is none."""
        if self.name == "int":
            return None
        return -(1 << (self.bits - 1)) if self.name[0] == "i" else 0

    @property
    def high(self) -> int | None:
        """The largest value, or None where there is none."""
        if self.bits == 0:
            return None
        return (1 << (self.bits - 1 if self.name[0] == "i" else self.bits)) - 1


@dataclass(frozen=True, slots=True)
class BoolType:
    """`bool`."""


@dataclass(frozen=True, slots=True)
class CharType:
    """`char`; its values are code points."""


@dataclass(frozen=True, slots=True)
class SeqType:
    """A sequence.

    `Vec`, slices, arrays, `String` and `&str` are sequences too: they carry the same value as
    their view. They differ in one point: equality of two executable containers says more than
    equality of their views, so equal contents do not decide it.

    Attributes:
        item: The type of the elements.
        exec: Whether it is such a container rather than a `Seq`.
    """

    item: Type
    exec: bool = False


@dataclass(frozen=True, slots=True)
class SetType:
    """`Set<T>`, finite or not."""

    item: Type


@dataclass(frozen=True, slots=True)
class MultisetType:
    """`Multiset<T>`."""

    item: Type


@dataclass(frozen=True, slots=True)
class MapType:
    """`Map<K, V>`."""

    key: Type
    value: Type


@dataclass(frozen=True, slots=True)
class TupleType:
    """A tuple; the empty one is the unit type."""

    items: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class DataType:
    """A struct or an enum, `Option` and `Result` among them, at its type arguments."""

    name: str
    args: tuple[Type, ...] = ()


@dataclass(frozen=True, slots=True)
class FnType:
    """`spec_fn(A, B) -> C`."""

    params: tuple[Type, ...]
    result: Type


@dataclass(frozen=True, slots=True)
class OpaqueType:
    """A type of which nothing is known but its name: any value may have it."""

    name: str


Type: TypeAlias = (
    IntType
    | BoolType
    | CharType
    | SeqType
    | SetType
    | MultisetType
    | MapType
    | TupleType
    | DataType
    | FnType
    | OpaqueType
)

INT = IntType("int")
NAT = IntType("nat")
BOOL = BoolType()
CHAR = CharType()
UNIT = TupleType(())
MAX_CHAR = 0x10FFFF

INTS = {
    name: IntType(name)
    for name in ("int", "nat", *(sign + width for sign in "iu" for width in _BITS))
}


def is_integral(type_: Type) -> bool:
    """Whether values are integers: also those of `char`, as code points."""
    return isinstance(type_, IntType | CharType)


def bounds(type_: Type) -> tuple[int | None, int | None]:
    """The range of an integral type. An element of type `char` may lack it; see `semantics`."""
    if isinstance(type_, IntType):
        return type_.low, type_.high
    if isinstance(type_, CharType):
        return 0, MAX_CHAR
    return None, None


def option(item: Type) -> DataType:
    """`Option<item>`."""
    return DataType("Option", (item,))


def show(type_: Type) -> str:
    """The type as Verus writes it."""
    match type_:
        case IntType() | OpaqueType():
            return type_.name
        case BoolType():
            return "bool"
        case CharType():
            return "char"
        case SeqType():
            return f"{'Vec' if type_.exec else 'Seq'}<{show(type_.item)}>"
        case SetType():
            return f"Set<{show(type_.item)}>"
        case MultisetType():
            return f"Multiset<{show(type_.item)}>"
        case MapType():
            return f"Map<{show(type_.key)}, {show(type_.value)}>"
        case TupleType():
            return f"({', '.join(map(show, type_.items))})"
        case DataType():
            args = f"<{', '.join(map(show, type_.args))}>" if type_.args else ""
            return f"{type_.name}{args}"
        case FnType():
            return f"spec_fn({', '.join(map(show, type_.params))}) -> {show(type_.result)}"

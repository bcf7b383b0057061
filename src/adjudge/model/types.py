"""Language-neutral types of problem inputs and outputs.

A type is written as one word or as `name[...]`: `bool`, `int`, `i8` .. `i128`, `u8` .. `u128`,
`isize`, `usize`, `nat`, `float`, `char`, `str`, `list[T]`, `tuple[A, B]`, `option[T]`,
`map[K, V]`, `set[T]`, `union[A, B]`, and, with a capital letter, a record that the signature
declares (`ListNode`). `parse_type` and `str` are inverse to each other.
"""

from __future__ import annotations

import re
from typing import TypeAlias

import msgspec

from adjudge.errors import BadInput

_MAX_DEPTH = 32
_MAX_LENGTH = 4_000


class Bool(msgspec.Struct, frozen=True):
    """A truth value."""

    def __str__(self) -> str:
        return "bool"


class Int(msgspec.Struct, frozen=True):
    """An integer: mathematical (`int`), or a machine integer of a given width.

    `isize` and `usize` have 64 bits, the configuration that every verdict records.
    """

    name: str = "int"

    @property
    def low(self) -> int | None:
        """The smallest value, or None where there is none."""
        if self.name == "int":
            return None
        return -(1 << (self.bits - 1)) if self.name[0] == "i" else 0

    @property
    def high(self) -> int | None:
        """The largest value, or None where there is none."""
        if self.name == "int":
            return None
        return (1 << (self.bits - 1 if self.name[0] == "i" else self.bits)) - 1

    @property
    def bits(self) -> int:
        """The width in bits; 0 for a mathematical integer."""
        if self.name == "int":
            return 0
        return 64 if self.name.endswith("size") else int(self.name[1:])

    def __str__(self) -> str:
        return self.name


class Nat(msgspec.Struct, frozen=True):
    """A mathematical integer that is not negative."""

    def __str__(self) -> str:
        return "nat"


class Float(msgspec.Struct, frozen=True):
    """An IEEE 754 double."""

    def __str__(self) -> str:
        return "float"


class Char(msgspec.Struct, frozen=True):
    """One Unicode scalar value."""

    def __str__(self) -> str:
        return "char"


class Str(msgspec.Struct, frozen=True):
    """A string of Unicode scalar values."""

    def __str__(self) -> str:
        return "str"


class List(msgspec.Struct, frozen=True):
    """A sequence of values of one type."""

    item: Type

    def __str__(self) -> str:
        return f"list[{self.item}]"


class Set(msgspec.Struct, frozen=True):
    """A finite set."""

    item: Type

    def __str__(self) -> str:
        return f"set[{self.item}]"


class Option(msgspec.Struct, frozen=True):
    """A value or nothing. The item is no option itself, so that JSON's null is unambiguous."""

    item: Type

    def __str__(self) -> str:
        return f"option[{self.item}]"


class Tuple(msgspec.Struct, frozen=True):
    """A fixed number of values, each of its own type. The empty one is the unit type."""

    items: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple[{', '.join(map(str, self.items))}]"


class Union(msgspec.Struct, frozen=True):
    """A value of one of several types, as dynamically typed benchmarks have them."""

    items: tuple[Type, ...]

    def __str__(self) -> str:
        return f"union[{', '.join(map(str, self.items))}]"


class Map(msgspec.Struct, frozen=True):
    """A finite map."""

    key: Type
    value: Type

    def __str__(self) -> str:
        return f"map[{self.key}, {self.value}]"


class Record(msgspec.Struct, frozen=True):
    """A record by name; the signature holds its fields. May refer to itself (lists, trees)."""

    name: str

    def __str__(self) -> str:
        return self.name


Type: TypeAlias = (
    Bool | Int | Nat | Float | Char | Str | List | Set | Option | Tuple | Union | Map | Record
)

UNIT = Tuple(())

_INTS = ["int", *(s + w for s in "iu" for w in ("8", "16", "32", "64", "128", "size"))]
_ATOMS: dict[str, Type] = {
    **{name: Int(name) for name in _INTS},
    "bool": Bool(),
    "nat": Nat(),
    "float": Float(),
    "char": Char(),
    "str": Str(),
}
_KEYS = (Bool, Int, Nat, Char, Str)
_TOKEN = re.compile(r"\s*([A-Za-z_][A-Za-z_0-9]*|[\[\],])")
_ARITY = {"list": 1, "set": 1, "option": 1, "map": 2}


def parse_type(text: str) -> Type:
    """The type that `text` denotes.

    Raises:
        BadInput: If `text` is no type; the message says what was expected.
    """
    if len(text) > _MAX_LENGTH:
        raise BadInput(f"a type longer than {_MAX_LENGTH} characters")
    tokens: list[str] = []
    at = 0
    stripped = text.rstrip()
    while at < len(stripped):
        found = _TOKEN.match(stripped, at)
        if found is None:
            raise BadInput(f"unexpected {stripped[at]!r} in the type {text!r}")
        tokens.append(found[1])
        at = found.end()
    parsed, rest = _parse(tokens, text, 0)
    if rest:
        raise BadInput(f"unexpected {rest[0]!r} after the type {str(parsed)!r} in {text!r}")
    return parsed


def _parse(tokens: list[str], text: str, depth: int) -> tuple[Type, list[str]]:
    if depth > _MAX_DEPTH:
        raise BadInput(f"a type nested deeper than {_MAX_DEPTH}")
    if not tokens or not tokens[0][0].isalpha():
        raise BadInput(f"expected a type in {text!r}", mend="such as list[i32]")
    name, rest = tokens[0], tokens[1:]
    if name in _ATOMS:
        return _ATOMS[name], rest
    if name[0].isupper():
        return Record(name), rest
    if name not in _ARITY and name not in ("tuple", "union"):
        raise BadInput(f"unknown type {name!r}", mend="bool, int, i32, .., str, list[..], ..")
    arguments, rest = _parse_arguments(name, rest, text, depth)
    return _build(name, arguments), rest


def _parse_arguments(
    name: str, tokens: list[str], text: str, depth: int
) -> tuple[list[Type], list[str]]:
    if not tokens or tokens[0] != "[":
        raise BadInput(f"expected '[' after {name!r} in the type {text!r}")
    rest = tokens[1:]
    arguments: list[Type] = []
    while rest and rest[0] != "]":
        argument, rest = _parse(rest, text, depth + 1)
        arguments.append(argument)
        if rest and rest[0] == ",":
            rest = rest[1:]
        elif rest and rest[0] != "]":
            raise BadInput(f"expected ',' or ']' in the type {text!r}, found {rest[0]!r}")
    if not rest:
        raise BadInput(f"expected ']' at the end of the type {text!r}")
    return arguments, rest[1:]


def _build(name: str, arguments: list[Type]) -> Type:
    wanted = _ARITY.get(name)
    if wanted is not None and len(arguments) != wanted:
        raise BadInput(f"{name} takes {wanted} type(s), not {len(arguments)}")
    match name:
        case "list":
            return List(arguments[0])
        case "tuple":
            return Tuple(tuple(arguments))
        case "option":
            if isinstance(arguments[0], Option):
                raise BadInput("an option of an option has no unambiguous JSON form")
            return Option(arguments[0])
        case "union":
            if len(arguments) < 2:
                raise BadInput("a union needs at least two types")
            return Union(tuple(arguments))
    if not _is_key(arguments[0]):
        raise BadInput(f"{arguments[0]} cannot be a {name}'s key")
    return Set(arguments[0]) if name == "set" else Map(arguments[0], arguments[1])


def _is_key(type_: Type) -> bool:
    """Whether values of the type can be told apart exactly, and hashed."""
    if isinstance(type_, Tuple):
        return all(_is_key(item) for item in type_.items)
    return isinstance(type_, _KEYS)

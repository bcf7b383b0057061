"""Values as Rocq terms of the types that a specification declares.

Real numbers are written as rationals and mapped into the reals by the statement, so that they can
be computed with. A value that the type cannot hold is `Unfit`, with the reason.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import msgspec

from adjudge.rocq.discovery import Constructor, Declared, Facts
from adjudge.rocq.sentences import Kind
from adjudge.rocq.terms import Applied, parse_type

MAX_NAT = 50_000
"""Larger numbers are not written in unary."""

_LARGE = 1 << 40  # is written in hexadecimal, which Rocq reads faster

_QUALIFIED = {
    "Z": "BinNums.Z",
    "N": "BinNums.N",
    "positive": "BinNums.positive",
    "string": "String.string",
    "ascii": "Ascii.ascii",
    "Q": "QArith_base.Q",
}
_INTEGERS = frozenset({"Z", "nat", "N", "positive"})
_NUMERAL = re.compile(r"\s*[+-]?\d+(\.\d*)?\s*")


class Unfit(Exception):
    """A value that the declared type cannot hold."""


class Embedding(msgspec.Struct, frozen=True):
    """How a computable type stands for the declared one: the same, or reals through rationals.

    Attributes:
        type: The type of the literal.
        map: A function from literals to values of the declared type; empty if they are the same.
    """

    type: str
    map: str = ""

    def apply(self, term: str) -> str:
        """The term mapped into the declared type."""
        return f"({self.map} {term})" if self.map else term


def embedding(type_: Applied) -> Embedding:
    """The computable type for `type_`: `Q` for `R`, through lists, pairs and options."""
    inner = [embedding(a) for a in type_.args]
    if type_.name == "R":
        return Embedding("QArith_base.Q", "Rdefinitions.Q2R")
    if not any(e.map for e in inner):
        return Embedding(_spelled(type_))
    maps = [e.map or "(fun x => x)" for e in inner]
    spelled = " ".join(f"({e.type})" for e in inner)
    match type_.name:
        case "list":
            return Embedding(f"list {spelled}", f"(List.map {maps[0]})")
        case "option":
            return Embedding(f"option {spelled}", f"(option_map {maps[0]})")
        case "prod":
            pair = f"(fun p => ({maps[0]} (fst p), {maps[1]} (snd p)))"
            return Embedding(f"prod {spelled}", pair)
    return Embedding(_spelled(type_))  # literals of reals stand inside a user's own type


def _spelled(type_: Applied) -> str:
    """The type by names that hold without any import."""
    return " ".join(
        [f"@{_QUALIFIED.get(type_.name, type_.name)}", *(f"({_spelled(a)})" for a in type_.args)]
    )


def literal(value: Any, type_: Applied, facts: Facts, *, strict: bool = False) -> str:
    """The value as a closed Rocq term of the computable type for `type_`.

    Args:
        value: A value of the problem's own type.
        type_: The declared type, resolved.
        facts: For the candidate's own types.
        strict: Only the type's own kind of value: no numerals for numbers, no integers for reals.

    Raises:
        Unfit: If the type has no such value.
    """
    return _Writer(facts, strict, in_user_type=False).write(value, type_)


class _Writer:
    def __init__(self, facts: Facts, strict: bool, *, in_user_type: bool) -> None:
        self._facts = facts
        self._strict = strict
        self._in_user_type = in_user_type

    def write(self, value: Any, type_: Applied) -> str:
        name = type_.name
        if name in _INTEGERS:
            return _integer(self._whole(value), name)
        match name:
            case "bool":
                if not isinstance(value, bool):
                    raise Unfit(f"{_kind(value)} for bool")
                return "true" if value else "false"
            case "Q" | "R":
                return self._rational(value, name)
            case "string":
                return f"{_quoted(self._text(value))}%string"
            case "ascii":
                return _character(self._text(value))
            case "list":
                return self._list(value, type_.args[0])
            case "option":
                return self._option(value, type_.args[0])
            case "prod":
                return self._pair(value, type_)
            case "sum":
                return self._sum(value, type_)
            case "unit":
                return "tt"
        return self._user_value(value, type_)

    def _whole(self, value: Any) -> int:
        if isinstance(value, bool):
            raise Unfit("a bool for a number")
        if isinstance(value, int):
            return value
        if not self._strict:
            if isinstance(value, float) and value.is_integer():
                return int(value)
            if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d+\s*", value):
                return int(value)
        raise Unfit(f"{_kind(value)} for an integer")

    def _rational(self, value: Any, name: str) -> str:
        if isinstance(value, float) and math.isfinite(value):
            number = Fraction(repr(value))  # the decimal that was written, not its binary neighbour
        elif isinstance(value, int) and not isinstance(value, bool) and not self._strict:
            number = Fraction(value)
        elif isinstance(value, str) and not self._strict and _NUMERAL.fullmatch(value):
            number = Fraction(value.strip())
        else:
            raise Unfit(f"{_kind(value)} for {name}")
        term = f"(Qmake ({number.numerator})%Z ({number.denominator})%positive)"
        return f"(Rdefinitions.Q2R {term})" if name == "R" and self._in_user_type else term

    def _text(self, value: Any) -> str:
        if isinstance(value, str):
            return value
        if not self._strict and isinstance(value, list) and value:
            if all(isinstance(v, str) and len(v) == 1 for v in value):
                return "".join(value)
            if all(isinstance(v, str) and len(v) <= 2 for v in value):
                raise Unfit("a list of longer strings for a string")
        raise Unfit(f"{_kind(value)} for string")

    def _list(self, value: Any, item: Applied) -> str:
        if isinstance(value, str) and item.name in ("ascii", "nat", "Z", "string"):
            codes = item.name in ("nat", "Z")
            value = list(value.encode()) if codes else list(value)
        elif isinstance(value, dict):
            value = list(value.items())
        if not isinstance(value, (list, tuple, frozenset)):
            raise Unfit(f"{_kind(value)} for list")
        items = sorted(value) if isinstance(value, frozenset) else value
        return f"[{'; '.join(self.write(v, item) for v in items)}]"

    def _option(self, value: Any, item: Applied) -> str:
        if value is None:
            return "None"
        try:
            return f"(Some {self.write(value, item)})"
        except Unfit:
            if not self._strict and value in ([], "", ()):
                return "None"
            raise

    def _pair(self, value: Any, type_: Applied) -> str:
        if not isinstance(value, (list, tuple)) or len(value) < 2:
            raise Unfit(f"{_kind(value)} for a pair")
        *front, last = value
        left, right = type_.args
        first = front[0] if len(front) == 1 else tuple(front)
        return f"({self.write(first, left)}, {self.write(last, right)})"

    def _sum(self, value: Any, type_: Applied) -> str:
        for strict in (True, self._strict):
            for side, item in zip(("inl", "inr"), type_.args, strict=True):
                try:
                    inner = _Writer(self._facts, strict, in_user_type=self._in_user_type)
                    return f"({side} {inner.write(value, item)})"
                except Unfit:
                    continue
        raise Unfit(f"{_kind(value)} for a sum")

    def _user_value(self, value: Any, type_: Applied) -> str:
        declared = self._facts.find(type_.name)
        if declared is None or declared.kind not in (Kind.INDUCTIVE, Kind.RECORD):
            raise Unfit(f"no values of type {type_}")
        kinds = {b.type.rpartition(".")[2] for c in declared.constructors for b in c.type.binders}
        if isinstance(value, float) and value.is_integer() and kinds & {*_INTEGERS, "int"}:
            raise Unfit("a number that may be meant as an integer or as a real")
        for strict in (True, self._strict):
            inner = _Writer(self._facts, strict, in_user_type=True)
            for constructor in _by_arity(declared):
                try:
                    return inner._constructed(value, constructor, declared, type_)
                except Unfit:
                    continue
        raise Unfit(f"{_kind(value)} for {type_}")

    def _constructed(
        self, value: Any, constructor: Constructor, declared: Declared, type_: Applied
    ) -> str:
        binders = constructor.type.binders[len(type_.args) :]
        given = dict(zip((b.name for b in constructor.type.binders), type_.args, strict=False))
        types = []
        for binder in binders:
            parsed = parse_type(binder.type)
            if parsed is None:
                raise Unfit(f"no values for {constructor.name}")
            types.append(self._facts.resolve(given.get(parsed.name, parsed)))
        if not types:
            if not _is_absent(value, declared):
                raise Unfit("a value for a constant")
            parts: list[str] = []
        elif len(types) == 1:
            parts = [self.write(value, types[0])]
        else:
            values = list(value.values()) if isinstance(value, dict) else value
            if not isinstance(values, (list, tuple)) or len(values) != len(types):
                raise Unfit(f"{_kind(value)} for {constructor.name}")
            parts = [self.write(v, t) for v, t in zip(values, types, strict=True)]
        holes = ["_"] * (len(constructor.type.binders) - len(binders))
        return f"({' '.join([f'@{constructor.name}', *holes, *parts])})"


def _by_arity(declared: Declared) -> list[Constructor]:
    """Constructors with arguments first: constants are for what nothing else can hold."""
    return sorted(declared.constructors, key=lambda c: not c.type.binders)


def _is_absent(value: Any, declared: Declared) -> bool:
    """Whether a constant of the type may stand for the value: the only thing left for it."""
    constants = sum(not c.type.binders for c in declared.constructors)
    return constants == 1 and len(declared.constructors) > 1 and not isinstance(value, bool)


def _integer(number: int, name: str) -> str:
    if name == "nat" and not 0 <= number <= MAX_NAT:
        raise Unfit("a negative number for nat" if number < 0 else "too large for nat")
    if (name == "N" and number < 0) or (name == "positive" and number < 1):
        raise Unfit(f"{number} for {name}")
    written = f"{number:#x}" if abs(number) >= _LARGE else str(number)
    return f"({written})%{name}"


def _quoted(text: str) -> str:
    if "\0" in text:
        raise Unfit("a zero byte in a string")
    return '"' + text.replace('"', '""') + '"'


def _character(text: str) -> str:
    data = text.encode()
    if len(data) != 1:
        raise Unfit("a string of several bytes for a character")
    return f"(Ascii.ascii_of_nat {data[0]})"


def _kind(value: Any) -> str:
    return "None" if value is None else type(value).__name__

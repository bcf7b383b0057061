"""Values of language-neutral types, and their exact JSON form.

In Python a value is a bool, int, float, str (also a char), list, tuple, frozenset (set), dict
(map, record) or None (absent option). In JSON tuples and sets are arrays, records are objects,
maps are objects where the key is a string and arrays of pairs otherwise, and the floats that
JSON lacks are the strings "NaN", "Infinity" and "-Infinity". Nothing is lost either way:
integers have any size, floats keep every bit, strings every scalar value.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from adjudge.errors import BadInput
from adjudge.model.types import (
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
    Type,
    Union,
)

# Any: the union is recursive and unhashable; `decode` is what guarantees the shape.
Value: TypeAlias = Any
Records: TypeAlias = Mapping[str, Sequence[tuple[str, Type]]]

_MAX_DEPTH = 400
_MAX_DIGITS = 1_000_000
_CHUNK = 4_000  # Python refuses to convert longer integers in one go
_ATOMS: dict[type[Type], type] = {Bool: bool, Float: float, Str: str}
_FLOATS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def loads(text: str | bytes) -> Any:
    """The JSON value in `text`, read strictly.

    Raises:
        BadInput: If it is no JSON: also NaN, a key given twice, half a surrogate pair, bytes
            that are no UTF-8, and nesting or integers beyond any sensible size.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        loaded = json.loads(
            text,
            parse_int=_parse_int,
            parse_constant=_no_constant,
            object_pairs_hook=_no_duplicates,
        )
        if "\\u" in text:  # the only way to half a surrogate pair
            json.dumps(loaded, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"invalid UTF-8 at byte {error.start}") from None
    except UnicodeEncodeError:
        raise BadInput("a string with half a surrogate pair") from None
    except json.JSONDecodeError as error:
        raise BadInput(f"no JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise BadInput("JSON nested too deeply") from None
    return loaded


def dumps(value: Any) -> str:
    """The JSON text of an encoded value, on one line; non-ASCII characters as themselves."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_no_json)
    except ValueError:  # an integer beyond Python's limit on digits
        return "".join(_dump_parts(value))


def decode(value: Any, type_: Type, records: Records | None = None) -> Value:
    """The value that JSON `value` denotes at `type_`.

    Args:
        value: What `loads` gave.
        type_: The type that it must have.
        records: The fields of each record, by the record's name.

    Raises:
        BadInput: If it is no value of that type; the message says where and what was expected.
    """
    try:
        return _decode(value, type_, records or {}, "", 0)
    except RecursionError:  # the caller stands deep in the stack already
        raise _wrong("", f"at most {_MAX_DEPTH} levels of nesting", "more") from None


def encode(value: Value, type_: Type, records: Records | None = None) -> Any:
    """The JSON form of a value of type `type_`: the inverse of `decode`."""
    records = records or {}
    match type_:
        case Float() if not math.isfinite(value):
            return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        case List():
            return [encode(item, type_.item, records) for item in value]
        case Set():
            items = [encode(item, type_.item, records) for item in value]
            return sorted(items, key=dumps)
        case Tuple():
            return [encode(v, t, records) for v, t in zip(value, type_.items, strict=True)]
        case Option():
            return None if value is None else encode(value, type_.item, records)
        case Map() if isinstance(type_.key, Str):
            return {key: encode(item, type_.value, records) for key, item in value.items()}
        case Map():
            return [
                [encode(key, type_.key, records), encode(item, type_.value, records)]
                for key, item in value.items()
            ]
        case Record():
            fields = records[type_.name]
            return {name: encode(value[name], field, records) for name, field in fields}
        case Union():
            member = next((item for item in type_.items if _belongs(value, item, records)), None)
            if member is None:
                raise _wrong("", f"a value of {type_}", value)
            encoded = encode(value, member, records)
            if _member(encoded, type_, records, "") != member:
                raise BadInput(f"a value of {member} whose JSON form in {type_} is another value's")
            return encoded
    return value


def equal(left: Value, right: Value, *, tolerance: float = 0.0) -> bool:
    """Whether two values are the same.

    Args:
        left: A value.
        right: A value of the same type.
        tolerance: How far two floats may be apart, relative to the larger one or absolutely.
            NaN equals NaN.
    """
    # An explicit stack: records may nest as deep as a linked list is long.
    stack = [(left, right)]
    while stack:
        a, b = stack.pop()
        if isinstance(a, bool) or isinstance(b, bool):
            if a is not b:
                return False
        elif isinstance(a, float) or isinstance(b, float):
            if not _close(a, b, tolerance):
                return False
        elif isinstance(a, (list, tuple)):
            if type(a) is not type(b) or len(a) != len(b):
                return False
            stack.extend(zip(a, b, strict=True))
        elif isinstance(a, dict):
            if not isinstance(b, dict) or a.keys() != b.keys():
                return False
            stack.extend((a[key], b[key]) for key in a)
        elif a != b:
            return False
    return True


def _close(a: Any, b: Any, tolerance: float) -> bool:
    if not isinstance(a, (int, float)) or not isinstance(b, (int, float)):
        return False
    try:
        a, b = float(a), float(b)
    except OverflowError:  # an integer beyond every double
        return False
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return a == b or math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance)


def _decode(value: Any, type_: Type, records: Records, path: str, depth: int) -> Value:
    if depth > _MAX_DEPTH:
        raise _wrong(path, f"at most {_MAX_DEPTH} levels of nesting", "more")
    match type_:
        case Bool():
            return _atom(value, bool, "a bool", path)
        case Int() | Nat():
            return _decode_int(value, type_, path)
        case Float():
            return _decode_float(value, path)
        case Str():
            return _atom(value, str, "a string", path)
        case Char():
            if not isinstance(value, str) or len(value) != 1:
                raise _wrong(path, "a string of one character", value)
            return value
        case Option():
            if value is None:
                return None
            return _decode(value, type_.item, records, path, depth + 1)
        case Union():
            return _decode(value, _member(value, type_, records, path), records, path, depth + 1)
        case Record():
            return _decode_record(value, type_, records, path, depth)
        case Map():
            return _decode_map(value, type_, records, path, depth)
    items = _atom(value, list, f"an array for {type_}", path)
    if isinstance(type_, Tuple):
        if len(items) != len(type_.items):
            raise _wrong(path, f"an array of {len(type_.items)} for {type_}", f"{len(items)} items")
        parts = zip(items, type_.items, strict=True)
        return tuple(
            _decode(v, t, records, f"{path}[{i}]", depth + 1) for i, (v, t) in enumerate(parts)
        )
    if isinstance(type_.item, Int | Nat) and _are_ints(items, type_.item):
        decoded = list(items)
    else:
        decoded = [
            _decode(v, type_.item, records, f"{path}[{i}]", depth + 1) for i, v in enumerate(items)
        ]
    if isinstance(type_, List):
        return decoded
    if len(frozenset(decoded)) != len(decoded):
        raise _wrong(path, "a set", "an element given twice")
    return frozenset(decoded)


def _decode_int(value: Any, type_: Int | Nat, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(path, f"an integer ({type_})", value)
    if not _are_ints([value], type_):
        raise _wrong(path, f"an integer in the range of {type_}", value)
    return value


def _are_ints(items: list[Any], type_: Int | Nat) -> bool:
    """Whether all items are integers of the type, asked at once: lists of them are long."""
    if not items:
        return True
    if any(type(item) is not int for item in items):
        return False
    low, high = (0, None) if isinstance(type_, Nat) else (type_.low, type_.high)
    return (low is None or min(items) >= low) and (high is None or max(items) <= high)


def _decode_float(value: Any, path: str) -> float:
    if isinstance(value, str) and value in _FLOATS:
        return _FLOATS[value]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _wrong(path, "a number", value)
    try:
        number = float(value)
    except OverflowError:
        raise _wrong(path, "a number in the range of a double", value) from None
    if math.isinf(number):
        raise _wrong(path, "a number in the range of a double", value)
    return number


def _decode_record(value: Any, type_: Record, records: Records, path: str, depth: int) -> Value:
    fields = records.get(type_.name)
    if fields is None:
        raise BadInput(f"the signature declares no record {type_.name!r}")
    given = _atom(value, dict, f"an object for {type_}", path)
    names = [name for name, _ in fields]
    if sorted(given) != sorted(names):
        raise _wrong(path, f"an object with the fields {', '.join(names)}", ", ".join(given))
    return {n: _decode(given[n], t, records, f"{path}.{n}", depth + 1) for n, t in fields}


def _decode_map(value: Any, type_: Map, records: Records, path: str, depth: int) -> Value:
    if isinstance(type_.key, Str):
        pairs = list(_atom(value, dict, f"an object for {type_}", path).items())
    else:
        pairs = _atom(value, list, f"an array of pairs for {type_}", path)
    decoded: dict[Any, Value] = {}
    for i, pair in enumerate(pairs):
        place = f"{path}[{i}]"
        if len(_atom(pair, (list, tuple), "a pair", place)) != 2:
            raise _wrong(place, "a pair", pair)
        key = _decode(pair[0], type_.key, records, place, depth + 1)
        if key in decoded:
            raise _wrong(place, "each key once", pair[0])
        decoded[key] = _decode(pair[1], type_.value, records, place, depth + 1)
    return decoded


def _member(value: Any, type_: Union, records: Records, path: str) -> Type:
    """The first member of the union that JSON `value` fits; an exact number type goes first."""
    for item in type_.items:
        if isinstance(item, Float) and isinstance(value, int):
            continue
        try:
            _decode(value, item, records, "", 0)
        except BadInput:
            continue
        return item
    if Float() in type_.items and isinstance(value, int) and not isinstance(value, bool):
        return Float()
    raise _wrong(path, f"a value of {type_}", value)


def _belongs(value: Value, type_: Type, records: Records) -> bool:
    """Whether a value is one of the type."""
    match type_:
        case Int() | Nat():
            low, high = (0, None) if isinstance(type_, Nat) else (type_.low, type_.high)
            return (
                isinstance(value, int)
                and not isinstance(value, bool)
                and (low is None or value >= low)
                and (high is None or value <= high)
            )
        case Char():
            return isinstance(value, str) and len(value) == 1
        case Option():
            return value is None or _belongs(value, type_.item, records)
        case Union():
            return any(_belongs(value, item, records) for item in type_.items)
        case List() | Set():
            wanted = list if isinstance(type_, List) else frozenset
            return isinstance(value, wanted) and all(
                _belongs(item, type_.item, records) for item in value
            )
        case Tuple():
            return (
                isinstance(value, tuple)
                and len(value) == len(type_.items)
                and all(_belongs(v, t, records) for v, t in zip(value, type_.items, strict=True))
            )
        case Map():
            return isinstance(value, dict) and all(
                _belongs(k, type_.key, records) and _belongs(v, type_.value, records)
                for k, v in value.items()
            )
        case Record():
            fields = dict(records.get(type_.name, ()))
            return (
                isinstance(value, dict)
                and value.keys() == fields.keys()
                and all(_belongs(value[name], t, records) for name, t in fields.items())
            )
    return isinstance(value, _ATOMS[type(type_)])


def _atom(value: Any, wanted: type | tuple[type, ...], words: str, path: str) -> Any:
    if not isinstance(value, wanted):
        raise _wrong(path, words, value)
    return value


def _wrong(path: str, expected: str, found: Any) -> BadInput:
    shown = found if isinstance(found, str) else _shown(found)
    where = f" at {path.lstrip('.')}" if path else ""
    return BadInput(f"expected {expected}{where}, found {shown[:80]}")


def _shown(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**60:
        return f"an integer of about {int(value.bit_length() * 0.30103)} digits"
    if isinstance(value, (list, dict)):
        return f"{'an array' if isinstance(value, list) else 'an object'} of {len(value)}"
    return repr(value)


def _no_constant(name: str) -> None:
    raise BadInput(f"{name} is no JSON", mend=f'write "{name}" for a float')


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    built = dict(pairs)
    if len(built) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise BadInput(f"the key {twice!r} is given twice")
    return built


def _no_json(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} has no JSON form; encode it first")


def _parse_int(digits: str) -> int:
    if len(digits) <= _CHUNK:
        return int(digits)
    if len(digits) > _MAX_DIGITS:
        raise BadInput(f"an integer of more than {_MAX_DIGITS} digits")
    if digits[0] == "-":
        return -_parse_int(digits[1:])
    half = len(digits) // 2
    return int(_parse_int(digits[:-half]) * 10**half + _parse_int(digits[-half:]))


def _int_text(number: int) -> str:
    if number < 0:
        return "-" + _int_text(-number)
    if number.bit_length() < 3 * _CHUNK:
        return str(number)
    half = int(number.bit_length() * 0.15)
    high, low = divmod(number, 10**half)
    return _int_text(high) + _int_text(low).zfill(half)


def _dump_parts(value: Any) -> list[str]:
    """JSON text of a value that holds an integer which `json` refuses to print."""
    join: Callable[[list[str]], str] = ", ".join
    if isinstance(value, int) and not isinstance(value, bool):
        return [_int_text(value)]
    if isinstance(value, (list, tuple)):
        return ["[", join(["".join(_dump_parts(item)) for item in value]), "]"]
    if isinstance(value, dict):
        pairs = [f"{dumps(key)}: {''.join(_dump_parts(item))}" for key, item in value.items()]
        return ["{", join(pairs), "}"]
    return [json.dumps(value, ensure_ascii=False, allow_nan=False, default=_no_json)]

from __future__ import annotations

import contextlib
import json
import math
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import RECORDS, TYPED_VALUES

from adjudge.errors import BadInput
from adjudge.model import Type, parse_type, values
from adjudge.model.types import Float, Int, List, Option, Record


def identical(a: Any, b: Any) -> bool:
    """Equality that tells bools from ints, -0.0 from 0.0, and takes NaN for itself."""
    if type(a) is not type(b):
        return False
    if isinstance(a, float):
        return struct.pack("d", a) == struct.pack("d", b) or (math.isnan(a) and math.isnan(b))
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(identical, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(identical(a[key], b[key]) for key in a)
    return bool(a == b)


@given(TYPED_VALUES)
def test_json_text_loses_nothing(pair: tuple[Type, Any]) -> None:
    type_, value = pair
    text = values.dumps(values.encode(value, type_, RECORDS))
    assert "\n" not in text
    text.encode("utf-8")
    assert identical(values.decode(values.loads(text), type_, RECORDS), value)


@given(TYPED_VALUES)
def test_a_value_equals_itself(pair: tuple[Type, Any]) -> None:
    assert values.equal(pair[1], pair[1])


@given(TYPED_VALUES, TYPED_VALUES)
def test_equal_is_symmetric(one: tuple[Type, Any], other: tuple[Type, Any]) -> None:
    assert values.equal(one[1], other[1]) == values.equal(other[1], one[1])


@pytest.mark.parametrize("digits", [4_299, 4_301, 10_000, 100_000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_integers_of_any_size(digits: int, sign: str) -> None:
    text = sign + "123456789" * (digits // 9) + "7" * (digits % 9)
    loaded = values.loads(text)
    assert values.dumps(loaded) == text
    nested = {"a": [loaded, {"b": (loaded, "ü", True, None, 0.1)}]}
    written = values.dumps(nested)
    assert values.dumps(values.loads(written)) == written
    assert values.loads(written)["a"][1]["b"][1:] == ["ü", True, None, 0.1]


def test_the_longest_integer_has_a_bound() -> None:
    with pytest.raises(BadInput, match="digits"):
        values.loads("9" * 1_000_001)


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
))  # fmt: skip
def test_reads_what_json_reads(value: Any) -> None:
    text = json.dumps(value)
    assert identical(values.loads(text), value)


@given(st.text(max_size=60) | st.text('{}[]",:0123456789.eE-+ntfalsr\\u ', max_size=60))
def test_any_text_is_json_or_bad_input(text: str) -> None:
    with contextlib.suppress(BadInput):
        values.loads(text)


@given(st.binary(max_size=60))
def test_any_bytes_are_json_or_bad_input(data: bytes) -> None:
    with contextlib.suppress(BadInput):
        values.loads(data)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("NaN", "NaN is no JSON"),
        ("[-Infinity]", "no JSON"),
        ('{"a": 1, "a": 2}', "given twice"),
        ('"\\ud800"', "half a surrogate"),
        ('{"\\udfff": 1}', "half a surrogate"),
        (b'"\xff"', "invalid UTF-8"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("", "no JSON"),
        ("[1,]", "no JSON"),
        ("'a'", "no JSON"),
        ("01", "no JSON"),
        ("1 2", "no JSON"),
    ],
)
def test_what_is_no_json(text: str | bytes, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        values.loads(text)


@pytest.mark.parametrize(
    ("type_", "raw"),
    [
        ("i8", 128),
        ("i8", -129),
        ("u64", -1),
        ("nat", -1),
        ("u64", 2**64),
        ("int", True),
        ("int", 1.0),
        ("int", "1"),
        ("bool", 1),
        ("bool", "true"),
        ("float", "nan"),
        ("float", True),
        ("float", 10**400),
        ("float", math.inf),
        ("str", 1),
        ("char", ""),
        ("char", "ab"),
        ("list[int]", {}),
        ("list[int]", [None]),
        ("tuple[int, int]", [1]),
        ("tuple[]", [1]),
        ("option[int]", "x"),
        ("set[int]", [1, 1]),
        ("map[str, int]", [["a", 1]]),
        ("map[int, int]", {"1": 1}),
        ("map[int, int]", [[1, 1], [1, 2]]),
        ("map[int, int]", [[1]]),
        ("union[int, str]", 1.5),
        ("Point", {"x": 1}),
        ("Point", {"x": 1, "y": 1.0, "z": 1}),
        ("Point", [1, 1.0]),
        ("Nowhere", {}),
    ],
)
def test_what_does_not_fit_its_type(type_: str, raw: Any) -> None:
    with pytest.raises(BadInput) as caught:
        values.decode(raw, parse_type(type_), RECORDS)
    assert "expected" in str(caught.value) or "declares no record" in str(caught.value)


def test_a_complaint_says_where() -> None:
    with pytest.raises(BadInput, match=r"at \[1\]\.x, found 'a'|at \[1\]\.x, found a"):
        values.decode(
            [{"x": 1, "y": 0.0}, {"x": "a", "y": 0.0}], List(Record("Point")), RECORDS
        )  # fmt: skip


def linked(length: int) -> Any:
    node = None
    for i in range(length):
        node = {"val": i, "next": node}
    return node


def test_long_linked_lists_are_read() -> None:
    type_ = Option(Record("ListNode"))
    value = values.decode(linked(190), type_, RECORDS)
    assert values.equal(value, linked(190))
    assert values.loads(values.dumps(values.encode(value, type_, RECORDS))) == linked(190)


@pytest.mark.parametrize("length", [300, 5_000])
def test_too_long_linked_lists_are_refused(length: int) -> None:
    with pytest.raises(BadInput, match="nesting"):
        values.decode(linked(length), Option(Record("ListNode")), RECORDS)


def test_too_deep_trees_are_refused() -> None:
    tree: Any = {"name": "", "children": []}
    for _ in range(199):
        tree = {"name": "", "children": [tree]}
    with pytest.raises(BadInput, match="nesting"):
        values.decode({"name": "", "children": [tree, tree]}, Record("Tree"), RECORDS)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (1.0, 1.0 + 5e-7, True),
        (1e12, 1e12 + 1, True),
        (1.0, 1.00001, False),
        (0.0, 9e-7, True),
        (0.0, -0.0, True),
        (math.nan, math.nan, True),
        (math.nan, 0.0, False),
        (math.inf, math.inf, True),
        (math.inf, -math.inf, False),
        (math.inf, 1e308, False),
        (True, 1, False),
        (False, 0.0, False),
        (1, 1.0, True),
        (10**400, 1.0, False),
        (10**400, math.inf, False),
        ([1], (1,), False),
        ([], (), False),
        (None, [], False),
        ("a", "a ", False),
        (frozenset({1}), frozenset({1}), True),
        ({"a": 1.0}, {"a": 1.0000001}, True),
        ({"a": 1}, {"b": 1}, False),
        ([[0.1 + 0.2]], [[0.3]], True),
    ],
)
def test_equality_within_a_tolerance(left: Any, right: Any, same: bool) -> None:
    assert values.equal(left, right, tolerance=1e-6) is same
    assert values.equal(right, left, tolerance=1e-6) is same


def test_without_tolerance_floats_are_exact() -> None:
    assert not values.equal(0.1 + 0.2, 0.3)
    assert values.equal(0.3, 0.3)


def test_an_exact_number_type_of_a_union_goes_first() -> None:
    type_ = parse_type("union[float, int]")
    assert identical(values.decode(3, type_), 3)
    assert identical(values.decode(3.0, type_), 3.0)
    assert identical(values.decode("NaN", type_), math.nan)
    assert isinstance(values.decode(3, Float()), float)
    assert isinstance(values.decode(3, Int()), int)

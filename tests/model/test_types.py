from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import INTS, TYPES

from adjudge.errors import BadInput
from adjudge.model import Type, parse_type
from adjudge.model.types import UNIT, Int, List, Map, Option, Record, Set, Str, Tuple


@given(TYPES)
def test_text_and_type_are_inverse(type_: Type) -> None:
    assert parse_type(str(type_)) == type_


@given(TYPES)
def test_white_space_means_nothing(type_: Type) -> None:
    spread = str(type_).replace("[", " [ ").replace("]", " ] ").replace(",", " , ")
    assert parse_type(f"  {spread} ") == type_


@given(st.text(max_size=40) | st.text("list[](),intstrmapoption ", max_size=40))
def test_any_text_is_a_type_or_bad_input(text: str) -> None:
    with contextlib.suppress(BadInput):
        assert parse_type(str(parse_type(text))) == parse_type(text)


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("tuple[]", UNIT),
        ("list[i32]", List(Int("i32"))),
        ("map[str,list[option[u8]]]", Map(Str(), List(Option(Int("u8"))))),
        ("set[tuple[int, str]]", Set(Tuple((Int(), Str())))),
        ("ListNode", Record("ListNode")),
    ],
)
def test_examples(text: str, type_: Type) -> None:
    assert parse_type(text) == type_


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected a type"),
        ("list", "expected '['"),
        ("list[", "expected ']'"),
        ("list[]", "takes 1 type"),
        ("list[int, int]", "takes 1 type"),
        ("list[int int]", "expected ',' or ']'"),
        ("list[int]]", "unexpected ']'"),
        ("map[int]", "takes 2 type"),
        ("i7", "unknown type"),
        ("vec[int]", "unknown type"),
        ("option[option[int]]", "no unambiguous JSON form"),
        ("union[int]", "at least two"),
        ("map[float, int]", "cannot be a map's key"),
        ("set[list[int]]", "cannot be a set's key"),
        ("set[tuple[list[int]]]", "cannot be a set's key"),
        ("map[tuple[int, tuple[float]], int]", "cannot be a map's key"),
        ("int; drop", "unexpected ';'"),
        ("list[" * 40 + "int" + "]" * 40, "nested deeper"),
        ("tuple[" + "int," * 100_000 + "]", "longer than"),
    ],
)
def test_what_is_no_type_is_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint.replace("[", r"\[")):
        parse_type(text)


@pytest.mark.parametrize("name", INTS)
def test_ranges_of_integers(name: str) -> None:
    type_ = Int(name)
    if name == "int":
        assert (type_.low, type_.high, type_.bits) == (None, None, 0)
        return
    assert type_.low is not None
    assert type_.high is not None
    assert type_.high - type_.low == 2**type_.bits - 1
    assert type_.low == (0 if name.startswith("u") else -(2 ** (type_.bits - 1)))

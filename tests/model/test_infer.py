from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.model import values
from adjudge.model.infer import fit, infer_type

PYTHON_VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text("ab"),
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner, max_size=2)
    ),
    max_leaves=6,
)


# In JSON the lists and tuples of one union look the same, and so do infinity and its name.
@given(st.lists(PYTHON_VALUES, min_size=1, max_size=4))
def test_every_value_fits_the_type_inferred_from_it(samples: list[Any]) -> None:
    type_ = infer_type(samples)
    for sample in samples:
        fitted = fit(sample, type_)
        decoded = values.decode(values.encode(fitted, type_), type_)
        assert values.equal(decoded, fitted)


@pytest.mark.parametrize(
    ("samples", "type_"),
    [
        ([1, 2], "int"),
        ([1, 2.5], "float"),
        ([True], "bool"),
        ([None, 1], "option[int]"),
        ([None], "tuple[]"),
        ([[1], []], "list[int]"),
        ([[]], "list[int]"),
        ([(1, "a"), (2, "b")], "tuple[int, str]"),
        ([(1,), (1, 2)], "list[int]"),
        ([{"a": 1}], "map[str, int]"),
        ([{}], "map[str, int]"),
        ([{1: 2.0}], "map[int, float]"),
        ([frozenset({1})], "set[int]"),
        (["a", [1]], "union[str, list[int]]"),
        ([[1, None]], "list[option[int]]"),
        ([True, 1], "union[bool, int]"),
    ],
)
def test_examples(samples: list[Any], type_: str) -> None:
    assert str(infer_type(samples)) == type_

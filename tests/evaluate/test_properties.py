"""Laws: division, casts, Kleene logic, shared views."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adjudge.verus.evaluate import Truth, evaluate_expression
from adjudge.verus.evaluate.integers import cast, divide, modulo
from adjudge.verus.evaluate.unknown import Unknown, both, either, opposite
from adjudge.verus.ir import BOOL, INT, INTS

NUMBERS = st.integers(-1000, 1000)
TRUTHS = st.sampled_from([True, False, None])


@given(NUMBERS, NUMBERS.filter(bool))
def test_euclid(a: int, b: int) -> None:
    assert a == b * divide(a, b) + modulo(a, b)
    assert 0 <= modulo(a, b) < abs(b)


@given(NUMBERS, st.integers(0, 40), NUMBERS.filter(bool), st.sampled_from("+-*/%"))
def test_intervals_hold_what_they_stand_for(low: int, width: int, b: int, op: str) -> None:
    """An operation on a range of integers gives a range that holds every single result."""
    compute = {
        "+": lambda x, y: x + y,
        "-": lambda x, y: x - y,
        "*": lambda x, y: x * y,
        "/": divide,
        "%": modulo,
    }[op]
    whole = compute(Unknown(INT, low, low + width, hole=(0, ()), scale=1), b)
    ends = (whole.low, whole.high) if isinstance(whole, Unknown) else (whole, whole)
    for a in range(low, low + width + 1):
        assert ends[0] <= compute(a, b) <= ends[1]


@given(NUMBERS, st.sampled_from(["u8", "i8", "u16", "nat", "int"]))
def test_casts(value: int, name: str) -> None:
    found = cast(value, INTS[name])
    low, high = INTS[name].low, INTS[name].high
    if (low is None or low <= value) and (high is None or value <= high):
        assert found == value
    else:
        assert isinstance(found, Unknown)
        assert (found >= (low or 0)) is True
        assert cast(found, INTS[name]) is found


def _value(truth: bool | None) -> bool | Unknown:
    return Unknown(BOOL) if truth is None else truth


def _plain(truth: bool | Unknown) -> bool | None:
    return None if isinstance(truth, Unknown) else truth


@given(TRUTHS, TRUTHS)
def test_kleene(a: bool | None, b: bool | None) -> None:
    conjunction = False if a is False else _plain(both(_value(a), _value(b)))
    disjunction = True if a is True else _plain(either(_value(a), _value(b)))
    for known, result in ((False, conjunction), (True, disjunction)):
        if known in (a, b):
            assert result is known
        else:
            assert result is (None if None in (a, b) else not known)
    assert _plain(opposite(opposite(_value(a)))) is a


@given(st.lists(NUMBERS, max_size=6), st.integers(0, 6), st.integers(0, 6))
def test_views_share_and_agree(items: list[int], lo: int, hi: int) -> None:
    text = (
        "v@.subrange(lo, hi).len() == hi - lo && v@.subrange(lo, hi) =~= v@.skip(lo).take(hi - lo)"
    )
    found = evaluate_expression(
        text, {"v": "Vec<int>", "lo": "int", "hi": "int"}, {"v": items, "lo": lo, "hi": hi}
    ).truth
    assert (found is Truth.TRUE) == (lo <= hi <= len(items))

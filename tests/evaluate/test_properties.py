"""Laws: division, casts, Kleene logic, ranges against brute force, shared views."""

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


_LISTED = """
{v} < {c} | {v} <= {c} | {v} > {c} | {v} >= {c} | {v} == {c} | {v} != {c} | {v} + {w} <= {c}
{v} - {w} == {c} | {v} < {w} | 2 * {v} <= {c} | {v} * {v} <= {c} | {c} - {v} >= {w}
s[{v}] == {c} | s.contains({v}) | {v} % 2 == 0 | 3 * {v} - 2 * {w} == {c} | {v} * {w} < {c}
""".replace("\n", "|")
ATOMS = [atom.strip() for atom in _LISTED.split("|") if atom.strip()]


@st.composite
def bodies(draw: st.DrawFn, depth: int = 2) -> str:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        names = draw(st.permutations(["a", "b"]))
        return draw(st.sampled_from(ATOMS)).format(
            v=names[0], w=names[1], c=draw(st.integers(-3, 4))
        )
    op = draw(st.sampled_from(["&&", "||", "==>", "!"]))
    if op == "!":
        return f"!({draw(bodies(depth - 1))})"
    return f"({draw(bodies(depth - 1))}) {op} ({draw(bodies(depth - 1))})"


SEQ = [2, 0, 3]


def _truths(text: str, box: range) -> list[Truth]:
    return [
        evaluate_expression(
            text, {"a": "int", "b": "int", "s": "Seq<int>"}, {"a": a, "b": b, "s": SEQ}
        ).truth
        for a in box
        for b in box
    ]


@given(bodies(), st.booleans())
def test_ranges_agree_with_brute_force(body: str, universal: bool) -> None:
    """A verdict over all integers agrees with every single instance in a box."""
    keyword = "forall" if universal else "exists"
    found = evaluate_expression(f"{keyword}|a: int, b: int| {body}", {"s": "Seq<int>"}, {"s": SEQ})
    truths = _truths(body, range(-4, 6))
    if universal:
        assert found.truth is not Truth.TRUE or Truth.FALSE not in truths
        assert (
            found.truth is not Truth.FALSE
            or not all(t is Truth.TRUE for t in truths)
            or (_outside(found.witness))
        )
    else:
        assert found.truth is not Truth.FALSE or Truth.TRUE not in truths
        assert found.truth is not Truth.TRUE or Truth.TRUE in truths or _outside(found.witness)


def _outside(witness: object) -> bool:
    assert isinstance(witness, dict)
    return any(value is None or not -4 <= value < 6 for value in witness.values())


@given(st.lists(NUMBERS, max_size=6), st.integers(0, 6), st.integers(0, 6))
def test_views_share_and_agree(items: list[int], lo: int, hi: int) -> None:
    text = (
        "v@.subrange(lo, hi).len() == hi - lo && v@.subrange(lo, hi) =~= v@.skip(lo).take(hi - lo)"
    )
    found = evaluate_expression(
        text, {"v": "Vec<int>", "lo": "int", "hi": "int"}, {"v": items, "lo": lo, "hi": hi}
    ).truth
    assert (found is Truth.TRUE) == (lo <= hi <= len(items))

"""What a generated program decides, and how it says that it cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudge.errors import BadInput
from adjudge.run.sandbox import choose_sandbox
from adjudge.rust.toolchain import find_rust
from adjudge.verus.evaluate import ClauseResult, SpecEvaluator, Truth
from adjudge.verus.native import Native, generate_program

pytestmark = pytest.mark.rust

Run = Callable[..., list[tuple[ClauseResult, ...]]]
T, F, U = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN

DEFINITIONS = """
spec fn sum(s: Seq<i32>, n: int) -> int decreases n {
    if n <= 0 { 0 } else { sum(s, n - 1) + s[n - 1] }
}
spec fn segment(s: Seq<i32>, l: int, r: int) -> int decreases r - l {
    if r <= l { 0 } else { segment(s, l, r - 1) + s[r - 1] }
}
spec fn fib(n: int) -> int decreases n { if n <= 1 { n } else { fib(n - 1) + fib(n - 2) } }
spec fn factorial(n: int) -> int decreases n { if n <= 0 { 1 } else { n * factorial(n - 1) } }
spec fn endless(n: int) -> int decreases n { if n == 77 { 0 } else { endless(n + 1) } }
struct Pair { left: i32, right: Seq<i32> }
enum Shape { Dot, Box { w: int, h: int }, Line(int) }
"""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Evaluates conditions over variables at some values."""

    def call(
        conditions: list[str], types: dict[str, str], *cases: list[Any], **options: Any
    ) -> list[tuple[ClauseResult, ...]]:
        params = ", ".join(f"{name}: {type_}" for name, type_ in types.items())
        text = f"verus! {{ {DEFINITIONS} fn f({params}) ensures {', '.join(conditions)} {{}} }}"
        program = generate_program(SpecEvaluator(text, "f").contract)
        return Native(program, tmp_path, find_rust(), choose_sandbox()).clauses(cases, **options)

    return call


TABLE = [
    # Unspecified values, within their types' ranges.
    ("s[9] == 3", U),
    ("-2147483648 <= s[9] <= 2147483647", T),
    ("s[9] > 2147483647", F),
    ("false && s[9] == 3", F),
    ("s[9] == 3 ==> true", T),
    ("(if s[9] == 3 { 1int } else { 2 }) < 3", T),
    ("x / 0 == 1", U),
    ("0 <= (300int as u8) as int <= 255", T),
    ("(300int as u8) as int == 44", U),
    ("s.subrange(2, 1).len() >= 0", T),
    ("forall|k: int| 0 <= k < 9 ==> s[k] <= 5", U),
    ("forall|k: int| 0 <= k < 9 ==> s[k] <= 1", F),
    ("exists|k: int| 0 <= k < 9 && s[k] == 5", T),
    # Numbers of any size, or an honest no.
    ("factorial(20) == 2432902008176640000", T),
    ("factorial(33) > 1", T),
    ("factorial(34) > 1", U),
    ("-7int / 2 == -4 && -7int % 2 == 1 && 7int / -2 == -3 && -7int / -2 == 4", T),
    ("(250u8 & 15u8) == 10 && (1u8 << 7u8) == 128 && (1u8 << 8u8) == 0 && !1u8 == 254", T),
    # Sequences are what they contain; containers may be more.
    ("s.take(2) + s.skip(2) == s", T),
    ("s.push(1).drop_last() == s", T),
    ("s == s.update(0, 6)", F),
    ("w@ == w@.take(2)", T),
    ("w == v", U),
    ("s.reverse().last() == s[0]", T),
    ("s.to_multiset() == s.reverse().to_multiset()", T),
    ("s.filter(|e: i32| e > 2) == seq![3i32, 5i32]", T),
    ("Seq::new(3, |k: int| k * k) == seq![0int, 1, 4]", T),
    # Structs, enums, tuples.
    ("p.left == 4 && p.right.len() == 2", T),
    ("(Shape::Box { w: x, h: 2 }) == (Shape::Box { w: 3, h: 2 })", T),
    ("(Shape::Box { w: x, h: 2 }) == Shape::Line(3)", F),
    ("o is Some && o->Some_0 == 8", T),
    ("(match Shape::Line(x) { Shape::Line(n) => n, _ => 0 }) == 3", T),
    ("(1int, true) == (1int, true)", T),
    # Loops.
    ("forall|l: int, r: int| 0 <= l < r <= s.len() ==> segment(s, l, r) <= 11", T),
    ("exists|e: bool| e", T),
    ("exists|e: int| s.contains(e as i32) && e * e == 25", T),
    ("forall|e: u8| e <= 255", T),
    ("(choose|k: int| 0 <= k < 4 && s[k] == 3) == 2", T),
    ("(choose|k: int| 0 <= k < 4 && s[k] > 2) == 2", U),
    ("forall|k: int| k <= x", F),
    # Work.
    ("fib(90) == 2880067194370816120", T),
    ("sum(s, 4) == 11", T),
    ("endless(78) == 0", U),
]


def test_table(run: Run) -> None:
    types = {"s": "Seq<i32>", "x": "int", "w": "Vec<u8>", "v": "Vec<u8>", "p": "Pair"}
    types |= {"o": "Option<int>"}
    case = [[1, 2, 3, 5], 3, [1, 2], [1, 2], {"left": 4, "right": [1, 2]}, 8]
    (answers,) = run([text for text, _ in TABLE], types, case)
    found = [(text, answer.truth) for (text, _), answer in zip(TABLE, answers, strict=True)]
    assert found == TABLE


def test_reasons(run: Run) -> None:
    conditions = ["factorial(x) > 0", "endless(x) == 0", "forall|k: int| 0 <= k < x ==> k % 2 < 2"]
    types = {"x": "int"}
    few, many, huge = run(conditions, types, [5], [10**9], [1 << 127], steps=1000)
    assert [a.truth for a in few] == [T, T, T]
    assert [a.steps for a in few] == [6, 73, 6]
    assert {a.reason for a in many} == {"the budget of steps is spent"}
    assert {a.reason for a in huge} == {"an integer beyond 128 bits"}
    (deep,) = run(conditions[1:2], types, [78], steps=10**12)
    assert deep[0].reason == "recursion too deep"


def test_deep_recursion(run: Run) -> None:
    (answers,) = run(["sum(s, s.len() as int) == 400_000"], {"s": "Seq<i32>"}, [[1] * 400_000])
    assert answers[0].truth is T


def test_storage_is_limited(run: Run) -> None:
    text = "forall|k: int| 0 <= k < 3000 ==> Seq::new(20_000, |z: int| z + k).len() == 20_000"
    (answers,) = run([text], {}, [], steps=10**12)
    assert answers[0].reason == "the budget of storage is spent"


def test_witnesses(run: Run) -> None:
    text = "forall|k: int, c: bool| 0 <= k < s.len() && c ==> s[k] < 3"
    (answers,) = run([text], {"s": "Seq<i32>"}, [[1, 2, 3, 4]])
    assert answers[0].truth is F
    assert dict(answers[0].witness) == {"k": 2, "c": True}


def test_cases_do_not_see_each_other(run: Run) -> None:
    cases = [[[k] * (k % 5), k * (k % 5)] for k in range(700)]
    wrong = [[[k] * 3, 3 * k + 1] for k in range(700)]
    answers = run(["sum(s, s.len() as int) == x"], {"s": "Seq<i32>", "x": "int"}, *cases, *wrong)
    assert [a[0].truth for a in answers] == [T] * 700 + [F] * 700


def test_the_same_every_time(run: Run) -> None:
    types = {"s": "Seq<i32>"}
    text = "forall|l: int, r: int| 0 <= l < r <= s.len() ==> segment(s, l, r) <= 11"
    first, second = run([text], types, [[1, 2, 3, 5]], [[1, 2, 3, 5]])
    assert first == second


def test_unsupported_is_unknown(run: Run) -> None:
    conditions = ["m.contains_key(1)", "Set::empty().insert(x).contains(x)", "x == 3"]
    types = {"m": "Map<int, int>", "x": "int"}
    (answers,) = run(conditions, types, [{1: 2}, 3])
    assert [a.truth for a in answers] == [U, U, T]


def test_values_that_do_not_fit(run: Run) -> None:
    with pytest.raises(BadInput, match="does not fit"):
        run(["true"], {"t": "(int, int)"}, [3])


def test_numbers_that_are_no_integers_are_unknown(run: Run) -> None:
    answers = run(["x == 3", "s[0] <= 9"], {"x": "int", "s": "Seq<int>"}, [3.0, [1]], [3, [0.5]])
    assert [[a.truth for a in one] for one in answers] == [[U, T], [T, U]]

"""Type errors that Verus certainly reports, and texts that it accepts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from adjudge.datasets.registry import open_benchmark
from adjudge.judge.spec_answer import read_specification
from adjudge.judge.spec_types import type_error
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.lower import lower
from adjudge.verus.parser import parse_file

ITEMS = """
    spec fn sorted(s: Seq<i32>) -> bool { s.len() < 2 || s[0] <= s[1] }
    spec fn double(x: int) -> int { 2 * x }
    spec fn half(x: nat) -> nat { x / 2 }
"""


def text(requires: str, items: str = "") -> str:
    return f"""use vstd::prelude::*;
    verus! {{ {ITEMS} {items}
    fn f(a: Vec<i32>, x: i32, m: &mut Vec<i32>) -> (r: i32) requires {requires}, {{ }} }}"""


def read(requires: str, items: str = "") -> str:
    reference = lower(parse_file(text("true")), "f")
    found = read_specification([text(requires, items)], "f", reference)
    assert (found.stated is None) == (found.detail == "type")
    return found.message


WRONG = [
    "x",
    "x > 0 && a.len()",
    "!(a@)",
    "sorted(a)",
    "sorted(x)",
    "double(x) > 0",
    "double(x as nat) > 0",
    "half(x as int) > 0",
    "double(true) > 0",
    "a@ == 3",
    "x == true",
    "a.len() > 0 ==> a[0]",
    "forall|i: usize| i < a@.len() ==> a@[i] > 0",
    "forall|i: int| i + 1",
    "old(x) > 0",
    "old(a).len() > 0",
    "(if x { 1int } else { 0 }) > 0",
    "(x > 0) + 1 == 2",
]
RIGHT = [
    "x > 0 && a.len() > 3usize",
    "sorted(a@), sorted(a@.subrange(0, 0))",
    "double(x as int) > 0, double(3) == 6, double(a@.len() as int) >= 0",
    "half(a@.len()) >= 0, half(7) == 3",
    "a@ =~= a@, a@ == seq![1i32]",
    "forall|i: usize| i < a@.len() ==> a@[i as int] > 0",
    "old(m).len() > 0",
    "x as int == a.len(), a@.len() == a.len()",
    "a@[0] as char == 'a'",
]


@pytest.mark.parametrize("requires", WRONG)
def test_certain_errors(requires: str) -> None:
    assert read(requires)


@pytest.mark.parametrize("requires", RIGHT)
def test_no_errors(requires: str) -> None:
    assert read(requires) == ""


def test_definitions_are_looked_at() -> None:
    assert "nat" in read("g(3) > 0", "spec fn g(n: nat) -> nat { n - 1 }")
    other = "spec fn g(n: int) -> int { if n == a() { 1 } else { 2 } }"
    assert "sequence" in read("g(3) > 0", f"{other} spec fn a() -> Seq<int> {{ seq![1int] }}")
    assert read("g(3) > 0", "spec fn g(n: nat) -> int { n as int - 1 }") == ""


def test_no_reference_has_one() -> None:
    starter = open_benchmark("starter")
    for name in starter.names:
        problem = starter[name]
        assert problem.verus.spec is not None
        lowered = lower(parse_file(problem.verus.spec), problem.signature.name)
        assert type_error(lowered) == "", name


def test_nothing_that_the_real_tool_accepts_has_one(shared_data: Path) -> None:
    import gzip
    import json

    benchmark = open_benchmark(str(shared_data / "vericontest.jsonl.gz"))
    texts = [benchmark[name].verus.spec for name in list(benchmark.names)[::7]]
    said = ("E0308", "mismatched types")
    with gzip.open(shared_data / "verus_transcripts.jsonl.gz", "rt", encoding="utf-8") as file:
        runs = map(json.loads, file)
        texts += [r["program"] for r in runs if not any(s in r["stderr"] for s in said)][::7]
    seen: Counter[str] = Counter()
    for program in texts:
        try:
            lowered = lower(parse_file(program))
        except (VerusSyntaxError, LookupError):
            continue
        seen[type_error(lowered)] += 1
    assert set(seen) == {""}
    assert seen.total() > 100

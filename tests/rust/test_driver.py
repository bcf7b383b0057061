"""Random types and values go through a generated driver and come back equal."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis.strategies import SearchStrategy

from adjudge.errors import BadInput
from adjudge.judge.code import encode_input, grade
from adjudge.model import Case, Parameter, Problem, Signature, Type
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
)
from adjudge.run.cases import CaseStatus, Mode, run_cases
from adjudge.run.sandbox import choose_sandbox
from adjudge.run.work import work_folder
from adjudge.rust.build import build
from adjudge.rust.functions import rust_type
from adjudge.rust.program import assemble
from adjudge.rust.toolchain import find_rust

sys.path.insert(0, str(Path(__file__).parents[1] / "model"))
from strategies import INTS, RECORDS, values_of

pytestmark = pytest.mark.rust

MACHINE = [Int(name) for name in INTS if name != "int"]
ATOMS: list[Type] = [*MACHINE, Bool(), Float(), Char(), Str()]
KEYS: list[Type] = [Int("i32"), Int("u128"), Bool(), Char(), Str(), Tuple((Int("i8"), Str()))]


def some_types(count: int) -> list[Type]:
    """Every atom, every composite of some, and random ones up to the count."""
    chosen = random.Random(0)
    types: list[Type] = [*ATOMS, *(Set(key) for key in KEYS), *map(Record, ("Point", "ListNode"))]
    while len(types) < count:
        inner, key = chosen.choice(types), chosen.choice(KEYS)
        made: list[Type] = [List(inner), Map(key, inner), Tuple((inner, key)), Tuple((inner,))]
        if not isinstance(inner, Option):
            made.append(Option(inner))
        types.append(chosen.choice(made))
    return types


def samples(strategy: SearchStrategy[Any], count: int) -> list[Any]:
    """Random values, the same in every run."""
    from hypothesis import HealthCheck, Phase, given, settings

    found: list[Any] = []

    @settings(
        max_examples=count,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: Any) -> None:
        found.append(value)

    collect()
    return found


def test_values_of_every_type_come_back() -> None:
    """One function of many parameters, one build: each case changes all of them."""
    types = some_types(40)
    signature = Signature(
        "identity",
        tuple(Parameter(f"x{i}", type_) for i, type_ in enumerate(types)),
        Tuple(tuple(types)),
        {name: RECORDS[name] for name in ("Point", "ListNode")},
    )
    # Tuples of more than twelve have no traits in Rust, so they are nested.
    groups = [types[i : i + 8] for i in range(0, len(types), 8)]
    nested = Tuple(tuple(Tuple(tuple(group)) for group in groups))
    names = [p.name for p in signature.params]
    grouped = [names[i : i + 8] for i in range(0, len(names), 8)]
    parameters = ", ".join(f"{p.name}: {rust_type(p.type)}" for p in signature.params)
    body = ", ".join(f"({', '.join(group)})" for group in grouped)
    answer = f"pub fn identity({parameters}) -> {rust_type(nested)} {{ ({body}) }}"
    problem = Problem(
        "identity", Signature("identity", signature.params, nested, signature.records)
    )
    columns = [samples(values_of(type_), 30) for type_ in types]
    longest = max(map(len, columns))
    cases = []
    for i in range(longest):
        args = tuple(column[i % len(column)] for column in columns)
        split = tuple(tuple(args[k : k + 8]) for k in range(0, len(args), 8))
        cases.append(Case(args, split))
    check_all_pass(problem, answer, cases)


def check_all_pass(problem: Problem, answer: str, cases: list[Case]) -> None:
    sandbox = choose_sandbox()
    with work_folder() as folder:
        program = assemble(answer, problem)
        assert program.mode is Mode.WORKER
        built = build(program.source, folder, find_rust(), sandbox)
        assert built.program is not None, built.message
        inputs = [encode_input(problem, case) for case in cases]
        runs = run_cases(
            [str(built.program)],
            inputs,
            mode=program.mode,
            sandbox=sandbox,
            readable=[built.program],
        )
    for case, run in zip(cases, runs, strict=True):
        assert run.status is CaseStatus.OK, (run, case)
        assert grade(problem, case, run).category is None, (run.answer, case)


def one(returns: Type, **params: Type) -> Problem:
    given = tuple(Parameter(name, type_) for name, type_ in params.items())
    return Problem("f", Signature("f", given, returns))


NUMBERS = List(Int("i32"))
SHAPES = {
    "free": "pub fn f(x: Vec<i32>) -> Vec<i32> { x }",
    "private": "fn f(x: Vec<i32>) -> Vec<i32> { x }",
    "method": "impl Solution { pub fn f(x: Vec<i32>) -> Vec<i32> { x } }",
    "declared": "pub struct Solution;\nimpl Solution { pub fn f(x: Vec<i32>) -> Vec<i32> { x } }",
    "in a module": "pub mod deep { pub fn f(x: Vec<i32>) -> Vec<i32> { x } }",
    "slice": "pub fn f(x: &[i32]) -> Vec<i32> { x.to_vec() }",
    "reference": "pub fn f(x: &Vec<i32>) -> Vec<i32> { x.clone() }",
    "mutable reference": "pub fn f(x: &mut Vec<i32>) -> Vec<i32> { x.clone() }",
    "mutable": "pub fn f(mut x: Vec<i32>) -> Vec<i32> { x.push(1); x.pop(); x }",
    "generic": "pub fn f<T: Clone>(x: Vec<T>) -> Vec<T> { x }",
    "alias": "type V = Vec<i32>; pub fn f(x: V) -> V { x }",
    "own main": "fn main() { panic!() }\npub fn f(x: Vec<i32>) -> Vec<i32> { x }",
    "verus": "use vstd::prelude::*;\nverus! { pub fn f(x: Vec<i32>) -> (r: Vec<i32>)"
    " ensures r@ == x@ { proof { assert(true); } x } fn main() {} }",
    "vstd": "use vstd::prelude::*;\npub fn f(x: Vec<i32>) -> Vec<i32> "
    "{ let mut y = x; if y.len() > 0 { let a = y[0]; y.set(0, a); } y }",
    "raw identifier": "pub fn r#f(x: Vec<i32>) -> Vec<i32> { x }",
    "comment at the end": "pub fn f(x: Vec<i32>) -> Vec<i32> { x } // done",
    "inner attribute": "#![allow(dead_code)]\npub fn f(x: Vec<i32>) -> Vec<i32> { x }",
    "prints": 'pub fn f(x: Vec<i32>) -> Vec<i32> { println!("+[]"); x }',
    "array by value": "pub fn f(x: Vec<i32>) -> Vec<i32> { let [] = [0u8; 0]; x }",
}


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_of_answer_is_called(name: str) -> None:
    problem = one(NUMBERS, x=NUMBERS)
    if name == "generic":
        # Its types say nothing, so the reference's signature is taken.
        verus = type(problem.verus)(code=SHAPES["free"])
        problem = Problem("f", problem.signature, verus=verus)
    check_all_pass(problem, SHAPES[name], [Case(([],), []), Case(([1, -2],), [1, -2])])


def test_final_values_of_changed_arguments_are_the_output() -> None:
    signature = Signature("f", (Parameter("x", NUMBERS),), NUMBERS, {}, ("x",))
    answer = "pub fn f(x: &mut Vec<i32>) { x.reverse(); }"
    check_all_pass(Problem("f", signature), answer, [Case(([1, 2],), [2, 1])])


def test_a_string_slice_is_taken() -> None:
    problem = one(Str(), s=Str())
    answer = "pub fn f(s: &str) -> String { s.chars().rev().collect() }"
    check_all_pass(problem, answer, [Case(("aß\u2028\n😀",), "😀\n\u2028ßa"), Case(("",), "")])


@pytest.mark.parametrize("value", [0, 1, 2**64, 2**100, 2**127 - 1])
def test_mathematical_integers_are_wide_ones(value: int) -> None:
    problem = one(Nat(), n=Nat())
    check_all_pass(problem, "pub fn f(n: u128) -> u128 { n }", [Case((value,), value)])


def test_other_parameters_are_refused() -> None:
    with pytest.raises(BadInput, match="takes 2 arguments, the problem has 1"):
        assemble("pub fn f(a: i32, b: i32) -> i32 { a }", one(Int("i32"), a=Int("i32")))


def test_values_that_do_not_fit_the_answers_types_are_refused() -> None:
    problem = one(Int("i64"), n=Int("i64"))
    sandbox = choose_sandbox()
    with work_folder() as folder:
        program = assemble("pub fn f(n: i8) -> i64 { n as i64 }", problem)
        built = build(program.source, folder, find_rust(), sandbox)
        assert built.program is not None
        runs = run_cases(
            [str(built.program)],
            [b"[1]", b"[128]", b"[]", b'["1"]', b"nonsense", b"[1.5]", b"[2]"],
            mode=program.mode,
            sandbox=sandbox,
            readable=[built.program],
        )
    statuses = [str(run.status) for run in runs]
    assert statuses == ["ok", *["refused"] * 5, "ok"]

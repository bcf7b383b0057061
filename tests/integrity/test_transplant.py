"""Proof parts move to where they belong, and the reference's own text stays."""

from __future__ import annotations

from collections import Counter

import pytest
from material import NAMES, exact_form, program, reference, same_program

from adjudge.judge.integrity import compare
from adjudge.judge.integrity.difference import first_difference
from adjudge.verus.parser import parse_file
from adjudge.verus.transplant import transplant

CODE = """    let mut i: usize = 0;
    while i < n {
        if i > 3 {
            a = a + 1;
        }
        i += 1;
    }
    a"""


def function(body: str, head: str = "pub fn f(mut a: u8, n: usize) -> (r: u8)") -> str:
    return program(f"{head}\n    requires n < 9,\n{{\n{body}\n}}")


def moved(candidate: str, ours: str = CODE) -> str:
    """What the transplant makes of a body that is all placed."""
    made = transplant(function(candidate), function(ours))
    assert not made.unplaced
    assert compare(function(ours), made.text).unchanged
    return made.text


PLACES = {
    "invariants": CODE.replace("i < n {", "i < n invariant i <= n, decreases n - i, {"),
    "before all": f"    proof {{ lemma(); }}\n{CODE}",
    "after loop": f"{CODE[:-5]}    assert(i >= n);\n    a",
    "in branch": CODE.replace("a = a + 1;", "assert(i > 3); a = a + 1; proof { }"),
    "else": CODE.replace("        i += 1", "        else { assert(i <= 3); }\n        i += 1"),
    "ghost variables": f"    let ghost g = a;\n    let ghost mut h = 0int;\n{CODE}",
    "hint for a loop": CODE.replace("while", "#[verifier::loop_isolation(false)] while"),
    "calculation": CODE.replace("i += 1;", "calc! { (==) 1int; {} 1int; } i += 1;"),
    "nested block": CODE.replace("i += 1;", "{ assert(true); } i += 1;"),
    "local use": f"    broadcast use vstd::seq::group_seq_axioms;\n{CODE}",
}


@pytest.mark.parametrize("body", PLACES.values(), ids=PLACES)
def test_equal_code(body: str) -> None:
    assert same_program(moved(body), function(body))


def test_text_of_the_reference_stays() -> None:
    ours = function(CODE.replace("i += 1;", "i += 1; // comment\n"))
    made = transplant(function(PLACES["in branch"]), ours).text
    rest = iter(made)
    assert all(character in rest for character in ours)


def test_nothing_to_move() -> None:
    assert transplant(function(CODE), function(CODE)).text == function(CODE)


def test_proof_of_the_reference_gives_way() -> None:
    ours = CODE.replace("i < n {", "i < n decreases n, { assert(1 == 2);")
    assert same_program(moved(PLACES["invariants"], ours), function(PLACES["invariants"]))


CHANGED_CODE = {
    "added statement": PLACES["invariants"].replace("    let mut", "    let old = a;\n    let mut"),
    "other condition": PLACES["invariants"].replace("i < n inv", "i != n inv"),
    "other step": PLACES["invariants"].replace("i += 1", "i = i + 1"),
    "dropped statement": PLACES["invariants"].replace("i += 1;", ""),
    "renamed": PLACES["invariants"].replace("a + 1", "a + 2"),
}


@pytest.mark.parametrize("body", CHANGED_CODE.values(), ids=CHANGED_CODE)
def test_changed_code(body: str) -> None:
    assert "invariant i <= n, decreases n - i," in moved(body)


def test_variables_for_the_proof_alone_become_ghost() -> None:
    body = CODE.replace("i += 1;", "let old = i; i += 1; assert(i == old + 1);")
    assert same_program(moved(body), function(body.replace("let old", "let ghost old")))


@pytest.mark.parametrize("added", ["let mut o = i;", "let o = g(i);", "let r = i;", "let &o = i;"])
def test_other_variables_do_not(added: str) -> None:
    assert moved(f"    {added}\n{CODE}") == function(CODE)


def test_tail_becomes_a_statement_where_proof_follows() -> None:
    ours = CODE.replace("i += 1;", "i += 1")
    body = CODE.replace("i += 1;", "i += 1; assert(i <= n);")
    assert same_program(moved(body, ours), function(body))


def test_what_finds_no_place() -> None:
    made = transplant(function(f"    for k in 0..3 {{ assert(k < 3); }}\n{CODE}"), function(CODE))
    assert [(u.line, u.text) for u in made.unplaced] == [(10, "assert(k < 3);")]
    assert made.text == function(CODE)


def test_items() -> None:
    ours = program("struct S;", "impl S {\n    pub fn f() { }\n}")
    theirs = program(
        "use vstd::math::max;\nbroadcast use vstd::seq::group_seq_axioms;",
        "struct S;",
        "spec const C: int = 3;",
        "proof fn lemma(x: int)\n    ensures x == x,\n{\n    assert(true);\n}",
        "impl S { pub fn f() { } proof fn own() { } }",
        "impl<'a> S { proof fn other() { } }",
    ).replace("use vstd::prelude::*;", "use vstd::prelude::*;\nuse vstd::arithmetic::{power::pow};")
    made = transplant(theirs, ours)
    assert not made.unplaced
    assert same_program(made.text, theirs)
    assert compare(ours, made.text).unchanged


def test_items_that_are_no_proof() -> None:
    ours = program("fn f() { let lemma = 1; }")
    theirs = program(
        "use std::cmp::max;",
        "fn f() { }",
        "fn g() { }",
        "struct T;",
        "proof fn lemma() { }",
        "mod m { proof fn inner() { } }",
    )
    made = transplant(theirs, ours)
    assert made.text == ours
    assert Counter(unplaced.reason for unplaced in made.unplaced) == {
        "it imports from elsewhere than vstd": 1,
        "it is no proof": 3,
        "the reference uses its name": 1,
        "the reference has no such module or block": 1,
    }


def test_contract_of_a_private_helper_and_measures() -> None:
    ours = program(
        "fn h(x: u8) -> (r: u8)\n    requires x < 3,\n{ h(x) }", "pub fn t(x: u8) { t(h(x)) }"
    )
    theirs = program(
        "#[verifier::spinoff_prover] fn h(x: u8) -> (r: u8) requires x < 3, x > 0, ensures r == x,"
        " decreases x, { h(x) }",
        "pub fn t(x: u8) requires false, decreases x { t(h(x)) }",
    )
    made = transplant(theirs, ours)
    expected = theirs.replace("requires false, ", "")
    assert same_program(made.text, expected)
    assert compare(ours, made.text).unchanged
    assert "#[verifier::spinoff_prover]" in made.text
    strict = transplant(theirs, ours, target="h").text
    assert "x > 0" not in strict
    assert compare(ours, strict, target="h").unchanged


def test_proof_in_a_specification_function() -> None:
    ours = program("spec fn f(n: nat) -> nat decreases n { if n == 0 { 0 } else { f(0) } }")
    theirs = ours.replace("f(0)", "proof { assert(true); } f(0)")
    assert same_program(transplant(theirs, ours).text, theirs)
    assert transplant(theirs.replace("n == 0", "n == 1"), ours).text == ours


def test_closure_contracts() -> None:
    ours = function("    let c = |x: u8| -> (y: u8) { x };\n    c(a)")
    theirs = ours.replace("(y: u8) {", "(y: u8) ensures y == x, {")
    assert "ensures y == x," in transplant(theirs, ours).text


def test_ghost_iterator() -> None:
    ours = function("    for k in 0..n { }\n    a")
    theirs = ours.replace("in 0..n {", "in it: 0..n invariant true, {")
    assert same_program(transplant(theirs, ours).text, theirs)


@pytest.mark.parametrize("name", NAMES)
def test_references(name: str) -> None:
    verified = reference(name, "verified")
    made = transplant(verified, reference(name, "code_spec"))
    assert not made.unplaced
    assert same_program(made.text, verified)


def test_corpus(problems: list[dict[str, str]]) -> None:
    placed = 0
    for problem in problems:
        ours, verified = parse_file(problem["code_spec"]), parse_file(problem["verified"])
        made = transplant(verified, ours)
        placed += not made.unplaced
        assert compare(ours, made.text).unchanged, problem["id"]
        if compare(ours, verified).unchanged:
            assert same_program(made.text, verified), problem["id"]
    assert placed > 0.9 * len(problems)


def test_exact_form_sees_proof() -> None:
    a, b = parse_file(function(CODE)), parse_file(function(PLACES["in branch"]))
    assert first_difference(a, b, exact_form)

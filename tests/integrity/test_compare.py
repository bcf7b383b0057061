"""What counts as a change, and what the report says about it."""

from __future__ import annotations

import re

import pytest
from material import program, reference

from adjudge.judge.integrity import Aspect, Kind, compare
from adjudge.model import Task
from adjudge.verus.errors import VerusSyntaxError

HEAD = "pub fn f(mut v: Vec<u32>, n: u32) -> (r: Vec<u32>)\n    requires v.len() == 10_000, n < 5,"
SPEC = "pub open spec fn p(i: int) -> bool { i >= 0 }"


def function(body: str, head: str = HEAD) -> str:
    return program(SPEC, f"{head}\n    ensures r.len() == v.len(),\n{{\n{body}\n}}")


CODE = "let mut i: usize = 0; while i < 3 { v.set(i, 1); i += 1; } v"

UNCHANGED = {
    "index for set": CODE.replace("v.set(i, 1)", "v[i] = 1"),
    "parentheses": CODE.replace("i < 3", "(i < (3))"),
    "invariants": CODE.replace("i < 3", "i < 3 invariant i <= 3 decreases 3 - i"),
    "assert": CODE.replace("i += 1", "assert(i < 3); i += 1"),
    "proof block": CODE.replace("i += 1", "proof { let j = i; } i += 1"),
    "ghost variable": f"let ghost before = v@; {CODE}",
    "ghost wrapper": f"let g = Ghost(v@); {CODE}",
    "unused ghost name": f"let ghost r = v@; {CODE}",
    "nested ghost block": f"{{ assert(n < 5); }} {CODE}",
    "attribute": CODE.replace("while", "#[verifier::loop_isolation(false)] while"),
    "ghost assignment": f"let ghost mut k = 0int; proof {{ k = 1; }} {CODE}",
    "local use": f"use vstd::arithmetic::mul::*; {CODE}",
    "local lemma": f"proof fn here() {{ }} {CODE}",
    "last semicolon": CODE.replace("i += 1; }", "i += 1 }"),
    "empty statement": CODE.replace("i += 1;", "i += 1;;"),
    "hide": f"hide(p); {CODE}",
    "calculation": f"calc! {{ (==) 1int; {{}} 1int; }} {CODE}",
}

CHANGED = {
    "renamed local": re.sub(r"\bi\b", "j", CODE),
    "other literal": CODE.replace("3", "4"),
    "other suffix": CODE.replace("i, 1", "i, 1u32"),
    "added let": f"let old = n; {CODE}",
    "dropped statement": CODE.replace("i += 1;", ""),
    "ghost name used by code": f"let ghost v = v@; {CODE}",
    "ghost pattern used by code": f"let Ghost(n) = Ghost(1u32); {CODE.replace('1);', 'n);')}",
    "local item used by code": f"{CODE.replace('i, 1', 'i, k()')[:-1]} proof fn k() {{ }} v",
    "call in ghost pattern": f"let Ghost(g) = make(); {CODE}",
    "assignment in proof": CODE.replace("i += 1;", "proof { i = 2; } i += 1;"),
    "borrow in proof": CODE.replace("i += 1;", "proof { take(&mut i); } i += 1;"),
    "return in invariant": CODE.replace("i < 3", "i < 3 invariant ({ return v; true }),"),
    "return in proof": CODE.replace("i += 1;", "assert(true) by { return v; } i += 1;"),
    "macro": CODE.replace("i += 1;", "assert!(i < 3); i += 1;"),
    "label": CODE.replace("while", "'a: while"),
    "local constant": f"const k: u32 = 0; {CODE}",
    "attribute cfg": CODE.replace("while", "#[cfg(any())] while"),
}


@pytest.mark.parametrize("body", UNCHANGED.values(), ids=UNCHANGED)
def test_unchanged(body: str) -> None:
    report = compare(function(CODE), function(body))
    assert report.unchanged, str(report)


@pytest.mark.parametrize("body", CHANGED.values(), ids=CHANGED)
def test_changed_code(body: str) -> None:
    ours = CODE.replace("i, 1", "i, k()") if "k()" in body else CODE
    ours = ours.replace("1);", "n);") if "Ghost(n)" in body else ours
    report = compare(function(ours), function(body))
    assert not report.code_unchanged


SPEC_CHANGES = {
    "literal": ("10_000", "1_000"),
    "comparison": ("n < 5", "n <= 5"),
    "clause added": ("n < 5,", "n < 5, n != 3,"),
    "clause dropped": (" n < 5,", ""),
    "type": ("n: u32", "n: u64"),
    "mut": ("mut v", "v"),
    "visibility": ("pub fn f", "fn f"),
    "result": ("(r: Vec<u32>)", "(s: Vec<u32>)"),
    "keyword": ("requires", "recommends"),
    "spec body": ("i >= 0", "i > 0"),
    "opacity": ("pub open spec", "pub closed spec"),
    "attribute": ("pub open spec", "#[verifier::opaque] pub open spec"),
    "mode": ("pub open spec fn", "proof fn"),
    "licence": ("pub fn f", "#[verifier::exec_allows_no_decreases_clause] pub fn f"),
}


@pytest.mark.parametrize("change", SPEC_CHANGES.values(), ids=SPEC_CHANGES)
def test_changed_specification(change: tuple[str, str]) -> None:
    text = function(CODE)
    assert change[0] in text
    report = compare(text, text.replace(*change))
    assert not report.specification_unchanged


SAME_SPEC = {
    "separators": ("10_000", "10000"),
    "trailing comma": ("n < 5,", "n < 5"),
    "parentheses": ("n < 5", "(n < 5)"),
    "hints": ("pub fn f", "#[verifier::spinoff_prover] #[verifier::rlimit(5)] pub fn f"),
    "old spelling": ("pub fn f", "#[verifier(spinoff_prover)] pub fn f"),
    "comment": ("pub fn f", "/// text\npub fn /* f */ f"),
    "explicit exec": ("pub fn f", "pub exec fn f"),
    "proof in specification": ("{ i >= 0 }", "{ proof { assert(true); } i >= 0 }"),
}


@pytest.mark.parametrize("change", SAME_SPEC.values(), ids=SAME_SPEC)
def test_unchanged_specification(change: tuple[str, str]) -> None:
    text = function(CODE)
    assert change[0] in text
    report = compare(text, text.replace(*change))
    assert report.unchanged, str(report)


def test_licence_to_diverge_may_be_given_up() -> None:
    text = function(CODE)
    licensed = text.replace("pub fn", "#[verifier::exec_allows_no_decreases_clause] pub fn")
    assert compare(licensed, text).unchanged


ADDITIONS = {
    "proof fn l() {}": None,
    "spec fn q(i: int) -> int { i }": None,
    "spec const C: int = 3;": None,
    "broadcast use vstd::seq::group_seq_axioms;": None,
    "impl S { proof fn l() {} }": None,
    "ghost struct G { x: int }": None,
    "fn g() {}": Kind.ADDED,
    "const C: u8 = 3;": Kind.ADDED,
    "struct T;": Kind.ADDED,
    "type T = u8;": Kind.ADDED,
    "trait T {}": Kind.ADDED,
    "mod m { proof fn l() {} }": Kind.ADDED,
    "impl Clone for S { fn clone(&self) -> S { S } }": Kind.ADDED,
    "macro_rules! m { () => {} }": Kind.ADDED,
    "proof fn i() {}": Kind.CAPTURES,
    "spec const n: int = 3;": Kind.CAPTURES,
    "pub open spec fn p(i: int) -> bool { true }": Kind.DUPLICATE,
    "use std::cmp::max;": Kind.ADDED,
    "use vstd::math::max as p;": Kind.CAPTURES,
    "use vstd::math::max;": None,
}


@pytest.mark.parametrize("item", ADDITIONS)
def test_additions(item: str) -> None:
    text = function(CODE)
    report = compare(text, text.replace(SPEC, f"{SPEC}\n{item}"))
    assert {change.kind for change in report.changes} == ({ADDITIONS[item]} - {None})


def test_missing_import_and_item() -> None:
    ours = function(CODE).replace("use", "use vstd::math::max;\nuse", 1)
    report = compare(ours, function(CODE).replace(SPEC, ""))
    assert [change.kind for change in report.changes] == [Kind.MISSING, Kind.MISSING]
    assert {change.item for change in report.changes} == {"p", "use vstd::math::max"}


def test_grouped_imports_are_single_imports() -> None:
    ours = function(CODE).replace("use", "use vstd::arithmetic::power::pow;\nuse", 1)
    theirs = function(CODE).replace("use", "use vstd::arithmetic::{power::{pow, self}};\nuse", 1)
    assert compare(ours, theirs).unchanged


def test_private_helper_may_say_more() -> None:
    caller = "pub fn t(x: u8) { h(x); }"
    ours = program("fn h(x: u8) -> (r: u8) requires x < 3, { x }", caller)
    more = program("fn h(x: u8) -> (r: u8) requires x < 3, x > 0, ensures r == x, { x }", caller)
    less = program("fn h(x: u8) -> (r: u8) ensures r == x, { x }", caller)
    assert compare(ours, more).unchanged
    assert not compare(ours, less).unchanged
    assert not compare(ours, more, target="h").unchanged
    assert not compare(ours.replace("fn h", "pub fn h"), more.replace("fn h", "pub fn h")).unchanged


def test_private_function_that_nothing_calls_is_a_target() -> None:
    ours = program("fn h(x: u8) -> (r: u8) requires x < 3, { if x > 0 { h(0) } else { x } }")
    more = ours.replace("x < 3,", "x < 3, false,")
    assert not compare(ours, more).unchanged
    called = ("fn main() {}", "fn main() { h(1); }")
    assert not compare(ours.replace(*called), more.replace(*called)).unchanged


def test_dead_text_counts_as_missing() -> None:
    text = function(CODE)
    report = compare(text, text.replace(SPEC, f"#[cfg(any())]\n{SPEC}"))
    assert [change.kind for change in report.changes] == [Kind.MISSING]


def test_attributes_of_containers_count() -> None:
    ours = program("impl S { pub fn f() { } }")
    theirs = program("#[verifier::external] impl S { pub fn f() { } }")
    assert not compare(ours, theirs).unchanged


def test_item_in_other_container_is_named() -> None:
    report = compare(function(CODE), function(CODE).replace(SPEC, f"mod m {{ {SPEC} }}"))
    missing = next(change for change in report.changes if change.kind is Kind.MISSING)
    assert "`m::p` stands elsewhere" in missing.message


def test_report_shows_both_sides() -> None:
    ours, theirs = function(CODE), function(f"\n{CODE}".replace("i < 3", "i <= 3"))
    (change,) = compare(ours, theirs).changes
    assert (change.kind, change.aspect, change.item) == (Kind.CHANGED, Aspect.CODE, "f")
    assert change.reference is not None
    assert change.candidate is not None
    assert (change.reference.line, change.candidate.line) == (13, 14)
    assert change.reference.text == "i < 3"
    assert "-    while i < 3 {\n+    while i <= 3 {" in change.diff
    assert "candidate, line 14:\n    i <= 3" in str(change)


def test_report_without_changes() -> None:
    report = compare(function(CODE), function(CODE))
    assert str(report) == "specification and code are unchanged"
    assert report.code_unchanged
    assert report.specification_unchanged


def test_code_is_free_where_the_task_asks_for_it() -> None:
    given = function("")
    answer = function("helper(); v").replace(SPEC, f"{SPEC}\nfn helper() {{ }}\nstruct T;")
    assert compare(given, answer, mode=Task.SPEC2CODE).unchanged
    weaker = answer.replace("n < 5,", "n < 5, false,")
    assert not compare(given, weaker, mode=Task.NL_SPEC2CODE).unchanged


def test_only_the_signature_counts_end_to_end() -> None:
    given = reference("array_max", "spec")
    own = program(
        "struct Solution;",
        "impl Solution { pub fn array_max(nums: Vec<i32>) -> (m: i32) ensures true { nums[0] } }",
    )
    assert compare(given, own, mode=Task.END2END).unchanged
    wrong = own.replace("Vec<i32>", "Vec<i64>")
    assert not compare(given, wrong, mode=Task.END2END, target="Solution::array_max").unchanged
    twice = own.replace("}\n\n}", "}\nimpl Solution { pub fn array_max() {} }\n\n}")
    assert [change.kind for change in compare(given, twice, mode=Task.END2END).changes] == [
        Kind.DUPLICATE
    ]
    gone = own.replace("array_max", "array_min")
    assert [change.kind for change in compare(given, gone, mode=Task.END2END).changes] == [
        Kind.MISSING
    ]


def test_text_that_is_no_verus() -> None:
    with pytest.raises(VerusSyntaxError):
        compare(function(CODE), "verus! { fn")


def test_references_are_their_code_spec_plus_proof(problems: list[dict[str, str]]) -> None:
    clean = [p for p in problems if compare(p["code_spec"], p["verified"]).unchanged]
    assert len(clean) > 0.75 * len(problems)  # the rest adds or rewrites executable statements

"""Each rule on the smallest text that breaks it, and on texts that only look like it."""

from __future__ import annotations

import dataclasses

import pytest
from material import NAMES, program, reference

from adjudge.verus.cheats import CODES, DEFAULT, Allowed, Severity, find_cheats


def codes(text: str, allowed: Allowed = DEFAULT, given: str | None = None) -> set[str]:
    return {cheat.code for cheat in find_cheats(text, allowed=allowed, given=given)}


INSIDE = {
    "proof fn l() { assume(false); }": "assume",
    "proof fn l() { r#assume(false); }": "assume",
    "proof fn l() { assume /* ( */\n (false); }": "assume",
    "proof fn l() { calc! { (==) 1int; { assume(false); } 2int; } }": "assume",
    "proof fn l() { admit(); }": "admit",
    "proof fn l() { let tracked t = Tracked::<S>::assume_new(); }": "assume-new",
    'proof fn l() { inline_air_stmt("(assume false)"); }': "inline-air",
    "proof fn l() { proof_from_false::<()>(); }": "proof-from-false",
    "proof fn l() { vstd::pervasive::affirm(true); }": "pervasive",
    "proof fn l() { ::verus_builtin::spec_eq(1, 2); }": "builtin",
    "axiom fn l() ensures false;": "axiom",
    "broadcast axiom fn l() ensures false;": "broadcast-axiom",
    "proof fn l() ensures false;": "axiom",
    "uninterp spec fn f() -> int;": "uninterp",
    "global size_of usize == 8;": "global-layout",
    "global layout S is size == 3;": "global-layout",
    "assume_specification [ f ] () ensures false;": "assume-specification",
    "impl View for S { type V = int; open spec fn view(&self) -> int { 0 } }": "trait-impl",
    "fn f() { unsafe { } }": "unsafe",
    "trait T { }": "trait",
    "fn f(t: &dyn Fn(u8)) { }": "trait",
    'extern "C" fn f() { }': "extern",
    "mod m { }": "module",
    "static X: u8 = 0;": "static",
    "#[verifier::external_body] fn f() ensures false { }": "external-body",
    "#[verifier(external_body)] fn f() ensures false { }": "external-body",
    "# [ verifier :: /* */ external_body ] fn f() ensures false { }": "external-body",
    "#[verifier(spinoff_prover, external_body)] fn f() { }": "external-body",
    "#[verus_verify(external_body)] fn f() { }": "external-body",
    "#[cfg_attr(all(), verifier::external_body)] fn f() { }": "cfg",
    "#[verifier::external] fn f() { }": "external",
    "#[verifier::external_type_specification] struct S(T);": "external",
    "#[verifier::exec_allows_no_decreases_clause] fn f() { }": "no-decreases",
    "#[verifier::assume_termination] fn f() { }": "no-decreases",
    "#[verifier::rlimit(infinity)] proof fn f() { }": "rlimit",
    "#[verifier::rlimit(1000000)] proof fn f() { }": "rlimit",
    "#[cfg(debug_assertions)] fn f() { }": "cfg",
    "#[cfg(not(any()))] fn f() { }": "cfg",
    "fn f() { if cfg!(test) { } }": "cfg",
    '#[path = "x.rs"] struct M;': "include",
    "#[no_such_thing] fn f() { }": "attribute",
    "#[allow(long_running_const_eval)] fn f() { }": "attribute",
    "#[derive(Evil)] struct S;": "attribute",
    "proof fn l() { #![verifier::external] }": "external",
    'const X: &str = include_str!("/etc/passwd");': "include",
    "fn f() { println!(); }": "macro-call",
    "macro_rules! m { () => { } }": "macro-definition",
    "use std::process::exit;": "use-path",
    "fn f() { std::process::abort(); }": "use-path",
    "use vstd::*;": "use-path",
    "use vstd::{math::max, raw_ptr::PtrData};": "use-path",
    "use elsewhere::thing;": "use-path",
    "use vstd as v;": "use-rename",
    "use vstd::seq as s;": "use-rename",
    "proof fn l() { verus! { } }": "second-verus-block",
    "type i32 = i64;": "shadowed-name",
    "struct Seq<A> { a: A }": "shadowed-name",
    "proof fn assert(b: bool) { }": "shadowed-name",
    "fn f<i32>(x: i32) { }": "shadowed-name",
    "use vstd::seq::Seq as Vec;": "shadowed-name",
    "const best: u8 = 0; fn f() { let best = 1; }": "shadowed-name",
    "fn f() { const best: u8 = 0; let best = 1; }": "shadowed-name",
    "struct vstd;": "vstd-override",
    "fn f() { } fn f() { }": "duplicate-item",
    "fn f() { } impl S { fn f() { } }": "duplicate-item",
    "fn \u0430() { }": "non-ascii",
    "fn f()\u2028{ }": "non-ascii",
    "/* \u202e */ fn f() { }": "hidden-text",
}


@pytest.mark.parametrize("item", INSIDE)
def test_each_rule(item: str) -> None:
    assert INSIDE[item] in CODES
    assert INSIDE[item] in codes(program("struct S;", item))


OUTSIDE = {
    "unsafe fn helper() { }": "outside-code",
    "struct S;": "outside-code",
    "const X: u8 = 0;": "outside-code",
    "impl Drop for S { fn drop(&mut self) { } }": "trait-impl",
    "#[cfg(any())]\nverus! { }": "cfg",
    "#[cfg(any())]\n#[allow(unused)]\nverus! { }": "cfg",
    "#![no_main]": "attribute",
    "#![verifier::exec_allows_no_decreases_clause]": "no-decreases",
    "macro_rules! verus { ($($t:tt)*) => { } }": "macro-definition",
    "verus_erase_ghost! { }": "macro-call",
}


@pytest.mark.parametrize("text", OUTSIDE)
def test_outside_the_block(text: str) -> None:
    found = codes(f"{text}\n{program('struct T;')}")
    assert OUTSIDE[text] in found


HONEST = (
    "proof fn lemma_assume_like() { }",
    "fn f() { let assumed = 1; let external_body = 2; let proof = 3; }",
    "// assume(false)\nproof fn l() { }",
    "/* admit() /* #[verifier::external_body] */ unsafe */ proof fn l() { }",
    'proof fn l() { reveal_strlit("assume(false) // admit()"); }',
    'proof fn l() { reveal_strlit(r#"#[cfg(x)] " unsafe"#); }',
    "// \u00e4\u2192\u2200\nproof fn l() { }",
    "proof fn l() requires !(1 == 2), ensures !(2 == 3) { }",
    "proof fn l() { assert forall|i: int| i > 0 implies !(i < 0) by { } }",
    "#[verifier::loop_isolation(false)] #[verifier::rlimit(10)] fn f() { }",
    "#[derive(Clone, Copy, PartialEq, Eq, Structural)] enum E { A, B }",
    "#[derive(PartialEq)] enum E { A } proof fn l() { use E::*; }",
    "#[allow(unused_variables, clippy::all)] fn f() { }",
    "use vstd::arithmetic::{power::pow, power2::*}; use vstd::math::max as spec_max;",
    "use std::collections::HashMap; fn f() { let m = std::collections::HashSet::new(); }",
    "broadcast use vstd::seq_lib::group_to_multiset_ensures;",
    "proof fn l(x: int) { assert(x == x) by (nonlinear_arith); vstd::calc! { (==) x; { } x; } }",
    "spec fn f(s: Seq<int>) -> int { s.len() + seq![1].len() }",
    "#[cfg(any())] fn dead() { }",
    "impl S { fn new() -> S { S } }",
    "spec const BOUND: int = 3; fn f() { let bound = 3; }",
    "proof fn l() requires false { }",
)


@pytest.mark.parametrize("item", HONEST)
def test_honest(item: str) -> None:
    found = find_cheats(program("struct S;", item))
    assert not found, [str(cheat) for cheat in found]


@pytest.mark.parametrize("name", NAMES)
def test_references_are_honest(name: str) -> None:
    for part in ("spec", "code_spec", "verified"):
        assert not find_cheats(reference(name, part))


def test_text_without_block() -> None:
    assert codes("fn main() {}") == {"verus-missing"}
    assert codes("this is no program {") == set()


def test_rules_over_tokens_need_no_tree() -> None:
    broken = program("proof fn l( { assume(false); unsafe #[verifier::external_body] fn x")
    assert codes(broken) >= {"assume", "unsafe", "external-body"}


def test_given_text_excuses_what_it_holds() -> None:
    licence = "#[verifier::exec_allows_no_decreases_clause]"
    given = program(f"{licence} fn f() {{ }}")
    assert codes(given, given=given) == set()
    assert codes(program(f"{licence} fn g() {{ }}"), given=given) == {"no-decreases"}
    twice = program(f"{licence} {licence} fn f() {{ }}")
    assert codes(twice, given=given) == {"no-decreases"}


PRINTS = 'fn main() { println!("{}", S::f()); }'


@pytest.mark.parametrize(
    "outside",
    [
        PRINTS,
        'fn show(x: i32) { println!("{}", x); } fn main() { show(S::f()); }',
        "#[allow(dead_code)] fn unused() { } fn main() {}",
    ],
)
def test_plain_functions_outside_of_which_nothing_inside_knows(outside: str) -> None:
    assert codes(program("struct S;").replace("fn main() {}", outside)) == set()


@pytest.mark.parametrize(
    ("outside", "inside"),
    [
        ('fn main() { println!("5"); }', "struct S;"),
        ("fn lemma() { } fn main() {}", "fn f() { lemma(); }"),
        ("fn main() { impl Drop for S { fn drop(&mut self) { } } }", "struct S;"),
        ("unsafe fn g() { } fn main() {}", "struct S;"),
        ("fn main() { unsafe { } }", "struct S;"),
        ("#[no_mangle] fn start() { } fn main() {}", "struct S;"),
        ("struct Outside; fn main() {}", "struct S;"),
        ("macro_rules! m { () => {} } fn main() {}", "struct S;"),
    ],
)
def test_code_outside_that_can_matter(outside: str, inside: str) -> None:
    assert codes(program(inside).replace("fn main() {}", outside))


def test_a_macro_that_does_more_than_print() -> None:
    text = program("struct S;").replace("fn main() {}", 'fn main() { S; include!("x.rs"); }')
    assert codes(text) == {"include"}


OPAQUE = "#[verifier::external_body]"


def test_an_opaque_type_promises_nothing() -> None:
    assert codes(program(f"{OPAQUE} struct W(u64);")) == set()
    assert "external-body" in codes(program(f"{OPAQUE} #[derive(PartialEq)] struct W(u64);"))
    assert codes(program(f"{OPAQUE} fn f() {{ }}")) == {"external-body"}


def test_an_external_implementation_that_only_shows() -> None:
    body = "{ fn fmt(&self, _f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result { Ok(()) } }"
    external = "#[verifier::external] impl core::fmt::{} for W {}"
    assert codes(program("struct W; " + external.format("Debug", body))) == set()
    assert codes(program("struct W; " + external.format("Hash", body))) >= {"trait-impl"}


def test_allow_list_is_the_callers() -> None:
    text = program("#[verifier::rlimit(50)] proof fn l() { }")
    assert codes(text) == set()
    assert codes(text, dataclasses.replace(DEFAULT, max_rlimit=49)) == {"rlimit"}
    strict = dataclasses.replace(DEFAULT, macros=frozenset({"verus"}))
    assert codes(program("spec fn f() -> int { seq![1][0] }"), strict) == {"macro-call"}


def test_cheat_says_where_and_what() -> None:
    (cheat,) = find_cheats(program("proof fn l() {\n    admit();\n}"))
    assert (cheat.line, cheat.column, cheat.excerpt) == (8, 5, "admit();")
    assert cheat.severity is Severity.UNSOUND
    assert str(cheat).startswith("8:5: admit (unsound): ")


def test_order_is_that_of_the_text() -> None:
    found = find_cheats(program("proof fn l() { admit(); }", "trait T { }", "axiom fn a();"))
    assert [cheat.code for cheat in found] == ["admit", "trait", "axiom"]

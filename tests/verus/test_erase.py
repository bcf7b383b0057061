from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from adjudge.verus import parse_file, parse_fragment
from adjudge.verus.erase import erase
from adjudge.verus.sameness import executable_difference


def erased(text: str, **options: bool) -> str:
    return " ".join(erase(parse_fragment(text), **options).split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("spec fn f() -> int { 1 } fn g() {}", "fn g() {}"),
        ("proof fn f() {} broadcast use a; global size_of usize == 8; fn g() {}", "fn g() {}"),
        ("axiom fn a(); uninterp spec fn b() -> int; spec const C: int = 1;", ""),
        ("exec fn f() -> (r: u8) requires a, ensures b, { 1 }", "fn f() -> u8 { 1 }"),
        ("fn f() -> (tracked r: u8) { 1 }", "fn f() -> u8 { 1 }"),
        ("fn f(x: u8, Ghost(y): Ghost<int>, Tracked(z): Tracked<T>) {}", "fn f(x: u8, ) {}"),
        ("fn f(ghost x: int, y: u8) {}", "fn f( y: u8) {}"),
        ("fn f() { g(1, Ghost(x), Tracked(&mut y)); }", "fn f() { g(1, ); }"),
        ("fn f() { let ghost x = 1; let tracked y = z; let w = Ghost(3); g(w) }", "fn f() { g() }"),
        ("fn f() { proof { a(); } assert(b); assume(c); assert(d) by { } 1 }", "fn f() { 1 }"),
        ("fn f() { assert!(x); assert_eq!(y, z); }", "fn f() { assert!(x); assert_eq!(y, z); }"),
        ("fn f() { assert forall|i: int| p(i) by { } reveal(g); calc!{ a } }", "fn f() { }"),
        ("fn f() { while a invariant b, decreases c { d(); } }", "fn f() { while a { d(); } }"),
        ("fn f() { for x in it: 0..n invariant p { } }", "fn f() { for x in 0..n { } }"),
        ("fn f() { loop invariant a ensures b { } }", "fn f() { loop { } }"),
        ("#[verifier::external_body] #[inline] fn f() {}", "#[inline] fn f() {}"),
        ("#[derive(Clone, Structural)] struct S;", "#[derive(Clone)] struct S;"),
        ("use vstd::prelude::*; use std::mem; fn f() {}", "use std::mem; fn f() {}"),
        ("struct S { pub x: u8, ghost y: int, z: Tracked<T> }", "struct S { pub x: u8, }"),
        (
            "struct S { x: Ghost<int> } fn f() { S { x: Ghost(1) }; }",
            "struct S { } fn f() { S { }; }",
        ),
        ("ghost struct G { x: int } struct H { s: Seq<u8> } impl H { fn f() {} }", ""),
        ("exec const C: u8 ensures C == 1 { 1 }", "const C: u8 = { 1 };"),
        ("impl View for S { type V = int; open spec fn view(&self) -> int { 1 } }", ""),
        ("trait T { spec fn s(); fn f() requires a; }", "trait T { fn f() ; }"),
        ("/// about f\nspec fn f();\n/// about g\nfn g() {}", "/// about g fn g() {}"),
        ("fn f() -> Ghost<int> { let g: Ghost<int> = Ghost(1); g }", "fn f() -> () { () }"),
        (
            "fn f() -> (r: (u8, Tracked<T>)) { let Tracked(t) = g(1); (2, Tracked(t)) }",
            "fn f() -> (u8, ()) { let _ = g(1); (2, ()) }",
        ),
        (
            "fn f() { let w: Ghost<int> = g(); h(w); h(1, w) }",
            "fn f() { let _: () = g(); h(); h(1, ) }",
        ),
        (
            "struct P(u8, Ghost<int>); fn f() { let P(a, Ghost(b)) = P(1, Ghost(2)); }",
            "struct P(u8, ()); fn f() { let P(a, _) = P(1, ()); }",
        ),
        (
            "fn f(o: Option<Tracked<T>>) { if let Some(Tracked(t)) = o { } g(Some(Tracked(t))) }",
            "fn f(o: Option<()>) { if let Some(_) = o { } g(Some(())) }",
        ),
        (
            "fn f() { let c = |x: u8, Ghost(g): Ghost<int>| x; c(1, Ghost(2)) }",
            "fn f() { let c = |x: u8, | x; c(1, ) }",
        ),
        ("fn f<F: Fn(u8, Ghost<int>)>(g: F) {}", "fn f<F: Fn(u8, )>(g: F) {}"),
        (
            "fn f() { open_atomic_invariant!(&i => x => { proof { p(); } g(Tracked(x)); }); }",
            "fn f() { { g(); }; }",
        ),
        ("fn f() { let ghost vec = 1; g(vec![1, 2]) }", "fn f() { g(vec![1, 2]) }"),
        ("struct S { exec x: u8, tracked y: T }", "struct S { exec x: u8, }"),
        (
            "fn f() { let c = |x: u8| -> (r: u8) requires a ensures b { x }; }",
            "fn f() { let c = |x: u8| -> u8 { x }; }",
        ),
    ],
)
def test_rules(text: str, expected: str) -> None:
    assert erased(text) == expected


def test_the_prelude_stays_if_asked() -> None:
    assert erased("use vstd::prelude::*; use vstd::seq::*;", keep_prelude=True) == (
        "use vstd::prelude::*;"
    )


def test_the_wrapper_goes_and_lines_stay() -> None:
    text = "use vstd::prelude::*;\nverus! {\nspec fn f() -> int {\n1\n}\nfn g() {}\n} // verus!\n"
    result = erase(parse_file(text))
    assert result == "\n\n\n\n\nfn g() {}\n // verus!\n"


@pytest.mark.shared
def test_erased_proofs_are_programs(problems: list[dict[str, Any]]) -> None:
    same = 0
    for problem in problems:
        result = erase(parse_file(problem["verified"]))
        assert result.count("\n") == problem["verified"].count("\n")
        file = parse_file(result)
        same += executable_difference(file, parse_file(problem["code"])) is None
    assert same >= 0.8 * len(problems)


@pytest.mark.shared
@pytest.mark.rust
def test_rustc_takes_erased_programs(problems: list[dict[str, Any]], tmp_path: Path) -> None:
    if shutil.which("rustc") is None:
        pytest.skip("no rustc on the path")
    vstd = (".set(", "get_char", "unicode_len", "vstd::", "as_str")
    for problem in [p for p in problems if not any(word in p["verified"] for word in vstd[:3])][:8]:
        source = tmp_path / f"{problem['id']}.rs"
        source.write_text(erase(parse_file(problem["verified"])))
        command = ["rustc", "--edition", "2021", "--emit", "metadata", "--out-dir", str(tmp_path)]
        done = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

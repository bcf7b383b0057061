from __future__ import annotations

from typing import Any

import pytest

from adjudge.verus import VerusSyntaxError, parse_expr, parse_file, parse_fragment
from adjudge.verus.sameness import without_parens
from adjudge.verus.syntax import (
    Assert,
    AssertForall,
    Binary,
    Comparison,
    ExprStatement,
    File,
    Function,
    If,
    Let,
    MacroCall,
    Matches,
    Path,
    Quantifier,
    structurally_equal,
    walk,
)


def same(left: str, right: str) -> bool:
    return structurally_equal(parse_expr(left), parse_expr(right), normal=without_parens)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("a ==> b ==> c", "a ==> (b ==> c)"),
        ("a <== b <== c", "(a <== b) <== c"),
        ("a ==> b <==> c", "(a ==> b) <==> c"),
        ("a ==> b <== c", "(a ==> b) <== c"),
        ("a || b ==> c && d", "(a || b) ==> (c && d)"),
        ("a == b && c", "(a == b) && c"),
        ("a ==> b == c", "a ==> (b == c)"),
        ("x & 1 == 0", "(x & 1) == 0"),
        ("a | b ^ c & d << e + f * g", "a | (b ^ (c & (d << (e + (f * g)))))"),
        ("a - b - c", "(a - b) - c"),
        ("-x as u8", "(-x) as u8"),
        ("!o is Some", "(!o) is Some"),
        ("o is Some && p !is None", "(o is Some) && (p !is None)"),
        ("a + x as int", "a + (x as int)"),
        ("o matches Some(x) && x > 0", "(o matches Some(x)) && (x > 0)"),
        ("forall|x: int| a ==> b && c", "forall|x: int| (a ==> (b && c))"),
        ("a && forall|x: int| b ==> c", "a && (forall|x: int| (b ==> c))"),
        ("&&& a ==> b &&& c || d", "(&&& (a ==> b) &&& (c || d))"),
        ("a..b + 1", "a..(b + 1)"),
        ("*x.y@", "*((x.y)@)"),
        ("&mut x[i]", "&mut (x[i])"),
        ("|x| x ==> y", "|x| (x ==> y)"),
        ("x = y = z", "x = (y = z)"),
        ("#[trigger] a + b", "(#[trigger] a) + b"),
        ("a >> b >= c", "(a >> b) >= c"),
        ("x as int <= y", "(x as int) <= y"),
        ("x as int + 1 < y", "((x as int) + 1) < y"),
    ],
)
def test_precedence(text: str, meaning: str) -> None:
    assert same(text, meaning)


def test_comparisons_chain_in_verus_only() -> None:
    tree = parse_expr("0 <= i < j == k")
    assert isinstance(tree, Comparison)
    assert tree.ops == ("<=", "<", "==")
    assert len(tree.operands) == 4
    with pytest.raises(VerusSyntaxError, match="do not chain"):
        parse_expr("a < b < c", verus=False)


@pytest.mark.parametrize(
    "text",
    [
        "a <==> b <==> c",
        "x as i32 < y",
        "x as int << 1",
        "&&& a ||| b",
        "(a implies b)",
        "a..b..c",
        "forall|x| ",
        "f(a b)",
        "a.",
        "1 = ",
        "if a { b } else c",
        "match x { a b }",
        "x ! is y z",
    ],
)
def test_forms_that_do_not_read(text: str) -> None:
    with pytest.raises(VerusSyntaxError):
        parse_expr(text)


@pytest.mark.parametrize(
    "text",
    [
        "fn f() requires &&& a &&& b {}",
        "fn f() ensures a, requires b, {}",
        "fn f() { while c decreases x, invariant y, {} }",
        "spec fn f() -> int { 1",
        "fn f(x) {}",
        "struct S { x }",
        "fn f() { let x = 1 x }",
        "verus { }",
        "proof { }",
        "impl 3 {}",
        "fn fn() {}",
    ],
)
def test_items_that_do_not_read(text: str) -> None:
    with pytest.raises(VerusSyntaxError):
        parse_fragment(text)


def test_an_error_says_where_and_what() -> None:
    with pytest.raises(VerusSyntaxError) as caught:
        parse_file("fn f() {\n    let x = ;\n}")
    error = caught.value
    assert (error.line, error.column) == (2, 13)
    assert str(error) == "2:13: expected an expression, found `;`"
    with pytest.raises(VerusSyntaxError, match=r"expected `\)` for the `\(` of line 1, found `}`"):
        parse_file("fn f( }")


def body(text: str) -> Function:
    function = parse_fragment("fn f() { " + text + " }").items[0]
    assert isinstance(function, Function)
    return function


def test_a_block_like_statement_ends_itself() -> None:
    function = body("if a { } -1; match b { } (c); assert(d) by { } -2")
    assert function.body is not None
    assert len(function.body.statements) == 5
    assert function.body.tail is not None


def test_an_if_after_else_is_a_statement_of_its_own() -> None:
    function = body("if a { } else { } if b { } c")
    assert function.body is not None
    assert [type(s) for s in function.body.statements] == [ExprStatement, ExprStatement]


def test_else_if_is_one_flat_node() -> None:
    tree = parse_expr("if a { 1 } else if b { 2 } else { 3 }")
    assert isinstance(tree, If)
    assert len(tree.branches) == 2
    assert tree.orelse is not None


def test_verus_words_are_names_outside_verus() -> None:
    file = parse_file("fn f() { assert(x); proof(y); let ghost = forall; }")
    assert not any(isinstance(node, Assert | Quantifier) for node in walk(file))


def test_verus_words_are_forms_inside_verus() -> None:
    file = parse_file("verus! { fn f() { assert(x); assert forall|i: int| p(i) by {} } } fn g() {}")
    assert sum(isinstance(node, Assert | AssertForall) for node in walk(file)) == 2


def test_a_mode_is_no_mode_where_it_is_a_name() -> None:
    lets = [n for n in walk(body("let ghost = 1; let ghost x = 2;")) if isinstance(n, Let)]
    assert [let.mode for let in lets] == [None, "ghost"]


def test_macro_arguments_read_as_expressions_if_they_can() -> None:
    read, half, unread = (parse_expr(t) for t in ("m![a, b + 1]", "vec![0; n]", "m!(a => b =>)"))
    assert isinstance(read, MacroCall)
    assert isinstance(half, MacroCall)
    assert isinstance(unread, MacroCall)
    assert read.args is not None
    assert isinstance(read.args[1], Binary)
    assert half.separator == ";"
    assert unread.args is None
    assert unread.tokens == ("a", "=>", "b", "=>")


def test_a_block_in_a_clause_needs_a_comma() -> None:
    function = parse_fragment("proof fn f() ensures { a }, { b }").items[0]
    assert isinstance(function, Function)
    assert len(function.clauses[0].items) == 1


def test_matches_stands_left_of_what_it_binds() -> None:
    tree = parse_expr("o matches Some(x) && x > 0 && y")
    assert isinstance(tree, Binary)
    assert isinstance(tree.left, Binary)
    assert isinstance(tree.left.left, Matches)


def test_spans_give_back_the_source() -> None:
    text = "verus! {\n/// doc\npub fn f(a: u8) -> (r: u8) /* c */ { a + 1 } // d\n}\n"
    file = parse_file(text)
    function = next(node for node in walk(file) if isinstance(node, Function))
    assert file.source(function) == "pub fn f(a: u8) -> (r: u8) /* c */ { a + 1 }"
    assert file.position(function) == (3, 1)
    assert function.body is not None
    assert function.body.tail is not None
    assert file.source(function.body.tail) == "a + 1"


def check_spans(file: File) -> None:
    for node in walk(file):
        assert 0 <= node.start <= node.end < len(file.tokens)


@pytest.mark.shared
def test_the_corpus_reads(problems: list[dict[str, Any]]) -> None:
    for problem in problems:
        for part in ("spec", "code", "code_spec", "verified", "main"):
            if problem[part] is not None:
                read = parse_fragment if part == "code" else parse_file
                file = read(problem[part])
                check_spans(file)
                assert file.source(file) in problem[part]


@pytest.mark.shared
def test_what_the_tool_reads_we_read(transcripts: list[dict[str, Any]]) -> None:
    for run in transcripts[::7]:
        if run["exit_code"] == 0:
            parse_file(run["program"])


def test_a_path_knows_its_names() -> None:
    tree = parse_expr("a::b::<T>::c")
    assert isinstance(tree, Path)
    assert (tree.text, tree.name, tree.ident) == ("a::b::c", "c", None)

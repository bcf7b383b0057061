"""Nothing but `VerusSyntaxError` comes out, and it comes soon."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import examples

from adjudge.verus import VerusSyntaxError, parse_expr, parse_file, parse_fragment
from adjudge.verus.lexer import TRIVIA, decode, significant, tokenize, words

WORDS = sorted(
    words(
        """
    ( ) [ ] { } < > , ; : :: . .. = == => -> & && &&& | || ||| ! # @ ? + - * / ==> <==> a b
    1 2.0 'a 'x' "s" fn spec proof open requires ensures invariant decreases by forall
    exists assert if else match let mut ghost tracked while for in loop struct enum impl
    trait use mod pub as is matches return break move async unsafe const static type where
    dyn verus! vec! #[trigger] /* */
"""
    )
)


def complaint(read: Callable[[str | bytes], object], text: str | bytes) -> VerusSyntaxError | None:
    try:
        read(text)
    except VerusSyntaxError as error:
        return error
    return None


def attempt(text: str | bytes) -> None:
    """Read a text in all ways; take at most two seconds for each."""
    for read in (parse_file, parse_fragment, parse_expr):
        start = time.process_time()
        error = complaint(read, text)
        assert time.process_time() - start < 2
        if error is not None:
            assert error.line >= 1
            assert error.column >= 1
            assert "\n" not in str(error)


@examples(120)
@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    attempt(data)


@examples(120)
@given(st.text(max_size=200))
def test_random_text_and_its_tokens(text: str) -> None:
    attempt(text)
    tokens = tokenize(text)
    assert "".join(token.text for token in tokens) == text
    assert significant(text) == [token for token in tokens if token.kind not in TRIVIA]


@pytest.mark.parametrize(
    "piece", [" ", "\n \t", "// x\n", "/**/", ". /**/ 1.0 ", "'", "r#", "\u00e9 "]
)
def test_tokens_come_in_linear_time(piece: str) -> None:
    start = time.process_time()
    assert len(tokenize(piece * 100_000)) >= len(significant(piece * 100_000))
    assert time.process_time() - start < 10


@examples(120)
@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_random_tokens(tokens: list[str]) -> None:
    attempt(" ".join(tokens))
    attempt("verus! { fn f() { " + " ".join(tokens) + " } }")


SIZE = 40_000


def filled(opener: str, middle: str = "", closer: str = "") -> str:
    """A text of about forty kilobytes."""
    count = SIZE // len(opener + closer)
    return opener * count + middle + closer * count


MONSTERS = {
    "parentheses": filled("("),
    "balanced parentheses": filled("(", "", ")"),
    "blocks": filled("{", "", "}"),
    "less": filled("<"),
    "generics": filled("a::<"),
    "type generics": "fn f(x: " + filled("A<"),
    "not": filled("!") + "a",
    "minus": filled("- ") + "a",
    "ampersands": filled("&"),
    "bullets": filled("&&& "),
    "bulleted": filled("&&& a "),
    "quotes": '"' * (SIZE + 1),
    "raw strings": filled('r#"'),
    "ticks": filled("'"),
    "comments": filled("/*"),
    "comment ends": filled("*/"),
    "attributes": filled("#[a] "),
    "inner attributes": filled("#![a] "),
    "closures": filled("|x| "),
    "quantifiers": filled("forall|x| "),
    "asserts": filled("assert(a) by { "),
    "verus": filled("verus! { "),
    "macros": filled("m!(", "", ")"),
    "broken macros": filled("m!(", "=>", ")"),
    "return types": "fn f() -> " + filled("("),
    "named returns": "fn f() -> " + filled("(a: "),
    "fn types": "fn f() -> " + filled("(fn() -> "),
    "digits": filled("1"),
    "dots": filled("."),
    "underscores": filled("_"),
    "hashes": filled("#"),
    "open specs": filled("open("),
    "foreign letters": filled("é→"),
    "letters that are none": filled("→"),
    "curried closures": filled("|a|", "a"),
    "closures side by side": "[" + filled("|a||b| c, ") + "]",
    "clause attributes": "fn f() requires " + filled("#![auto] a, ") + "{}",
}


@pytest.mark.parametrize("text", MONSTERS.values(), ids=MONSTERS.keys())
def test_monsters_are_refused_or_read_soon(text: str) -> None:
    attempt(text)


@pytest.mark.parametrize("levels", [30, 300])
@pytest.mark.parametrize(
    ("opener", "closer"),
    [("m!(", ")"), ("m!{", "=> }"), ("f::<", ">()"), ("(", ")"), ("|x| -> (r: u8) {", "}")],
)
def test_nesting_costs_linear_time(opener: str, closer: str, levels: int) -> None:
    attempt(opener * levels + "1" + closer * levels)


def test_threads_that_parse_leave_the_recursion_limit_as_it_was() -> None:
    before = sys.getrecursionlimit()
    deep = "(" * 300 + "a" + ")" * 300
    with ThreadPoolExecutor(4) as pool:
        assert len(list(pool.map(parse_expr, [deep, "a", "(b)"] * 30, timeout=100))) == 90
    assert sys.getrecursionlimit() == before


LINKS = 2_000
CHAINS = {
    "else if": "if a { 1 } " + "else if a { 1 } " * LINKS + "else { 2 }",
    "plus": "a" + " + a" * LINKS,
    "implies": "a" + " ==> a" * LINKS,
    "and": "a" + " && a" * LINKS,
    "comparisons": "a" + " <= a" * LINKS,
    "methods": "a" + ".f(1)" * LINKS,
    "casts": "a" + " as int" * LINKS,
    "views": "a" + "@" * LINKS,
    "indexes": "a" + "[1]" * LINKS,
    "bullets": "&&& a " * LINKS,
    "array": "[" + "a, " * LINKS + "]",
    "path": "a" + "::a" * LINKS,
}


@pytest.mark.parametrize("text", CHAINS.values(), ids=CHAINS.keys())
def test_long_chains_are_read(text: str) -> None:
    parse_expr(text)


def test_bytes_that_are_not_utf8() -> None:
    with pytest.raises(VerusSyntaxError, match="2:3: byte 0xff is not UTF-8"):
        parse_file(b"a\nbc\xff")
    assert decode(b"fn f() {}") == "fn f() {}"


@pytest.mark.shared
@examples(60)
@given(data=st.data())
def test_mutated_programs(data: st.DataObject, problems: list[dict[str, Any]]) -> None:
    text = data.draw(st.sampled_from(problems))["verified"]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 20))
        text = text[:at] + data.draw(st.sampled_from(["", *WORDS])) + text[at + cut :]
    attempt(text)

from __future__ import annotations

import pytest

from adjudge.verus.lexer import TRIVIA, Kind, tokenize


def pieces(text: str) -> list[str]:
    return [token.text for token in tokenize(text) if token.kind not in TRIVIA]


def kinds(text: str) -> list[Kind]:
    return [token.kind for token in tokenize(text) if token.kind not in TRIVIA]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x.0.1", ["x", ".", "0", ".", "1"]),
        ("x->0.1", ["x", "->", "0", ".", "1"]),
        ("1..2", ["1", "..", "2"]),
        ("1.0..2.5", ["1.0", "..", "2.5"]),
        ("1.max(2)", ["1", ".", "max", "(", "2", ")"]),
        ("1.e5", ["1", ".", "e5"]),
        ("2.", ["2."]),
        ("1e5 1.5E-3f32 1_000.0_1", ["1e5", "1.5E-3f32", "1_000.0_1"]),
        ("0xE+1", ["0xE", "+", "1"]),
        ("0b1010_u8 0o7int 12nat", ["0b1010_u8", "0o7int", "12nat"]),
        ("Vec<Vec<u8>>=x", ["Vec", "<", "Vec", "<", "u8", ">", ">", "=", "x"]),
        ("a<==>b==>c<==d", ["a", "<==>", "b", "==>", "c", "<==", "d"]),
        ("a=~=b=~~=c!~=d", ["a", "=~=", "b", "=~~=", "c", "!~=", "d"]),
        ("a===b!==c&&&d|||e", ["a", "===", "b", "!==", "c", "&&&", "d", "|||", "e"]),
        ("'a 'a' '\\'' '\\u{1F600}' b'\\x7f'", ["'a", "'a'", "'\\''", "'\\u{1F600}'", "b'\\x7f'"]),
        ("<'a,'b>", ["<", "'a", ",", "'b", ">"]),
        ('"a\\"b" b"x" c"y"', ['"a\\"b"', 'b"x"', 'c"y"']),
        ('r#"a"b"# br##"x"#"##', ['r#"a"b"#', 'br##"x"#"##']),
        ("r#fn r#'a", ["r#fn", "r", "#", "'a"]),
        ("a/*x/*y*/z*/b//c\nd", ["a", "b", "d"]),
        ("a\u00a0b", ["a", "\u00a0b"]),
        ("a\u0301x\u2028b", ["a\u0301x", "b"]),
        ("'a\u0301 r#e\u0301", ["'a\u0301", "r#e\u0301"]),
        ("naïve²+1", ["naïve", "²", "+", "1"]),
        ("x!is y", ["x", "!", "is", "y"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert pieces(text) == expected
    assert "".join(token.text for token in tokenize(text)) == text


def test_kinds() -> None:
    assert kinds("a 1 1.5 \"s\" 'c' 'l +") == [
        *(Kind.IDENT, Kind.INT, Kind.FLOAT, Kind.STR, Kind.CHAR, Kind.LIFETIME, Kind.PUNCT)
    ]


@pytest.mark.parametrize("text", ['"abc', 'r#"abc"', "/* a /* b */", 'b"\\"', "a \\ b", "`", "²"])
def test_what_no_rule_knows_is_one_error(text: str) -> None:
    assert kinds(text).count(Kind.ERROR) == 1


def test_shebang_and_byte_order_mark_are_trivia() -> None:
    assert pieces("\ufeff#!/bin/run x\nfn") == ["fn"]
    assert pieces("#![a]") == ["#", "!", "[", "a", "]"]

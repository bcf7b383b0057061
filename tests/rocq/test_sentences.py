"""The lexical reading of Rocq text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.rocq.sentences import Kind, declarations, sentences, without_comments


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Definition a := 1. Definition b := 2.", ["Definition a := 1.", "Definition b := 2."]),
        ("(* a. (* b. *) c. *) Check 1.", ["Check 1."]),
        ('(* "*)" still *) Check 1.', ["Check 1."]),
        ('Check "a. b".', ['Check "a. b".']),
        ('Check "he said ""a. b"" twice".', ['Check "he said ""a. b"" twice".']),
        ("Check Nat.add. Check 1.", ["Check Nat.add.", "Check 1."]),
        ("Definition a := 1", []),
        ("", []),
        ("(* never closed. Check 1.", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_comments_become_a_space() -> None:
    assert without_comments("a(* x *)b").split() == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "kind", "block"),
    [
        ("Definition f (x : nat) := x.", Kind.DEFINITION, ("f",)),
        ("#[local] Definition f := 1.", Kind.DEFINITION, ("f",)),
        ("Local Definition f := 1.", Kind.DEFINITION, ("f",)),
        ("Program Fixpoint f (n : nat) {measure n} := n.", Kind.FIXPOINT, ("f",)),
        ("Fixpoint f (n : nat) := n with g (n : nat) := n.", Kind.FIXPOINT, ("f", "g")),
        (
            "Fixpoint f (n : nat) := match n with O => 1 | S m => g m end with g n := n.",
            Kind.FIXPOINT,
            ("f", "g"),
        ),
        ("Inductive t := a | b with u := c.", Kind.INDUCTIVE, ("t", "u")),
        ("Record r := mk { x : nat }.", Kind.RECORD, ("r",)),
        ("Axiom a : False.", Kind.ASSUMPTION, ("a",)),
        ("Variables (x y : nat).", Kind.ASSUMPTION, ("x",)),
    ],
)
def test_declarations(text: str, kind: Kind, block: tuple[str, ...]) -> None:
    found = declarations(text)
    assert found[0].kind is kind
    assert found[0].block == block


def test_nothing_is_declared_in_comments_and_strings() -> None:
    text = '(* Axiom a : False. *) Check "Definition b := 1. ".'
    assert declarations(text) == []


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    sentences(text)
    declarations(text)


@given(st.lists(st.sampled_from(["(*", "*)", '"', ".", " ", "a", "\n", "with", ":="])))
def test_any_mix_of_delimiters_can_be_read(parts: list[str]) -> None:
    declarations("".join(parts))

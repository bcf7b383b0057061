"""Types and telescopes as Rocq prints them."""

from __future__ import annotations

import pytest

from adjudge.rocq.terms import Applied, Binder, canonical, parse_type, spine, telescope


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("nat", Applied("nat")),
        ("BinNums.Z", Applied("Z")),
        ("list BinNums.Z", Applied("list", (Applied("Z"),))),
        ("list (list String.string)", Applied("list", (Applied("list", (Applied("string"),)),))),
        (
            "prod nat (option bool)",
            Applied("prod", (Applied("nat"), Applied("option", (Applied("bool"),)))),
        ),
        ("@Spec.tree nat", Applied("Spec.tree", (Applied("nat"),))),
        ("Spec.M.t", Applied("Spec.M.t")),
        ("Rdefinitions.RbaseSymbolsImpl.R", Applied("R")),
        ("QArith_base.Q", Applied("Q")),
        ("BinInt.Z.t", Applied("Z")),
    ],
)
def test_types(printed: str, expected: Applied) -> None:
    assert parse_type(printed) == expected


@pytest.mark.parametrize("printed", ["forall _ : nat, nat", "fun x : nat => x", "(nat", "nat)", ""])
def test_other_forms_are_no_types(printed: str) -> None:
    assert parse_type(printed) is None


def test_telescope() -> None:
    found = telescope("forall (A : Type) (x y : list A) (_ : @eq A x y), P x (f y)")
    assert found.binders == (
        Binder("A", "Type"),
        Binder("x", "list A"),
        Binder("y", "list A"),
        Binder("_", "@eq A x y"),
    )
    assert found.result == "P x (f y)"


def test_telescope_of_one_bare_binder() -> None:
    assert telescope("forall _ : nat, forall x : nat, Prop").binders == (
        Binder("_", "nat"),
        Binder("x", "nat"),
    )


def test_spine() -> None:
    assert spine("@P (f x) y (g (h z))") == ["@P", "(f x)", "y", "(g (h z))"]


def test_names_of_the_candidate_are_kept_whole() -> None:
    assert canonical("Spec.Z") == "Spec.Z"
    assert canonical("Coq.Numbers.BinNums.Z") == "Z"


def test_a_quantified_type_of_a_bare_binder_ends_at_its_own_comma() -> None:
    found = telescope("forall P : forall _ : nat, Prop, Spec.kept P (@nil nat)")
    assert found.binders == (Binder("P", "forall _ : nat, Prop"),)
    assert found.result == "Spec.kept P (@nil nat)"


def test_a_let_is_substituted_and_leaves_a_binder_without_a_name() -> None:
    found = telescope("forall c : A, let n : nat := f c in forall _ : le n O, P c n'")
    assert found.binders == (Binder("c", "A"), Binder("", "f c"), Binder("_", "le (f c) O"))
    assert found.result == "P c n'"


def test_a_case_distinction_is_one_argument() -> None:
    case = "match b return nat with | true => O | false => S O end"
    assert spine(f"P x {case} y") == ["P", "x", case, "y"]

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

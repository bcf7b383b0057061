"""The Rocq text that makes a specification's checker, and the files around it.

Three files, all ours: `Cases` (literals only, compiled before the candidate is loaded where its
types allow that), the exploration (which pieces are accepted, and what they compute), and the
certificate (the accepted pieces and one theorem for all accepted, one for all rejected cases).
"""

from __future__ import annotations

import collections
import re
from collections.abc import Sequence, Set

import msgspec

from adjudge.rocq.absences import absences
from adjudge.rocq.discovery import Facts
from adjudge.rocq.fit import Fit
from adjudge.rocq.inverses import inverses
from adjudge.rocq.properties import checkers, properties
from adjudge.rocq.relations import pieces
from adjudge.rocq.sentences import Kind
from adjudge.rocq.unfoldings import Piece

LIBRARY = "List ZArith NArith QArith String Ascii"
"""Modules of the standard library that literals and statements may mention."""

FLAGS = """Set Guard Checking. Set Positivity Checking. Set Universe Checking.
Unset Universe Polymorphism. Unset Program Mode. Unset Lia Cache. Unset Nia Cache.
Unset Mangle Names.
"""
"""A required file may have changed the session's flags: they are set again."""

_ATOM = re.compile(
    r'"(?:[^"]|"")*"%string|\(Qmake \(-?\d+\)%Z \(\d+\)%positive\)'
    r"|\(Ascii\.ascii_of_nat \d+\)|\(-?\w+\)%(?:Z|N|nat)"
)
_MANY = 100  # cases: reading so many takes longer than one would like
_OFTEN = 3  # occurrences of an atom
_LONG = 800  # characters of a definition that is worth unfolding


class Case(msgspec.Struct, frozen=True):
    """One case as literals."""

    number: int
    terms: tuple[str, ...]


def cases_file(fit: Fit, cases: Sequence[Case]) -> str:
    """`Cases.v`: the type of cases and one constant for each."""
    types = [e.type for e in fit.embeddings]
    lines = [
        f"From Coq Require Import {LIBRARY}.",
        *(["From Coq Require Import Reals Qreals."] if fit.uses_reals else []),
        *(["From Work Require Spec."] if any("Spec." in t for t in types) else []),
        "Import ListNotations.",
        f"Definition case : Type := ({' * '.join(f'({t})' for t in types)})%type.",
    ]
    tuples = [f"({', '.join(c.terms)})" for c in cases]
    shared = _shared(tuples) if len(cases) > _MANY else {}
    lines += [f"Definition {name} := {atom}." for atom, name in shared.items()]
    for case, text in zip(cases, tuples, strict=True):
        short = _ATOM.sub(lambda m: shared.get(m[0], m[0]), text)
        lines.append(f"Definition case_{case.number} : case := {short}.")
    return "\n".join(lines) + "\n"


def _shared(terms: Sequence[str]) -> dict[str, str]:
    """Names for the atoms that come often: Rocq is slow to read a numeral, and to read it again."""
    times = collections.Counter(m[0] for term in terms for m in _ATOM.finditer(term))
    often = [atom for atom, number in times.items() if number >= _OFTEN]
    return {atom: f"v{number}" for number, atom in enumerate(often)}


def prelude(fit: Fit) -> str:
    """What both the exploration and the certificate begin with."""
    theories = "Synthesis Fuel Verdicts" + (" Reals" if fit.uses_reals else "")
    return f"""From Coq Require {LIBRARY} Permutation Sorted Znumtheory.
From Adjudge Require Import {theories}.
From Work Require Cases.
From Work Require Spec.
{FLAGS}"""


def statement(fit: Fit) -> str:
    """`holds`: what the specification says of a case."""
    names = _components(fit)
    return (
        f"Definition holds (c : Cases.case) : Prop :=\n  {_opened(names)} {fit.statement(names)}.\n"
    )


def synthesis(fit: Fit, facts: Facts) -> list[Piece]:
    """The pieces that make the checker; the last one, `sound`, is the checker's theorem.

    Its proof compares the two functions with the checker. Rocq must open these first (`Strategy`),
    else it may evaluate loops over all likely values.
    """
    names = _components(fit)
    typed = " ".join(f"({n} : {e.type})" for n, e in zip(names, fit.embeddings, strict=True))
    applied = " ".join(names)
    main = f"""Definition synthesised : forall {typed}, Checker ({fit.statement(names)}).
Proof. intros {applied}. open_definitions. checker. Defined.
Definition accepts (c : Cases.case) : bool :=
  Eval cbv beta zeta iota delta [synthesised projT1] in
  {_opened(names)} projT1 (synthesised {applied}).
Definition refuses (c : Cases.case) : bool :=
  Eval cbv beta zeta iota delta [synthesised projT1 projT2 proj1_sig] in
  {_opened(names)} proj1_sig (projT2 (synthesised {applied})).
Strategy expand [accepts refuses synthesised projT1 projT2 proj1_sig].
Lemma sound : forall c, Tri (holds c) (accepts c) (refuses c).
Proof. intros {_pattern(names)}. exact (proj2_sig (projT2 (synthesised {applied}))). Qed.
"""
    closed = properties(facts)
    return [
        *_unfolding(facts, {d.name for d in closed}),
        *checkers(closed),
        *absences(facts),
        *inverses(facts),
        *pieces(facts),
        Piece("sound", main),
    ]


def certificate(
    fit: Fit, kept: Sequence[Piece], accepted: Sequence[int], rejected: Sequence[int]
) -> str:
    """`Certificate.v`: statements of ours about the cases, proved by the checker.

    The claims stand before any generated text, so that nothing in it can change their meaning.
    """
    claims, proofs = [], []
    for name, lemma, claim, numbers in (
        ("accepted", "accept_all", "holds", accepted),
        ("rejected", "reject_all", "(fun c => ~ holds c)", rejected),
    ):
        if numbers:
            claims.append(
                f"Definition claim_{name} : Prop :=\n  List.Forall {claim} {listed(numbers)}.\n"
            )
            proofs.append(
                f"Theorem {name} : claim_{name}.\n"
                f"Proof. refine (@{lemma} _ _ _ _ sound _ _). "
                "vm_cast_no_check (eq_refl true). Qed.\n"
            )
    return "\n".join([prelude(fit), statement(fit), *claims, *(p.text for p in kept), *proofs])


def listed(numbers: Sequence[int]) -> str:
    """The list of these cases."""
    cells = " ".join(f"(cons Cases.case_{n}" for n in numbers)
    return f"{cells} nil{')' * len(numbers)}"


def _unfolding(facts: Facts, closed: Set[str]) -> list[Piece]:
    """How the candidate's plain definitions are opened: propositions and short ones."""
    names = [
        d.name
        for d in facts.declared
        if d.kind is Kind.DEFINITION
        and d.name not in closed
        and d.body
        and (d.is_proposition or len(d.body) < _LONG)
    ]
    if not names:
        return []
    listed = " ".join(names)
    return [
        Piece(
            "opened",
            f"Ltac open_definitions ::= cbv beta delta [{listed}].\n"
            f"Ltac open_definitions_in H ::= cbv beta delta [{listed}] in H.\n"
            f"Definition opened := tt.\n",
        )
    ]


def _components(fit: Fit) -> list[str]:
    return [f"x{i}" for i in range(len(fit.embeddings))]


def _opened(names: Sequence[str]) -> str:
    return f"let '({', '.join(names)}) := c in" if len(names) > 1 else f"let {names[0]} := c in"


def _pattern(names: Sequence[str]) -> str:
    """The introduction pattern of a tuple, which is paired to the left."""
    pattern = names[0]
    for name in names[1:]:
        pattern = f"[{pattern} {name}]"
    return pattern

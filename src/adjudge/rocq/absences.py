"""Lemmas about the candidate's recursive functions of an element or a position and a list or text.

Counting or looking up an element that the list does not have (or a key that a list of pairs does
not have, or a position behind its end) gives what the empty list gives. So the list, or the range
of its positions, is a domain for what is said of all elements; see `Absences.v`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from adjudge.rocq.discovery import Declared, Facts
from adjudge.rocq.sentences import Kind
from adjudge.rocq.unfoldings import Piece


class _Place(msgspec.Struct, frozen=True):
    """Two arguments of which one may be something that the other does not have.

    Attributes:
        element: The number of the one.
        of: The number of the other.
        known: What the other has, as a term.
        empty: What has nothing.
        tactic: Proves the lemma.
    """

    element: int
    of: int
    known: str
    empty: str
    tactic: str


def absences(facts: Facts) -> list[Piece]:
    """A lemma for each such function; those that do not hold are not accepted."""
    return [
        _absence(declared, place)
        for declared in facts.declared
        if declared.kind is Kind.FIXPOINT and not declared.is_proposition
        for place in _places(declared)
    ]


def _places(declared: Declared) -> Iterator[_Place]:
    types = [binder.type for binder in declared.type.binders]
    for element, own in enumerate(types):
        atom = f"({own})" if " " in own else own
        for of, listed in enumerate(types):
            name = f"arg{of}"
            if listed == f"list {atom}":
                yield _Place(element, of, name, "nil", f"absence {name}")
            elif listed.startswith(f"list (prod {atom} "):
                yield _Place(element, of, f"(List.map fst {name})", "nil", f"absence {name}")
            beyond = f"beyond arg{element} {name}"
            if own == "nat" and listed == "String.string":
                known = f"(List.seq 0 (String.length {name}))"
                yield _Place(element, of, known, "String.EmptyString", beyond)
            elif own == "nat" and listed.startswith("list "):
                known = f"(List.seq 0 (List.length {name}))"
                yield _Place(element, of, known, "nil", beyond)


def _absence(declared: Declared, place: _Place) -> Piece:
    types = [binder.type for binder in declared.type.binders]
    names = [
        b.name if b.type in ("Type", "Set") else f"arg{i}"
        for i, b in enumerate(declared.type.binders)
    ]
    plain = re.sub(r"\W", "_", declared.name)
    kind = place.tactic.partition(" ")[0]
    name = f"{kind}_{plain}_{place.element}_{place.of}"
    every = " ".join(f"({n} : {t})" for n, t in zip(names, types, strict=True))
    empty = [*names]
    empty[place.of] = place.empty
    function = f"@{declared.name}"
    return Piece(
        name,
        f"""Lemma {name} : forall {every}, Absence {names[place.element]} {place.known}
  ({" ".join([function, *names])}) ({" ".join([function, *empty])}).
Proof. intros {" ".join(names)}. {place.tactic}. Qed.
#[local] Hint Extern 0 (Absence _ _ ({function} {" ".join("_" for _ in names)}) _) =>
  apply {name} : absences.
""",
        guess=True,
    )

"""Lemmas about the candidate's recursive functions of an element and a list.

Counting or looking up an element that the list does not have (or a key that a list of pairs does
not have) gives what the empty list gives. So the list is a domain for what is said of all elements;
see `Absences.v`.
"""

from __future__ import annotations

import re

from adjudge.rocq.discovery import Declared, Facts
from adjudge.rocq.sentences import Kind
from adjudge.rocq.unfoldings import Piece


def absences(facts: Facts) -> list[Piece]:
    """A lemma for each such function; those that do not hold are not accepted."""
    return [
        _absence(declared, element, of, elements)
        for declared in facts.declared
        if declared.kind is Kind.FIXPOINT and not declared.is_proposition
        for element, of, elements in _places(declared)
    ]


def _places(declared: Declared) -> list[tuple[int, int, str]]:
    """Pairs of arguments of which one may be an element of the other: its elements, as a term."""
    found = []
    types = [binder.type for binder in declared.type.binders]
    for element, own in enumerate(types):
        atom = f"({own})" if " " in own else own
        for of, listed in enumerate(types):
            if listed == f"list {atom}":
                found.append((element, of, f"arg{of}"))
            elif listed.startswith(f"list (prod {atom} "):
                found.append((element, of, f"(List.map fst arg{of})"))
    return found


def _absence(declared: Declared, element: int, of: int, elements: str) -> Piece:
    types = [binder.type for binder in declared.type.binders]
    names = [
        b.name if b.type in ("Type", "Set") else f"arg{i}"
        for i, b in enumerate(declared.type.binders)
    ]
    plain = re.sub(r"\W", "_", declared.name)
    name = f"absent_{plain}_{element}"
    every = " ".join(f"({n} : {t})" for n, t in zip(names, types, strict=True))
    empty = [*names]
    empty[of] = "nil"
    function = f"@{declared.name}"
    return Piece(
        name,
        f"""Lemma {name} : forall {every}, Absence {names[element]} {elements}
  ({" ".join([function, *names])}) ({" ".join([function, *empty])}).
Proof. intros {" ".join(names)}. absence {names[of]}. Qed.
#[local] Hint Extern 0 (Absence _ _ ({function} {" ".join("_" for _ in names)}) _) =>
  apply {name} : absences.
""",
    )

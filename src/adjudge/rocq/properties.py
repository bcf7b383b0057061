"""Properties of characters and truth values: a checker for each, made once.

Nothing about them helps to find a domain, and their case distinctions are long: where they are
used they are not opened.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudge.rocq.discovery import Declared, Facts
from adjudge.rocq.sentences import Kind
from adjudge.rocq.unfoldings import Piece

_FINITE = frozenset({"ascii", "bool"})
_LONG = 400  # characters of a definition that is worth a checker of its own


def properties(facts: Facts) -> list[Declared]:
    """The long definitions of propositions about characters and truth values only."""
    return [d for d in facts.declared if d.kind is Kind.DEFINITION and _is_property(d)]


def checkers(found: Sequence[Declared]) -> list[Piece]:
    """A checker for each property, and the hint by which it is used."""
    return [_checker(declared) for declared in found]


def _is_property(declared: Declared) -> bool:
    kinds = {b.type.rpartition(".")[2] for b in declared.type.binders}
    is_finite = bool(kinds) and kinds <= _FINITE
    return declared.is_proposition and is_finite and len(declared.body) > _LONG


def _checker(declared: Declared) -> Piece:
    name = "property_" + re.sub(r"\W", "_", declared.name)
    names = " ".join(f"x{i}" for i in range(len(declared.type.binders)))
    return Piece(
        f"{name}_ok",
        f"""Definition {name} : forall {names}, Checker ({declared.name} {names}).
Proof. intros {names}. cbv beta delta [{declared.name}]. checker. Defined.
Lemma {name}_ok {names} : Tri ({declared.name} {names})
  (projT1 ({name} {names})) (proj1_sig (projT2 ({name} {names}))).
Proof. exact (proj2_sig (projT2 ({name} {names}))). Qed.
#[local] Hint Extern 0 (Tri ({declared.name}{" _" * len(declared.type.binders)}) _ _) =>
  apply {name}_ok : checkers.
""",
    )

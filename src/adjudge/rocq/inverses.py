"""The candidate's recursive functions of a list, named for the search of their arguments.

What such a function yields often determines its argument: the digits that a text was made of. The
theory `Inverse.v` finds them, if it can tell which functions there are.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.rocq.discovery import Declared, Facts
from adjudge.rocq.sentences import Kind
from adjudge.rocq.unfoldings import Piece


def inverses(facts: Facts) -> list[Piece]:
    """The piece that names the functions, if there are any."""
    calls = [
        call
        for declared in facts.declared
        if declared.kind is Kind.FIXPOINT and not declared.is_proposition
        for call in _calls(declared)
    ]
    if not calls:
        return []
    text = "Ltac own_call t next ::= match t with\n" + "\n".join(calls) + "\n  end.\n"
    return [Piece("own_calls", f"{text}Definition own_calls := tt.\n")]


def _calls(declared: Declared) -> Iterator[str]:
    """For each argument that is a list, the pattern of a call and the function of that argument."""
    binders = declared.type.binders
    for place, binder in enumerate(binders):
        if binder.type.startswith("list "):
            names = [f"a{i}" for i in range(len(binders))]
            pattern = " ".join(f"?{name}" for name in names)
            abstracted = " ".join(["l" if i == place else n for i, n in enumerate(names)])
            head = f"@{declared.name}"
            yield (
                f"  | context [{head} {pattern}] => next constr:(fun l => {head} {abstracted})\n"
                f"      a{place} ltac:(fun H => cbn [{declared.name}] in H)"
            )

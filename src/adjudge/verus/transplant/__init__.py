"""Move the proof of a candidate into the program it was asked to prove.

Where the strict comparison fails a candidate for any change to the frozen text, the transplant asks
whether its proof is good: invariants, measures, asserts, proof blocks, ghost variables, lemmas and
imports go to the corresponding places of the reference, whose own text stays byte for byte. What
proof the reference has in the same places gives way. Variables that the candidate added to the code
for its proof alone, as in `let old = x;`, become ghost variables.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudge.verus.parser import parse_file
from adjudge.verus.syntax import File, Function
from adjudge.verus.transplant.align import digest
from adjudge.verus.transplant.bodies import BodyMover, Unplaced
from adjudge.verus.transplant.contracts import extensible, move_contract
from adjudge.verus.transplant.entries import Entry, entries
from adjudge.verus.transplant.insertions import Insertions
from adjudge.verus.transplant.items import ItemMover
from adjudge.verus.transplant.normal import spec_form


class Transplanted(NamedTuple):
    """The reference with the candidate's proof.

    Attributes:
        text: The program.
        unplaced: The parts of the candidate's proof that found no place in it.
    """

    text: str
    unplaced: tuple[Unplaced, ...]


def transplant(
    candidate: File | str, reference: File | str, *, target: str | None = None
) -> Transplanted:
    """Put a candidate's proof into the reference program.

    Args:
        candidate: What a model wrote; its executable code may differ from the reference's.
        reference: The program to be proved.
        target: The name of the function that the specification is about. Without it every function
            counts as such that is public or that no other one calls.

    Raises:
        VerusSyntaxError: One of the texts is no Verus.
    """
    theirs = candidate if isinstance(candidate, File) else parse_file(candidate)
    ours = reference if isinstance(reference, File) else parse_file(reference)
    insertions = Insertions(ours)
    bodies = BodyMover(insertions, theirs)
    items = ItemMover(insertions, theirs, bodies)
    mine = {entry.key: entry for entry in entries(ours)}
    for entry in entries(theirs):
        if entry.key in mine:
            _merge(bodies, mine[entry.key], entry, target)
        else:
            items.move(entry)
    items.finish()
    return Transplanted(insertions.apply(), tuple(sorted(bodies.unplaced)))


def _merge(bodies: BodyMover, ours: Entry, theirs: Entry, target: str | None) -> None:
    """Move the proof within an item that both have."""
    a, b = ours.item, theirs.item
    if not (isinstance(a, Function) and isinstance(b, Function) and a.body and b.body):
        return
    if a.is_exec and b.is_exec:
        is_target = None if target is None else ours.is_called(target)
        more = extensible(bodies.reference, a, is_target)
        move_contract(bodies.insertions, bodies.candidate, a, b, more)
        bodies.block(a.body, b.body)
    elif a.mode == "spec" and digest(a.body, spec_form) == digest(b.body, spec_form):
        bodies.block(a.body, b.body)


__all__ = ["Transplanted", "Unplaced", "transplant"]

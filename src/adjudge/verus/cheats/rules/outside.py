"""Code outside `verus!{}`, which runs and is never verified."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.verus.cheats.finding import Cheat, Severity
from adjudge.verus.cheats.subject import Subject
from adjudge.verus.syntax import Function, InnerAttribute, Item, Use, VerusBlock

CODES = frozenset({"outside-code"})


def code_outside(subject: Subject) -> Iterator[Cheat]:
    """Anything outside the block but imports and an empty `main`.

    Inner attributes have their own rule.
    """
    for item in subject.file.items if subject.file else ():
        if isinstance(item, Use | VerusBlock | InnerAttribute) or is_empty_main(item):
            continue
        message = "code outside `verus!{ .. }` is never verified"
        yield subject.cheat_node("outside-code", Severity.UNSOUND, message, item)


def is_empty_main(item: Item) -> bool:
    """Whether it is the `fn main() {}` that a file may end with."""
    if not isinstance(item, Function) or item.name != "main" or item.body is None:
        return False
    return not (item.body.statements or item.body.tail)

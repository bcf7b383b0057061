"""Propositions decided by the checkers that the theories make for them."""

from __future__ import annotations

import re

from adjudge.rocq.toolchain import Rocq
from adjudge.run.sandbox import Limits

LIMITS = Limits(wall_seconds=280, memory_bytes=4 << 30)
VERDICTS = {"true, false": "accept", "false, true": "reject", "false, false": "unknown"}


def check(shapes: list[tuple[str, str]], prelude: str, rocq: Rocq) -> None:
    """Asserts that each proposition gets its verdict from the checker made for it."""
    lines = [prelude]
    for number, (_, proposition) in enumerate(shapes):
        lines += [
            f"Definition c{number} : Checker ({proposition}). Proof. checker. Defined.",
            "Abort All.",
            f"Eval vm_compute in ({number}%nat, projT1 c{number}, proj1_sig (projT2 c{number})).",
        ]
    said = rocq.converse("\n".join(lines), LIMITS).stdout.decode()
    found = dict(re.findall(r"= \((\d+)(?:%nat)?, (\w+, \w+)\)", said))
    wrong = [
        (verdict, proposition, found.get(str(number)))
        for number, (verdict, proposition) in enumerate(shapes)
        if VERDICTS.get(found.get(str(number), "")) != verdict
    ]
    assert not wrong, "\n".join(map(str, wrong))

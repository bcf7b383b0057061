"""How much work an evaluation may do, in steps, so that a verdict depends on no clock."""

from __future__ import annotations

from dataclasses import dataclass


class OutOfSteps(Exception):
    """The budget is spent; what was being decided stays unknown."""

    def __init__(self, what: str = "the budget of steps is spent") -> None:
        super().__init__(what)


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of an evaluation.

    Attributes:
        steps: For each clause: calls, iterations and elements of sequences made.
        loop: A variable's range up to this size is tried value by value; a larger one is first
            cut into parts that are decided as a whole.
        cells: How many such parts one quantifier may be cut into.
    """

    steps: int = 3_000_000
    loop: int = 4_000
    cells: int = 4_000

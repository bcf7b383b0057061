"""Where a search begins: all values of a quantifier's variables but those plainly excluded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudge.verus.evaluate.cells import Cell, SeqCell, TupleCell, whole, within
from adjudge.verus.evaluate.elements import demands
from adjudge.verus.evaluate.symmetry import is_symmetric
from adjudge.verus.evaluate.unknown import INF, Number, Value
from adjudge.verus.ir import IntType, Quantifier

if TYPE_CHECKING:
    from adjudge.verus.evaluate.program import Program


@dataclass(frozen=True)
class _Domain:
    """What is demanded of a sequence of integers.

    Attributes:
        limits: The values of all limits, given the free variables.
        sizes: How many of them are lower and upper limits of elements and of the length.
        step: How much an element is larger than the one before it, if it is or may be supposed to.
    """

    limits: Callable[..., tuple[Value, ...]]
    sizes: tuple[int, ...]
    step: int | None

    def strictest(self, free: tuple[Value, ...]) -> tuple[Number, Number, Number, Number]:
        """The strictest limits, as far as they are known."""
        values = list(self.limits(*free))
        groups = []
        for size in self.sizes:
            groups.append([x for x in values[:size] if type(x) is int])
            del values[:size]
        low, high, shortest, longest = groups
        return (
            max(low, default=-INF),
            min(high, default=INF),
            max(shortest, default=0),
            min(longest, default=INF),
        )


class Domains:
    """The domains of the quantifiers of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._made: dict[tuple[int, int], _Domain] = {}

    def of(self, index: int, free: tuple[Value, ...]) -> Cell | None:
        """The values of a quantifier's variables to look at; None if there are none.

        Args:
            index: Which quantifier.
            free: The values of its free variables.
        """
        cells = []
        for place, variable in enumerate(self._program.binders[index][0].variables):
            cell: Cell | None = whole(variable.type, self._program.datatypes)
            if isinstance(cell, SeqCell) and isinstance(cell.type.item, IntType):
                domain = self._domain(index, place)
                limits = domain.strictest(free)
                cell = within(cell, *limits, self._program.datatypes, step=domain.step)
            if cell is None:
                return None
            cells.append(cell)
        return TupleCell(tuple(cells))

    def _domain(self, index: int, place: int) -> _Domain:
        made = self._made.get((index, place))
        if made is None:
            made = self._made[index, place] = self._demanded(index, place)
        return made

    def _demanded(self, index: int, place: int) -> _Domain:
        expr, used = self._program.binders[index]
        variable, function = expr.variables[place], self._program.function
        found = demands(
            variable,
            expr.body,
            positive=not (isinstance(expr, Quantifier) and expr.universal),
            free={v.name for v in used},
            function=function,
        )
        groups = (found.low, found.high, found.shortest, found.longest)
        limits = tuple(limit for group in groups for limit in group)
        ordered = found.sorted or (
            isinstance(expr, Quantifier) and is_symmetric(variable.name, expr.body, function)
        )
        return _Domain(
            self._program.values(index, limits, f"limits{place}_"),
            tuple(map(len, groups)),
            int(found.distinct) if ordered else None,
        )

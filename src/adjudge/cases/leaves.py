"""Parameters that are structs, as the values that they are made of: bounds are about those."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudge.verus.ir import DataType, Datatype, Type, Variable
from adjudge.verus.smt.question import fields_of

_DEEPEST = 6


class Leaves:
    """Parameters with structs taken apart, and back.

    Args:
        params: The parameters.
        datatypes: The structs and enums that occur.
    """

    def __init__(self, params: Sequence[Variable], datatypes: Mapping[DataType, Datatype]) -> None:
        self._params = params
        self._datatypes = datatypes
        self.variables: tuple[Variable, ...] = tuple(
            leaf for p in params for leaf in self._of(p.name, p.type, 0)
        )

    def split(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """The leaves' values of the parameters' values."""
        pairs = zip(values, self._params, strict=True)
        return tuple(leaf for value, p in pairs for leaf in self._parts(value, p.type, 0))

    def join(self, leaves: Sequence[Any]) -> tuple[Any, ...]:
        """The parameters' values of the leaves' values."""
        rest = iter(leaves)
        return tuple(self._whole(p.type, rest, 0) for p in self._params)

    def _fields(self, type_: Type, depth: int) -> tuple[tuple[str, Type], ...] | None:
        # A struct that holds itself ends somewhere as a leaf of which no values are made.
        return fields_of(type_, self._datatypes) if depth < _DEEPEST else None

    def _of(self, name: str, type_: Type, depth: int) -> Iterator[Variable]:
        fields = self._fields(type_, depth)
        if fields is None:
            yield Variable(name, type_)
            return
        for i, (_, inner) in enumerate(fields):
            yield from self._of(f"{name}.{i}", inner, depth + 1)

    def _parts(self, value: Any, type_: Type, depth: int) -> Iterator[Any]:
        fields = self._fields(type_, depth)
        if fields is None:
            yield value
            return
        for name, inner in fields:
            yield from self._parts(value[name], inner, depth + 1)

    def _whole(self, type_: Type, rest: Iterator[Any], depth: int) -> Any:
        fields = self._fields(type_, depth)
        if fields is None:
            return next(rest)
        return {name: self._whole(inner, rest, depth + 1) for name, inner in fields}

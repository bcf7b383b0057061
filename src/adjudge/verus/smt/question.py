"""What is asked of the solver, and what it says: plain data that crosses a process border."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudge.verus.ir import DataType, Datatype, Expr, SpecFunction, Type, Variable


@dataclass(frozen=True, slots=True)
class Limits:
    """What the solver may use for one question.

    Attributes:
        rlimit: Z3's own count of its steps: the same on every machine.
        seconds: Wall-clock time, only as a safety net.
        megabytes: Memory of the process.
    """

    rlimit: int = 3_000_000
    seconds: float = 10.0
    megabytes: int = 2_000


@dataclass(frozen=True, slots=True, eq=False)
class Progression:
    """A long sequence in short form: a first element, and what each step adds to its integers.

    Attributes:
        length: How many elements.
        start: The first one: an integer, a truth value, a character, or a list or tuple of such.
        step: What is added to every integer from one element to the next.
    """

    length: int
    start: Any
    step: int = 0

    def expand(self) -> Any:
        """The sequence; a string for characters."""
        if isinstance(self.start, str):
            return self.start * self.length
        if self.step == 0:
            return [self.start] * self.length
        return [raised(self.start, self.step * i) for i in range(self.length)]


def raised(value: Any, by: int) -> Any:
    """A value with a number added to every integer in it."""
    if isinstance(value, list | tuple):
        return type(value)(raised(item, by) for item in value)
    return value + by if type(value) is int else value


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """Does the goal follow from the hypotheses, whatever values the variables have?

    Attributes:
        variables: The free variables of hypotheses and goal.
        hypotheses: What may be assumed.
        goal: What is to be shown.
        functions: The specification functions that occur, by key.
        datatypes: The structs and enums that occur.
        values: Values of some of the variables by name, as `adjudge.model` has them or as
            `Progression`.
        limits: What may be used.
        models: Whether to look for values that refute it.
    """

    variables: tuple[Variable, ...]
    hypotheses: tuple[Expr, ...]
    goal: Expr
    functions: dict[str, SpecFunction] = field(default_factory=dict)
    datatypes: dict[DataType, Datatype] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    limits: Limits = Limits()
    models: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What the solver found.

    Attributes:
        proved: Whether it follows. False says nothing: neither that it does not.
        reason: Why it was not proved.
        engine: How it was proved: by `patterns`, by `instances`, or by `both`.
        cost: Z3's own count of steps.
        models: Values of the variables by name that may refute it; to be checked, never trusted.
    """

    proved: bool
    reason: str = ""
    engine: str = ""
    cost: int = 0
    models: tuple[dict[str, Any], ...] = ()


def fields_of(
    type_: Type, datatypes: Mapping[DataType, Datatype]
) -> tuple[tuple[str, Type], ...] | None:
    """The names and types of a struct's fields; None for any other type."""
    data = datatypes.get(type_) if isinstance(type_, DataType) else None
    return data.variants[0].fields if data is not None and data.is_struct else None

"""What the lowering of one contract shares: names, functions reached, things unknown."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from adjudge.verus import syntax as rs
from adjudge.verus.ir import (
    Expr,
    OpaqueType,
    Span,
    SpecFunction,
    Type,
    Unspecified,
    Variable,
)
from adjudge.verus.lower.types import TypeTable
from adjudge.verus.names import Definition, Definitions

ANY = OpaqueType("_")
Env = Mapping[str, Variable]


@dataclass
class Context:
    """State of the lowering of a file's contract."""

    file: rs.File
    definitions: Definitions
    types: TypeTable
    aliases: Mapping[str, str]
    functions: dict[str, SpecFunction] = field(default_factory=dict)
    pending: deque[Callable[[], None]] = field(default_factory=deque)
    unknown: dict[str, None] = field(default_factory=dict)
    _names: dict[str, int] = field(default_factory=dict)

    def fresh(self, name: str, type_: Type) -> Variable:
        """A variable whose name is unique in the contract."""
        count = self._names.get(name, 0)
        self._names[name] = count + 1
        return Variable(name if count == 0 else f"{name}.{count}", type_)

    def give_up(self, what: str, type_: Type | None, span: Span | None) -> Expr:
        """A value whose meaning we do not know, listed by name."""
        self.unknown[what] = None
        return Unspecified(type_ or ANY, f"unknown {what}", span=span)


@dataclass(frozen=True)
class Place:
    """Where an expression stands.

    Attributes:
        context: The contract's lowering.
        within: The definition around it.
        types: Type parameters and `Self`.
        before: For `old(x)`: the variables of `&mut` parameters before the call.
    """

    context: Context
    within: Definition
    types: Mapping[str, Type]
    before: Env = field(default_factory=dict)

    def span(self, node: rs.Node) -> Span | None:
        """Where a node stands in the source."""
        return self.context.file.span(node) if node.start >= 0 else None

    def type(self, node: rs.Type | None) -> Type:
        """What a written type is here."""
        return self.context.types.type(node, self.types)

    def give_up(self, what: str, node: rs.Node, want: Type | None = None) -> Expr:
        """An expression that we cannot give a meaning."""
        return self.context.give_up(what, want, self.span(node))


def known(type_: Type | None) -> Type | None:
    """A wanted type, or None where nothing is wanted."""
    return None if type_ is None or type_ == ANY else type_

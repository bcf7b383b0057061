"""The text of one generated Python function."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A Python expression.

    Attributes:
        text: It, in parentheses where it needs them.
        sure: Whether its value is certainly known.
        simple: Whether it may be repeated at no cost: a name or a literal.
    """

    text: str
    sure: bool = False
    simple: bool = False


class Writer:
    """Lines of Python under way, and what is known about the variables in them."""

    def __init__(self, prefix: str = "v") -> None:
        self.lines: list[str] = []
        self.indent = 1
        self.names: dict[str, Code] = {}
        self.inner: str | None = None
        self._prefix = prefix
        self._count = 0

    def line(self, text: str) -> None:
        """Add a line."""
        self.lines.append("    " * self.indent + text)

    def temp(self) -> str:
        """A new local name."""
        self._count += 1
        return f"{self._prefix}{self._count}"

    def hold(self, code: Code) -> Code:
        """A name for a value, so that it may be used twice."""
        if code.simple:
            return code
        name = self.temp()
        self.line(f"{name} = {code.text}")
        return Code(name, code.sure, simple=True)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """An indented block; `pass` if nothing is put into it."""
        self.line(head)
        self.indent += 1
        size = len(self.lines)
        yield
        if len(self.lines) == size:
            self.line("pass")
        self.indent -= 1

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """Lines that are caught instead of added."""
        outer, self.lines = self.lines, []
        caught = self.lines
        try:
            yield caught
        finally:
            self.lines = outer

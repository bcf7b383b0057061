"""What can go wrong when Verus text is read."""

from __future__ import annotations


class VerusSyntaxError(ValueError):
    """The text is not Verus (or Rust).

    Attributes:
        message: One clear line, without the position.
        line: Line of the offending token, from 1.
        column: Column of the offending token in characters, from 1.
        expected: What the grammar wanted instead; may be empty.
    """

    def __init__(self, message: str, line: int, column: int, expected: tuple[str, ...] = ()):
        super().__init__(f"{line}:{column}: {message}")
        self.message = message
        self.line = line
        self.column = column
        self.expected = expected

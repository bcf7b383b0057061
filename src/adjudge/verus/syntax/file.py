"""The root of a tree: what ties it to the text it was read from."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from adjudge.verus.lexer import Token, line_column
from adjudge.verus.syntax.items import Item
from adjudge.verus.syntax.node import Node


class File(Node):
    """A whole text.

    Attributes:
        items: The items.
        text: The text, unchanged.
        tokens: Its significant tokens, which the spans of nodes index; the last one is `EOF`.
    """

    layout: ClassVar[frozenset[str]] = Node.layout | {"text", "tokens"}
    items: tuple[Item, ...]
    text: str = ""
    tokens: list[Token] = field(default_factory=list)

    def span(self, node: Node) -> tuple[int, int]:
        """Offsets of the node's first character and after its last one."""
        if node.end <= node.start:
            offset = self.tokens[node.start].start
            return offset, offset
        return self.tokens[node.start].start, self.tokens[node.end - 1].end

    def source(self, node: Node) -> str:
        """The text of the node as written, comments inside it included."""
        first, last = self.span(node)
        return self.text[first:last]

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        return line_column(self.text, offset)

    def position(self, node: Node) -> tuple[int, int]:
        """Line and column at which the node begins."""
        return self.line_column(self.span(node)[0])

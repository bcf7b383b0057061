"""Pieces of another text put into a text that otherwise stays as it is, byte for byte."""

from __future__ import annotations

from adjudge.verus.lexer import Kind
from adjudge.verus.syntax import File, Node


class Insertions:
    """Texts to put into a file, and spans of it to leave out."""

    def __init__(self, file: File) -> None:
        self.file = file
        self._removed: list[tuple[int, int]] = []
        self._added: list[tuple[int, str]] = []

    def add(self, offset: int, text: str) -> None:
        """Put a text at an offset; texts at one offset keep the order in which they came."""
        self._added.append((offset, text))

    def remove(self, start: int, end: int) -> None:
        """Leave out the characters from `start` to `end`."""
        self._removed.append((start, end))

    def indent_at(self, offset: int) -> str:
        """The white space at the beginning of the line in which an offset lies."""
        text = self.file.text
        line = text[text.rfind("\n", 0, offset) + 1 :]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def apply(self) -> str:
        """The text with everything put in."""
        text, parts, position = self.file.text, [], 0
        changes = [(offset, offset, added) for offset, added in self._added]
        changes += [(start, end, "") for start, end in self._removed]
        for start, end, added in sorted(changes, key=lambda change: change[:2]):
            parts += [text[position:start], added]
            position = max(position, end)
        return "".join([*parts, text[position:]])


def reindented(file: File, node: Node, indent: str) -> str:
    """The source of a node, its lines after the first one moved to another indentation."""
    return reindented_span(file, *file.span(node), indent)


def reindented_span(file: File, start: int, end: int, indent: str) -> str:
    """The source between two offsets, moved to another indentation unless a string forbids it."""
    source = file.text[start:end]
    first, *rest = source.split("\n")
    if not rest or ('"' in source and _has_long_string(file, start, end)):
        return source
    line = file.text[file.text.rfind("\n", 0, start) + 1 : start]
    old = len(line) - len(line.lstrip(" \t"))
    moved = []
    for text in rest:
        blank = len(text) - len(text.lstrip(" \t"))
        moved.append(indent + text[min(old, blank) :] if text.strip() else "")
    return "\n".join([first, *moved])


def _has_long_string(file: File, start: int, end: int) -> bool:
    tokens = (t for t in file.tokens if start <= t.start < end and t.kind is Kind.STR)
    return any("\n" in token.text for token in tokens)

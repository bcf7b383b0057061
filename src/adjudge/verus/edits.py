"""Changes to a text by spans, so that all that is not touched stays as it was written."""

from __future__ import annotations

from adjudge.verus.lexer import Kind, tokenize
from adjudge.verus.syntax import File, Node


class Edits:
    """Removals and replacements in the text of a file; what lies within a removal is moot."""

    def __init__(self, file: File) -> None:
        self.file = file
        self._changes: list[tuple[int, int, str]] = []

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace the characters from `start` to `end`, keeping the line breaks among them."""
        breaks = "\n" * (self.file.text.count("\n", start, end) - text.count("\n"))
        self._changes.append((start, end, text + breaks))

    def remove_tokens(self, first: int, after: int) -> None:
        """Remove the tokens from index `first` up to `after`."""
        if first < after:
            tokens = self.file.tokens
            self.replace(tokens[first].start, tokens[after - 1].end, "")

    def replace_node(self, node: Node, text: str) -> None:
        """Replace a node's text."""
        start, end = self.file.span(node)
        self.replace(start, end, text)

    def remove(self, node: Node) -> None:
        """Remove a node and the doc comments before it, which would belong to what follows."""
        self._remove_doc_comments(node.start)
        self.remove_tokens(node.start, node.end)

    def remove_listed(self, node: Node) -> None:
        """Remove an element of a list and the comma after it, or else the one before it."""
        texts = self.file.tokens
        self.remove(node)
        if texts[node.end].text == ",":
            self.remove_tokens(node.end, node.end + 1)

    def _remove_doc_comments(self, index: int) -> None:
        tokens = self.file.tokens
        start = tokens[index - 1].end if index else 0
        gap = self.file.text[start : tokens[index].start]
        if "///" not in gap and "/**" not in gap:
            return
        for token in tokenize(gap):
            if token.kind is Kind.COMMENT and token.text.startswith(("///", "/**")):
                self.replace(start + token.start, start + token.end, "")

    def apply(self) -> str:
        """The text with all changes made."""
        text, parts, position = self.file.text, [], 0
        for start, end, replacement in sorted(self._changes, key=lambda c: (c[0], -c[1])):
            if start >= position:
                parts += [text[position:start], replacement]
                position = end
        return "".join([*parts, text[position:]])

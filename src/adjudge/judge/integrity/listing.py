"""An item's frozen text in one fixed layout, for diffs that show nothing but real changes."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from adjudge.verus.syntax import (
    Attribute,
    Block,
    File,
    For,
    Function,
    If,
    Loop,
    Node,
    While,
    children,
    walk,
)
from adjudge.verus.transplant.normal import is_all_ghost, is_ghost_statement, is_harmless

_OWN_LINE = frozenset({"requires", "ensures", "recommends", "decreases", "returns"})
_NO_SPACE_BEFORE = frozenset([",", ";", ")", "]", ".", "?", ":", "::", "!", "@"])
_NO_SPACE_AFTER = frozenset(["(", "[", ".", "::", "!", "&", "#", "@"])


def item_diff(reference: tuple[File, Node], candidate: tuple[File, Node]) -> str:
    """A unified diff of two items."""
    lines = difflib.unified_diff(
        listing(*reference), listing(*candidate), "reference", "candidate", lineterm="", n=2
    )
    return "\n".join(lines)


def listing(file: File, node: Node) -> list[str]:
    """The lines of an item without the proof in its executable code."""
    lines: list[str] = []
    depth, line, before = 0, "", ""
    skipped = {index for span in _skipped(node) for index in span}
    texts = [file.tokens[i].text for i in range(node.start, node.end) if i not in skipped]
    brackets = 0
    for index, text in enumerate(texts):
        following = texts[index + 1] if index + 1 < len(texts) else ""
        depth -= text == "}"
        if line and not brackets and (text in _OWN_LINE or text == "}"):
            lines.append(line)
            line = ""
        glued = text in _NO_SPACE_BEFORE or before in _NO_SPACE_AFTER
        glued = glued or (text in ("(", "[") and (before[-1:].isalnum() or before in (")", "]")))
        line += text if glued and line else (" " if line else "    " * max(depth, 0)) + text
        depth += text == "{"
        brackets += (text in ("(", "[")) - (text in (")", "]"))
        ends = text in ("{", "}", ";") and following not in (",", ";", ")", "else")
        if not brackets and (ends or (text == "," and before != "}")):
            lines.append(line)
            line = ""
        before = text
    return [*lines, line] if line else lines


def _skipped(node: Node) -> Iterator[range]:
    """The tokens that do not count: harmless attributes, and the proof in executable code."""
    for below in walk(node):
        if isinstance(below, Attribute) and is_harmless(below):
            yield range(below.start, below.end)
    if isinstance(node, Function) and node.is_exec and node.body is not None:
        yield from _ghost_spans(node.body)


def _ghost_spans(body: Block) -> Iterator[range]:
    stack: list[Node] = [body]
    while stack:
        node = stack.pop()
        below = children(node)
        if isinstance(node, Block):
            ghost = [child for child in below if is_ghost_statement(child)]
            yield from (range(part.start, part.end) for part in ghost)
            below = [child for child in below if child not in ghost]
        elif isinstance(node, Loop | While | For):
            yield from (range(clause.start, clause.end) for clause in node.clauses)
            below = [child for child in below if child not in node.clauses]
        elif isinstance(node, If) and node.orelse is not None and is_all_ghost(node.orelse):
            yield range(node.branches[-1].end, node.orelse.end)
        stack.extend(below)

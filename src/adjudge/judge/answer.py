"""Takes the answer out of what a model wrote: prose, drafts, fences or none."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

# Every pattern here takes linear time: completions are long, and some are made to stall judges.
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})([^\n`]*)$", re.MULTILINE)
_THOUGHT = re.compile(r"<(think|thinking|scratchpad)>", re.IGNORECASE)


class Block(msgspec.Struct, frozen=True):
    """A fenced block: its language tag in lower case (may be empty) and its text."""

    language: str
    text: str


def fenced_blocks(completion: str) -> list[Block]:
    """The fenced blocks of a Markdown text, in order; a last fence may be left open.

    A fence is closed by one of the same character, at least as long and without a tag, as
    CommonMark has it (section 4.5). Indentation of the opening fence is taken off each line.
    """
    text = _said(completion)
    blocks: list[Block] = []
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        mark, tag = fence[1], fence[2].strip()
        if opened is None:
            opened = fence
        elif mark[0] == opened[1][0] and len(mark) >= len(opened[1]) and not tag:
            blocks.append(_block(text, opened, fence.start()))
            opened = None
    if opened is not None:
        blocks.append(_block(text, opened, len(text)))
    return blocks


def code_answers(
    completion: str, defines: Callable[[str], bool], languages: frozenset[str]
) -> list[str]:
    """The texts that may be the answer, the likeliest first; none if nothing fits.

    The answer is the last block that defines what is wanted; drafts come before it. Where its
    helpers stand in blocks of their own, the joined text is the second choice. Without any fence
    the whole completion is the answer, if it defines what is wanted.

    Args:
        completion: What the model wrote.
        defines: Whether a text defines what is wanted.
        languages: The tags of blocks that can hold it; untagged blocks always can.
    """
    blocks = [b for b in fenced_blocks(completion) if b.language in languages or not b.language]
    defining = [block for block in blocks if defines(block.text)]
    if defining:
        last = defining[-1]
        others = [block.text for block in blocks if block not in defining]
        return [last.text, *(["\n".join([*others, last.text])] if others else [])]
    bare = _said(completion)
    return [bare] if not fenced_blocks(completion) and defines(bare) else []


def _said(completion: str) -> str:
    """The completion without the thoughts that it closes, with plain line ends."""
    text = completion.replace("\r\n", "\n")
    parts: list[str] = []
    at = 0
    unclosed: set[str] = set()
    while opened := _THOUGHT.search(text, at):
        name = opened[1].lower()
        closed = None
        if name not in unclosed:
            closed = re.compile(f"</{name}>", re.IGNORECASE).search(text, opened.end())
        if closed is None:
            unclosed.add(name)  # nor is any later one
            parts.append(text[at : opened.end()])
            at = opened.end()
        else:
            parts.append(text[at : opened.start()])
            at = closed.end()
    return "".join([*parts, text[at:]])


def _block(text: str, opened: re.Match[str], end: int) -> Block:
    indent = len(opened[0]) - len(opened[0].lstrip())
    lines = text[opened.end() + 1 : end].split("\n")
    body = "\n".join(re.sub(rf"^[ \t]{{0,{indent}}}", "", line) for line in lines)
    tag = re.search(r"[\w+#-]+", opened[2])  # `rust`, `rust,ignore`, `{.rust}`
    return Block(tag[0].lower() if tag else "", body)

"""Move lemmas, ghost helpers and imports into the reference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from adjudge.verus.syntax import File, Impl, InnerAttribute, Item, Module, Node, Use, VerusBlock
from adjudge.verus.transplant.bodies import BodyMover
from adjudge.verus.transplant.entries import (
    Entry,
    bare_names,
    container_key,
    inside,
)
from adjudge.verus.transplant.insertions import Insertions, reindented
from adjudge.verus.transplant.uses import leaves


class ItemMover:
    """Moves whole items from the candidate into the reference."""

    def __init__(self, insertions: Insertions, candidate: File, bodies: BodyMover) -> None:
        self.insertions = insertions
        self.reference = insertions.file
        self.candidate = candidate
        self.bodies = bodies
        self._names = bare_names(self.reference)
        self._containers = dict(_containers(self.reference, self.reference.items, ()))
        self._homeless: dict[tuple[str, ...], list[Entry]] = defaultdict(list)

    def move(self, entry: Entry) -> None:
        """Put an item that the reference has not into the container it stood in."""
        if not entry.is_ghost:
            self.bodies.refuse(entry.item, "it is no proof")
        elif entry.is_free and entry.key[-1] in self._names:
            self.bodies.refuse(entry.item, "the reference uses its name")
        elif entry.key[:-1] in self._containers:
            container = self._containers[entry.key[:-1]]
            self._append(container, reindented(self.candidate, entry.item, self._inner(container)))
        elif entry.key[:-2] in self._containers and entry.key[-2].startswith("impl"):
            self._homeless[entry.key[:-1]].append(entry)
        else:
            self.bodies.refuse(entry.item, "the reference has no such module or block")

    def finish(self) -> None:
        """Add the imports and the `impl` blocks that only the candidate has."""
        for key, members in self._homeless.items():
            container = self._containers[key[:-1]]
            indent = self._inner(container)
            texts = [reindented(self.candidate, e.item, f"{indent}    ") for e in members]
            body = "\n\n".join(f"{indent}    {text}" for text in texts)
            self._append(container, f"{key[-1]} {{\n{body}\n{indent}}}")
        self._imports()

    def _imports(self) -> None:
        known = {leaf for use in _uses(self.reference.items) for leaf in leaves(use.tree)}
        lines = []
        for use in _uses(self.candidate.items):
            for path, rename in leaves(use.tree):
                if (path, rename) in known:
                    continue
                known.add((path, rename))
                if path.startswith("vstd::"):
                    lines.append(f"use {path}{f' as {rename}' if rename else ''};")
                else:
                    self.bodies.refuse(use, "it imports from elsewhere than vstd")
        if not lines:
            return
        items = self.reference.items
        uses = [item for item in items if isinstance(item, Use)]
        if uses:
            offset = self.reference.span(uses[-1])[1]
            self.insertions.add(offset, "".join(f"\n{line}" for line in lines))
        else:
            first = next((i for i in items if not isinstance(i, InnerAttribute)), None)
            offset = self.reference.span(first)[0] if first else len(self.reference.text)
            self.insertions.add(offset, "".join(f"{line}\n" for line in lines))

    def _append(self, container: Node, text: str) -> None:
        """Put a text before the bracket that closes a container."""
        tokens = self.reference.tokens
        last = container.end - 1
        if tokens[last].text == ";":
            last -= 1
        offset = tokens[last - 1].end
        self.insertions.add(offset, f"\n\n{self._inner(container)}{text}")

    def _inner(self, container: Node) -> str:
        """The indentation of what stands in a container; a `verus!` block indents nothing."""
        if isinstance(container, VerusBlock):
            return ""
        return self.insertions.indent_at(self.reference.span(container)[0]) + "    "


def _containers(
    file: File, items: Iterable[Item], key: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Item]]:
    for item in items:
        members = inside(item)
        if members is not None and isinstance(item, VerusBlock | Impl | Module):
            own = (*key, container_key(file, item))
            yield own, item
            yield from _containers(file, members, own)


def _uses(items: Iterable[Item]) -> Iterator[Use]:
    """The imports of a file that stand in no function."""
    for item in items:
        if isinstance(item, Use):
            yield item
        elif isinstance(item, VerusBlock):
            yield from _uses(item.items)

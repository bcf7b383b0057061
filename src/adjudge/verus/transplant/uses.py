"""What `use` items name."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.verus.syntax import UseTree


def leaves(tree: UseTree, prefix: str = "") -> Iterator[tuple[str, str | None]]:
    """The full paths that an import names, `*` at the end of a glob, each with its new name."""
    path = "::".join(part for part in (prefix, tree.path.strip(":")) if part)
    if tree.group is not None:
        for part in tree.group:
            yield from leaves(part, path)
    else:
        path = path.removesuffix("::self")
        yield (f"{path}::*" if tree.glob else path), tree.rename

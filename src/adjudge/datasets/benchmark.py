"""A benchmark: problems by name, read when they are asked for."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping

from adjudge.errors import BadInput
from adjudge.model import Problem


class Benchmark:
    """Problems by name, in the benchmark's own order.

    Args:
        name: What messages call it.
        loaders: For each problem's name a function that reads the problem.
    """

    def __init__(self, name: str, loaders: Mapping[str, Callable[[], Problem]]) -> None:
        self.name = name
        self._loaders = loaders
        self._loaded: dict[str, Problem] = {}

    @property
    def names(self) -> list[str]:
        """The problems' names."""
        return list(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)

    def __contains__(self, name: str) -> bool:
        return name in self._loaders

    def __iter__(self) -> Iterator[Problem]:
        return (self[name] for name in self._loaders)

    def __getitem__(self, name: str) -> Problem:
        """The problem called `name`.

        Raises:
            BadInput: If there is none, or if its files are broken.
        """
        if name not in self._loaders:
            near = difflib.get_close_matches(name, self._loaders, n=1)
            mend = f"did you mean {near[0]}?" if near else f"see `adjudge list {self.name}`"
            raise BadInput(f"no problem {name[:80]!r} in {self.name}", mend=mend)
        if name not in self._loaded:
            self._loaded[name] = self._loaders[name]()
        return self._loaded[name]

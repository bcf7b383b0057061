"""What can go wrong, with what to do about it.

Two families, told apart by who has to act: `BadInput` (the user mends an input;
exit code 2) and `InfraError` (a tool could not run, so nothing was judged; exit code 3).
"""

from __future__ import annotations


class AdjudgeError(Exception):
    """Base of all errors that Adjudge raises on purpose."""


class BadInput(AdjudgeError):
    """An input that cannot be used.

    Args:
        what: What is wrong, in one line.
        where: Where it is: a path, `path:line`, or an option's name.
        mend: How to mend it, in one line.
    """

    def __init__(self, what: str, *, where: str = "", mend: str = "") -> None:
        self.what = _one_line(what)
        self.where = _one_line(where)
        self.mend = _one_line(mend)
        super().__init__(str(self))

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text} ({self.mend})" if self.mend else text

    def at(self, where: str) -> BadInput:
        """The same complaint, placed at `where` (an inner place is kept behind it)."""
        inner = f"{self.where}: " if self.where else ""
        return BadInput(f"{inner}{self.what}", where=where, mend=self.mend)


class InfraError(AdjudgeError):
    """A tool is missing, crashed or was killed: nothing was judged.

    Args:
        what: What could not run and why, in one line.
        mend: The command or step that mends it, if one is known.
    """

    def __init__(self, what: str, *, mend: str = "") -> None:
        self.what = _one_line(what)
        self.mend = _one_line(mend)
        super().__init__(f"{self.what} ({self.mend})" if self.mend else self.what)


def _one_line(text: str, limit: int = 400) -> str:
    """`text` on one line that a terminal can show: no control characters, bounded."""
    flat = " ".join(text.split())
    flat = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in flat)
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"

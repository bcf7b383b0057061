"""What was proved, and on what it rests: compiling a theorem and comparing its assumptions.

A theorem counts if its file compiles and Rocq's answer to `Print Assumptions`, as a whole, says
that it is closed, or names only axioms of an allow-list.
"""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Sequence
from pathlib import Path

from adjudge.errors import InfraError
from adjudge.rocq.toolchain import Rocq
from adjudge.run.process import Finished, Reason
from adjudge.run.sandbox import Limits

CLOSED = "Closed under the global context"
REAL_AXIOMS = frozenset(
    {
        "ClassicalDedekindReals.sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}",
        "ClassicalDedekindReals.sig_forall_dec : forall P : nat -> Prop, "
        "(forall n : nat, {P n} + {~ P n}) -> {n : nat | ~ P n} + {forall n : nat, P n}",
        "FunctionalExtensionality.functional_extensionality_dep : "
        "forall (A : Type) (B : A -> Type) (f g : forall x : A, B x), "
        "(forall x : A, f x = g x) -> f = g",
    }
)
"""The axioms on which Rocq's own real numbers rest, as they are printed."""

_WIDE = "Unset Printing All. Set Printing Width 1000000. Set Printing Depth 1000000."


class Auditor:
    """Compiles theorems and says whether they count.

    Args:
        rocq: Rocq at work in the folder of the files that the theorems rest on.
        limits: For compiling one file.
        reals: Whether the axioms of the standard library's reals are allowed.
        recheck: Limits of the independent checker; None: it is not asked.
    """

    def __init__(
        self, rocq: Rocq, limits: Limits, *, reals: bool, recheck: Limits | None = None
    ) -> None:
        self._rocq = rocq
        self._limits = limits
        self._reals = reals
        self._recheck = recheck

    def prove(
        self, name: str, text: str, theorems: Sequence[str], files: Sequence[str] = ()
    ) -> str:
        """Compiles `text` as `name`.v; why its theorems do not count, or nothing if they do.

        Args:
            name: What the file is called.
            text: The theorems, and what they need.
            theorems: Their names.
            files: The files of the folder that it requires.
        """
        marks = Marks()
        audit = [_WIDE]
        for theorem in theorems:
            audit += [marks.mark(theorem), f"Print Assumptions {theorem}."]
        audit.append(marks.mark("end"))
        finished = self._rocq.compile(name, text + "\n".join(audit) + "\n", self._limits)
        failed = failure(finished)
        if failed:
            return f"the certificate does not compile: {failed}"
        answers = marks.split(finished.stdout.decode("utf-8", "replace"))
        for theorem in theorems:
            extra = beyond(answers.get(theorem, ""), reals=self._reals)
            if extra:
                return f"it rests on more than definitions: {extra}"
        return self._confirm([*files, name]) if self._recheck is not None else ""

    def _confirm(self, names: Sequence[str]) -> str:
        """Why the independent checker does not confirm compiled files; empty if it does.

        It reads them from disk, so it also finds what no honest compiler would have written. It
        lists the axioms of whole files: one of the candidate's own is refused even where nothing
        uses it.
        """
        assert self._recheck is not None
        finished = self._rocq.recheck(names, self._recheck)
        if finished.reason is not Reason.EXITED:
            return f"not rechecked in time ({finished.reason})"
        said = (finished.stdout + finished.stderr).decode("utf-8", "replace")
        if finished.exit_code != 0 or "CONTEXT SUMMARY" not in said:
            last = said.strip().splitlines() or ["no message"]
            return f"the independent checker refuses it: {last[-1][:200]}"
        foreign = re.search(r"^\s+(Work\.\S+)\s*$", said, re.MULTILINE)
        return f"the independent checker finds an axiom: {foreign[1]}" if foreign else ""


class Marks:
    """Separators in what Rocq prints, by a name that the candidate cannot know."""

    def __init__(self) -> None:
        self._token = f"adjudge_{secrets.token_hex(12)}"

    def mark(self, name: str) -> str:
        """The sentence that begins the answer called `name`."""
        separator = f"{self._token}_{name}"
        return f"Definition {separator} := tt. Check {separator}."

    def split(self, said: str) -> dict[str, str]:
        """The answers by name."""
        parts = re.split(rf"^{self._token}_(\w+)\s*: unit$", said, flags=re.MULTILINE)
        return {n: answer.strip() for n, answer in zip(parts[1::2], parts[2::2], strict=True)}


def beyond(answer: str, *, reals: bool) -> str:
    """What a theorem rests on beyond the allowed axioms: the whole answer is compared."""
    if answer == CLOSED:
        return ""
    heading, *lines = answer.splitlines() or [""]
    allowed = REAL_AXIOMS if reals else frozenset()
    if heading == "Axioms:" and lines and allowed.issuperset(lines):
        return ""
    foreign = [line for line in lines if line not in allowed]
    return " ".join((foreign or [heading or "no answer"])[0].split())[:200]


def failure(finished: Finished) -> str:
    """Why a compilation failed; empty if it did not."""
    if finished.reason is not Reason.EXITED:
        return f"not compiled in time ({finished.reason})"
    if finished.exit_code == 0:
        return ""
    said = finished.stderr.decode("utf-8", "replace").strip()
    if not said:
        if finished.exit_code < 0 or finished.exit_code >= 128:
            return f"Rocq was killed (status {finished.exit_code})"
        raise InfraError(f"Rocq ended with status {finished.exit_code} and no message")
    return said


def carry(compiled: Path, folder: Path) -> None:
    """Takes the compiled candidate, and nothing else that it may have written, along."""
    if compiled.is_symlink() or not compiled.is_file():
        raise InfraError("Rocq succeeded but left no compiled file")
    shutil.copy(compiled, folder / compiled.name)

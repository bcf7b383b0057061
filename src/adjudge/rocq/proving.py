"""Proofs that a prover outside writes: a model, or any program.

Nothing that it says is believed. Its answer is a file of its own, compiled alone; what counts is a
theorem of ours, stated before that file is loaded, that the kernel checks and whose assumptions
are compared. As in Coins, a failed answer is tried again with the error, three times at most; other
than there, one answer may settle a whole specification (a checker with its soundness theorem), and
one about a case may prove either polarity.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from adjudge.errors import InfraError
from adjudge.rocq import audit
from adjudge.rocq.budget import Budget
from adjudge.rocq.synthesis import FLAGS
from adjudge.rocq.toolchain import Rocq, Toolchain
from adjudge.run.process import Reason, run_process
from adjudge.run.sandbox import Sandbox
from adjudge.run.work import work_folder

_ANSWER_BYTES = 4 << 20
_CHECKER_GOAL = "Tri (holds c) (accepts c) (refuses c)"
_CHECKER = f"""\
Definition accepts (c : Cases.case) : bool := (* yours *).
Definition refuses (c : Cases.case) : bool := (* yours *).
Theorem answer : forall c, {_CHECKER_GOAL}.
"""


class Attempt(msgspec.Struct, frozen=True):
    """An answer that was not accepted, and why."""

    answer: str
    error: str


class Question(msgspec.Struct, frozen=True):
    """What a prover is asked for: the text of a file that defines `answer`.

    Attributes:
        files: The texts that are compiled already, by the name to require them by.
        setup: What the file should begin with; the goals are to be read after it.
        goals: What `answer` may prove, any one of them, as it is to be written.
        attempts: The earlier answers to this question.
    """

    files: dict[str, str]
    setup: str
    goals: tuple[str, ...]
    attempts: tuple[Attempt, ...] = ()


class NoAnswer(InfraError):
    """The prover could not be asked: nothing is known of what it would have said."""


class Proof(msgspec.Struct, frozen=True):
    """What was accepted of a prover.

    Attributes:
        goal: Which of the goals is proved.
        files: The answer, by the name to require it by.
        text: The sentences of ours that rest on it.
    """

    goal: int
    files: dict[str, str]
    text: str


class Prover(Protocol):
    """Writes proofs.

    Attributes:
        name: What evidence names it by.
    """

    name: str

    def answer(self, question: Question) -> str:
        """The text of a file that defines `answer`; empty if it gives up."""
        ...


class Command:
    """A prover that is a program: a question as JSON on its input, the file on its output.

    Args:
        command: The program and its arguments. It is the user's own and not contained.
        seconds: How long it may take for one answer.
    """

    def __init__(self, command: Sequence[str], seconds: float = 600.0) -> None:
        self.name = Path(command[0]).name
        self._command = list(command)
        self._seconds = seconds

    def answer(self, question: Question) -> str:
        """What the program prints.

        Raises:
            InfraError: If it does not run, fails, takes too long or says too much: nobody was
                asked.
        """
        asked = json.dumps(msgspec.to_builtins(question))
        try:
            done = run_process(
                self._command,
                stdin=asked.encode(),
                env=os.environ,
                wall_seconds=self._seconds,
                output_bytes=_ANSWER_BYTES,
            )
        except OSError as error:
            raise InfraError(f"the prover {self.name} does not run: {error.strerror}") from None
        if done.reason is not Reason.EXITED:
            raise InfraError(f"the prover {self.name} was stopped: {done.reason}")
        if done.exit_code != 0:
            said = done.stderr.decode("utf-8", "replace").strip()[-300:]
            raise InfraError(
                f"the prover {self.name} failed ({done.exit_code}): {said}".rstrip(": ")
            )
        return done.stdout.decode("utf-8", "replace")


class Workshop(msgspec.Struct, frozen=True):
    """Where answers are compiled: which Rocq, what contains it, and the work folder."""

    toolchain: Toolchain
    sandbox: Sandbox
    folder: Path

    def rocq(self, folder: Path) -> Rocq:
        """Rocq at work in a folder."""
        return Rocq(self.toolchain, self.sandbox, folder)

    def alone(self, folder: Path) -> Rocq:
        """Rocq at work in a folder without our theories, as a candidate expects it."""
        return Rocq(self.toolchain, self.sandbox, folder, with_theories=False)


class Proving:
    """Asks a prover about compiled files.

    Args:
        texts: The files that an answer may require, by name: they are compiled in the workshop.
        setup: What our own theorems, and answers, begin with.
        budget: How often the same question is asked, and for compiling one answer.
        reals: Whether the axioms of the standard library's reals are allowed.
    """

    def __init__(
        self,
        prover: Prover,
        workshop: Workshop,
        texts: Mapping[str, str],
        setup: str,
        budget: Budget,
        *,
        reals: bool,
    ) -> None:
        self._prover = prover
        self._workshop = workshop
        self._texts = dict(texts)
        self._setup = setup
        self._attempts = budget.attempts
        self._limits = budget.limits(budget.proof_seconds)
        self._auditor = audit.Auditor(
            workshop.rocq(workshop.folder),
            self._limits,
            reals=reals,
            recheck=budget.recheck_limits,
        )
        self._asked = 0

    @property
    def prover(self) -> str:
        """The prover's name."""
        return self._prover.name

    def checker(self) -> Proof | None:
        """The sentences that take over a checker which the prover wrote.

        Raises:
            NoAnswer: If it could not be asked.
        """
        claim = "Definition accepts := {0}.accepts. Definition refuses := {0}.refuses.\n"
        claim += f"Lemma sound : forall c, {_CHECKER_GOAL}.\nProof. exact {{0}}.answer. Qed.\n"
        return self._ask((_CHECKER,), ((claim, "sound"),))

    def case(self, number: int) -> Proof | None:
        """A proof that the specification holds of a case (goal 0), or that it does not (1).

        Raises:
            NoAnswer: If the prover could not be asked.
        """
        return self.prove(f"holds Cases.case_{number}", f"~ holds Cases.case_{number}")

    def prove(self, *propositions: str) -> Proof | None:
        """A proof of one of the propositions, which are written as they are after the setup.

        Raises:
            NoAnswer: If the prover could not be asked.
        """
        checks = [
            (f"Theorem decided : {p}.\nProof. exact {{0}}.answer. Qed.\n", "decided")
            for p in propositions
        ]
        return self._ask(tuple(f"Theorem answer : {p}." for p in propositions), checks)

    def whole(self, proof: Proof) -> str:
        """The file of ours about what was proved, as it was compiled.

        What the statement is made of is ours and stands before the answer is loaded.
        """
        return f"{self._setup}{proof.text}"

    def _ask(self, goals: tuple[str, ...], checks: Sequence[tuple[str, str]]) -> Proof | None:
        """What was accepted, by one of the checks."""
        tried: list[Attempt] = []
        for _ in range(self._attempts):
            question = Question(self._texts, self._setup, goals, tuple(tried))
            try:
                answer = self._prover.answer(question)
            except InfraError as failed:
                raise NoAnswer(failed.what, mend=failed.mend) from failed
            if not answer.strip():
                return None
            self._asked += 1
            module = f"Answer_{self._asked}"
            error = self._compile_alone(module, answer)
            if not error:
                for goal, (check, theorem) in enumerate(checks):
                    text = f"From Work Require {module}.\n{FLAGS}{check.format(f'Work.{module}')}"
                    proof = Proof(goal, {module: answer}, text)
                    refused = self._check(module, proof, theorem)
                    if not refused:
                        return proof
                    error = error or refused
            tried.append(Attempt(answer, error[:4000]))
        return None

    def _compile_alone(self, module: str, text: str) -> str:
        """Compiles an answer beside copies, so that nothing else which it writes is carried on."""
        with work_folder() as alone:
            for known in self._texts:
                shutil.copy(self._workshop.folder / f"{known}.vo", alone)
            rocq = self._workshop.rocq(alone)
            error = audit.failure(rocq.compile(module, text, self._limits))
            if not error:
                audit.carry(alone / f"{module}.vo", self._workshop.folder)
            return error

    def _check(self, module: str, proof: Proof, theorem: str) -> str:
        """Why our theorem does not follow from an answer; empty if it does."""
        name = f"Checked_{self._asked}"
        return self._auditor.prove(name, self.whole(proof), [theorem], [*self._texts, module])

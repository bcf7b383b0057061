"""The proof judge: `spec_code2proof`.

A candidate solves the task if its proof, put into the benchmark's own program, is accepted by
Verus, and if it neither changed what was frozen nor leaned on anything that is not proved.
"""

from __future__ import annotations

import dataclasses
import enum

import msgspec

from adjudge import __version__
from adjudge.judge.answer import code_answers
from adjudge.judge.finding import Finding, judge_digest, problem_digest
from adjudge.judge.frozen import Frozen, frozen_program
from adjudge.judge.integrity import Report, compare
from adjudge.model import Candidate, Category, Evidence, Problem, Status, Task
from adjudge.run.store import content_address
from adjudge.verus.cheats import DEFAULT, Cheat, Severity, find_cheats
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.parser import parse_file
from adjudge.verus.syntax import File
from adjudge.verus.tool import Diagnostic, Ending, ErrorClass, Run, Verifier
from adjudge.verus.tool.driver import CRATE
from adjudge.verus.transplant import Unplaced, transplant

TASKS = frozenset({Task.SPEC_CODE2PROOF})
LANGUAGES = frozenset({"verus", "rust", "rs"})

_BEFORE_PROOF = frozenset(
    {ErrorClass.SYNTAX, ErrorClass.TYPE, ErrorClass.MODE, ErrorClass.BORROW, ErrorClass.OTHER}
)
_SHOWN = 12  # errors in a message
_LONGEST = 20_000  # characters of a message


class Mode(enum.StrEnum):
    """How strict the judge is about frozen text.

    `STRICT`: a candidate that changed it has failed. `TRANSPLANT`: only its proof counts, which is
    moved into the frozen program. Either way the judged file is ours.
    """

    STRICT = "strict"
    TRANSPLANT = "transplant"


class ProofJudge:
    """Judges candidates' proofs by Verus.

    Args:
        verifier: What runs Verus.
        mode: How strict to be about frozen text.
        seeds: With how many other seeds of the solver a proof that verified is tried again, to
            tell stable proofs from brittle ones.
    """

    def __init__(self, verifier: Verifier, *, mode: Mode = Mode.STRICT, seeds: int = 0) -> None:
        self._verifier = verifier
        self._mode = mode
        self._seeds = seeds
        self._allowed = dataclasses.replace(DEFAULT, max_rlimit=verifier.budget.rlimit)

    @property
    def engine(self) -> str:
        """The engine's name, which says the mode."""
        return f"verus-{self._mode}"

    def key(self, problem: Problem, candidate: Candidate) -> str:
        """The content address of the question; equal answers to one problem share it."""
        return content_address(
            {
                "engine": self.engine,
                "judge": judge_digest(),
                "tool": self._verifier.digest,
                "sandbox": self._verifier.sandbox_name,
                "budget": msgspec.to_builtins(self._verifier.budget),
                "seeds": self._seeds,
                "problem": problem_digest(problem),
                "completion": candidate.completion,
            }
        )

    def judge(self, problem: Problem, candidate: Candidate) -> Finding:
        """What the candidate's proof is worth.

        Raises:
            InfraError: If the tool is needed and could not run: nothing was judged.
        """
        frozen = frozen_program(problem)
        if frozen is None:
            return self._undecided(f"{problem.name} has no program to be proved")
        from adjudge.rust.program import defines_answer

        answers = code_answers(
            candidate.completion, lambda text: defines_answer(text, problem), LANGUAGES
        )
        if not answers:
            wanted = problem.signature.name
            return self._failed(Category.NO_ANSWER, f"no code in it defines fn {wanted}")
        readings = [self._read(text) for text in answers]
        file = next((reading for reading in readings if isinstance(reading, File)), readings[0])
        if isinstance(file, VerusSyntaxError):
            return self._unreadable(answers[0], file)
        return self._integrity(file, frozen) or self._rebuilt(file, frozen)

    def _read(self, text: str) -> File | VerusSyntaxError:
        """The answer's tree, or why it has none.

        Where only the proof counts, it may stand without the `verus!{}` around it.
        """
        if self._mode is Mode.TRANSPLANT and "verus!" not in text:
            text = f"verus! {{ {text}\n}}"
        try:
            return parse_file(text)
        except VerusSyntaxError as error:
            return error

    # Before the tool

    def _unreadable(self, text: str, error: VerusSyntaxError) -> Finding:
        """An answer that our reader refuses: the tool, if it is there, has the last word."""
        cheats = find_cheats(text, allowed=self._allowed)
        if cheats:
            return self._cheating(cheats)
        message = f"line {error.line}, column {error.column}: {error.message}"
        if not self._verifier.version:
            return self._failed(Category.SYNTAX_ERROR, message, detail=ErrorClass.SYNTAX)
        run = self._verifier.verify(text)
        if run.ending is Ending.FAILED and ErrorClass.SYNTAX in run.classes:
            return self._refused(run)
        reason = f"only our own reader refuses it, Verus does not ({message})"
        return self._undecided(reason, run)

    def _integrity(self, file: File, frozen: Frozen) -> Finding | None:
        """Why the candidate must not be run, or None.

        An answer that does both cheats and changes frozen text is called by the graver name.
        """
        cheats = find_cheats(file, allowed=self._allowed, given=frozen.file)
        if any(cheat.severity is not Severity.SUSPICIOUS for cheat in cheats):
            return self._cheating(cheats)
        if self._mode is Mode.STRICT:
            report = compare(frozen.file, file, target=frozen.target)
            if not report.unchanged:
                return self._modified(report)
        return self._cheating(cheats) if cheats else None

    def _cheating(self, cheats: list[Cheat]) -> Finding:
        lines = [f"{cheat}\n    {cheat.excerpt}" for cheat in cheats[:_SHOWN]]
        return self._failed(Category.CHEATING, "\n".join(lines), detail=cheats[0].code)

    def _modified(self, report: Report) -> Finding:
        change = report.changes[0]
        message = str(report)[:_LONGEST]
        return self._failed(Category.MODIFIED, message, detail=f"{change.aspect}-{change.kind}")

    # The tool

    def _rebuilt(self, file: File, frozen: Frozen) -> Finding:
        """Judges the frozen program with the candidate's proof in it."""
        moved = transplant(file, frozen.file)
        try:
            ours = parse_file(moved.text)
        except VerusSyntaxError as error:
            return self._undecided(f"the rebuilt program cannot be read: {error}")
        # Moving a proof must change nothing else: seen again on the text that will be run.
        report = compare(frozen.file, ours, target=frozen.target)
        if not report.unchanged:
            return self._modified(report)
        if cheats := find_cheats(ours, allowed=self._allowed, given=frozen.file):
            return self._cheating(cheats)
        return self._conclude(self._verifier.verify(moved.text), moved.text, moved.unplaced, frozen)

    def _conclude(
        self, run: Run, text: str, unplaced: tuple[Unplaced, ...], frozen: Frozen
    ) -> Finding:
        match run.ending:
            case Ending.TIMEOUT:
                return self._failed(Category.TIMEOUT, f"Verus gave {run.why}", run)
            case Ending.FAILED if unplaced and self._mode is Mode.STRICT:
                # Nothing was changed, so every part should have found its place: our fault.
                return self._undecided(f"does not verify, but {_lost(unplaced)}", run)
            case Ending.FAILED:
                return self._refused(run, frozen, unplaced)
        if missing := unverified(run, frozen):
            return self._undecided(f"Verus did not verify {', '.join(missing)}", run)
        return self._solved(run, text)

    def _solved(self, run: Run, text: str) -> Finding:
        credit = {"functions": 1.0, "obligations": 1.0}
        message = ""
        if self._seeds:
            reruns = [self._verifier.verify(text, seed=1 + i) for i in range(self._seeds)]
            held = sum(rerun.ending is Ending.VERIFIED and rerun.whole for rerun in reruns)
            credit["seeds"] = held / self._seeds
            name = "stable" if held == self._seeds else "brittle"
            message = f"{name}: verifies with {held} of {self._seeds} other seeds"
        return Finding(Status.SOLVED, self._evidence(run), message=message, credit=credit)

    def _refused(
        self, run: Run, frozen: Frozen | None = None, unplaced: tuple[Unplaced, ...] = ()
    ) -> Finding:
        """A finding from the tool's errors: the first decides the class."""
        classes = run.classes
        if ErrorClass.CHEATING in classes:
            category, detail = Category.CHEATING, ErrorClass.CHEATING
        elif classes[0] in _BEFORE_PROOF:
            category, detail = Category.SYNTAX_ERROR, classes[0]
        else:
            category, detail = Category.VERIFICATION_FAILURE, classes[0]
        lost = [_lost(unplaced)] if unplaced else []
        message = "\n\n".join([_headline(run.complaints), *_shown(run), *lost])[:_LONGEST]
        credit = partial_credit(run, frozen) if frozen else {}
        return self._failed(category, message, run, detail=detail, credit=credit)

    # Words

    def _failed(
        self,
        category: Category,
        message: str,
        run: Run | None = None,
        *,
        detail: str = "",
        credit: dict[str, float] | None = None,
    ) -> Finding:
        evidence = self._evidence(run)
        return Finding(
            Status.FAILED, evidence, category, message, credit=credit or {}, detail=str(detail)
        )

    def _undecided(self, message: str, run: Run | None = None) -> Finding:
        return Finding(Status.UNKNOWN, self._evidence(run), message=message)

    def _evidence(self, run: Run | None) -> Evidence:
        budget = self._verifier.budget
        return Evidence(
            engine=self.engine,
            version=__version__,
            tool=f"Verus {self._verifier.version}" if run else "",
            tool_digest=self._verifier.digest if run else "",
            sandbox=self._verifier.sandbox_name if run else "",
            method=f"verified the rebuilt program, rlimit {budget.rlimit:g}" if run else "read it",
            run_seconds=round(run.seconds, 3) if run else 0.0,
        )


def unverified(run: Run, frozen: Frozen) -> list[str]:
    """The functions of the frozen program that a run does not show to be verified.

    An exit status of 0 and `success` prove nothing by themselves: what is external or cut away by
    `cfg` gives no error either. So every function is asked for by name.
    """
    if run.ending is not Ending.VERIFIED or not run.whole:
        return list(frozen.proved)
    missing = [name for name in frozen.proved if not run.functions.get(f"{CRATE}::{name}")]
    return missing + [name for name in frozen.specified if f"{CRATE}::{name}" not in run.known]


def partial_credit(run: Run, frozen: Frozen) -> dict[str, float]:
    """How much of a failed proof holds, for use as a reward; never all of it.

    `functions`: the share of the frozen program's functions that verified, none while a lemma of
    the candidate's fails, since they may rest on it. `obligations`: the share of all units, as
    the tool counts them; a candidate can pad it with lemmas of its own.
    """
    if run.verified is None or not run.errors:
        return {"functions": 0.0, "obligations": 0.0}  # an earlier stage stopped it
    ours = {f"{CRATE}::{name}" for name in frozen.proved}
    lemmas_hold = all(good for name, good in run.functions.items() if name not in ours)
    good = sum(run.functions.get(name, False) for name in ours) if lemmas_hold else 0
    return {
        "functions": good / len(ours),
        "obligations": run.verified / (run.verified + run.errors),
    }


def _headline(complaints: tuple[Diagnostic, ...]) -> str:
    first = complaints[0]
    more = f" (and {len(complaints) - 1} more)" if len(complaints) > 1 else ""
    return f"{first.error}: {first.message.splitlines()[0][:300]}{more}"


def _shown(run: Run) -> list[str]:
    """The errors as the tool renders them."""
    return [d.rendered.strip("\n") or d.message for d in run.complaints[:_SHOWN]]


def _lost(unplaced: tuple[Unplaced, ...]) -> str:
    parts = [f"line {part.line}: {part.text.splitlines()[0][:100]}" for part in unplaced[:3]]
    more = f" and {len(unplaced) - 3} more" if len(unplaced) > 3 else ""
    return f"parts of the proof found no place in the program: {'; '.join(parts)}{more}"

"""The proof judge: `spec_code2proof`.

A candidate solves the task if its proof, put into the benchmark's own program, is accepted by
Verus, and if it neither changed what was frozen nor leaned on anything that is not proved.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import msgspec

from adjudge import __version__
from adjudge.judge.answer import code_answers
from adjudge.judge.finding import Finding, judge_digest, problem_digest
from adjudge.model import Candidate, Category, Evidence, Problem, Status, Task
from adjudge.run.store import content_address
from adjudge.verus.tool import Diagnostic, Ending, ErrorClass, Run, Verifier
from adjudge.verus.tool.driver import CRATE

if TYPE_CHECKING:
    from adjudge.judge.frozen import Frozen
    from adjudge.judge.rebuild import Refusal

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


def mode_of(evidence: Evidence) -> Mode:
    """The mode in which a finding was made."""
    return Mode.TRANSPLANT if evidence.engine == _engine(Mode.TRANSPLANT) else Mode.STRICT


def _engine(mode: Mode) -> str:
    return f"verus-{mode}"


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

    @property
    def engine(self) -> str:
        """The engine's name, which says the mode."""
        return _engine(self._mode)

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
        # Readers of Verus: only what is judged needs them.
        from adjudge.judge.frozen import frozen_program
        from adjudge.judge.rebuild import Refusal, rebuild
        from adjudge.rust.program import defines_answer

        frozen = frozen_program(problem)
        if frozen is None:
            return self._undecided(f"{problem.name} has no program to be proved")
        completion = encodable(candidate.completion)
        answers = code_answers(completion, lambda text: defines_answer(text, problem), LANGUAGES)
        if not answers:
            wanted = problem.signature.name
            return self._failed(Category.NO_ANSWER, f"no code in it defines fn {wanted}")
        rlimit = self._verifier.budget.rlimit
        rebuilt = rebuild(answers, frozen, self._mode, max_rlimit=rlimit)
        if isinstance(rebuilt, Refusal):
            return self.refuse(rebuilt)
        return self.prove(frozen, rebuilt.text, rebuilt.lost)

    @property
    def rlimit(self) -> float:
        """The resource limit, which no candidate may raise."""
        return self._verifier.budget.rlimit

    def prove(self, frozen: Frozen, text: str, lost: str = "") -> Finding:
        """What Verus says of a text that was looked at and is clean.

        Args:
            frozen: The program that it has to prove.
            text: What Verus gets.
            lost: Which parts of the proof are not in it, in one line.

        Raises:
            InfraError: If the tool could not run: nothing was judged.
        """
        run = self._verifier.verify(text, outside=frozen.outside)
        match run.ending:
            case Ending.TIMEOUT:
                return self._failed(Category.TIMEOUT, f"Verus gave {run.why}", run)
            case Ending.FAILED if lost and self._mode is Mode.STRICT:
                # Nothing was changed, so every part should have found its place: our fault.
                return self._undecided(f"does not verify, but {lost}", run)
            case Ending.FAILED:
                return self._refused(run, frozen, lost)
        if missing := unverified(run, frozen):
            return self._undecided(f"Verus did not verify {', '.join(missing)}", run)
        return self._solved(run, text, frozen)

    def refuse(self, refusal: Refusal) -> Finding:
        """A finding without a run, except where the tool, if it is there, has the last word.

        Raises:
            InfraError: If the tool is there and could not run.
        """
        if refusal.category is None:
            return self._undecided(refusal.message)
        if refusal.doubtful is not None and self._verifier.version:
            run = self._verifier.verify(refusal.doubtful)
            refused = _BEFORE_PROOF | {ErrorClass.UNSUPPORTED, ErrorClass.TRIGGER}
            if run.ending is Ending.FAILED and run.classes[0] in refused:
                return self._refused(run)
            if refusal.otherwise is not None:
                return self._failed(refusal.otherwise, refusal.message, run, detail=refusal.detail)
            reason = f"only our own reader refuses it, Verus does not ({refusal.message})"
            return self._undecided(reason, run)
        return self._failed(refusal.category, refusal.message, detail=refusal.detail)

    def _solved(self, run: Run, text: str, frozen: Frozen) -> Finding:
        credit = {"functions": 1.0, "obligations": 1.0}
        message = ""
        if self._seeds:
            reruns = [
                self._verifier.verify(text, seed=1 + number, outside=frozen.outside)
                for number in range(self._seeds)
            ]
            held = sum(rerun.ending is Ending.VERIFIED and rerun.whole for rerun in reruns)
            credit["seeds"] = held / self._seeds
            name = "stable" if held == self._seeds else "brittle"
            message = f"{name}: verifies with {held} of {self._seeds} other seeds"
        return Finding(Status.SOLVED, self._evidence(run), message=message, credit=credit)

    def _refused(self, run: Run, frozen: Frozen | None = None, lost: str = "") -> Finding:
        """A finding from the tool's errors: the first decides the class."""
        classes = run.classes
        if ErrorClass.CHEATING in classes:
            category, detail = Category.CHEATING, ErrorClass.CHEATING
        elif classes[0] in _BEFORE_PROOF:
            category, detail = Category.SYNTAX_ERROR, classes[0]
        else:
            category, detail = Category.VERIFICATION_FAILURE, classes[0]
        parts = [_headline(run.complaints), *_shown(run), *([lost] if lost else [])]
        message = "\n\n".join(parts)[:_LONGEST]
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
            method=f"ran Verus, rlimit {budget.rlimit:g}" if run else "read it",
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
    """How much of a failed proof holds, for use as a reward.

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


def encodable(text: str) -> str:
    """A text with U+FFFD for what no file can hold: halves of characters, alone."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _headline(complaints: tuple[Diagnostic, ...]) -> str:
    first = complaints[0]
    more = f" (and {len(complaints) - 1} more)" if len(complaints) > 1 else ""
    return f"{first.error}: {first.message.splitlines()[0][:300]}{more}"


def _shown(run: Run) -> list[str]:
    """The errors as the tool renders them."""
    return [d.rendered.strip("\n") or d.message for d in run.complaints[:_SHOWN]]

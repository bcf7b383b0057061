"""The code judge: `nl2code`, `spec2code`, `nl_spec2code`.

A candidate solves the task if its program gives the right output on every positive case, each
within its limits (VeriContest, arXiv 2605.08553, section 4: two seconds a case).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from adjudge import __version__
from adjudge.errors import BadInput
from adjudge.judge.answer import code_answers
from adjudge.judge.finding import Finding, judge_digest, problem_digest
from adjudge.model import (
    Candidate,
    Case,
    Category,
    Evidence,
    Problem,
    Shape,
    Status,
    Task,
    encode_case,
    values,
)
from adjudge.run.cases import CaseLimits, CaseRun, CaseStatus, Mode, run_cases
from adjudge.run.sandbox import Sandbox
from adjudge.run.store import content_address
from adjudge.run.work import work_folder
from adjudge.rust.build import BUILD_LIMITS, Built, build
from adjudge.rust.toolchain import RustToolchain

TASKS = frozenset({Task.NL2CODE, Task.SPEC2CODE, Task.NL_SPEC2CODE})
LANGUAGES = frozenset({"rust", "rs", "verus"})
FLOAT_TOLERANCE = 1e-6
"""How far a float may be off, relatively or absolutely, as online judges commonly allow."""

_SHOWN = 400  # characters of an input or output in a witness
_SIGNALS = {6: "aborted", 9: "was killed", 11: "crashed (segmentation fault)"}


class CodeJudge:
    """Judges candidates' Rust programs by running them on a problem's positive cases."""

    engine = "rust-cases"

    def __init__(
        self, sandbox: Sandbox, toolchain: RustToolchain, limits: CaseLimits = CaseLimits()
    ) -> None:
        self._sandbox = sandbox
        self._toolchain = toolchain
        self._limits = limits

    def key(self, problem: Problem, candidate: Candidate) -> str:
        """The content address of the question; equal answers to one problem share it."""
        return content_address(
            {
                "engine": self.engine,
                "judge": judge_digest(),
                "tool": self._toolchain.digest,
                "sandbox": self._sandbox.name,
                "limits": msgspec.to_builtins([self._limits, BUILD_LIMITS]),
                "problem": problem_digest(problem),
                "completion": candidate.completion,
            }
        )

    def judge(self, problem: Problem, candidate: Candidate) -> Finding:
        """What the candidate's program does.

        Raises:
            InfraError: If a tool could not run: nothing was judged.
        """
        from adjudge.rust.program import defines_answer

        answers = code_answers(
            candidate.completion, lambda text: defines_answer(text, problem), LANGUAGES
        )
        if not answers and problem.cases:
            wanted = "main" if problem.shape is Shape.STDIO else problem.signature.name
            return self._failed(Category.NO_ANSWER, f"no code in it defines fn {wanted}")
        return self.judge_answers(problem, answers)

    def judge_answers(self, problem: Problem, answers: Sequence[str]) -> Finding:
        """The same for texts that may be the answer, the likeliest first."""
        if not problem.cases:
            return Finding(
                Status.UNKNOWN, self._evidence(), message=f"{problem.name} has no positive cases"
            )
        with work_folder() as folder:
            mode, built = self._build(answers, problem, folder)
            if built.program is None:
                category = Category.TIMEOUT if built.timed_out else Category.SYNTAX_ERROR
                return self._failed(category, built.message, self._evidence(built))
            runs = run_cases(
                [str(built.program)],
                [encode_input(problem, case) for case in problem.cases],
                mode=mode,
                sandbox=self._sandbox,
                readable=[built.program],
                limits=self._limits,
            )
        return self._conclude(problem, runs, self._evidence(built, runs))

    def _build(self, answers: Sequence[str], problem: Problem, folder: Path) -> tuple[Mode, Built]:
        """Builds the likeliest answer; the other reading only where that does not build."""
        from adjudge.rust.program import assemble  # a reader of Rust: only what is judged needs it

        first: tuple[Mode, Built] | None = None
        for number, answer in enumerate(answers):
            try:
                program = assemble(answer, problem)
            except BadInput as error:
                return Mode.WORKER, Built(None, error.what, False, 0.0)
            place = folder / str(number)
            place.mkdir()
            built = build(program.source, place, self._toolchain, self._sandbox)
            if built.program is not None:
                return program.mode, built
            first = first or (program.mode, built)
        assert first is not None, "there is at least one answer"
        return first

    def _conclude(self, problem: Problem, runs: Sequence[CaseRun], evidence: Evidence) -> Finding:
        """The finding from all runs: the first failing case decides the category."""
        graded = [grade(problem, case, run) for case, run in zip(problem.cases, runs, strict=True)]
        credit = {"cases": sum(g.category is None for g in graded) / len(graded)}
        failing = [i for i, g in enumerate(graded) if g.category is not None]
        decided = [i for i in failing if graded[i].decided]
        if not failing:
            return Finding(Status.SOLVED, evidence, credit=credit)
        index = (decided or failing)[0]
        grade_, run = graded[index], runs[index]
        witness = self._witness(problem, index, grade_)
        if not decided:
            message = "an output differs from the reference's, and several may be right"
            return Finding(Status.UNKNOWN, evidence, None, message, witness, credit)
        assert grade_.category is not None
        message = self._words(grade_, run)
        return self._failed(grade_.category, message, evidence, witness, credit)

    def _words(self, graded: Grade, run: CaseRun) -> str:
        """What happened in the first failing case, in one line."""
        match run.status:
            case CaseStatus.TIMEOUT:
                if run.cpu_seconds < self._limits.cpu_seconds:
                    return f"no answer within {self._limits.wall_seconds:g} s"
                return f"no answer within {self._limits.cpu_seconds:g} s of CPU time"
            case CaseStatus.EXIT:
                return f"exited with status {run.answer.decode()}: {_last_words(run.note)}"
            case CaseStatus.SIGNAL:
                number = int(run.answer)
                how = _SIGNALS.get(number, f"was ended by signal {number}")
                return f"{how}: {_last_words(run.note)}"
            case CaseStatus.REFUSED:
                return f"the function's types do not take the case: {run.answer.decode()[:200]}"
            case CaseStatus.OUTPUT:
                return f"more than {self._limits.output_bytes} bytes of output"
        return graded.message

    def _witness(self, problem: Problem, index: int, graded: Grade) -> dict[str, Any]:
        shown = encode_case(problem.cases[index], problem.shape, problem.signature)
        return {
            "case": index,
            "input": _shrunk(shown["input"]),
            "expected": _shrunk(shown["output"]),
            "found": graded.found[:_SHOWN],
        }

    def _failed(
        self,
        category: Category,
        message: str,
        evidence: Evidence | None = None,
        witness: dict[str, Any] | None = None,
        credit: dict[str, float] | None = None,
    ) -> Finding:
        return Finding(
            Status.FAILED, evidence or self._evidence(), category, message, witness, credit or {}
        )

    def _evidence(self, built: Built | None = None, runs: Sequence[CaseRun] = ()) -> Evidence:
        return Evidence(
            engine=self.engine,
            version=__version__,
            tool=self._toolchain.version,
            tool_digest=self._toolchain.digest,
            sandbox=self._sandbox.name,
            method=f"built and run on {len(runs)} positive cases" if runs else "",
            build_seconds=round(built.seconds, 3) if built else 0.0,
            run_seconds=round(sum(run.cpu_seconds for run in runs), 6),
        )


class Grade(msgspec.Struct, frozen=True):
    """One case's run, compared with what was wanted.

    Attributes:
        category: Why it failed; None if it passed.
        found: The output as text.
        message: More about an output that has the wrong form.
        decided: False if the difference decides nothing, since several outputs may be right.
    """

    category: Category | None
    found: str = ""
    message: str = ""
    decided: bool = True


def grade(problem: Problem, case: Case, run: CaseRun) -> Grade:
    """Compares one run with its case, by value."""
    match run.status:
        case CaseStatus.OK:
            return _compare(problem, case, run.answer.decode("utf-8", "replace"))
        case CaseStatus.REFUSED:
            return Grade(Category.SYNTAX_ERROR)
        case CaseStatus.TIMEOUT | CaseStatus.SKIPPED:
            return Grade(Category.TIMEOUT)
    return Grade(Category.RUNTIME_ERROR)


def encode_input(problem: Problem, case: Case) -> bytes:
    """A case's input as the program gets it: its standard input, or an array of arguments."""
    if problem.shape is Shape.STDIO:
        return bytes(case.args[0].encode())
    signature = problem.signature
    encoded = [
        values.encode(arg, p.type, signature.records)
        for p, arg in zip(signature.params, case.args, strict=True)
    ]
    return values.dumps(encoded).encode()


def _compare(problem: Problem, case: Case, answer: str) -> Grade:
    if problem.shape is Shape.STDIO:
        same = answer.split() == case.output.split()
        return Grade(None if same else Category.INCORRECT_OUTPUT, answer)
    signature = problem.signature
    try:
        found = values.decode(values.loads(answer), signature.returns, signature.records)
    except BadInput as error:
        return Grade(Category.INCORRECT_OUTPUT, answer, f"no {signature.returns}: {error.what}")
    if values.equal(found, case.output, tolerance=FLOAT_TOLERANCE):
        return Grade(None, answer)
    return Grade(Category.INCORRECT_OUTPUT, answer, decided=not problem.several_answers)


def _shrunk(encoded: Any) -> Any:
    """A JSON value as it is if short, else the beginning of its text."""
    text = values.dumps(encoded)
    return encoded if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text)} characters)"


def _last_words(note: str) -> str:
    """The lines of standard error that say why, on one line."""
    lines = [line.strip() for line in note.splitlines()]
    lines = [line for line in lines if line and not line.startswith("note: run with")]
    return " ".join(lines)[:300] or "without a word"

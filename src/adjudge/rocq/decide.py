"""Decides a specification on cases: ACCEPT and REJECT are theorems, the rest is UNKNOWN.

    compile the candidate unchanged -> ask what it declares -> fit the problem's signature
    -> explore (which pieces hold, what the checker computes) -> certificate, compiled afresh
    -> its assumptions compared, whole lines, with an allow-list

Only the last step decides. Everything before it may be wrong or lied to: then a certificate does
not compile, and the verdict is UNKNOWN.
"""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from adjudge import __version__
from adjudge.model import Case as ModelCase
from adjudge.model import Decision, Evidence, Problem, Verdict
from adjudge.rocq import synthesis
from adjudge.rocq.audit import Auditor, Marks, carry, failure
from adjudge.rocq.budget import Budget
from adjudge.rocq.discovery import Facts, discover
from adjudge.rocq.fit import Fit, Misfit, find_specification
from adjudge.rocq.literals import Unfit
from adjudge.rocq.proving import Prover, Proving, Workshop
from adjudge.rocq.synthesis import Case
from adjudge.rocq.toolchain import Rocq, Toolchain
from adjudge.rocq.unfoldings import Piece
from adjudge.run.sandbox import Sandbox
from adjudge.run.work import work_folder

ENGINE = "rocq-reflection"
_FEW = 3  # pieces: that many are kept without asking which are needed
_FEW_CASES = 100  # that many are evaluated each with a limit of its own


class Decided(msgspec.Struct, frozen=True):
    """What was found about a specification.

    Attributes:
        error: The compiler's message if the candidate does not compile; empty otherwise.
        misfit: Why it is no specification of this problem; empty if it is one.
        verdicts: One for each case, in order.
        fit: How it was read.
        facts: What it declares.
        seconds: Wall-clock time by stage.
        undecided: The pieces that were not accepted.
        cases: The text of the cases that the certificate is about.
        certificate: The text that `coqc` checks.
    """

    error: str = ""
    misfit: str = ""
    verdicts: tuple[Verdict, ...] = ()
    fit: Fit | None = None
    facts: Facts | None = None
    seconds: dict[str, float] = {}
    undecided: tuple[str, ...] = ()
    cases: str = ""
    certificate: str = ""


class Decider:
    """Decides specifications with one Rocq in one sandbox.

    Args:
        toolchain: Which Rocq.
        sandbox: What contains it.
        budget: Time and memory for each specification.
        prover: Is asked about what stays undecided; by default nobody is.
    """

    def __init__(
        self,
        toolchain: Toolchain,
        sandbox: Sandbox,
        budget: Budget | None = None,
        prover: Prover | None = None,
    ) -> None:
        self._toolchain = toolchain
        self._sandbox = sandbox
        self.budget = budget or Budget()
        self.prover = prover

    def workshop(self, folder: Path) -> Workshop:
        """Where its Rocq works on the files of a folder."""
        return Workshop(self._toolchain, self._sandbox, folder)

    @property
    def identity(self) -> list[object]:
        """What verdicts depend on besides the question: tool, theories, sandbox, budget."""
        budget = msgspec.to_builtins(self.budget)
        known = [self._toolchain.digest, self._sandbox.name, budget]
        return [*known, self.prover.name] if self.prover else known

    def decide(
        self, text: str, problem: Problem, cases: Sequence[ModelCase], name: str | None = None
    ) -> Decided:
        """Decides the specification in `text` on `cases`.

        Raises:
            InfraError: If Rocq could not run.
        """
        clock = _Clock()
        with work_folder() as outer, work_folder() as inner:
            alone = Rocq(self._toolchain, self._sandbox, outer, with_theories=False)
            compiled = alone.compile("Spec", text, self.budget.limits(self.budget.compile_seconds))
            clock.stop("compile")
            error = failure(compiled)
            if error:
                return Decided(error=error, seconds=clock.seconds)
            carry(outer / "Spec.vo", inner)
            rocq = Rocq(self._toolchain, self._sandbox, inner)
            facts = discover(text, rocq)
            clock.stop("discover")
            try:
                fit = find_specification(problem, facts, name, cases)
            except Misfit as misfit:
                return Decided(misfit=str(misfit), seconds=clock.seconds)
            asking = None
            if self.prover is not None:
                asking = functools.partial(self._asking, self.prover, inner, text, fit)
            run = _Run(rocq, self.budget, facts, fit, clock, self.evidence, asking)
            return run.decide(cases)

    def _asking(self, prover: Prover, folder: Path, text: str, fit: Fit, cases: str) -> Proving:
        return Proving(
            prover,
            self.workshop(folder),
            {"Spec": text, "Cases": cases},
            synthesis.prelude(fit) + synthesis.statement(fit),
            self.budget,
            reals=fit.uses_reals,
        )

    @property
    def evidence(self) -> Evidence:
        """What all its verdicts have in common."""
        return Evidence(
            engine=ENGINE,
            version=__version__,
            tool=self._toolchain.version,
            tool_digest=self._toolchain.digest,
            sandbox=self._sandbox.name,
            method="a theorem about the case, checked by the kernel; assumptions compared",
        )


class _Clock:
    """Wall-clock time by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.monotonic()

    def stop(self, stage: str) -> None:
        now = time.monotonic()
        self.seconds[stage] = round(now - self._last, 3)
        self._last = now


class _Run:
    """One compiled and fitted specification."""

    def __init__(
        self,
        rocq: Rocq,
        budget: Budget,
        facts: Facts,
        fit: Fit,
        clock: _Clock,
        evidence: Evidence,
        asking: Callable[[str], Proving] | None,
    ) -> None:
        self._rocq = rocq
        self._budget = budget
        self._facts = facts
        self._fit = fit
        self._clock = clock
        self._evidence = evidence
        self._asking = asking
        self._dependencies = ""  # of the checker, as Rocq prints them

    def decide(self, cases: Sequence[ModelCase]) -> Decided:
        written, reasons = self._write(cases)
        kept: list[Piece] = []
        values: dict[int, int] = {}
        undecided: tuple[str, ...] = ()
        certificate = ""
        proved: set[int] = set()
        answered: dict[int, Verdict] = {}
        why = "no case fits the signature"
        text = synthesis.cases_file(self._fit, written)
        if written:
            made = self._rocq.compile("Cases", text, self._budget.limits(60))
            self._clock.stop("cases")
            why = failure(made)
            if not why:
                kept, values, why = self._explore([c.number for c in written])
                self._clock.stop("explore")
                proved, certificate, failed = self._certify(kept, values)
                why = failed or why
                self._clock.stop("certify")
                if self._asking is not None:
                    answered = self._ask(
                        self._asking(text), [c.number for c in written if c.number not in proved]
                    )
                    self._clock.stop("prover")
            undecided = tuple(
                p.proves for p in synthesis.synthesis(self._fit, self._facts) if p not in kept
            )
        verdicts = []
        for number in range(len(cases)):
            if number in proved:
                found = Decision.ACCEPT if values[number] == 1 else Decision.REJECT
                verdicts.append(self._verdict(found, self._evidence))
            elif number in answered:
                verdicts.append(answered[number])
            else:
                reason = reasons.get(number, why or "the checker does not decide it")
                verdicts.append(Verdict(Decision.UNKNOWN, self._evidence, reason))
        return Decided(
            verdicts=tuple(verdicts),
            fit=self._fit,
            facts=self._facts,
            seconds=self._clock.seconds,
            undecided=undecided,
            cases=text,
            certificate=certificate,
        )

    def _verdict(self, decision: Decision, evidence: Evidence) -> Verdict:
        """A verdict on a case as it is written, which may be one of several ways."""
        if decision is Decision.REJECT and self._fit.rational_output:
            reason = "rejected as written, but other fractions denote the same number"
            return Verdict(Decision.UNKNOWN, evidence, reason)
        return Verdict(decision, evidence)

    def _ask(self, proving: Proving, numbers: Sequence[int]) -> dict[int, Verdict]:
        """Verdicts on open cases by a prover's checker, or else by its proofs case by case."""
        found: dict[int, Verdict] = {}
        evidence = msgspec.structs.replace(self._evidence, engine=f"{ENGINE}+{proving.prover}")
        text = proving.checker() if numbers else ""
        if text:
            kept = [Piece("sound", text)]
            values = self._one_by_one(kept, numbers)
            for number in self._certify(kept, values)[0]:
                decision = Decision.ACCEPT if values[number] == 1 else Decision.REJECT
                found[number] = self._verdict(decision, evidence)
        for number in numbers:
            if number not in found:
                decision = proving.case(number)
                if decision is not Decision.UNKNOWN:
                    found[number] = self._verdict(decision, evidence)
        return found

    def _write(self, cases: Sequence[ModelCase]) -> tuple[list[Case], dict[int, str]]:
        written: list[Case] = []
        reasons: dict[int, str] = {}
        told_apart: dict[tuple[str, ...], ModelCase] = {}
        for number, case in enumerate(cases):
            try:
                terms = tuple(self._fit.literals(case, self._facts))
            except Unfit as unfit:
                reasons[number] = f"unfit: {unfit}"
                continue
            first = told_apart.setdefault(terms, case)
            if first == case:
                written.append(Case(number, terms))
            else:
                reasons[number] = "unfit: the declared types do not tell it from another case"
        return written, reasons

    def _explore(self, numbers: Sequence[int]) -> tuple[list[Piece], dict[int, int], str]:
        """Which pieces are accepted, and what the checker says of each case: hints only."""
        offered = synthesis.synthesis(self._fit, self._facts)
        marks = Marks()
        lines = ["Set Silent.", synthesis.prelude(self._fit), synthesis.statement(self._fit)]
        for piece in offered:
            main = piece.proves == "sound"
            seconds = self._budget.synthesis_seconds if main else self._budget.piece_seconds
            lines += [f"Set Default Timeout {seconds}.", piece.text, "Abort All."]
            lines += [marks.mark(piece.proves), f"Check {piece.proves}."]
        lines += [f"Set Default Timeout {self._budget.piece_seconds}.", marks.mark("needed")]
        lines += ["Print All Dependencies sound."] if len(offered) > _FEW else []
        few = len(numbers) <= _FEW_CASES
        lines += self._evaluated(marks, numbers) if few else self._at_once(marks, numbers)
        answers = marks.split(self._say([*lines, marks.mark("end")]))
        kept = [p for p in offered if answers.get(p.proves, "").startswith(p.proves)]
        kept = _closed(kept, {p.proves for p in offered if p not in kept})
        if not any(piece.proves == "sound" for piece in kept):
            return kept, {}, "no checker could be made in time"
        self._dependencies = answers.get("needed", "")
        if few:
            values = {n: v[0] for n in numbers if (v := _values(answers.get(str(n), "")))}
            return kept, values, "" if len(values) == len(numbers) else "not evaluated in time"
        together = _values(answers.get("all", ""))
        if len(together) == len(numbers):
            return kept, dict(zip(numbers, together, strict=True)), ""
        return kept, self._one_by_one(kept, numbers), "not evaluated in time"

    def _at_once(self, marks: Marks, numbers: Sequence[int]) -> list[str]:
        """Evaluates all cases with one limit."""
        every = "".join(f"cons (verdict accepts refuses Cases.case_{n}) (" for n in numbers)
        return [
            f"Set Default Timeout {self._budget.all_cases_seconds}.",
            marks.mark("all"),
            f"Eval vm_compute in ({every}nil{')' * len(numbers)}).",
        ]

    def _evaluated(self, marks: Marks, numbers: Sequence[int]) -> list[str]:
        """Evaluates each case with a limit of its own."""
        lines = [f"Set Default Timeout {self._budget.case_seconds}."]
        for number in numbers:
            lines += [
                marks.mark(str(number)),
                f"Eval vm_compute in (cons (verdict accepts refuses Cases.case_{number}) nil).",
            ]
        return lines

    def _one_by_one(self, kept: Sequence[Piece], numbers: Sequence[int]) -> dict[int, int]:
        """What the checker made of these pieces says of each case."""
        marks = Marks()
        lines = ["Set Silent.", synthesis.prelude(self._fit), synthesis.statement(self._fit)]
        lines += [p.text for p in _needed(kept, self._dependencies)]
        lines += self._evaluated(marks, numbers)
        answers = marks.split(self._say([*lines, marks.mark("end")]))
        return {n: v[0] for n in numbers if (v := _values(answers.get(str(n), "")))}

    def _certify(self, kept: Sequence[Piece], values: dict[int, int]) -> tuple[set[int], str, str]:
        """Compiles the certificate; the cases that it proves, its text, why it does not.

        What the checker does not depend on is left out, unless the certificate fails without.
        """
        accepted = [n for n, v in values.items() if v == 1]
        rejected = [n for n, v in values.items() if v == 2]
        if not accepted and not rejected:
            return set(), "", ""
        theorems = [n for n, c in (("accepted", accepted), ("rejected", rejected)) if c]
        auditor = Auditor(
            self._rocq,
            self._budget.limits(self._budget.certify_seconds),
            reals=self._fit.uses_reals,
            recheck=self._budget.recheck_limits,
        )
        text, why = "", "nothing to prove"
        needed = _needed(kept, self._dependencies)
        for pieces in [needed, kept] if len(needed) < len(kept) else [kept]:
            text = synthesis.certificate(self._fit, pieces, accepted, rejected)
            why = auditor.prove("Certificate", text, theorems, ("Spec", "Cases"))
            if not why:
                return {*accepted, *rejected}, text, ""
        return set(), text, why

    def _say(self, lines: Sequence[str]) -> str:
        finished = self._rocq.converse(
            "\n".join(lines) + "\n", self._budget.limits(self._budget.explore_seconds)
        )
        return finished.stdout.decode("utf-8", "replace")


def _closed(kept: Sequence[Piece], missing: set[str]) -> list[Piece]:
    """The pieces that mention none that is missing: the toplevel goes on after an error."""
    return [p for p in kept if missing.isdisjoint(re.findall(r"[\w']+", p.text))]


def _needed(kept: Sequence[Piece], dependencies: str) -> list[Piece]:
    """The pieces that the checker depends on, or all of them if that is not known."""
    names = set(re.findall(r"[\w']+", dependencies))
    if "synthesised" not in names:
        return list(kept)
    return [
        p
        for p in kept
        if p.proves in ("opened", "sound")
        or not names.isdisjoint(re.findall(r"^(?:Definition|Lemma) ([\w']+)", p.text, re.MULTILINE))
    ]


def _values(answer: str) -> list[int]:
    """The numbers in `= (1 :: 2 :: 0 :: nil)%list : list nat`."""
    match = re.match(r"=\s*\(?((?:[012]\s*::\s*)+)nil", answer)
    return [int(n) for n in re.findall(r"\d", match[1])] if match else []

"""One share of the cases of a specification: written, explored, proved.

    literals -> explore (which pieces hold, what the checker computes) -> certificate, compiled
    afresh -> its assumptions compared, whole lines, with an allow-list

Only the last step decides. Everything before it may be wrong or lied to: then a certificate does
not compile, and the verdict is UNKNOWN.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from adjudge.model import Decision, Evidence, Verdict
from adjudge.rocq import synthesis
from adjudge.rocq.audit import Auditor, Marks, failure
from adjudge.rocq.budget import Budget
from adjudge.rocq.discovery import Facts
from adjudge.rocq.fit import Fit
from adjudge.rocq.proving import NoAnswer, Proving
from adjudge.rocq.synthesis import Case
from adjudge.rocq.toolchain import Rocq
from adjudge.rocq.unfoldings import Piece, missing

ENGINE = "rocq-reflection"
_FEW = 3  # pieces: that many are kept without asking which are needed
_FEW_CASES = 100  # that many are evaluated each with a limit of its own
_GROUP = 50  # of more, so many share one
_PATIENCE = 3  # failures of a prover in a row
LOST = "not asked: "
"""How the reason begins why a verdict is UNKNOWN that a prover could not be asked about."""
ACCEPTED, REJECTED = "ar"  # what our theories call it


class Clock:
    """Wall-clock time by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.monotonic()

    def stop(self, stage: str) -> None:
        """Says that a stage has ended and the next one begins."""
        now = time.monotonic()
        self.seconds[stage] = round(now - self._last, 3)
        self._last = now


class Certificate(msgspec.Struct, frozen=True):
    """What `coqc` checks.

    Attributes:
        cases: The text of the file of cases.
        text: The theorems about them and their proofs.
        files: Files that it requires beside these, by name: what a prover wrote.
    """

    cases: str
    text: str
    files: dict[str, str] = {}


class Shared(msgspec.Struct, frozen=True):
    """What was found about one share.

    Attributes:
        verdicts: By the number of the case.
        certificates: The proofs: of what the checker proves, then of what a prover does.
        undecided: The pieces that were not accepted.
        seconds: Wall-clock time by stage.
    """

    verdicts: dict[int, Verdict]
    certificates: tuple[Certificate, ...]
    undecided: tuple[str, ...]
    seconds: dict[str, float]


class Share:
    """Decides some of the cases of a compiled and fitted specification.

    Args:
        rocq: Rocq at work in a folder of its own that holds the compiled specification.
        budget: Time and memory.
        facts: What the specification's file declares.
        fit: How it is read.
        evidence: What all verdicts have in common.
        asking: Makes the conversation with a prover about a file of cases; None: none is asked.
    """

    def __init__(
        self,
        rocq: Rocq,
        budget: Budget,
        facts: Facts,
        fit: Fit,
        evidence: Evidence,
        asking: Callable[[str], Proving] | None = None,
    ) -> None:
        self._rocq = rocq
        self._budget = budget
        self._facts = facts
        self._fit = fit
        self._evidence = evidence
        self._asking = asking
        self._dependencies = ""  # of the checker, as Rocq prints them

    def decide(self, cases: Sequence[Case]) -> Shared:
        """Verdicts on all of the cases.

        Raises:
            InfraError: If Rocq could not run. A prover that fails loses its case only.
        """
        clock = Clock()
        numbers = [c.number for c in cases]
        text = synthesis.cases_file(self._fit, cases)
        why = failure(
            self._rocq.compile("Cases", text, self._budget.limits(self._budget.compile_seconds))
        )
        clock.stop("cases")
        kept: list[Piece] = []
        found: dict[int, Verdict] = {}
        certificates: list[Certificate] = []
        if not why:
            kept, values, why = self._explore(numbers)
            clock.stop("explore")
            proof, failed = self._certify(kept, values)
            why = failed or why
            clock.stop("certify")
            if proof:
                certificates.append(Certificate(text, proof))
                found = self._verdicts(values, self._evidence)
            if self._asking is not None:
                still_open = [n for n in numbers if n not in found]
                answered, proofs = self._ask(self._asking(text), text, still_open)
                found |= answered
                certificates += proofs
                clock.stop("prover")
        reason = why or "the checker does not decide it"
        open_case = Verdict(Decision.UNKNOWN, self._evidence, reason)
        offered = synthesis.synthesis(self._fit, self._facts)
        return Shared(
            {n: found.get(n, open_case) for n in numbers},
            tuple(certificates),
            missing(offered, kept),
            clock.seconds,
        )

    def _verdicts(self, values: Mapping[int, str], evidence: Evidence) -> dict[int, Verdict]:
        """The verdicts on the cases that a certificate is about."""
        decisions = {ACCEPTED: Decision.ACCEPT, REJECTED: Decision.REJECT}
        return {
            number: self._verdict(decisions[letter], evidence)
            for number, letter in values.items()
            if letter in decisions
        }

    def _verdict(self, decision: Decision, evidence: Evidence) -> Verdict:
        """A verdict on a case as it is written, which may be one of several ways."""
        if decision is Decision.REJECT and self._fit.rational_output:
            reason = "rejected as written, but other fractions denote the same number"
            return Verdict(Decision.UNKNOWN, evidence, reason)
        return Verdict(decision, evidence)

    def _ask(
        self, proving: Proving, cases: str, numbers: Sequence[int]
    ) -> tuple[dict[int, Verdict], list[Certificate]]:
        """Verdicts on open cases by a prover's checker, or else by its proofs case by case.

        Where it could not be asked, that case is lost, and the others are not: it is asked about
        them unless it failed too often in a row.
        """
        found: dict[int, Verdict] = {}
        certificates: list[Certificate] = []
        evidence = msgspec.structs.replace(self._evidence, engine=f"{ENGINE}+{proving.prover}")
        failures: list[str] = []  # in a row
        try:
            checker = proving.checker() if numbers else None
        except NoAnswer as failed:
            checker = None
            failures.append(str(failed))
        if checker is not None:
            kept = [Piece("sound", checker.text)]
            values = self._one_by_one(kept, numbers)
            text, _ = self._certify(kept, values)
            if text:
                found = self._verdicts(values, evidence)
                certificates.append(Certificate(cases, text, checker.files))
        for number in numbers:
            if number in found:
                continue
            proof = None
            if len(failures) < _PATIENCE:
                try:
                    proof = proving.case(number)
                    failures.clear()
                except NoAnswer as failed:
                    failures.append(str(failed))
            if failures:
                found[number] = Verdict(Decision.UNKNOWN, evidence, f"{LOST}{failures[-1]}")
            elif proof is not None:
                found[number] = self._verdict(
                    (Decision.ACCEPT, Decision.REJECT)[proof.goal], evidence
                )
                certificates.append(Certificate(cases, proving.whole(proof), proof.files))
        return found, certificates

    def _explore(self, numbers: Sequence[int]) -> tuple[list[Piece], dict[int, str], str]:
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
        groups = _groups(numbers)
        lines += self._evaluated(marks, groups)
        answers = marks.split(self._say([*lines, marks.mark("end")]))
        kept = [p for p in offered if answers.get(p.proves, "").startswith(p.proves)]
        kept = _closed(kept, {p.proves for p in offered if p not in kept})
        if not any(piece.proves == "sound" for piece in kept):
            return kept, {}, "no checker could be made in time"
        self._dependencies = answers.get("needed", "")
        values = _values(answers, groups)
        late = [n for n in numbers if n not in values]
        if late and len(groups) < len(numbers):
            values |= self._one_by_one(kept, late)
        return kept, values, "" if len(values) == len(numbers) else "not evaluated in time"

    def _evaluated(self, marks: Marks, groups: Sequence[Sequence[int]]) -> list[str]:
        """Evaluates groups of cases, each with a limit of its own."""
        lines = [f"Set Default Timeout {self._budget.case_seconds}. Import String."]
        for group in groups:
            listed = synthesis.listed(group)
            lines += [
                marks.mark(str(group[0])),
                f"Eval vm_compute in told accepts refuses {listed}.",
            ]
        return lines

    def _one_by_one(self, kept: Sequence[Piece], numbers: Sequence[int]) -> dict[int, str]:
        """What the checker made of these pieces says of each case."""
        marks = Marks()
        groups = [[n] for n in numbers]
        lines = ["Set Silent.", synthesis.prelude(self._fit), synthesis.statement(self._fit)]
        lines += [p.text for p in _needed(kept, self._dependencies)]
        lines += self._evaluated(marks, groups)
        return _values(marks.split(self._say([*lines, marks.mark("end")])), groups)

    def _certify(self, kept: Sequence[Piece], values: Mapping[int, str]) -> tuple[str, str]:
        """Compiles the certificate; its text, or why there is none.

        What the checker does not depend on is left out, unless the certificate fails without.
        """
        accepted = [n for n, v in values.items() if v == ACCEPTED]
        rejected = [n for n, v in values.items() if v == REJECTED]
        if not accepted and not rejected:
            return "", ""
        theorems = [n for n, c in (("accepted", accepted), ("rejected", rejected)) if c]
        auditor = Auditor(
            self._rocq,
            self._budget.limits(self._budget.certify_seconds),
            reals=self._fit.uses_reals,
            recheck=self._budget.recheck_limits,
        )
        why = "nothing to prove"
        needed = _needed(kept, self._dependencies)
        for pieces in [needed, kept] if len(needed) < len(kept) else [kept]:
            text = synthesis.certificate(self._fit, pieces, accepted, rejected)
            why = auditor.prove("Certificate", text, theorems, ("Spec", "Cases"))
            if not why:
                return text, ""
        return "", why

    def _say(self, lines: Sequence[str]) -> str:
        finished = self._rocq.converse(
            "\n".join(lines) + "\n", self._budget.limits(self._budget.explore_seconds)
        )
        return finished.stdout.decode("utf-8", "replace")


def _closed(kept: Sequence[Piece], refused: set[str]) -> list[Piece]:
    """The pieces that mention none that was refused: the toplevel goes on after an error."""
    return [p for p in kept if refused.isdisjoint(re.findall(r"[\w']+", p.text))]


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


def _groups(numbers: Sequence[int]) -> list[Sequence[int]]:
    """The cases that are evaluated together."""
    size = 1 if len(numbers) <= _FEW_CASES else _GROUP
    return [numbers[at : at + size] for at in range(0, len(numbers), size)]


def _values(answers: dict[str, str], groups: Sequence[Sequence[int]]) -> dict[int, str]:
    """What the checker says of each case, from answers like `= "aru"%string : String.string`."""
    values: dict[int, str] = {}
    for group in groups:
        letters = re.match(r'=\s*"([aru]+)"', answers.get(str(group[0]), ""))
        if letters and len(letters[1]) == len(group):
            values |= zip(group, letters[1], strict=True)
    return values

"""Decides a specification on cases: ACCEPT and REJECT are theorems, the rest is UNKNOWN.

compile the candidate unchanged -> ask what it declares -> fit the problem's signature
-> write the cases as literals -> decide them, in shares where they are many (`share`)
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from pathlib import Path

import msgspec

from adjudge import __version__
from adjudge.model import Case as ModelCase
from adjudge.model import Decision, Evidence, Problem, Verdict
from adjudge.rocq import synthesis
from adjudge.rocq.audit import carry, failure
from adjudge.rocq.budget import Budget
from adjudge.rocq.discovery import Facts, discover
from adjudge.rocq.fit import Fit, Misfit, find_specification
from adjudge.rocq.literals import Unfit
from adjudge.rocq.proving import Prover, Proving, Workshop
from adjudge.rocq.share import ENGINE, LOST, Certificate, Clock, Share, Shared
from adjudge.rocq.synthesis import Case
from adjudge.rocq.toolchain import Rocq, Toolchain
from adjudge.run.pool import default_workers, run_all
from adjudge.run.sandbox import Sandbox
from adjudge.run.work import work_folder

_WORTH = 500  # cases that are worth a process of their own
_MOST = 2000  # cases of one share: reading more would take too long


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
        certificates: What `coqc` checks: one, or several of many cases or by a prover.
    """

    error: str = ""
    misfit: str = ""
    verdicts: tuple[Verdict, ...] = ()
    fit: Fit | None = None
    facts: Facts | None = None
    seconds: dict[str, float] = {}
    undecided: tuple[str, ...] = ()
    certificates: tuple[Certificate, ...] = ()

    @property
    def lost(self) -> str:
        """Why a prover could not be asked about some case; empty if none was lost so."""
        reasons = [v.reason for v in self.verdicts if v.reason.startswith(LOST)]
        return reasons[-1].removeprefix(LOST) if reasons else ""


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
        clock = Clock()
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
            written, reasons = _written(fit, facts, cases)
            shares = self._shares(text, fit, facts, inner, written)
        seconds = {s: max(r.seconds.get(s, 0.0) for r in shares) for r in shares for s in r.seconds}
        verdicts = {n: v for share in shares for n, v in share.verdicts.items()}
        for number, reason in reasons.items():
            verdicts[number] = Verdict(Decision.UNKNOWN, self.evidence, reason)
        return Decided(
            verdicts=tuple(verdicts[number] for number in range(len(cases))),
            fit=fit,
            facts=facts,
            seconds={**clock.seconds, **seconds},
            undecided=shares[0].undecided if shares else (),
            certificates=tuple(c for s in shares for c in s.certificates),
        )

    def _shares(
        self, text: str, fit: Fit, facts: Facts, folder: Path, cases: Sequence[Case]
    ) -> list[Shared]:
        """Decides the cases; many of them in shares, as many at once as there are processors."""
        workers = default_workers(self.budget.memory_bytes)
        number = min(workers, math.ceil(len(cases) / _WORTH))
        if self.prover is not None:
            number = min(number, 1)  # it is asked for a checker once
        number = max(number, math.ceil(len(cases) / _MOST))
        shares = {}
        for part in range(number):
            place = folder / str(part)
            place.mkdir()
            carry(folder / "Spec.vo", place)
            shares[place] = cases[part::number]

        def decided(place: Path) -> Shared:
            asking = None
            if self.prover is not None:
                asking = functools.partial(self._asking, self.prover, place, text, fit)
            rocq = Rocq(self._toolchain, self._sandbox, place)
            share = Share(rocq, self.budget, facts, fit, self.evidence, asking)
            return share.decide(shares[place])

        if number <= 1:
            return [decided(place) for place in shares]
        found = dict(run_all(decided, shares, workers=workers))
        return [found[place] for place in shares]

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


def _written(
    fit: Fit, facts: Facts, cases: Sequence[ModelCase]
) -> tuple[list[Case], dict[int, str]]:
    """The cases as literals; for the others, why they are no obligations."""
    written: list[Case] = []
    reasons: dict[int, str] = {}
    told_apart: dict[tuple[str, ...], ModelCase] = {}
    for number, case in enumerate(cases):
        try:
            terms = tuple(fit.literals(case, facts))
        except Unfit as unfit:
            reasons[number] = f"unfit: {unfit}"
            continue
        first = told_apart.setdefault(terms, case)
        if first == case:
            written.append(Case(number, terms))
        else:
            reasons[number] = "unfit: the declared types do not tell it from another case"
    return written, reasons

"""Two specifications of one problem against each other.

A case that the one provably accepts and the other provably rejects settles that they differ. That
the one implies the other is a theorem of ours, proved by automation or by a prover outside. Where
neither is found, agreement on a finite box of cases is evidence, and no more.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from adjudge.cases.box import box
from adjudge.model import Case, Decision, Problem
from adjudge.rocq import audit, synthesis
from adjudge.rocq.decide import Decided, Decider
from adjudge.rocq.fit import Fit
from adjudge.rocq.proving import NoAnswer, Proving, Workshop
from adjudge.rocq.sentences import Kind
from adjudge.run.work import work_folder

_MODULES = ("First", "Second")

BOX = 300
"""Cases of the box, unless told otherwise."""

_AUTOMATION = """first
  [ timeout 5 tauto
  | timeout 10 solve [intuition (subst; auto; first [lia | congruence | lra])]
  | timeout 10 solve [firstorder (subst; first [lia | congruence | eauto 4])] ]"""


class Implication(enum.StrEnum):
    """Whether whatever the one specification accepts is accepted by the other."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


class Comparison(msgspec.Struct, frozen=True):
    """How two specifications stand to each other.

    Attributes:
        forward: Whether the first implies the second.
        backward: Whether the second implies the first.
        witnesses: Cases that one provably accepts and the other provably rejects.
        agreed: On how many cases both have the same proved verdict.
        tried: How many cases there were.
        refused: Which could not be used, `first` or `second`; empty if both could.
        error: The compiler's message about that one; empty if it compiles.
        misfit: Why that one is no specification of this problem.
        lost: Why the prover could not be asked about an implication; empty if none was lost so.
    """

    forward: Implication = Implication.UNKNOWN
    backward: Implication = Implication.UNKNOWN
    witnesses: tuple[Case, ...] = ()
    agreed: int = 0
    tried: int = 0
    refused: str = ""
    error: str = ""
    misfit: str = ""
    lost: str = ""

    @property
    def equivalent(self) -> bool | None:
        """Whether they are equivalent; None where that is not known."""
        both = (self.forward, self.backward)
        if Implication.REFUTED in both:
            return False
        return True if both == (Implication.PROVED, Implication.PROVED) else None


def compare(
    decider: Decider, first: str, second: str, problem: Problem, *, size: int = BOX
) -> Comparison:
    """Compares two specifications by cases, then by theorems.

    Raises:
        InfraError: If Rocq could not run.
    """
    cases = box(problem.signature, [*problem.cases, *problem.negatives], size=size)
    decided: list[Decided] = []
    for word, text in (("first", first), ("second", second)):
        one = decider.decide(text, problem, cases)
        if one.error or one.misfit:
            return Comparison(refused=word, error=one.error, misfit=one.misfit)
        decided.append(one)
    found = _by_cases(cases, decided)
    missing = [
        name for name in ("forward", "backward") if getattr(found, name) is Implication.UNKNOWN
    ]
    if not missing:
        return found
    theorems = _Theorems(decider, (first, second), decided)
    proved = dict.fromkeys(theorems.prove(missing), Implication.PROVED)
    return msgspec.structs.replace(found, **proved, lost=theorems.lost)


def _by_cases(cases: Sequence[Case], decided: Sequence[Decided]) -> Comparison:
    sides: dict[str, Implication] = {}
    witnesses: list[Case] = []
    agreed = 0
    for case, *verdicts in zip(cases, *(d.verdicts for d in decided), strict=True):
        one, other = (v.decision for v in verdicts)
        if Decision.UNKNOWN in (one, other):
            continue
        if one is other:
            agreed += 1
            continue
        side = "forward" if one is Decision.ACCEPT else "backward"
        if side not in sides:
            witnesses.append(case)
        sides[side] = Implication.REFUTED
    return Comparison(**sides, witnesses=tuple(witnesses), agreed=agreed, tried=len(cases))


class _Theorems:
    """Implications between two specifications that were read in the same way.

    Attributes:
        lost: Why the prover could not be asked about one; empty if it could.
    """

    def __init__(
        self, decider: Decider, texts: tuple[str, str], decided: Sequence[Decided]
    ) -> None:
        self.lost = ""
        self._decider = decider
        self._texts = dict(zip(_MODULES, texts, strict=True))
        self._fits = [d.fit for d in decided if d.fit is not None]
        self._facts = [d.facts for d in decided if d.facts is not None]

    def prove(self, directions: Sequence[str]) -> list[str]:
        """Which of the directions are proved."""
        if not _comparable(*self._fits):
            return []
        budget = self._decider.budget
        with work_folder() as folder:
            workshop = self._decider.workshop(folder)
            for module, text in self._texts.items():
                with work_folder() as alone:
                    compiled = workshop.alone(alone).compile(
                        module, text, budget.limits(budget.compile_seconds)
                    )
                    if audit.failure(compiled):
                        return []
                    audit.carry(alone / f"{module}.vo", folder)
            return [d for d in directions if self._proved(d, workshop)]

    def _proved(self, direction: str, workshop: Workshop) -> bool:
        budget = self._decider.budget
        reals = any(fit.uses_reals for fit in self._fits)
        setup, claim = self._setup(), self._claim(direction)
        text = f"{setup}Theorem {direction} : {claim}.\nProof.\n{self._script()}\nQed.\n"
        auditor = audit.Auditor(
            workshop.rocq(workshop.folder),
            budget.limits(budget.proof_seconds),
            reals=reals,
            recheck=budget.recheck_limits,
        )
        if not auditor.prove(f"By_{direction}", text, [direction], _MODULES):
            return True
        if self._decider.prover is None:
            return False
        proving = Proving(self._decider.prover, workshop, self._texts, setup, budget, reals=reals)
        try:
            return proving.prove(claim) is not None
        except NoAnswer as failed:
            self.lost = str(failed)
            return False

    def _setup(self) -> str:
        reals = any(fit.uses_reals for fit in self._fits)
        return (
            f"From Coq Require {synthesis.LIBRARY} Permutation Sorted Znumtheory Lia Lra"
            f"{' Reals Qreals' if reals else ''}.\n"
            "From Coq Require Import Lia Lra.\n"
            f"From Work Require {' '.join(_MODULES)}.\n{synthesis.FLAGS}"
        )

    def _claim(self, direction: str) -> str:
        """That one holds wherever the other does, on all values that cases can hold."""
        fit = self._fits[0]
        names = {source: f"x{i}" for i, source in enumerate(_components(fit))}
        typed = " ".join(
            f"({name} : {e.type})" for name, e in zip(names.values(), fit.embeddings, strict=True)
        )
        sides = [
            f.statement([names[source] for source in _components(f)]).replace(
                f"@{f.name}", f"@{module}.{f.name.removeprefix('Spec.')}"
            )
            for f, module in zip(self._fits, _MODULES, strict=True)
        ]
        if direction == "backward":
            sides.reverse()
        return f"forall {typed}, {sides[0]} -> {sides[1]}"

    def _script(self) -> str:
        opened = [
            f"progress unfold {module}.{d.name.removeprefix('Spec.')} in *"
            for facts, module in zip(self._facts, _MODULES, strict=True)
            for d in facts.declared
            if d.kind is Kind.DEFINITION and d.body
        ]
        opening = f"repeat first [{' | '.join(opened)}]. " if opened else ""
        return f"intros. {opening}{_AUTOMATION}."


def _components(fit: Fit) -> list[tuple[int | None, int | None]]:
    """Where each component of a case comes from."""
    found = [(source.argument, source.part) for source in fit.sources]
    return [*found, (None, None)] if fit.implicit_output else found


def _comparable(first: Fit, second: Fit) -> bool:
    """Whether both read the same components at the same types, none of a type of its own."""
    types = [dict(zip(_components(f), f.embeddings, strict=True)) for f in (first, second)]
    own = any("Spec." in e.type for e in types[0].values())
    return types[0] == types[1] and not own

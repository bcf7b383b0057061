"""The judge of Rocq specifications (`nl2spec`): is it sound and complete on the cases?

Sound: every positive case is accepted. Complete: every negative one is rejected. Both are counted
in theorems; what no theorem decides is counted apart, so that each share is an interval: from what
is proved to what is not refuted. The stages of Coins (Syntax, Pass_first, Pass_all, Reject_all)
stand beside it, by proof only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from adjudge import __version__
from adjudge.judge.answer import code_answers
from adjudge.judge.finding import Finding, judge_digest, problem_digest
from adjudge.model import (
    Candidate,
    Case,
    Category,
    Decision,
    Evidence,
    Problem,
    Status,
    Task,
    Verdict,
    encode_case,
)
from adjudge.rocq.decide import Decided, Decider
from adjudge.rocq.messages import ErrorClass, classify, first_error
from adjudge.rocq.sentences import Kind, declarations
from adjudge.rocq.share import ENGINE
from adjudge.run.store import content_address

TASKS = frozenset({Task.NL2SPEC})
LANGUAGES = frozenset({"coq", "rocq", "gallina", "v"})


class Interval(msgspec.Struct, frozen=True):
    """How many of some cases have a property: proved at least, at most what is not refuted."""

    proved: int
    possible: int
    total: int

    @property
    def holds(self) -> bool | None:
        """Whether all have it; None where that is not known."""
        if self.proved == self.total:
            return True
        return False if self.possible < self.total else None


class Stages(msgspec.Struct, frozen=True):
    """How far a specification comes.

    Attributes:
        syntax: It compiles and is a specification of the problem.
        pass_first: The first positive case is accepted.
        accepted: Positive cases accepted.
        rejected: Negative cases rejected.
        over_permissive: Numbers of negative cases that are proved to be accepted.
        wrong: Numbers of positive cases that are proved to be rejected.
    """

    syntax: bool
    pass_first: bool | None
    accepted: Interval
    rejected: Interval
    over_permissive: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()


def stages(positive: Sequence[Verdict], negative: Sequence[Verdict]) -> Stages:
    """The stages that the verdicts on positive and negative cases amount to."""
    wrong = _numbers(positive, Decision.REJECT)
    permissive = _numbers(negative, Decision.ACCEPT)
    first = positive[0].decision if positive else Decision.UNKNOWN
    return Stages(
        syntax=True,
        pass_first=None if first is Decision.UNKNOWN else first is Decision.ACCEPT,
        accepted=Interval(
            len(_numbers(positive, Decision.ACCEPT)), len(positive) - len(wrong), len(positive)
        ),
        rejected=Interval(
            len(_numbers(negative, Decision.REJECT)),
            len(negative) - len(permissive),
            len(negative),
        ),
        over_permissive=permissive,
        wrong=wrong,
    )


class RocqSpecJudge:
    """Judges candidates' Rocq specifications on a problem's positive and negative cases.

    Args:
        decider: Decides a specification on cases.
        target_problem: The problem of the target function alone, where cases are of a program.
    """

    engine = ENGINE

    def __init__(
        self,
        decider: Decider,
        target_problem: Callable[[Problem], Problem] = lambda problem: problem,
    ) -> None:
        self._decider = decider
        self._target_problem = target_problem

    def key(self, problem: Problem, candidate: Candidate) -> str:
        """The content address of the question; equal answers to one problem share it."""
        return content_address(
            {
                "engine": self.engine,
                "judge": judge_digest(),
                "decider": self._decider.identity,
                "problem": problem_digest(problem),
                "completion": candidate.completion,
            }
        )

    def judge(self, problem: Problem, candidate: Candidate) -> Finding:
        """Whether the candidate's specification is sound and complete on the cases.

        Raises:
            InfraError: If a tool could not run: nothing was judged.
        """
        problem = self._target_problem(problem)
        if not problem.cases:
            message = f"{problem.name} has no positive cases"
            return Finding(Status.UNKNOWN, self._evidence(), message=message)
        answers = code_answers(candidate.completion, _declares_something, LANGUAGES)
        if not answers:
            message = "no Rocq definition in it"
            return Finding(Status.FAILED, self._evidence(), Category.NO_ANSWER, message)
        cases = [*problem.cases, *problem.negatives]
        decided = self._decider.decide(answers[0], problem, cases)
        if decided.error and len(answers) > 1:
            decided = self._decider.decide(answers[1], problem, cases)
        return self._conclude(problem, decided)

    def _conclude(self, problem: Problem, decided: Decided) -> Finding:
        evidence = self._evidence(decided)
        if decided.error:
            kind = classify(decided.error)
            slow = kind is ErrorClass.RESOURCES
            category = Category.TIMEOUT if slow else Category.SYNTAX_ERROR
            message = f"{kind}: {first_error(decided.error)}"
            return Finding(Status.FAILED, evidence, category, message, detail=kind)
        if decided.misfit:
            message = f"no specification of {problem.signature}: {decided.misfit}"
            return Finding(
                Status.FAILED, evidence, Category.SYNTAX_ERROR, message, detail="signature"
            )
        count = len(problem.cases)
        positive = [
            unless_rounded(verdict, case.output)
            for verdict, case in zip(decided.verdicts[:count], problem.cases, strict=True)
        ]
        negative = decided.verdicts[count:]
        found = stages(positive, negative)
        credit = _credit(found)
        if found.wrong:
            message = f"it rejects {len(found.wrong)} right outputs (proved)"
            witness = _witness(problem, found.wrong[0], "rejected")
        elif found.over_permissive:
            message = f"it accepts {len(found.over_permissive)} wrong outputs (proved)"
            witness = _witness(problem, count + found.over_permissive[0], "accepted")
        elif found.accepted.holds and found.rejected.holds:
            return Finding(Status.SOLVED, evidence, credit=credit)
        elif decided.lost:
            return Finding(Status.INFRA, evidence, message=decided.lost, credit=credit)
        else:
            return Finding(
                Status.UNKNOWN, evidence, message=_undecided([*positive, *negative]), credit=credit
            )
        category = Category.POSTCONDITION_MISMATCH
        return Finding(Status.FAILED, evidence, category, message, witness, credit)

    def _evidence(self, decided: Decided | None = None) -> Evidence:
        if decided is None:
            return Evidence(engine=self.engine, version=__version__)
        evidence = self._decider.evidence
        build = sum(decided.seconds.get(s, 0.0) for s in ("compile", "discover", "cases"))
        run = sum(decided.seconds.get(s, 0.0) for s in ("explore", "certify"))
        return msgspec.structs.replace(
            evidence, build_seconds=round(build, 3), run_seconds=round(run, 3)
        )


def unless_rounded(verdict: Verdict, output: Any) -> Verdict:
    """A right output that was rounded may be refused by an exact specification: no defect."""
    if verdict.decision is Decision.REJECT and _has_fraction(output):
        reason = "rejected, but the expected output may be rounded"
        return msgspec.structs.replace(verdict, decision=Decision.UNKNOWN, reason=reason)
    return verdict


def _has_fraction(value: Any) -> bool:
    if isinstance(value, float):
        return not value.is_integer()
    if isinstance(value, (list, tuple)):
        return any(_has_fraction(item) for item in value)
    return isinstance(value, dict) and _has_fraction(list(value.values()))


def _declares_something(text: str) -> bool:
    kinds = (Kind.DEFINITION, Kind.INDUCTIVE, Kind.FIXPOINT)
    return any(d.kind in kinds for d in declarations(text))


def _numbers(verdicts: Sequence[Verdict], decision: Decision) -> tuple[int, ...]:
    return tuple(i for i, v in enumerate(verdicts) if v.decision is decision)


def _credit(found: Stages) -> dict[str, float]:
    """Shares from 0 to 1: proved and not refuted, of positives and negatives."""
    credit: dict[str, float] = {"syntax": 1.0}
    if found.pass_first is not None:
        credit["pass_first"] = float(found.pass_first)
    for name, interval in (("accepted", found.accepted), ("rejected", found.rejected)):
        if interval.total:
            credit[f"{name}_proved"] = interval.proved / interval.total
            credit[f"{name}_possible"] = interval.possible / interval.total
    return credit


def _witness(problem: Problem, number: int, found: str) -> dict[str, Any]:
    count = len(problem.cases)
    case: Case = (problem.cases if number < count else problem.negatives)[
        number if number < count else number - count
    ]
    shown = encode_case(case, problem.shape, problem.signature)
    right = "accepted" if found == "rejected" else "rejected"
    return {
        "case": number,
        "input": shown["input"],
        "expected": f"{shown['output']!r} {right}",
        "found": found,
    }


def _undecided(verdicts: Sequence[Verdict]) -> str:
    reasons = [v.reason for v in verdicts if v.decision is Decision.UNKNOWN]
    likeliest = max(set(reasons), key=reasons.count)
    return f"{len(reasons)} of {len(verdicts)} cases undecided: {likeliest}"

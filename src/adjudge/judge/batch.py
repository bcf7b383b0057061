"""Judges many candidates: each question once, from the store where it is known already."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import msgspec

from adjudge import __version__
from adjudge.datasets.benchmark import Benchmark
from adjudge.errors import BadInput, InfraError
from adjudge.judge.finding import Finding
from adjudge.model import Candidate, Evidence, Outcome, Problem, Status
from adjudge.run.pool import run_all
from adjudge.run.store import Store

KIND = "finding"
"""What judged questions are called in the store."""

_ATTEMPTS = 2  # a tool that could not run is asked once more


class Judge(Protocol):
    """What a batch needs of a judge."""

    def key(self, problem: Problem, candidate: Candidate) -> str:
        """The content address of the question."""

    def judge(self, problem: Problem, candidate: Candidate) -> Finding:
        """The finding.

        Raises:
            InfraError: If a tool could not run.
        """


class Judged(msgspec.Struct, frozen=True):
    """A question and its answer, as the store keeps them: enough to ask it again."""

    finding: Finding
    candidate: Candidate
    benchmark: str


class Question(msgspec.Struct, frozen=True):
    """One question of a batch, with all candidates that ask it."""

    key: str
    problem: Problem
    candidates: tuple[Candidate, ...]


def check(candidates: Sequence[Candidate], benchmark: Benchmark) -> None:
    """Makes sure that every candidate's problem is there and readable, before any is judged.

    Raises:
        BadInput: If one is not.
    """
    for candidate in candidates:
        try:
            benchmark[candidate.problem]
        except BadInput as error:
            raise error.at(candidate.label) from None


def judge_all(
    candidates: Sequence[Candidate],
    benchmark: Benchmark,
    judge_for: Callable[[Candidate], Judge | None],
    store: Store,
    *,
    workers: int,
    fresh: bool = False,
) -> Iterator[Outcome]:
    """The outcome of every candidate, in the order in which they are found.

    Args:
        candidates: What is judged.
        benchmark: Where their problems are.
        judge_for: The judge of a candidate's task, or None if this version has none.
        store: Where findings are looked up and kept.
        workers: How many are judged at a time.
        fresh: Ask again even what the store knows.
    """
    questions: dict[str, Question] = {}
    for candidate in candidates:
        judge = judge_for(candidate)
        if judge is None:
            yield _without_judge(candidate)
            continue
        problem = benchmark[candidate.problem]
        key = judge.key(problem, candidate)
        known = None if fresh else store.get(key)
        if known is not None:
            finding = msgspec.json.decode(known, type=Judged).finding
            yield finding.outcome(key, candidate)
            continue
        earlier = questions[key].candidates if key in questions else ()
        questions[key] = Question(key, problem, (*earlier, candidate))

    def answer(question: Question) -> Finding:
        candidate = question.candidates[0]
        judge = judge_for(candidate)
        assert judge is not None
        finding = _attempt(judge, question.problem, candidate)
        if finding.status is not Status.INFRA:
            judged = Judged(finding, candidate, benchmark.name)
            store.put(question.key, KIND, msgspec.json.encode(judged))
        return finding

    for question, finding in run_all(answer, questions.values(), workers=workers):
        for candidate in question.candidates:
            yield finding.outcome(question.key, candidate)


def _attempt(judge: Judge, problem: Problem, candidate: Candidate) -> Finding:
    """A finding, of status INFRA if the tools fail at every attempt."""
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            return judge.judge(problem, candidate)
        except InfraError as error:
            if attempt == _ATTEMPTS:
                evidence = Evidence(engine=type(judge).__name__, version=__version__)
                return Finding(Status.INFRA, evidence, message=str(error))
    raise AssertionError("unreachable")


def _without_judge(candidate: Candidate) -> Outcome:
    evidence = Evidence(engine="none", version=__version__)
    message = f"this version has no judge for {candidate.task} in {candidate.language}"
    return Finding(Status.UNKNOWN, evidence, message=message).outcome("", candidate)

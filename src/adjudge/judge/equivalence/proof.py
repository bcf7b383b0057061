"""Proofs with Z3: each conjunct of the goal on its own, plainly, then with lemmas by induction."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from adjudge.judge.equivalence.induction import Step, chains, inductions, sums
from adjudge.judge.equivalence.pair import Pair
from adjudge.verus.ir import BOOL, Expr, Not, Variable
from adjudge.verus.smt import Answer, Limits, Question, Session
from adjudge.verus.smt.normal import conjuncts, key

PLAIN = Limits(rlimit=400_000)
STEP = Limits(rlimit=200_000)
LONG = Limits(rlimit=2_500_000)
_MAX_STEPS = 12
_MAX_MODELS = 12  # suggestions for witnesses that are asked for, in each direction


@dataclass
class Proof:
    """The attempt to show that a goal follows.

    Attributes:
        proved: Whether all of the goal was shown.
        engine: What it took: `normal form`, `z3`, `z3 with induction`.
        cost: Z3's count of steps, over all questions.
        open: The conjuncts that were not shown.
        models: Values that may refute it, to be checked.
    """

    proved: bool = False
    engine: str = "normal form"
    cost: int = 0
    open: list[Expr] = field(default_factory=list)
    models: list[dict[str, object]] = field(default_factory=list)


class Prover:
    """Shows that conditions of one pair of contracts follow from others."""

    def __init__(
        self,
        session: Session | None,
        pair: Pair,
        rlimit: int = 12_000_000,
        deadline: float = math.inf,
    ) -> None:
        """Takes the solver, the pair, Z3's steps for all questions, and when to stop at last."""
        self._session = session
        self._pair = pair
        self._left = rlimit
        self._deadline = deadline

    def by_form(self, hypotheses: list[Expr], goals: list[Expr]) -> Proof:
        """What the normal forms show alone."""
        known = {key(h) for h in hypotheses}
        missing = [g for g in goals if key(g) not in known]
        return Proof(proved=not missing, open=missing)

    def attempt(self, hypotheses: list[Expr], proof: Proof) -> None:
        """A plain attempt at all that is open; what fails leaves models."""
        remaining: list[Expr] = []
        proof.engine = "z3"
        for goal in proof.open:
            models = len(proof.models) < _MAX_MODELS
            answer = self._ask(hypotheses, goal, PLAIN, proof, models=models)
            if not answer.proved:
                remaining.append(goal)
                proof.models.extend(answer.models)
        proof.open = remaining
        proof.proved = not remaining

    def insist(self, hypotheses: list[Expr], proof: Proof) -> None:
        """Further attempts at what is open: by induction, then with more time."""
        lemmas: list[Expr] | None = None
        remaining: list[Expr] = []
        for goal in proof.open:
            if lemmas is None:
                lemmas = self._lemmas(hypotheses, chains(hypotheses), proof)
            if not self._by_induction(hypotheses, lemmas, goal, proof):
                remaining.append(goal)
        proof.open = [
            goal for goal in remaining if not self._ask(hypotheses, goal, LONG, proof).proved
        ]
        proof.proved = not proof.open

    def _by_induction(
        self, hypotheses: list[Expr], lemmas: list[Expr], goal: Expr, proof: Proof
    ) -> bool:
        # What refutes the goal is a premise too: `no two neighbours differ` is a chain.
        opposite = conjuncts([Not(BOOL, goal)], {})
        more = self._lemmas([*hypotheses, *opposite], chains(opposite), proof)
        found = [*lemmas, *more, *self._lemmas(hypotheses, sums(goal, hypotheses), proof)]
        if found and self._ask([*hypotheses, *found], goal, PLAIN, proof).proved:
            proof.engine = "z3 with induction"
            return True
        for step in inductions(goal):
            if self._holds([*hypotheses, *found], step, proof):
                proof.engine = "z3 with induction"
                return True
        return False

    def _lemmas(self, hypotheses: list[Expr], steps: Iterator[Step], proof: Proof) -> list[Expr]:
        tried = islice(steps, _MAX_STEPS)
        return [step.statement for step in tried if self._holds(hypotheses, step, proof)]

    def _holds(self, hypotheses: list[Expr], step: Step, proof: Proof) -> bool:
        return all(
            self._ask([*hypotheses, *assumed], goal, STEP, proof, step.variables).proved
            for assumed, goal in step.obligations
        )

    def _ask(
        self,
        hypotheses: list[Expr],
        goal: Expr,
        limits: Limits,
        proof: Proof,
        variables: tuple[Variable, ...] = (),
        *,
        models: bool = False,
    ) -> Answer:
        if self._session is None:
            return Answer(False, "Z3 is not installed")
        if self._left <= 0 or time.monotonic() > self._deadline:
            return Answer(False, "the budget is spent")
        question = Question(
            (*self._pair.variables, *variables),
            tuple(hypotheses),
            goal,
            self._pair.functions,
            self._pair.datatypes,
            limits=replace(limits, rlimit=min(limits.rlimit, self._left)),
            models=models,
        )
        answer = self._session.ask(question, self._deadline)
        proof.cost += answer.cost
        self._left -= max(answer.cost, 1_000)
        return answer

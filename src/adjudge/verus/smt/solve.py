"""Answers one question with Z3; runs in the worker process only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from adjudge.verus.smt import models
from adjudge.verus.smt.concrete import assume
from adjudge.verus.smt.encode import Encoder
from adjudge.verus.smt.instances import ground, skolemized
from adjudge.verus.smt.question import Answer, Question
from adjudge.verus.smt.recursion import Recursion
from adjudge.verus.smt.shape import identities
from adjudge.verus.smt.sorts import Unsupported, in_type


def answer(question: Question) -> Answer:
    """Whether the goal follows from the hypotheses."""
    try:
        problem = _Problem(question)
    except Unsupported as reason:
        return Answer(False, f"no encoding of {reason}")
    except z3.Z3Exception as error:
        return Answer(False, f"encoding: {error}")
    return problem.solve()


class _Problem:
    """A question as formulas of Z3."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.encoder = Encoder(question.functions, question.datatypes)
        Recursion(self.encoder, identities(question.functions))
        symbols = self.encoder.symbols
        self.env = {v.name: z3.Const(v.name, symbols.sort(v.type)) for v in question.variables}
        facts = [f for v in question.variables for f in in_type(self.env[v.name], v.type)]
        for variable in question.variables:
            if variable.name in question.values:
                facts += assume(
                    self.encoder,
                    self.env[variable.name],
                    question.values[variable.name],
                    variable.type,
                )
        for hypothesis in question.hypotheses:
            try:
                facts.append(self.encoder.formula(hypothesis, self.env))
            except Unsupported:
                continue  # assuming less is sound
        self.facts = facts
        self.negated = z3.Not(self.encoder.formula(question.goal, self.env))
        self.cost = 0

    def solve(self) -> Answer:
        """Tries Z3's own instantiation by patterns and ours in turn, cheap attempts first."""
        limit = self.question.limits.rlimit
        prepared = skolemized([*self.facts, self.negated])
        reason = self._refuted(prepared, limit // 30)
        if reason is None:
            return Answer(True, engine="patterns", cost=self.cost)
        for rounds in (1, 2):
            instances = ground(prepared, rounds, [z3.IntVal(0), z3.IntVal(1)])
            reason = self._refuted(instances, limit // 6)
            if reason is None:
                return Answer(True, engine="instances", cost=self.cost)
        reason = self._refuted([*prepared, *instances], limit - self.cost)
        if reason is None:
            return Answer(True, engine="both", cost=self.cost)
        found: list[dict[str, Any]] = []
        if self.question.models:
            found += models.search(self.encoder, self.question, self.env, prepared)
        return Answer(False, reason, cost=self.cost, models=tuple(found))

    def _refuted(self, formulas: Sequence[z3.BoolRef], limit: int) -> str | None:
        """None if the formulas contradict each other; else why that was not found."""
        if limit <= 0:
            return "the budget is spent"
        solver = z3.SimpleSolver()
        solver.set(auto_config=False, mbqi=False, rlimit=limit, random_seed=0)
        solver.add(*self.encoder.symbols.axioms, *formulas)
        result = solver.check()
        self.cost = _spent(solver)  # of the whole context
        if result == z3.unsat:
            return None
        if result == z3.sat:
            return "there is a model"
        return str(solver.reason_unknown())


def _spent(solver: z3.Solver) -> int:
    counts = dict(iter(solver.statistics()))
    return int(counts.get("rlimit count", 0))

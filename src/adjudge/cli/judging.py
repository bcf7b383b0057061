"""What the verbs that judge share: the store, and the judge of each task."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from adjudge.errors import InfraError
from adjudge.judge import code, end_to_end, proof, spec
from adjudge.judge.batch import Judge
from adjudge.judge.code import CodeJudge
from adjudge.judge.end_to_end import EndToEndJudge
from adjudge.judge.proof import Mode, ProofJudge
from adjudge.judge.spec import SpecJudge
from adjudge.model import Candidate, Case, Problem
from adjudge.run.sandbox import choose_sandbox
from adjudge.run.store import Store, default_store
from adjudge.rust.toolchain import find_rust
from adjudge.verus.tool import Budget, Missing, Verifier, Verus, find_verus

if TYPE_CHECKING:
    from adjudge.judge.equivalence.verus_lemma import LemmaEngine

_USUAL = Budget()
_SHORT = Budget(wall_seconds=5)


def open_store(path: Path | None) -> Store:
    """The store at `path`, or the user's own."""
    return Store(path or default_store())


def judges(
    *, unsafe: bool, mode: Mode = Mode.STRICT, seeds: int = 0
) -> Callable[[Candidate], Judge | None]:
    """The judge of each candidate's task; made when the first candidate needs it.

    Args:
        unsafe: Accept running without containment, where no sandbox works.
        mode: How strict to be about frozen text where a proof is asked for.
        seeds: With how many other seeds of the solver to try a proof that verified.
    """

    @functools.cache
    def code_judge() -> CodeJudge:
        return CodeJudge(choose_sandbox(unsafe=unsafe), find_rust())

    @functools.cache
    def proof_judge() -> ProofJudge:
        return ProofJudge(_verifier(unsafe), mode=mode, seeds=seeds)

    def target_problem(problem: Problem) -> Problem:
        from adjudge.cases.calls import as_function

        return as_function(problem, find_rust, lambda: choose_sandbox(unsafe=unsafe))

    @functools.cache
    def spec_judge() -> SpecJudge:
        from adjudge.verus import smt  # a reader of Verus: only this judge needs it

        def cases_of(problem: Problem) -> tuple[Case, ...]:
            return target_problem(problem).cases

        return SpecJudge(smt.Session() if smt.available() else None, cases_of, _lemmas(unsafe))

    @functools.cache
    def end_to_end_judge() -> EndToEndJudge:
        own_proof = ProofJudge(_verifier(unsafe), seeds=seeds)  # there is nothing to move it into
        return EndToEndJudge(spec_judge(), code_judge(), own_proof)

    @functools.cache
    def rocq_spec_judge() -> Judge:
        from adjudge.judge.rocq_spec import RocqSpecJudge
        from adjudge.rocq.decide import Decider
        from adjudge.rocq.toolchain import find_rocq

        return RocqSpecJudge(Decider(find_rocq(), choose_sandbox(unsafe=unsafe)), target_problem)

    def judge_for(candidate: Candidate) -> Judge | None:
        if candidate.language in ("rocq", "coq"):
            return rocq_spec_judge() if candidate.task in spec.TASKS else None
        if candidate.language not in ("verus", "rust"):
            return None
        if candidate.task in code.TASKS:
            return code_judge()
        if candidate.task in spec.TASKS:
            return spec_judge()
        if candidate.task in end_to_end.TASKS:
            return end_to_end_judge()
        return proof_judge() if candidate.task in proof.TASKS else None

    return judge_for


def _lemmas(unsafe: bool) -> LemmaEngine | None:
    """Verus for preconditions that nothing else decides, at less cost than a proof may have."""
    from adjudge.judge.equivalence.verus_lemma import LemmaEngine

    verifier = _verifier(unsafe, _SHORT)
    return LemmaEngine(verifier) if isinstance(verifier, Verus) else None


def _verifier(unsafe: bool, budget: Budget = _USUAL) -> Verifier:
    """Verus or, where it cannot run, the reason: much of a candidate is judged without it."""
    try:
        return Verus(find_verus(), choose_sandbox(unsafe=unsafe), budget)
    except InfraError as error:
        return Missing(error)

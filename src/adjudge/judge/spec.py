"""The specification judge: `nl2spec`.

A candidate solves the task if its precondition is equivalent to the reference's, and if its
postcondition accepts every positive case and refuses every negative one (VeriContest, arXiv
2605.08553, section 4). The precondition is proved equal or refuted by an input; the postcondition
is evaluated. Beside that stands, where it can be proved, how the postcondition relates to the
reference's on all inputs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from adjudge import __version__
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
from adjudge.run.store import content_address

if TYPE_CHECKING:
    from adjudge.judge.equivalence import Equivalence
    from adjudge.judge.equivalence.pair import Stated
    from adjudge.judge.equivalence.verus_lemma import LemmaEngine
    from adjudge.judge.postcondition import Postcondition
    from adjudge.verus.evaluate import SpecEvaluator
    from adjudge.verus.ir import LoweredContract
    from adjudge.verus.smt import Session

TASKS = frozenset({Task.NL2SPEC})
LANGUAGES = frozenset({"verus", "rust", "rs"})

_SHOWN = 400  # characters of an input or output in a witness
_INPUTS = 40  # cases whose inputs are tried first on the preconditions


class SpecJudge:
    """Judges candidates' Verus specifications.

    Args:
        session: The solver; None where Z3 is not installed, which leaves more undecided.
        cases_of: The cases of a problem's target function: for programs they are recorded calls.
        lemmas: Proves by Verus what is open after all else; None where it is not installed.
    """

    engine = "verus-spec"

    def __init__(
        self,
        session: Session | None,
        cases_of: Callable[[Problem], tuple[Case, ...]] = lambda problem: problem.cases,
        lemmas: LemmaEngine | None = None,
    ) -> None:
        self._lemmas = lemmas
        self._session = session
        self._cases_of = cases_of
        self._references: dict[str, _Reference] = {}
        self._lock = threading.Lock()

    def key(self, problem: Problem, candidate: Candidate) -> str:
        """The content address of the question; equal answers to one problem share it."""
        return content_address(
            {
                "engine": self.engine,
                "judge": judge_digest(),
                "solver": _solver_version() if self._session else "",
                "verus": self._lemmas.digest if self._lemmas else "",
                "problem": problem_digest(problem),
                "completion": candidate.completion,
            }
        )

    def judge(self, problem: Problem, candidate: Candidate) -> Finding:
        """What the candidate's specification is worth.

        Raises:
            InfraError: If the calls of a program's target could not be recorded.
        """
        # A reader of Verus: only what is judged needs it.
        from adjudge.rust.program import defines_answer

        answers = code_answers(
            candidate.completion, lambda text: defines_answer(text, problem), LANGUAGES
        )
        if not answers and self._reference(problem) is not None:
            message = f"no code in it defines fn {problem.signature.name}"
            return self._failed(Category.NO_ANSWER, message)
        return self.judge_answers(problem, answers)

    def judge_answers(self, problem: Problem, answers: Sequence[str]) -> Finding:
        """The same for texts that may be the answer, the likeliest first."""
        from adjudge.judge.equivalence import NotComparable
        from adjudge.judge.spec_answer import read_specification

        reference = self._reference(problem)
        if reference is None:
            return self._undecided(f"{problem.name} has no specification or no positive cases")
        read = read_specification(answers, problem.signature.name, reference.contract)
        if read.stated is None:
            return self._failed(Category.SYNTAX_ERROR, read.message, detail=read.detail)
        try:
            return self._compare(problem, reference, read.stated, read.message)
        except NotComparable as error:  # a type of the signature, with another definition
            return self._failed(Category.SYNTAX_ERROR, str(error), detail="signature")

    def _compare(
        self, problem: Problem, reference: _Reference, stated: Stated, remark: str
    ) -> Finding:
        from adjudge.judge.equivalence import Proof, compare
        from adjudge.judge.postcondition import Postcondition

        inputs = [case.args for case in reference.positives[:_INPUTS]]
        contract, lemmas = stated.lowered, self._lemmas

        def outside(direction: str, left: Callable[[], float]) -> str:
            pair = (reference.stated, stated)
            premise, goal = pair if direction == "implied" else pair[::-1]
            return lemmas.prove(premise, goal, left) if lemmas is not None else ""

        pre = compare(reference.contract, contract, self._session, inputs=inputs, outside=outside)
        post = Postcondition(contract, reference.positives, reference.negatives)
        bonus = self._bonus(reference, contract)
        credit = {**_precondition_credit(pre), **post.credit, **_bonus_credit(bonus)}
        parts = [_precondition_words(pre), post.message, _bonus_words(bonus), remark]
        message = "; ".join(part for part in parts if part)
        wrong_pre = pre.status is Proof.REFUTED
        witness = self._witness(problem, pre, post)
        if wrong_pre or post.wrong:
            category = (
                Category.BOTH_MISMATCH
                if wrong_pre and post.wrong
                else Category.PRECONDITION_MISMATCH
                if wrong_pre
                else Category.POSTCONDITION_MISMATCH
            )
            detail = post.detail if post.wrong else ""
            return self._failed(category, message, witness, credit, detail)
        if pre.status is Proof.UNKNOWN or post.undecided:
            detail = "needs_review" if pre.status is Proof.UNKNOWN else ""
            return Finding(Status.UNKNOWN, self._evidence(pre), None, message, None, credit, detail)
        return Finding(Status.SOLVED, self._evidence(pre), None, message, None, credit)

    def _bonus(self, reference: _Reference, contract: LoweredContract) -> Equivalence:
        """What can be proved of the postconditions under the reference's precondition."""
        from adjudge.judge.equivalence import Effort, compare

        effort = Effort(first=0, more=0, last=0, rlimit=1_500_000, seconds=5.0)
        return compare(reference.contract, contract, self._session, post=True, effort=effort)

    def _witness(
        self, problem: Problem, pre: Equivalence, post: Postcondition
    ) -> dict[str, Any] | None:
        found: dict[str, Any] = {}
        for direction, words in (
            (pre.implied, "refused, though the reference admits it"),
            (pre.implies, "admitted, though the reference refuses it"),
        ):
            if direction.witness is not None and "precondition" not in found:
                found["precondition"] = {"input": direction.witness, "candidate": words}
        if post.case is not None:
            shown = encode_case(post.case, Shape.FUNCTION, problem.signature)
            found["postcondition"] = {
                "case": post.index,
                "input": _short(shown["input"]),
                "output": _short(shown["output"]),
                "candidate": post.detail,
                "clauses": post.blame,
            }
        return found or None

    def _reference(self, problem: Problem) -> _Reference | None:
        """Made once for each problem; batches ask from several threads."""
        with self._lock:
            known = self._references.get(problem.name)
            if known is not None and known.problem is problem:
                return known
            if problem.verus.spec is None:
                return None
            positives = self._cases_of(problem)
            if not positives:
                return None
            made = _Reference(problem, problem.verus.spec, positives)
            self._references[problem.name] = made
            return made

    def _evidence(self, pre: Equivalence | None = None) -> Evidence:
        method = "preconditions compared, postcondition evaluated on cases"
        if pre is not None:
            engines = dict.fromkeys(d.engine for d in (pre.implied, pre.implies) if d.engine)
            method += f" ({', '.join(engines)})" if engines else ""
        tool = f"z3 {_solver_version()}" if self._session else ""
        return Evidence(engine=self.engine, version=__version__, tool=tool, method=method)

    def _failed(
        self,
        category: Category,
        message: str,
        witness: dict[str, Any] | None = None,
        credit: dict[str, float] | None = None,
        detail: str = "",
    ) -> Finding:
        return Finding(
            Status.FAILED, self._evidence(), category, message, witness, credit or {}, detail
        )

    def _undecided(self, message: str) -> Finding:
        return Finding(Status.UNKNOWN, self._evidence(), message=message)


class _Reference:
    """A problem's own specification and the cases that it is judged by."""

    def __init__(self, problem: Problem, spec: str, positives: tuple[Case, ...]) -> None:
        from adjudge.judge.equivalence.pair import Stated
        from adjudge.verus.contract import contract
        from adjudge.verus.evaluate import SpecEvaluator
        from adjudge.verus.lower import lower
        from adjudge.verus.parser import parse_file

        self.problem = problem
        file, name = parse_file(spec), problem.signature.name
        stated = contract(file, name)
        self.contract = lower(file, name, stated)
        self.stated = Stated(file, stated, self.contract)
        self.positives = positives
        self.negatives = self._negatives(SpecEvaluator(self.contract))

    def _negatives(self, evaluator: SpecEvaluator) -> Sequence[Case]:
        """The problem's negatives; where it has none, mutated outputs that it refuses."""
        from adjudge.cases.mutate import negatives
        from adjudge.verus.evaluate import Truth

        if self.problem.negatives and self.problem.shape is Shape.FUNCTION:
            return self.problem.negatives

        def refused(case: Case) -> bool:
            return evaluator.postcondition(case.args, case.output) is Truth.FALSE

        signature = self.problem.signature
        return negatives(self.positives, signature.returns, signature.records, refused)


def _precondition_credit(pre: Equivalence) -> dict[str, float]:
    from adjudge.judge.equivalence import Proof

    proved = [d.status is Proof.PROVED for d in (pre.implied, pre.implies)]
    return {"precondition": sum(proved) / 2}


def _precondition_words(pre: Equivalence) -> str:
    from adjudge.judge.equivalence import Proof

    match pre.status:
        case Proof.PROVED:
            return "precondition equivalent to the reference's"
        case Proof.REFUTED:
            strong = pre.implied.status is Proof.REFUTED
            weak = pre.implies.status is Proof.REFUTED
            if strong and weak:
                return "precondition both too strong and too weak"
            return f"precondition too {'strong' if strong else 'weak'}"
    open_ = [d for d in (pre.implied, pre.implies) if d.status is Proof.UNKNOWN]
    tried = min(d.tried for d in open_)
    found = f"precondition undecided, needs review: no difference found on {tried} admitted inputs"
    return "; ".join([found, *dict.fromkeys(d.reason for d in open_ if d.reason)])


def _bonus_credit(post: Equivalence) -> dict[str, float]:
    from adjudge.judge.equivalence import Proof

    named = {"post_implied": post.implied, "post_implies": post.implies}
    return {name: 1.0 for name, d in named.items() if d.status is Proof.PROVED}


def _bonus_words(post: Equivalence) -> str:
    """How the postconditions relate on all inputs, as far as it is proved: beside the cases."""
    from adjudge.judge.equivalence import Proof

    implied, implies = (d.status is Proof.PROVED for d in (post.implied, post.implies))
    if implied and implies:
        return "it is proved equivalent to the reference's on all inputs"
    if implied:
        return "it is proved to follow from the reference's on all inputs"
    return "it is proved to imply the reference's on all inputs" if implies else ""


def _short(encoded: Any) -> Any:
    """A JSON value as it is if short, else the beginning of its text."""
    text = values.dumps(encoded)
    return encoded if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text)} characters)"


def _solver_version() -> str:
    import importlib.metadata

    return importlib.metadata.version("z3-solver")

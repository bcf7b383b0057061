"""The end-to-end judge: `end2end`.

A candidate writes specification, code and proof, in one program. It solves the task if the
specification is the right one, the code gives the right outputs, and Verus proves that this code
meets this specification: three judges, one text. Only here shows what each of them alone would
let pass: a proof that holds, of a specification that says too little.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from adjudge import __version__
from adjudge.errors import InfraError
from adjudge.judge.answer import code_answers
from adjudge.judge.code import CodeJudge
from adjudge.judge.finding import Finding
from adjudge.judge.proof import LANGUAGES, ProofJudge, encodable
from adjudge.judge.spec import SpecJudge
from adjudge.model import Candidate, Category, Evidence, Part, Problem, Status, Task
from adjudge.run.store import content_address

TASKS = frozenset({Task.END2END})
SPECIFICATION, CODE, PROOF = "specification", "code", "proof"

# What concerns the program as a whole goes before what is wrong with one part.
_FIRST = (Category.CHEATING, Category.SYNTAX_ERROR)
_SHOWN = 2000  # characters of one part's message in the message about all


class EndToEndJudge:
    """Judges candidates that wrote specification, code and proof.

    Args:
        spec: Judges the specification.
        code: Judges the code, after erasure.
        proof: Judges the proof, of the candidate's own specification.
    """

    engine = "verus-end2end"

    def __init__(self, spec: SpecJudge, code: CodeJudge, proof: ProofJudge) -> None:
        self._spec = spec
        self._code = code
        self._proof = proof

    def key(self, problem: Problem, candidate: Candidate) -> str:
        """The content address of the question; equal answers to one problem share it."""
        judges = (self._spec, self._code, self._proof)
        keys = [judge.key(problem, candidate) for judge in judges]
        return content_address({"engine": self.engine, "parts": keys})

    def judge(self, problem: Problem, candidate: Candidate) -> Finding:
        """What the candidate's program is worth, part by part.

        A part whose tool could not run is of status INFRA. So is the whole, unless another part
        has failed: then the candidate has failed, whatever the tool would say.

        Raises:
            InfraError: If the tool could not run on an answer that is no program.
        """
        # Readers of Verus: only what is judged needs them.
        from adjudge.judge.own_program import own_program
        from adjudge.judge.rebuild import Refusal
        from adjudge.rust.program import defines_answer

        completion = encodable(candidate.completion)
        answers = code_answers(completion, lambda text: defines_answer(text, problem), LANGUAGES)
        if not answers:
            message = f"no code in it defines fn {problem.signature.name}"
            return Finding(Status.FAILED, self._evidence({}), Category.NO_ANSWER, message)
        own = own_program(answers, problem.signature.name, max_rlimit=self._proof.rlimit)
        if isinstance(own, Refusal):
            refused = self._proof.refuse(own)
            return msgspec.structs.replace(refused, evidence=self._evidence({PROOF: refused}))
        found = {
            SPECIFICATION: _tried(
                self._spec.engine, lambda: self._spec.judge_answers(problem, [own.text])
            ),
            CODE: _tried(self._code.engine, lambda: self._code.judge_answers(problem, [own.text])),
            PROOF: _tried(self._proof.engine, lambda: self._proof.prove(own, own.text)),
        }
        if problem.several_answers:
            found[CODE] = _settled(found)
        return self._together(found)

    def _together(self, found: dict[str, Finding]) -> Finding:
        """One finding from those about the parts: all of them must hold."""
        name = _decisive(found)
        return Finding(
            found[name].status,
            self._evidence(found),
            found[name].category,
            _message(name, found),
            found[name].witness,
            _credit(found),
            found[name].detail,
            {part: _part(finding) for part, finding in found.items()},
        )

    def _evidence(self, found: dict[str, Finding]) -> Evidence:
        """Evidence for the whole; each part has its own."""
        ran = [finding.evidence for finding in found.values()]
        proof = found[PROOF].evidence if PROOF in found else Evidence(engine="")
        return Evidence(
            engine=self.engine,
            version=__version__,
            tool=proof.tool,
            tool_digest=proof.tool_digest,
            sandbox=proof.sandbox,
            method=f"judged {', '.join(found)}" if len(found) > 1 else "read it",
            build_seconds=sum(evidence.build_seconds for evidence in ran),
            run_seconds=sum(evidence.run_seconds for evidence in ran),
        )


def _tried(engine: str, judge: Callable[[], Finding]) -> Finding:
    """A part's finding, of status INFRA if its tool could not run."""
    try:
        return judge()
    except InfraError as error:
        evidence = Evidence(engine=engine, version=__version__)
        return Finding(Status.INFRA, evidence, message=str(error))


def _settled(found: dict[str, Finding]) -> Finding:
    """The finding about code whose outputs differ from the reference's where several are right.

    If the code is proved to meet a specification from which the reference's follows on all
    inputs, then its outputs are right, whichever they are.
    """
    spec, code, proof = found[SPECIFICATION], found[CODE], found[PROOF]
    proved = spec.status is proof.status is Status.SOLVED and spec.credit.get("post_implies") == 1
    if code.status is not Status.UNKNOWN or code.witness is None or not proved:
        return code
    message = "other outputs than the reference's, right by the specification that is proved"
    return msgspec.structs.replace(code, status=Status.SOLVED, message=message, witness=None)


def _decisive(found: dict[str, Finding]) -> str:
    """The part whose finding is that of the whole."""
    for category in _FIRST:
        for name, finding in found.items():
            if finding.category is category:
                return name
    for status in (Status.FAILED, Status.INFRA, Status.UNKNOWN):
        for name, finding in found.items():
            if finding.status is status:
                return name
    return PROOF


def _message(name: str, found: dict[str, Finding]) -> str:
    """Each part in its own words, the one that decided first."""
    lines = []
    for part in sorted(found, key=lambda part: part != name):
        said = found[part].message.strip()[:_SHOWN].replace("\n", "\n    ")
        lines.append(f"{part}: {_code(found[part])}{f': {said}' if said else ''}")
    holds = found[PROOF].status is Status.SOLVED
    if holds and name == SPECIFICATION and found[name].status is Status.FAILED:
        lines.append("the proof holds, but of a specification that is not the right one")
    return "\n".join(lines)


def _code(finding: Finding) -> str:
    code = _part(finding).code
    return f"{code} ({finding.detail})" if finding.detail else code


def _part(finding: Finding) -> Part:
    return Part(**{name: getattr(finding, name) for name in Part.__struct_fields__})


def _credit(found: dict[str, Finding]) -> dict[str, float]:
    """The parts' credits, and the share of parts that hold.

    A proof earns nothing of a specification that is refused: anything proves `true`. A cheat
    earns nothing at all.
    """
    if any(finding.category is Category.CHEATING for finding in found.values()):
        return {}
    counted = dict(found)
    if found[SPECIFICATION].status is Status.FAILED:
        del counted[PROOF]
    credit = {name: share for f in counted.values() for name, share in f.credit.items()}
    solved = sum(finding.status is Status.SOLVED for finding in counted.values())
    return {"parts": solved / len(found), **credit}

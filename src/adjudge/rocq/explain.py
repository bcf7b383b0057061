"""Why a specification's checker is what it is: what it computes, and what it could not decide."""

from __future__ import annotations

import re
import secrets

import msgspec

from adjudge.model import Problem
from adjudge.rocq import synthesis
from adjudge.rocq.discovery import discover
from adjudge.rocq.fit import Misfit, find_specification
from adjudge.rocq.toolchain import Rocq
from adjudge.rocq.unfoldings import missing
from adjudge.run.sandbox import Limits

_LIMITS = Limits(wall_seconds=240, cpu_seconds=240, memory_bytes=4 << 30, output_bytes=16 << 20)

_HINTS = (
    (r"^\(?exists \w+ : list", "a lemma that bounds the list: Cov x D from what is known about it"),
    (r"^\(?exists", "a lemma that bounds the witness: a rule of CoverTable, or an equation for it"),
    (r"^\(?forall", "a lemma that the body holds outside of a finite domain: a rule of CoverTable"),
    (r"", "a checker with its theorem: Tri P p n, added to the hints `checkers`"),
)


class Unknown(msgspec.Struct, frozen=True):
    """A part of the specification that the checker leaves open, and what would close it."""

    part: str
    wanted: str


class Explanation(msgspec.Struct, frozen=True):
    """How a specification is read and checked.

    Attributes:
        name: The declaration that is taken as the specification.
        types: The types of its arguments.
        unfinished: Generated lemmas, enumerators and checkers that were not accepted.
        unknown: The parts that are not decided.
        accepts: The function that computes acceptance, as Rocq prints it.
        refuses: The function that computes rejection.
    """

    name: str = ""
    types: tuple[str, ...] = ()
    misfit: str = ""
    unfinished: tuple[str, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    accepts: str = ""
    refuses: str = ""


def explain(text: str, problem: Problem, rocq: Rocq, name: str | None = None) -> Explanation:
    """Explains the specification that is compiled as `Spec` in the work folder of `rocq`."""
    facts = discover(text, rocq)
    try:
        fit = find_specification(problem, facts, name)
    except Misfit as misfit:
        return Explanation(misfit=str(misfit))
    made = rocq.compile("Cases", synthesis.cases_file(fit, []), _LIMITS)
    del made  # where the types of the cases do not exist, nothing below is accepted
    token = f"adjudge_{secrets.token_hex(12)}"
    pieces = synthesis.synthesis(fit, facts)
    lines = ["Set Silent.", synthesis.prelude(fit), synthesis.statement(fit)]
    lines.append(f'Ltac report_unknown P ::= idtac "{token}_unknown" P "{token}_end".')
    for piece in pieces:
        lines += ["Set Default Timeout 30.", piece.text, "Abort All."]
        lines += [f"Definition {token}_{piece.proves} := tt. Check {token}_{piece.proves}."]
        lines += [f"Check {piece.proves}."]
    lines += [f"Definition {token}_accepts := tt. Check {token}_accepts. Print accepts."]
    lines += [f"Definition {token}_refuses := tt. Check {token}_refuses. Print refuses."]
    said = rocq.converse("\n".join(lines) + "\n", _LIMITS).stdout.decode("utf-8", "replace")
    parts = re.split(rf"^{token}_(\w+)\s*: unit$", said, flags=re.MULTILINE)
    answers = dict(zip(parts[1::2], parts[2::2], strict=True))
    kept = [p for p in pieces if answers.get(p.proves, "").strip().startswith(p.proves)]
    unknown = re.findall(rf"{token}_unknown (.*?) {token}_end", said, re.DOTALL)
    return Explanation(
        name=fit.name.removeprefix("Spec."),
        types=tuple(str(t) for t in fit.types),
        unfinished=missing(pieces, kept),
        unknown=tuple(_unknown(part) for part in dict.fromkeys(unknown)),
        accepts=_definition(answers.get("accepts", "")),
        refuses=_definition(answers.get("refuses", "")),
    )


def _unknown(part: str) -> Unknown:
    flat = " ".join(part.split())
    return Unknown(flat, next(hint for pattern, hint in _HINTS if re.search(pattern, flat)))


def _definition(printed: str) -> str:
    """The body of a printed definition."""
    body = printed.partition(" = ")[2]
    return re.split(r"^ {5}: ", body, maxsplit=1, flags=re.MULTILINE)[0].strip()

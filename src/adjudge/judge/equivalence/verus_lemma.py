"""That one condition implies another, as a lemma in a program that Verus can check.

Each condition stands in a module of its own with the definitions that it reaches, so names never
clash. The lemma stands in the inner module, which sees both. A proof is a text for the lemma's
body: nothing, a standard induction over neighbours, or what a model wrote. Whatever wrote it,
only Verus' word counts, and only for a program without cheats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from adjudge.errors import InfraError
from adjudge.judge.equivalence.pair import Stated
from adjudge.verus import syntax as rs
from adjudge.verus.cheats import find_cheats
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.ir import IntType, LoweredContract, SeqType
from adjudge.verus.parser import parse_fragment
from adjudge.verus.tool import Ending, Verifier

LEMMA = "adjudge_lemma"
_HOLDS = "adjudge_holds"
_STEP = "adjudge_step"
_MODULES = "verus! { mod premise { mod goal { } } }"  # ours: they hide nothing
_RELATIONS = ("<=", "<", ">=", ">")


class ProofWriter(Protocol):
    """Writes proofs, such as a model that is asked for one."""

    def __call__(self, program: str) -> str | None:
        """Statements for the empty body of the lemma in a program; None if it has no idea."""


class LemmaEngine:
    """Proves implications of preconditions with Verus.

    Args:
        verifier: Verus.
        writer: Asked for a proof where the standard ones fail.
    """

    def __init__(self, verifier: Verifier, writer: ProofWriter | None = None) -> None:
        self._verifier = verifier
        self._writer = writer

    @property
    def digest(self) -> str:
        """The digest of the tool."""
        return self._verifier.digest

    def prove(self, premise: Stated, goal: Stated, left: Callable[[], float]) -> str:
        """The engine that proved that a premise implies a goal; empty if none did.

        Args:
            premise: The contract whose precondition is assumed.
            goal: The contract whose precondition is to be shown.
            left: How many seconds are left; no run begins that might take more.
        """
        for engine, body in self._proofs(premise, goal):
            if left() < self._verifier.budget.wall_seconds:
                break
            program = lemma_program(premise, goal, body)
            try:
                if program is not None and self._holds(program):
                    return engine
            except InfraError:  # not installed, or it broke down: nothing is said
                return ""
        return ""

    def _proofs(self, premise: Stated, goal: Stated) -> Iterator[tuple[str, str]]:
        yield "verus", ""
        if body := induction(premise.lowered):
            yield "verus with induction", body
        program = lemma_program(premise, goal)
        if self._writer is not None and program is not None:
            written = self._writer(program)
            if written is not None and _is_body(written):
                yield "verus with a written proof", written

    def _holds(self, program: str) -> bool:
        if find_cheats(program, given=_MODULES):
            return False
        run = self._verifier.verify(program)
        shown = [good for name, good in run.functions.items() if name.endswith(f"::{LEMMA}")]
        return run.ending is Ending.VERIFIED and run.whole and bool(shown) and all(shown)


def lemma_program(premise: Stated, goal: Stated, body: str = "") -> str | None:
    """A program that verifies only if one precondition implies the other.

    None where a condition depends on more than plain parameters, such as `self`.
    """
    outer, inner = _side(premise), _side(goal)
    if outer is None or inner is None:
        return None
    names = ", ".join(p.name for p in premise.contract.parameters)
    params = _parameters(premise)
    steps = _steps(premise.lowered) if _STEP in body else ""
    return f"""use vstd::prelude::*;
fn main() {{}}
verus! {{
mod premise {{
{outer}
mod goal {{
{inner}
{steps}
proof fn {LEMMA}({params})
    requires super::{_owner(premise)}{_HOLDS}({names}),
    ensures {_owner(goal)}{_HOLDS}({names}),
{{
{body}
}}
}}
}}
}}
"""


def _side(stated: Stated) -> str | None:
    """The imports and definitions of a condition, and the condition as a function."""
    file, contract = stated.file, stated.contract
    if any(p.type is None or file.source(p.type).startswith("&mut") for p in contract.parameters):
        return None
    uses = [file.source(n) for n in rs.walk(file) if isinstance(n, rs.Use)]
    lines = list(dict.fromkeys(["use vstd::prelude::*;", *uses]))
    owners = {d.owner for d in contract.definitions if d.owner} | {contract.owner} - {None}
    defined = {d.name for d in contract.definitions}
    lines += [
        f"pub struct {owner};" for owner in sorted(filter(None, owners)) if owner not in defined
    ]
    for definition in contract.definitions:
        lines.append(_within(definition.owner, file.source(definition.item)))
    clauses = "".join(f"    &&& ({file.source(c)})\n" for c in contract.requires) or "    true\n"
    lines.append(
        _within(contract.owner, f"spec fn {_HOLDS}({_parameters(stated)}) -> bool {{\n{clauses}}}")
    )
    return "\n".join(lines)


def _within(owner: str | None, text: str) -> str:
    return f"impl {owner} {{ {text} }}" if owner else text


def _owner(stated: Stated) -> str:
    return f"{stated.contract.owner}::" if stated.contract.owner else ""


def _parameters(stated: Stated) -> str:
    parts = stated.contract.parameters
    return ", ".join(f"{p.name}: {stated.file.source(p.type)}" for p in parts if p.type is not None)


def _is_body(text: str) -> bool:
    """Whether a text is statements only: it closes no brace that it has not opened."""
    try:
        file = parse_fragment(f"proof fn body() {{\n{text}\n}}")
    except VerusSyntaxError:
        return False
    return len(file.items) == 1 and isinstance(file.items[0], rs.Function)


def _sequences(contract: LoweredContract) -> Sequence[tuple[str, str]]:
    """The parameters that are sequences of machine integers: name and element type."""
    return [
        (p.name, p.type.item.name)
        for p in contract.params
        if isinstance(p.type, SeqType) and p.type.exec and isinstance(p.type.item, IntType)
    ]


def _steps(contract: LoweredContract) -> str:
    """For each element type and relation: neighbours in order are in order at any distance."""
    types = dict.fromkeys(item for _, item in _sequences(contract))
    return "\n".join(_step(item, i) for item in types for i in range(len(_RELATIONS)))


def _step(item: str, number: int) -> str:
    relation = _RELATIONS[number]
    return f"""proof fn {_STEP}_{item}_{number}(s: Seq<{item}>, i: int, j: int)
    requires
        forall|k: int| 0 <= k < s.len() - 1 ==> #[trigger] s[k] {relation} s[k + 1],
        0 <= i < j < s.len(),
    ensures s[i] {relation} s[j],
    decreases j - i,
{{
    assert(s[j - 1] {relation} s[j - 1 + 1]);
    if i < j - 1 {{ {_STEP}_{item}_{number}(s, i, j - 1); }}
}}"""


def induction(contract: LoweredContract) -> str:
    """A proof that uses the order of neighbours, in whichever sequence has it; may be empty."""
    parts = []
    for name, item in _sequences(contract):
        for number, relation in enumerate(_RELATIONS):
            parts.append(f"""    if forall|k: int| 0 <= k < {name}@.len() - 1
        ==> #[trigger] {name}@[k] {relation} {name}@[k + 1] {{
        assert forall|i: int, j: int| 0 <= i < j < {name}@.len()
            implies #[trigger] {name}@[i] {relation} #[trigger] {name}@[j] by {{
            {_STEP}_{item}_{number}({name}@, i, j);
        }}
    }}""")
    return "\n".join(parts)

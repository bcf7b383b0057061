"""Evaluation of Verus specifications by a generated Rust program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudge import __version__
from adjudge.decide.engine import CaseVerdict
from adjudge.decide.evaluation import case_verdict
from adjudge.decide.results import Results, ran_out, retry, undecided
from adjudge.errors import BadInput, InfraError
from adjudge.model import Case, Decision, Evidence
from adjudge.run.sandbox import Sandbox, choose_sandbox
from adjudge.run.work import work_folder
from adjudge.rust.toolchain import RustToolchain, find_rust
from adjudge.verus.ir import LoweredContract
from adjudge.verus.lower import lower
from adjudge.verus.native import Native, generate_program
from adjudge.verus.native.run import STEPS, UNTOLD
from adjudge.verus.parser import parse_file

_FIRST = 200  # the part of the steps that all cases get
_ROUNDS = ((20, 16), (1, 4))  # what the others get then, and how many of them at a time


class NativeEvaluation:
    """Decides cases by a program that is built for the contract.

    Each call builds it anew, so it should be asked about many cases at once. All cases get a small
    part of the steps first; those for which that is too little get more, as long as that helps.

    Args:
        contract: The contract.
        toolchain: The compiler.
        sandbox: Where it builds and runs.
        steps: What one clause may cost on one case.
    """

    name = "native evaluation"

    def __init__(
        self,
        contract: LoweredContract,
        toolchain: RustToolchain,
        sandbox: Sandbox,
        steps: int = STEPS,
    ) -> None:
        self._contract = contract
        self._toolchain = toolchain
        self._sandbox = sandbox
        self._steps = steps
        self._seconds = (0.0, 0.0)

    @property
    def evidence(self) -> Evidence:
        """Who decided, and what the latest call took."""
        return Evidence(
            engine=self.name,
            version=__version__,
            tool=self._toolchain.version,
            tool_digest=self._toolchain.digest,
            sandbox=self._sandbox.name,
            method="three-valued evaluation by a generated program",
            build_seconds=round(self._seconds[0], 3),
            run_seconds=round(self._seconds[1], 6),
        )

    def results(self, cases: Sequence[Case]) -> list[Results]:
        """The truth of each clause, those of `requires` first, on each case.

        Raises:
            BadInput: A case does not fit the contract's types.
            InfraError: The program cannot be built or run.
        """
        values = [self._values(case) for case in cases]
        with work_folder() as work:
            program = generate_program(self._contract)
            native = Native(program, work, self._toolchain, self._sandbox)
            found: list[Results] = list(native.clauses(values, self._steps // _FIRST))
            for share, together in _ROUNDS:
                hard = [i for i, r in enumerate(found) if undecided(r) and any(map(ran_out, r))]

                def again(some: Sequence[int], share: int = share) -> Sequence[Results]:
                    return native.clauses([values[i] for i in some], self._steps // share)

                retry(found, hard, together, again)
        self._seconds = (native.build_seconds, native.run_seconds)
        return found

    def decide_all(self, cases: Sequence[Case]) -> list[CaseVerdict]:
        """See `Engine.decide`; for all cases at once."""
        first = len(self._contract.requires)
        found = self.results(cases)
        return [case_verdict(r[:first], r[first:], self.evidence) for r in found]

    def decide(self, case: Case) -> CaseVerdict:
        """See `Engine.decide`."""
        return self.decide_all([case])[0]

    def _values(self, case: Case) -> list[Any]:
        """The values of the program's variables: arguments, then final arguments or the result."""
        contract = self._contract
        if len(case.args) != len(contract.params):
            wanted = len(contract.params)
            raise BadInput(f"{contract.name} takes {wanted} arguments, not {len(case.args)}")
        after = len(contract.mutated)
        if contract.result is not None:  # a case does not tell what became of the arguments
            return [*case.args, *(UNTOLD,) * after, case.output]
        if after > 1:
            return [*case.args, *case.output]
        return [*case.args, case.output] if after else list(case.args)


_PROBE = "verus! { fn f(x: u8) -> (r: u8) ensures r == x, exists|k: int| k * k == r {} }"


def fault() -> str:
    """What is wrong with native evaluation on this machine; empty if nothing is."""
    try:
        native = NativeEvaluation(lower(parse_file(_PROBE)), find_rust(), choose_sandbox())
        verdicts = native.decide_all([Case((4,), 4), Case((4,), 5)])
    except InfraError as error:
        return str(error)
    found = [verdict.postcondition.decision for verdict in verdicts]
    return "" if found == [Decision.ACCEPT, Decision.REJECT] else f"it says {found}"

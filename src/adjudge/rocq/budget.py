"""Time and memory for deciding one specification."""

from __future__ import annotations

import msgspec

from adjudge.run.sandbox import Limits


class Budget(msgspec.Struct, frozen=True):
    """Time and memory for one specification.

    Attributes:
        piece_seconds: For each generated piece.
        synthesis_seconds: For the checker itself.
        case_seconds: For evaluating one case.
        proof_seconds: For compiling one answer of a prover.
        attempts: How often a prover is asked the same question.
        recheck_seconds: For the independent checker, which must confirm every certificate; 0: it
            is not asked.
        memory_bytes: Of each process.
    """

    compile_seconds: float = 60.0
    piece_seconds: int = 10
    synthesis_seconds: int = 20
    case_seconds: int = 4
    explore_seconds: float = 180.0
    certify_seconds: float = 120.0
    proof_seconds: float = 60.0
    attempts: int = 3
    recheck_seconds: float = 0.0
    memory_bytes: int = 4 << 30

    def limits(self, seconds: float) -> Limits:
        """The limits of one process that may take so many seconds."""
        return Limits(
            wall_seconds=seconds,
            cpu_seconds=round(seconds),
            memory_bytes=self.memory_bytes,
            output_bytes=16 << 20,
            file_bytes=64 << 20,
        )

    @property
    def recheck_limits(self) -> Limits | None:
        """The limits of the independent checker; None if it is not asked."""
        return self.limits(self.recheck_seconds) if self.recheck_seconds else None

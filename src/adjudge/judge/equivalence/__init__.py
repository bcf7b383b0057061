"""Whether two contracts' conditions are equivalent: proved, refuted with an input, or unknown."""

from adjudge.judge.equivalence.compare import Effort, NotComparable, compare
from adjudge.judge.equivalence.result import Direction, Equivalence, Proof

__all__ = ["Direction", "Effort", "Equivalence", "NotComparable", "Proof", "compare"]

"""Three-valued evaluation of Verus specifications on concrete cases, without a compiler.

A verdict may be unknown; it is never wrong. What Verus leaves unspecified is unknown within its
type's range, and Kleene logic carries it.
"""

from adjudge.verus.evaluate.budget import Budget
from adjudge.verus.evaluate.evaluator import (
    ClauseResult,
    SpecEvaluator,
    Truth,
    evaluate_expression,
)

__all__ = ["Budget", "ClauseResult", "SpecEvaluator", "Truth", "evaluate_expression"]

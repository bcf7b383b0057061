"""From syntax trees to the intermediate form: names resolved, types inferred, sugar gone."""

from adjudge.verus.lower.contract import lower, lower_expression

__all__ = ["lower", "lower_expression"]

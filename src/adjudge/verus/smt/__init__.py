"""Specifications as questions to Z3, in a process of its own with limits.

Only a proof counts. Models are suggestions, to be checked by evaluation. Needs the extra `smt`.
"""

from adjudge.verus.smt.question import Answer, Limits, Progression, Question
from adjudge.verus.smt.session import Session, available, decide_instance

__all__ = ["Answer", "Limits", "Progression", "Question", "Session", "available", "decide_instance"]

"""Problems, types, values, cases, verdicts, outcomes: frozen data without I/O."""

from adjudge.model.problem import (
    SCHEMA,
    Candidate,
    Case,
    Parameter,
    Problem,
    Shape,
    Signature,
    Task,
    VerusArtifacts,
    decode_case,
    encode_case,
)
from adjudge.model.types import Type, parse_type
from adjudge.model.values import Value
from adjudge.model.verdict import (
    Category,
    Decision,
    Evidence,
    Outcome,
    Part,
    Status,
    Verdict,
)

__all__ = [
    "SCHEMA",
    "Candidate",
    "Case",
    "Category",
    "Decision",
    "Evidence",
    "Outcome",
    "Parameter",
    "Part",
    "Problem",
    "Shape",
    "Signature",
    "Status",
    "Task",
    "Type",
    "Value",
    "Verdict",
    "VerusArtifacts",
    "decode_case",
    "encode_case",
    "parse_type",
]

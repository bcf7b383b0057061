"""Classes of compile errors, from messages that the compiler really gave."""

from __future__ import annotations

import pytest

from adjudge.rocq.messages import ErrorClass, classify, first_error

MESSAGES = [
    (
        'Error: The term "Z.odd x" has type "bool" while it is expected to have type "Prop".',
        ErrorClass.TYPE_MISMATCH,
    ),
    (
        "Error: The reference string was not found in the current environment.",
        ErrorClass.UNKNOWN_REFERENCE,
    ),
    (
        "Error: Cannot find a physical path bound to logical path Foo.",
        ErrorClass.MISSING_DEPENDENCY,
    ),
    ("Error: Cannot guess decreasing argument of fix.", ErrorClass.ILL_FORMED_RECURSION),
    ('Error: Unknown interpretation for notation "_ ++ _".', ErrorClass.NOTATION_OR_SCOPE),
    ("Error: Syntax error: [term] expected after ':='.", ErrorClass.NOTATION_OR_SCOPE),
    ("not compiled in time (wall-clock limit)", ErrorClass.RESOURCES),
    ("Error: Something nobody has seen.", ErrorClass.OTHER),
]


@pytest.mark.parametrize(("message", "expected"), MESSAGES)
def test_classes(message: str, expected: ErrorClass) -> None:
    assert classify(message) is expected


def test_the_place_is_left_out() -> None:
    message = 'File "./Spec.v", line 3, characters 1-2:\nError:\nIn environment\nx : nat\nboo'
    assert first_error(message) == "In environment x : nat boo"

"""Every recorded run of the real tool is read as what it was."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from verus_standin import read_record

from adjudge.verus.tool import Ending, ErrorClass

# The labels of the recordings, in our words.
CLASSES = {
    "syntax_error": ErrorClass.SYNTAX,
    "type_error": ErrorClass.TYPE,
    "mode_error": ErrorClass.MODE,
    "trigger": ErrorClass.TRIGGER,
    "unsupported_feature": ErrorClass.UNSUPPORTED,
    "cheating_refused": ErrorClass.CHEATING,
    "other_error": ErrorClass.OTHER,
    "no_vstd_import": ErrorClass.OTHER,
    "empty_file": ErrorClass.OTHER,
    "borrow_error": ErrorClass.BORROW,
    "precondition_failed": ErrorClass.PRECONDITION,
    "postcondition_failed": ErrorClass.POSTCONDITION,
    "invariant_entry": ErrorClass.INVARIANT_ENTRY,
    "invariant_end": ErrorClass.INVARIANT_END,
    "type_invariant_failed": ErrorClass.TYPE_INVARIANT,
    "assertion_failed": ErrorClass.ASSERTION,
    "arithmetic_overflow": ErrorClass.OVERFLOW,
    "termination": ErrorClass.TERMINATION,
    "resource_limit": ErrorClass.RESOURCE_LIMIT,
}
ENDINGS = {
    "verified": {Ending.VERIFIED},
    "recommends_warning_only": {Ending.VERIFIED, Ending.NOTHING},
    "no_functions": {Ending.NOTHING},
    "timeout_by_harness": {Ending.TIMEOUT},
    "tool_panic": {Ending.PANIC},
    "no_such_file": {Ending.USAGE},
    "bad_arguments": {Ending.USAGE},
}
# Without --output-json, which the driver always gives, nothing is ever called verified.
NO_REPORT = {
    "own-resource_limit-matching_loop_profile_hint",
    "own-verified-ok_plain",
    "own-verified-ok_time_nojson",
    "own-verified-ok_texp_nojson",
    "own-verified-version",
    "own-verified-version_json",
}
# Labels that are wrong: "Proof by computation included a closure literal that wasn't applied. This
# is not yet supported." is labelled `other_error`.
MISLABELLED = {"sem-coll-10": (ErrorClass.UNSUPPORTED,)}


def label(record: dict[str, Any]) -> tuple[ErrorClass, ...]:
    """The classes written beside a record."""
    names = record["classes"] if record["expected"] == "multiple_errors" else [record["expected"]]
    return tuple(CLASSES[name] for name in names)


@pytest.mark.shared
def test_every_run_is_read_as_what_it_was(transcripts: list[dict[str, Any]]) -> None:
    assert len(transcripts) == 2402
    wrong = []
    for record in transcripts:
        run = read_record(record)
        if record["id"] in NO_REPORT:
            good = run.ending is Ending.GARBAGE
        elif record["id"] in MISLABELLED:
            good = run.classes == MISLABELLED[record["id"]]
        elif record["expected"] in ENDINGS:
            good = run.ending in ENDINGS[record["expected"]]
        else:
            good = run.classes == label(record)
            good &= run.ending is Ending.FAILED or "--output-json" not in record["args"]
        if not good:
            wrong.append((record["id"], record["expected"], run.ending, run.classes))
    assert not wrong


@pytest.mark.shared
def test_what_did_not_verify_is_never_called_verified(transcripts: list[dict[str, Any]]) -> None:
    counts: Counter[tuple[bool, bool]] = Counter()
    for record in transcripts:
        run = read_record(record)
        truly = record["exit_code"] == 0 and record["expected"] in (
            "verified",
            "recommends_warning_only",
        )
        said = run.ending is Ending.VERIFIED
        counts[truly, said] += 1
        assert truly or not said, record["id"]
        if said and "--verify-root" not in record["args"]:
            assert run.whole, record["id"]
    assert counts[True, True] > 800


@pytest.mark.shared
def test_each_error_has_its_place_and_words(transcripts: list[dict[str, Any]]) -> None:
    for record in transcripts:
        run = read_record(record)
        messages = [complaint.message for complaint in run.complaints][:12]
        wanted = [message.splitlines()[0] for message in record["error_messages"]]
        if record["expected"] in CLASSES and "--error-format=short" not in record["args"]:
            found = [message.splitlines()[0] for message in messages]
            assert found == wanted, record["id"]
        for complaint in run.complaints:
            assert complaint.rendered, record["id"]


@pytest.mark.shared
def test_text_and_json_diagnostics_say_the_same(transcripts: list[dict[str, Any]]) -> None:
    runs = {r["id"].rpartition("-")[2]: read_record(r) for r in transcripts}
    in_json, in_text = runs["multi_errfmt_json"], runs["multi_color"]
    in_short = runs["multi_errfmt_short"]

    def places(run: Any) -> list[Any]:
        return [(c.error, c.line, c.column) for c in run.complaints]

    assert len(in_json.complaints) == 6
    assert places(in_json) == places(in_text) == places(in_short)
    assert in_json.complaints[0].notes == (
        "line 16: at the end of the function body",
        "line 17: failed this postcondition",
    )


@pytest.mark.shared
def test_functions_are_counted_by_name(transcripts: list[dict[str, Any]]) -> None:
    record = next(r for r in transcripts if r["id"] == "correct-lc2855")
    run = read_record(record)
    assert run.functions == {"candidate::Solution::minimum_right_shifts": True}
    assert "candidate::Solution::is_sorted_range" in run.known
    assert (run.verified, run.errors, run.whole) == (2, 0, True)

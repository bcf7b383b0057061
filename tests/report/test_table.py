from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.model import Category, Evidence, Outcome, Status, Task
from adjudge.report.table import summarise, to_csv, to_markdown


def outcome(code: str, problem: str = "p", sample: int = 0, **fields: object) -> Outcome:
    failed = code in set(Category)
    given_ = {"model": "m", "task": Task.NL2CODE, **fields}
    return Outcome(
        key="",
        problem=problem,
        language="rust",
        sample=sample,
        status=Status.FAILED if failed else Status(code),
        category=Category(code) if failed else None,
        evidence=Evidence("test"),
        **given_,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("codes", "low", "high", "coverage"),
    [
        (["solved"], 1.0, 1.0, 1.0),
        (["timeout"], 0.0, 0.0, 1.0),
        (["solved", "timeout"], 0.5, 0.5, 1.0),
        (["unknown"], 0.0, 1.0, 0.0),
        (["solved", "unknown"], 0.5, 1.0, 0.5),
        (["infra"], None, None, 0.0),
        (["solved", "infra"], 1.0, 1.0, 0.5),
        (["solved", "unknown", "infra", "no_answer"], 1 / 3, 2 / 3, 0.5),
    ],
)
def test_three_values_are_kept_apart(
    codes: list[str], low: float | None, high: float | None, coverage: float
) -> None:
    (row,) = summarise([outcome(code, sample=i) for i, code in enumerate(codes)])
    assert (row.pass_low, row.pass_high) == (low, high)
    assert row.coverage == coverage
    assert row.samples == len(codes)


def test_pass_at_1_is_the_mean_over_problems() -> None:
    outcomes = [outcome("solved", "a"), *(outcome("timeout", "b", i) for i in range(3))]
    (row,) = summarise(outcomes)
    assert row.pass_low == 0.5
    assert row.problems == 2


@given(st.lists(st.builds(
    outcome,
    st.sampled_from([*Category, "solved", "unknown", "infra"]),
    st.sampled_from("pqr"),
    st.integers(0, 3),
    model=st.sampled_from(["m", "n", ""]),
    task=st.sampled_from(list(Task)[:3]),
    expect=st.sampled_from([None, "solved", "timeout"]),
), min_size=1, max_size=12))  # fmt: skip
def test_nothing_is_lost_or_counted_twice(outcomes: Sequence[Outcome]) -> None:
    rows = summarise(outcomes)
    assert sum(row.samples for row in rows) == len(outcomes)
    for row in rows:
        assert sum(row.counts.values()) == row.samples
        assert 0 <= row.coverage <= 1
        if row.pass_low is not None and row.pass_high is not None:
            assert 0 <= row.pass_low <= row.pass_high <= 1
    table = list(csv.reader(io.StringIO(to_csv(rows))))
    assert {len(line) for line in table} == {len(table[0])}
    assert len(table) == len(rows) + 1
    lines = to_markdown(rows).splitlines()
    assert len({line.count("|") for line in lines}) == 1


def test_expectations_are_counted() -> None:
    outcomes = [outcome("solved", expect="solved"), outcome("timeout", "q", expect="solved")]
    (row,) = summarise([*outcomes, outcome("timeout", "r")])
    assert row.as_expected == (1, 2)
    assert "| 1/2 |" in to_markdown([row])


def test_a_bar_in_a_models_name_breaks_no_table() -> None:
    lines = to_markdown(summarise([outcome("solved", model="a|b\nc")])).splitlines()
    assert lines[2].replace("\\|", "").count("|") == lines[0].count("|")

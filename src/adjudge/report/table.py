"""The first table: model by task, pass@1, categories, coverage.

pass@1 is the papers' (Chen et al. 2021, section 2.1, at k = 1): the mean over problems of the
share of a problem's samples that are solved. Ours keeps three values apart: undecided samples
widen it to an interval, from all of them failed to all of them solved. Samples that could not be
judged (INFRA) leave the denominator and are counted beside it.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence

import msgspec

from adjudge.model import Category, Outcome, Status


class Row(msgspec.Struct, frozen=True):
    """One model on one task.

    Attributes:
        problems: Problems with at least one judged sample.
        samples: All samples, INFRA among them.
        counts: Samples by outcome code: `solved`, `unknown`, `infra` or a category.
        pass_low: pass@1 if every undecided sample failed; None if nothing was judged.
        pass_high: pass@1 if every undecided sample were solved; None if nothing was judged.
        coverage: Share of samples that were decided (solved or failed).
        as_expected: Samples with an expectation that got it, and how many had one.
    """

    model: str
    task: str
    problems: int
    samples: int
    counts: dict[str, int]
    pass_low: float | None
    pass_high: float | None
    coverage: float
    as_expected: tuple[int, int]


def summarise(outcomes: Sequence[Outcome]) -> list[Row]:
    """The rows of the table, by model and task."""
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault((outcome.model or "unnamed", str(outcome.task)), []).append(outcome)
    return [_row(model, task, group) for (model, task), group in sorted(groups.items())]


def as_expected(outcome: Outcome) -> bool | None:
    """Whether the outcome is the expected one; None if nothing was expected."""
    return None if outcome.expect is None else outcome.code == outcome.expect


def to_markdown(rows: Sequence[Row]) -> str:
    """The table in Markdown."""
    header = _header(rows)
    lines = ["| " + " | ".join(header) + " |"]
    lines.append("|" + "|".join("---" if i < 2 else "---:" for i in range(len(header))) + "|")
    lines += ["| " + " | ".join(map(_escaped, _cells(row, rows))) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def to_csv(rows: Sequence[Row]) -> str:
    """The table as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_header(rows))
    writer.writerows(_cells(row, rows) for row in rows)
    return out.getvalue()


def _escaped(cell: str) -> str:
    """A cell's text for Markdown: on one line, and without ending the cell."""
    return " ".join(cell.split()).replace("|", "\\|")


def _row(model: str, task: str, group: Sequence[Outcome]) -> Row:
    judged = [o for o in group if o.status is not Status.INFRA]
    decided = [o for o in judged if o.status is not Status.UNKNOWN]
    by_problem: dict[str, list[Outcome]] = {}
    for outcome in judged:
        by_problem.setdefault(outcome.problem, []).append(outcome)
    expected = [result for o in group if (result := as_expected(o)) is not None]
    return Row(
        model=model,
        task=task,
        problems=len(by_problem),
        samples=len(group),
        counts=dict(Counter(o.code for o in group)),
        pass_low=_mean_share(by_problem, {Status.SOLVED}),
        pass_high=_mean_share(by_problem, {Status.SOLVED, Status.UNKNOWN}),
        coverage=len(decided) / len(group),
        as_expected=(sum(expected), len(expected)),
    )


def _mean_share(by_problem: dict[str, list[Outcome]], wanted: set[Status]) -> float | None:
    shares = [sum(o.status in wanted for o in group) / len(group) for group in by_problem.values()]
    return sum(shares) / len(shares) if shares else None


def _codes(rows: Sequence[Row]) -> list[str]:
    """The outcome codes that occur, in a fixed order."""
    order = [Status.SOLVED, *Category, Status.UNKNOWN, Status.INFRA]
    return [str(code) for code in order if any(str(code) in row.counts for row in rows)]


def _header(rows: Sequence[Row]) -> list[str]:
    expected = ["as expected"] if any(row.as_expected[1] for row in rows) else []
    fixed = ["model", "task", "problems", "samples", "pass@1", "coverage"]
    return [*fixed, *_codes(rows), *expected]


def _cells(row: Row, rows: Sequence[Row]) -> list[str]:
    cells = [row.model, row.task, str(row.problems), str(row.samples)]
    cells += [_interval(row), f"{row.coverage:.1%}"]
    cells += [str(row.counts.get(code, 0)) for code in _codes(rows)]
    if any(other.as_expected[1] for other in rows):
        cells.append(f"{row.as_expected[0]}/{row.as_expected[1]}")
    return cells


def _interval(row: Row) -> str:
    if row.pass_low is None or row.pass_high is None:
        return "not judged"
    low, high = f"{row.pass_low:.1%}", f"{row.pass_high:.1%}"
    return low if low == high else f"{low} to {high}"

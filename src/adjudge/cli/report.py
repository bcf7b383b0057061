"""`adjudge report`: tables from outcomes."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer


class Format(enum.StrEnum):
    """How a table is written."""

    MARKDOWN = "markdown"
    CSV = "csv"
    JSON = "json"


def report(
    outcomes: Annotated[list[Path], typer.Argument(help="Files that `judge --out` wrote.")],
    form: Annotated[Format, typer.Option("--format", "-f", help="How to write it.")] = (
        Format.MARKDOWN
    ),
) -> None:
    """Make the table of outcomes: model by task, pass@1, categories, coverage."""
    import msgspec

    from adjudge.datasets.files import convert, read_jsonl
    from adjudge.errors import BadInput
    from adjudge.model import Outcome
    from adjudge.model.values import dumps
    from adjudge.report.table import summarise, to_csv, to_markdown

    read: list[Outcome] = []
    for path in outcomes:
        read += [convert(raw, Outcome, where) for where, raw in read_jsonl(path)]
    if not read:
        raise BadInput("no outcomes", where=", ".join(map(str, outcomes)))
    rows = summarise(read)
    if form is Format.JSON:
        typer.echo(dumps([msgspec.to_builtins(row) for row in rows]))
    else:
        typer.echo(to_csv(rows) if form is Format.CSV else to_markdown(rows), nl=False)

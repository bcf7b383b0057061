"""`adjudge report`: tables from outcomes."""

from __future__ import annotations

from pathlib import Path

import click

_FORMATS = ("markdown", "csv", "json")


@click.command()
@click.argument("outcomes", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--format", "-f", "form", type=click.Choice(_FORMATS), default="markdown")
def report(outcomes: tuple[Path, ...], form: str) -> None:
    """Make the table of outcomes.

    One row a model and task: pass@1, categories, coverage.

    OUTCOMES are files that `judge --out` wrote.
    """
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
    if form == "json":
        click.echo(dumps([msgspec.to_builtins(row) for row in rows]))
    else:
        click.echo(to_csv(rows) if form == "csv" else to_markdown(rows), nl=False)

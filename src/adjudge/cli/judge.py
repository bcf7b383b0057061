"""`adjudge judge`: stored candidates in, outcomes and a table out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudge.cli import options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudge.model import Outcome


@click.command()
@click.argument("samples", type=options.SamplesName())
@options.benchmark
@click.option(
    "--out",
    "-o",
    type=click.Path(path_type=Path),
    help="Write the outcomes to this JSONL file.",
)
@click.option("--only", help="Judge only candidates whose label contains this.")
@click.option("--workers", type=click.IntRange(min=1), help="How many to judge at a time.")
@click.option(
    "--transplant",
    is_flag=True,
    help="Move proofs into the given program, instead of failing a candidate that changed it.",
)
@click.option(
    "--seeds",
    type=click.IntRange(min=0, max=100),
    default=0,
    metavar="K",
    help="Try proofs with K other seeds of the solver, to see which are stable.",
)
@click.option("--fresh", is_flag=True, help="Judge again what is known.")
@options.store
@options.unsafe
@options.as_json
def judge(
    samples: str,
    benchmark: str,
    out: Path | None,
    only: str | None,
    workers: int | None,
    transplant: bool,
    seeds: int,
    fresh: bool,
    store: Path | None,
    unsafe: bool,
    as_json: bool,
) -> None:
    """Judge stored candidates; no model is asked.

    SAMPLES is a JSONL file or folder of candidates, or bundled ones by name. Finished verdicts
    are never lost: interrupt it, run it again, and it goes on.
    """
    from adjudge.cli.judging import judges, open_store
    from adjudge.datasets.registry import open_benchmark, open_samples
    from adjudge.errors import BadInput
    from adjudge.judge.batch import check, judge_all
    from adjudge.judge.proof import Mode
    from adjudge.report.table import summarise, to_markdown
    from adjudge.run.pool import default_workers
    from adjudge.run.work import sweep

    candidates = [c for c in open_samples(samples) if only is None or only in c.label]
    if not candidates:
        raise BadInput(f"no candidate's label contains {only!r}", where=samples)
    opened = open_benchmark(benchmark)
    check(candidates, opened)
    writer = _Writer(out)
    sweep()
    outcomes = judge_all(
        candidates,
        opened,
        judges(unsafe=unsafe, mode=Mode.TRANSPLANT if transplant else Mode.STRICT, seeds=seeds),
        open_store(store),
        workers=workers or default_workers(2 << 30),
        fresh=fresh,
    )
    found = []
    for outcome in _with_progress(outcomes, len(candidates)):
        found.append(outcome)
        writer.write(outcome)
    order = {c.label: i for i, c in enumerate(candidates)}
    found.sort(key=lambda outcome: order[outcome.label])
    writer.finish(found)
    if as_json:
        for outcome in found:
            click.echo(_line(outcome))
    else:
        click.echo(to_markdown(summarise(found)))
        _show_unclean(found)
    click.get_current_context().exit(_exit_code(found))


class _Writer:
    """Writes outcomes as they come, and at the end in the samples' order, at once."""

    def __init__(self, path: Path | None) -> None:
        from adjudge.errors import BadInput

        self._path = path
        self._partial = path.with_name(path.name + ".partial") if path and path.name else None
        self._file = None
        if path is None:
            return
        try:
            if self._partial is None or path.is_dir():
                raise BadInput("a folder, expected a file", where=f"--out {path}")
            self._file = self._partial.open("w", encoding="utf-8")
        except OSError as error:
            raise BadInput(error.strerror or "no file", where=f"--out {path}") from None

    def write(self, outcome: Outcome) -> None:
        if self._file:
            self._file.write(_line(outcome) + "\n")
            self._file.flush()

    def finish(self, outcomes: list[Outcome]) -> None:
        if self._file and self._partial and self._path:
            self._file.seek(0)
            self._file.truncate()
            self._file.writelines(_line(outcome) + "\n" for outcome in outcomes)
            self._file.close()
            self._partial.replace(self._path)


def _line(outcome: Outcome) -> str:
    import msgspec

    from adjudge.model.values import dumps

    return dumps(msgspec.to_builtins(outcome))


def _with_progress(outcomes: Iterator[Outcome], total: int) -> Iterator[Outcome]:
    """Shows on stderr how far it is, if a person is watching."""
    import sys

    if not sys.stderr.isatty():
        yield from outcomes
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("judging", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(outcomes, total=total)


def _show_unclean(outcomes: list[Outcome]) -> None:
    """Names on stderr what is not as expected or could not be judged, ten at most."""
    from adjudge.model import Status
    from adjudge.report.table import as_expected

    unclean = [
        o for o in outcomes if as_expected(o) is False or (o.expect is None and o.code != "solved")
    ]
    for outcome in unclean[:10]:
        expected = f", expected {outcome.expect}" if outcome.expect else ""
        first = outcome.message.strip().splitlines()
        kept = outcome.key and outcome.status is not Status.INFRA
        key = f" [{outcome.key[:12]}]" if kept else ""
        words = first[0][:160] if first else ""
        click.echo(f"{outcome.label}: {outcome.code}{expected}: {words}{key}", err=True)
    if len(unclean) > 10:
        click.echo(f"and {len(unclean) - 10} more; see --out or --json", err=True)
    if any(outcome.key and outcome.status is not Status.INFRA for outcome in unclean):
        click.echo("`adjudge explain KEY` says why", err=True)
    if any(outcome.status is Status.INFRA for outcome in unclean):
        click.echo("infra: nothing was judged or kept; mend it and run again", err=True)


def _exit_code(outcomes: list[Outcome]) -> int:
    from adjudge.model import Status
    from adjudge.report.table import as_expected

    if any(o.status is Status.INFRA for o in outcomes):
        return 3
    clean = (o.code == "solved" if o.expect is None else as_expected(o) for o in outcomes)
    return 0 if all(clean) else 1

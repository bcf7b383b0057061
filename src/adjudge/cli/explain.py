"""`adjudge explain`: why a verdict is what it is, and how to see it again."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from adjudge.cli import options


@click.command()
@click.argument("key")
@click.option("--rerun", is_flag=True, help="Ask the same question again and compare.")
@click.option("--answer", is_flag=True, help="Show what the model wrote as well.")
@options.store
@options.unsafe
@options.as_json
def explain(
    key: str, rerun: bool, answer: bool, store: Path | None, unsafe: bool, as_json: bool
) -> None:
    """Say why a verdict is what it is.

    Shows what was asked, what was found, by whom, and how to reproduce it.

    KEY is a verdict's key, or the beginning of it.
    """
    import msgspec

    from adjudge.cli.judging import open_store
    from adjudge.errors import BadInput
    from adjudge.judge.batch import KIND, Judged
    from adjudge.model.values import dumps

    if len(key) < 4 or set(key) - set("0123456789abcdef"):
        raise BadInput(f"{key[:80]!r} is no key", mend="4 to 64 hexadecimal digits, from judge")
    opened = open_store(store)
    found = opened.find(key, KIND)
    if len(found) != 1:
        raise BadInput(
            f"{len(found) or 'no'} verdict{'s begin' if found else ' begins'} with {key}",
            where=str(opened.path),
            mend="give more digits"
            if found
            else "judge first, or name the store by --store; an outcome `infra` is not kept, "
            "since nothing was judged: its message is all that there is",
        )
    full, body = found[0]
    judged = msgspec.json.decode(body, type=Judged)
    outcome = judged.finding.outcome(full, judged.candidate)
    if rerun:
        again = _rerun(judged, unsafe)
        same = "the same" if again == outcome.code else f"{again}, NOT the same"
        click.echo(f"asked again: {same}", err=True)
        if again != outcome.code:
            click.get_current_context().exit(1)
    if as_json:
        click.echo(dumps({**msgspec.to_builtins(outcome), "benchmark": judged.benchmark}))
        return
    detail = f" ({outcome.detail})" if outcome.detail else ""
    click.echo(f"{outcome.label}: {outcome.code}{detail}")
    if outcome.message:
        click.echo(f"\n{outcome.message}")
    if outcome.witness is not None:
        witness = dict(outcome.witness)
        number = witness.pop("case", None)
        click.echo("\nfor example:" if number is None else f"\nfirst such case (number {number}):")
        _show(witness, "  ")
    if outcome.credit:
        click.echo("\npartial credit:")
    for name, share in outcome.credit.items():
        click.echo(f"  {name.replace('_', ' '):20} {share:.1%}")
    if outcome.parts:
        click.echo("\nparts:")
    for name, part in outcome.parts.items():
        click.echo(f"  {name:13} {part.code}, by {part.evidence.engine}")
        if part.witness is not None and part.witness != outcome.witness:
            _show(part.witness, "    ")
    click.echo("\nevidence:")
    _show(msgspec.to_builtins(outcome.evidence), "  ", width=13)
    place = f" --store {shlex.quote(str(store))}" if store else ""
    click.echo(f"  reproduce     adjudge explain {full[:16]} --rerun{place}")
    if answer:
        click.echo(f"\nwhat the model wrote:\n{judged.candidate.completion}")


def _show(named: dict[str, Any], indent: str, *, width: int = 9) -> None:
    """Shows named values, one a line; what is nested stands indented under its name."""
    from adjudge.model.values import dumps

    for name, value in named.items():
        if isinstance(value, dict) and name in ("precondition", "postcondition"):
            click.echo(f"{indent}{name}:")
            _show(value, indent + "  ", width=width)
        else:
            shown = value if isinstance(value, str) else dumps(value)
            click.echo(f"{indent}{name:{width}} {shown}")


def _rerun(judged: object, unsafe: bool) -> str:
    """The outcome's code when the question is asked again."""
    from adjudge.cli.judging import judges
    from adjudge.datasets.registry import open_benchmark
    from adjudge.judge.batch import Judged
    from adjudge.judge.proof import mode_of

    assert isinstance(judged, Judged)
    candidate = judged.candidate
    judge = judges(unsafe=unsafe, mode=mode_of(judged.finding.evidence))(candidate)
    assert judge is not None, "only judged candidates are in the store"
    problem = open_benchmark(judged.benchmark)[candidate.problem]
    return judge.judge(problem, candidate).outcome("", candidate).code

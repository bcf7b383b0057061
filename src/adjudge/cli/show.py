"""`adjudge show`: one problem, whole."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudge.cli import options


def show(
    problem: Annotated[str, typer.Argument(help="The problem's name.")],
    benchmark: options.Benchmark = "starter",
    cases: Annotated[int, typer.Option(help="How many cases to show.", min=0)] = 3,
    as_json: options.Json = False,
) -> None:
    """Show a problem: description, signature, cases and what it has in each language."""
    from adjudge.datasets.native import to_json
    from adjudge.datasets.registry import open_benchmark
    from adjudge.model.values import dumps

    found = open_benchmark(benchmark)[problem]
    entry = to_json(found)
    if as_json:
        typer.echo(dumps(entry))
        return
    typer.echo(f"{found.name}: {found.title} ({found.difficulty or 'no difficulty'})")
    typer.echo(f"signature: {found.signature}")
    typer.echo(f"tags: {', '.join(found.tags) or 'none'}")
    typer.echo(f"cases: {len(found.cases)} positive, {len(found.negatives)} negative")
    parts = {
        **{f"verus {name}": text for name, text in entry["verus"].items()},
        "rocq spec": found.rocq_spec,
        "python solution": found.python_solution,
    }
    have = [name for name, text in parts.items() if text is not None]
    typer.echo(f"has: {', '.join(have) or 'no texts'}")
    if found.description:
        typer.echo(f"\n{found.description.rstrip()}")
    for case in entry["cases"][:cases]:
        typer.echo(f"\ninput:  {dumps(case['input'])}\noutput: {dumps(case['output'])}")

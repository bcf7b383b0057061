"""`adjudge show`: one problem, whole."""

from __future__ import annotations

import click

from adjudge.cli import options


@click.command()
@click.argument("problem")
@options.benchmark
@click.option("--cases", type=click.IntRange(min=0), default=3, help="How many cases to show.")
@options.as_json
def show(problem: str, benchmark: str, cases: int, as_json: bool) -> None:
    """Show a problem.

    Its description, signature, first cases, and what it has in each language.
    """
    from adjudge.datasets.native import to_json
    from adjudge.datasets.registry import open_benchmark
    from adjudge.model.values import dumps

    found = open_benchmark(benchmark)[problem]
    entry = to_json(found)
    if as_json:
        click.echo(dumps(entry))
        return
    click.echo(f"{found.name}: {found.title} ({found.difficulty or 'no difficulty'})")
    click.echo(f"signature: {found.signature}")
    click.echo(f"tags: {', '.join(found.tags) or 'none'}")
    click.echo(f"cases: {len(found.cases)} positive, {len(found.negatives)} negative")
    parts = {
        **{f"verus {name}": text for name, text in entry["verus"].items()},
        "rocq spec": found.rocq_spec,
        "python solution": found.python_solution,
    }
    have = [name for name, text in parts.items() if text is not None]
    click.echo(f"has: {', '.join(have) or 'no texts'}")
    if found.description:
        click.echo(f"\n{found.description.rstrip()}")
    for case in entry["cases"][:cases]:
        click.echo(f"\ninput:  {dumps(case['input'])}\noutput: {dumps(case['output'])}")

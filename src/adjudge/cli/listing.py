"""`adjudge list`: benchmarks, or the problems of one."""

from __future__ import annotations

import click

from adjudge.cli import options


@click.command("list")
@click.argument("benchmark", type=options.BenchmarkName(), required=False)
@options.as_json
def list_(benchmark: str | None, as_json: bool) -> None:
    """List the benchmarks, or the problems of one."""
    from adjudge.datasets.registry import NAMED, SAMPLES, open_benchmark
    from adjudge.model.values import dumps

    if benchmark is None:
        if as_json:
            named = [{"name": name, "about": about} for name, (about, _) in NAMED.items()]
            click.echo(dumps({"benchmarks": named, "samples": sorted(SAMPLES)}))
            return
        for name, (about, _) in NAMED.items():
            click.echo(f"{name:12} {about}")
        click.echo(f"\nbundled samples: {', '.join(sorted(SAMPLES))}")
        click.echo("a path to a benchmark in a known format works wherever a name does")
        return
    for problem in open_benchmark(benchmark):
        if as_json:
            entry = {
                "name": problem.name,
                "title": problem.title,
                "signature": str(problem.signature),
                "shape": str(problem.shape),
                "tags": list(problem.tags),
                "cases": len(problem.cases),
                "negatives": len(problem.negatives),
            }
            click.echo(dumps(entry))
        else:
            counts = f"{len(problem.cases)}+{len(problem.negatives)}-"
            click.echo(f"{problem.name:28} {counts:>9}  {problem.signature}")

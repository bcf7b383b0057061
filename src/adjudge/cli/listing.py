"""`adjudge list`: benchmarks, or the problems of one."""

from __future__ import annotations

import typer

from adjudge.cli import options


def list_(benchmark: options.BenchmarkArgument = None, as_json: options.Json = False) -> None:
    """List the benchmarks, or the problems of one."""
    from adjudge.datasets.registry import NAMED, SAMPLES, open_benchmark
    from adjudge.model.values import dumps

    if benchmark is None:
        if as_json:
            named = [{"name": name, "about": about} for name, (about, _) in NAMED.items()]
            typer.echo(dumps({"benchmarks": named, "samples": sorted(SAMPLES)}))
            return
        for name, (about, _) in NAMED.items():
            typer.echo(f"{name:12} {about}")
        typer.echo(f"\nbundled samples: {', '.join(sorted(SAMPLES))}")
        typer.echo("a path to a benchmark in a known format works wherever a name does")
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
            typer.echo(dumps(entry))
        else:
            counts = f"{len(problem.cases)}+{len(problem.negatives)}-"
            typer.echo(f"{problem.name:28} {counts:>9}  {problem.signature}")

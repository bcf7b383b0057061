"""Options that several verbs have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def _benchmarks(incomplete: str) -> list[str]:
    from adjudge.datasets.registry import NAMED

    return [name for name in NAMED if name.startswith(incomplete)]


Benchmark = Annotated[
    str,
    typer.Option(
        "--benchmark",
        "-b",
        help="A benchmark's name, or the path of one in a known format.",
        autocompletion=_benchmarks,
    ),
]
BenchmarkArgument = Annotated[
    str | None,
    typer.Argument(help="A benchmark's name or path.", autocompletion=_benchmarks),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
StorePath = Annotated[
    Path | None,
    typer.Option("--store", help="The verdict store; by default one in your data folder."),
]
Unsafe = Annotated[
    bool,
    typer.Option(
        "--unsafe-no-sandbox", help="Run model-written code uncontained if no sandbox works."
    ),
]

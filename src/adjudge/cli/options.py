"""Options that several verbs have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem


class BenchmarkName(click.ParamType[str]):
    """A benchmark's name or path; completes names and leaves paths to the shell."""

    name = "benchmark"

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        """The names that begin like what was typed, then files."""
        from adjudge.datasets.registry import NAMED

        del ctx, param
        names = [CompletionItem(name) for name in NAMED if name.startswith(incomplete)]
        return [*names, CompletionItem(incomplete, type="file")]


class SamplesName(click.ParamType[str]):
    """The name of bundled samples or a path; completes names and leaves paths to the shell."""

    name = "samples"

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        """The names that begin like what was typed, then files."""
        from adjudge.datasets.registry import SAMPLES

        del ctx, param
        names = [CompletionItem(name) for name in SAMPLES if name.startswith(incomplete)]
        return [*names, CompletionItem(incomplete, type="file")]


def one_source(cases: Path | None, negatives: Path | None, problem: str | None) -> None:
    """Makes sure that cases come from files or from a problem, and from one of them only.

    Raises:
        BadInput: If they come from neither or from both.
    """
    from adjudge.errors import BadInput

    given = cases is not None or negatives is not None
    mend = "give either --cases and --negatives, or --problem"
    if given and problem is not None:
        raise BadInput("cases from files and from a problem", where="--problem", mend=mend)
    if not given and problem is None:
        raise BadInput("no cases", mend=mend)


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
benchmark = click.option(
    "--benchmark",
    "-b",
    type=BenchmarkName(),
    default="starter",
    show_default=True,
    help="A benchmark's name, or the path of one in a known format.",
)
store = click.option(
    "--store",
    type=click.Path(path_type=Path),
    help="The verdict store; by default one in your data folder.",
)
unsafe = click.option(
    "--unsafe-no-sandbox",
    "unsafe",
    is_flag=True,
    help="Run model-written code uncontained if no sandbox works.",
)

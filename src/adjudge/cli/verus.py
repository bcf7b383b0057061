"""`adjudge verus`: the Verus front end for people and scripts."""

from __future__ import annotations

import typer

app = typer.Typer(help="Read Verus programs.", no_args_is_help=True)

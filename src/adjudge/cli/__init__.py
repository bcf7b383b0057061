"""The command line: one thin module per verb.

Exit codes: 0 done and clean, 1 done with failures or findings, 2 bad usage or bad input, 3 could
not judge. Results go to stdout, messages and progress to stderr.
"""

from __future__ import annotations

import os
import sys

import typer

from adjudge import __version__
from adjudge.cli import doctor, explain, judge, listing, report, show, verus
from adjudge.errors import BadInput, InfraError

app = typer.Typer(
    name="adjudge",
    help="Judges specifications, code and proofs that language models write.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("doctor")(doctor.doctor)
app.command("list")(listing.list_)
app.command("show")(show.show)
app.command("judge")(judge.judge)
app.command("explain")(explain.explain)
app.command("report")(report.report)
app.add_typer(verus.app, name="verus")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"adjudge {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version."
    ),
) -> None:
    del version


def main() -> None:
    """Runs the command line and exits."""
    try:
        app()
    except BadInput as error:
        _stop(f"error: {error}", 2)
    except InfraError as error:
        _stop(f"could not judge: {error}", 3)
    except KeyboardInterrupt:
        _stop("interrupted; what was finished is kept", 130)
    except BrokenPipeError:
        # The reader has gone, as `| head` does: not worth a message.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _stop(f"could not go on: {error.strerror}: {error.filename or ''}".rstrip(": "), 3)


def _stop(message: str, code: int) -> None:
    print(message, file=sys.stderr)
    sys.exit(code)

"""All verbs together, and what becomes of the errors that they raise."""

from __future__ import annotations

import os
import sys

import click

from adjudge import __version__
from adjudge.cli.check import check
from adjudge.cli.completion import completion
from adjudge.cli.doctor import doctor
from adjudge.cli.explain import explain
from adjudge.cli.judge import judge
from adjudge.cli.listing import list_
from adjudge.cli.report import report
from adjudge.cli.rocq import rocq
from adjudge.cli.show import show
from adjudge.cli.toolchain import toolchain
from adjudge.cli.verus import verus
from adjudge.errors import BadInput, InfraError


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="adjudge", message="%(prog)s %(version)s")
def app() -> None:
    """Judges specifications, code and proofs that language models write."""


for _command in (
    doctor,
    list_,
    show,
    check,
    judge,
    explain,
    report,
    verus,
    rocq,
    toolchain,
    completion,
):
    app.add_command(_command)


def run() -> None:
    """Runs the command line and exits."""
    try:
        # Outside standalone mode click hands the exit status back instead of exiting.
        sys.exit(app(prog_name="adjudge", standalone_mode=False))
    except click.ClickException as error:
        # One line for the message, as for bad input; the usage is a --help away.
        _stop(f"error: {error.format_message()}", 2)
    except click.exceptions.Exit as stopped:
        sys.exit(stopped.exit_code)
    except BadInput as error:
        _stop(f"error: {error}", 2)
    except InfraError as error:
        _stop(f"could not judge: {error}", 3)
    except (KeyboardInterrupt, click.Abort):
        _stop("interrupted; what was finished is kept", 130)
    except BrokenPipeError:
        # The reader has gone, as `| head` does: not worth a message.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _stop(f"could not go on: {error.strerror}: {error.filename or ''}".rstrip(": "), 3)


def _stop(message: str, code: int) -> None:
    print(" ".join(message.split()), file=sys.stderr)
    sys.exit(code)

"""`adjudge completion`: the script that makes a shell complete commands and names."""

from __future__ import annotations

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the shell's completion script.

    In your shell's start-up file: eval "$(adjudge completion bash)"
    """
    from click.shell_completion import get_completion_class

    from adjudge.cli.commands import app

    made = get_completion_class(shell)
    assert made is not None, "the choices are those that click knows"
    click.echo(made(app, {}, "adjudge", "_ADJUDGE_COMPLETE").source())

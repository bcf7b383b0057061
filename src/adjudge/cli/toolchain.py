"""`adjudge toolchain`: versions of Verus side by side."""

from __future__ import annotations

from pathlib import Path

import click

from adjudge.cli import options


@click.group()
def toolchain() -> None:
    """Install and list versions of Verus."""


@toolchain.command()
@click.argument("tool", type=click.Choice(["verus"]))
@click.option("--version", help="Its version; by default the first of the table.")
@click.option("--from", "source", metavar="URL", help="Where its archive is.")
@click.option("--sha256", help="The archive's SHA-256.")
@click.option(
    "--releases",
    type=click.Path(path_type=Path),
    help="A table of releases; by default the one in your settings.",
)
def install(
    tool: str, version: str | None, source: str | None, sha256: str | None, releases: Path | None
) -> None:
    """Download a release, check its SHA-256, and unpack it into your data folder."""
    from adjudge.errors import BadInput, InfraError
    from adjudge.verus.tool.install import Release, find_release, releases_file
    from adjudge.verus.tool.install import install as put
    from adjudge.verus.tool.toolchain import describe

    del tool  # there is only one
    if source is None and sha256 is None:
        release = find_release(version, releases or releases_file())
    elif version is None or source is None or sha256 is None:
        raise BadInput("--from, --sha256 and --version go together")
    else:
        release = Release(version, source, sha256)
    program = put(release)
    click.echo(str(program))
    try:
        said = describe(program).version
    except InfraError as error:
        click.echo(f"installed, but it does not run yet: {error.what}", err=True)
        return
    if said != release.version:
        click.echo(f"it calls itself {said}", err=True)


@toolchain.command("list")
@options.as_json
def list_(as_json: bool) -> None:
    """List the managed installs, and say which Verus is used."""
    from adjudge.errors import InfraError
    from adjudge.model.values import dumps
    from adjudge.verus.tool.toolchain import find_verus, installed

    try:
        used = find_verus()
        using = f"{used.program} ({used.version})"
    except InfraError as error:
        using = str(error)
    managed = {version: str(program) for version, program in installed().items()}
    if as_json:
        click.echo(dumps({"installed": managed, "used": using}))
        return
    for version, program in managed.items():
        click.echo(f"{version}  {program}")
    click.echo(f"used: {using}")

"""`adjudge doctor`: what is here, and what each verb can do with it."""

from __future__ import annotations

import click

from adjudge.cli import options


@click.command()
@options.as_json
def doctor(as_json: bool) -> None:
    """Say what is installed and what each verb can do."""
    from adjudge.diagnosis import diagnose
    from adjudge.model.values import dumps

    found = diagnose()
    if as_json:
        click.echo(dumps(found))
    else:
        for name, entry in found["tools"].items():
            mark = "ok " if entry["ok"] else "-- "
            mend = f"  (mend: {entry['mend']})" if not entry["ok"] and entry["mend"] else ""
            click.echo(f"{mark} {name:12} {entry['what']}{mend}")
        click.echo(f"\nsandbox: {found['sandbox'] or 'none; model-written code is not run'}")
        for verb, can in found["verbs"].items():
            click.echo(f"{'ok ' if can == 'yes' else '-- '} adjudge {verb:8} {can}")
    click.get_current_context().exit(0 if found["verbs"]["judge"] == "yes" else 3)

"""`adjudge doctor`: what is here, and what each verb can do with it."""

from __future__ import annotations

import typer

from adjudge.cli import options


def doctor(as_json: options.Json = False) -> None:
    """Say which tools and which sandbox are here, and what each verb can do with them."""
    from adjudge.diagnosis import diagnose
    from adjudge.model.values import dumps

    found = diagnose()
    if as_json:
        typer.echo(dumps(found))
    else:
        for name, entry in found["tools"].items():
            mark = "ok " if entry["ok"] else "-- "
            mend = f"  (mend: {entry['mend']})" if not entry["ok"] and entry["mend"] else ""
            typer.echo(f"{mark} {name:12} {entry['what']}{mend}")
        typer.echo(f"\nsandbox: {found['sandbox'] or 'none; model-written code is not run'}")
        for verb, can in found["verbs"].items():
            typer.echo(f"{'ok ' if can == 'yes' else '-- '} adjudge {verb:8} {can}")
    raise typer.Exit(0 if found["verbs"]["judge"] == "yes" else 3)

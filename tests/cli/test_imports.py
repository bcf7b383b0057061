"""Start-up stays light: counted in modules, since seconds depend on the machine."""

from __future__ import annotations

import json
import subprocess
import sys

# What no one may load who only wants to import the package or to read the help.
HEAVY = {
    *("z3", "numpy", "pandas", "matplotlib", "sqlite3", "asyncio", "unittest", "pytest"),
    *("inspect_ai", "ray", "multiprocessing", "concurrent.futures", "http.client", "ssl"),
    *("msgspec", "rich.progress", "tomllib", "hashlib", "gzip", "difflib", "dataclasses_json"),
}
REPORT = "import json, sys; print(json.dumps(sorted(sys.modules)), file=sys.stderr)"


def loaded(code: str) -> set[str]:
    """The modules that the code loads in a fresh interpreter, beyond those of any start-up."""
    bare, full = (
        set(json.loads(_stderr(program).splitlines()[-1]))
        for program in (REPORT, f"import atexit\natexit.register(lambda: exec({REPORT!r}))\n{code}")
    )
    return full - bare


def _stderr(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    ).stderr


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "adjudge"}


def test_importing_the_package_loads_nothing_else() -> None:
    modules = loaded("import adjudge")
    assert ours(modules) == {"adjudge"}
    assert len(modules) <= 5


def command(*arguments: str) -> set[str]:
    return loaded(
        f"import sys\nsys.argv = {['adjudge', *arguments]!r}\n"
        "from adjudge.cli import main\ntry: main()\nexcept SystemExit: pass"
    )


def test_the_help_loads_no_work() -> None:
    modules = command("--help")
    assert modules & HEAVY == set()
    rooms = {name for name in ours(modules) if not name.startswith("adjudge.cli")}
    assert rooms <= {"adjudge", "adjudge.errors"}
    # Seen: 95 with typer 0.29. What draws in colour (rich, pygments) would add two hundred.
    assert len(modules) <= 150


def test_listing_does_not_load_the_rust_front_end() -> None:
    modules = command("list")
    assert not any(name.startswith("adjudge.verus") for name in modules)
    assert modules & {"z3", "sqlite3", "numpy", "rich.progress"} == set()


def test_no_verb_but_those_that_ask_z3_loads_it() -> None:
    for arguments in (("list", "starter"), ("show", "running_sum"), ("doctor",)):
        assert "z3" not in command(*arguments)

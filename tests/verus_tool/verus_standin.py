"""Stand-ins for Verus: scripts that the driver takes for the tool, and verifiers without one."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudge.run.sandbox import interpreter
from adjudge.verus.tool import (
    Budget,
    Diagnostic,
    Ending,
    ErrorClass,
    Run,
    VerusToolchain,
    read_run,
)

VERSION = "0.2026.05.05.d03e906"

# Each behaviour is what the script does with the program's text, once it is not asked its version.
BEHAVIOURS = {
    "replay": """
import json
recorded = json.load(open(os.path.join(here, "recordings.json"))).get(name)
if recorded is None:
    sys.exit("no recording of this program")
sys.stdout.write(recorded["stdout"]); sys.stderr.write(recorded["stderr"])
sys.exit(recorded["exit_code"])
""",
    "verified": "sys.stdout.write(report(success=True, verified=9, errors=0))",
    "arguments": "sys.exit('Error: ' + ' '.join(sys.argv[1:]))",
    "seeds": """
ok = "smt.random_seed=2" not in sys.argv
sys.stdout.write(report(success=ok, verified=9, errors=0 if ok else 1))
if not ok:
    sys.exit("error: assertion failed")
""",
    "failed": """
sys.stdout.write(report(success=False, verified=3, errors=1))
sys.stderr.write("error: assertion failed\\n  --> candidate.rs:9:5\\n")
sys.exit(1)
""",
    "nothing": "",
    "silent failure": "sys.exit(1)",
    "garbage": "sys.stdout.write('verification results:: 9 verified, 0 errors')",
    "other json": "sys.stdout.write('[true]')",
    "two reports": "sys.stdout.write(2 * report(success=True, verified=9, errors=0))",
    "truncated": "sys.stdout.write(report(success=True, verified=9, errors=0)[:-30])",
    "deep": "sys.stdout.write('[' * 200000)",
    "wrong types": "sys.stdout.write(report(success=True, verified=9, errors='0'))",
    "negative": "sys.stdout.write(report(success=True, verified=9, errors=-1))",
    "success with errors": "sys.stdout.write(report(success=True, verified=9, errors=2))",
    "status without success": "sys.stdout.write(report(success=False, verified=9, errors=0))",
    "success with status": """
sys.stdout.write(report(success=True, verified=9, errors=0))
sys.exit(1)
""",
    "error with success": """
sys.stdout.write(report(success=True, verified=9, errors=0))
sys.stderr.write("error: assertion failed\\n")
""",
    "invalid utf-8": """
sys.stdout.buffer.write(b'\\xff\\xfe{' * 1000)
sys.stderr.buffer.write(b'\\xc3')
""",
    "nul bytes": "sys.stdout.buffer.write(bytes(1000))",
    "flood": """
block = b'x' * (1 << 20)
for _ in range(100):
    sys.stdout.buffer.write(block)
""",
    "flood of errors": """
block = b'error: assertion failed\\n' * (1 << 15)
for _ in range(150):
    sys.stderr.buffer.write(block)
""",
    "hang": "import time; time.sleep(3600)",
    "hang deaf": """
import signal, time
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
time.sleep(3600)
""",
    "closed and hanging": "import time; os.close(1); os.close(2); time.sleep(3600)",
    "abort": "os.abort()",
    "killed": "import signal; os.kill(os.getpid(), signal.SIGKILL)",
    "panic": """
sys.stderr.write("thread 'rustc' (1) panicked at somewhere.rs:1:1:\\ninvalid atom\\n")
sys.exit(101)
""",
    "child": """
import time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(3600)
    os._exit(0)
sys.stdout.write(report(success=True, verified=9, errors=0))
""",
    "child that keeps the pipes": """
import time
sys.stdout.write(report(success=True, verified=9, errors=0)); sys.stdout.flush()
if os.fork() == 0:
    os.setsid(); time.sleep(3600)
""",
    "many children": """
import time
for _ in range(40):
    if os.fork() == 0:
        time.sleep(3600); os._exit(0)
time.sleep(3600)
""",
    "memory": "block = bytearray(32 << 30)",
}

_SCRIPT = """#!{python} -IS
import hashlib, os, re, sys
if "--version" in sys.argv:
    print("Verus\\n  Version: {version}\\n  Profile: release\\n  Platform: linux_x86_64")
    sys.exit()
here = os.path.dirname(os.path.realpath(__file__))
text = open("candidate.rs", encoding="utf-8").read()
name = hashlib.sha256(text.encode()).hexdigest()

def report(**results):
    import json
    results = {{"encountered-error": not results["success"], "encountered-vir-error": False,
               "is-verifying-entire-crate": True, **results}}
    owners = ["", *(owner + "::" for owner in re.findall(r"impl (\\w+)", text))]
    names = ["candidate::" + o + f for o in owners for f in re.findall(r"fn (\\w+)", text)]
    breakdown = [{{"function": n, "mode:": "exec", "success": results["success"]}} for n in names]
    times = {{"smt": {{"smt-run-module-times": [{{"function-breakdown": breakdown}}]}}}}
    return json.dumps({{"func-details": dict.fromkeys(names), "verification-results": results,
                       "times-ms": times}})

{behaviour}
"""


def make_standin(
    folder: Path, behaviour: str, recordings: Mapping[str, Mapping[str, Any]] | None = None
) -> Path:
    """Writes a stand-in into `folder` and returns it: a folder like that of a release."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "verus"
    python = interpreter()[0]
    text = _SCRIPT.format(python=python, version=VERSION, behaviour=BEHAVIOURS[behaviour])
    script.write_text(text, encoding="utf-8")
    script.chmod(0o755)
    (folder / "rust_verify").touch()
    kept = {text_key(program): dict(run) for program, run in (recordings or {}).items()}
    (folder / "recordings.json").write_text(json.dumps(kept), encoding="utf-8")
    return script


def standin_toolchain(folder: Path, behaviour: str, **kwargs: Any) -> VerusToolchain:
    """A stand-in as a toolchain, without asking it for its version."""
    script = make_standin(folder, behaviour, **kwargs)
    return VerusToolchain(script, VERSION, f"{behaviour:0<64}", (folder,))


def text_key(program: str) -> str:
    """The name under which a program is recorded."""
    return hashlib.sha256(program.encode()).hexdigest()


class Credulous:
    """Answers "verified" to every program, for every function that it might have."""

    version, digest, sandbox_name = VERSION, "c" * 64, "none"

    def __init__(self) -> None:
        self.budget = Budget()
        self.programs: list[str] = []

    def verify(self, program: str, *, seed: int | None = None, outside: bool = False) -> Run:
        """Believes."""
        self.programs.append(program)
        owners = ["", *(f"{owner}::" for owner in re.findall(r"impl\s+(\w+)", program))]
        names = [
            f"candidate::{o}{name}" for o in owners for name in re.findall(r"fn\s+(\w+)", program)
        ]
        return Run(
            Ending.VERIFIED,
            verified=99,
            errors=0,
            whole=True,
            functions=dict.fromkeys(names, True),
            known=frozenset(names),
        )


class Refusing(Credulous):
    """Answers to every program that an assertion in it fails."""

    def __init__(self, error: ErrorClass = ErrorClass.ASSERTION) -> None:
        super().__init__()
        self._error = error

    def verify(self, program: str, *, seed: int | None = None, outside: bool = False) -> Run:
        """Refuses."""
        self.programs.append(program)
        said = Diagnostic("error", f"{self._error} failed", self._error, 1, 1)
        return Run(Ending.FAILED, verified=0, errors=1, diagnostics=(said,))


def read_record(record: Mapping[str, Any]) -> Run:
    """A recorded run as the driver reads it."""
    if record["exit_code"] is None:
        return Run(Ending.TIMEOUT, "no result in time")
    stdout, stderr = record["stdout"].encode(), record["stderr"].encode()
    return read_run(record["exit_code"], stdout, stderr, crate="candidate")


def processes_with(marker: str) -> list[int]:
    """The processes, anywhere on this machine, whose command line holds a marker."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if marker.encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found

"""Drive the Verus tool: find it, install it, run it in the sandbox, read what it says.

    toolchain.py    which Verus is there: its version, its digest, what it needs to run
    install.py      managed installs from release archives with pinned digests
    driver.py       one program in, one `Run` out, within a budget
    output.py       what the tool prints, as data
    classes.py      the class of an error, by its words

Nothing here judges: `adjudge.judge.proof` says what a run means for a candidate.
"""

from __future__ import annotations

from adjudge.verus.tool.classes import ErrorClass
from adjudge.verus.tool.driver import Budget, Missing, Verifier, Verus
from adjudge.verus.tool.output import Diagnostic, Ending, Run, read_run
from adjudge.verus.tool.toolchain import VerusToolchain, find_verus, installed

__all__ = [
    "Budget",
    "Diagnostic",
    "Ending",
    "ErrorClass",
    "Missing",
    "Run",
    "Verifier",
    "Verus",
    "VerusToolchain",
    "find_verus",
    "installed",
    "read_run",
]

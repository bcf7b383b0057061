"""The command line: one thin module per verb.

Exit codes: 0 done and clean, 1 done with failures or findings, 2 bad usage or bad input, 3 could
not judge, 130 interrupted. Results go to stdout, messages and progress to stderr.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line and exits."""
    try:
        # Here rather than above, since it takes long enough to be interrupted.
        from adjudge.cli.commands import run
    except KeyboardInterrupt:
        sys.exit(130)
    run()

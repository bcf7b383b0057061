"""Confines itself as told, then becomes the given command.

Usage: `python -I -S launch.py SETTINGS COMMAND ARGUMENT...`, where SETTINGS is JSON:
`{"limits": {..}, "readable": [..], "writable": [..], "restrict_files": bool}`.
Exit status 125 means that confinement failed and the command did not run.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import confine


def main() -> None:
    """Confines, then executes."""
    settings = json.loads(sys.argv[1])
    try:
        confine.die_with_parent()
        if settings["restrict_files"]:
            confine.restrict_files(settings["readable"], settings["writable"])
        confine.set_limits(settings["limits"])
        confine.drop_capabilities()
        os.execvpe(sys.argv[2], sys.argv[2:], os.environ)
    except (OSError, ValueError) as error:
        print(f"launch: {error}", file=sys.stderr)
        sys.exit(125)


main()

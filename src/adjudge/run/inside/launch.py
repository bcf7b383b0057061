"""Confines itself as told, then becomes the given command.

Usage: `python -I -S launch.py [OPTION=VALUE].. -- COMMAND ARGUMENT...`, where an option is `read`
or `write` with a path, to which files are then restricted, or a limit of `confine.set_limits` with
a number. Exit status 125 means that confinement failed and the command did not run.

It starts before every run, so it imports as little as it can: JSON alone would take it longer than
all that it does.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import confine


def main() -> None:
    """Confines, then executes."""
    end = sys.argv.index("--")
    told, command = sys.argv[1:end], sys.argv[end + 1 :]
    options = [option.partition("=")[::2] for option in told]
    limits = {name: int(value) for name, value in options if name not in ("read", "write")}
    try:
        confine.die_with_parent()
        confine.restrict_files_to(told)
        confine.set_limits(limits)
        confine.drop_capabilities()
        os.execvpe(command[0], command, os.environ)
    except (OSError, ValueError) as error:
        print(f"launch: {error}", file=sys.stderr)
        sys.exit(125)


main()

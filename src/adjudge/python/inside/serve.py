"""Answers cases by calling one function of a Python file.

Usage: `python -I -S serve.py FILE FUNCTION`, as a worker of `run/inside/supervise.py`: a case is
a line on descriptor 0, the text of a tuple of Python values; its answer is a line on descriptor
3, `+` and the value as JSON in the form of `adjudge.model.values`, or `-` and why the line could
not be read. Runs inside the sandbox: standard library only.
"""

import json
import math
import os
import sys
from typing import Any

_NAMES = {"__builtins__": {}, "frozenset": frozenset, "nan": math.nan, "inf": math.inf}


def _plain(value: Any) -> Any:
    """The JSON form of a value: sets and maps with odd keys are arrays, odd floats strings."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: _plain(item) for key, item in value.items()}
        return [[_plain(key), _plain(item)] for key, item in value.items()]
    return value


def main() -> None:
    """Answers each line."""
    sys.set_int_max_str_digits(0)
    answers = os.fdopen(3, "w", encoding="utf-8", errors="backslashreplace")
    with open(sys.argv[1], encoding="utf-8") as file:
        program = compile(file.read(), sys.argv[1], "exec")
    space: dict[str, Any] = {"__name__": "solution"}
    exec(program, space)
    function = space[sys.argv[2]]
    for line in sys.stdin.buffer:
        try:
            arguments = eval(line.decode(), _NAMES)
        except (SyntaxError, NameError, ValueError) as error:
            answers.write(f"-{type(error).__name__}: {error}\n".replace("\n", " ").rstrip() + "\n")
        else:
            answers.write("+" + json.dumps(_plain(function(*arguments))) + "\n")
        answers.flush()


main()

"""Runs HumanEval-style `check` functions on their reference and records every call.

Runs inside the sandbox: standard library only. Standard input holds one JSON object a line,
`{"program", "test", "entry_point", "limit"}`; for each one line goes to standard output:
`{"calls": [[args, output], ..]}` or `{"error": ".."}`. Values are written as `_tagged` does, so
that tuples, sets and maps with any keys survive.
"""

import copy
import json
import random
import sys
from typing import Any


def _tagged(value: Any) -> Any:
    """A value as JSON that tells tuples, sets and dictionaries apart from arrays."""
    if isinstance(value, tuple):
        return {"tuple": [_tagged(item) for item in value]}
    if isinstance(value, (set, frozenset)):
        return {"set": sorted((_tagged(item) for item in value), key=repr)}
    if isinstance(value, dict):
        return {"dict": [[_tagged(k), _tagged(v)] for k, v in value.items()]}
    if isinstance(value, list):
        return [_tagged(item) for item in value]
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return {"float": repr(value)}
    raise TypeError(f"a value of type {type(value).__name__}")


def _record(job: dict[str, Any]) -> list[Any]:
    """All calls of the reference that the check makes, with their outputs."""
    random.seed(0)
    space: dict[str, Any] = {"__name__": "solution"}
    exec(job["program"], space)
    reference = space[job["entry_point"]]
    calls: list[Any] = []

    def recorder(*args: Any) -> Any:
        kept = copy.deepcopy(args)
        output = reference(*args)
        if len(calls) < job["limit"]:
            calls.append([[_tagged(arg) for arg in kept], _tagged(output)])
        return output

    exec(job["test"], space)
    space["check"](recorder)
    return calls


def main() -> None:
    """Answers each line."""
    answers = sys.stdout
    sys.stdout = sys.stderr  # what the programs print is nobody's answer
    for line in sys.stdin:
        try:
            answer: dict[str, Any] = {"calls": _record(json.loads(line))}
        except Exception as error:  # whatever the data set does
            answer = {"error": f"{type(error).__name__}: {error}"[:300]}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


main()

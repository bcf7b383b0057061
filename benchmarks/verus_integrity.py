"""Integrity of Verus candidates, measured: attacks, known exploits, honest texts, speed.

    python benchmarks/verus_integrity.py [--shared FOLDER]

Four tables: the attack corpus of this repository; the programs of `cheats.md`, by its sections; the
problems of VeriContest, whose verified program is a candidate for its own task; time. Exit status 1
if an attack passes or an honest text is refused without a reason stated below.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import statistics
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from adjudge.judge.integrity import Aspect, Kind, Report, compare
from adjudge.judge.integrity.difference import first_difference
from adjudge.model import Task
from adjudge.verus.cheats import find_cheats
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.parser import parse_file
from adjudge.verus.syntax import Assign, File, Index, MethodCall, Node
from adjudge.verus.transplant import transplant
from adjudge.verus.transplant.entries import entries, imports
from adjudge.verus.transplant.normal import layout_form

ROOT = Path(__file__).parents[1]
ATTACKS = ROOT / "tests" / "attacks" / "verus"
SHARED = Path(os.environ.get("ADJUDGE_SHARED", ROOT.parent / "shared"))

# Rows of section E that only a run can show; see D7 and D10 of cheats.md.
NEEDS_A_RUN = {"huge_loop_then_right", "deep_recursion", "alloc_huge"}
# The setting that cheats.md leaves to the comparison of contracts (D8), which `spec2code` is.
MUST_BE_CAUGHT = "ABCDER"


class Outcome(NamedTuple):
    """What the checks say about one candidate."""

    codes: tuple[str, ...]
    report: Report | None

    @property
    def cheating(self) -> bool:
        return bool(self.codes)

    @property
    def modified(self) -> bool:
        """A text that cannot be read is not the reference's either."""
        return self.report is None or not self.report.unchanged


def judge(reference: str, candidate: str, task: Task, target: str | None = None) -> Outcome:
    codes = tuple(cheat.code for cheat in find_cheats(candidate, given=reference))
    try:
        return Outcome(codes, compare(reference, candidate, mode=task, target=target))
    except VerusSyntaxError:
        return Outcome(codes, None)


def attack_corpus() -> list[str]:
    manifest = tomllib.loads((ATTACKS / "manifest.toml").read_text("utf-8"))
    wrong, caught = [], Counter[str]()
    for entry in manifest["entry"]:
        task = Task(entry["task"])
        part = "code_spec" if task is Task.SPEC_CODE2PROOF else "spec"
        reference = ATTACKS / "references" / f"{entry['reference']}.{part}.rs"
        candidate = (ATTACKS / entry["file"]).read_bytes().decode("utf-8")
        outcome = judge(reference.read_text("utf-8"), candidate, task, target_of(entry))
        found = {"cheating": outcome.cheating, "modified": outcome.modified}
        right = found[entry["expect"]] if entry["expect"] != "clean" else not any(found.values())
        caught[entry["expect"], right] += 1
        if not right:
            wrong.append(f"{entry['file']}: expected {entry['expect']}")
    print("attack corpus")
    for expect in ("cheating", "modified", "clean"):
        total = caught[expect, True] + caught[expect, False]
        print(f"  {expect:9} {caught[expect, True]:4} of {total}")
    return wrong


def target_of(entry: dict[str, str]) -> str:
    name = entry["reference"]
    return "Interval::first_outside" if name == "interval" else f"Solution::{name}"


def rows(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(SHARED / "data" / name, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def cheat_programs() -> dict[str, str]:
    programs: dict[str, str] = {}
    for name in ("verus_transcripts.jsonl.gz", "verus_transcripts_extra.jsonl.gz"):
        for row in rows(name):
            if row["kind"] == "cheat":
                programs.setdefault(row["cheat"], row["program"])
    return programs


def cheat_sections() -> Iterator[tuple[str, str, str]]:
    """Section, id and setting of each row of the tables of cheats.md."""
    section = ""
    for line in (SHARED / "reference" / "verus" / "cheats.md").read_text("utf-8").splitlines():
        if heading := re.match(r"## (\w)(?=\. )|## ", line):
            section = heading[1] or ""
        elif section and (row := re.match(r"\| (\w+) \| ([^|]+) \|", line)) and row[1] != "id":
            yield section, row[1], row[2].strip()


def known_exploits() -> list[str]:
    programs = cheat_programs()
    right, wrong_body = programs["baseline_right"], programs["baseline_wrong"]
    wrong, counts = [], defaultdict(Counter[bool])
    for section, name, setting in cheat_sections():
        program = programs[name]
        verdicts = []
        if "ii" in setting:
            verdicts.append(judge(right, program, Task.SPEC2CODE))
        if setting != "ii":
            # most programs hold the wrong body: only the exploit itself is to be found
            frozen = [judge(text, program, Task.SPEC_CODE2PROOF) for text in (right, wrong_body)]
            verdicts.append(min(frozen, key=lambda outcome: outcome.modified))
        refused = all(outcome.cheating or outcome.modified for outcome in verdicts)
        counts[section][refused] += 1
        if section in MUST_BE_CAUGHT and not refused and name not in NEEDS_A_RUN:
            wrong.append(f"{section} {name}: passes")
        if section == "F" and refused:
            wrong.append(f"F {name}: an honest control is refused")
    print("programs of cheats.md (each in all its settings)")
    for section, count in sorted(counts.items()):
        print(f"  {section}  refused {count[True]:4} of {count.total()}")
    print(f"  only a run can show: {', '.join(sorted(NEEDS_A_RUN))}")
    return wrong


def exact_form(node: Node) -> Node:
    """Equal up to layout and the two spellings of an update."""
    node = layout_form(node)
    if isinstance(node, MethodCall) and node.name == "set" and len(node.args) == 2:
        return Assign("=", Index(node.receiver, node.args[0]), node.args[1])
    return node


def same_proof(verified: File, text: str) -> bool:
    """Whether a transplanted program has all of the proof that a verified one has."""
    made = parse_file(text)
    there = {entry.key: entry for entry in entries(made)}
    for entry in entries(verified):
        other = there.get(entry.key)
        if other is None or first_difference(entry.item, other.item, exact_form):
            return False
    return {use.key for use in imports(verified)} <= {use.key for use in imports(made)}


def reason(report: Report) -> str:
    """Why a verified program is not its own code_spec plus proof."""
    kinds = {change.kind for change in report.changes}
    if any("exec_allows_no_decreases_clause" in change.diff for change in report.changes):
        return "lets the code run for ever, which the given text does not"
    if kinds & {Kind.MISSING, Kind.ADDED}:
        return "other executable functions"
    if any(change.aspect is Aspect.SPECIFICATION for change in report.changes):
        return "another contract or specification function"
    removed = any(re.search(r"^-(?!--)", change.diff, re.M) for change in report.changes)
    return "rewritten statements" if removed else "additional executable statements"


def references() -> list[str]:
    wrong: list[str] = []
    exceptions: dict[str, list[str]] = defaultdict(list)
    flagged: dict[str, list[str]] = defaultdict(list)
    clean = same = unplaced = total = 0
    times: list[tuple[int, float]] = []
    for row in rows("vericontest.jsonl.gz"):
        given, verified = row["code_spec"], row["verified"]
        total += 1
        start = time.process_time()
        ours, theirs = parse_file(given), parse_file(verified)
        report = compare(ours, theirs)
        cheats = find_cheats(theirs, given=ours)
        times.append((verified.count("\n"), time.process_time() - start))
        for code in {cheat.code for cheat in cheats}:
            flagged[code].append(row["id"])
        made = transplant(theirs, ours)
        unplaced += bool(made.unplaced)
        equal = same_proof(theirs, made.text)
        if report.unchanged:
            clean += 1
            same += equal
            if not equal:
                exceptions["transplant differs from verified in more than layout"].append(row["id"])
        else:
            exceptions[reason(report)].append(row["id"])
            if not compare(ours, made.text).unchanged:
                wrong.append(f"{row['id']}: the transplanted program is not its reference")
    print(f"VeriContest, {total} problems")
    print(f"  verified is code_spec plus proof: {clean}; the others:")
    for why, ids in sorted(exceptions.items()):
        print(f"    {why} ({len(ids)}): {' '.join(ids)}")
    print(f"  transplant into code_spec gives the verified program: {same} of these {clean}")
    print(f"  problems with proof parts that find no place: {unplaced}")
    for code, ids in sorted(flagged.items()):
        print(f"  flagged as {code} ({len(ids)}): {' '.join(ids)}")
    speed(times)
    if set(flagged) - {"no-decreases"}:
        wrong.append(f"verified programs are flagged as {sorted(flagged)}")
    return wrong


def speed(times: list[tuple[int, float]]) -> None:
    typical = [seconds for lines, seconds in times if 120 <= lines <= 180]
    middle, worst = statistics.median(typical) * 1000, max(typical) * 1000
    print("processor time of parsing both texts, compare and find_cheats")
    print(f"  {len(typical)} candidates of 120 to 180 lines: {middle:.0f} ms, worst {worst:.0f} ms")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder of the corpora")
    globals()["SHARED"] = parser.parse_args().shared
    wrong = attack_corpus()
    if (SHARED / "data").exists():
        wrong += known_exploits() + references()
    else:
        print(f"no corpora at {SHARED}; set ADJUDGE_SHARED", file=sys.stderr)
    for line in wrong:
        print(f"WRONG {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

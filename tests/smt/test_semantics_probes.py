"""Verus itself was asked: what it refutes is not proved here, nor what it leaves unspecified."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from adjudge.verus import syntax as rs
from adjudge.verus.ir import BOOL, LoweredContract, Not
from adjudge.verus.lower import lower_expression
from adjudge.verus.names import Definitions
from adjudge.verus.parser import parse_file
from adjudge.verus.smt import Limits, Question, Session

_LIMITS = Limits(rlimit=300_000, seconds=5)
# True, though Verus needs more than its default automation: bits and powers are hidden there, some
# facts need a lemma or another trigger. `usize` has 64 bits by our configuration, and the
# characters of real inputs are characters.
PROVED_HERE = {
    "x / y * y + x % y == x",
    "(x as usize) as int == x",
    "usize::MAX == 0xffff_ffff_ffff_ffff",
    "6u32 & 3u32 == 2u32",
    "!0u8 == 255u8",
    "x & 1 == x % 2",
    "x & y <= x",
    "x << 33u32 == 0",
    "v@.len() <= usize::MAX",
    '"abc"@.len() == 3',
    "(forall|x: int| #[trigger] p(x) && a) == (forall|x: int| (#[trigger] p(x) && a))",
    "pow(2, 3) == 8",
    "pow(0, 0) == 1",
    "pow(-2, 3) == -8",
    "pow2(3) == 8",
    "pow2(0) == 1",
    "pow(b, 0) == 1",
    "s.to_multiset().len() == s.len()",
    "(a * b) % 7 == ((a % 7) * (b % 7)) % 7",
    "(forall|x: int| #[trigger] p(x) && a) ==> a",
    "forall|i: int| 0 <= i < s.len() - 1 ==> #[trigger] s[i] <= s[i + 1]",
    "s[i] as u32 <= 0x10ffff",
    "'a' <= s[i]",
    "s[i] as int <= 0x10ffff",
    "v[i] as u32 <= 0x10ffff",
    "s@[i] as u32 <= 0x10ffff",
    "(1u64 << 5) as int == 32",
}


@dataclass
class Probe:
    """One question that the tool answered."""

    text: str
    status: str
    goal: LoweredContract
    given: list[LoweredContract]
    bits: bool


def read(row: dict[str, Any]) -> Probe:
    file = parse_file(row["program"])
    function = next(d.item for d in Definitions(file).all if d.name == "pos")
    assert isinstance(function, rs.Function)
    goal = next(n for n in rs.walk(function) if isinstance(n, rs.Assert)).condition
    types = {p.pattern.name: file.source(p.type) for p in function.params}  # type: ignore[union-attr]
    clauses = [i for c in function.clauses if c.keyword == "requires" for i in c.items]
    given = [lower_expression(file, c, types) for c in clauses]
    by_bits = "bit_vector" in row["program"]
    return Probe(row["probe"], row["status"], lower_expression(file, goal, types), given, by_bits)


@pytest.fixture(scope="module")
def probes(shared_data: Path) -> list[Probe]:
    def rows() -> Iterator[dict[str, Any]]:
        with gzip.open(shared_data / "verus_transcripts_extra.jsonl.gz") as lines:
            for line in lines:
                row = json.loads(line)
                if row["kind"] == "semantics" and "proof fn pos(" in row["program"]:
                    yield row

    return [read(r) for r in rows() if r["status"] in ("PROVED", "REFUTED", "UNKNOWN")]


def decide(session: Session, probe: Probe) -> bool | None:
    """Whether the goal follows, or its negation."""
    contract = probe.goal
    hypotheses = tuple(g.ensures[0].expr for g in probe.given)
    functions = {k: f for c in (*probe.given, contract) for k, f in c.functions.items()}
    formula = contract.ensures[0].expr
    for truth, goal in ((True, formula), (False, Not(BOOL, formula))):
        question = Question(
            contract.params, hypotheses, goal, functions, contract.datatypes, limits=_LIMITS
        )
        if session.ask(question).proved:
            return truth
    return None


def test_probes(probes: list[Probe]) -> None:
    seen: Counter[str] = Counter()
    with Session() as session:
        for probe in probes:
            found = decide(session, probe)
            seen[f"{probe.status} {found}"] += 1
            if probe.status == "UNKNOWN":
                assert found is None or probe.text in PROVED_HERE, (probe.text, found)
            elif found is not None:
                assert found is (probe.status == "PROVED"), (probe.text, found)
    assert seen["PROVED True"] > 0.7 * (seen["PROVED True"] + seen["PROVED None"]), seen

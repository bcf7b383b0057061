"""Verus itself was asked: what it proves is never false here, what it refutes never true."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudge.verus import syntax as rs
from adjudge.verus.evaluate import SpecEvaluator, Truth
from adjudge.verus.ir import (
    BoolType,
    CharType,
    DataType,
    IntType,
    MapType,
    SeqType,
    SetType,
    TupleType,
    Type,
)
from adjudge.verus.lower import lower_expression
from adjudge.verus.names import Definitions
from adjudge.verus.parser import parse_file

# Probes that Verus decides and we do not: the meaning in `by(bit_vector)` alone (casts that wrap,
# division by zero), and that no character is a surrogate.
OPEN = {
    "(-1i32) as u32 == 4294967295u32",
    "300u32 as u8 == 44u8",
    "7u32 / 0u32 == 0xffff_ffff",
    "(0xd800int as char) as int == 0xd800",
}
# Decided by our configuration or by definitions that Verus hides by default.
REVEALED = ("usize::MAX", "pow", "log", "&", "!0u8", "<<", '"abc"@', "filter", "fold", "max()")
REVEALED += ("to_multiset", "set_int_range")


class Probe:
    def __init__(self, row: dict[str, Any]) -> None:
        self.text: str = row["probe"]
        self.status: str = row["status"]
        file = parse_file(row["program"])
        function = next(d.item for d in Definitions(file).all if d.name == "pos")
        assert isinstance(function, rs.Function)
        goal = next(n for n in rs.walk(function) if isinstance(n, rs.Assert)).condition
        types = {p.pattern.name: file.source(p.type) for p in function.params}  # type: ignore[union-attr]
        clauses = [i for c in function.clauses if c.keyword == "requires" for i in c.items]
        self.closed = not types and not clauses
        self.goal = SpecEvaluator(lower_expression(file, goal, types))
        self.given = [SpecEvaluator(lower_expression(file, c, types)) for c in clauses]


@pytest.fixture(scope="module")
def probes(shared_data: Path) -> list[Probe]:
    def rows() -> Iterator[dict[str, Any]]:
        with gzip.open(shared_data / "verus_transcripts_extra.jsonl.gz") as lines:
            for line in lines:
                row = json.loads(line)
                if row["kind"] == "semantics" and "proof fn pos(" in row["program"]:
                    yield row

    return [Probe(r) for r in rows() if r["status"] in ("PROVED", "REFUTED", "UNKNOWN")]


def test_closed_probes(probes: list[Probe]) -> None:
    decided = 0
    closed = [p for p in probes if p.closed]
    for probe in closed:
        found = probe.goal.clauses([], None)[0].truth
        if probe.status == "UNKNOWN":
            hidden = any(word in probe.text for word in REVEALED)
            assert found is Truth.UNKNOWN or hidden, probe.text
            continue
        wanted = Truth.TRUE if probe.status == "PROVED" else Truth.FALSE
        assert found in (wanted, Truth.UNKNOWN), probe.text
        decided += found is wanted
        assert found is wanted or probe.text in OPEN, probe.text
    total = sum(p.status != "UNKNOWN" for p in closed)
    assert decided >= 0.95 * total


def test_probes_with_variables(probes: list[Probe]) -> None:
    tried = 0
    for probe in probes:
        if probe.closed or probe.status == "UNKNOWN":
            continue
        pick = random.Random(probe.text)
        for _ in range(60):
            args = [instance(v.type, probe.goal, pick) for v in probe.goal.contract.params]
            if None in args or any(
                g.clauses(args, None)[0].truth is not Truth.TRUE for g in probe.given
            ):
                continue
            tried += 1
            found = probe.goal.clauses(args, None)[0].truth
            wrong = Truth.FALSE if probe.status == "PROVED" else Truth.TRUE
            assert found is not wrong, (probe.text, args)
    assert tried > 1000


def instance(type_: Type, evaluator: SpecEvaluator, pick: random.Random) -> Any:
    """A random small value; None where there is none to be had."""
    match type_:
        case IntType():
            value = pick.choice([0, 1, 2, 5, 7, -1, -7, 255, 128, pick.randint(-(10**6), 10**6)])
            value = value if type_.low is None else max(value, type_.low)
            return value if type_.high is None else min(value, type_.high)
        case BoolType():
            return pick.random() < 0.5
        case CharType():
            return pick.choice("abzAZ09 é")
        case SeqType():
            return [instance(type_.item, evaluator, pick) for _ in range(pick.choice([0, 2, 3, 5]))]
        case TupleType():
            return tuple(instance(t, evaluator, pick) for t in type_.items)
        case SetType():
            return frozenset(instance(type_.item, evaluator, pick) for _ in range(3))
        case MapType():
            keys = [instance(type_.key, evaluator, pick) for _ in range(3)]
            return {key: instance(type_.value, evaluator, pick) for key in keys}
        case DataType(name="Option"):
            return instance(type_.args[0], evaluator, pick)
        case DataType():
            data = evaluator.contract.datatypes[type_]
            if data.is_struct:
                fields = data.variants[0].fields
                return {name: instance(t, evaluator, pick) for name, t in fields}
    return None

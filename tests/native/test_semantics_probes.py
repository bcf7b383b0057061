"""Verus was asked: what it proves is never false here, what it refutes never true."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from adjudge.run.sandbox import choose_sandbox
from adjudge.rust.toolchain import find_rust
from adjudge.verus import syntax as rs
from adjudge.verus.evaluate import Truth
from adjudge.verus.ir import Call, Expr, LoweredContract, rebuild
from adjudge.verus.lower import lower_expression
from adjudge.verus.names import Definitions
from adjudge.verus.native import Native, generate_program
from adjudge.verus.parser import parse_file

pytestmark = pytest.mark.rust

REVEALED = ("usize::MAX", "pow", "log", "&", "!0u8", "<<", '"abc"@', "filter", "fold", "max()")
REVEALED += ("to_multiset", "set_int_range")
_PROGRAM = 100  # probes that share one


def closed_probe(row: dict[str, str]) -> LoweredContract | None:
    """The assertion of a probe without variables."""
    file = parse_file(row["program"])
    function = next(d.item for d in Definitions(file).all if d.name == "pos")
    assert isinstance(function, rs.Function)
    if function.params or any(c.keyword == "requires" for c in function.clauses):
        return None
    goal = next(n for n in rs.walk(function) if isinstance(n, rs.Assert)).condition
    contract = lower_expression(file, goal, {})
    return contract if all(d.name == "Option" for d in contract.datatypes) else None


def together(contracts: list[LoweredContract]) -> LoweredContract:
    """One contract with the clauses of all."""
    functions, datatypes, clauses = {}, {}, []

    def renamed(expr: Expr, mark: str) -> Expr:
        expr = rebuild(expr, lambda child: renamed(child, mark))
        return replace(expr, function=mark + expr.function) if isinstance(expr, Call) else expr

    for i, contract in enumerate(contracts):
        for key, f in contract.functions.items():
            body, when = ((renamed(e, f"{i}:") if e else None) for e in (f.body, f.when))
            functions[f"{i}:{key}"] = replace(f, key=f"{i}:{key}", body=body, when=when)
        datatypes |= contract.datatypes
        clauses += [replace(c, expr=renamed(c.expr, f"{i}:")) for c in contract.ensures]
    return LoweredContract("probes", (), {}, None, (), tuple(clauses), functions, datatypes)


def test_closed_probes(shared_data: Path, tmp_path: Path) -> None:
    with gzip.open(shared_data / "verus_transcripts_extra.jsonl.gz", "rt") as lines:
        rows = [json.loads(line) for line in lines]
    rows = [r for r in rows if r["kind"] == "semantics" and "proof fn pos(" in r["program"]]
    rows = [r for r in rows if r["status"] in ("PROVED", "REFUTED", "UNKNOWN")]
    probes = [(row, found) for row in rows if (found := closed_probe(row))]
    assert len(probes) > 150
    decided = total = 0
    for start in range(0, len(probes), _PROGRAM):
        some = probes[start : start + _PROGRAM]
        work = tmp_path / str(start)
        work.mkdir()
        program = generate_program(together([contract for _, contract in some]))
        (answers,) = Native(program, work, find_rust(), choose_sandbox()).clauses([[]])
        for (row, _), answer in zip(some, answers, strict=True):
            if row["status"] == "UNKNOWN":
                hidden = any(word in row["probe"] for word in REVEALED)
                assert answer.truth is Truth.UNKNOWN or hidden, row["probe"]
                continue
            wanted = Truth.TRUE if row["status"] == "PROVED" else Truth.FALSE
            assert answer.truth in (wanted, Truth.UNKNOWN), row["probe"]
            total += 1
            decided += answer.truth is wanted
    assert decided >= 0.7 * total

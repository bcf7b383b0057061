"""A few small programs that tell whether an installed Verus does what this driver expects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudge.errors import InfraError
from adjudge.verus.tool.classes import ErrorClass
from adjudge.verus.tool.driver import CRATE, Verus
from adjudge.verus.tool.output import Ending, Run


class Probe(NamedTuple):
    """A program and how its run must end."""

    name: str
    program: str
    ending: Ending
    error: ErrorClass | None = None


def _program(items: str) -> str:
    return f"use vstd::prelude::*;\n\nfn main() {{}}\n\nverus! {{\n\n{items}\n\n}} // verus!\n"


_RIGHT = "pub fn half(x: u32) -> (r: u32) ensures r == x / 2, { x / 2 }"
_LOOP = """fn count(n: u32) -> (r: u32) ensures r == n, {
    let mut i: u32 = 0;
    while i < n
        invariant i < n,
        decreases n - i,
    { i = i + 1; }
    i
}"""

PROBES = (
    Probe("verifies", _program(_RIGHT), Ending.VERIFIED),
    Probe(
        "wrong postcondition",
        _program(_RIGHT.replace("x / 2,", "x / 3,")),
        Ending.FAILED,
        ErrorClass.POSTCONDITION,
    ),
    Probe("wrong invariant", _program(_LOOP), Ending.FAILED, ErrorClass.INVARIANT_ENTRY),
    Probe(
        "assumption",
        _program("proof fn f() ensures false, { assume(false); }"),
        Ending.FAILED,
        ErrorClass.CHEATING,
    ),
    Probe("overflow", _program("fn f(x: u8) -> u8 { x + 1 }"), Ending.FAILED, ErrorClass.OVERFLOW),
    Probe("no syntax", _program("fn f( {"), Ending.FAILED, ErrorClass.SYNTAX),
    Probe("type error", _program("fn f() -> u8 { true }"), Ending.FAILED, ErrorClass.TYPE),
    Probe("no proof", "fn main() {}\n", Ending.FAILED, ErrorClass.OTHER),
)


def probe(verus: Verus) -> Iterator[tuple[str, str]]:
    """Each probe's name and what is wrong with its run; an empty text if nothing is."""
    for expected in PROBES:
        try:
            yield expected.name, _fault(expected, verus.run(expected.program))
        except InfraError as error:
            yield expected.name, str(error)


def _fault(expected: Probe, run: Run) -> str:
    if run.ending is not expected.ending:
        return f"expected: {expected.ending}, found: {run.ending} {run.why}".rstrip()
    if expected.error is not None and expected.error not in run.classes:
        found = ", ".join(run.classes) or "none"
        return f"expected an error of class {expected.error}, found: {found}"
    if run.ending is Ending.VERIFIED and not run.functions.get(f"{CRATE}::half"):
        return "the verified function is not in the breakdown by function"
    return ""

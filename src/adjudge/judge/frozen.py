"""The program that a proof is asked for: specification and code, without proof."""

from __future__ import annotations

import functools
import re

import msgspec

from adjudge.model import Problem
from adjudge.verus.contract import NoSuchFunction, target
from adjudge.verus.edits import Edits
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.parser import parse_file, parse_fragment
from adjudge.verus.syntax import File, Function, walk
from adjudge.verus.transplant.entries import Entry, entries


class Frozen(msgspec.Struct, frozen=True):
    """A program that a candidate may add proof to and nothing else.

    Attributes:
        text: The program.
        file: Its tree.
        target: The function that has to be verified, as in `Solution::max_of`: the problem's own
            or, if that only wraps it in what Verus cannot verify, the last public one.
        proved: All functions that have to be verified, the target among them.
        specified: Its specification functions.
        outside: Whether it has executable code outside `verus!{}`.
    """

    text: str
    file: File
    target: str
    proved: tuple[str, ...]
    specified: tuple[str, ...]
    outside: bool


def frozen_text(problem: Problem) -> str | None:
    """The benchmark's own text or, where it has none, its contract with its code put in.

    None if the benchmark has neither, or if they do not fit together.
    """
    verus = problem.verus
    if verus.code_spec is not None:
        return verus.code_spec
    if verus.spec is None or verus.code is None:
        return None
    return _with_code(verus.spec, verus.code)


def frozen_program(problem: Problem) -> Frozen | None:
    """The problem's frozen program; None if it has none that can be read."""
    text = frozen_text(problem)
    return None if text is None else _frozen(text, problem.signature.name)


def read_program(text: str, name: str) -> Frozen | None:
    """A program about the function `name`; None if it cannot be read or has no such function."""
    try:
        file = parse_file(text)
        wanted = target(file, name).qualified
    except (VerusSyntaxError, NoSuchFunction):
        return None
    written = [
        (entry, entry.item)
        for entry in entries(file)
        if isinstance(entry.item, Function) and entry.item.body and entry.key[-1] != "main"
    ]
    inside = [(_name(entry), f) for entry, f in written if entry.key[0] == "verus!"]
    outside = len(inside) < len(written)
    proved = tuple(name for name, f in inside if f.mode != "spec")
    specified = tuple(name for name, f in inside if f.mode == "spec")
    if wanted not in proved:
        public = [name for name, f in inside if f.is_exec and f.visibility]
        if not (outside and public):
            return None
        wanted = public[-1]
    return Frozen(text, file, wanted, proved, specified, outside)


_frozen = functools.lru_cache(maxsize=256)(read_program)


def _name(entry: Entry) -> str:
    """An item's name as the tool writes it: no spaces, no generics."""
    return re.sub(r"<.*>", "", entry.name.replace(" ", ""))


def _with_code(spec: str, code: str) -> str | None:
    try:
        contract, program = parse_file(spec), parse_fragment(code)
    except VerusSyntaxError:
        return None
    bodies = {f.name: f.body for f in walk(program) if isinstance(f, Function) and f.body}
    edits = Edits(contract)
    for function in walk(contract):
        if isinstance(function, Function) and function.is_exec and function.name in bodies:
            if function.body is None:
                return None
            edits.replace_node(function.body, program.source(bodies.pop(function.name)))
    bodies.pop("main", None)
    return edits.apply() if not bodies else None

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
        target: The function that the problem is about, as in `Solution::max_of`.
        proved: All functions that have to be verified, the target among them.
        specified: Its specification functions.
    """

    text: str
    file: File
    target: str
    proved: tuple[str, ...]
    specified: tuple[str, ...]


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


@functools.lru_cache(maxsize=256)
def _frozen(text: str, name: str) -> Frozen | None:
    try:
        file = parse_file(text)
        wanted = target(file, name).qualified
    except (VerusSyntaxError, NoSuchFunction):
        return None
    functions = [(_name(entry), entry.item) for entry in entries(file)]
    written = [(n, f) for n, f in functions if isinstance(f, Function) and f.body is not None]
    proved = tuple(n for n, f in written if f.mode != "spec" and n != "main")
    specified = tuple(n for n, f in written if f.mode == "spec")
    return Frozen(text, file, wanted, proved, specified) if wanted in proved else None


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

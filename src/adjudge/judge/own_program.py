"""The program of a candidate that wrote all of it: specification, code and proof."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TypeGuard

import msgspec

from adjudge.judge.frozen import Frozen, read_program
from adjudge.judge.integrity.ghostly import Fault, faults
from adjudge.judge.rebuild import Refusal, refused, unreadable
from adjudge.model import Category
from adjudge.verus.cheats import DEFAULT, Allowed, find_cheats
from adjudge.verus.edits import Edits
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.parser import parse_file
from adjudge.verus.syntax import File, Function, InnerAttribute, Item, Node, Use, VerusBlock, walk
from adjudge.verus.tool import ErrorClass


class Own(msgspec.Struct, frozen=True):
    """One text, by which all parts of a candidate are judged.

    Attributes:
        text: The text as written.
        program: What Verus gets of it, with the functions that have to be verified.
    """

    text: str
    program: Frozen


def own_program(answers: Sequence[str], name: str, *, max_rlimit: float) -> Own | Refusal:
    """The program of the likeliest answer that can be read.

    With no reference to compare it with, everything rests on the search for cheats: an own
    program is refused for whatever a proof of a given one is refused for.

    Args:
        answers: What may be the candidate's answer, the likeliest first.
        name: The function that it has to define.
        max_rlimit: The greatest `verifier::rlimit` that a candidate may ask for.
    """
    allowed = dataclasses.replace(DEFAULT, max_rlimit=max_rlimit)
    errors = []
    for answer in answers:
        try:
            return _checked(parse_file(answer), name, allowed)
        except VerusSyntaxError as error:
            errors.append(error)
    return unreadable(answers[0], errors[0], allowed)


def _checked(file: File, name: str, allowed: Allowed) -> Own | Refusal:
    if cheats := find_cheats(file, allowed=allowed):
        return refused(file.text, cheats)
    named = [f for f in walk(file) if isinstance(f, Function) and f.name == name]
    if not named:
        return Refusal(Category.NO_ANSWER, f"no code in it defines fn {name}")
    if not any(function.is_exec for function in named):
        return Refusal(Category.SYNTAX_ERROR, f"`{name}` is no executable function", "signature")
    if len(named) > 1:
        # Else one could be specified, another run and a third one proved.
        message = f"there are {len(named)} functions `{name}`"
        return Refusal(Category.SYNTAX_ERROR, message, "signature")
    if strays := [fault for f in walk(file) if _runs(f) for fault in faults(file, f)]:
        # Verus refuses it by its modes. What is judged as code is the text without proof, so
        # that proof text which acts on code must never get as far as that.
        return _mixed(file, strays[0])
    program = read_program(_verified_part(file), name)
    if program is None:
        message = f"`{name}` stands outside `verus!{{ .. }}`, where nothing is verified"
        return Refusal(Category.CHEATING, message, "outside-code")
    return Own(file.text, program)


def _runs(node: Node) -> TypeGuard[Function]:
    return isinstance(node, Function) and node.is_exec


def _mixed(file: File, fault: Fault) -> Refusal:
    line, column = file.position(fault.node)
    message = f"line {line}, column {column}: {fault.message}"
    return Refusal(Category.SYNTAX_ERROR, message, str(ErrorClass.MODE), doubtful=file.text)


def _verified_part(file: File) -> str:
    """The text without code outside `verus!{ .. }` and with a `main`; every line keeps its number.

    What stands outside and has passed the search for cheats is plain Rust that verified code
    cannot reach, such as a `main` that prints a few results.
    """
    edits = Edits(file)
    blocks = [item for item in file.items if isinstance(item, VerusBlock)]
    kept = [item for block in blocks for item in block.items]
    for item in file.items:
        if isinstance(item, Use | VerusBlock | InnerAttribute) or _is_empty_main(item):
            kept.append(item)
        else:
            edits.remove(item)
    has_main = any(isinstance(item, Function) and item.name == "main" for item in kept)
    return edits.apply() + ("" if has_main else "\nfn main() {}\n")


def _is_empty_main(item: Item) -> bool:
    if not isinstance(item, Function) or item.name != "main" or item.body is None:
        return False
    return not (item.body.statements or item.body.tail)

"""The program of a candidate that wrote all of it: specification, code and proof."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from adjudge.judge.frozen import Frozen, read_program
from adjudge.judge.integrity.ghostly import Fault, faults
from adjudge.judge.rebuild import Refusal, refused, unreadable
from adjudge.model import Category
from adjudge.verus.cheats import DEFAULT, Allowed, Cheat, find_cheats
from adjudge.verus.cheats.rules.outside import is_empty_main
from adjudge.verus.edits import Edits
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.parser import parse_file
from adjudge.verus.syntax import File, Function, InnerAttribute, Item, Node, Use, VerusBlock, walk
from adjudge.verus.tool import ErrorClass
from adjudge.verus.transplant.uses import leaves


def own_program(answers: Sequence[str], name: str, *, max_rlimit: float) -> Frozen | Refusal:
    """The program of the likeliest answer that can be read, by whose text all parts are judged.

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


def _checked(file: File, name: str, allowed: Allowed) -> Frozen | Refusal:
    found = find_cheats(file, allowed=allowed)
    spare = _spare_imports(file, found)
    if cheats := [cheat for cheat in found if not any(_is_in(file, cheat, use) for use in spare)]:
        return refused(file.text, cheats)
    functions = (node for node in walk(file) if isinstance(node, Function))
    named = [f for f in functions if f.name.removeprefix("r#") == name]
    if all(function.name != name for function in named):
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
    program = read_program(_without(file, [*spare, *_outside(file)]), name)
    if program is None:
        message = f"`{name}` stands outside `verus!{{ .. }}`, where nothing is verified"
        return Refusal(Category.CHEATING, message, "outside-code")
    return program


def _runs(node: Node) -> TypeGuard[Function]:
    return isinstance(node, Function) and node.is_exec


def _mixed(file: File, fault: Fault) -> Refusal:
    line, column = file.position(fault.node)
    message = f"line {line}, column {column}: {fault.message}"
    return Refusal(Category.SYNTAX_ERROR, message, str(ErrorClass.MODE), doubtful=file.text)


def _outside(file: File) -> list[Item]:
    """Code outside `verus!{ .. }`, but for what every program has.

    What has passed the search for cheats is plain Rust that verified code cannot reach, such as a
    `main` that prints a few results.
    """
    frame = Use | VerusBlock | InnerAttribute
    return [i for i in file.items if not (isinstance(i, frame) or is_empty_main(i))]


def _spare_imports(file: File, cheats: list[Cheat]) -> list[Use]:
    """Imports that are refused and that only code outside needs, such as a `main` that reads."""
    blocks = [item for item in file.items if isinstance(item, VerusBlock)]
    used = {token.text for block in blocks for token in file.tokens[block.start : block.end]}
    return [
        use
        for use in file.items
        if isinstance(use, Use)
        and any(_is_in(file, cheat, use) for cheat in cheats)
        and all(name != "*" and name not in used for name in _brought_in(use))
    ]


def _brought_in(use: Use) -> Iterator[str]:
    for path, rename in leaves(use.tree):
        yield rename or path.split("::")[-1]


def _is_in(file: File, cheat: Cheat, use: Use) -> bool:
    start, end = file.span(use)
    return cheat.code == "use-path" and start <= cheat.offset < end


def _without(file: File, items: list[Item]) -> str:
    """The text without some items and with a `main`; every line keeps its number."""
    edits = Edits(file)
    for item in items:
        edits.remove(item)
    blocks = [item for item in file.items if isinstance(item, VerusBlock)]
    kept = [item for item in file.items if item not in items]
    kept += [item for block in blocks for item in block.items]
    has_main = any(isinstance(item, Function) and item.name == "main" for item in kept)
    return edits.apply() + ("" if has_main else "\nfn main() {}\n")

"""Reads a candidate's specification: what is certainly no Verus is a syntax error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from adjudge.judge.equivalence.pair import NotComparable, Stated, same_parameters
from adjudge.judge.spec_types import type_error
from adjudge.verus import syntax as rs
from adjudge.verus.contract import Contract, NoSuchFunction, contract
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.ir import LoweredContract
from adjudge.verus.lower import lower
from adjudge.verus.parser import parse_file, parse_fragment


class Read(msgspec.Struct, frozen=True):
    """A specification, or why there is none.

    Attributes:
        stated: The specification, if the answer is Verus and about the problem's function.
        message: What is wrong with it, or what in it has no known meaning.
        detail: Finer than `syntax_error`: `parse`, `signature`, `name`, `type`.
    """

    stated: Stated | None
    message: str = ""
    detail: str = ""


def read_specification(answers: Sequence[str], name: str, reference: LoweredContract) -> Read:
    """The specification in the likeliest answer; the other reading only if that is none.

    Args:
        answers: Texts, the likeliest first.
        name: The function.
        reference: The problem's own contract, whose parameters it must have.
    """
    first: Read | None = None
    for answer in answers:
        read = _read(answer, name, reference)
        if read.stated is not None:
            return read
        first = first or read
    assert first is not None, "there is at least one answer"
    return first


def _read(answer: str, name: str, reference: LoweredContract) -> Read:
    try:
        file = _parse(answer)
        stated = contract(file, name)
    except VerusSyntaxError as error:
        return Read(None, str(error), "parse")
    except NoSuchFunction as error:
        return Read(None, str(error), "parse")
    if stated.function.mode in ("spec", "proof"):
        return Read(None, f"`{name}` is no executable function", "signature")
    missing = sorted(set(_undefined(file, stated.unresolved)))
    if missing:
        return Read(None, f"undefined: {', '.join(missing)}", "name")
    if message := _assignment(stated) or _old_of_unchanged(stated):
        return Read(None, message, "type")
    lowered = lower(file, name, stated)
    try:
        same_parameters(reference, lowered)
    except NotComparable as error:
        return Read(None, str(error), "signature")
    if message := type_error(lowered):
        return Read(None, message, "type")
    unknown = f"no known meaning: {', '.join(lowered.unknown)}" if lowered.unknown else ""
    return Read(Stated(file, stated, lowered), unknown)


def _parse(answer: str) -> rs.File:
    """A whole file, or items of Verus alone, as a model may answer with the function only."""
    try:
        file = parse_file(answer)
    except VerusSyntaxError as error:
        if "verus!" in answer:
            raise
        try:
            return parse_fragment(answer)
        except VerusSyntaxError:
            raise error from None
    if any(isinstance(node, rs.VerusBlock) for node in rs.walk(file)):
        return file
    return parse_fragment(answer)


def _assignment(stated: Contract) -> str:
    """An assignment in a condition, which has no truth value; empty if there is none."""
    bodies = [f.body for f in stated.functions if f.mode == "spec" and f.body is not None]
    for root in (*stated.requires, *stated.ensures, *bodies):
        if any(isinstance(node, rs.Assign) for node in rs.walk(root)):
            return "`=` in a condition, where `==` is meant"
    return ""


def _old_of_unchanged(stated: Contract) -> str:
    """`old(x)` of a parameter that the function cannot change; empty if there is none."""
    kept = {
        p.name
        for p in stated.parameters
        if p.type is not None and not (isinstance(p.type, rs.RefType) and p.type.mutable)
    }
    for root in (*stated.requires, *stated.ensures):
        for node in rs.walk(root):
            if (
                isinstance(node, rs.Call)
                and isinstance(node.function, rs.Path)
                and node.function.text == "old"
                and len(node.args) == 1
                and isinstance(node.args[0], rs.Path)
                and node.args[0].text in kept
            ):
                return f"old({node.args[0].text}), though it is no `&mut` parameter"
    return ""


def _undefined(file: rs.File, unresolved: Sequence[str]) -> Iterator[str]:
    """Names that nothing defines and nothing imports: variables that are not in scope."""
    imported = {
        part
        for node in rs.walk(file)
        if isinstance(node, rs.UseTree)
        for part in (*node.path.split("::"), node.rename or "")
    }
    others = any(
        isinstance(node, rs.UseTree) and node.path.endswith("*") and "prelude" not in node.path
        for node in rs.walk(file)
    )
    for name in unresolved:
        plain = "::" not in name and name.islower() and name.isidentifier()
        if plain and name not in imported and not others and name not in _PRELUDE:
            yield name


_PRELUDE = frozenset(
    {"arbitrary", "imply", "equal", "assert", "assume", "seq", "set", "map", "spec_affirm", "vec"}
    | {"add", "sub", "mul", "int", "nat", "min", "max", "abs", "drop", "panic"}
)

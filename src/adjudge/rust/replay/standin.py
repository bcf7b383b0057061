"""Puts a stand-in before the target of a program, by spans of its tree.

The target keeps its text under another name. The stand-in has the target's own head, so that all
callers, the target itself among them, reach it as they are written. `main` gets one statement.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudge.errors import BadInput
from adjudge.model import Problem, Signature
from adjudge.rust.functions import Found, functions, target
from adjudge.rust.program import assemble, executable, owned_type, record_impls
from adjudge.verus import syntax as rs
from adjudge.verus.edits import Edits
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.parser import parse_file

_ORIGINAL = "__adjudge_original"
_RECORDS = "__adjudge_records"
_RT, _REPLAY = "::adjudge_rt", "::adjudge_replay"


class Instrumented(msgspec.Struct, frozen=True):
    """A program with a stand-in for its target.

    Attributes:
        source: The text of the crate's root.
        replayable: Whether a call's output is all that the call does; it is not where the target
            changes an argument besides returning a value.
    """

    source: str
    replayable: bool


def instrument(problem: Problem) -> Instrumented:
    """The problem's program with a stand-in for its target.

    Raises:
        BadInput: If the problem has no program, or one whose target is not the problem's.
    """
    where = f"{problem.name}, main.rs"
    if problem.verus.main is None:
        raise BadInput("the problem has no program around its function", where=problem.name)
    try:
        file = parse_file(executable(problem.verus.main))
    except VerusSyntaxError as error:
        raise BadInput(str(error), where=where) from None
    found = target(file.items, problem.signature.name)
    main = next((f.function for f in functions(file.items) if f.path == "main"), None)
    if found is None or main is None or main.body is None:
        raise BadInput(f"expected fn {problem.signature.name} and fn main", where=where)
    changed = _changed(found.function, problem.signature, where)
    edits = Edits(file)
    start, end = _name(file, found.function)
    edits.replace(start, end, _ORIGINAL)
    _, end = file.span(found.function)
    edits.replace(end, end, f"\n{_stand_in(file, found, changed)}\n")
    brace = file.tokens[main.body.start].end
    edits.replace(brace, brace, f" {_REPLAY}::begin();")
    text = "\n".join([edits.apply(), _records(problem.signature)])
    lost = _mutable(found.function) - set(changed)
    return Instrumented(assemble(text, problem).source, replayable=not lost)


def _changed(function: rs.Function, signature: Signature, where: str) -> list[int]:
    """The positions of the arguments whose final values are the output."""
    wanted, given = len(signature.params), len(function.params)
    if wanted != given:
        raise BadInput(f"{function.name} takes {given} arguments, not {wanted}", where=where)
    names = [parameter.name for parameter in signature.params]
    changed = [names.index(name) for name in signature.mutated]
    if not set(changed) <= _mutable(function):
        raise BadInput(f"{function.name} leaves {', '.join(signature.mutated)} alone", where=where)
    return changed


def _mutable(function: rs.Function) -> set[int]:
    """The positions of the arguments that are taken by `&mut`."""
    return {i for i, param in enumerate(function.params) if _is_mutable(param)}


def _is_mutable(param: rs.Param | rs.SelfParam) -> bool:
    if isinstance(param, rs.SelfParam):
        return param.reference and param.mutable
    return isinstance(param.type, rs.RefType) and param.type.mutable


def _name(file: rs.File, function: rs.Function) -> tuple[int, int]:
    """The span of a function's name, which is the word after `fn`."""
    at = function.attrs[-1].end if function.attrs else function.start
    while file.tokens[at].text != "fn":
        at += 1
    return file.tokens[at + 1].start, file.tokens[at + 1].end


def _records(signature: Signature) -> str:
    impls = record_impls(signature)
    return f"#[allow(warnings)] mod {_RECORDS} {{ use super::*; {impls} }}" if impls else ""


def _stand_in(file: rs.File, found: Found, changed: Sequence[int]) -> str:
    """The function that takes the target's place."""
    function = found.function
    arguments = [
        "self" if isinstance(param, rs.SelfParam) else f"a{i}"
        for i, param in enumerate(function.params)
    ]
    original = f"{'Self::' if found.owner else ''}{_ORIGINAL}({', '.join(arguments)})"
    noted = ", ".join(f"{_RT}::text(&{argument})" for argument in arguments)
    finals = [f"&{arguments[i]}" for i in changed] or ["&result"]
    output = finals[0] if len(finals) == 1 else f"&({', '.join(finals)})"
    type_, give = _answer(file, function, [(i, arguments[i]) for i in changed])
    return f"""#[allow(warnings)]
{_head(file, function)}{{
if {_REPLAY}::nested() {{ return {original}; }}
if let ::std::option::Option::Some(text) = {_REPLAY}::called(&[{noted}]) {{
let mut reader = {_RT}::Reader::new(text.as_bytes());
let decoded: {_RT}::Result<{type_}> = {_RT}::Decode::decode(&mut reader);
let mut value = decoded.unwrap_or_else(|why| {_REPLAY}::stop(&{_RT}::text(&why)));
{give}
}}
let result = {original};
{_REPLAY}::returned(&{_RT}::text({output}));
result
}}"""


def _head(file: rs.File, function: rs.Function) -> str:
    """All that stands before the body, with plain names for the parameters."""
    assert function.body is not None, "it is executable"
    at, _ = file.span(function)
    parts = []
    for i, param in enumerate(function.params):
        if isinstance(param, rs.Param) and param.pattern is not None:
            start, end = file.span(param.pattern)
            parts += [file.text[at:start], f"a{i}"]
            at = end
    return "".join([*parts, file.text[at : file.span(function.body)[0]]])


def _answer(
    file: rs.File, function: rs.Function, changed: Sequence[tuple[int, str]]
) -> tuple[str, str]:
    """The type of an output, and the statements that make `value` the output of the stand-in."""
    if not changed:
        returned = function.output.type if function.output else None
        if isinstance(returned, rs.RefType):
            return owned_type(returned, file), "return ::std::boxed::Box::leak(Box::new(value));"
        return file.source(returned) if returned else "()", "return value;"
    types, statements = [], []
    for number, (position, argument) in enumerate(changed):
        value = "value" if len(changed) == 1 else f"value.{number}"
        param = function.params[position]
        kind = None if isinstance(param, rs.SelfParam) else param.type
        types.append(owned_type(kind, file) if kind else "Self")
        if isinstance(kind, rs.RefType) and isinstance(kind.inner, rs.SliceType):
            statements.append(f"{argument}.swap_with_slice(&mut {value});")
        else:
            statements.append(f"*{argument} = {value};")
    type_ = types[0] if len(types) == 1 else f"({', '.join(types)})"
    return type_, "\n".join([*statements, "return;"])

"""Makes one compilable crate of a candidate's answer and a generated driver.

The candidate's text is the crate's root, so that rustc's messages point into the candidate's own
lines; the driver stands in a module behind it. Only what must give way is taken out, and
replaced by blanks: ghost code, and `main` where the driver has its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from adjudge.errors import BadInput
from adjudge.model import Problem, Shape, Signature
from adjudge.run.cases import Mode
from adjudge.rust.functions import Found, functions, rust_type, target
from adjudge.verus import syntax as rs
from adjudge.verus.erase import erase
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.lexer import Kind, significant
from adjudge.verus.parser import parse_file, parse_fragment

_SHIM = re.compile(
    r"\b(vstd|set|set_and_swap|unicode_len|get_char|get_ascii|substring_ascii|substring_char"
    r"|as_bytes_vec|from_str|append|concat|slice_index_get|slice_subrange|slice_to_vec"
    r"|runtime_assert|unreached)\b"
)
_DRIVER = "__adjudge"
_RT = "::adjudge_rt"


class Program(msgspec.Struct, frozen=True):
    """A crate to build.

    Attributes:
        source: The text of its root.
        mode: How it takes cases.
    """

    source: str
    mode: Mode


def defines_answer(text: str, problem: Problem) -> bool:
    """Whether a text defines what an answer must: the target, or for programs also `main`.

    Comments and strings do not count. Where the text does not even consist of tokens, words
    decide: rustc will say what is wrong with it.
    """
    wanted = {problem.signature.name, *(["main"] if problem.shape is Shape.STDIO else [])}
    tokens = significant(text)
    if any(a.text == "fn" and b.text.removeprefix("r#") in wanted for a, b in pairwise(tokens)):
        return True
    broken = any(token.kind is Kind.ERROR for token in tokens)
    return broken and any(re.search(rf"\bfn\s+{re.escape(name)}\b", text) for name in wanted)


def assemble(answer: str, problem: Problem) -> Program:
    """The crate for an answer to a problem.

    An answer that our front end cannot read goes to rustc with the driver that the reference
    would get: its message is the better one.

    Raises:
        BadInput: If the target's parameters are not those of the problem.
    """
    text = executable(answer)
    file = _parse(text)
    if problem.shape is Shape.STDIO:
        return Program(_whole_program(text, file, problem), Mode.PROGRAM)
    text = _without_main(text, file)
    found = target(file.items, problem.signature.name) if file else None
    call = _call(found, file, problem)
    parts = [text, *_missing(file, problem.signature), *_shim(text), _driver(call, problem)]
    return Program("\n".join(parts), Mode.WORKER)


def executable(text: str) -> str:
    """The text without ghost code, line for line; unchanged where it cannot be read."""
    for parse in (parse_file, parse_fragment):
        try:
            return erase(parse(text))
        except VerusSyntaxError:
            continue
    return text


def _parse(text: str) -> rs.File | None:
    try:
        return parse_file(text)
    except VerusSyntaxError:
        return None


def _without_main(text: str, file: rs.File | None) -> str:
    return _blanked(text, file, [i for i in file.items if _is_main(i)]) if file else text


def _is_main(item: rs.Item) -> bool:
    return isinstance(item, rs.Function) and item.name == "main"


def _blanked(text: str, file: rs.File, items: Sequence[rs.Node]) -> str:
    """The text with the items replaced by the line breaks that they hold."""
    for item in reversed(items):
        start, end = file.span(item)
        text = text[:start] + "\n" * text.count("\n", start, end) + text[end:]
    return text


class _Argument(msgspec.Struct, frozen=True):
    """How one argument is kept and handed over.

    Attributes:
        owned: The type of the variable that holds it.
        prefix: `&`, `&mut ` or nothing.
    """

    owned: str
    prefix: str = ""


class _Call(msgspec.Struct, frozen=True):
    """How the target is called."""

    path: str
    arguments: tuple[_Argument, ...]


def _call(found: Found | None, file: rs.File | None, problem: Problem) -> _Call:
    """How to call the candidate's target, else the reference's, else one guessed from types."""
    if found is None or file is None or found.function.generics:
        reference = problem.verus.code or problem.verus.spec
        file = _parse(executable(reference)) if reference else None
        at = target(file.items, problem.signature.name) if file else None
        if found is not None and at is not None:
            at = msgspec.structs.replace(at, owner=found.owner, modules=found.modules)
        found = at or found
    if found is None or file is None:
        return _Call(
            f"Solution::{problem.signature.name}",
            tuple(_Argument("_") for _ in problem.signature.params),
        )
    wanted = len(problem.signature.params)
    if len(found.function.params) != wanted:
        given = len(found.function.params)
        raise BadInput(f"{found.function.name} takes {given} arguments, the problem has {wanted}")
    arguments = (_argument(param, found, file) for param in found.function.params)
    return _Call(found.path, tuple(arguments))


def _argument(param: rs.Param | rs.SelfParam, found: Found, file: rs.File) -> _Argument:
    if isinstance(param, rs.SelfParam):
        prefix = ("&mut " if param.mutable else "&") if param.reference else ""
        return _Argument("::".join((*found.modules, found.owner or "Self")), prefix)
    type_ = param.type
    if not isinstance(type_, rs.RefType):
        return _Argument(owned_type(type_, file))
    return _Argument(owned_type(type_, file), "&mut " if type_.mutable else "&")


def owned_type(type_: rs.Type, file: rs.File) -> str:
    """The type of a variable that can be lent as `type_`, or is of that type."""
    if isinstance(type_, rs.BoundsType):
        return "_"
    if not isinstance(type_, rs.RefType):
        return file.source(type_)
    inner = type_.inner
    if isinstance(inner, rs.SliceType):
        return f"::std::vec::Vec<{file.source(inner.inner)}>"
    if isinstance(inner, rs.PathType) and inner.path.ident == "str":
        return "::std::string::String"
    return file.source(inner)


def _driver(call: _Call, problem: Problem) -> str:
    """The module that reads a case, calls the target and writes its output; and `main`."""
    signature = problem.signature
    reads, hands = [], []
    for i, argument in enumerate(call.arguments):
        first = "true" if i == 0 else "false"
        reads.append(f"let mut a{i}: {argument.owned} = {_RT}::argument(reader, {first})?;")
        hands.append(f"{argument.prefix}a{i}")
    if signature.mutated:
        names = [p.name for p in signature.params]
        changed = [f"&a{names.index(name)}" for name in signature.mutated]
        result = changed[0] if len(changed) == 1 else f"({', '.join(changed)})"
    else:
        result = "result"
    records = record_impls(signature)
    called = f"{call.path}({', '.join(hands)})"
    return f"""
#[allow(warnings)]
mod {_DRIVER} {{
use super::*;
{records}pub fn case(reader: &mut {_RT}::Reader<'_>) -> {_RT}::Result<::std::string::String> {{
{chr(10).join(reads)}
let result = {called};
::std::result::Result::Ok({_RT}::text(&{result}))
}}
}}
fn main() {{ {_RT}::serve({_DRIVER}::case) }}
"""


def record_impls(signature: Signature) -> str:
    """What lets the records of a signature be read and written as JSON."""
    return "".join(
        f"{_RT}::record!({name} {{ {', '.join(field for field, _ in fields)} }});\n"
        for name, fields in signature.records.items()
    )


def _missing(file: rs.File | None, signature: Signature) -> list[str]:
    """Definitions that the problem gives and the answer leaves out."""
    names = _type_names(file.items) if file else frozenset()
    parts = []
    if file and "Solution" not in names and _implements(file.items, "Solution"):
        parts.append("pub struct Solution;")
    for name, fields in signature.records.items():
        if name not in names:
            members = ", ".join(f"pub {field}: {rust_type(type_)}" for field, type_ in fields)
            parts.append(f"#[derive(Debug, Clone, PartialEq)] pub struct {name} {{ {members} }}")
    return parts


def _shim(text: str) -> list[str]:
    """The import of vstd's executable functions, where a name of theirs occurs."""
    return ["#[allow(unused_imports)] use ::vstd::prelude::*;"] if _SHIM.search(text) else []


def _type_names(items: Sequence[rs.Item]) -> frozenset[str]:
    kinds = (rs.Struct, rs.Enum, rs.TypeAlias, rs.Trait)
    return frozenset(item.name for item in items if isinstance(item, kinds))


def _implements(items: Sequence[rs.Item], name: str) -> bool:
    return any(
        isinstance(i, rs.Impl) and isinstance(i.type, rs.PathType) and i.type.path.name == name
        for i in items
    )


def _whole_program(text: str, file: rs.File | None, problem: Problem) -> str:
    """A stdin/stdout program: the answer's own `main`, or the reference's around its function."""
    if file is None:
        return text
    main = next((item for item in file.items if _is_main(item)), None)
    empty = isinstance(main, rs.Function) and main.body is not None and not main.body.statements
    if (main is not None and not empty) or problem.verus.main is None:
        return "\n".join([text, *_missing(file, problem.signature), *_shim(text)])
    return "\n".join(
        [
            _without_main(text, file),
            *_missing(file, problem.signature),
            *_shim(text),
            f"#[allow(warnings)] mod {_DRIVER} {{ {_main_alone(problem.verus.main, file.items)}",
            "use super::*; pub fn run() { main() } }",
            f"fn main() {{ {_DRIVER}::run() }}",
        ]
    )


def _main_alone(main: str, answer: Sequence[rs.Item]) -> str:
    """The reference's program without what the answer defines: what reads, calls and prints."""
    given = {found.function.name for found in functions(answer) if found.owner == "Solution"}
    file = parse_file(main)
    replaced: list[rs.Node] = []
    for item in file.items:
        if isinstance(item, rs.Struct) and item.name == "Solution":
            replaced.append(item)
        elif _implements([item], "Solution"):
            assert isinstance(item, rs.Impl)
            methods = (m for m in item.items if isinstance(m, rs.Function))
            replaced += [method for method in methods if method.name in given]
    return _blanked(main, file, replaced)

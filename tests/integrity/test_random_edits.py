"""Random edits: a change of frozen text is always seen, a change of layout never is."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from material import NAMES, program, reference, same_program

from adjudge.judge.integrity import compare
from adjudge.model import Task
from adjudge.verus.cheats import find_cheats
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.lexer import Kind, words
from adjudge.verus.parser import parse_file
from adjudge.verus.syntax import (
    Attribute,
    Binary,
    Block,
    Call,
    Cast,
    Clause,
    Comparison,
    EmptyStatement,
    File,
    For,
    Function,
    IdentPattern,
    Let,
    Literal,
    Loop,
    MethodCall,
    Node,
    Path,
    PathType,
    While,
    children,
)
from adjudge.verus.transplant import transplant
from adjudge.verus.transplant.entries import entries
from adjudge.verus.transplant.insertions import Insertions
from adjudge.verus.transplant.normal import is_ghost_statement

Span = tuple[int, int, str]
OPERATORS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+", "&&": "||"}
OPERATORS |= {"||": "&&", "==": "!=", "!=": "==", "*": "+", "/": "%", "%": "/", "==>": "&&"}
TYPES = {"i32": "i64", "usize": "u32", "int": "nat", "nat": "int", "u8": "u16", "bool": "u8"}


@functools.cache
def parsed(name: str, part: str) -> File:
    return parse_file(reference(name, part))


def changed(text: str, spans: list[Span]) -> str:
    for start, end, new in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def frozen(file: File) -> Iterator[Node]:
    """The nodes of a text without proof that a candidate may not touch."""
    stack: list[Node] = [file]
    while stack:
        node = stack.pop()
        if isinstance(node, Attribute):
            continue
        yield node
        below = children(node)
        if isinstance(node, Loop | While | For):
            below = [child for child in below if not isinstance(child, Clause)]
        stack.extend(below)


@functools.cache
def real_edits(name: str) -> list[list[Span]]:
    """Edits of a reference each of which makes another program of it."""
    file = parsed(name, "code_spec")
    found: list[list[Span]] = []
    for node in frozen(file):
        start, end = file.span(node)
        if isinstance(node, Literal) and node.kind != "bool" and node.text.isdigit():
            found.append([(start, end, str(int(node.text) + 1))])
        elif isinstance(node, Literal) and node.kind == "bool":
            found.append([(start, end, "true" if node.text == "false" else "false")])
        elif isinstance(node, Binary | Comparison):
            found += operator_edits(file, node)
        elif isinstance(node, PathType) and node.path.text in TYPES:
            found.append([(start, end, TYPES[node.path.text])])
        elif isinstance(node, Block):
            found += statement_edits(file, node)
        elif isinstance(node, Function) and node.is_exec and node.body is not None:
            found += renamings(file, node)
    return found


def operator_edits(file: File, node: Binary | Comparison) -> Iterator[list[Span]]:
    operands = node.operands if isinstance(node, Comparison) else (node.left, node.right)
    ops = node.ops if isinstance(node, Comparison) else (node.op,)
    for left, right, op in zip(operands, operands[1:], ops, strict=False):
        between = file.span(left)[1], file.span(right)[0]
        gap = file.text[slice(*between)]
        if op in OPERATORS and gap.count(op) == 1:
            yield [(*between, gap.replace(op, OPERATORS[op]))]


def statement_edits(file: File, block: Block) -> Iterator[list[Span]]:
    """Drop each statement; swap neighbours that differ."""
    kept = [s for s in block.statements if not isinstance(s, EmptyStatement)]
    for statement in kept:
        yield [(*file.span(statement), "")]
    for left, right in itertools.pairwise(kept):
        a, b = file.source(left), file.source(right)
        if a != b:
            yield [(*file.span(left), b), (*file.span(right), a)]


def renamings(file: File, function: Function) -> Iterator[list[Span]]:
    """Rename each local everywhere in its function."""
    nodes = list(frozen(function))
    lets = [node for node in nodes if isinstance(node, Let)]
    names = {let.pattern.name for let in lets if isinstance(let.pattern, IdentPattern)}
    for name in sorted(names):
        spans: list[Span] = []
        for node in nodes:
            is_use = isinstance(node, Path) and node.ident == name
            if is_use or (isinstance(node, IdentPattern) and node.name == name):
                token = file.tokens[node.end - 1]
                spans.append((token.start, token.end, f"{name}_renamed"))
        yield spans


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(NAMES), st.data())
def test_real_edits_are_reported(name: str, data: st.DataObject) -> None:
    edits = data.draw(st.sampled_from(real_edits(name)))
    text = changed(reference(name, "code_spec"), edits)
    try:
        edited = parse_file(text)
    except VerusSyntaxError:
        assume(False)
    assert not compare(parsed(name, "code_spec"), edited).unchanged
    proved = transplant(parsed(name, "verified"), edited)
    assert not compare(parsed(name, "code_spec"), proved.text).unchanged


@pytest.mark.parametrize("name", NAMES)
def test_there_is_much_to_edit(name: str) -> None:
    assert len(real_edits(name)) > 25


GAPS = (" ", "\n", "\t", "  \n\n", " /* x */", " // y < 3 { \n", "\r\n", " /* /* } */ */")


def layout_spans(file: File, data: st.DataObject) -> list[Span]:
    spans: list[Span] = []
    tokens = file.tokens
    picks = data.draw(st.lists(st.integers(0, len(tokens) - 2), max_size=30, unique=True))
    for index in picks:
        here, following = tokens[index], tokens[index + 1]
        joined = here.kind is following.kind is Kind.PUNCT and here.end == following.start
        if not joined:
            spans.append((here.end, here.end, data.draw(st.sampled_from(GAPS))))
    return spans


def spelling_spans(file: File, data: st.DataObject) -> list[Span]:
    """Redundant parentheses, trailing commas and separators in numbers."""
    spans: list[Span] = []
    for node in frozen(file):
        if not isinstance(node, Binary | Comparison | Cast | Call | MethodCall | Literal):
            continue
        if not data.draw(st.booleans()):
            continue
        start, end = file.span(node)
        if isinstance(node, Call | MethodCall):
            closing = file.tokens[node.end - 1]
            if node.args and file.tokens[node.end - 2].text != ",":
                spans.append((closing.start, closing.start, ","))
        elif isinstance(node, Literal):
            if node.text.isdigit():
                spans.append((start, end, f"{node.text}_"))
        else:
            spans += [(start, start, "("), (end, end, ")")]
    return spans


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(NAMES), st.sampled_from(["code_spec", "verified"]), st.data())
def test_layout_is_never_reported(name: str, part: str, data: st.DataObject) -> None:
    file = parsed(name, part)
    text = changed(file.text, layout_spans(file, data))
    report = compare(parsed(name, "code_spec"), text)
    assert report.unchanged, str(report)
    assert not find_cheats(text, given=parsed(name, "code_spec"))


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(NAMES), st.data())
def test_spelling_is_never_reported(name: str, data: st.DataObject) -> None:
    file = parsed(name, "code_spec")
    text = nested(file.text, spelling_spans(file, data))
    report = compare(file, text)
    assert report.unchanged, str(report)


def nested(text: str, spans: list[Span]) -> str:
    """Apply spans of which several may begin or end at one place: `)` first, then `,`, then `(`."""
    order = {")": 0, ",": 1, "(": 2}
    for start, end, new in sorted(spans, key=lambda s: (s[0], order.get(s[2], 3)), reverse=True):
        text = text[:start] + new + text[end:]
    return text


@functools.cache
def proof_parts(name: str) -> list[tuple[int, int]]:
    """The spans of the ghost statements, loop clauses and lemmas of a verified program."""
    file = parsed(name, "verified")
    given_keys = {entry.key for entry in entries(parsed(name, "code_spec"))}
    found = [file.span(e.item) for e in entries(file) if e.key not in given_keys]
    stack: list[Node] = [
        e.item.body
        for e in entries(file)
        if isinstance(e.item, Function) and e.item.is_exec and e.item.body is not None
    ]
    while stack:
        node = stack.pop()
        if is_ghost_statement(node):
            found.append(file.span(node))
        elif isinstance(node, Loop | While | For) and node.clauses:
            end = file.tokens[node.block.start - 1].end
            found.append((file.span(node.clauses[0])[0], end))
            stack.append(node.block)
        else:
            stack.extend(children(node))
    return found


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(NAMES), st.data())
def test_any_part_of_a_proof_finds_its_place(name: str, data: st.DataObject) -> None:
    file = parsed(name, "verified")
    without = Insertions(file)
    for start, end in data.draw(st.sets(st.sampled_from(proof_parts(name)))):
        without.remove(start, end)
    candidate = without.apply()
    made = transplant(candidate, parsed(name, "code_spec"))
    assert not made.unplaced
    assert same_program(made.text, candidate)


WORDS = sorted(
    words(
        """
        verus! { } ( ) [ ] fn proof spec exec let ghost mut x = 1 ; , . :: : -> => # ! assume admit
        requires ensures invariant decreases while for in loop if else match impl S struct trait
        use vstd as * assert by forall | & < > == ==> &&& // /* */ " ' r# #[ verifier::external
        #[cfg(any())] \\ é
        """
    )
)
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=30).map(lambda w: "verus! { " + " ".join(w) + " }"),
)


@settings(max_examples=600, deadline=2000)
@given(TEXTS, st.sampled_from(NAMES))
def test_any_text_is_answered(text: str, name: str) -> None:
    ours = parsed(name, "code_spec")
    find_cheats(text)
    find_cheats(text, given=ours)
    for task in (Task.SPEC_CODE2PROOF, Task.SPEC2CODE, Task.END2END):
        try:
            assert not compare(ours, text, mode=task).unchanged
            compare(text, ours, mode=task)
        except VerusSyntaxError:
            return
    transplant(text, ours)
    transplant(ours, text)


@settings(max_examples=200, deadline=2000)
@given(st.sampled_from(NAMES), st.data())
def test_damaged_text_is_answered(name: str, data: st.DataObject) -> None:
    text = reference(name, "verified")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 200)))
    text = text[:start] + data.draw(st.sampled_from(["", *WORDS])) + text[end:]
    find_cheats(text, given=parsed(name, "code_spec"))
    try:
        damaged = parse_file(text)
    except VerusSyntaxError:
        return
    compare(parsed(name, "code_spec"), damaged)
    parse_file(transplant(damaged, parsed(name, "code_spec")).text)


MONSTERS = {
    "ghost variables": "let ghost a = 1; f(a);" * 2000,
    "statements": "a = a + 1;" * 2000,
    "nested macros": "m!(" * 300 + ")" * 300,
    "many macros": "m!();" * 3000,
    "open brackets": "m![" * 3000,
    "attributes": "#[doc(" * 2000,
    "long path": "std::" * 5000,
    "dead text": "#[cfg(any())]" * 3000,
}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("body", MONSTERS.values(), ids=MONSTERS)
def test_large_text_takes_no_unreasonable_time(body: str) -> None:
    given_text = program("fn f() { let mut a = 0; a = a * 2; }")
    text = given_text.replace("a = a * 2;", body)
    find_cheats(text, given=given_text)
    try:
        compare(given_text, text)
        transplant(text, given_text)
        transplant(text, text.replace("+", "-"))
    except VerusSyntaxError:
        return

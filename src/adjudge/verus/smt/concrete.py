"""Values of cases as facts about terms, and back from models to values."""

from __future__ import annotations

from typing import Any

import z3

from adjudge.verus.ir import (
    BoolType,
    CharType,
    DataType,
    IntType,
    SeqType,
    TupleType,
    Type,
    show,
)
from adjudge.verus.smt.encode import Encoder
from adjudge.verus.smt.question import Progression, fields_of
from adjudge.verus.smt.seqs import Seqs, view
from adjudge.verus.smt.sorts import Unsupported

_LISTED = 64  # a model's sequence longer than this is read as a progression


def assume(
    encoder: Encoder, term: z3.ExprRef, value: Any, type_: Type, plus: z3.ArithRef | None = None
) -> list[z3.BoolRef]:
    """That a term has a value, as `adjudge.model` writes values of its type.

    Args:
        encoder: The encoder of the question.
        term: The term.
        value: Its value, or a `Progression`.
        type_: Its type.
        plus: What is added to all integers in the value.
    """
    if isinstance(type_, CharType):
        return [term == (ord(value) if isinstance(value, str) else value)]
    if isinstance(type_, IntType):
        return [term == value if plus is None else term == value + plus]
    if isinstance(type_, BoolType):
        return [term == value]
    if isinstance(type_, SeqType):
        return _assume_seq(encoder, term, value, type_, plus)
    if isinstance(type_, TupleType):
        parts = list(enumerate(zip(value, type_.items, strict=True)))
        structure = encoder.structure(type_)
        return [
            fact
            for i, (part, t) in parts
            for fact in assume(encoder, structure.field(term, 0, i), part, t, plus)
        ]
    if isinstance(type_, DataType) and type_.name == "Option":
        structure = encoder.structure(type_)
        if value is None:
            return [structure.tag(term) == 0]
        inside = assume(encoder, structure.field(term, 1, 0), value, type_.args[0], plus)
        return [structure.tag(term) == 1, *inside]
    fields = fields_of(type_, encoder.symbols.datatypes)
    if fields is not None and isinstance(value, dict):
        structure = encoder.structure(type_)
        return [
            fact
            for i, (name, t) in enumerate(fields)
            for fact in assume(encoder, structure.field(term, 0, i), value[name], t, plus)
        ]
    raise Unsupported(f"values of {show(type_)}")


def _assume_seq(
    encoder: Encoder, term: z3.ExprRef, value: Any, type_: SeqType, plus: z3.ArithRef | None
) -> list[z3.BoolRef]:
    seqs, s = _elements(encoder, term, type_)
    if isinstance(value, Progression):
        i = encoder.symbols.integer()
        raised = value.step * i if value.step else None
        if plus is not None:
            raised = plus if raised is None else plus + raised
        element = assume(encoder, seqs.at(s, i), value.start, type_.item, raised)
        body = z3.Implies(z3.And(*seqs.inside(s, i)), z3.And(*element))
        return [
            seqs.len(s) == value.length,
            z3.ForAll([i], body, patterns=[seqs.at(s, i)]),
        ]
    facts: list[z3.BoolRef] = [seqs.len(s) == len(value)]
    for i, item in enumerate(value):
        facts += assume(encoder, seqs.at(s, z3.IntVal(i)), item, type_.item, plus)
    return facts


def _elements(encoder: Encoder, term: z3.ExprRef, type_: SeqType) -> tuple[Seqs, z3.ExprRef]:
    seqs = Seqs.of(encoder.symbols, type_.item)
    return seqs, view(encoder.symbols, term, type_.item) if type_.exec else term


def read(encoder: Encoder, model: z3.ModelRef, term: z3.ExprRef, type_: Type) -> Any:
    """The value that a model gives a term: a suggestion, since models satisfy no quantifier."""
    if isinstance(type_, IntType):
        return _integer(model, term)
    if isinstance(type_, CharType):
        code = _integer(model, term)
        return chr(code) if 0 <= code < 0xD800 else "a"
    if isinstance(type_, BoolType):
        return z3.is_true(model.eval(term, model_completion=True))
    if isinstance(type_, TupleType):
        structure = encoder.structure(type_)
        parts = enumerate(type_.items)
        return tuple(read(encoder, model, structure.field(term, 0, i), t) for i, t in parts)
    if isinstance(type_, DataType) and type_.name == "Option":
        structure = encoder.structure(type_)
        if _integer(model, structure.tag(term)) == 0:
            return None
        return read(encoder, model, structure.field(term, 1, 0), type_.args[0])
    if isinstance(type_, SeqType):
        return _read_seq(encoder, model, term, type_)
    fields = fields_of(type_, encoder.symbols.datatypes)
    if fields is not None:
        structure = encoder.structure(type_)
        if structure.recursive:
            raise Unsupported(f"values of {show(type_)}")
        return {
            name: read(encoder, model, structure.field(term, 0, i), t)
            for i, (name, t) in enumerate(fields)
        }
    raise Unsupported(f"values of {show(type_)}")


def _read_seq(encoder: Encoder, model: z3.ModelRef, term: z3.ExprRef, type_: SeqType) -> Any:
    seqs, s = _elements(encoder, term, type_)
    length = max(_integer(model, seqs.len(s)), 0)
    if length > _LISTED:
        return Progression(length, read(encoder, model, seqs.at(s, z3.IntVal(0)), type_.item))
    items = [read(encoder, model, seqs.at(s, z3.IntVal(i)), type_.item) for i in range(length)]
    is_text = isinstance(type_.item, CharType) and type_.exec
    return "".join(items) if is_text else items


def _integer(model: z3.ModelRef, term: z3.ExprRef) -> int:
    value = model.eval(term, model_completion=True)
    if not z3.is_int_value(value):
        raise Unsupported("a model without a value")
    return int(value.as_long())

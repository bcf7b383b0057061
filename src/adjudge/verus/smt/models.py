"""Suggestions for values that refute a question: small ones first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import z3

from adjudge.verus.ir import SeqType, Type
from adjudge.verus.smt.concrete import read
from adjudge.verus.smt.encode import Encoder
from adjudge.verus.smt.instances import ground
from adjudge.verus.smt.question import Question, fields_of
from adjudge.verus.smt.seqs import Seqs, view
from adjudge.verus.smt.sorts import Unsupported

_RLIMIT = 400_000
_SIZES = (2, 4, None)  # how long sequences may be: in a small world instances say everything


def search(
    encoder: Encoder,
    question: Question,
    env: Mapping[str, z3.ExprRef],
    formulas: list[z3.BoolRef],
) -> Iterator[dict[str, Any]]:
    """Values of the variables that may satisfy the formulas."""
    for size in _SIZES:
        small = list(_no_longer_than(encoder, question, env, size)) if size is not None else []
        if size is not None and not small:
            continue
        extra = [z3.IntVal(i) for i in range(size + 1 if size is not None else 2)]
        solver = z3.SimpleSolver()
        solver.set(auto_config=False, mbqi=False, rlimit=_RLIMIT, random_seed=0)
        solver.add(*encoder.symbols.axioms, *small, *ground(formulas, rounds=2, extra=extra))
        if solver.check() == z3.unsat:
            continue
        try:
            model = solver.model()
            yield {v.name: read(encoder, model, env[v.name], v.type) for v in question.variables}
        except (z3.Z3Exception, Unsupported):
            continue


def _no_longer_than(
    encoder: Encoder, question: Question, env: Mapping[str, z3.ExprRef], size: int
) -> Iterator[z3.BoolRef]:
    for variable in question.variables:
        yield from _bounded(encoder, env[variable.name], variable.type, size)


def _bounded(encoder: Encoder, term: z3.ExprRef, type_: Type, size: int) -> Iterator[z3.BoolRef]:
    fields = fields_of(type_, encoder.symbols.datatypes)
    if fields:
        structure = encoder.structure(type_)
        for i, (_, inner) in enumerate(() if structure.recursive else fields):
            yield from _bounded(encoder, structure.field(term, 0, i), inner, size)
    if not isinstance(type_, SeqType):
        return
    seqs = Seqs.of(encoder.symbols, type_.item)
    s = view(encoder.symbols, term, type_.item) if type_.exec else term
    yield seqs.len(s) <= size
    for i in range(size):
        yield from _bounded(encoder, seqs.at(s, z3.IntVal(i)), type_.item, size)

"""Random trees, for properties of printer and parser."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from adjudge.verus.parser.operators import (
    ASSIGNMENTS,
    BINARY,
    RUST_COMPARISONS,
    VERUS_COMPARISONS,
)
from adjudge.verus.syntax import (
    Arm,
    Array,
    ArrayType,
    ArrowField,
    Assert,
    AssertForall,
    Assign,
    Assume,
    Attribute,
    Attributed,
    Binary,
    Binder,
    Block,
    BlockExpr,
    Break,
    Bulleted,
    Call,
    Cast,
    Clause,
    Closure,
    Comparison,
    Expr,
    ExprStatement,
    Field,
    FieldValue,
    For,
    Function,
    GenericArgs,
    Has,
    IdentPattern,
    If,
    IfBranch,
    Index,
    Is,
    Let,
    Literal,
    Loop,
    Match,
    Matches,
    MethodCall,
    Node,
    OrPattern,
    Param,
    Paren,
    Path,
    PathSegment,
    PathType,
    Pattern,
    ProofBlock,
    Quantifier,
    Range,
    Ref,
    RefPattern,
    RefType,
    Return,
    ReturnType,
    SliceType,
    StructLiteral,
    Try,
    Tuple,
    TuplePattern,
    TupleStructPattern,
    TupleType,
    Type,
    Unary,
    View,
    While,
    WildcardPattern,
)

EFFORT = int(os.environ.get("ADJUDGE_EFFORT", "1"))


def examples(number: int) -> settings:
    """So many examples, always the same; ADJUDGE_EFFORT=50 tries fifty times as many, new ones."""
    return settings(
        max_examples=number * EFFORT,
        derandomize=EFFORT == 1,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


# Words that are keywords only in some places are names like any other. `forall`, `assert`, `proof`
# and their like are no names before a bar, a parenthesis or a brace, so they are not among them.
_WORDS = "a b foo Some spec open closed ghost tracked is has global raw hidden"
_WORDS += " exec broadcast group axiom uninterp union auto default safe"
_WORDS += " implies by layout size_of checked matches calc macro_rules"
NAMES = st.sampled_from(_WORDS.split())
Exprs = st.SearchStrategy[Expr]
IMPLICATIONS = ["==>", "<==", "<==>"]


def path(name: str, args: GenericArgs | None = None) -> Path:
    return Path((PathSegment(name, args),))


def tuples(items: st.SearchStrategy[Any], low: int = 0, high: int = 3) -> st.SearchStrategy[Any]:
    return st.lists(items, min_size=low, max_size=high).map(tuple)


def optional(items: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | items


TYPES: st.SearchStrategy[Type] = st.deferred(
    lambda: st.recursive(
        st.builds(lambda n: PathType(path(n)), st.sampled_from(["int", "u8", "Self", "T"])),
        lambda inner: st.one_of(
            st.builds(lambda t: PathType(path("Vec", GenericArgs((t,)))), inner),
            st.builds(RefType, inner, st.none(), st.booleans()),
            st.builds(SliceType, inner),
            st.builds(ArrayType, inner, LITERALS),
            st.builds(TupleType, tuples(inner)),
        ),
        max_leaves=4,
    )
)

LITERALS: st.SearchStrategy[Expr] = st.sampled_from(
    [
        *(Literal("int", "0"), Literal("int", "1u8"), Literal("int", "2int")),
        *(Literal("float", "1.5"), Literal("float", "1."), Literal("char", "'x'")),
        *(Literal("str", '"s"'), Literal("bool", "true")),
    ]
)

PATTERNS: st.SearchStrategy[Pattern] = st.recursive(
    st.builds(WildcardPattern) | st.builds(IdentPattern, NAMES, st.booleans(), st.booleans()),
    lambda inner: st.one_of(
        st.builds(TuplePattern, tuples(inner)),
        st.builds(TupleStructPattern, st.just(path("Some")), tuples(inner)),
        st.builds(RefPattern, inner),
        st.builds(OrPattern, tuples(inner, 2)),
    ),
    max_leaves=4,
)

TRIGGERS = st.just((Attribute("trigger"),))


def _comparison(draw: Any, inner: st.SearchStrategy[Expr]) -> Expr:
    operands = draw(tuples(inner, 2))
    ops = st.sampled_from(sorted(RUST_COMPARISONS | VERUS_COMPARISONS))
    return Comparison(operands, tuple(draw(ops) for _ in operands[1:]))


def _is_value(expr: Expr) -> bool:
    return not isinstance(expr, ProofBlock | Assert | AssertForall)


def _clauses(inner: Exprs, keywords: str, low: int = 0) -> st.SearchStrategy[tuple[Clause, ...]]:
    """A clause of each keyword, or fewer of them, in this order."""
    parts = [
        st.lists(st.builds(Clause, st.just(word), tuples(inner, low, 2)), max_size=1)
        for word in keywords.split()
    ]
    return st.tuples(*parts).map(lambda found: tuple(c for group in found for c in group))


LOOP = "invariant_except_break invariant ensures decreases"
CONTRACT = "requires ensures decreases"


@st.composite
def _blocks(draw: Any, inner: Exprs) -> Block:
    value = inner.filter(_is_value)
    statements = st.one_of(
        st.builds(ExprStatement, inner),
        st.builds(Let, PATTERNS, optional(TYPES), optional(inner), st.none()),
        st.builds(lambda e: ExprStatement(Assert(e)), inner),
    )
    return Block(draw(tuples(statements, 0, 2)), draw(optional(value)))


def _binders() -> st.SearchStrategy[tuple[Binder, ...]]:
    return tuples(st.builds(Binder, PATTERNS, optional(TYPES)), 1, 2)


def _binary(inner: Exprs) -> Exprs:
    return st.builds(Binary, st.sampled_from([*BINARY, *IMPLICATIONS]), inner, inner)


def _ranges(inner: Exprs) -> Exprs:
    closed = st.builds(Range, optional(inner), inner, st.sampled_from(["..", "..="]))
    return closed | st.builds(Range, optional(inner), st.none())


def _proofs(inner: Exprs) -> Exprs:
    block = _blocks(inner)
    paren = inner.map(Paren)
    return st.one_of(
        st.builds(ProofBlock, block),
        st.builds(Assert, inner, st.just("compute")),
        st.builds(Assert, inner, st.none(), st.just(()), block),
        st.builds(Assert, inner, st.just("bit_vector"), _clauses(inner, "requires", 1), block),
        st.builds(AssertForall, _binders(), paren, block, optional(paren)),
        st.builds(Assume, inner),
    )


def _loops(inner: Exprs) -> Exprs:
    block, clauses = _blocks(inner), _clauses(inner, LOOP)
    return st.one_of(
        st.builds(Loop, block, clauses),
        st.builds(While, inner, block, clauses),
        st.builds(For, PATTERNS, inner, block, clauses, optional(st.just("it"))),
    )


def _closures(inner: Exprs) -> Exprs:
    block = _blocks(inner).map(BlockExpr)
    output = st.builds(ReturnType, TYPES, optional(PATTERNS))
    contract = _clauses(inner, "requires ensures")
    words = st.sampled_from([(), ("move",), ("proof_fn",)])
    return st.builds(Closure, _binders(), inner, modifiers=words) | st.builds(
        Closure, _binders(), block, output, contract, words
    )


def _branches(inner: Exprs) -> Exprs:
    block = _blocks(inner)
    arms = tuples(st.builds(Arm, PATTERNS, inner, optional(inner)))
    return st.builds(If, tuples(st.builds(IfBranch, inner, block), 1), optional(block)) | st.builds(
        Match, inner, arms
    )


_MAKERS: list[Callable[[Exprs], Exprs]] = [
    *([_binary] * 3),
    lambda e: st.composite(_comparison)(e),
    lambda e: st.builds(Assign, st.sampled_from(sorted(ASSIGNMENTS)), e, e),
    lambda e: st.builds(Bulleted, st.sampled_from(["&&&", "|||"]), tuples(e, 1)),
    lambda e: st.builds(Unary, st.sampled_from("-!*"), e),
    lambda e: st.builds(Ref, e, st.booleans(), st.booleans()),
    lambda e: st.builds(Cast, e, TYPES),
    lambda e: st.builds(Is, e, NAMES.map(path), st.booleans()),
    lambda e: st.builds(Has, e, e, st.booleans()),
    lambda e: st.builds(Matches, e, PATTERNS, st.booleans()),
    _ranges,
    lambda e: st.builds(Field, e, st.sampled_from(["x", "0", "spec"])),
    lambda e: st.builds(ArrowField, e, st.sampled_from(["x", "0"])),
    lambda e: st.builds(MethodCall, e, NAMES, tuples(e)),
    lambda e: st.builds(Call, e, tuples(e)),
    lambda e: st.builds(Index, e, e),
    lambda e: st.builds(View, e),
    lambda e: st.builds(Try, e),
    lambda e: st.builds(Tuple, tuples(e)),
    lambda e: st.builds(Array, tuples(e)),
    lambda e: st.builds(Attributed, TRIGGERS, e.filter(lambda x: not isinstance(x, Attributed))),
    lambda e: st.builds(StructLiteral, st.just(path("S")), tuples(st.builds(FieldValue, NAMES, e))),
    lambda e: st.builds(Quantifier, st.sampled_from(["forall", "exists", "choose"]), _binders(), e),
    lambda e: st.builds(Return, optional(e)),
    lambda e: st.builds(Break, optional(st.just("'a")), optional(e)),
    lambda e: st.builds(BlockExpr, _blocks(e), st.sampled_from([(), ("unsafe",)])),
    *(_closures, _branches, _loops, _proofs),
]


@st.composite
def _extended(draw: Any, inner: Exprs) -> Expr:
    found: Expr = draw(draw(st.sampled_from(_MAKERS))(inner))
    return found


EXPRESSIONS: Exprs = st.recursive(LITERALS | NAMES.map(path), _extended, max_leaves=12)


def _functions() -> st.SearchStrategy[Node]:
    params = tuples(st.builds(Param, PATTERNS, TYPES, st.sampled_from([None, "ghost", "tracked"])))
    output = optional(st.builds(ReturnType, TYPES, optional(PATTERNS)))
    contract = _clauses(EXPRESSIONS, CONTRACT)
    return st.builds(
        Function,
        st.just(()),
        st.sampled_from(["", "pub", "pub(crate)"]),
        NAMES,
        params,
        output,
        contract,
        optional(_blocks(EXPRESSIONS)),
        mode=st.sampled_from([None, "spec", "proof", "exec"]),
    )


FUNCTIONS = _functions()

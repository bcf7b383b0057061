"""Random trees, for properties of printer and parser."""

from __future__ import annotations

from typing import Any

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

# Words that are keywords only in some places are names like any other.
_WORDS = "a b foo Some spec open closed ghost tracked is has global raw"
NAMES = st.sampled_from(_WORDS.split())
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


def _blocks(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Block]:
    value = inner.filter(lambda e: not isinstance(e, ProofBlock | Assert | AssertForall))
    clauses = tuples(st.builds(Clause, st.just("invariant"), tuples(inner, 1, 2)), 0, 1)
    statements = st.one_of(
        st.builds(ExprStatement, inner),
        st.builds(Let, PATTERNS, optional(TYPES), optional(inner), st.none()),
        st.builds(lambda e, c: ExprStatement(Loop(Block((), e), c)), optional(value), clauses),
        st.builds(lambda e, c: ExprStatement(While(e, Block(()), c)), inner, clauses),
        st.builds(lambda e: ExprStatement(Assert(e)), inner),
    )
    return st.builds(Block, tuples(statements, 0, 2), optional(value))


def _extend(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    block = _blocks(inner)
    binders = tuples(st.builds(Binder, PATTERNS, optional(TYPES)), 1, 2)
    return st.one_of(
        st.builds(Binary, st.sampled_from([*BINARY, *IMPLICATIONS]), inner, inner),
        st.composite(_comparison)(inner),
        st.builds(Assign, st.sampled_from(sorted(ASSIGNMENTS)), inner, inner),
        st.builds(Bulleted, st.sampled_from(["&&&", "|||"]), tuples(inner, 1)),
        st.builds(Unary, st.sampled_from("-!*"), inner),
        st.builds(Ref, inner, st.booleans(), st.booleans()),
        st.builds(Cast, inner, TYPES),
        st.builds(Is, inner, NAMES.map(path), st.booleans()),
        st.builds(Has, inner, inner, st.booleans()),
        st.builds(Matches, inner, PATTERNS, st.booleans()),
        st.builds(Range, optional(inner), inner, st.sampled_from(["..", "..="])),
        st.builds(lambda e: Paren(Range(e, None)), optional(inner)),
        st.builds(Field, inner, st.sampled_from(["x", "0", "spec"])),
        st.builds(ArrowField, inner, st.sampled_from(["x", "0"])),
        st.builds(MethodCall, inner, NAMES, tuples(inner)),
        st.builds(Call, inner, tuples(inner)),
        st.builds(Index, inner, inner),
        st.builds(View, inner),
        st.builds(Try, inner),
        st.builds(Tuple, tuples(inner)),
        st.builds(Array, tuples(inner)),
        st.builds(Attributed, TRIGGERS, inner.filter(lambda e: not isinstance(e, Attributed))),
        st.builds(StructLiteral, st.just(path("S")), tuples(st.builds(FieldValue, NAMES, inner))),
        st.builds(Quantifier, st.sampled_from(["forall", "exists", "choose"]), binders, inner),
        st.builds(Closure, binders, inner),
        st.builds(Return, inner),
        st.builds(Break, optional(st.just("'a")), inner),
        st.builds(BlockExpr, block, st.sampled_from([(), ("unsafe",)])),
        st.builds(ProofBlock, block),
        st.builds(If, tuples(st.builds(IfBranch, inner, block), 1), optional(block)),
        st.builds(Match, inner, tuples(st.builds(Arm, PATTERNS, inner, optional(inner)))),
        st.builds(Loop, block),
        st.builds(While, inner, block),
        st.builds(For, PATTERNS, inner, block, st.just(()), optional(st.just("it"))),
        st.builds(Assert, inner, st.just("compute")),
        st.builds(Assert, inner, st.just("nonlinear_arith"), st.just(()), block),
        st.builds(AssertForall, binders, inner.map(Paren), block, optional(inner.map(Paren))),
        st.builds(Assume, inner),
    )


EXPRESSIONS: st.SearchStrategy[Expr] = st.recursive(
    LITERALS | NAMES.map(path), _extend, max_leaves=12
)


def _functions() -> st.SearchStrategy[Node]:
    params = tuples(st.builds(Param, PATTERNS, TYPES, st.sampled_from([None, "ghost", "tracked"])))
    output = optional(st.builds(ReturnType, TYPES, optional(PATTERNS)))
    contract = st.tuples(
        st.builds(Clause, st.just("requires"), tuples(EXPRESSIONS)),
        st.builds(Clause, st.just("ensures"), tuples(EXPRESSIONS)),
    )
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

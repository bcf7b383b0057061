from __future__ import annotations

import pytest
from hypothesis import given
from trees import EXPRESSIONS, FUNCTIONS, examples

from adjudge.verus import parse_expr, parse_fragment
from adjudge.verus.printer import to_source
from adjudge.verus.sameness import without_parens
from adjudge.verus.syntax import (
    Binary,
    Cast,
    Comparison,
    Expr,
    File,
    Node,
    Path,
    PathSegment,
    PathType,
    first_difference,
    structurally_equal,
)


@examples(200)
@given(EXPRESSIONS)
def test_a_printed_expression_reads_as_itself(tree: Expr) -> None:
    text = to_source(tree)
    again = parse_expr(text)
    assert first_difference(tree, again, normal=without_parens) is None, text


@examples(200)
@given(FUNCTIONS)
def test_a_printed_function_reads_as_itself(tree: Node) -> None:
    text = to_source(tree)
    again = parse_fragment(text)
    assert first_difference(File((tree,)), again, normal=without_parens) is None, text
    assert to_source(again) == text + "\n"


def name(text: str) -> Path:
    return Path((PathSegment(text),))


@pytest.mark.parametrize(
    "text",
    [
        "(a + b) * c",
        "a + b * c",
        "(x as u8) < y",
        "(forall|i: int| p(i)) && q",
        "q && forall|i: int| p(i)",
        "a ==> b ==> c",
        "(a ==> b) ==> c",
        "!(a is Some)",
        "a && b || c",
        "a && (b || c)",
        "a <= b < c",
        "(a == b) == c",
        "-(1 + 2)",
        "(x.f)(y)",
    ],
)
def test_parentheses_are_minimal(text: str) -> None:
    tree = parse_expr(text)
    assert to_source(tree) == text
    assert to_source(strip(tree)) == text


def strip(node: Expr) -> Expr:
    """The tree without `Paren` nodes."""
    from adjudge.verus.syntax import field_names, replace

    found = without_parens(node)
    changes = {}
    for name in field_names(type(found)):
        value = getattr(found, name)
        if isinstance(value, Expr):
            changes[name] = strip(value)
        elif isinstance(value, tuple) and any(isinstance(v, Expr) for v in value):
            changes[name] = tuple(strip(v) for v in value)
    assert isinstance(found, Expr)
    return replace(found, **changes)


def test_long_chains_print_without_recursion() -> None:
    deep: Expr = name("a")
    right: Expr = name("a")
    for _ in range(20_000):
        deep = Binary("+", deep, name("b"))
        right = Binary("==>", name("b"), right)
    assert structurally_equal(parse_expr(to_source(deep)), deep)
    assert structurally_equal(parse_expr(to_source(right)), right)


def test_a_cast_before_less_gets_parentheses() -> None:
    tree = Comparison((Cast(name("x"), PathType(name("u8"))), name("y")), ("<",))
    assert to_source(tree) == "(x as u8) < y"

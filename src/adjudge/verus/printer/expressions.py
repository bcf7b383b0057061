"""How operators, postfix forms and forms that reach to the right are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adjudge.verus.parser.operators import ASSIGN, CAST, COMPARE, PREFIX, RANGE
from adjudge.verus.printer.layout import Operand, Parts, enclosed, prefixed
from adjudge.verus.printer.parens import (
    as_base,
    begins_with_dots,
    dot_after,
    on_left,
    on_right,
    power_of,
    without_brace,
)
from adjudge.verus.printer.statements import binders, clauses
from adjudge.verus.printer.types import attributes, flag, single
from adjudge.verus.syntax import (
    ArrowField,
    Assign,
    Attributed,
    Await,
    Binary,
    Break,
    Bulleted,
    Call,
    Cast,
    Closure,
    Comparison,
    Field,
    Has,
    Index,
    Is,
    LetCondition,
    Literal,
    Matches,
    MethodCall,
    Node,
    Paren,
    Quantifier,
    Range,
    Ref,
    Return,
    Try,
    Unary,
    View,
    Yield,
)

# Operators


def _binary(at: Operand, n: Binary) -> Parts:
    power = power_of(n)
    left = power if n.op not in ("==>", "<==>") else power + 1
    right = power if n.op == "==>" else power + 1
    return [on_left(at, n.left, left, n.op), f" {n.op} ", on_right(at, n.right, right)]


def _comparison(at: Operand, n: Comparison) -> Parts:
    parts: Parts = [on_left(at, n.operands[0], COMPARE + 1, n.ops[0])]
    last = len(n.ops) - 1
    for index, (op, operand) in enumerate(zip(n.ops, n.operands[1:], strict=True)):
        parts.append(f" {op} ")
        if index == last:
            parts.append(on_right(at, operand, COMPARE + 1))
        else:
            place = on_left(at, operand, COMPARE + 1, n.ops[index + 1])
            parts.append(replace(place, front=False))
    return parts


def _assign(at: Operand, n: Assign) -> Parts:
    return [on_left(at, n.target, ASSIGN + 1, n.op), f" {n.op} ", on_right(at, n.value, ASSIGN)]


def _bulleted(at: Operand, n: Bulleted) -> Parts:
    found: Parts = []
    for item in n.items:
        found += [f"{n.op} " if not found else f" {n.op} ", Operand(item, ASSIGN)]
        if at.no_struct:
            found[-1] = Operand(item, ASSIGN, no_struct=True)
    return found


def _range(at: Operand, n: Range) -> Parts:
    low: Parts = [on_left(at, n.low, RANGE + 1, n.op)] if n.low else []
    high: Parts = [without_brace(on_right(at, n.high, RANGE + 1))] if n.high else []
    gap = " " if n.high and begins_with_dots(n.high) else ""
    return [*low, n.op, gap, *high]


def _cast(at: Operand, n: Cast) -> Parts:
    return [on_left(at, n.value, CAST), " as ", n.type]


def _is(at: Operand, n: Is) -> Parts:
    return [on_left(at, n.value, CAST), " !is " if n.negated else " is ", n.variant]


def _has(at: Operand, n: Has) -> Parts:
    element = on_right(at, n.element, CAST + 1)
    return [on_left(at, n.collection, CAST), " !has " if n.negated else " has ", element]


def _matches(at: Operand, n: Matches) -> Parts:
    op = " !matches " if n.negated else " matches "
    return [on_left(at, n.value, CAST), op, single(n.pattern)]


def _unary(at: Operand, n: Unary) -> Parts:
    return [n.op, on_right(at, n.operand, PREFIX)]


def _ref(at: Operand, n: Ref) -> Parts:
    kind = ("mut " if n.mutable else "const ") if n.raw else flag("mut", n.mutable)
    head = "&raw " if n.raw else "&"
    gap = " " if isinstance(n.operand, Ref) and not kind else ""
    return [head + kind + gap, on_right(at, n.operand, PREFIX)]


def _attributed(at: Operand, n: Attributed) -> Parts:
    power = ASSIGN if n.attrs[0].inner else PREFIX  # `#![..]` is for a whole item of a clause
    return [*attributes(n.attrs), on_right(at, n.inner, power)]


# Postfix forms


def _field(at: Operand, n: Field) -> Parts:
    base = n.base
    if isinstance(base, Literal) and n.name[0].isdigit():
        base = Paren(base)
    return [as_base(at, base, member=True), dot_after(base), n.name]


def _method_call(at: Operand, n: MethodCall) -> Parts:
    generics: Parts = [n.generics] if n.generics else []
    head: Parts = [as_base(at, n.receiver, member=True), dot_after(n.receiver), n.name]
    return [*head, *generics, *enclosed("(", n.args, ")")]


def _call(at: Operand, n: Call) -> Parts:
    function = n.function
    if isinstance(function, Field) and not function.name[0].isdigit():
        function = Paren(function)
    return [as_base(at, function), *enclosed("(", n.args, ")")]


# Forms that reach to the right


def _quantifier(at: Operand, n: Quantifier) -> Parts:
    head: Parts = [n.keyword, *binders(n.binders), " ", *attributes(n.attrs)]
    return [*head, on_right(at, n.body, ASSIGN)]


def _closure(at: Operand, n: Closure) -> Parts:
    options = f"[{', '.join(n.options)}]" if n.options else ""
    proof = "proof_fn" in n.modifiers
    lifetimes: Parts = enclosed("<", n.lifetimes, ">") if n.lifetimes else []
    others = [m for m in n.modifiers if m != "proof_fn"]
    words = "".join(f"{m} " for m in others)
    head: Parts = ["proof_fn", *lifetimes, options, " ", words]
    if not proof:
        head = ["for", *lifetimes, " ", words] if lifetimes else [words]
    output: Parts = prefixed(" ", n.output)
    found = [*head, *binders(n.binders), *output, *clauses(n.clauses)]
    return [*found, " ", *attributes(n.attrs), on_right(at, n.body, ASSIGN)]


def _jump(keyword: str) -> Callable[[Operand, Any], Parts]:
    def rule(at: Operand, n: Return | Break | Yield) -> Parts:
        label = f" {n.label}" if isinstance(n, Break) and n.label else ""
        value: Parts = [" ", without_brace(on_right(at, n.value, ASSIGN))] if n.value else []
        return [keyword + label, *value]

    return rule


def _let_condition(at: Operand, n: LetCondition) -> Parts:
    return ["let ", n.pattern, " = ", on_right(at, n.value, COMPARE)]


IN_PLACE: dict[type[Node], Callable[[Operand, Any], Parts]] = {
    Binary: _binary,
    Comparison: _comparison,
    Assign: _assign,
    Bulleted: _bulleted,
    Range: _range,
    Cast: _cast,
    Is: _is,
    Has: _has,
    Matches: _matches,
    Unary: _unary,
    Ref: _ref,
    Attributed: _attributed,
    Field: _field,
    MethodCall: _method_call,
    Call: _call,
    ArrowField: lambda at, n: [as_base(at, n.base), "->", n.name],
    Index: lambda at, n: [as_base(at, n.base), "[", n.index, "]"],
    View: lambda at, n: [as_base(at, n.base), "@"],
    Try: lambda at, n: [as_base(at, n.base, member=True), "?"],
    Await: lambda at, n: [as_base(at, n.base, member=True), f"{dot_after(n.base)}await"],
    Quantifier: _quantifier,
    Closure: _closure,
    Return: _jump("return"),
    Break: _jump("break"),
    Yield: _jump("yield"),
    LetCondition: _let_condition,
}

"""Expressions in generated Python: one rule per kind of node.

A rule adds the lines its value needs to a `Writer` and gives the value as an expression. Conditions
are carried in three values: `&&` looks at its right side also where the left one is unknown, and
an `if` whose condition is unknown takes both branches, or none where that would recurse.
"""

# ruff: noqa: ARG001  (all rules have the same parameters)
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from adjudge.verus.evaluate.library import BY_RECEIVER
from adjudge.verus.evaluate.writer import Code, Writer
from adjudge.verus.ir import (
    Apply,
    BoolType,
    Builtin,
    Call,
    Choose,
    Compare,
    Construct,
    DataType,
    Expr,
    Field,
    If,
    IsVariant,
    Lambda,
    Let,
    Literal,
    Logic,
    MultisetType,
    Not,
    OpaqueType,
    Project,
    Quantifier,
    SeqLiteral,
    SeqType,
    SetType,
    Tuple,
    Type,
    Unspecified,
    Var,
    View,
    is_integral,
    walk,
)

if TYPE_CHECKING:
    from adjudge.verus.evaluate.program import Program

# Any: a rule takes the kind of node it is registered for.
Rule = Callable[["Program", Writer, Any], Code]
R = TypeVar("R", bound=Rule)
_RULES: dict[type[Expr], Rule] = {}
_DEEP = 40  # Python takes a hundred levels of indentation
_LONG = 600  # and two hundred of parentheses


def rule(*kinds: type[Expr]) -> Callable[[R], R]:
    """Registers the rule for kinds of nodes; those of numbers stand in `arithmetic`."""

    def register(function: R) -> R:
        for kind in kinds:
            _RULES[kind] = function
        return function

    return register


def generate(program: Program, out: Writer, expr: Expr) -> Code:
    """The value of an expression, after the lines that it needs."""
    if out.indent > _DEEP and isinstance(expr, If | Let | Logic):
        return program.apart(out, expr)
    code = _RULES[type(expr)](program, out, expr)
    return out.hold(code) if len(code.text) > _LONG else code


@rule(Literal)
def _literal(program: Program, out: Writer, expr: Literal) -> Code:
    value = expr.value
    text = (
        str(value) if isinstance(value, bool) else hex(value) if abs(value) > 9999 else str(value)
    )
    return Code(f"({text})" if value < 0 else text, sure=True, simple=True)


@rule(Var)
def _var(program: Program, out: Writer, expr: Var) -> Code:
    return out.names[expr.name]


@rule(Let)
def _let(program: Program, out: Writer, expr: Let) -> Code:
    value = generate(program, out, expr.value)
    name = out.temp()
    out.line(f"{name} = {value.text}")
    out.names[expr.name] = Code(name, value.sure, simple=True)
    return generate(program, out, expr.body)


@rule(View)
def _view(program: Program, out: Writer, expr: View) -> Code:
    return generate(program, out, expr.operand)


@rule(If)
def _if(program: Program, out: Writer, expr: If) -> Code:
    condition = generate(program, out, expr.condition)
    if condition.sure:
        return _sure_if(program, out, expr, condition)
    test = out.hold(condition).text
    result = out.temp()
    if program.recurses(expr.then) or program.recurses(expr.orelse):
        with out.block(f"if {test} is True:"):
            out.line(f"{result} = {generate(program, out, expr.then).text}")
        with out.block(f"elif {test} is False:"):
            out.line(f"{result} = {generate(program, out, expr.orelse).text}")
        with out.block("else:"):
            out.line(f"{result} = unknown({program.constant(expr.type)}, of={test})")
        return Code(result, simple=True)
    with out.block(f"if {test} is not False:"):
        out.line(f"{result} = {generate(program, out, expr.then).text}")
    with out.block(f"if {test} is not True:"):
        other = out.hold(generate(program, out, expr.orelse)).text
        joined = f"join({test}, {result}, {other}, {program.constant(expr.type)})"
        out.line(f"{result} = {other} if {test} is False else {joined}")
    return Code(result, simple=True)


def _sure_if(program: Program, out: Writer, expr: If, condition: Code) -> Code:
    out.indent += 1
    with out.aside() as then_lines:
        then = generate(program, out, expr.then)
    with out.aside() as else_lines:
        orelse = generate(program, out, expr.orelse)
    out.indent -= 1
    sure = then.sure and orelse.sure
    if not then_lines and not else_lines:
        return Code(f"({then.text} if {condition.text} else {orelse.text})", sure)
    result = out.temp()
    with out.block(f"if {condition.text}:"):
        out.lines.extend(then_lines)
        out.line(f"{result} = {then.text}")
    with out.block("else:"):
        out.lines.extend(else_lines)
        out.line(f"{result} = {orelse.text}")
    return Code(result, sure, simple=True)


@rule(Not)
def _not(program: Program, out: Writer, expr: Not) -> Code:
    operand = generate(program, out, expr.operand)
    if operand.sure:
        return Code(f"(not {operand.text})", sure=True)
    return Code(f"opposite({operand.text})")


@rule(Logic)
def _logic(program: Program, out: Writer, expr: Logic) -> Code:
    left = generate(program, out, expr.left)
    if expr.op == "implies":
        left = Code(f"(not {left.text})" if left.sure else f"opposite({left.text})", left.sure)
    conjunction = expr.op == "and"
    out.indent += 1
    with out.aside() as lines:
        right = generate(program, out, expr.right)
    out.indent -= 1
    if left.sure and not lines:
        word = "and" if conjunction else "or"
        return Code(f"({left.text} {word} {right.text})", right.sure)
    result = out.temp()
    out.line(f"{result} = {left.text}")
    settled = "False" if conjunction else "True"
    if left.sure:
        test = f"if {result}:" if conjunction else f"if not {result}:"
    elif _searches_sequences(expr.right):  # costly: first let a search cut what the left rests on
        goes_on = "True" if conjunction else "False"
        open_ = f"{result} is not {settled} and {result}.hole is None"
        test = f"if {result} is {goes_on} or ({open_}):"
    else:
        test = f"if {result} is not {settled}:"
    with out.block(test):
        out.lines.extend(lines)
        if left.sure:
            out.line(f"{result} = {right.text}")
        else:
            out.line(f"{result} = {'both' if conjunction else 'either'}({result}, {right.text})")
    return Code(result, left.sure and right.sure, simple=True)


def _searches_sequences(expr: Expr) -> bool:
    """Whether a quantifier over sequences stands in an expression itself."""
    return any(
        isinstance(node, Quantifier) and any(isinstance(v.type, SeqType) for v in node.variables)
        for node in walk(expr)
    )


_COMPARISONS = {"lt": "<", "le": "<="}


@rule(Compare)
def _compare(program: Program, out: Writer, expr: Compare) -> Code:
    left, right = operands(program, out, expr.left, expr.right)
    sure = left.sure and right.sure
    if expr.op != "eq":
        return Code(f"({left.text} {_COMPARISONS[expr.op]} {right.text})", sure)
    types = (expr.left.type, expr.right.type)
    if all(map(is_integral, types)) or all(isinstance(t, BoolType) for t in types):
        return Code(f"({left.text} == {right.text})", sure)
    type_ = program.constant(types[1] if _is_open(types[0]) else types[0])
    return Code(f"same({left.text}, {right.text}, {type_})")


def _is_open(type_: Type) -> bool:
    """Whether a part of a type was not inferred, as of the one of `None`."""
    if isinstance(type_, DataType):
        return any(map(_is_open, type_.args))
    if isinstance(type_, SeqType | SetType | MultisetType):
        return _is_open(type_.item)
    return isinstance(type_, OpaqueType)


def operands(program: Program, out: Writer, *exprs: Expr) -> list[Code]:
    """Values in order: what stands before lines of a later one is held in a name."""
    codes: list[Code] = []
    for expr in exprs:
        size = len(out.lines)
        code = generate(program, out, expr)
        if len(out.lines) != size:
            caught = out.lines[size:]
            del out.lines[size:]
            codes = [out.hold(c) for c in codes]
            out.lines.extend(caught)
        codes.append(code)
    return codes


@rule(Tuple)
def _tuple(program: Program, out: Writer, expr: Tuple) -> Code:
    items = operands(program, out, *expr.items)
    return Code(f"({''.join(f'{item.text}, ' for item in items)})", sure=True)


@rule(Project)
def _project(program: Program, out: Writer, expr: Project) -> Code:
    value = out.hold(generate(program, out, expr.operand))
    slow = f"part({value.text}, {expr.index}, {program.constant(expr.type)})"
    return Code(f"({value.text}[{expr.index}] if type({value.text}) is tuple else {slow})")


@rule(Construct)
def _construct(program: Program, out: Writer, expr: Construct) -> Code:
    fields = operands(program, out, *expr.fields)
    return Code(f"({expr.variant}, {''.join(f'{item.text}, ' for item in fields)})", sure=True)


@rule(IsVariant)
def _is_variant(program: Program, out: Writer, expr: IsVariant) -> Code:
    value = generate(program, out, expr.operand)
    if value.sure:
        return Code(f"({value.text}[0] == {expr.variant})", sure=True)
    return Code(f"has_variant({value.text}, {expr.variant})")


@rule(Field)
def _field(program: Program, out: Writer, expr: Field) -> Code:
    value = generate(program, out, expr.operand)
    type_ = program.constant(expr.type)
    return Code(f"field({value.text}, {expr.variant}, {expr.index}, {type_})")


@rule(SeqLiteral)
def _seq_literal(program: Program, out: Writer, expr: SeqLiteral) -> Code:
    items = operands(program, out, *expr.items)
    text = f"seq(({''.join(f'{item.text}, ' for item in items)}))"
    if all(isinstance(item, Literal) for item in expr.items):
        return Code(program.shared(text), sure=True, simple=True)
    return Code(text, sure=True)


@rule(Call)
def _call(program: Program, out: Writer, expr: Call) -> Code:
    args = operands(program, out, *expr.args)
    function = program.function(expr.function)
    if function.body is not None and program.is_inline(expr.function):
        for param, arg in zip(function.params, args, strict=True):
            out.names[param.name] = out.hold(arg)
        return generate(program, out, function.body)
    name = program.function_name(expr.function)
    return Code(f"{name}({', '.join(arg.text for arg in args)})")


@rule(Builtin)
def _builtin(program: Program, out: Writer, expr: Builtin) -> Code:
    args = operands(program, out, *expr.args)
    if expr.name == "seq.len":
        return _length(out, args[0])
    if expr.name == "seq.index":
        return _index(program, out, args[0], args[1], expr.type)
    if expr.name in ("seq.first", "seq.last"):
        s = out.hold(args[0])
        size = _length(out, s)
        end = Code("0", sure=True, simple=True)
        if expr.name == "seq.last":
            end = Code(f"({size.text} - 1)", size.sure)
        return _index(program, out, s, end, expr.type)
    family, name = expr.name.split(".")
    listed = ", ".join(arg.text for arg in args)
    if family == "math" and name in _MATH:
        return Code(f"{_MATH[name]}({listed})")
    type_: Type = expr.type
    if family == "seq" and name in BY_RECEIVER:
        type_ = expr.args[0].type
    function = program.library(family, name)
    return Code(f"{function}({program.constant(type_)}, {listed})")


_MATH = {
    "pow": "power",
    "pow2": "power_of_two",
    "log": "logarithm",
    "min": "minimum",
    "max": "maximum",
    "abs": "absolute",
    "isqrt": "root",
}


def _length(out: Writer, s: Code) -> Code:
    if s.sure:
        return Code(f"{s.text}.n", sure=True)
    s = out.hold(s)
    return Code(f"({s.text}.n if {s.text}.n >= 0 else length({s.text}))")


def _index(program: Program, out: Writer, s: Code, i: Code, type_: Type) -> Code:
    s, i = out.hold(s), out.hold(i)
    inside = f"0 <= {i.text} < {s.text}.n"
    test = inside if i.sure else f"type({i.text}) is int and {inside}"
    fast = f"{s.text}.base[{s.text}.lo + {i.text}]"
    return Code(f"({fast} if {test} else at({s.text}, {i.text}, {program.constant(type_)}))")


@rule(Lambda)
def _lambda(program: Program, out: Writer, expr: Lambda) -> Code:
    name = out.temp()
    inner = Writer(prefix=f"{name}_")
    inner.names = dict(out.names)
    inner.indent = out.indent + 1
    params = []
    for i, param in enumerate(expr.params):
        params.append(f"{name}_p{i}")
        inner.names[param.name] = Code(params[-1], simple=True)
    result = generate(program, inner, expr.body)
    out.line(f"def {name}({', '.join(params)}):")
    out.lines.extend(inner.lines)
    out.lines.append("    " * inner.indent + f"return {result.text}")
    return Code(name, sure=True, simple=True)


@rule(Apply)
def _apply(program: Program, out: Writer, expr: Apply) -> Code:
    function, *args = operands(program, out, expr.function, *expr.args)
    listed = ", ".join(arg.text for arg in args)
    if function.sure:
        return Code(f"{function.text}({listed})")
    held = out.hold(function)
    slow = f"unknown({program.constant(expr.type)}, of={held.text})"
    return Code(f"({slow} if isinstance({held.text}, Unknown) else {held.text}({listed}))")


@rule(Quantifier, Choose)
def _binder(program: Program, out: Writer, expr: Quantifier | Choose) -> Code:
    return program.binder(out, expr)


@rule(Unspecified)
def _unspecified(program: Program, out: Writer, expr: Unspecified) -> Code:
    text = f"unknown({program.constant(expr.type)}, {expr.reason!r}, term=({expr.reason!r},))"
    return Code(program.shared(text), simple=True)


def calls(expr: Expr) -> set[str]:
    """The functions that an expression calls."""
    return {node.function for node in walk(expr) if isinstance(node, Call)}

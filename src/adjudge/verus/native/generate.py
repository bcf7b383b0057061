"""Expressions in generated Rust: one rule per kind of node.

A rule gives the value as a Rust expression. All generated values are `Copy` and have no effects
but on budgets, so nothing depends on the order in which they are made.
"""

# ruff: noqa: ARG001  (all rules have the same parameters)
from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from adjudge.verus.ir import (
    Apply,
    Arithmetic,
    BitNot,
    Bits,
    BoolType,
    Builtin,
    Call,
    Cast,
    CharType,
    Choose,
    Compare,
    Construct,
    DataType,
    Expr,
    Field,
    FnType,
    If,
    IntType,
    IsVariant,
    Lambda,
    Let,
    Literal,
    Logic,
    MultisetType,
    Negate,
    Not,
    Project,
    Quantifier,
    SeqLiteral,
    SeqType,
    SpecFunction,
    Tuple,
    TupleType,
    Type,
    Unspecified,
    Var,
    Variable,
    View,
    bounds,
    is_integral,
    substitute,
    walk,
)
from adjudge.verus.native.types import Types, interval

Names = Mapping[str, str]
"""The variables in scope, each with its Rust expression."""

# Any: a rule takes the kind of node it is registered for.
Rule = Callable[["Generator", Any, Names], str]
R = TypeVar("R", bound=Rule)
_RULES: dict[type[Expr], Rule] = {}
_LIMIT = (1 << 127) - 1


def rule(*kinds: type[Expr]) -> Callable[[R], R]:
    """Register a function as the rule for some kinds of nodes."""

    def register(function: R) -> R:
        for kind in kinds:
            _RULES[kind] = function
        return function

    return register


class Generator:
    """What rules need to know, and what they collect.

    Attributes:
        types: The types.
        functions: The specification functions by key.
        unsupported: What has no meaning here and so is unknown, in words.
        wanted: The functions that were called, with their Rust names.
        binders: The variables of each quantifier that became a function, in the order of its loops.
        items: The text of functions made on the way.
        depth: How many quantifiers and functions are around the expression at hand.
    """

    def __init__(self, functions: Mapping[str, SpecFunction], types: Types) -> None:
        self.types = types
        self.functions = functions
        self.unsupported: set[str] = set()
        self.wanted: dict[str, str] = {}
        self.binders: list[tuple[Variable, ...]] = []
        self.items: list[str] = []
        self.depth = 0
        self._count = itertools.count()

    def fresh(self) -> str:
        """A new Rust name."""
        return f"v{next(self._count)}"

    def expr(self, expr: Expr, names: Names) -> str:
        """The value of an expression."""
        return _RULES[type(expr)](self, expr, names)

    def unknown(self, type_: Type, why: str = "") -> str:
        """A value of which nothing is known; `why` if that is for lack of support."""
        if why:
            self.unsupported.add(why)
        return self.types.unknown(type_)

    def function(self, key: str) -> SpecFunction:
        """A specification function by its key."""
        return self.functions[key]

    def function_name(self, key: str) -> str:
        """The Rust name of a specification function, which will be made."""
        return self.wanted.setdefault(key, f"f{len(self.wanted)}")

    def recurses(self, expr: Expr) -> bool:
        """Whether an expression calls a recursive function."""
        return any(isinstance(n, Call) and self.functions[n.function].recursive for n in walk(expr))

    def same(self, left: str, right: str, type_: Type) -> str:
        """Whether two values of a type are equal."""
        if self.types.opaque(type_):
            return "U"
        match type_:
            case IntType() | CharType() | BoolType() | MultisetType():
                return f"{left}.same({right})"
            case SeqType():
                a, b = self.fresh(), self.fresh()
                item, inner = self.types.rust(type_.item), self.same(a, b, type_.item)
                exec_ = str(type_.exec).lower()
                return f"{left}.same({right},{exec_},|{a}:{item},{b}:{item}|{inner})"
        return self._same_parts(left, right, type_)

    def _same_parts(self, left: str, right: str, type_: Type) -> str:
        a, b = self.fresh(), self.fresh()
        if isinstance(type_, TupleType):
            result = "".join(
                f".and({self.same(f'{a}.{i}', f'{b}.{i}', t)})" for i, t in enumerate(type_.items)
            )
            return f"{{let ({a},{b})=({left},{right});T{result}}}"
        assert isinstance(type_, DataType)
        if self.types.is_struct(type_):
            return f"{{let ({a},{b})=({left},{right});{self._same_variant(a, b, type_, 0)}}}"
        arms = "".join(
            f"Some({v})=>{self._same_variant(a, b, type_, v)},"
            for v in range(self.types.variants(type_))
        )
        return (
            f"{{let ({a},{b})=({left},{right});match {a}.0.same({b}.0)"
            f"{{T=>match {a}.0.known(){{{arms}_=>U}},other=>other}}}}"
        )

    def _same_variant(self, a: str, b: str, type_: DataType, variant: int) -> str:
        fields = self.types.variant_fields(type_, variant)
        return "T" + "".join(f".and({self.same(f'{a}.{i}', f'{b}.{i}', t)})" for i, t in fields)


@rule(Literal)
def _literal(g: Generator, expr: Literal, names: Names) -> str:
    if isinstance(expr.value, bool):
        return "T" if expr.value else "F"
    if abs(expr.value) >= _LIMIT:
        return "overflow()"
    return f"n({expr.value})"


@rule(Var)
def _var(g: Generator, expr: Var, names: Names) -> str:
    found = names.get(expr.name)
    return found if found is not None else g.unknown(expr.type, "functions as values")


@rule(Let)
def _let(g: Generator, expr: Let, names: Names) -> str:
    if isinstance(expr.value, Lambda):
        return g.expr(substitute(expr.body, {expr.name: expr.value}), names)
    name = g.fresh()
    value = g.expr(expr.value, names)
    return f"{{let {name}={value};{g.expr(expr.body, {**names, expr.name: name})}}}"


@rule(View)
def _view(g: Generator, expr: View, names: Names) -> str:
    if g.types.rust(expr.type) != g.types.rust(expr.operand.type):
        return g.unknown(expr.type, "views of this type")
    return g.expr(expr.operand, names)


@rule(If)
def _if(g: Generator, expr: If, names: Names) -> str:
    condition = g.expr(expr.condition, names)
    then, orelse = g.expr(expr.then, names), g.expr(expr.orelse, names)
    unknown = g.types.unknown(expr.type)
    joined = g.types.rust(expr.type) in ("Num", "Truth")
    c, a, b = g.fresh(), g.fresh(), g.fresh()
    if not joined or g.recurses(expr.then) or g.recurses(expr.orelse):
        return f"match {condition}{{T=>{then},F=>{orelse},{c}=>({unknown}).on({c})}}"
    return (
        f"{{let {c}={condition};let {a}=if {c}!=F{{{then}}}else{{{unknown}}};"
        f"let {b}=if {c}!=T{{{orelse}}}else{{{unknown}}};"
        f"match {c}{{T=>{a},F=>{b},_=>{a}.joined({b},{c})}}}}"
    )


@rule(Not)
def _not(g: Generator, expr: Not, names: Names) -> str:
    return f"{g.expr(expr.operand, names)}.not()"


@rule(Logic)
def _logic(g: Generator, expr: Logic, names: Names) -> str:
    left, right = g.expr(expr.left, names), g.expr(expr.right, names)
    if expr.op == "implies":
        left = f"{left}.not()"
    settled, join = ("F", "and") if expr.op == "and" else ("T", "or")
    name = g.fresh()
    return f"match {left}{{{settled}=>{settled},{name}=>{name}.{join}({right})}}"


@rule(Compare)
def _compare(g: Generator, expr: Compare, names: Names) -> str:
    left, right = g.expr(expr.left, names), g.expr(expr.right, names)
    if expr.op != "eq":
        return f"({left}).{expr.op}({right})"
    types = expr.left.type, expr.right.type
    if g.types.rust(types[0]) != g.types.rust(types[1]) or g.types.opaque(types[0]):
        return g.unknown(expr.type, "equality at this type")
    return g.same(f"({left})", f"({right})", types[0])


_OPS = {"add": "+", "sub": "-", "mul": "*"}


@rule(Arithmetic)
def _arithmetic(g: Generator, expr: Arithmetic, names: Names) -> str:
    left, right = g.expr(expr.left, names), g.expr(expr.right, names)
    if expr.op in _OPS:
        return f"(({left}){_OPS[expr.op]}({right}))"
    return f"({left}).{'div' if expr.op == 'div' else 'rem'}({right})"


@rule(Negate)
def _negate(g: Generator, expr: Negate, names: Names) -> str:
    return f"(-({g.expr(expr.operand, names)}))"


_BITS = {"and": "&", "or": "|", "xor": "^", "shl": "<<", "shr": ">>"}


@rule(Bits)
def _bits(g: Generator, expr: Bits, names: Names) -> str:
    left, right = g.expr(expr.left, names), g.expr(expr.right, names)
    assert isinstance(expr.type, IntType)
    op = _BITS[expr.op]
    return f"({left}).bits({op[0]!r},{right},{interval(expr.type)},{expr.type.bits})"


@rule(BitNot)
def _bit_not(g: Generator, expr: BitNot, names: Names) -> str:
    assert isinstance(expr.type, IntType)
    operand = g.expr(expr.operand, names)
    return f"({operand}).bit_not({interval(expr.type)},{expr.type.bits})"


@rule(Cast)
def _cast(g: Generator, expr: Cast, names: Names) -> str:
    source = expr.operand.type
    value = g.expr(expr.operand, names)
    if isinstance(source, BoolType) and isinstance(expr.type, IntType):
        return f"({value}).int()"
    if not is_integral(source) or not is_integral(expr.type):
        return g.unknown(expr.type, "casts of this type")
    if isinstance(expr.type, CharType):
        return f"({value}).cast_char({interval(expr.type)})"
    (low, high), (least, most) = bounds(expr.type), bounds(source)
    fits = (low is None or (least is not None and low <= least)) and (
        high is None or (most is not None and most <= high)
    )
    return value if fits else f"({value}).cast({interval(expr.type)})"


@rule(Tuple)
def _tuple(g: Generator, expr: Tuple, names: Names) -> str:
    if g.types.opaque(expr.type):
        return g.unknown(expr.type, "tuples of this type")
    return f"({''.join(f'{g.expr(item, names)},' for item in expr.items)})"


@rule(Project)
def _project(g: Generator, expr: Project, names: Names) -> str:
    if g.types.opaque(expr.operand.type):
        return g.unknown(expr.type, "tuples of this type")
    return f"({g.expr(expr.operand, names)}).{expr.index}"


@rule(Construct)
def _construct(g: Generator, expr: Construct, names: Names) -> str:
    assert isinstance(expr.type, DataType)
    parts = g.types.parts(expr.type)
    if g.types.opaque(expr.type) or parts is None:
        return g.unknown(expr.type, "values of this type")
    texts = ["n(0)" if part is None else g.types.unknown(part) for part in parts]
    if not g.types.is_struct(expr.type):
        texts[0] = f"n({expr.variant})"
    places = g.types.variant_fields(expr.type, expr.variant)
    for (at, type_), field in zip(places, expr.fields, strict=True):
        if g.types.rust(type_) != g.types.rust(field.type):
            return g.unknown(expr.type, "values of this type")
        texts[at] = g.expr(field, names)
    return f"({''.join(f'{text},' for text in texts)})"


@rule(IsVariant)
def _is_variant(g: Generator, expr: IsVariant, names: Names) -> str:
    if g.types.opaque(expr.operand.type):
        return g.unknown(expr.type, "values of this type")
    if g.types.is_struct(expr.operand.type):
        return "T"
    return f"({g.expr(expr.operand, names)}).0.same(n({expr.variant}))"


@rule(Field)
def _field(g: Generator, expr: Field, names: Names) -> str:
    owner = expr.operand.type
    if g.types.opaque(owner) or not isinstance(owner, DataType):
        return g.unknown(expr.type, "values of this type")
    at, type_ = g.types.variant_fields(owner, expr.variant)[expr.index]
    if g.types.rust(type_) != g.types.rust(expr.type):
        return g.unknown(expr.type, "values of this type")
    value = g.expr(expr.operand, names)
    if g.types.is_struct(owner):
        return f"({value}).{at}"
    name, other, unknown = g.fresh(), g.fresh(), g.types.unknown(expr.type)
    return (
        f"{{let {name}={value};match {name}.0.same(n({expr.variant}))"
        f"{{T=>{name}.{at},{other}=>({unknown}).on({other})}}}}"
    )


@rule(SeqLiteral)
def _seq_literal(g: Generator, expr: SeqLiteral, names: Names) -> str:
    if not expr.items:
        return f"<{g.types.rust(expr.type)}>::EMPTY"
    assert isinstance(expr.type, SeqType)
    wanted = g.types.rust(expr.type.item)
    if any(g.types.rust(item.type) != wanted for item in expr.items):
        return g.unknown(expr.type, "sequences of mixed types")
    listed = ",".join(g.expr(item, names) for item in expr.items)
    if all(isinstance(item, Literal) for item in expr.items) and "overflow" not in listed:
        g.items.append(f"static S{len(g.items)}:[{wanted};{len(expr.items)}]=[{listed}];")
        return f"Seq(Some(&S{len(g.items) - 1}),T)"
    return f"x.r.seq(&[{listed}])"


@rule(Call)
def _call(g: Generator, expr: Call, names: Names) -> str:
    function = g.functions[expr.function]
    if any(isinstance(arg.type, FnType) for arg in expr.args):
        if function.recursive or function.body is None or function.when is not None:
            return g.unknown(expr.type, "functions that take functions")
        values = {p.name: a for p, a in zip(function.params, expr.args, strict=True)}
        return g.expr(substitute(function.body, values), names)
    pairs = zip(function.params, expr.args, strict=True)
    if any(g.types.rust(p.type) != g.types.rust(a.type) for p, a in pairs):
        return g.unknown(expr.type, "calls at other types")
    if g.types.rust(expr.type) != g.types.rust(function.result):
        return g.unknown(expr.type, "calls at other types")
    listed = "".join(f",{g.expr(arg, names)}" for arg in expr.args)
    return f"{g.function_name(expr.function)}(x{listed})"


@rule(Builtin)
def _builtin(g: Generator, expr: Builtin, names: Names) -> str:
    from adjudge.verus.native.builtins import builtin

    return builtin(g, expr, names)


@rule(Lambda)
def _lambda(g: Generator, expr: Lambda, names: Names) -> str:
    return g.unknown(expr.type, "functions as values")


@rule(Apply)
def _apply(g: Generator, expr: Apply, names: Names) -> str:
    if not isinstance(expr.function, Lambda):
        return g.unknown(expr.type, "functions as values")
    inner = dict(names)
    lets = ""
    for param, arg in zip(expr.function.params, expr.args, strict=True):
        name = g.fresh()
        lets += f"let {name}={g.expr(arg, names)};"
        inner[param.name] = name
    return f"{{{lets}{g.expr(expr.function.body, inner)}}}"


@rule(Quantifier, Choose)
def _binder(g: Generator, expr: Quantifier | Choose, names: Names) -> str:
    from adjudge.verus.native.loops import binder

    return binder(g, expr, names)


@rule(Unspecified)
def _unspecified(g: Generator, expr: Unspecified, names: Names) -> str:
    return g.types.unknown(expr.type)

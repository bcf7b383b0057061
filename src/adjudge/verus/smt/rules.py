"""The rule for each form of expression: what it is for Z3."""

# ruff: noqa: ARG001  (all rules have the same parameters)
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import z3

from adjudge.verus.ir import (
    BOOL,
    Apply,
    Arithmetic,
    BitNot,
    Bits,
    BoolType,
    Builtin,
    Call,
    Cast,
    Choose,
    Compare,
    Construct,
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
    Negate,
    Not,
    Project,
    Quantifier,
    SeqLiteral,
    SeqType,
    Tuple,
    TupleType,
    Type,
    Unspecified,
    Var,
    View,
    is_integral,
    show,
)
from adjudge.verus.smt import bits, builtins
from adjudge.verus.smt.seqs import Seqs
from adjudge.verus.smt.shape import shape
from adjudge.verus.smt.sorts import Symbols, Unsupported, implies, in_type

if TYPE_CHECKING:
    from adjudge.verus.smt.encode import Encoder, Env


def _literal(enc: Encoder, e: Literal, env: Env) -> z3.ExprRef:
    return z3.BoolVal(e.value) if isinstance(e.value, bool) else z3.IntVal(e.value)


def _var(enc: Encoder, e: Var, env: Env) -> z3.ExprRef:
    found = env.get(e.name)
    if found is None:
        raise Unsupported(f"variable {e.name}")
    if not found.sort().eq(enc.symbols.sort(e.type)):
        raise Unsupported(f"type of variable {e.name}")
    return found


def _let(enc: Encoder, e: Let, env: Env) -> z3.ExprRef:
    return enc.at(e.body, e.type, {**env, e.name: enc.term(e.value, env)})


def _if(enc: Encoder, e: If, env: Env) -> z3.ExprRef:
    condition = enc.formula(e.condition, env)
    then = enc.under(condition, e.then, e.type, env)
    return z3.If(condition, then, enc.under(z3.Not(condition), e.orelse, e.type, env))


def _not(enc: Encoder, e: Not, env: Env) -> z3.ExprRef:
    return z3.Not(enc.formula(e.operand, env))


def _logic(enc: Encoder, e: Logic, env: Env) -> z3.ExprRef:
    left = enc.formula(e.left, env)
    right = enc.under(z3.Not(left) if e.op == "or" else left, e.right, BOOL, env)
    build = {"and": z3.And, "or": z3.Or, "implies": z3.Implies}[e.op]
    return build(left, right)


def _compare(enc: Encoder, e: Compare, env: Env) -> z3.ExprRef:
    left, right = enc.term(e.left, env), enc.term(e.right, env)
    a, b = e.left.type, e.right.type
    if e.op == "eq":
        if not enc.symbols.sort(a).eq(enc.symbols.sort(b)):
            raise Unsupported(f"comparison of {show(a)} with {show(b)}")
        return enc.symbols.equal(left, right, a)
    if not (is_integral(a) and is_integral(b)):
        raise Unsupported(f"order of {show(a)}")
    return left < right if e.op == "lt" else left <= right


def _arithmetic(enc: Encoder, e: Arithmetic, env: Env) -> z3.ExprRef:
    if not (is_integral(e.left.type) and is_integral(e.right.type)):
        raise Unsupported(f"arithmetic on {show(e.left.type)}")
    a, b = enc.term(e.left, env), enc.term(e.right, env)
    match e.op:
        case "add":
            return a + b
        case "sub":
            return a - b
        case "mul":
            return a * b
        case "div":
            return a / b  # Euclidean, and unspecified for a divisor 0, as in Verus
    return a % b


def _negate(enc: Encoder, e: Negate, env: Env) -> z3.ExprRef:
    return -enc.term(e.operand, env)


def _bits(enc: Encoder, e: Bits, env: Env) -> z3.ExprRef:
    if not isinstance(e.type, IntType) or not is_integral(e.right.type):
        raise Unsupported("bits of no machine integer")
    return bits.operation(
        enc.symbols, e.op, enc.at(e.left, e.type, env), enc.term(e.right, env), e.type
    )


def _bit_not(enc: Encoder, e: BitNot, env: Env) -> z3.ExprRef:
    operand = enc.term(e.operand, env)
    if not isinstance(e.type, IntType):
        raise Unsupported("bits of no machine integer")
    return -1 - operand if e.type.low else e.type.high - operand


def _cast(enc: Encoder, e: Cast, env: Env) -> z3.ExprRef:
    value, source, target = enc.term(e.operand, env), e.operand.type, e.type
    if isinstance(source, BoolType) and is_integral(target):
        return z3.If(value, z3.IntVal(1), z3.IntVal(0))
    if not (is_integral(source) and is_integral(target)):
        raise Unsupported(f"cast of {show(source)} to {show(target)}")
    return clip(enc.symbols, value, target)


def clip(symbols: Symbols, value: z3.ExprRef, target: Type) -> z3.ExprRef:
    """A value in the target's range stays; any other becomes some value of the target."""
    fits = in_type(value, target)
    if not fits:
        return value
    name = f"clip {show(target)}"
    known = symbols.knows(name)
    function = symbols.function(name, (z3.IntSort(),), z3.IntSort())
    if not known:
        symbols.range_of(function, (z3.IntSort(),), target)
    if z3.is_int_value(value) and z3.is_true(z3.simplify(z3.And(*fits))):
        return value
    return z3.If(z3.And(*fits), value, function(value))


def _view(enc: Encoder, e: View, env: Env) -> z3.ExprRef:
    return enc.at(e.operand, e.type, env)


def _tuple(enc: Encoder, e: Tuple, env: Env) -> z3.ExprRef:
    assert isinstance(e.type, TupleType)
    parts = [enc.at(i, t, env) for i, t in zip(e.items, e.type.items, strict=True)]
    return enc.structure(e.type).make(0, parts)


def _project(enc: Encoder, e: Project, env: Env) -> z3.ExprRef:
    return enc.structure(e.operand.type).field(enc.term(e.operand, env), 0, e.index)


def _construct(enc: Encoder, e: Construct, env: Env) -> z3.ExprRef:
    structure = enc.structure(e.type)
    types = structure.fields[e.variant]
    parts = [enc.at(f, t, env) for f, t in zip(e.fields, types, strict=True)]
    return structure.make(e.variant, parts)


def _is_variant(enc: Encoder, e: IsVariant, env: Env) -> z3.ExprRef:
    return enc.structure(e.operand.type).tag(enc.term(e.operand, env)) == e.variant


def _field(enc: Encoder, e: Field, env: Env) -> z3.ExprRef:
    structure = enc.structure(e.operand.type)
    return structure.field(enc.term(e.operand, env), e.variant, e.index)


def _seq_literal(enc: Encoder, e: SeqLiteral, env: Env) -> z3.ExprRef:
    assert isinstance(e.type, SeqType)
    item = e.type.item
    made = Seqs.of(enc.symbols, item).literal([enc.at(x, item, env) for x in e.items])
    return enc.coerce(made, SeqType(item), e.type)


def _call(enc: Encoder, e: Call, env: Env) -> z3.ExprRef:
    function = enc.functions.get(e.function)
    if function is None:
        raise Unsupported(f"function {e.function}")
    args = [enc.at(a, p.type, env) for a, p in zip(e.args, function.params, strict=True)]
    if function.recursive or function.body is None:
        if enc.recursive is None:
            raise Unsupported(f"recursive function {e.function}")
        return enc.recursive(function, args)
    scope = {p.name: a for p, a in zip(function.params, args, strict=True)}
    return enc.at(function.body, function.result, scope)


def _builtin(enc: Encoder, e: Builtin, env: Env) -> z3.ExprRef:
    return builtins.encode(enc, e, env)


def _lambda(enc: Encoder, e: Lambda, env: Env) -> z3.ExprRef:
    assert isinstance(e.type, FnType)
    name, free, new = enc.closed(e, "lambda")
    symbols = enc.symbols
    sorts = [symbols.sort(v.type) for v in free]
    function = symbols.function(name, sorts, symbols.sort(e.type))
    if new:
        formals = {v.name: symbols.variable(v.name, v.type) for v in free}
        constants, facts, scope = enc.bind(e.params, formals)
        made = function(*formals.values())
        value = enc.apply(made, e.type, constants)
        with enc.anywhere():
            body = enc.at(e.body, e.type.result, scope)
        facts += in_type(body, e.type.result)
        symbols.axiom([*formals.values(), *constants], implies(facts, value == body), value)
    return function(*(_var(enc, v, env) for v in free))


def _apply(enc: Encoder, e: Apply, env: Env) -> z3.ExprRef:
    type_ = e.function.type
    if not isinstance(type_, FnType):
        raise Unsupported("call of a value that is no function")
    args = [enc.at(a, t, env) for a, t in zip(e.args, type_.params, strict=True)]
    return enc.apply(enc.term(e.function, env), type_, args)


def _quantifier(enc: Encoder, e: Quantifier, env: Env) -> z3.ExprRef:
    constants, facts, scope = enc.bind(e.variables, env)
    enc.path.extend(facts)
    body = enc.formula(e.body, scope)
    del enc.path[len(enc.path) - len(facts) :]
    if e.universal:
        return z3.ForAll(constants, implies(facts, body))
    return z3.Exists(constants, z3.And(*facts, body))


def _choose(enc: Encoder, e: Choose, env: Env) -> z3.ExprRef:
    """Some value that satisfies the predicate, if any does; the same for equal predicates."""
    name, free, new = enc.closed(e, "choose")
    symbols = enc.symbols
    sorts = [symbols.sort(v.type) for v in free]
    picks = [
        symbols.function(f"{name} #{i}" if i else name, sorts, symbols.sort(v.type))
        for i, v in enumerate(e.variables)
    ]
    if new:
        formals = {v.name: symbols.variable(v.name, v.type) for v in free}
        constants, facts, scope = enc.bind(e.variables, formals)
        with enc.anywhere():
            body = z3.And(*facts, enc.formula(e.body, scope))
        chosen = [pick(*formals.values()) for pick in picks]
        holds = z3.substitute(body, *zip(constants, chosen, strict=True))
        symbols.axiom(
            list(formals.values()), z3.Implies(z3.Exists(constants, body), holds), chosen[0]
        )
        for pick, variable in zip(picks, e.variables, strict=True):
            symbols.range_of(pick, sorts, variable.type)
    args = [_var(enc, v, env) for v in free]
    values = [pick(*args) for pick in picks]
    if len(values) == 1:
        return values[0]
    return enc.structure(e.type).make(0, values)


def _unspecified(enc: Encoder, e: Unspecified, env: Env) -> z3.ExprRef:
    """A value of which nothing is known but its type; it may depend on all that is in scope."""
    symbols = enc.symbols
    scope: dict[str, Any] = {} if e.reason == "arbitrary()" else dict(sorted(env.items()))
    name = f"unspecified {shape(e)[0]} {' '.join(scope)}"
    known = symbols.knows(name)
    sorts = [term.sort() for term in scope.values()]
    function = symbols.function(name, sorts, symbols.sort(e.type))
    if not known:
        symbols.range_of(function, sorts, e.type)
    return function(*scope.values())


RULES: dict[type[Expr], Callable[[Encoder, Any, Env], z3.ExprRef]] = {
    Literal: _literal,
    Var: _var,
    Let: _let,
    If: _if,
    Not: _not,
    Logic: _logic,
    Compare: _compare,
    Arithmetic: _arithmetic,
    Negate: _negate,
    Bits: _bits,
    BitNot: _bit_not,
    Cast: _cast,
    View: _view,
    Tuple: _tuple,
    Project: _project,
    Construct: _construct,
    IsVariant: _is_variant,
    Field: _field,
    SeqLiteral: _seq_literal,
    Call: _call,
    Builtin: _builtin,
    Lambda: _lambda,
    Apply: _apply,
    Quantifier: _quantifier,
    Choose: _choose,
    Unspecified: _unspecified,
}

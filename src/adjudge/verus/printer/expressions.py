"""How expressions, blocks and statements are written, with no more parentheses than needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adjudge.verus.lexer import words
from adjudge.verus.parser.operators import (
    ASSIGN,
    BINARY,
    BULLET,
    CAST,
    COMPARE,
    EQUIV,
    EXPLY,
    IMPLY,
    POSTFIX,
    PREFIX,
    RANGE,
)
from adjudge.verus.parser.statements import ends_itself
from adjudge.verus.printer.layout import (
    Mark,
    Operand,
    Part,
    Parts,
    enclosed,
    joined,
    lines,
    prefixed,
)
from adjudge.verus.printer.types import attributes, flag, single, tupled, word
from adjudge.verus.syntax import (
    Arm,
    Array,
    ArrowField,
    Assert,
    AssertForall,
    Assign,
    Assume,
    Attributed,
    Await,
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
    Continue,
    EmptyStatement,
    Expr,
    ExprStatement,
    Field,
    FieldValue,
    For,
    Has,
    IdentPattern,
    If,
    IfBranch,
    Index,
    Is,
    ItemStatement,
    Let,
    LetCondition,
    Literal,
    Loop,
    Match,
    Matches,
    MethodCall,
    Node,
    Paren,
    Path,
    PathPattern,
    ProofBlock,
    Quantifier,
    Range,
    Ref,
    Repeat,
    Return,
    Reveal,
    StructLiteral,
    Try,
    Tuple,
    Unary,
    Underscore,
    View,
    While,
    Yield,
)

_SPECIAL = {"==>": IMPLY, "<==": EXPLY, "<==>": EQUIV}
# Forms that reach as far to the right as they can.
_JUMPS = (Return, Break, Yield)
_GREEDY = (Quantifier, Closure, *_JUMPS)
# Operators that cannot be the beginning of the operand that such a form lacks.
_NEVER_BEGIN = words("+ / % ^ == != > >= >> <= += -= *= /= %= ^= >>= ==> <==>")
_POWERS: dict[type[Node], int] = {
    Bulleted: BULLET,
    Assign: ASSIGN,
    Range: RANGE,
    Comparison: COMPARE,
    LetCondition: COMPARE,
    Cast: CAST,
    Is: CAST,
    Has: CAST,
    Matches: CAST,
    Unary: PREFIX,
    Ref: PREFIX,
    Attributed: PREFIX,
}


def power_of(expr: Node) -> int:
    """How tightly an expression's own operator binds."""
    if isinstance(expr, Binary):
        return _SPECIAL.get(expr.op) or BINARY[expr.op]
    return _POWERS.get(type(expr), POSTFIX)


def needs_parens(at: Operand) -> bool:
    """Whether an expression in its place would read as something else."""
    node = at.node
    if at.no_struct and isinstance(node, Closure | Loop | While | For) and node.clauses:
        return True  # or else its clauses would take in a block and a comma that follow
    if isinstance(node, _GREEDY) or _begins_with_dots(node):
        if at.before in _NEVER_BEGIN and isinstance(node, _JUMPS) and node.value is None:
            return False
        return not at.edge or at.power >= POSTFIX
    if power_of(node) < at.power:
        return True
    if isinstance(node, Cast):  # whose type would take what follows for generic arguments
        return at.before in ("<", "<<", "<<=")
    if isinstance(node, Matches):  # whose pattern would take in a range or a block
        ends_in_name = isinstance(node.pattern, IdentPattern | PathPattern)
        return at.before in ("..", "..=") or (at.no_struct and ends_in_name)
    if isinstance(node, StructLiteral) or (isinstance(node, Path) and node.ident == "proof"):
        return at.no_struct
    if isinstance(node, Assert) and node.prover and node.block is None:
        return at.no_struct  # or else the block that follows would be its own
    return at.front and isinstance(node, Expr) and ends_itself(node)


def _begins_with_dots(node: Node) -> bool:
    return isinstance(node, Range) and node.low is None


def _left(at: Operand, node: Node, power: int, op: str = "") -> Operand:
    return Operand(node, power, False, op, at.no_struct, at.front)


def _right(at: Operand, node: Node, power: int) -> Operand:
    return Operand(node, power, at.edge, at.before, at.no_struct)


def _base(at: Operand, node: Node, *, member: bool = False) -> Operand:
    """The operand of a postfix form; `.` and `?` may follow a block-like one anywhere."""
    front = at.front and not (member and ends_itself_node(node))
    if member and _is_cut_short(node):
        return Operand(node, 0, True, "", at.no_struct, front)
    return Operand(node, POSTFIX, False, "", at.no_struct, front)


def _dot(base: Node) -> str:
    """`.` as it stands after a receiver, kept apart from the two dots of an open range."""
    return " ." if _is_cut_short(base) else "."


def _is_cut_short(node: Node) -> bool:
    """Whether a form that reaches to the right ends where an optional operand is missing."""
    if not isinstance(node, _GREEDY):
        return False
    while isinstance(node, Quantifier | Closure):
        node = node.body
    if isinstance(node, Range):
        return node.high is None
    return isinstance(node, _JUMPS) and node.value is None


def ends_itself_node(node: Node) -> bool:
    """`ends_itself` for any node."""
    return isinstance(node, Expr) and ends_itself(node)


def condition(node: Expr) -> Operand:
    """An expression before a block."""
    return Operand(node, no_struct=True)


# Operators


def _binary(at: Operand, n: Binary) -> Parts:
    power = power_of(n)
    left = power if n.op not in ("==>", "<==>") else power + 1
    right = power if n.op == "==>" else power + 1
    return [_left(at, n.left, left, n.op), f" {n.op} ", _right(at, n.right, right)]


def _comparison(at: Operand, n: Comparison) -> Parts:
    parts: Parts = [_left(at, n.operands[0], COMPARE + 1, n.ops[0])]
    last = len(n.ops) - 1
    for index, (op, operand) in enumerate(zip(n.ops, n.operands[1:], strict=True)):
        parts.append(f" {op} ")
        if index == last:
            parts.append(_right(at, operand, COMPARE + 1))
        else:
            place = _left(at, operand, COMPARE + 1, n.ops[index + 1])
            parts.append(replace(place, front=False))
    return parts


def _assign(at: Operand, n: Assign) -> Parts:
    return [_left(at, n.target, ASSIGN + 1, n.op), f" {n.op} ", _right(at, n.value, ASSIGN)]


def _bulleted(at: Operand, n: Bulleted) -> Parts:
    found: Parts = []
    for item in n.items:
        found += [f"{n.op} " if not found else f" {n.op} ", Operand(item, ASSIGN)]
        if at.no_struct:
            found[-1] = Operand(item, ASSIGN, no_struct=True)
    return found


def _range(at: Operand, n: Range) -> Parts:
    low: Parts = [_left(at, n.low, RANGE + 1, n.op)] if n.low else []
    high: Parts = [_bare(_right(at, n.high, RANGE + 1))] if n.high else []
    gap = " " if n.high and _begins_with_dots(n.high) else ""
    return [*low, n.op, gap, *high]


def _bare(at: Operand) -> Part:
    """An optional expression, which before a block may not begin with a brace."""
    if at.no_struct and isinstance(at.node, Expr) and _begins_with_brace(at.node):
        return Paren(at.node)
    return at


def _begins_with_brace(node: Node) -> bool:
    while not isinstance(node, BlockExpr):
        following = _leftmost(node)
        if following is None:
            return False
        node = following
    return not node.modifiers and node.label is None


def _leftmost(node: Node) -> Node | None:
    """The expression with which another one begins, if it begins with one."""
    if isinstance(node, Comparison):
        return node.operands[0]
    for name in ("left", "target", "base", "receiver", "function", "value", "low", "collection"):
        if isinstance(node, _BEGINS_WITH_OPERAND) and hasattr(node, name):
            found = getattr(node, name)
            return found if isinstance(found, Node) else None
    return None


_BEGINS_WITH_OPERAND = (
    *(Binary, Assign, Range, Cast, Is, Has, Matches),
    *(Field, ArrowField, Index, View, Try, Await, Call, MethodCall),
)


def _cast(at: Operand, n: Cast) -> Parts:
    return [_left(at, n.value, CAST), " as ", n.type]


def _is(at: Operand, n: Is) -> Parts:
    return [_left(at, n.value, CAST), " !is " if n.negated else " is ", n.variant]


def _has(at: Operand, n: Has) -> Parts:
    element = _right(at, n.element, CAST + 1)
    return [_left(at, n.collection, CAST), " !has " if n.negated else " has ", element]


def _matches(at: Operand, n: Matches) -> Parts:
    op = " !matches " if n.negated else " matches "
    return [_left(at, n.value, CAST), op, single(n.pattern)]


def _unary(at: Operand, n: Unary) -> Parts:
    return [n.op, _right(at, n.operand, PREFIX)]


def _ref(at: Operand, n: Ref) -> Parts:
    kind = ("mut " if n.mutable else "const ") if n.raw else flag("mut", n.mutable)
    head = "&raw " if n.raw else "&"
    gap = " " if isinstance(n.operand, Ref) and not kind else ""
    return [head + kind + gap, _right(at, n.operand, PREFIX)]


def _attributed(at: Operand, n: Attributed) -> Parts:
    power = ASSIGN if n.attrs[0].inner else PREFIX  # `#![..]` is for a whole item of a clause
    return [*attributes(n.attrs), _right(at, n.inner, power)]


# Postfix forms


def _field(at: Operand, n: Field) -> Parts:
    base = n.base
    if isinstance(base, Literal) and n.name[0].isdigit():
        base = Paren(base)
    return [_base(at, base, member=True), _dot(base), n.name]


def _method_call(at: Operand, n: MethodCall) -> Parts:
    generics: Parts = [n.generics] if n.generics else []
    head: Parts = [_base(at, n.receiver, member=True), _dot(n.receiver), n.name]
    return [*head, *generics, *enclosed("(", n.args, ")")]


def _call(at: Operand, n: Call) -> Parts:
    function = n.function
    if isinstance(function, Field) and not function.name[0].isdigit():
        function = Paren(function)
    return [_base(at, function), *enclosed("(", n.args, ")")]


# Forms that reach to the right


def binders(items: tuple[Binder, ...]) -> Parts:
    """Parameters between bars."""
    return enclosed("|", items, "|")


def _binder(n: Binder) -> Parts:
    kind: Parts = prefixed(": ", n.type)
    return [*attributes(n.attrs), word(n.mode), single(n.pattern), *kind]


def _quantifier(at: Operand, n: Quantifier) -> Parts:
    head: Parts = [n.keyword, *binders(n.binders), " ", *attributes(n.attrs)]
    return [*head, _right(at, n.body, ASSIGN)]


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
    return [*found, " ", *attributes(n.attrs), _right(at, n.body, ASSIGN)]


def _jump(keyword: str) -> Callable[[Operand, Any], Parts]:
    def rule(at: Operand, n: Return | Break | Yield) -> Parts:
        label = f" {n.label}" if isinstance(n, Break) and n.label else ""
        value: Parts = [" ", _bare(_right(at, n.value, ASSIGN))] if n.value else []
        return [keyword + label, *value]

    return rule


def _let_condition(at: Operand, n: LetCondition) -> Parts:
    return ["let ", n.pattern, " = ", _right(at, n.value, COMPARE)]


# Primary forms


def _struct_literal(n: StructLiteral) -> Parts:
    fields: list[Part | Parts] = list(n.fields)
    if n.rest:
        fields.append(["..", n.rest])
    return [n.path, *enclosed(" { ", fields, " }")]


def _field_value(n: FieldValue) -> Parts:
    value: Parts = prefixed(": ", n.value)
    return [*attributes(n.attrs), n.name, *value]


def _block_expr(n: BlockExpr) -> Parts:
    label = f"{n.label}: " if n.label else ""
    return [label + "".join(f"{m} " for m in n.modifiers), n.block]


def _if(n: If) -> Parts:
    found = joined(n.branches, " else ")
    return [*found, " else ", n.orelse] if n.orelse else found


def _match(n: Match) -> Parts:
    return ["match ", condition(n.value), " {", *lines([*n.attrs, *n.arms]), "}"]


def _arm(n: Arm) -> Parts:
    guard: Parts = prefixed(" if ", n.guard)
    return [*attributes(n.attrs), n.pattern, *guard, " => ", *_at_front(n.body), ","]


def _labelled(n: Loop | While | For) -> str:
    return f"{n.label}: " if n.label else ""


def _for(n: For) -> Parts:
    ghost = f"{n.ghost_iterator}: " if n.ghost_iterator else ""
    head: Parts = [_labelled(n), "for ", n.pattern, " in ", ghost, condition(n.iterable)]
    return [*head, *clauses(n.clauses), " ", n.block]


def _while(n: While) -> Parts:
    head: Parts = [_labelled(n), "while ", condition(n.condition)]
    return [*head, *clauses(n.clauses), " ", n.block]


def clauses(items: tuple[Clause, ...]) -> Parts:
    """The clauses of a contract, each on lines of its own."""
    return [part for c in items for part in (Mark.INDENT, Mark.NEWLINE, c, Mark.DEDENT)]


def _clause(n: Clause) -> Parts:
    found: Parts = [n.keyword]
    for item in n.items:
        if not isinstance(item, BlockExpr) and _begins_with_brace(item):
            item = Paren(item)
        found += [" ", Operand(item, ASSIGN, no_struct=True, front=_is_split(item)), ","]
    if n.when and n.items:
        found[-1] = ""
    for name, extra in (("when", n.when), ("via", n.via)):
        if extra:
            found += [f" {name} ", Operand(extra, ASSIGN, no_struct=True)]
    return found


def _is_split(expr: Expr) -> bool:
    """Whether an expression is more than the block-like form with which it may begin."""
    return not ends_itself(expr)


# Statements


def _at_front(expr: Expr) -> Parts:
    """An expression that begins a statement."""
    return [Operand(expr, front=_is_split(expr))]


def _block(n: Block) -> Parts:
    tail: Parts = _at_front(n.tail) if n.tail else []
    inside: list[Part | Parts] = [*n.attrs, *n.statements, *([tail] if n.tail else [])]
    return ["{", *lines(inside), "}"] if inside else ["{ }"]


def _let(n: Let) -> Parts:
    kind: Parts = prefixed(": ", n.type)
    value: Parts = prefixed(" = ", n.value)
    orelse: Parts = prefixed(" else ", n.orelse)
    return [*attributes(n.attrs), "let ", word(n.mode), n.pattern, *kind, *value, *orelse, ";"]


def _expr_statement(n: ExprStatement) -> Parts:
    return [*_at_front(n.expr), ";" if n.semicolon else ""]


# Verus' own forms


def _by(prover: str | None) -> str:
    return f" by({prover})" if prover else " by"


def _assert(n: Assert) -> Parts:
    found: Parts = ["assert(", n.condition, ")"]
    if n.prover or n.block:
        found.append(_by(n.prover))
    return [*found, *clauses(n.clauses), *prefixed(" ", n.block)]


def _assert_forall(n: AssertForall) -> Parts:
    found: Parts = ["assert forall", *binders(n.binders), " ", *attributes(n.attrs)]
    if n.hypothesis:
        found += [condition(n.hypothesis), " implies "]
    return [*found, condition(n.conclusion), _by(n.prover), " ", n.block]


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
    ArrowField: lambda at, n: [_base(at, n.base), "->", n.name],
    Index: lambda at, n: [_base(at, n.base), "[", n.index, "]"],
    View: lambda at, n: [_base(at, n.base), "@"],
    Try: lambda at, n: [_base(at, n.base, member=True), "?"],
    Await: lambda at, n: [_base(at, n.base, member=True), f"{_dot(n.base)}await"],
    Quantifier: _quantifier,
    Closure: _closure,
    Return: _jump("return"),
    Break: _jump("break"),
    Yield: _jump("yield"),
    LetCondition: _let_condition,
}

RULES: dict[type[Node], Callable[[Any], Parts]] = {
    Literal: lambda n: [n.text + (" " if n.text.endswith(".") else "")],
    Paren: lambda n: ["(", n.inner, ")"],
    Tuple: lambda n: tupled(n.items),
    Array: lambda n: enclosed("[", n.items, "]"),
    Repeat: lambda n: ["[", n.value, "; ", n.length, "]"],
    StructLiteral: _struct_literal,
    FieldValue: _field_value,
    Binder: _binder,
    BlockExpr: _block_expr,
    ProofBlock: lambda n: ["proof ", n.block],
    If: _if,
    IfBranch: lambda n: ["if ", condition(n.condition), " ", n.block],
    Match: _match,
    Arm: _arm,
    Loop: lambda n: [_labelled(n), "loop", *clauses(n.clauses), " ", n.block],
    While: _while,
    For: _for,
    Clause: _clause,
    Continue: lambda n: [f"continue {n.label}" if n.label else "continue"],
    Underscore: lambda _: ["_"],
    Block: _block,
    Let: _let,
    ExprStatement: _expr_statement,
    EmptyStatement: lambda _: [";"],
    ItemStatement: lambda n: [n.item],
    Assert: _assert,
    AssertForall: _assert_forall,
    Assume: lambda n: ["assume(", n.condition, ")"],
    Reveal: lambda n: [n.keyword, *enclosed("(", n.args, ")")],
}

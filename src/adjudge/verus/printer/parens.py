"""Where an expression needs parentheses, so as not to read as something else."""

from __future__ import annotations

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
from adjudge.verus.printer.layout import Operand, Part
from adjudge.verus.syntax import (
    ArrowField,
    Assert,
    Assign,
    Attributed,
    Await,
    Binary,
    BlockExpr,
    Break,
    Bulleted,
    Call,
    Cast,
    Clause,
    Closure,
    Comparison,
    Expr,
    Field,
    For,
    Has,
    IdentPattern,
    Index,
    Is,
    LetCondition,
    Loop,
    Matches,
    MethodCall,
    Node,
    Paren,
    PathPattern,
    Pattern,
    Quantifier,
    Range,
    RangePattern,
    Ref,
    RefPattern,
    Return,
    StructLiteral,
    Try,
    Unary,
    View,
    While,
    Yield,
)

_SPECIAL = {"==>": IMPLY, "<==": EXPLY, "<==>": EQUIV}
# Forms that reach as far to the right as they can.
_JUMPS = (Return, Break, Yield)
_WITH_CLAUSES = (Assert, Closure, For, Loop, While)
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
    if at.no_struct and isinstance(node, _WITH_CLAUSES) and node.clauses:
        return True  # or else its clauses would take in a block and a comma that follow
    if isinstance(node, _GREEDY) or begins_with_dots(node):
        if at.before in _NEVER_BEGIN and isinstance(node, _JUMPS) and node.value is None:
            return False
        return not at.edge or at.power >= POSTFIX
    if power_of(node) < at.power:
        return True
    if isinstance(node, Cast):  # whose type would take what follows for generic arguments
        return at.before in ("<", "<<", "<<=")
    if isinstance(node, Matches):  # whose pattern would take in a range or a block
        return at.before in ("..", "..=") or (at.no_struct and _ends_in_name(node.pattern))
    if isinstance(node, StructLiteral):
        return at.no_struct
    if isinstance(node, Assert) and node.prover and node.block is None:
        return at.no_struct  # or else the block that follows would be its own
    return at.front and isinstance(node, Expr) and ends_itself(node)


def _ends_in_name(pattern: Pattern) -> bool:
    """Whether the last token of a pattern may be a name, which a brace would continue."""
    while True:
        if isinstance(pattern, RefPattern):
            pattern = pattern.inner
        elif isinstance(pattern, IdentPattern) and pattern.subpattern is not None:
            pattern = pattern.subpattern
        else:
            return isinstance(pattern, IdentPattern | PathPattern | RangePattern)


def begins_with_dots(node: Node) -> bool:
    """Whether an expression is a range without beginning."""
    return isinstance(node, Range) and node.low is None


def on_left(at: Operand, node: Node, power: int, op: str = "") -> Operand:
    """An operand before an operator."""
    return Operand(node, power, False, op, at.no_struct, at.front)


def on_right(at: Operand, node: Node, power: int) -> Operand:
    """An operand that ends the expression it belongs to."""
    return Operand(node, power, at.edge, at.before, at.no_struct)


def as_base(at: Operand, node: Node, *, member: bool = False) -> Operand:
    """The operand of a postfix form; `.` and `?` may follow a block-like one anywhere."""
    front = at.front and not (member and _ends_itself(node))
    if member and _is_cut_short(node):
        return Operand(node, 0, True, "", at.no_struct, front)
    return Operand(node, POSTFIX, False, "", at.no_struct, front)


def dot_after(base: Node) -> str:
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


def _ends_itself(node: Node) -> bool:
    """`ends_itself` for any node."""
    return isinstance(node, Expr) and ends_itself(node)


def condition(node: Expr, clauses: tuple[Clause, ...] = ()) -> Operand:
    """An expression before a block, and before clauses if there are any."""
    if clauses and _lacks_end(node):
        node = Paren(node)  # or else the first clause's keyword would be the operand that it lacks
    return Operand(node, no_struct=True)


def _lacks_end(node: Node) -> bool:
    """Whether an expression ends where an optional operand is missing."""
    while True:
        if isinstance(node, Range):
            following: Node | None = node.high
        elif isinstance(node, (*_JUMPS, Assign)):
            following = node.value
        elif isinstance(node, Binary):
            following = node.right
        elif isinstance(node, Quantifier | Closure):
            following = node.body
        elif isinstance(node, Comparison | Bulleted):
            following = (node.operands if isinstance(node, Comparison) else node.items)[-1]
        elif isinstance(node, Unary | Ref):
            following = node.operand
        else:
            return False
        if following is None:
            return True
        node = following


def without_brace(at: Operand) -> Part:
    """An optional expression, which before a block may not begin with a brace."""
    if at.no_struct and isinstance(at.node, Expr) and begins_with_brace(at.node):
        return Paren(at.node)
    return at


def begins_with_brace(node: Node) -> bool:
    """Whether the first token of an expression is `{`."""
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

"""What a quantifier's body demands: its conjuncts, and the bounds they put on variables.

`forall` is handled as the absence of a counterexample, so everything here is about a conjunction
that must hold. Only a conjunct of it can bound a variable: where it fails the whole fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from adjudge.verus.ir import (
    INT,
    Arithmetic,
    Builtin,
    Call,
    Cast,
    Compare,
    Expr,
    If,
    IntType,
    Let,
    Literal,
    Logic,
    Negate,
    Not,
    Quantifier,
    SpecFunction,
    Var,
    Variable,
    View,
    free_variables,
    substitute,
)

_MAX_INLINE = 6


@dataclass
class Conjunct:
    """A part of the conjunction.

    Attributes:
        expr: A condition, or the value of `name`.
        positive: Whether the condition must hold, rather than fail.
        name: For a `let`: its variable.
        needs: The free variables.
    """

    expr: Expr
    positive: bool = True
    name: str | None = None
    needs: frozenset[str] = frozenset()


@dataclass
class Matrix:
    """A conjunction under variables.

    Attributes:
        variables: The variables, those of inner quantifiers of the same kind among them.
        conjuncts: The parts, in an order in which `let`s come before their uses.
    """

    variables: list[Variable]
    conjuncts: list[Conjunct] = field(default_factory=list)


def matrix(variables: Iterable[Variable], body: Expr, *, positive: bool) -> Matrix:
    """The conjunction that a witness must satisfy, or that a counterexample must."""
    made = Matrix(list(variables))
    _collect(body, positive, made)
    return made


def _collect(expr: Expr, positive: bool, out: Matrix) -> None:
    match expr:
        case Not():
            _collect(expr.operand, not positive, out)
        case Logic(op="and") if positive:
            _collect(expr.left, True, out)
            _collect(expr.right, True, out)
        case Logic(op="or") if not positive:
            _collect(expr.left, False, out)
            _collect(expr.right, False, out)
        case Logic(op="implies") if not positive:
            _collect(expr.left, True, out)
            _collect(expr.right, False, out)
        case Let():
            needs = frozenset(free_variables(expr.value))
            out.conjuncts.append(Conjunct(expr.value, True, expr.name, needs))
            _collect(expr.body, positive, out)
        case Quantifier() if expr.universal != positive:
            out.variables.extend(expr.variables)
            _collect(expr.body, positive, out)
        case _:
            needs = frozenset(free_variables(expr))
            out.conjuncts.append(Conjunct(expr, positive, None, needs))


def prenexed(found: Matrix, function: Callable[[str], SpecFunction]) -> Matrix:
    """The conjunction with the variables of functions that say `exists|v| ..` among its own."""
    made = Matrix(list(found.variables))
    for number, conjunct in enumerate(found.conjuncts):
        inner = _called(conjunct, function)
        if inner is None or not inner.variables:
            made.conjuncts.append(conjunct)
            continue
        own = {v.name: Variable(f"{v.name} in {number}", v.type) for v in inner.variables}
        names = {name: Var(v.type, v.name) for name, v in own.items()}
        made.variables.extend(own.values())
        for part in inner.conjuncts:
            expr = substitute(part.expr, names)
            needs = frozenset(free_variables(expr))
            made.conjuncts.append(Conjunct(expr, part.positive, None, needs))
    return made


def _called(conjunct: Conjunct, function: Callable[[str], SpecFunction]) -> Matrix | None:
    """What a called function demands, if it has no `let`s at its top."""
    expr = conjunct.expr
    if not isinstance(expr, Call) or conjunct.name is not None:
        return None
    called = function(expr.function)
    if called.recursive or called.body is None or called.when is not None:
        return None
    values = {p.name: a for p, a in zip(called.params, expr.args, strict=True)}
    inner = matrix((), substitute(called.body, values), positive=conjunct.positive)
    return None if any(c.name is not None for c in inner.conjuncts) else inner


def ready(pending: list[Conjunct], closed: set[str]) -> tuple[list[Conjunct], list[Conjunct]]:
    """The conjuncts whose variables have values, and the others; `closed` are those without."""
    now, later = [], []
    blocked = set(closed)
    for conjunct in pending:
        if conjunct.needs & blocked:
            later.append(conjunct)
            if conjunct.name is not None:
                blocked.add(conjunct.name)
        else:
            now.append(conjunct)
    return now, later


@dataclass(frozen=True)
class Bound:
    """A limit of a variable, as an expression over others.

    Attributes:
        kind: `low` or `high` (both inclusive), `equal`, or `member` of a sequence.
        expr: The limit, or the sequence.
        needs: The variables it rests on.
        source: The conjunct that the limit says all of; None if the conjunct says more.
    """

    kind: str
    expr: Expr
    needs: frozenset[str]
    source: Conjunct | None = None


class Bounds:
    """The bounds that conjuncts put on one variable."""

    def __init__(self, name: str, function: Callable[[str], SpecFunction]) -> None:
        self._name = name
        self._function = function
        self.found: list[Bound] = []

    def read(self, conjunct: Conjunct, lets: dict[str, Expr]) -> None:
        """Take what one conjunct says."""
        if conjunct.name is not None:
            return
        expr = substitute(conjunct.expr, lets) if lets else conjunct.expr
        exact = conjunct if expr is conjunct.expr else None
        self.found.extend(self._of(expr, conjunct.positive, exact, 0))

    def _of(self, expr: Expr, positive: bool, source: Conjunct | None, depth: int) -> list[Bound]:
        match expr:
            case Not():
                return self._of(expr.operand, not positive, source, depth)
            case View():
                return self._of(expr.operand, positive, source, depth)
            case Compare(op="eq") if positive:
                return self._compared(expr.left, expr.right, "eq", source)
            case Compare(op="lt" | "le"):
                left, right, op = expr.left, expr.right, expr.op
                if not positive:
                    left, right, op = right, left, "le" if op == "lt" else "lt"
                return self._compared(left, right, op, source)
            case Builtin(name="seq.contains") if positive:
                return self._member(expr)
            case Logic():
                return self._logic(expr, positive, depth)
            case Let():
                inner = substitute(expr.body, {expr.name: expr.value})
                return self._of(inner, positive, None, depth)
            case If():
                return self._branches(expr, positive, depth)
            case Call() if depth < _MAX_INLINE:
                return self._inlined(expr, positive, depth)
        return []

    def _logic(self, expr: Logic, positive: bool, depth: int) -> list[Bound]:
        left_positive = positive if expr.op != "implies" else not positive
        left = self._of(expr.left, left_positive, None, depth)
        right = self._of(expr.right, positive, None, depth)
        if (expr.op == "and") == positive:
            return left + right
        return _union(left, right)

    def _branches(self, expr: If, positive: bool, depth: int) -> list[Bound]:
        """A condition by cases, one of which is plainly out."""
        for branch, other, holds in (
            (expr.then, expr.orelse, True),
            (expr.orelse, expr.then, False),
        ):
            if isinstance(other, Literal) and other.value is not positive:
                guard = self._of(expr.condition, holds, None, depth)
                return guard + self._of(branch, positive, None, depth)
        return _union(
            self._of(expr.then, positive, None, depth),
            self._of(expr.orelse, positive, None, depth),
        )

    def _inlined(self, expr: Call, positive: bool, depth: int) -> list[Bound]:
        function = self._function(expr.function)
        if function.recursive or function.body is None or function.when is not None:
            return []
        if self._name not in free_variables(expr):
            return []
        values = {p.name: a for p, a in zip(function.params, expr.args, strict=True)}
        body = substitute(function.body, values)
        return self._of(body, positive, None, depth + 1)

    def _member(self, expr: Builtin) -> list[Bound]:
        sequence, item = expr.args
        needs = frozenset(free_variables(sequence))
        if isinstance(item, Var) and item.name == self._name and self._name not in needs:
            return [Bound("member", sequence, needs)]
        return []

    def _compared(self, left: Expr, right: Expr, op: str, source: Conjunct | None) -> list[Bound]:
        """What `left op right` says: `scale * variable + rest <= 0`, or `== 0`."""
        if not isinstance(left.type, IntType) or not isinstance(right.type, IntType):
            return []
        sides: list[Linear] = []
        for side in (left, right):
            sum_ = Linear(self._name)
            if not sum_.add(side, 1):
                return []
            sides.append(sum_)
        if sides[0].squared or sides[1].squared:
            return self._squared(left, right, op)
        scale = sides[0].scale - sides[1].scale
        if scale == 0:
            return []
        rest = sides[0].rest
        terms = [(expr, factor) for expr, factor in rest]
        terms += [(expr, -factor) for expr, factor in sides[1].rest]
        constant = sides[0].constant - sides[1].constant + (1 if op == "lt" else 0)
        sign = -1 if scale > 0 else 1
        limit = _sum(terms, constant, sign)  # what |scale| * variable is bounded by
        size = abs(scale)
        needs = frozenset(free_variables(limit))
        if op == "eq":
            return [Bound("equal", limit, needs, source)] if size == 1 else []
        if scale > 0:
            return [Bound("high", _quotient(limit, size), needs, source)]
        return [Bound("low", _negated(_quotient(_negated(limit), size)), needs, source)]

    def _squared(self, left: Expr, right: Expr, op: str) -> list[Bound]:
        """`x * x <= limit`, `x * x == limit`: at most the limit's size."""
        for square, limit, low_side in ((left, right, True), (right, left, False)):
            if not low_side and op != "eq":
                continue
            needs = frozenset(free_variables(limit))
            if self._name in needs or not isinstance(square, Arithmetic) or square.op != "mul":
                continue
            if all(_strip(s, self._name) for s in (square.left, square.right)):
                root = Builtin(INT, "math.isqrt", (limit,))
                return [Bound("low", _negated(root), needs), Bound("high", root, needs)]
        return []


def _strip(expr: Expr, name: str) -> bool:
    """Whether an expression is a variable, perhaps cast to `int`."""
    while isinstance(expr, View) or (isinstance(expr, Cast) and expr.type == INT):
        expr = expr.operand
    return isinstance(expr, Var) and expr.name == name


def _union(left: list[Bound], right: list[Bound]) -> list[Bound]:
    """What one or the other says: the weaker limit, where both have one."""
    made: list[Bound] = []
    for kind, weaker in (("low", "math.min"), ("high", "math.max")):
        sides = [_limit(side, kind) for side in (left, right)]
        if sides[0] is not None and sides[1] is not None:
            expr = Builtin(INT, weaker, (sides[0], sides[1]))
            made.append(Bound(kind, expr, frozenset(free_variables(expr))))
    return made


def _limit(bounds: list[Bound], kind: str) -> Expr | None:
    found = [b.expr for b in bounds if b.kind in (kind, "equal")]
    if not found:
        return None
    stronger = "math.max" if kind == "low" else "math.min"
    result = found[0]
    for other in found[1:]:
        result = Builtin(INT, stronger, (result, other))
    return result


class Linear:
    """An integer expression as `scale * variable + sum of factor * rest + constant`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.scale = 0
        self.constant = 0
        self.rest: list[tuple[Expr, int]] = []
        self.squared = False

    def add(self, expr: Expr, factor: int) -> bool:
        """Add `factor` times an expression; False if the variable is in it otherwise."""
        match expr:
            case Literal():
                self.constant += factor * int(expr.value)
            case Var(name=self._name):
                self.scale += factor
            case View():
                return self.add(expr.operand, factor)
            case Cast() if expr.type == INT and isinstance(expr.operand.type, IntType):
                return self.add(expr.operand, factor)
            case Negate():
                return self.add(expr.operand, -factor)
            case Arithmetic(op="add" | "sub"):
                sign = 1 if expr.op == "add" else -1
                return self.add(expr.left, factor) and self.add(expr.right, sign * factor)
            case Arithmetic(op="mul", left=Literal(value=value), right=other):
                return self.add(other, factor * int(value))
            case Arithmetic(op="mul", left=other, right=Literal(value=value)):
                return self.add(other, factor * int(value))
            case _:
                if self._name in free_variables(expr):
                    return self._is_square(expr)
                self.rest.append((expr, factor))
        return True

    def _is_square(self, expr: Expr) -> bool:
        if isinstance(expr, Arithmetic) and expr.op == "mul":
            self.squared = _strip(expr.left, self._name) and _strip(expr.right, self._name)
        return self.squared


def derive(variables: list[tuple[str, list[Bound]]]) -> None:
    """Add what bounds through other variables come to: of `0 <= k < l < n`, that `1 <= l`.

    Only where a variable has no limit of its own on a side that another's limit can give it.
    """
    names = {name for name, _ in variables}
    for _ in variables:
        for name, bounds in variables:
            for kind in ("low", "high"):
                through = [b for b in bounds if b.kind == kind]
                if all(b.needs & names for b in through):
                    bounds.extend(_through(name, kind, through, dict(variables), names))


def _through(
    name: str, kind: str, through: list[Bound], variables: dict[str, list[Bound]], names: set[str]
) -> list[Bound]:
    """Limits of a variable that rest on no other one, from those that rest on one."""
    found: list[Bound] = []
    for bound in through:
        inner = bound.needs & names
        if len(inner) != 1:
            continue
        other = next(iter(inner))
        sum_ = Linear(other)
        if other == name or not sum_.add(bound.expr, 1) or abs(sum_.scale) != 1 or sum_.squared:
            continue
        wanted = kind if sum_.scale == 1 else "high" if kind == "low" else "low"
        for limit in variables[other]:
            if limit.kind in (wanted, "equal") and not limit.needs & names:
                expr = substitute(bound.expr, {other: limit.expr})
                found.append(Bound(kind, expr, frozenset(free_variables(expr))))
    return found


def _sum(terms: list[tuple[Expr, int]], constant: int, sign: int) -> Expr:
    """`sign * (sum of factor * term + constant)`."""
    result: Expr | None = None
    for expr, factor in terms:
        factor *= sign
        scaled: Expr = expr
        if abs(factor) != 1:
            scaled = Arithmetic(INT, "mul", expr, Literal(INT, abs(factor)))
        if result is None:
            result = scaled if factor > 0 else _negated(scaled)
        else:
            result = Arithmetic(INT, "add" if factor > 0 else "sub", result, scaled)
    constant *= sign
    if result is None:
        return Literal(INT, constant)
    if constant == 0:
        return result
    op = "add" if constant > 0 else "sub"
    return Arithmetic(INT, op, result, Literal(INT, abs(constant)))


def _negated(expr: Expr) -> Expr:
    if isinstance(expr, Literal):
        return Literal(INT, -expr.value)
    return expr.operand if isinstance(expr, Negate) else Negate(INT, expr)


def _quotient(expr: Expr, by: int) -> Expr:
    if by == 1:
        return expr
    return Arithmetic(INT, "div", expr, Literal(INT, by))

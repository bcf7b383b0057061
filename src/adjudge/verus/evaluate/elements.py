"""What a conjunction demands of every element of a sequence, and of its length.

A search begins with sequences that satisfy such demands instead of all sequences. Only what the
conjunction implies may stand here: `forall|i| 0 <= i < s.len() ==> 0 <= s[i] < n`, that elements
increase from one end's value to the other's, that they are distinct and in a range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from adjudge.verus.evaluate.matrix import Bound, Bounds, Conjunct, matrix
from adjudge.verus.ir import (
    INT,
    Arithmetic,
    Builtin,
    Call,
    Cast,
    Compare,
    Expr,
    IntType,
    Let,
    Literal,
    Quantifier,
    SpecFunction,
    Var,
    Variable,
    View,
    fingerprint,
    free_variables,
    rebuild,
    substitute,
    walk,
)

_MAX_INLINE = 6
_MAX_LETS = 12


@dataclass
class Demands:
    """What a conjunction demands of one sequence; bounds are inclusive, the strictest unknown.

    Attributes:
        low, high: Limits of all elements.
        shortest, longest: Limits of the length.
        distinct: Whether no two elements are equal.
        sorted: Whether each element is at most the next.
    """

    low: list[Expr] = field(default_factory=list)
    high: list[Expr] = field(default_factory=list)
    shortest: list[Expr] = field(default_factory=list)
    longest: list[Expr] = field(default_factory=list)
    distinct: bool = False
    sorted: bool = False


def demands(
    variable: Variable,
    body: Expr,
    *,
    positive: bool,
    free: set[str],
    function: Callable[[str], SpecFunction],
) -> Demands:
    """What holds of a sequence wherever the body holds, or fails if `positive` is not set.

    Args:
        variable: The sequence, of integers.
        body: The body of its quantifier.
        positive: Whether the body must hold.
        free: The variables on which limits may rest: those that the quantifier does not bind.
        function: Specification functions by their keys.
    """
    found = Demands()
    s = Sequence(variable.name)
    conjuncts = list(flat(matrix((), expanded(body), positive=positive).conjuncts, function, 0))
    for conjunct in conjuncts:
        _read_length(conjunct, s, found, function)
    ends = _ends(conjuncts, s, found)
    s = replace(s, sizes=tuple(_sizes(found)))
    for conjunct in conjuncts:
        if isinstance(conjunct.expr, Quantifier) and conjunct.expr.universal == conjunct.positive:
            _read_elements(conjunct, s, found, function)
            _read_chain(conjunct, s, ends, found, function)
    if found.distinct:
        found.longest += [_count(low, high) for low in found.low for high in found.high]
    for name in ("low", "high", "shortest", "longest"):
        limits = [e for e in getattr(found, name) if set(free_variables(e)) <= free]
        setattr(found, name, limits)
    return found


@dataclass(frozen=True)
class Sequence:
    """The sequence under study: how its elements and its length look in expressions.

    Attributes:
        name: Its variable.
        sizes: Variables that are its length and a constant, with the constant.
    """

    name: str
    sizes: tuple[tuple[str, int], ...] = ()

    def index(self, expr: Expr) -> Expr | None:
        """The index of which an expression is the element."""
        expr = bare(expr)
        if isinstance(expr, Builtin) and self.is_it(expr.args[0] if expr.args else None):
            if expr.name == "seq.index":
                return expr.args[1]
            if expr.name == "seq.first":
                return Literal(INT, 0)
            if expr.name == "seq.last":
                return Arithmetic(INT, "sub", self.length(expr.args[0]), Literal(INT, 1))
        return None

    def is_it(self, expr: Expr | None) -> bool:
        """Whether an expression is the sequence."""
        if expr is None:
            return False
        expr = bare(expr)
        return isinstance(expr, Var) and expr.name == self.name

    def length(self, s: Expr) -> Expr:
        """Its length."""
        return Builtin(INT, "seq.len", (s,))

    def without(self, expr: Expr, size: str) -> Expr:
        """The expression with a variable for the length."""
        if isinstance(expr, Builtin) and expr.name == "seq.len" and self.is_it(expr.args[0]):
            return Var(INT, size)
        return rebuild(expr, lambda child: self.without(child, size))


def expanded(expr: Expr) -> Expr:
    """An expression without `let`s, such as `a <= b < c` has one for `b`, if they are few."""
    if sum(isinstance(node, Let) for node in walk(expr)) > _MAX_LETS:
        return expr
    return _without_lets(expr)


def _without_lets(expr: Expr) -> Expr:
    changed = rebuild(expr, _without_lets)
    if isinstance(changed, Let):
        return substitute(changed.body, {changed.name: changed.value})
    return changed


def bare(expr: Expr) -> Expr:
    """An expression without changes of type that keep integers and sequences the same."""
    while isinstance(expr, View):
        expr = expr.operand
    return expr


def flat(
    conjuncts: list[Conjunct], function: Callable[[str], SpecFunction], depth: int
) -> Iterator[Conjunct]:
    """The conjuncts, those of called functions among them."""
    for conjunct in conjuncts:
        called = _body(conjunct.expr, function) if depth < _MAX_INLINE else None
        if called is None:
            yield conjunct
        else:
            inner = matrix((), expanded(called), positive=conjunct.positive)
            if not inner.variables:
                yield from flat(inner.conjuncts, function, depth + 1)


def _body(expr: Expr, function: Callable[[str], SpecFunction]) -> Expr | None:
    """What a called function says of its arguments."""
    if not isinstance(expr, Call):
        return None
    called = function(expr.function)
    if called.recursive or called.body is None or called.when is not None:
        return None
    return substitute(
        called.body, {p.name: a for p, a in zip(called.params, expr.args, strict=True)}
    )


def _read_length(
    conjunct: Conjunct, s: Sequence, out: Demands, function: Callable[[str], SpecFunction]
) -> None:
    """Limits of the length that a condition states."""
    if s.name not in conjunct.needs or isinstance(conjunct.expr, Quantifier):
        return
    expr = s.without(conjunct.expr, SIZE)
    for bound in _bounds(SIZE, expr, conjunct.positive, function):
        if s.name not in bound.needs:
            if bound.kind in ("low", "equal"):
                out.shortest.append(bound.expr)
            if bound.kind in ("high", "equal"):
                out.longest.append(bound.expr)


def _sizes(known: Demands) -> Iterator[tuple[str, int]]:
    """Variables of which the length is the sum with a constant, with that constant's opposite."""
    for expr in known.shortest:
        sum_ = coefficients(expr, Literal(INT, 0)) or {}
        constant = sum_.pop(None, 0)
        if any(expr is other for other in known.longest) and list(sum_.values()) == [1]:
            yield str(next(iter(sum_))), -constant


def _bounds(
    name: str, expr: Expr, positive: bool, function: Callable[[str], SpecFunction]
) -> list[Bound]:
    reader = Bounds(name, function)
    reader.read(Conjunct(expr, positive), {})
    return reader.found


SIZE = "the length"
_ITEM = "the element"


def _over_all(conjunct: Conjunct, s: Sequence, fewer: int) -> tuple[list[str], list[Conjunct]]:
    """The index variables and conclusion of `forall|i| 0 <= i < s.len() - fewer ==> conclusion`.

    With two variables, of `forall|i, j| 0 <= i < j < s.len() ==> conclusion`. The conclusion comes
    as conjuncts that hold for all such indices; there are none if the condition is another one.
    """
    quantifier = conjunct.expr
    assert isinstance(quantifier, Quantifier)
    inner = matrix(quantifier.variables, quantifier.body, positive=not conjunct.positive)
    names = [v.name for v in inner.variables]
    if len(names) > 2 or any(c.name is not None for c in inner.conjuncts):
        return names, []
    others = [
        c for c in inner.conjuncts if not _is_met(c, names, fewer if len(names) == 1 else 0, s)
    ]
    if len(others) != 1:
        return names, []
    holds = matrix((), others[0].expr, positive=not others[0].positive)
    return names, [] if holds.variables else holds.conjuncts


def _is_met(part: Conjunct, names: list[str], fewer: int, s: Sequence) -> bool:
    """Whether a condition on indices is met by all that `_over_all` speaks of."""
    expr = s.without(part.expr, SIZE)
    if not isinstance(expr, Compare):
        return False
    if expr.op == "eq":  # `i != j`
        sides = {side.name for side in (bare(expr.left), bare(expr.right)) if isinstance(side, Var)}
        return not part.positive and len(names) == 2 and sides == set(names)
    left, right, op = expr.left, expr.right, expr.op
    if not part.positive:
        left, right, op = right, left, "le" if op == "lt" else "lt"
    sum_ = coefficients(left, right)
    if sum_ is None:
        return False
    for name, more in s.sizes:
        factor = sum_.pop(name, 0)
        sum_[SIZE] = sum_.get(SIZE, 0) + factor
        sum_[None] = sum_.get(None, 0) + factor * more
    constant = sum_.pop(None, 0) + (1 if op == "lt" else 0)  # the sum must be at most 0
    terms = {name: factor for name, factor in sum_.items() if factor}
    if set(terms) <= set(names) and list(terms.values()) == [-1]:  # `0 <= i`
        return constant <= 0
    if len(names) == 2 and terms == {names[0]: 1, names[1]: -1}:  # `i < j`
        return constant <= 1
    highs = [{name: 1, SIZE: -1} for name in names]
    return terms in highs and constant <= fewer + 1  # `i < s.len() - fewer`


def coefficients(left: Expr, right: Expr) -> dict[str | None, int] | None:
    """The coefficients of `left - right`, the constant's under None; None if it is no plain sum."""
    sum_: dict[str | None, int] = {}
    pending = [(left, 1), (right, -1)]
    while pending:
        expr, factor = pending.pop()
        match expr:
            case Literal():
                sum_[None] = sum_.get(None, 0) + factor * int(expr.value)
            case Var():
                sum_[expr.name] = sum_.get(expr.name, 0) + factor
            case View():
                pending.append((expr.operand, factor))
            case Cast() if expr.type == INT and isinstance(expr.operand.type, IntType):
                pending.append((expr.operand, factor))
            case Arithmetic(op="add" | "sub"):
                sign = 1 if expr.op == "add" else -1
                pending += [(expr.left, factor), (expr.right, sign * factor)]
            case _:
                return None
    return {name: factor for name, factor in sum_.items() if factor}


def _read_elements(
    conjunct: Conjunct, s: Sequence, out: Demands, function: Callable[[str], SpecFunction]
) -> None:
    """Limits that all elements have."""
    names, holds = _over_all(conjunct, s, 0)
    if len(names) != 1:
        return
    for part in flat(holds, function, 0):
        expr = with_element(part.expr, s, {names[0]: 0}, 0)
        for bound in _bounds(_ITEM, expr, part.positive, function):
            if not bound.needs & {names[0], s.name}:
                if bound.kind in ("low", "equal"):
                    out.low.append(bound.expr)
                if bound.kind in ("high", "equal"):
                    out.high.append(bound.expr)


def with_element(
    expr: Expr, s: Sequence, names: dict[str, int], offset: int, item: str = _ITEM
) -> Expr:
    """The expression with a variable for the element at an index and a constant after it."""
    index = s.index(expr)
    if index is not None:
        sum_ = coefficients(index, Literal(INT, 0)) or {}
        constant = sum_.pop(None, 0)
        terms = {name: factor for name, factor in sum_.items() if factor}
        if len(terms) == 1 and list(terms.values()) == [1]:
            name = next(iter(terms))
            if name in names and names[name] + constant == offset:
                return Var(expr.type, item)
    return rebuild(expr, lambda child: with_element(child, s, names, offset, item))


def _read_chain(
    conjunct: Conjunct,
    s: Sequence,
    ends: dict[str, Expr],
    out: Demands,
    function: Callable[[str], SpecFunction],
) -> None:
    """That elements increase or decrease, strictly or not, or are distinct."""
    names, holds = _over_all(conjunct, s, 1)
    if not names:
        return
    places = {names[0]: 0} if len(names) == 1 else {names[0]: 0, names[1]: 1}
    for part in flat(holds, function, 0):
        if not isinstance(part.expr, Compare):
            continue
        left, right, op = part.expr.left, part.expr.right, part.expr.op
        if op == "eq":
            apart = {_place(left, s, places), _place(right, s, places)} == {0, 1}
            out.distinct |= apart and not part.positive and len(names) == 2
            continue
        if not part.positive:
            left, right, op = right, left, "le" if op == "lt" else "lt"
        _read_order(left, right, op == "lt", s, places, ends, out)


def _place(expr: Expr, s: Sequence, places: dict[str, int]) -> int | None:
    """Whether an expression is the earlier or the later of two elements."""
    for offset in (0, 1):
        changed = bare(with_element(expr, s, places, offset))
        if isinstance(changed, Var) and changed.name == _ITEM:
            return offset
    return None


def _read_order(
    left: Expr,
    right: Expr,
    strict: bool,
    s: Sequence,
    places: dict[str, int],
    ends: dict[str, Expr],
    out: Demands,
) -> None:
    """What `left < right` or `left <= right` says, of elements or of one function of them."""
    for first, second, up in ((0, 1, True), (1, 0, False)):
        one = with_element(left, s, places, first)
        other = with_element(right, s, places, second)
        open_ = {s.name, *places}
        if open_ & set(free_variables(one)) or open_ & set(free_variables(other)):
            continue
        if _ITEM not in free_variables(one) or fingerprint(one) != fingerprint(other):
            continue
        out.distinct |= strict
        out.sorted |= up and isinstance(bare(one), Var)
        if isinstance(bare(one), Var) and {"first", "last"} <= set(ends):
            low, high = (ends["first"], ends["last"]) if up else (ends["last"], ends["first"])
            out.low.append(low)
            out.high.append(high)
            if strict:
                out.longest.append(_count(low, high))


def _count(low: Expr, high: Expr) -> Expr:
    """How many integers there are from one to another."""
    size = Arithmetic(INT, "add", Arithmetic(INT, "sub", high, low), Literal(INT, 1))
    return Builtin(INT, "math.max", (size, Literal(INT, 0)))


def _ends(conjuncts: list[Conjunct], s: Sequence, known: Demands) -> dict[str, Expr]:
    """What the first and the last element are said to be."""
    found: dict[str, Expr] = {}
    for conjunct in conjuncts:
        expr = conjunct.expr
        if not isinstance(expr, Compare) or expr.op != "eq" or not conjunct.positive:
            continue
        for side, value in ((expr.left, expr.right), (expr.right, expr.left)):
            index = s.index(side)
            if index is None or s.name in free_variables(value):
                continue
            plain = s.without(index, SIZE)
            lengths = [e for e in known.shortest if any(e is other for other in known.longest)]
            if _differs(plain, Literal(INT, 0), 0):
                found["first"] = value
            if any(_differs(plain, e, -1) for e in (Var(INT, SIZE), *lengths)):
                found["last"] = value
    return found


def _differs(one: Expr, other: Expr, by: int) -> bool:
    """Whether two sums are plainly a constant apart."""
    sum_ = coefficients(one, other)
    if sum_ is None:
        return False
    return {name: f for name, f in sum_.items() if f} == ({None: by} if by else {})

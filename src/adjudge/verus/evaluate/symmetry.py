"""Whether the order of a sequence's elements matters to a condition.

Where it does not, a search need look at sorted sequences only: if any sequence satisfies the
condition, so does the one with the same elements in order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from adjudge.verus.evaluate.elements import (
    SIZE,
    Sequence,
    bare,
    coefficients,
    expanded,
    with_element,
)
from adjudge.verus.evaluate.matrix import Conjunct, matrix
from adjudge.verus.ir import (
    INT,
    NAT,
    Arithmetic,
    Builtin,
    Call,
    Cast,
    Compare,
    Expr,
    If,
    Lambda,
    Literal,
    Quantifier,
    SpecFunction,
    Var,
    children,
    free_variables,
    rebuild,
    substitute,
    walk,
)

_MAX_INLINE = 6
_WHOLE = frozenset({"seq.len", "seq.to_multiset", "seq.to_set", "seq.contains"})
_WHOLE |= {"seq.no_duplicates"}

Functions: TypeAlias = "Callable[[str], SpecFunction]"
_Terms: TypeAlias = "dict[str | None, int]"


def is_symmetric(name: str, body: Expr, function: Functions) -> bool:
    """Whether a condition has one truth value for all orders of a sequence's elements."""
    return _Check(name, function).holds(expanded(body), 0)


class _Check:
    def __init__(self, name: str, function: Functions) -> None:
        self._s = Sequence(name)
        self._function = function

    def holds(self, expr: Expr, depth: int) -> bool:
        """Whether an expression has one value for all orders."""
        if self._s.name not in free_variables(expr):
            return True
        if isinstance(expr, Var | Lambda):
            return False
        if isinstance(expr, Builtin) and expr.args and self._s.is_it(expr.args[0]):
            return expr.name in _WHOLE and all(self.holds(arg, depth) for arg in expr.args[1:])
        if isinstance(expr, Quantifier) and self._by_elements(expr):
            return True
        if isinstance(expr, Call):
            return self._called(expr, depth)
        return all(self.holds(child, depth) for child in children(expr))

    def _called(self, expr: Call, depth: int) -> bool:
        function = self._function(expr.function)
        if function.body is None or function.when is not None or depth > _MAX_INLINE:
            return False
        if function.recursive:
            return self._is_fold(expr, function)
        values = {p.name: a for p, a in zip(function.params, expr.args, strict=True)}
        return self.holds(expanded(substitute(function.body, values)), depth + 1)

    def _by_elements(self, expr: Quantifier) -> bool:
        """Whether a quantifier is over all elements, or all pairs of them, without their places."""
        inner = matrix(expr.variables, expr.body, positive=not expr.universal)
        names = [v.name for v in inner.variables]
        if len(names) > 2 or any(v.type not in (INT, NAT) for v in inner.variables):
            return False
        if any(c.name is not None for c in inner.conjuncts):
            return False
        places: list[_Terms] = []
        others: list[Conjunct] = []
        for conjunct in inner.conjuncts:
            terms = _terms(conjunct, self._s)
            if terms is not None and set(terms) <= {*names, SIZE, None}:
                places.append(terms)
            else:
                others.append(conjunct)
        pair = _pair(places, names)
        if pair is None:
            return False
        return all(self._ignores_places(c, names, ordered=pair) for c in others)

    def _ignores_places(self, conjunct: Conjunct, names: list[str], *, ordered: bool) -> bool:
        expr = with_element(conjunct.expr, self._s, {names[0]: 0}, 0, "one")
        if len(names) == 2:
            expr = with_element(expr, self._s, {names[1]: 0}, 0, "other")
        if {self._s.name, *names} & set(free_variables(expr)):
            return False
        if not ordered:
            return True
        if not isinstance(expr, Compare) or expr.op != "eq":
            return False
        sides = [bare(expr.left), bare(expr.right)]
        return {s.name for s in sides if isinstance(s, Var)} == {"one", "other"}

    def _is_fold(self, expr: Call, function: SpecFunction) -> bool:
        """Whether a call adds or multiplies up something of each element."""
        given = [i for i, arg in enumerate(expr.args) if self._s.is_it(arg)]
        if len(given) != 1:
            return False
        others = [
            i
            for i, arg in enumerate(expr.args)
            if i != given[0] and self._s.name in free_variables(arg)
        ]
        fold = _Fold(function, given[0])
        if not others and fold.takes_ends():
            return True
        for i, arg in enumerate(expr.args):
            if i == given[0] or set(others) - {i}:
                continue
            terms = coefficients(self._s.without(arg, SIZE), Literal(INT, 0))
            if terms == {SIZE: 1} and fold.counts_down(i):
                return True
            if terms == {} and fold.counts_up(i):
                return True
        return False


def _terms(conjunct: Conjunct, s: Sequence) -> _Terms | None:
    """A comparison as a sum that is at most 0; `i != j` as one under the key `None` alone."""
    expr = conjunct.expr
    if not isinstance(expr, Compare):
        return None
    left, right = s.without(expr.left, SIZE), s.without(expr.right, SIZE)
    if expr.op == "eq":
        sum_ = coefficients(left, right)
        apart = not conjunct.positive and sum_ is not None and sorted(sum_.values()) == [-1, 1]
        return {None: 0} if apart and SIZE not in (sum_ or {}) else None
    strict = (expr.op == "lt") == conjunct.positive
    sum_ = coefficients(left, right) if conjunct.positive else coefficients(right, left)
    if sum_ is not None and strict:
        sum_[None] = sum_.get(None, 0) + 1
    return sum_ and {name: f for name, f in sum_.items() if f}


def _pair(places: list[_Terms], names: list[str]) -> bool | None:
    """Whether conditions say `i < j` of two places; None if they are not about all of them."""
    left = list(places)

    def take(wanted: _Terms) -> bool:
        found = [p for p in left if p == wanted]
        for p in found:
            left.remove(p)
        return bool(found)

    ordered = len(names) == 2 and take({names[0]: 1, names[1]: -1, None: 1})
    apart = take({None: 0})
    low = [take({name: -1}) for name in names]
    high = [take({name: 1, SIZE: -1, None: 1}) for name in names]
    complete = (low[0] and high[1]) if ordered else all(low) and all(high)
    if left or not complete or (apart and len(names) != 2):
        return None
    return ordered


class _Fold:
    """A recursive function under study: `base`, or `element op itself of the rest`."""

    def __init__(self, function: SpecFunction, place: int) -> None:
        self._function = function
        self._place = place
        self._s = Sequence(function.params[place].name)

    def takes_ends(self) -> bool:
        """Whether it takes the first or the last element off until none is left."""
        last: _Terms = {SIZE: 1, None: -1}
        return self._matches(
            {SIZE: 1}, {}, {self._place: lambda s: self._slices(s, 1, 0)}
        ) or self._matches({SIZE: 1}, last, {self._place: lambda s: self._slices(s, 0, 1)})

    def counts_down(self, i: int) -> bool:
        """Whether it goes down from the length of a prefix to 0."""
        n = self._function.params[i].name
        return self._matches({n: 1}, {n: 1, None: -1}, {i: lambda e: _is(e, {n: 1, None: -1})})

    def counts_up(self, i: int) -> bool:
        """Whether it goes up from an index to the length."""
        n = self._function.params[i].name
        return self._matches({SIZE: 1, n: -1}, {n: 1}, {i: lambda e: _is(e, {n: 1, None: 1})})

    def _matches(
        self,
        left: _Terms,
        item: _Terms,
        changes: dict[int, Callable[[Expr], bool]],
    ) -> bool:
        """Whether the body is: nothing left, then a base; else the item's and the rest's value."""
        body = bare(expanded(self._function.body)) if self._function.body is not None else None
        if not isinstance(body, If):
            return False
        branch = self._is_done(body.condition, left)
        if branch is None:
            return False
        base, step = (body.then, body.orelse) if branch else (body.orelse, body.then)
        moving = {self._s.name, *(self._function.params[i].name for i in changes)}
        step = bare(step)
        if moving & set(free_variables(base)) or not isinstance(step, Arithmetic):
            return False
        if step.op not in ("add", "mul"):
            return False
        for own, other in ((step.left, step.right), (step.right, step.left)):
            if self._is_rest(bare(own), changes):
                value = self._without_item(other, item)
                return not moving & set(free_variables(value)) and not self._calls_itself(value)
        return False

    def _is_done(self, condition: Expr, left: _Terms) -> bool | None:
        """Whether a condition says that nothing is left (True) or that something is (False)."""
        terms = _terms(Conjunct(condition, True), self._s)
        if isinstance(condition, Compare) and condition.op == "eq":
            sides = [self._s.without(side, SIZE) for side in (condition.left, condition.right)]
            terms = coefficients(*sides)
            return True if terms == left and left == {SIZE: 1} else None
        if terms == left:
            return True
        if terms == {**{name: -f for name, f in left.items()}, None: 1}:
            return False
        return None

    def _is_rest(self, expr: Expr, changes: dict[int, Callable[[Expr], bool]]) -> bool:
        while isinstance(expr, Cast) and expr.type == INT:
            expr = bare(expr.operand)
        if not isinstance(expr, Call) or expr.function != self._function.key:
            return False
        for i, (param, arg) in enumerate(zip(self._function.params, expr.args, strict=True)):
            if i in changes:
                if not changes[i](arg):
                    return False
            elif not (isinstance(bare(arg), Var) and bare(arg).name == param.name):  # type: ignore[attr-defined]
                return False
        return True

    def _slices(self, expr: Expr, front: int, back: int) -> bool:
        """Whether an expression is the sequence without elements at its ends."""
        expr = bare(expr)
        if not isinstance(expr, Builtin) or not expr.args or not self._s.is_it(expr.args[0]):
            return False
        if expr.name in ("seq.drop_first", "seq.drop_last"):
            return (front, back) == ((1, 0) if expr.name == "seq.drop_first" else (0, 1))
        bounds = [self._s.without(arg, SIZE) for arg in expr.args[1:]]
        low: _Terms = {None: front} if front else {}
        high: _Terms = {SIZE: 1, None: -back} if back else {SIZE: 1}
        if expr.name == "seq.subrange":
            return _is(bounds[0], low) and _is(bounds[1], high)
        if expr.name == "seq.take":
            return front == 0 and _is(bounds[0], high)
        return expr.name == "seq.skip" and back == 0 and _is(bounds[0], low)

    def _without_item(self, expr: Expr, item: _Terms) -> Expr:
        """The expression with a variable for the element that is taken."""
        wanted = {name: f for name, f in item.items() if f}

        def change(node: Expr) -> Expr:
            index = self._s.index(node)
            if index is not None and _is(self._s.without(index, SIZE), wanted):
                return Var(node.type, "one")
            return rebuild(node, change)

        return change(expr)

    def _calls_itself(self, expr: Expr) -> bool:
        key = self._function.key
        return any(isinstance(node, Call) and node.function == key for node in walk(expr))


def _is(expr: Expr, wanted: _Terms) -> bool:
    return coefficients(expr, Literal(INT, 0)) == wanted

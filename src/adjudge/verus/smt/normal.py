"""Normal forms of conditions: two spellings of one condition often share theirs.

Calls are inlined, negations stand at comparisons, comparisons of integers are linear with the
terms in order, conjunctions are flat, `forall` is split over them. What changes the meaning in
no case is dropped: views, casts that keep every value.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce

from adjudge.verus.ir import (
    BOOL,
    INT,
    NAT,
    Arithmetic,
    BoolType,
    Builtin,
    Call,
    Cast,
    Choose,
    Compare,
    Expr,
    If,
    IntType,
    Lambda,
    Let,
    Literal,
    Logic,
    Negate,
    Not,
    Quantifier,
    SeqType,
    SpecFunction,
    Unspecified,
    Var,
    Variable,
    View,
    bounds,
    free_variables,
    is_integral,
    rebuild,
    substitute,
    walk,
)
from adjudge.verus.smt.shape import shape

_MAX_NODES = 20_000


class TooLarge(Exception):
    """Inlining made an expression of too many nodes."""


def conjuncts(conditions: Iterable[Expr], functions: Mapping[str, SpecFunction]) -> list[Expr]:
    """The conditions as a list of smaller ones that mean the same together.

    Raises:
        TooLarge: They are too large to be written out.
    """
    normalizer = _Normalizer(functions)
    found: dict[str, Expr] = {}
    for condition in conditions:
        for part in normalizer.parts(condition):
            found.setdefault(key(part), part)
    return list(found.values())


def normalized(expr: Expr) -> Expr:
    """A term or condition with its comparisons and sums in order; calls are left alone."""
    return _Normalizer({}).normal(expr) if isinstance(expr.type, BoolType) else _tidy(expr)


def linear(left: Expr, right: Expr) -> tuple[list[tuple[int, Expr]], int]:
    """`left - right` as terms with factors, and a constant."""
    total, constant = _linear(left, 1)
    other, more = _linear(right, -1)
    for text, (factor, term) in other.items():
        total[text] = (total.get(text, (0, term))[0] + factor, term)
    return [(factor, term) for factor, term in total.values() if factor], constant + more


def key(expr: Expr) -> str:
    """A text that conditions share only if they mean the same; free variables keep their names."""
    free = frozenset(free_variables(expr))
    return shape(expr, free)[0]


class _Normalizer:
    def __init__(self, functions: Mapping[str, SpecFunction]) -> None:
        self._functions = functions
        self._nodes = 0
        self._fresh = 0

    def parts(self, expr: Expr) -> list[Expr]:
        return _split(self._positive(self.plain(expr)))

    def normal(self, expr: Expr) -> Expr:
        """In negation normal form; calls are left alone."""
        return self._positive(expr)

    def plain(self, expr: Expr) -> Expr:
        """Without `let`, calls of functions that are not recursive, and idle casts and views."""
        self._nodes += 1
        if self._nodes > _MAX_NODES:
            raise TooLarge
        match expr:
            case Let():
                return self.plain(substitute(expr.body, {expr.name: self.plain(expr.value)}))
            case Unspecified():
                return replace(expr)
            case Call():
                return self._call(expr)
            case Cast():
                return self._cast(expr)
            case View():
                operand = self.plain(expr.operand)
                return operand if operand.type == expr.type else replace(expr, operand=operand)
            case Builtin():
                return self._builtin(expr)
            case Quantifier() | Choose() | Lambda():
                return self._binder(expr)
        return rebuild(expr, self.plain)

    def _call(self, expr: Call) -> Expr:
        function = self._functions.get(expr.function)
        args = tuple(map(self.plain, expr.args))
        if function is None or function.body is None or function.recursive or function.when:
            return replace(expr, args=args)
        values = {
            p.name: a if a.type == p.type else View(p.type, a)
            for p, a in zip(function.params, args, strict=True)
        }
        return self.plain(substitute(function.body, values))

    def _cast(self, expr: Cast) -> Expr:
        operand = self.plain(expr.operand)
        if not (is_integral(operand.type) and isinstance(expr.type, IntType)):
            return replace(expr, operand=operand)
        low, high = bounds(expr.type)
        own_low, own_high = bounds(operand.type)
        fits_low = low is None or (own_low is not None and own_low >= low)
        fits_high = high is None or (own_high is not None and own_high <= high)
        # The elements of a sequence of `char` may lie outside the range of `char`.
        if fits_low and fits_high and (isinstance(operand.type, IntType) or expr.type == INT):
            return operand
        return replace(expr, operand=operand)

    def _builtin(self, expr: Builtin) -> Expr:
        args = list(map(self.plain, expr.args))
        if expr.name.startswith("seq.") and args and isinstance(args[0].type, SeqType):
            receiver = args[0].type
            if receiver.exec:
                args[0] = View(SeqType(receiver.item), args[0])
        name, type_ = expr.name, expr.type
        if name == "seq.len":
            return Builtin(NAT, name, (args[0],), span=expr.span)
        if name == "seq.first":
            name, args = "seq.index", [args[0], _number(0)]
        elif name == "seq.last":
            length = Builtin(NAT, "seq.len", (args[0],))
            name, args = "seq.index", [args[0], Arithmetic(INT, "sub", length, _number(1))]
        elif name == "seq.contains":
            return self.plain(self._contains(args[0], args[1]))
        elif name == "seq.no_duplicates":
            return self.plain(self._no_duplicates(args[0]))
        return Builtin(type_, name, tuple(args), span=expr.span)

    def _index(self, s: Expr, variable: Variable) -> Expr:
        assert isinstance(s.type, SeqType)
        return Builtin(s.type.item, "seq.index", (s, Var(INT, variable.name)))

    def _variable(self, hint: str) -> Variable:
        self._fresh += 1
        return Variable(f"{hint}#{self._fresh}", INT)

    def _inside(self, variable: Variable, s: Expr) -> list[Expr]:
        i = Var(INT, variable.name)
        length = Builtin(NAT, "seq.len", (s,))
        return [Compare(BOOL, "le", _number(0), i), Compare(BOOL, "lt", i, length)]

    def _contains(self, s: Expr, x: Expr) -> Expr:
        i = self._variable("i")
        equal = Compare(BOOL, "eq", self._index(s, i), x)
        return Quantifier(BOOL, False, (i,), _all([*self._inside(i, s), equal]))

    def _no_duplicates(self, s: Expr) -> Expr:
        i, j = self._variable("i"), self._variable("j")
        order = Compare(BOOL, "lt", Var(INT, i.name), Var(INT, j.name))
        guard = _all([self._inside(i, s)[0], order, self._inside(j, s)[1]])
        equal = Compare(BOOL, "eq", self._index(s, i), self._index(s, j))
        return Quantifier(BOOL, True, (i, j), Logic(BOOL, "implies", guard, Not(BOOL, equal)))

    def _binder(self, expr: Quantifier | Choose | Lambda) -> Expr:
        """Bound variables get new names: a body that was inlined twice binds different ones."""
        old = expr.params if isinstance(expr, Lambda) else expr.variables
        new: list[Variable] = []
        for variable in old:
            self._fresh += 1
            new.append(Variable(f"{variable.name.partition('#')[0]}#{self._fresh}", variable.type))
        names = {o.name: Var(n.type, n.name) for o, n in zip(old, new, strict=True)}
        body = self.plain(substitute(expr.body, names))
        if isinstance(expr, Lambda):
            return replace(expr, params=tuple(new), body=body)
        return replace(expr, variables=tuple(new), body=body)

    def _positive(self, expr: Expr) -> Expr:
        """In negation normal form."""
        match expr:
            case Not():
                return self._negative(expr.operand)
            case Logic(op="implies"):
                left, right = self._negative(expr.left), self._positive(expr.right)
                return Logic(BOOL, "or", left, right)
            case Logic():
                left, right = self._positive(expr.left), self._positive(expr.right)
                return Logic(BOOL, expr.op, left, right)
            case If() if isinstance(expr.type, BoolType):
                then = Logic(BOOL, "or", self._negative(expr.condition), self._positive(expr.then))
                other = Logic(
                    BOOL, "or", self._positive(expr.condition), self._positive(expr.orelse)
                )
                return Logic(BOOL, "and", then, other)
            case Quantifier():
                return _quantified(expr.universal, expr.variables, self._positive(expr.body))
            case Compare():
                return _compare(expr, positive=True)
        return expr

    def _negative(self, expr: Expr) -> Expr:
        match expr:
            case Not():
                return self._positive(expr.operand)
            case Literal():
                return Literal(BOOL, not expr.value)
            case Logic(op="implies"):
                left, right = self._positive(expr.left), self._negative(expr.right)
                return Logic(BOOL, "and", left, right)
            case Logic():
                op = "or" if expr.op == "and" else "and"
                left, right = self._negative(expr.left), self._negative(expr.right)
                return Logic(BOOL, op, left, right)
            case If() if isinstance(expr.type, BoolType):
                return self._positive(
                    replace(expr, then=Not(BOOL, expr.then), orelse=Not(BOOL, expr.orelse))
                )
            case Quantifier():
                return _quantified(not expr.universal, expr.variables, self._negative(expr.body))
            case Compare():
                return _compare(expr, positive=False)
        return Not(BOOL, expr)


def _number(value: int) -> Literal:
    return Literal(INT, value)


def _all(parts: list[Expr]) -> Expr:
    return reduce(lambda a, b: Logic(BOOL, "and", a, b), parts)


def _any(parts: list[Expr]) -> Expr:
    return reduce(lambda a, b: Logic(BOOL, "or", a, b), parts)


def _quantified(universal: bool, variables: tuple[Variable, ...], body: Expr) -> Expr:
    if isinstance(body, Quantifier) and body.universal == universal:
        variables, body = (*variables, *body.variables), body.body
    return Quantifier(BOOL, universal, variables, body)


def _flat(expr: Expr, op: str) -> list[Expr]:
    if isinstance(expr, Logic) and expr.op == op:
        return [*_flat(expr.left, op), *_flat(expr.right, op)]
    return [expr]


def _split(expr: Expr) -> list[Expr]:
    """The conjuncts of a condition in negation normal form, each in order."""
    if isinstance(expr, Logic) and expr.op == "and":
        return [*_split(expr.left), *_split(expr.right)]
    if isinstance(expr, Quantifier) and expr.universal:
        return [_forall(expr.variables, part) for part in _split(expr.body)]
    if isinstance(expr, Logic) and expr.op == "or":
        return _distributed(expr)
    if isinstance(expr, Literal) and expr.value is True:
        return []
    return [_ordered(expr)]


def _distributed(expr: Expr) -> list[Expr]:
    """`a || (b && c)` as `a || b` and `a || c`, as long as only one part is a conjunction.

    A `forall` among the parts takes the others into its scope: names are unique.
    """
    options = _flat(expr, "or")
    for i, option in enumerate(options):
        others = options[:i] + options[i + 1 :]
        if isinstance(option, Quantifier) and option.universal:
            inside = _any([*others, *_flat(option.body, "or")])
            return _split(Quantifier(BOOL, True, option.variables, inside))
    pieces = [_split(option) for option in options]
    several = [i for i, found in enumerate(pieces) if len(found) > 1]
    if len(several) != 1:
        return [_ordered(expr)]
    index = several[0]
    others = [piece[0] for i, piece in enumerate(pieces) if i != index and piece]
    if any(not piece for piece in pieces):
        return []  # one of them is always true
    return [found for piece in pieces[index] for found in _split(_ordered(_any([*others, piece])))]


def _forall(variables: tuple[Variable, ...], body: Expr) -> Expr:
    if isinstance(body, Quantifier) and body.universal:
        variables, body = (*variables, *body.variables), body.body
    variables, body = _without_fixed(variables, body, universal=True)
    body = _unshifted(variables, body)
    used = free_variables(body)
    kept = tuple(v for v in variables if v.name in used)
    # All types of variables have values, so one that is not used can go.
    if not kept:
        return body
    seen = list(used)
    return Quantifier(BOOL, True, tuple(sorted(kept, key=lambda v: seen.index(v.name))), body)


def _without_fixed(
    variables: tuple[Variable, ...], body: Expr, *, universal: bool
) -> tuple[tuple[Variable, ...], Expr]:
    """Without variables that an equation fixes: `forall v. v != e || p(v)` is `p(e)`."""
    for variable in variables:
        if not isinstance(variable.type, IntType):
            continue
        parts = _flat(body, "or" if universal else "and")
        for i, part in enumerate(parts):
            solution = _solution(part, variable, universal=universal)
            if solution is not None:
                rest = _substituted(parts[:i] + parts[i + 1 :], variable, *solution, universal)
                left = tuple(v for v in variables if v != variable)
                return _without_fixed(left, rest, universal=universal)
    return variables, body


def _unshifted(variables: tuple[Variable, ...], body: Expr) -> Expr:
    """With each variable shifted so that the least argument that it gives is the variable itself.

    A variable that is no argument of anything begins at 0, where it has a least value.
    """
    for variable in variables:
        if variable.type != INT:
            continue
        offsets = list(_offsets(body, variable.name))
        least = min(offsets) if offsets else -min(_lower_bounds(body, variable), default=0)
        if least:
            moved = Arithmetic(INT, "add", Var(INT, variable.name), _number(-least))
            body = _Normalizer({}).normal(substitute(body, {variable.name: moved}))
    return body


def _offsets(body: Expr, name: str) -> Iterator[int]:
    """The numbers that are added to a variable in arguments of functions."""
    for node in walk(body):
        if isinstance(node, Builtin | Call):
            for arg in node.args:
                if is_integral(arg.type):
                    total, constant = _linear(arg, 1)
                    terms = [(f, t.name) for f, t in total.values() if isinstance(t, Var)]
                    if terms == [(1, name)] and len(total) == 1:
                        yield constant


def _lower_bounds(body: Expr, variable: Variable) -> Iterator[int]:
    """Numbers that a variable is compared with from below, as normal forms write it."""
    text = _anonymous(Var(variable.type, variable.name))
    for node in walk(body):
        if isinstance(node, Compare) and node.op == "le" and isinstance(node.right, Literal):
            total, constant = _linear(node.left, 1)
            if list(total) == [text]:
                bound = int(node.right.value) - constant
                # v <= bound, where a `forall` has the negation of its guard: bound + 1 <= v
                yield bound + 1 if total[text][0] > 0 else -bound


def _solution(part: Expr, variable: Variable, *, universal: bool) -> tuple[int, Expr] | None:
    """(factor, e) if a part says that factor times the variable is, or is not, e."""
    if universal:
        if not isinstance(part, Not):
            return None
        part = part.operand
    if not isinstance(part, Compare) or part.op != "eq" or not is_integral(part.left.type):
        return None
    total, constant = _linear(part.left, 1)
    other, more = _linear(part.right, -1)
    constant += more
    own = total.pop(_anonymous(Var(variable.type, variable.name)), None)
    if own is None or other or any(variable.name in free_variables(t) for _, t in total.values()):
        return None
    factor = own[0]
    value: Expr = _number(-constant)
    for amount, term in total.values():
        value = Arithmetic(INT, "sub", value, Arithmetic(INT, "mul", _number(amount), term))
    return (factor, value) if factor > 0 else (-factor, Negate(INT, value))


def _substituted(
    parts: list[Expr], variable: Variable, factor: int, value: Expr, universal: bool
) -> Expr:
    """The other parts at the solution, which must be an integer of the variable's type."""
    conditions: list[Expr] = []
    if factor > 1:
        remainder = Arithmetic(INT, "mod", value, _number(factor))
        conditions.append(Compare(BOOL, "eq", remainder, _number(0)))
        value = Arithmetic(INT, "div", value, _number(factor))
    low, high = bounds(variable.type)
    if low is not None:
        conditions.append(Compare(BOOL, "le", _number(low), value))
    if high is not None:
        conditions.append(Compare(BOOL, "le", value, _number(high)))
    replaced = [substitute(part, {variable.name: value}) for part in parts]
    if universal:
        whole = _any([*(Not(BOOL, c) for c in conditions), *replaced] or [Literal(BOOL, False)])
    else:
        whole = _all([*conditions, *replaced] or [Literal(BOOL, True)])
    return _Normalizer({}).normal(whole)


def _ordered(expr: Expr) -> Expr:
    """Disjunctions and conjunctions in an order that does not depend on the spelling."""
    if isinstance(expr, Logic):
        parts = {_anonymous(p): p for p in map(_ordered, _flat(expr, expr.op))}
        neutral = expr.op == "and"  # true changes no conjunction, false no disjunction
        if any(_is(p, not neutral) for p in parts.values()):
            return Literal(BOOL, not neutral)
        kept = [parts[k] for k in sorted(parts) if not _is(parts[k], neutral)]
        if not kept:
            return Literal(BOOL, neutral)
        return _all(kept) if neutral else _any(kept)
    if isinstance(expr, Quantifier):
        bound, body = _without_fixed(expr.variables, expr.body, universal=expr.universal)
        expr, body = replace(expr, variables=bound), _ordered(_unshifted(bound, body))
        used = list(free_variables(body))
        bound = tuple(v for v in expr.variables if v.name in used)
        if not bound:
            return body
        bound = tuple(sorted(bound, key=lambda v: used.index(v.name)))
        return Quantifier(BOOL, expr.universal, bound, body)
    return expr


def _is(expr: Expr, value: bool) -> bool:
    return isinstance(expr, Literal) and expr.value is value


def _anonymous(expr: Expr) -> str:
    """A text for sorting, without the names of variables that normalisation made up."""
    named = frozenset(n for n in free_variables(expr) if "#" not in n)
    # Distinct parts keep distinct texts: their variables' names come last.
    text, free = shape(expr, named)
    return f"{text}|{' '.join(v.name for v in free)}"


Linear = dict[str, tuple[int, Expr]]


def _compare(expr: Compare, *, positive: bool) -> Expr:
    """A comparison of integers as `sum <= 0` or `sum == 0`; others as they are, sides in order."""
    left, right = expr.left, expr.right
    if not (is_integral(left.type) and is_integral(right.type)):
        if expr.op == "eq" and _anonymous(right) < _anonymous(left):
            left, right = right, left
        same = replace(expr, left=left, right=right)
        return same if positive else Not(BOOL, same)
    # left op right: left - right (+ 1) op 0
    op, swapped = expr.op, False
    if not positive and op != "eq":
        left, right, swapped = right, left, True
    strict = (op == "lt") != swapped and op != "eq"
    total, constant = _linear(left, 1)
    other, more = _linear(right, -1)
    for text, (factor, term) in other.items():
        mine = total.get(text, (0, term))[0]
        total[text] = (mine + factor, term)
    constant += more + (1 if strict else 0)
    total = {text: (factor, term) for text, (factor, term) in total.items() if factor}
    if not total:
        holds = constant == 0 if op == "eq" else constant <= 0
        return Literal(BOOL, holds == (positive or op != "eq"))
    made = _rebuilt(total, constant, equal=op == "eq")
    return made if positive or op != "eq" else _negated(made)


def _negated(expr: Expr) -> Expr:
    return Literal(BOOL, not expr.value) if isinstance(expr, Literal) else Not(BOOL, expr)


def _rebuilt(total: Linear, constant: int, *, equal: bool) -> Expr:
    divisor = math.gcd(*(factor for factor, _ in total.values()))
    if equal and constant % divisor:
        return Literal(BOOL, False)
    # sum + constant <= 0 over integers: divide and round the constant up
    constant = constant // divisor if equal else -((-constant) // divisor)
    texts = sorted(total)
    sign = -1 if equal and total[texts[0]][0] < 0 else 1
    result: Expr | None = None
    for text in texts:
        factor, term = total[text]
        factor = factor // divisor * sign
        scaled = term if factor == 1 else Arithmetic(INT, "mul", _number(factor), term)
        result = scaled if result is None else Arithmetic(INT, "add", result, scaled)
    assert result is not None
    # As `sum <= bound`, `sum == bound`.
    return Compare(BOOL, "eq" if equal else "le", result, _number(-constant * sign))


def _linear(expr: Expr, factor: int) -> tuple[Linear, int]:
    """An integer as a sum of terms with factors and a constant, times `factor`."""
    match expr:
        case Literal():
            return {}, int(expr.value) * factor
        case Negate():
            return _linear(expr.operand, -factor)
        case Arithmetic(op="add" | "sub"):
            total, constant = _linear(expr.left, factor)
            other, more = _linear(expr.right, factor if expr.op == "add" else -factor)
            for text, (amount, term) in other.items():
                total[text] = (total.get(text, (0, term))[0] + amount, term)
            return total, constant + more
        case Arithmetic(op="mul"):
            for a, b in ((expr.left, expr.right), (expr.right, expr.left)):
                if isinstance(a, Literal):
                    return _linear(b, factor * int(a.value))
            left, right = sorted((expr.left, expr.right), key=_anonymous)
            expr = replace(expr, left=_tidy(left), right=_tidy(right))
            return {_anonymous(expr): (factor, expr)}, 0
    expr = rebuild(expr, _tidy)
    return {_anonymous(expr): (factor, expr)}, 0


def _tidy(expr: Expr) -> Expr:
    """A subterm with its integers as ordered sums."""
    if not is_integral(expr.type):
        return expr if isinstance(expr, Quantifier | Lambda | Choose) else rebuild(expr, _tidy)
    total, constant = _linear(expr, 1)
    if not total:
        return _number(constant)
    result: Expr | None = None
    for text in sorted(total):
        factor, term = total[text]
        if factor:
            scaled = term if factor == 1 else Arithmetic(INT, "mul", _number(factor), term)
            result = scaled if result is None else Arithmetic(INT, "add", result, scaled)
    if result is None:
        return _number(constant)
    return Arithmetic(INT, "add", result, _number(constant)) if constant else result

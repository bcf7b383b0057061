"""Lemmas by induction: what neighbours say of any two, and claims that follow step by step.

A lemma is only used after the solver has proved its step. The steps are:

- *chain*: from `t(k) R t(k + 1)` for all k in a range, `t(i) R t(j)` for i < j, where R is `<=`,
  `<` or `==`. Induction on j: it says nothing for j <= i.
- *claim*: a `forall` over an integer v that holds for all v < 0, by induction on v.
- *sum*: a recursive function of k that adds at most, or at least, c in each step is at most, or at
  least, c * k, where a premise bounds elements by c.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

from adjudge.verus.ir import (
    BOOL,
    INT,
    NAT,
    Arithmetic,
    Builtin,
    Call,
    Compare,
    Expr,
    IntType,
    Literal,
    Logic,
    Not,
    Quantifier,
    SeqType,
    Var,
    Variable,
    View,
    free_variables,
    is_integral,
    substitute,
    walk,
)
from adjudge.verus.smt.normal import key, normalized
from adjudge.verus.smt.sums import linear


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A statement and what must be shown for it.

    Attributes:
        statement: What holds if all obligations do.
        variables: New free variables of the obligations.
        obligations: Each as (assumptions, goal).
    """

    statement: Expr
    variables: tuple[Variable, ...]
    obligations: tuple[tuple[tuple[Expr, ...], Expr], ...]


def chains(premises: list[Expr]) -> Iterator[Step]:
    """What premises about neighbours may imply for any two."""
    seen: set[str] = set()
    for premise in premises:
        if not isinstance(premise, Quantifier) or not premise.universal:
            continue
        parts = _options(premise.body)
        for variable in premise.variables:
            if not isinstance(variable.type, IntType):
                continue
            for part in parts:
                found = _neighbours(part, variable)
                if found is None:
                    continue
                guards = [p for p in parts if p is not part]
                step = _chain(premise, variable, guards, *found)
                text = key(step.statement)
                if text not in seen:
                    seen.add(text)
                    yield step


def _options(expr: Expr) -> list[Expr]:
    if isinstance(expr, Logic) and expr.op == "or":
        return [*_options(expr.left), *_options(expr.right)]
    return [expr]


Neighbours = tuple[Expr, Expr, str, int]


def _neighbours(part: Expr, variable: Variable) -> Neighbours | None:
    """(term, next term, relation, gap) if a part compares a term with its successor."""
    if not isinstance(part, Compare) or not is_integral(part.left.type):
        if isinstance(part, Compare) and part.op == "eq":
            return _successors(part.left, part.right, variable, "eq", 0)
        return None
    if not isinstance(part.right, Literal):
        return None
    terms = _two_terms(part.left)
    if terms is None:
        return None
    plus, minus = terms
    bound = int(part.right.value)
    if part.op == "eq" and bound == 0:
        return _successors(plus, minus, variable, "eq", 0)
    # plus - minus <= bound: with a bound of 0 or less it goes on along the chain
    if part.op == "le" and bound <= 0:
        return _successors(plus, minus, variable, "le", bound)
    return None


def _two_terms(expr: Expr) -> tuple[Expr, Expr] | None:
    """(a, b) of `a - b`, as normal forms write it."""
    if not (isinstance(expr, Arithmetic) and expr.op == "add"):
        return None
    for a, b in ((expr.left, expr.right), (expr.right, expr.left)):
        if (
            isinstance(b, Arithmetic)
            and b.op == "mul"
            and isinstance(b.left, Literal)
            and b.left.value == -1
            and not (isinstance(a, Arithmetic) and a.op in ("add", "mul"))
        ):
            return a, b.right
    return None


def _successors(a: Expr, b: Expr, variable: Variable, relation: str, gap: int) -> Neighbours | None:
    """Whether one term is the other at `variable + 1`: given as (earlier, later) with `a R b`."""
    if variable.name not in free_variables(a) or variable.name not in free_variables(b):
        return None
    if key(_shifted(a, variable, 1)) == key(normalized(b)):
        return a, b, relation, gap
    if key(_shifted(b, variable, 1)) == key(normalized(a)):
        return b, a, "eq" if relation == "eq" else "ge", gap
    return None


def _shifted(expr: Expr, variable: Variable, by: int) -> Expr:
    return _at(expr, variable, Arithmetic(INT, "add", Var(INT, variable.name), Literal(INT, by)))


def _at(expr: Expr, variable: Variable, value: Expr) -> Expr:
    return normalized(substitute(expr, {variable.name: value}))


def _chain(
    premise: Quantifier,
    variable: Variable,
    guards: list[Expr],
    earlier: Expr,
    later: Expr,
    relation: str,
    gap: int,
) -> Step:
    i = Variable(f"{variable.name}~i", INT)
    j = Variable(f"{variable.name}~j", INT)
    others = tuple(v for v in premise.variables if v != variable)
    first, second = Var(INT, i.name), Var(INT, j.name)
    before = Arithmetic(INT, "sub", second, Literal(INT, 1))
    typed = _typed(variable, first) + _typed(variable, before)
    low, high = _at(earlier, variable, first), _at(later, variable, before)
    ends = [_at(g, variable, end) for end in (first, before) for g in guards]
    order = Compare(BOOL, "le", second, first)
    untyped = [Not(BOOL, t) for t in typed]
    claim = _disjunction([order, *untyped, *ends, _related(low, high, relation, gap)])
    statement = Quantifier(BOOL, True, (*others, i, j), claim)
    hypothesis = substitute(claim, {j.name: before})
    return Step(statement, (*others, i, j), (((hypothesis,), claim),))


def _typed(variable: Variable, value: Expr) -> list[Expr]:
    """That a value is of the type of a variable."""
    assert isinstance(variable.type, IntType)
    found: list[Expr] = []
    if variable.type.low is not None:
        found.append(Compare(BOOL, "le", Literal(INT, variable.type.low), value))
    if variable.type.high is not None:
        found.append(Compare(BOOL, "le", value, Literal(INT, variable.type.high)))
    return found


def _related(low: Expr, high: Expr, relation: str, gap: int) -> Expr:
    if relation == "eq":
        return Compare(BOOL, "eq", low, high)
    small, large = (low, high) if relation == "le" else (high, low)
    return Compare(BOOL, "lt" if gap < 0 else "le", small, large)


def _disjunction(parts: list[Expr]) -> Expr:
    return reduce(lambda a, b: Logic(BOOL, "or", a, b), parts)


def inductions(goal: Expr) -> Iterator[Step]:
    """Ways to show a goal by induction on one of its variables."""
    if not isinstance(goal, Quantifier) or not goal.universal:
        return
    for variable in goal.variables:
        if variable.type != INT and not isinstance(variable.type, IntType):
            continue
        yield _induction(goal, variable)


def _induction(goal: Quantifier, variable: Variable) -> Step:
    """From below: the claim holds for negative values, and from each value for the next."""
    # With the other variables fixed; of a machine integer only values of its type are claimed.
    fresh = {
        v.name: Variable(f"{v.name}~", INT if v == variable else v.type) for v in goal.variables
    }
    names = {name: Var(v.type, v.name) for name, v in fresh.items()}
    value = names[variable.name]
    claim = _disjunction(
        [*(Not(BOOL, t) for t in _typed(variable, value)), substitute(goal.body, names)]
    )
    before = Arithmetic(INT, "sub", value, Literal(INT, 1))
    hypothesis = substitute(claim, {fresh[variable.name].name: before})
    negative = Compare(BOOL, "lt", value, Literal(INT, 0))
    zero = Compare(BOOL, "le", Literal(INT, 0), value)
    return Step(
        goal,
        tuple(fresh.values()),
        (((negative,), claim), ((zero, hypothesis), claim)),
    )


def sums(goal: Expr, premises: list[Expr]) -> Iterator[Step]:
    """Bounds of a goal's recursive functions, where premises bound the elements of sequences."""
    bounds = _element_bounds(premises)
    local = {v.name for n in walk(goal) if isinstance(n, Quantifier) for v in n.variables}
    seen: set[str] = set()
    for node in walk(goal):
        if not isinstance(node, Compare) or not is_integral(node.left.type):
            continue
        terms, _ = linear(node.left, node.right)
        for factor, term in terms:
            if not isinstance(term, Call):
                continue
            # `factor * term + .. <= 0` asks for an upper bound where the factor is positive.
            for upper in {factor > 0} if node.op == "le" else (True, False):
                for position, limit in _counters(term, local):
                    for each in bounds[upper]:
                        claim = _bounded_sum(term, position, limit, each, upper=upper)
                        if (text := key(claim)) not in seen:
                            seen.add(text)
                            yield _induction(claim, claim.variables[0])


def _element_bounds(premises: list[Expr]) -> dict[bool, list[int]]:
    """The numbers that bound elements from above (True) and from below (False)."""
    found: dict[bool, set[int]] = {True: set(), False: {0}}
    for premise in premises:
        if not isinstance(premise, Quantifier) or not premise.universal:
            continue
        for part in _options(premise.body):
            if isinstance(part, Compare) and is_integral(part.left.type):
                terms, constant = linear(part.left, part.right)
                if len(terms) == 1 and abs(terms[0][0]) == 1 and isinstance(terms[0][1], Builtin):
                    found[terms[0][0] > 0].add(-constant * terms[0][0])
    return {upper: sorted(numbers)[:4] for upper, numbers in found.items()}


def _counters(call: Call, local: set[str]) -> Iterator[tuple[int, Expr]]:
    """Integer arguments of a call, each with what it is at most."""
    for position, arg in enumerate(call.args):
        others = call.args[:position] + call.args[position + 1 :]
        if not is_integral(arg.type) or any(local & set(free_variables(o)) for o in others):
            continue
        if not local & set(free_variables(arg)):
            yield position, arg
            continue
        for other in others:
            if isinstance(other.type, SeqType):
                view = View(SeqType(other.type.item), other) if other.type.exec else other
                yield position, Builtin(NAT, "seq.len", (view,))
                break


def _bounded_sum(call: Call, position: int, limit: Expr, each: int, *, upper: bool) -> Quantifier:
    """For all k from 0 to the limit, the call at k is at most (or at least) k times `each`."""
    k = Variable("k~sum", INT)
    index = Var(INT, k.name)
    args = (*call.args[:position], index, *call.args[position + 1 :])
    value, product = (
        Call(call.type, call.function, args),
        Arithmetic(INT, "mul", Literal(INT, each), index),
    )
    low, high = (value, product) if upper else (product, value)
    outside = [Compare(BOOL, "lt", index, Literal(INT, 0)), Compare(BOOL, "lt", limit, index)]
    return Quantifier(BOOL, True, (k,), _disjunction([*outside, Compare(BOOL, "le", low, high)]))

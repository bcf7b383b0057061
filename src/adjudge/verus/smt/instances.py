"""Instances of universal formulas at terms that occur: what a person would try by hand.

Z3's own instantiation needs a pattern that matches syntactically, and `s[j - 1]` does not match
`s[k]`. Here a variable that is used as an index with an offset is matched up to that offset.
Instances follow from the formula, so adding them changes nothing but what Z3 finds.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import z3

_MAX_TERMS = 14
_MAX_TUPLES = 260
_MAX_INSTANCES = 1_500


def skolemized(formulas: Iterable[z3.BoolRef]) -> list[z3.BoolRef]:
    """Equisatisfiable formulas without existential quantifiers, in negation normal form."""
    goal = z3.Goal()
    goal.add(*formulas)
    result = z3.Tactic("snf")(goal)
    return [formula for part in result for formula in part]


def ground(
    formulas: list[z3.BoolRef], rounds: int = 2, extra: Iterable[z3.ExprRef] = ()
) -> list[z3.BoolRef]:
    """Instances of the formulas without any quantifier.

    Args:
        formulas: Formulas in negation normal form without existential quantifiers.
        rounds: How often to look for terms in what was made so far.
        extra: Terms to use beside those that occur.
    """
    current = [f for f in formulas if not _has_quantifier(f)]
    plain = list(current)
    quantified = [f for f in formulas if _has_quantifier(f)]
    for _ in range(rounds):
        terms = _terms(current, extra)
        budget = [_MAX_INSTANCES]
        made = {f.get_id(): f for f in plain}
        for formula in quantified:
            for instance in _instantiate(formula, terms, budget):
                made.setdefault(instance.get_id(), instance)
        current = list(made.values())
    return current


class _Terms:
    """Ground terms by sort; indices are those integers at which sequences are read."""

    def __init__(self) -> None:
        self.by_sort: dict[str, dict[int, z3.ExprRef]] = {}
        self.indices: dict[int, z3.ExprRef] = {}

    def add(self, term: z3.ExprRef) -> None:
        group = self.by_sort.setdefault(term.sort().name(), {})
        if len(group) < _MAX_TERMS:
            group.setdefault(term.get_id(), term)

    def add_index(self, term: z3.ExprRef) -> None:
        term = z3.simplify(term)
        if len(self.indices) < _MAX_TERMS:
            self.indices.setdefault(term.get_id(), term)


def _terms(formulas: list[z3.BoolRef], extra: Iterable[z3.ExprRef]) -> _Terms:
    found = _Terms()
    for term in extra:
        found.add_index(term)
    applications = sorted(_applications(formulas), key=_size)
    for term in applications:
        if term.num_args() == 0:
            found.add(term)
            continue
        if _is_at(term):
            found.add_index(term.arg(1))
        for arg in term.children():
            if not z3.is_bool(arg):
                found.add(z3.simplify(arg) if z3.is_int(arg) else arg)
    return found


def _applications(formulas: list[z3.BoolRef]) -> list[z3.ExprRef]:
    """All ground applications of uninterpreted functions."""
    seen: dict[int, z3.ExprRef] = {}
    stack: list[z3.ExprRef] = list(formulas)
    found: list[z3.ExprRef] = []
    while stack:
        term = stack.pop()
        if term.get_id() in seen or z3.is_quantifier(term):
            continue
        seen[term.get_id()] = term
        if not z3.is_app(term):
            continue
        if term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found.append(term)
        stack.extend(term.children())
    return found


def _size(term: z3.ExprRef) -> tuple[int, int]:
    text = term.sexpr()
    return len(text), term.get_id()


def _is_at(term: z3.ExprRef) -> bool:
    return bool(term.num_args() == 2 and term.decl().name().startswith("at Seq"))


def _has_quantifier(term: z3.ExprRef) -> bool:
    seen: set[int] = set()
    stack = [term]
    while stack:
        current = stack.pop()
        if current.get_id() in seen:
            continue
        seen.add(current.get_id())
        if z3.is_quantifier(current):
            return True
        stack.extend(current.children())
    return False


def _instantiate(formula: z3.BoolRef, terms: _Terms, budget: list[int]) -> list[z3.BoolRef]:
    """Consequences without quantifiers of a formula that has some."""
    if z3.is_and(formula):
        return [f for child in formula.children() for f in _without(child, terms, budget)]
    if z3.is_or(formula):
        parts = [_without(child, terms, budget) for child in formula.children()]
        if any(not part for part in parts):
            return []
        return [z3.Or(*(part[0] if len(part) == 1 else z3.And(*part) for part in parts))]
    if not (z3.is_quantifier(formula) and formula.is_forall()):
        return []  # a quantifier in any other place: nothing is said
    instances: list[z3.BoolRef] = []
    body = formula.body()
    nested = _has_quantifier(body)
    for values in itertools.islice(_choices(formula, terms), _MAX_TUPLES):
        if budget[0] <= 0:
            break
        budget[0] -= 1
        instance = z3.substitute_vars(body, *reversed(values))
        instances += _instantiate(instance, terms, budget) if nested else [instance]
    return instances


def _without(formula: z3.BoolRef, terms: _Terms, budget: list[int]) -> list[z3.BoolRef]:
    return _instantiate(formula, terms, budget) if _has_quantifier(formula) else [formula]


def _choices(formula: z3.QuantifierRef, terms: _Terms) -> Iterator[tuple[z3.ExprRef, ...]]:
    count = formula.num_vars()
    offsets = _offsets(formula.body(), count)
    options: list[list[z3.ExprRef]] = []
    for position in range(count):
        sort = formula.var_sort(position)
        if sort.kind() != z3.Z3_INT_SORT:
            options.append(list(terms.by_sort.get(sort.name(), {}).values()))
            continue
        found: dict[int, z3.ExprRef] = {}
        for offset in sorted(offsets.get(count - 1 - position, ()), key=abs):
            for term in terms.indices.values():
                shifted = z3.simplify(term - offset) if offset else term
                found.setdefault(shifted.get_id(), shifted)
        if not found:
            found = dict(terms.by_sort.get("Int", {}))
        options.append(list(found.values()))
    return _fairly(options)


def _fairly(options: list[list[z3.ExprRef]]) -> Iterator[tuple[z3.ExprRef, ...]]:
    """All combinations, those of early options first."""
    positions = itertools.product(*(range(len(o)) for o in options))
    for chosen in sorted(itertools.islice(positions, 20_000), key=sum):
        yield tuple(o[i] for o, i in zip(options, chosen, strict=True))


def _offsets(body: z3.ExprRef, count: int) -> dict[int, set[int]]:
    """With which offsets variables (by de Bruijn index) are used as indices of sequences."""
    found: dict[int, set[int]] = {}
    stack = [(body, 0)]
    seen: set[tuple[int, int]] = set()
    while stack:
        term, depth = stack.pop()
        if (term.get_id(), depth) in seen:
            continue
        seen.add((term.get_id(), depth))
        if z3.is_quantifier(term):
            stack.append((term.body(), depth + term.num_vars()))
            continue
        if z3.is_app(term) and _is_at(term):
            for variable, offset in _linear(term.arg(1)):
                if depth <= variable < depth + count:
                    found.setdefault(variable - depth, set()).add(offset)
        stack.extend((child, depth) for child in term.children())
    return found


def _linear(term: z3.ExprRef) -> list[tuple[int, int]]:
    """(variable, offset) if a term is a variable plus a number."""
    if z3.is_var(term):
        return [(z3.get_var_index(term), 0)]
    if z3.is_add(term) and term.num_args() == 2:
        for a, b in (term.children(), reversed(term.children())):
            if z3.is_var(a) and z3.is_int_value(b):
                return [(z3.get_var_index(a), b.as_long())]
    if z3.is_sub(term) and term.num_args() == 2:
        a, b = term.children()
        if z3.is_var(a) and z3.is_int_value(b):
            return [(z3.get_var_index(a), -b.as_long())]
    return []

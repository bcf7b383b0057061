"""Quantifiers and `choose` in generated Python: nested loops over the bounds of their variables.

Each becomes a function of the variables it uses. Conditions are tested in the outermost loop that
knows their variables; a bound that a loop enforces is not tested again. Where no bounds are found,
or a range is too large to try value by value, the function hands over to the search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from adjudge.verus.evaluate.elimination import solutions
from adjudge.verus.evaluate.generate import generate
from adjudge.verus.evaluate.matrix import (
    Bound,
    Bounds,
    Conjunct,
    Matrix,
    derive,
    matrix,
    prenexed,
    ready,
)
from adjudge.verus.evaluate.unknown import INF, limits
from adjudge.verus.evaluate.writer import Code, Writer
from adjudge.verus.ir import (
    BoolType,
    Choose,
    Expr,
    IntType,
    Quantifier,
    SpecFunction,
    Variable,
    free_variables,
    substitute,
)

if TYPE_CHECKING:
    from adjudge.verus.evaluate.program import Program


@dataclass
class Level:
    """One loop: a variable and what bounds it."""

    variable: Variable
    kind: str
    bounds: list[Bound] = field(default_factory=list)

    def enforced(self) -> list[Conjunct]:
        """The conditions that hold inside the loop by its very bounds."""
        if self.kind not in ("equal", "range"):
            return []
        return [b.source for b in self.bounds if b.source is not None]


def plan(found: Matrix, function: Callable[[str], SpecFunction]) -> list[Level] | None:
    """An order of the variables in which each is bounded by those before it; None if there is none.

    A variable that another one fixes comes as soon as it can; otherwise the order is the source's.
    """
    lets: dict[str, Expr] = {}
    reading = [(v, Bounds(v.name, function)) for v in found.variables]
    for conjunct in found.conjuncts:
        if conjunct.name is not None:
            lets[conjunct.name] = substitute(conjunct.expr, lets)
            continue
        used = conjunct.needs | {
            n for name in conjunct.needs if name in lets for n in free_variables(lets[name])
        }
        for variable, bounds in reading:
            if variable.name in used:
                bounds.read(conjunct, lets)
    derive([(v.name, bounds.found) for v, bounds in reading])
    levels, left = _ordered(reading)
    if left:
        names = {v.name for v, _ in left if isinstance(v.type, IntType)}
        solved = solutions(found, names, function)
        for variable, bounds in left:
            bounds.found.extend(solved.get(variable.name, ()))
        levels, left = _ordered(reading) if solved else (levels, left)
    return None if left else levels


def _ordered(
    reading: list[tuple[Variable, Bounds]],
) -> tuple[list[Level], list[tuple[Variable, Bounds]]]:
    """Loops in an order, and the variables for which there is none."""
    levels: list[Level] = []
    waiting = list(reading)
    while waiting:
        closed = {v.name for v, _ in waiting}
        options = [(_level(v, bounds, closed), v, bounds) for v, bounds in waiting]
        ranked = [(_RANK[level.kind], i) for i, (level, _, _) in enumerate(options) if level]
        if not ranked:
            break
        best = options[min(ranked)[1]]
        levels.append(best[0])  # type: ignore[arg-type]  # ranked options have a level
        waiting.remove((best[1], best[2]))
    return levels, waiting


_RANK = {"equal": 0, "bool": 1, "member": 2, "range": 3, "type": 4}


def _level(variable: Variable, bounds: Bounds, closed: set[str]) -> Level | None:
    """How a variable can be looped over, given which variables have no value yet."""
    if isinstance(variable.type, BoolType):
        return Level(variable, "bool")
    if not isinstance(variable.type, IntType):
        return None
    usable = [b for b in bounds.found if not (b.needs & closed)]
    for kind in ("equal", "member"):
        fixed = [b for b in usable if b.kind == kind]
        if fixed:
            return Level(variable, kind, fixed[:1])
    kinds = {b.kind for b in usable}
    ends = [b for b in usable if b.kind in ("low", "high")]
    low, high = limits(variable.type)
    has_low, has_high = "low" in kinds or low != -INF, "high" in kinds or high != INF
    if not (has_low and has_high):
        return None
    narrow = variable.type.name in ("u8", "i8")
    return Level(variable, "range" if kinds >= {"low", "high"} or narrow else "type", ends)


class LoopWriter:
    """Writes the function of one quantifier."""

    def __init__(self, program: Program, expr: Quantifier | Choose, index: int) -> None:
        self._program = program
        self._choose = isinstance(expr, Choose)
        self._universal = isinstance(expr, Quantifier) and expr.universal
        self._matrix = matrix(expr.variables, expr.body, positive=not self._universal)
        self._chosen = expr.variables
        self._index = index
        self._type = expr.type
        self.params: list[str] = []
        self.sure = True

    def write(self, out: Writer) -> None:
        """The lines of the function; its parameters are in `out.names` already."""
        function = self._program.function
        levels = plan(self._matrix, function)
        if levels is None and not self._choose:
            self._matrix = prenexed(self._matrix, function)
            levels = plan(self._matrix, function)
        everything = ", ".join(self.params)
        self._search = f"search({self._index}, ({everything}{',' if everything else ''}))"
        if levels is None:
            self.sure = False
            out.line(f"return {self._search}")
            return
        out.line("steps[0] -= 1")
        out.line("if steps[0] < 0: raise OutOfSteps")
        out.line("doubtful = tried = None")
        if self._choose:
            out.line("chosen = None")
        done = {id(c) for level in levels for c in level.enforced() if level.kind != "type"}
        done |= {id(c) for level in levels for c in level.enforced() if level.kind == "type"}
        pending = [c for c in self._matrix.conjuncts if id(c) not in done]
        self._levels(out, levels, 0, pending, {v.name for v in self._matrix.variables}, None)
        self._end(out)

    def _end(self, out: Writer) -> None:
        if self._choose:
            type_ = self._program.constant(self._type)
            term = self._program.term(self._index, self.params)
            out.line(f"if doubtful is not None: return unknown({type_}, of=doubtful, term={term})")
            none = f"unknown({type_}, 'choose without a witness', term={term})"
            out.line(f"return {none} if chosen is None else chosen")
        elif self.sure:
            out.line(f"return {self._universal}")
        else:
            out.line(f"return {self._universal} if doubtful is None else doubtful")

    def _levels(
        self,
        out: Writer,
        levels: list[Level],
        depth: int,
        pending: list[Conjunct],
        closed: set[str],
        doubt: str | None,
    ) -> None:
        """The loops from `depth` inwards, and the conditions that can be tested so far."""
        now, later = ready(pending, closed)
        skip = "continue" if depth else self._nothing()
        for conjunct in now:
            doubt = self._test(out, conjunct, skip, doubt)
        if depth == len(levels):
            self._witness(out, levels, doubt)
            return
        level = levels[depth]
        head = self._head(out, level, depth)
        with out.block(head):
            self._levels(out, levels, depth + 1, later, closed - {level.variable.name}, doubt)

    def _nothing(self) -> str:
        """What to do where a condition without variables fails."""
        if self._choose:
            return f"return unknown({self._program.constant(self._type)}, 'no witness')"
        return f"return {self._universal}"

    def _test(self, out: Writer, conjunct: Conjunct, skip: str, doubt: str | None) -> str | None:
        code = generate(self._program, out, conjunct.expr)
        if conjunct.name is not None:
            out.names[conjunct.name] = out.hold(code)
            return doubt
        if code.sure:
            out.line(f"if {'not ' if conjunct.positive else ''}{code.text}: {skip}")
            return doubt
        self.sure = False
        held = out.hold(code).text
        out.line(f"if {held} is {not conjunct.positive}: {skip}")
        following = out.temp()
        before = doubt or "None"
        out.line(
            f"{following} = {before} if {held} is {conjunct.positive} else weaker({before}, {held})"
        )
        return following

    def _witness(self, out: Writer, levels: list[Level], doubt: str | None) -> None:
        if doubt is not None:
            with out.block(f"if {doubt} is not None:"):
                out.line(f"doubtful = weaker(doubtful, {doubt})")
                out.line("continue" if levels else "return doubtful")
        if self._choose:
            names = [out.names[v.name].text for v in self._chosen]
            value = names[0] if len(names) == 1 else f"({', '.join(names)})"
            out.line(f"if chosen is None: chosen = {value}")
            several = f"several({self._program.constant(self._type)}, chosen, {value})"
            out.line(f"elif chosen != {value}: return {several}")
            return
        for i, level in enumerate(levels):
            if level.kind in ("range", "type"):
                out.line(f"steps[0] += hi{i} - {out.names[level.variable.name].text} - 1")
        names = [out.names[v.name].text for v in self._matrix.variables]
        out.line(f"witness[{self._index}] = ({''.join(f'{n}, ' for n in names)})")
        out.line(f"return {not self._universal}")

    def _head(self, out: Writer, level: Level, depth: int) -> str:
        name = out.temp()
        if level.kind == "bool":
            out.names[level.variable.name] = Code(name, sure=True, simple=True)
            return f"for {name} in (False, True):"
        if level.kind == "member":
            code = out.hold(generate(self._program, out, level.bounds[0].expr))
            out.line(f"values{depth} = members({code.text})")
            out.line(f"if values{depth} is None: return {self._search}")
            out.names[level.variable.name] = Code(name, sure=True, simple=True)
            return f"for {name} in values{depth}:"
        low, high = limits(level.variable.type)
        if level.kind == "equal":
            value = self._number(out, level.bounds[0].expr)
            out.names[level.variable.name] = Code(name, sure=True, simple=True)
            tests = [f"{_text(low)} <= "] if low != -INF else [""]
            tests.append(f" <= {_text(high)}" if high != INF else "")
            inside = f"{tests[0]}{value}{tests[1]}"
            source = f"({value},)" if inside == value else f"({value},) if {inside} else ()"
            return f"for {name} in {source}:"
        self._range(out, level, depth)
        out.names[level.variable.name] = Code(name, sure=True, simple=True)
        return f"for {name} in range(lo{depth}, hi{depth}):"

    def _range(self, out: Writer, level: Level, depth: int) -> None:
        low, high = limits(level.variable.type)
        lows = [_text(low)] if low != -INF else []
        highs = [_text(high)] if high != INF else []
        lows += [self._end_of_range(out, b) for b in level.bounds if b.kind == "low"]
        highs += [self._end_of_range(out, b) for b in level.bounds if b.kind == "high"]
        out.line(f"lo{depth} = {_most('max', lows)}")
        out.line(f"hi{depth} = {_most('min', highs)} + 1")
        with out.block(f"if hi{depth} > lo{depth}:"):
            with out.block(f"if hi{depth} - lo{depth} > LOOP and tried is None:"):
                out.line(f"tried = {self._search[:-1]}, hi{depth} - lo{depth})")
                left = f"hi{depth} - lo{depth} > steps[0]"
                out.line(f"if not isinstance(tried, Unknown) or {left}: return tried")
            out.line(f"steps[0] -= hi{depth} - lo{depth}")
            out.line("if steps[0] < 0: raise OutOfSteps")

    def _end_of_range(self, out: Writer, bound: Bound) -> str:
        """A limit's value. Of one that depends on a hole, the part of the range that is certain.

        What lies beyond is a doubt, but a witness in the certain part decides all the same.
        """
        if self._choose:
            return self._number(out, bound.expr)
        code = out.hold(generate(self._program, out, bound.expr))
        if code.sure:
            return code.text
        self.sure = False
        name = out.temp()
        out.line(f"{name} = {code.text}")
        with out.block(f"if type({name}) is not int:"):
            out.line(f"if {name}.hole is None: return {self._search}")
            out.line(f"doubtful = weaker(doubtful, doubt({name}))")
            out.line(f"{name} = certain_{bound.kind}({name})")
        return name

    def _number(self, out: Writer, expr: Expr) -> str:
        """A bound's value in a name or literal; what is no integer leads out of the function."""
        code = out.hold(generate(self._program, out, expr))
        if not code.sure:
            if self._choose:
                failed = f"unknown({self._program.constant(self._type)}, of={code.text})"
            else:
                failed = f"vague({code.text}, {self._search[7:]}"
            self.sure = False
            out.line(f"if type({code.text}) is not int: return {failed}")
        return code.text


def _text(number: int | float) -> str:
    text = str(int(number))
    return f"({text})" if number < 0 else text


def _most(function: str, texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{function}({', '.join(texts)})"

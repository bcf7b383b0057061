"""Quantifiers and `choose` in generated Rust: nested loops over the bounds of their variables.

Which loops there are is decided where the Python evaluator decides it; where no bounds are found,
it is searched for a witness.
"""

from __future__ import annotations

from adjudge.verus.evaluate.loops import Level, plan
from adjudge.verus.evaluate.matrix import Conjunct, matrix, prenexed, ready
from adjudge.verus.ir import Choose, Expr, Lambda, Quantifier, free_variables, substitute
from adjudge.verus.native.generate import Generator, Names
from adjudge.verus.native.search import searched
from adjudge.verus.native.types import interval


def binder(g: Generator, expr: Quantifier | Choose, names: Names) -> str:
    """A call of the function of a quantifier, which is made here."""
    universal = isinstance(expr, Quantifier) and expr.universal
    found = matrix(expr.variables, expr.body, positive=not universal)
    for conjunct in list(found.conjuncts):  # a name for a function: put it where it is used
        if isinstance(conjunct.expr, Lambda) and conjunct.name is not None:
            body = substitute(expr.body, {conjunct.name: conjunct.expr})
            return binder(g, _with_body(expr, body), names)
    if isinstance(expr, Choose) and g.types.opaque(expr.type):
        return g.unknown(expr.type, "`choose` at this type")
    levels = plan(found, g.function)
    if levels is None and not isinstance(expr, Choose):
        found = prenexed(found, g.function)
        levels = plan(found, g.function)
    index = len(g.binders)
    g.binders.append(expr.variables if levels is None else tuple(lv.variable for lv in levels))
    used = [v for n, v in free_variables(expr).items() if n in names]
    inner = {v.name: f"p{i}" for i, v in enumerate(used)}
    params = "".join(f",p{i}:{g.types.rust(v.type)}" for i, v in enumerate(used))
    g.depth += 1
    if levels is None:
        text = searched(g, expr, index, inner)
    else:
        search = ""
        if isinstance(expr, Quantifier) and any(_is_wide(level) for level in levels):
            number = len(g.binders)
            g.binders.append(expr.variables)
            whole = searched(g, expr, number, inner)
            g.items.append(f"fn q{number}(x:&X{params})->Truth{{{whole}}}")
            search = f"q{number}(x{''.join(f',{p}' for p in inner.values())})"
        writer = _LoopWriter(g, expr, index, levels, search)
        writer.write(found.conjuncts, {v.name for v in found.variables}, inner)
        text = "".join(writer.lines)
    g.depth -= 1
    result = g.types.rust(expr.type)
    g.items.append(f"fn q{index}(x:&X{params})->{result}{{{text}}}")
    return f"q{index}(x{''.join(f',{names[v.name]}' for v in used)})"


def _is_wide(level: Level) -> bool:
    """Whether a loop goes over the values of a type."""
    return level.kind == "type"


def _with_body(expr: Quantifier | Choose, body: Expr) -> Quantifier | Choose:
    if isinstance(expr, Choose):
        return Choose(expr.type, expr.variables, body, span=expr.span)
    return Quantifier(expr.type, expr.universal, expr.variables, body, span=expr.span)


class _LoopWriter:
    """Writes the body of one quantifier's function."""

    def __init__(
        self,
        g: Generator,
        expr: Quantifier | Choose,
        index: int,
        levels: list[Level],
        search: str,
    ) -> None:
        self.lines: list[str] = []
        self._g = g
        self._expr = expr
        self._index = index
        self._plan = levels
        self._search = search
        if isinstance(expr, Quantifier):
            self._nothing = "T" if expr.universal else "F"
            self._unknown = "U"
        else:
            self._nothing = self._unknown = g.types.unknown(expr.type)

    def write(self, conjuncts: list[Conjunct], closed: set[str], names: Names) -> None:
        """The statements of the function, whose parameters are in `names`."""
        line = self.lines.append
        done = {id(c) for level in self._plan for c in level.enforced()}
        pending = [c for c in conjuncts if id(c) not in done]
        line("x.r.charge(1);let mut doubt=T;")
        if self._search:
            line("let mut tried=false;")
        if isinstance(self._expr, Choose):
            line(f"let mut chosen:Option<{self._g.types.rust(self._expr.type)}>=None;")
        self._levels(0, pending, closed, dict(names), None)
        if isinstance(self._expr, Choose):
            line(f"match chosen{{Some(v) if doubt==T=>v,_=>({self._unknown}).on(doubt)}}")
        else:
            line(f"if doubt!=T{{doubt}}else{{{self._nothing}}}")

    def _levels(
        self,
        depth: int,
        pending: list[Conjunct],
        closed: set[str],
        names: dict[str, str],
        doubt: str | None,
    ) -> None:
        """The loops from `depth` inwards, and the conditions that can be tested so far."""
        now, later = ready(pending, closed)
        skip = "continue" if depth else f"return {self._nothing}"
        for conjunct in now:
            doubt = self._test(conjunct, skip, names, doubt)
        if depth == len(self._plan):
            self._witness(names, doubt)
            return
        level = self._plan[depth]
        end = self._head(level, depth, names)
        self._levels(depth + 1, later, closed - {level.variable.name}, names, doubt)
        self.lines.append(end)

    def _test(
        self, conjunct: Conjunct, skip: str, names: dict[str, str], doubt: str | None
    ) -> str | None:
        value = self._g.expr(conjunct.expr, names)
        name = self._g.fresh()
        if conjunct.name is not None:
            names[conjunct.name] = name
            self.lines.append(f"let {name}={value};")
            return doubt
        fails = "F" if conjunct.positive else "T"
        self.lines.append(f"let {name}=match {value}{{{fails}=>{skip},other=>other}};")
        held = name if conjunct.positive else f"{name}.not()"
        self.lines.append(f"let {name}={f'{doubt}.and({held})' if doubt else held};")
        return name

    def _witness(self, names: dict[str, str], doubt: str | None) -> None:
        line = self.lines.append
        if doubt is not None:
            after = "continue" if self._plan else f"return ({self._unknown}).on({doubt})"
            line(f"if {doubt}!=T{{doubt=doubt.and({doubt});{after};}}")
        if isinstance(self._expr, Choose):
            values = [names[v.name] for v in self._expr.variables]
            value = values[0] if len(values) == 1 else f"({''.join(f'{v},' for v in values)})"
            same = self._g.same("c", value, self._expr.type)
            again = f"if {same}!=T{{return {self._unknown}}}"
            line(f"match chosen{{None=>chosen=Some({value}),Some(c)=>{again}}}")
            return
        for depth, level in enumerate(self._plan):
            if level.kind in ("range", "type"):
                line(f"x.r.refund(hi{depth}-i{depth});")
        if self._g.depth == 1:
            listed = ",".join(f"i{depth} as i128" for depth in range(len(self._plan)))
            line(f"x.r.found_numbers({self._index},&[{listed}]);")
        line(f"return {'F' if self._nothing == 'T' else 'T'};")

    def _head(self, level: Level, depth: int, names: dict[str, str]) -> str:
        """The head of a loop; what ends it."""
        line = self.lines.append
        type_, name = level.variable.type, level.variable.name
        if level.kind == "bool":
            names[name] = f"Truth::of(i{depth})"
            line(f"for i{depth} in [false,true]{{")
            return "}"
        names[name] = f"n(i{depth})"
        if level.kind == "member":
            sequence = self._g.expr(level.bounds[0].expr, names)
            out = f"Err(d)=>return ({self._unknown}).on(d)"
            members = f"match ({sequence}).members(&x.r){{Ok(m)=>m,{out}}}"
            line(f"for i{depth} in {members}{{")
            return "}"
        if level.kind == "equal":
            value = self._known(level.bounds[0].expr, names)
            line(f"let own={interval(type_)};let e{depth}={value};")
            line(f"if own.lo<=e{depth}&&e{depth}<=own.hi{{for i{depth} in [e{depth}]{{")
            return "}}"
        self._range(level, depth, names)
        line(f"for i{depth} in x.r.range(lo{depth},hi{depth}){{")
        return "}"

    def _range(self, level: Level, depth: int, names: dict[str, str]) -> None:
        own = interval(level.variable.type)
        for end, method in (("low", "max"), ("high", "min")):
            limit = f"({own}).{end[:2]}"
            for bound in level.bounds:
                if bound.kind == end:
                    limit += f".{method}({self._end(bound.expr, end, names)})"
            self.lines.append(f"let {end[:2]}{depth}:i128={limit};")
        if self._search and _is_wide(level):
            self.lines.append(
                f"if !tried&&x.r.is_long(lo{depth},hi{depth}){{tried=true;let t={self._search};"
                f"if t.known()||!x.r.affords(lo{depth},hi{depth}){{return t}}}}"
            )

    def _end(self, expr: Expr, end: str, names: dict[str, str]) -> str:
        """A limit's value. Of one that is not known, the part of the range that is certain.

        What lies beyond is a doubt, but a witness in the certain part decides all the same.
        """
        if isinstance(self._expr, Choose):
            return self._known(expr, names)
        return f"({self._g.expr(expr, names)}).certain_{end}(&mut doubt)"

    def _known(self, expr: Expr, names: dict[str, str]) -> str:
        """A number's value; what is not known leads out of the function."""
        value, name = self._g.expr(expr, names), self._g.fresh()
        out = f"return ({self._unknown}).on({name}.doubt())"
        return f"{{let {name}={value};match {name}.known(){{Some(v)=>v,None=>{out}}}}}"

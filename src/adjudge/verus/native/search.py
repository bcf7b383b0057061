"""Quantifiers and `choose` without bounds in generated Rust: calls of the search in the runtime."""

from __future__ import annotations

from adjudge.verus.ir import Choose, Quantifier, free_variables
from adjudge.verus.native.generate import Generator, Names
from adjudge.verus.native.types import interval

_MAX_VARIABLES = 10


def searched(g: Generator, expr: Quantifier | Choose, index: int, names: Names) -> str:
    """The body of the function of a quantifier, whose parameters are in `names`."""
    variables = expr.variables
    if len(variables) > _MAX_VARIABLES:
        return g.unknown(expr.type, f"a binder of {len(variables)} variables")
    inner = {**names, **{v.name: f"s.{i}" for i, v in enumerate(variables)}}
    listed = ",".join(g.types.shape(v.type) for v in variables)
    shape = f"static SHAPE:Shape=Shape::Tuple(&[{listed}]);"
    types = "".join(f"{g.types.rust(v.type)}," for v in variables)
    condition = g.expr(expr.body, inner)
    universal = isinstance(expr, Quantifier) and expr.universal
    body = f"&|s:({types})|({condition}){'.not()' if universal else ''}"
    if isinstance(expr, Choose):
        unknown = g.types.unknown(expr.type)
        chosen = "v.0" if len(variables) == 1 else "v"
        found = f"{{Ok(v)=>{chosen},Err(d)=>({unknown}).on(d)}}"
        return f"{shape}match choose(&x.r,&SHAPE,{body}){found}"
    binder = f"Some({index})" if g.depth == 1 else "None"
    negated = ".not()" if universal else ""
    opened = "".join(f".and({name}.opened())" for name in names.values())
    search = f"search(&x.r,{binder},&SHAPE,&||T{opened},body){negated}"
    elements = _elements(g, expr, names)
    if elements:
        own = interval(variables[0].type)
        tried = f"instances(&x.r,&[{elements}],{own},&|v|body((v,)))"
        search = f"match {tried}{{F=>{search},found=>found{negated}}}"
    return f"{shape}let body={body};{search}"


def _elements(g: Generator, expr: Quantifier, names: Names) -> str:
    """The sequences among whose elements there may be a witness."""
    if len(expr.variables) != 1 or g.types.rust(expr.variables[0].type) != "Num":
        return ""
    free = free_variables(expr)
    return ",".join(text for n, text in names.items() if g.types.rust(free[n].type) == "Seq<Num>")

"""A contract as the source of one Rust program."""

from __future__ import annotations

from dataclasses import dataclass

from adjudge.verus.ir import (
    Builtin,
    Choose,
    Clause,
    Expr,
    FnType,
    LoweredContract,
    Quantifier,
    SpecFunction,
    Variable,
    walk,
)
from adjudge.verus.native.generate import Generator
from adjudge.verus.native.types import Types


@dataclass(frozen=True, slots=True)
class NativeProgram:
    """A program to build.

    Attributes:
        source: Its text.
        clauses: The clauses it answers, in this order: those of `requires`, then of `ensures`.
        variables: The variables of a case, in the order in which it reads them.
        binders: The variables of quantifiers, by the numbers that witnesses have.
        unsupported: What it does not support and so leaves unknown.
        types: How its types look.
    """

    source: str
    clauses: tuple[Clause, ...]
    variables: tuple[Variable, ...]
    binders: tuple[tuple[Variable, ...], ...]
    unsupported: tuple[str, ...]
    types: Types


def generate_program(contract: LoweredContract) -> NativeProgram:
    """The program that evaluates a contract's clauses on cases."""
    types = Types(contract.datatypes)
    g = Generator(contract.functions, types)
    after = tuple(contract.mutated.values())
    result = (contract.result,) if contract.result else ()
    variables = (*contract.params, *after, *result)
    clauses = (*contract.requires, *contract.ensures)
    for i, clause in enumerate(clauses):
        names = {v.name: f"c.{k}" for k, v in enumerate(variables)}
        g.items.append(f"fn c{i}(x:&X,c:&C)->Truth{{{g.expr(clause.expr, names)}}}")
    memos = _functions(g)
    case = "".join(f"{types.rust(v.type)}," for v in variables)
    source = _TEMPLATE.format(
        fields="".join(f",m{i}:Memo<{type_}>" for i, type_ in memos.items()),
        case=f"({case})",
        made="".join(f",m{i}:Memo::new()" for i in memos),
        clauses=",".join(f"c{i}" for i in range(len(clauses))),
        reads="".join("Value::read(reader,&self.r)," for _ in variables),
        forget="".join(f"self.m{i}.forget();" for i in memos),
        items="\n".join(g.items),
    )
    return NativeProgram(
        source, clauses, variables, tuple(g.binders), tuple(sorted(g.unsupported)), types
    )


_TEMPLATE = """#![allow(warnings)]
use adjudge_spec::*;
struct X{{r:Rt{fields}}}
type C={case};
impl Spec for X{{
type Case=C;
const CLAUSES:&'static [fn(&X,&C)->Truth]=&[{clauses}];
fn new(r:Rt)->X{{X{{r{made}}}}}
fn rt(&self)->&Rt{{&self.r}}
fn read(&self,reader:&mut Reader<'_>)->C{{reader.open();let c=({reads});assert!(reader.close());c}}
fn forget(&self){{{forget}}}
}}
{items}
fn main(){{serve::<X>()}}
"""


def _functions(g: Generator) -> dict[int, str]:
    """Make the functions that are called; the memo tables' numbers and types."""
    memos: dict[int, str] = {}
    made = 0
    while made < len(g.wanted):
        key, name = list(g.wanted.items())[made]
        function = g.functions[key]
        params = "".join(f",p{i}:{g.types.rust(p.type)}" for i, p in enumerate(function.params))
        result = g.types.rust(function.result)
        g.depth += 2  # no witnesses from inside
        body = _body(g, function)
        g.depth -= 2
        widths = [g.types.width(p.type) for p in function.params]
        if function.recursive or _is_costly(function):
            body = f"x.r.enter();{body}" if None in widths else _memoised(made, widths, body)
            if None not in widths:
                memos[made] = result
        g.items.append(f"fn {name}(x:&X{params})->{result}{{{body}}}")
        made += 1
    return memos


def _body(g: Generator, function: SpecFunction) -> str:
    names = {p.name: f"p{i}" for i, p in enumerate(function.params)}
    unknown = g.types.unknown(function.result)
    if function.body is None or g.types.rust(function.body.type) != g.types.rust(function.result):
        return g.unknown(function.result, f"the value of `{function.name}`")
    body = g.expr(function.body, names)
    if function.when is None:
        return body
    return f"match {g.expr(function.when, names)}{{T=>{body},when=>({unknown}).on(when)}}"


def _memoised(number: int, widths: list[int | None], body: str) -> str:
    """A body that is computed once for arguments that are known."""
    sizes = [w or 0 for w in widths]
    keys = "".join(
        f"&&p{i}.key(&mut k[{sum(sizes[:i])}..{sum(sizes[: i + 1])}])" for i in range(len(sizes))
    )
    return (
        f"let mut k=[0u64;{sum(sizes)}];let known=true{keys};"
        f"if known{{if let Some(v)=x.m{number}.get(&k){{return v}}}}"
        f"x.r.enter();let v={{{body}}};if known{{x.m{number}.put(&k,v)}}v"
    )


def _is_costly(function: SpecFunction) -> bool:
    """Whether a function is worth a memo table although it does not recur."""
    if function.body is None or any(isinstance(p.type, FnType) for p in function.params):
        return False
    return any(_costs(node) for node in walk(function.body))


def _costs(node: Expr) -> bool:
    if isinstance(node, Builtin):
        return node.name.startswith("seq.") and node.name not in _CHEAP
    return isinstance(node, Quantifier | Choose)


_CHEAP = frozenset(
    {"seq.len", "seq.index", "seq.last", "seq.first", "seq.take", "seq.skip", "seq.subrange"}
    | {"seq.drop_last", "seq.drop_first", "seq.empty"}
)

"""A contract's clauses and functions as one generated Python program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from adjudge.verus.evaluate import arithmetic, integers, sets, unknown, values
from adjudge.verus.evaluate.budget import Budget, OutOfSteps
from adjudge.verus.evaluate.equality import Equality
from adjudge.verus.evaluate.generate import generate
from adjudge.verus.evaluate.induction import Induction, is_inductive, with_calls
from adjudge.verus.evaluate.library import Sequences
from adjudge.verus.evaluate.loops import LoopWriter
from adjudge.verus.evaluate.search import Search
from adjudge.verus.evaluate.unknown import Truth, Unknown, Value
from adjudge.verus.evaluate.writer import Code, Writer
from adjudge.verus.ir import (
    BOOL,
    Builtin,
    Call,
    Choose,
    DataType,
    Datatype,
    Expr,
    FnType,
    IntType,
    Not,
    OpaqueType,
    Quantifier,
    SeqType,
    SpecFunction,
    Type,
    Variable,
    fingerprint,
    free_variables,
    walk,
)

__all__ = ["Program", "arithmetic"]  # the latter for its rules

_INLINE = 24
_LIBRARY = {
    ("seq", "to_multiset"): "multiset_of_seq",
    ("seq", "to_set"): "set_of_seq",
    ("seq", "fold_left_alt"): "seq_fold_left",
    ("seq", "fold_right_alt"): "seq_fold_right",
    ("math", "set_int_range"): "set_range",
}


class Program:
    """Generated functions, made when they are first needed.

    Attributes:
        witness: For each quantifier that was last decided by one combination of values of its
            variables: these values.
    """

    def __init__(
        self,
        functions: Mapping[str, SpecFunction],
        datatypes: Mapping[DataType, Datatype],
        budget: Budget,
    ) -> None:
        self.budget = budget
        self.datatypes = datatypes
        self.steps = unknown.METER
        self.witness: dict[int, tuple[Value, ...]] = {}
        self.binders: list[tuple[Quantifier | Choose, tuple[Variable, ...]]] = []
        self._functions = dict(functions)
        self._memos: list[dict[Any, Value]] = []
        self._names: dict[str, str] = {}
        self._inline: dict[str, bool] = {}
        self._constants: dict[Type, str] = {}
        self._shared: dict[str, str] = {}
        self._pending: list[str] = []
        self._matrices: dict[int, Callable[..., Truth]] = {}
        self._steps_of: dict[str, Callable[..., Value]] = {}
        self._apart = 0
        self._induction = Induction(self)
        self._namespace = self._start()

    def _start(self) -> dict[str, Any]:
        search = Search(self)
        found: dict[str, Any] = {
            name: getattr(module, name)
            for module in (integers, unknown, values)
            for name in dir(module)
            if not name.startswith("_")
        }
        found |= {
            "OutOfSteps": OutOfSteps,
            "LOOP": self.budget.loop,
            "same": Equality(self.datatypes).same,
            "search": search.decide,
            "vague": search.vague,
            "several": several,
            "members": members,
            "induct": self._induction.value,
            "steps": self.steps,
            "witness": self.witness,
        }
        return found

    def function(self, key: str) -> SpecFunction:
        """A specification function by its key."""
        return self._functions[key]

    def recurses(self, expr: Expr) -> bool:
        """Whether an expression calls a recursive function."""
        return any(
            isinstance(node, Call) and self._functions[node.function].recursive
            for node in walk(expr)
        )

    def is_inline(self, key: str) -> bool:
        """Whether calls of a function are replaced by its body."""
        known = self._inline.get(key)
        if known is None:
            function = self._functions[key]
            known = function.body is not None and function.when is None and not function.recursive
            if known and function.body is not None:
                nodes = list(walk(function.body))
                binds = any(isinstance(n, Quantifier | Choose) for n in nodes)
                known = len(nodes) <= _INLINE and not binds
            self._inline[key] = known
        return known

    def constant(self, type_: Type) -> str:
        """The global name of a type."""
        name = self._constants.get(type_)
        if name is None:
            name = self._constants[type_] = f"T{len(self._constants)}"
            self._namespace[name] = type_
        return name

    def shared(self, text: str) -> str:
        """The global name of a value that is made once."""
        name = self._shared.get(text)
        if name is None:
            name = self._shared[text] = f"C{len(self._shared)}"
            self._namespace[name] = eval(text, self._namespace)
        return name

    def library(self, family: str, name: str) -> str:
        """The global name of a function of vstd."""
        found = _LIBRARY.get((family, name), f"{family}_{name}")
        if found not in self._namespace:
            kind, method = found.split("_", 1)
            self._namespace[found] = self._library_function(kind, method)
        return found

    def _library_function(self, kind: str, method: str) -> Callable[..., Value]:
        if kind == "seq":
            return self._bound(Sequences(self.datatypes, self.steps), method)
        if kind == "int":
            return getattr(integers, method)  # type: ignore[no-any-return]
        owner: object = {"set": sets.Sets, "multiset": sets.Bags, "map": sets.Maps}[kind]()
        return sets.guarded(self._bound(owner, method))

    @staticmethod
    def _bound(owner: object, method: str) -> Callable[..., Value]:
        return getattr(owner, method)  # type: ignore[no-any-return]

    def function_name(self, key: str) -> str:
        """The global name of a specification function."""
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"f{len(self._names)}"
            self._pending.append(key)
        return name

    def clause(
        self, expr: Expr, params: tuple[Variable, ...], open_: frozenset[str]
    ) -> Callable[..., Truth]:
        """A condition as a function of the contract's variables, those in `open_` unknown."""
        out = Writer()
        for i, param in enumerate(params):
            sure = is_sure(param.type) and param.name not in open_
            out.names[param.name] = Code(f"p{i}", sure, simple=True)
        result = generate(self, out, expr)
        out.line(f"return {result.text}")
        made = self._define("clause", [f"p{i}" for i in range(len(params))], out)
        self._finish()
        return made

    def binder(self, out: Writer, expr: Quantifier | Choose) -> Code:
        """A call of the function of a quantifier, which is made here."""
        index = len(self.binders)
        used = tuple(v for n, v in free_variables(expr).items() if n in out.names)
        self.binders.append((expr, used))
        writer = LoopWriter(self, expr, index)
        inner = Writer()
        for i, variable in enumerate(used):
            writer.params.append(f"p{i}")
            inner.names[variable.name] = Code(f"p{i}", out.names[variable.name].sure, simple=True)
        writer.write(inner)
        self._define(f"q{index}", writer.params, inner)
        args = ", ".join(out.names[v.name].text for v in used)
        sure = writer.sure and isinstance(expr, Quantifier)
        return Code(f"q{index}({args})", sure)

    def apart(self, out: Writer, expr: Expr) -> Code:
        """A call of a function that is made for an expression which stands too deep."""
        used = [v for n, v in free_variables(expr).items() if n in out.names]
        inner = Writer()
        params = []
        for i, variable in enumerate(used):
            params.append(f"p{i}")
            inner.names[variable.name] = Code(
                params[-1], out.names[variable.name].sure, simple=True
            )
        result = generate(self, inner, expr)
        inner.line(f"return {result.text}")
        self._apart += 1
        name = f"apart{self._apart}"
        self._define(name, params, inner)
        return Code(f"{name}({', '.join(out.names[v.name].text for v in used)})", result.sure)

    def term(self, index: int, params: list[str]) -> str:
        """Python for what equal uses of `choose` share: its text and its free variables' values."""
        expr, used = self.binders[index]
        text = fingerprint(expr)
        return f"({text!r}, {''.join(f'{p}, ' for p in params)})" if used else f"({text!r},)"

    def matrix(self, index: int) -> Callable[..., Truth]:
        """What a witness of a quantifier must satisfy, as a function of its variables.

        It takes the quantifier's free variables first.
        """
        made = self._matrices.get(index)
        if made is None:
            expr, used = self.binders[index]
            body = expr.body
            if isinstance(expr, Quantifier) and expr.universal:
                body = Not(BOOL, body)
            made = self._function(f"m{index}", (*used, *expr.variables), (body,))
            self._matrices[index] = made
            self._finish()
        return made

    def _finish(self) -> None:
        """Make all functions that are called and not made yet."""
        while self._pending:
            self._make(self._pending.pop())

    def _make(self, key: str) -> None:
        function = self._functions[key]
        name = self._names[key]
        out = Writer()
        params = []
        for i, param in enumerate(function.params):
            params.append(f"p{i}")
            out.names[param.name] = Code(params[-1], simple=True)
        memo = self._memo(out, function, params)
        type_ = self.constant(function.result)
        if function.body is None:
            term = f"({key!r}, {''.join(f'{p}, ' for p in params)})"
            out.line(f"return unknown({type_}, 'value of {function.name}', term={term})")
        else:
            if function.when is not None:
                self._when(out, function, params, type_)
            elif memo and is_inductive(function):
                self._induct(out, function, params, memo)
            result = generate(self, out, function.body)
            if memo:
                out.line(f"{memo} = result = {result.text}")
                out.line("return result")
            else:
                out.line(f"return {result.text}")
        self._define(name, params, out)

    def _induct(self, out: Writer, function: SpecFunction, params: list[str], memo: str) -> None:
        """Lines that try an induction where an argument is not known."""
        tests = [
            f"type({p}) is not int" if isinstance(v.type, IntType) else f"{p}.n < 0"
            for p, v in zip(params, function.params, strict=True)
            if isinstance(v.type, IntType | SeqType)
        ]
        with out.block(f"if {' or '.join(tests) or 'False'}:"):
            out.line(f"found = induct({function.key!r}, {', '.join(params)})")
            with out.block("if found is not None:"):
                out.line(f"{memo} = found")
                out.line("return found")

    def callable(self, key: str) -> Callable[..., Value]:
        """The function made for a specification function."""
        name = self.function_name(key)
        self._finish()
        return self._namespace[name]  # type: ignore[no-any-return]

    def step(self, key: str) -> Callable[..., Value]:
        """A recursive function's body, in which its own calls are what an induction supposes."""
        made = self._steps_of.get(key)
        if made is None:
            function, supposed = self._functions[key], f"{key} supposed"
            self._functions[supposed] = replace(function, key=supposed, body=None, recursive=False)
            self._names[supposed] = f"suppose{len(self._steps_of)}"
            self._namespace[self._names[supposed]] = partial(self._induction.suppose, key)
            assert function.body is not None
            body = with_calls(function.body, key, supposed)
            made = self._function(f"step{len(self._steps_of)}", function.params, (body,))
            self._steps_of[key] = made
            self._finish()
        return made

    def values(
        self, index: int, exprs: tuple[Expr, ...], name: str
    ) -> Callable[..., tuple[Value, ...]]:
        """Expressions over a quantifier's free variables as one function of those."""
        made = self._function(f"{name}{index}", self.binders[index][1], exprs, several=True)
        self._finish()
        return made

    def _function(
        self,
        name: str,
        params: tuple[Variable, ...],
        exprs: tuple[Expr, ...],
        *,
        several: bool = False,
    ) -> Callable[..., Value]:
        """A function of variables that may be unknown: the value of one expression, or a tuple."""
        out = Writer()
        names = [f"p{i}" for i in range(len(params))]
        for text, param in zip(names, params, strict=True):
            out.names[param.name] = Code(text, simple=True)
        results = [out.hold(generate(self, out, expr)).text for expr in exprs]
        listed = f"({''.join(f'{r}, ' for r in results)})" if several else results[0]
        out.line(f"return {listed}")
        return self._define(name, names, out)

    def _memo(self, out: Writer, function: SpecFunction, params: list[str]) -> str | None:
        """Lines that return a value computed before; where to store a new one."""
        if function.body is None or any(isinstance(p.type, FnType) for p in function.params):
            return None
        costly = function.recursive or any(
            isinstance(n, Quantifier | Choose | Builtin) and not _is_cheap(n)
            for n in walk(function.body)
        )
        if not costly:
            return None
        memo: dict[Any, Value] = {}
        self._memos.append(memo)
        name = f"memo{len(self._memos)}"
        self._namespace[name] = memo
        parts = [
            f"{p}.base, {p}.lo, {p}.n" if isinstance(v.type, SeqType) else p
            for p, v in zip(params, function.params, strict=True)
        ]
        single = len(parts) == 1 and not isinstance(function.params[0].type, SeqType)
        out.line(f"key_ = {parts[0] if single else '(' + ', '.join(parts) + ',)'}")
        out.line(f"found = {name}.get(key_)")
        out.line("if found is not None: return found")
        out.line("steps[0] -= 1")
        out.line("if steps[0] < 0: raise OutOfSteps")
        return f"{name}[key_]"

    def _when(self, out: Writer, function: SpecFunction, params: list[str], type_: str) -> None:
        assert function.when is not None
        code = out.hold(generate(self, out, function.when))
        reason = f"'{function.name} outside its domain'"
        term = f"({function.key!r}, {''.join(f'{p}, ' for p in params)})"
        out.line(f"if {code.text} is False: return unknown({type_}, {reason}, term={term})")
        if not code.sure:
            out.line(f"if {code.text} is not True: return unknown({type_}, of={code.text})")

    def _define(self, name: str, params: list[str], out: Writer) -> Callable[..., Value]:
        text = "\n".join([f"def {name}({', '.join(params)}):", *out.lines])
        exec(compile(text, f"<{name}>", "exec"), self._namespace)
        return self._namespace[name]  # type: ignore[no-any-return]

    def forget(self) -> None:
        """Drop what was computed for one case."""
        for memo in self._memos:
            memo.clear()
        self.witness.clear()
        self._induction.forget()


def _is_cheap(node: Expr) -> bool:
    return isinstance(node, Builtin) and node.name in _CHEAP


_CHEAP = frozenset(
    {"seq.len", "seq.index", "seq.last", "seq.first", "seq.take", "seq.skip", "seq.subrange"}
    | {"seq.drop_last", "seq.drop_first", "math.min", "math.max", "math.abs", "seq.empty"}
)


def is_sure(type_: Type) -> bool:
    """Whether a case's value of a type is certainly known as a whole."""
    if isinstance(type_, OpaqueType):
        return False
    return not isinstance(type_, DataType) or type_.name == "Option"


def several(type_: Type, first: Value, second: Value) -> Unknown:
    """The value of `choose` when it has a choice."""
    return unknown.unknown(type_, f"choose has a choice: {first} or {second}")


def members(s: Value) -> list[int] | None:
    """The distinct elements of a sequence of integers, if all are known."""
    if type(s) is not values.Seq:
        return None
    items = s.items()
    if not all(type(x) is int for x in items):
        return None
    return list(dict.fromkeys(items))

"""Which declaration is the specification, and how a problem's cases become its arguments."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from adjudge.model import Case, Problem, Signature
from adjudge.model.types import Bool, Str, Tuple
from adjudge.rocq.discovery import Declared, Facts
from adjudge.rocq.literals import Embedding, Unfit, embedding, literal
from adjudge.rocq.terms import Applied, parse_type

_FRACTION = re.compile(r"\s*(\d+)\s*/\s*(\d+)\s*")
_PROBE = 12  # cases that are tried to see whether an assignment fits


PRECONDITIONS = ("_pre", "_precondition")
"""How the names of preconditions end, by convention."""


class Misfit(Exception):
    """No declaration can be read as a specification of the problem."""


class Source(msgspec.Struct, frozen=True):
    """Where one argument of the specification comes from.

    Attributes:
        argument: The number of the problem's parameter; None: the output.
        part: The component of a pair or fraction, where it is passed in parts.
    """

    argument: int | None
    part: int | None = None

    def of(self, case: Case) -> Any:
        """The value that the case has there.

        Raises:
            Unfit: If the case has no such part.
        """
        value = case.output if self.argument is None else case.args[self.argument]
        if self.part is None:
            return value
        if isinstance(value, str):
            fraction = _FRACTION.fullmatch(value)
            if fraction is None:
                raise Unfit("a string that is no fraction")
            return int(fraction[self.part + 1])
        return value[self.part]


class Fit(msgspec.Struct, frozen=True):
    """How cases become obligations.

    Attributes:
        name: The specification, from outside.
        instances: What type parameters are replaced by.
        types: The types of its arguments, resolved.
        sources: Where each argument comes from.
        implicit_output: The specification holds exactly where the output is true.
    """

    name: str
    instances: tuple[str, ...]
    types: tuple[Applied, ...]
    sources: tuple[Source, ...]
    implicit_output: bool = False

    @property
    def embeddings(self) -> list[Embedding]:
        """The computable type of each component of a case."""
        found = [embedding(t) for t in self.types]
        return [*found, Embedding("bool")] if self.implicit_output else found

    @property
    def uses_reals(self) -> bool:
        """Whether real numbers occur in the signature."""
        return any("R" in _names(t) for t in self.types)

    @property
    def rational_output(self) -> bool:
        """Whether the output has several forms, as 1#2 and 2#4, of which only one is asked about.

        Where it is one fraction, the statement is about all of its forms.
        """
        pairs = zip(self.sources, self.types, strict=True)
        return any(s.argument is None and t.name != "Q" and "Q" in _names(t) for s, t in pairs)

    def literals(self, case: Case, facts: Facts) -> list[str]:
        """The case's components as Rocq terms.

        Raises:
            Unfit: If a type cannot hold its value.
        """
        terms = [
            literal(source.of(case), type_, facts)
            for source, type_ in zip(self.sources, self.types, strict=True)
        ]
        return [*terms, "true" if case.output else "false"] if self.implicit_output else terms

    def statement(self, variables: list[str]) -> str:
        """The proposition about the case whose components are `variables`."""
        embedded = [e.apply(v) for e, v in zip(self.embeddings, variables, strict=True)]
        if self.implicit_output:
            *inputs, output = embedded
            return f"({output} = true <-> {self._applied(inputs)})"
        forms = ""
        for place, (source, type_) in enumerate(zip(self.sources, self.types, strict=True)):
            if source.argument is None and type_.name == "Q":
                form = f"form{place}"
                equal = f"QArith_base.Qeq {form} {embedded[place]}"
                forms += f"exists {form} : QArith_base.Q, {equal} /\\ "
                embedded[place] = form
        return f"({forms}{self._applied(embedded)})" if forms else self._applied(embedded)

    def _applied(self, arguments: list[str]) -> str:
        return " ".join([f"@{self.name}", *self.instances, *arguments])


def find_specification(
    problem: Problem, facts: Facts, name: str | None = None, cases: Sequence[Case] = ()
) -> Fit:
    """The specification among the declarations, and how the problem's cases fit it.

    Args:
        problem: Its signature and cases.
        facts: What the candidate declares.
        name: The specification's name where it is known.
        cases: What it is decided on; by default the problem's positive cases.

    Raises:
        Misfit: If none fits; the message says what the likeliest one lacks.
    """
    reasons: list[str] = []
    for declared in _likely(problem, facts, name):
        try:
            return _fit(problem, declared, facts, (cases or problem.cases)[:_PROBE])
        except Misfit as misfit:
            reasons.append(f"{declared.short}: {misfit}")
    if reasons:
        raise Misfit(reasons[0])
    raise Misfit(f"no proposition {name!r}" if name else "it declares no proposition")


def _likely(problem: Problem, facts: Facts, name: str | None) -> Iterator[Declared]:
    """Propositions, the likeliest first: by name, by convention, then the last ones."""
    able = [d for d in reversed(facts.declared) if d.is_proposition]
    if name is not None:
        yield from (d for d in able if d.short == name)
        return
    number = re.search(r"\d+$", problem.name)
    exact = [f"{problem.signature.name}_spec"]
    if number:
        exact.append(f"problem_{int(number[0])}_spec")

    def rank(declared: Declared) -> int:
        short = declared.short
        if short in exact:
            return 0
        if short.endswith("_spec") or short == "spec":
            return 1
        return 2 if "spec" in short.lower() else 3

    usable = [d for d in able if not d.short.endswith(PRECONDITIONS)]
    yield from sorted(usable, key=rank)


def _fit(problem: Problem, declared: Declared, facts: Facts, probe: Sequence[Case]) -> Fit:
    instances: list[str] = []
    types: list[Applied] = []
    given: dict[str, Applied] = {}
    for binder in declared.type.binders:
        if binder.type in ("Type", "Set"):
            given[binder.name] = Applied("Z")
            instances.append("BinNums.Z")
            continue
        parsed = parse_type(binder.type)
        if parsed is None:
            raise Misfit(f"an argument of type {binder.type[:60]}")
        types.append(facts.resolve(_substituted(parsed, given)))
    best: tuple[int, Fit] | None = None
    reason = f"{len(types)} arguments do not hold inputs and output"
    for sources, implicit in _assignments(problem.signature, len(types), probe):
        fit = Fit(declared.name, tuple(instances), tuple(types), sources, implicit)
        fitting = 0
        for case in probe:
            try:
                fit.literals(case, facts)
                fitting += 1
            except Unfit as unfit:
                reason = str(unfit)
        if fitting and (best is None or fitting > best[0]):
            best = fitting, fit
        if fitting == len(probe):
            break
    if best is None:
        raise Misfit(reason)
    return best[1]


def _assignments(
    signature: Signature, arity: int, probe: Sequence[Case]
) -> Iterator[tuple[tuple[Source, ...], bool]]:
    """Ways to supply `arity` arguments, the usual ones first."""
    params = range(len(signature.params))
    whole = [[Source(i)] for i in params]
    parted = [
        [Source(i, 0), Source(i, 1)] if _has_parts(signature, i, probe) else [Source(i)]
        for i in params
    ]
    outputs = [[Source(None)]]
    if isinstance(signature.returns, Tuple) and len(signature.returns.items) > 1:
        outputs.append([Source(None, j) for j in range(len(signature.returns.items))])
    for inputs, output in itertools.product((whole, parted), outputs):
        flat = [source for sources in inputs for source in sources]
        if len(flat) + len(output) == arity:
            for place in range(len(flat), -1, -1):
                yield (*flat[:place], *output, *flat[place:]), False
    for inputs in (whole, parted):
        flat = [source for sources in inputs for source in sources]
        if len(flat) == arity and isinstance(signature.returns, Bool):
            yield tuple(flat), True


def _has_parts(signature: Signature, parameter: int, probe: Sequence[Case]) -> bool:
    type_ = signature.params[parameter].type
    if isinstance(type_, Tuple):
        return len(type_.items) == 2
    values = [case.args[parameter] for case in probe]
    return isinstance(type_, Str) and all(_FRACTION.fullmatch(v) for v in values)


def _substituted(type_: Applied, given: dict[str, Applied]) -> Applied:
    if type_.name in given and not type_.args:
        return given[type_.name]
    return Applied(type_.name, tuple(_substituted(a, given) for a in type_.args))


def _names(type_: Applied) -> set[str]:
    return {type_.name}.union(*(_names(a) for a in type_.args))

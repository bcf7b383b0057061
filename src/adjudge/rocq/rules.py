"""One constructor of a relation as a rule: its disjunct of the unfolding, and the proofs.

A premise that could be the conclusion again (`P s1 -> P s2 -> P (s1 ++ s2)` with an empty `s2`)
would make a checker run in circles. A shortest derivation never uses it so, hence the unfolding
excludes it; that is proved by induction.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from adjudge.rocq.terms import Binder, rename, spine, telescope, tokens

if TYPE_CHECKING:
    from adjudge.rocq.discovery import Constructor
    from adjudge.rocq.unfoldings import Relation

_CONSTRUCTORS = frozenset({"O", "S", "nil", "cons"})  # and all words in capitals


class Rule(msgspec.Struct, frozen=True):
    """One constructor.

    Attributes:
        name: Its name.
        relation: What it is a constructor of.
        bound: What it binds: variables, and premises by the name `_`.
        fixed: How many of these are parameters of the relation.
        indices: The arguments of its conclusion.
        direct: Variables that are just one of the arguments.
        renamed: Its own names of the type parameters and predicates.
        own: Those of them that are no parameters for Rocq, since each constructor binds them anew.
        excluded: For a premise by its place, equations that would make it the conclusion again.
    """

    name: str
    relation: Relation
    bound: tuple[Binder, ...]
    fixed: int
    indices: tuple[str, ...]
    direct: dict[str, str]
    renamed: dict[str, str]
    own: tuple[str, ...]
    excluded: dict[int, tuple[tuple[str, str], ...]]

    def disjunct(self) -> str:
        """What it says of the arguments."""
        parts = [f"{name} = {index}" for name, index in self._equations()]
        parts += [_exclusion(pairs) for pairs in self.excluded.values()]  # before the recursion
        parts += [f"({self.bound[at].type})" for at in self._premises()]
        body = " /\\ ".join(parts) or "True"
        for binder in reversed(self._free()):
            body = f"exists {binder.name} : {binder.type}, {body}"
        for variable, name in reversed(self.direct.items()):
            type_ = next(b.type for b in self.bound if b.name == variable)
            body = f"let {variable} : {type_} := {name} in {body}"
        for old, new in self.renamed.items():
            if old != new:
                body = f"let {old} := {new} in {body}"
        return f"({body})"

    def fields(self, by_induction: bool) -> str:
        """The introduction pattern of a derivation that ends with this rule."""
        found = [*self.own]
        for at, binder in enumerate(self.bound[self.fixed :], start=self.fixed):
            found.append({"_": f"h{at}", "": "?"}.get(binder.name, binder.name))
            if by_induction and self._is_recursive(binder):
                found.append(f"ih{at}")
        return " ".join(found)

    def cycles(self) -> str:
        """Tactics for the premises that are the conclusion again."""
        own = {v: n for v, n in self.direct.items() if v in self._parameters()}
        own |= {old: new for old, new in self.renamed.items() if old not in self.own}
        at_hand = dict(zip(self.relation.names, self.indices, strict=True))
        script = ""
        for at, pairs in self.excluded.items():
            names = [f"e{i}" for i in range(len(pairs))]
            said = " /\\ ".join(
                f"{rename(a, own)} = {rename(at_hand[name], own)}" for a, name in pairs
            )
            script += (
                f"assert (x{at} : ({said}) \\/ ~ ({said})) by decide_equations; "
                f"destruct x{at} as [{chain(names)} | x{at}]; [same_step ih{at} | ]; "
            )
        return script

    def term(self) -> str:
        """The proof of the disjunct from the fields."""
        proofs = ["eq_refl" for _ in self._equations()]
        proofs += [f"x{at}" for at in self.excluded]
        proof = _conjunction([*proofs, *(f"h{at}" for at in self._premises())])
        for binder in reversed(self._free()):
            proof = f"(ex_intro _ {binder.name} {proof})"
        return proof

    def pattern(self) -> str:
        """The introduction pattern of the disjunct."""
        names = [f"e{i}" for i in range(len(self._equations()))]
        names += ["_" for _ in self.excluded]
        names += [f"h{at}" for at in self._premises()]
        pattern = chain(names) if names else "_"
        for binder in reversed(self._free()):
            pattern = f"[{binder.name} {pattern}]"
        return pattern

    def back(self) -> str:
        """Tactics that prove the conclusion from the disjunct."""
        given = [
            self.direct.get(b.name, b.name) if b.name != "_" else f"h{at}"
            for at, b in enumerate(self.bound)
            if b.name
        ]
        term = " ".join([f"@{self.name}", *self.relation.leading, *given])
        equations = [f"e{i}" for i in range(len(self._equations()))]
        rewrite = f"rewrite {', '.join(equations)}; " if equations else ""
        return f"cbv zeta in *; {rewrite}exact ({term})."

    def _equations(self) -> list[tuple[str, str]]:
        pairs = zip(self.relation.names, self.indices, strict=True)
        return [(name, index) for name, index in pairs if self.direct.get(index) != name]

    def _free(self) -> list[Binder]:
        return [b for b in self.bound if b.name not in ("_", "", *self.direct)]

    def _premises(self) -> list[int]:
        """Their places; recursive ones last, since a checker works in this order."""
        places = [at for at, b in enumerate(self.bound) if b.name == "_"]
        return sorted(places, key=lambda at: self._is_recursive(self.bound[at]))

    def _is_recursive(self, binder: Binder) -> bool:
        return binder.name == "_" and _head(binder) == self.relation.declared.name

    def _parameters(self) -> set[str]:
        return {b.name for b in self.bound[: self.fixed]}


def rule(relation: Relation, constructor: Constructor) -> Rule:
    """A constructor as a rule."""
    leading = len(relation.leading)
    found = constructor.type.binders
    bound = found[leading:]
    indices = spine(constructor.type.result)[1 + leading :]
    direct: dict[str, str] = {}
    variables = {b.name for b in bound} - {"_", ""}
    for name, index in zip(relation.names, indices, strict=True):
        if index in variables and index not in direct:
            direct[index] = name
    renamed = dict(zip((b.name for b in found), relation.leading, strict=False))
    fixed = max(relation.declared.parameters - leading, 0)
    return Rule(
        constructor.name,
        relation,
        tuple(bound),
        fixed,
        tuple(indices),
        direct,
        renamed,
        tuple(b.name for b in found[relation.declared.parameters : leading]),
        _repeating(relation, bound, indices, direct),
    )


def _repeating(
    relation: Relation, bound: Sequence[Binder], indices: Sequence[str], direct: dict[str, str]
) -> dict[int, tuple[tuple[str, str], ...]]:
    """The premises that may be the conclusion again, and when they are."""
    found: dict[int, tuple[tuple[str, str], ...]] = {}
    known = {b.name for b in bound} | _CONSTRUCTORS
    for at, binder in enumerate(bound):
        premise = spine(binder.type)
        if binder.name != "_" or premise[0].lstrip("@") != relation.declared.name:
            continue
        args = premise[1 + len(relation.leading) :]
        pairs = tuple(
            (arg, name)
            for arg, name in zip(args, relation.names, strict=True)
            if direct.get(arg) != name
        )
        smaller = any(
            arg != index
            and (arg in _words(index) or arg in index)
            and all(_plain(w, known) for w in _words(index))
            for arg, index in zip(args, indices, strict=True)
        )
        decidable = not relation.types and not any("R" in w for w in relation.arguments)
        if pairs and not smaller and decidable and len(relation.declared.block) == 1:
            found[at] = pairs
    return found


def _words(index: str) -> list[str]:
    return [t for t in tokens(index) if re.match(r"@?[^\W\d]", t)]


def _plain(word: str, known: set[str] | frozenset[str]) -> bool:
    """Whether a word is a variable, a constructor or (behind a constructor's `@`) a type."""
    short = word.lstrip("@").rpartition(".")[2]
    return word in known or short in known or short[:1].isupper() or short in _TYPES


_TYPES = frozenset({"nat", "list", "ascii", "string", "bool", "prod", "option", "positive"})


def _head(binder: Binder) -> str:
    result = telescope(binder.type).result
    return spine(result)[0].lstrip("@") if result else ""


def _exclusion(pairs: Sequence[tuple[str, str]]) -> str:
    said = " /\\ ".join(f"{a} = {b}" for a, b in pairs)
    return f"~ ({said})"


def _conjunction(terms: Sequence[str]) -> str:
    if not terms:
        return "I"
    *front, last = terms
    for term in reversed(front):
        last = f"(conj {term} {last})"
    return last


def chain(names: Sequence[str]) -> str:
    """The introduction pattern for a conjunction that is nested to the right."""
    *front, last = names
    for name in reversed(front):
        last = f"[{name} {last}]"
    return last

"""One-step unfoldings of the candidate's relations, as lemmas with their proofs.

An inductive relation is equivalent to a disjunction, one part for each constructor: what it binds,
what the arguments then are, its premises. A recursive proposition is equivalent to its body.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from adjudge.rocq.discovery import Declared
from adjudge.rocq.rules import rule
from adjudge.rocq.sentences import Kind
from adjudge.rocq.terms import Binder


class Piece(msgspec.Struct, frozen=True):
    """A few sentences that belong together: they are kept if all of them are accepted.

    Attributes:
        proves: The name that exists exactly if all were.
        text: The sentences.
        guess: It may well not hold, and then nothing is missing.
    """

    proves: str
    text: str
    guess: bool = False


def missing(offered: Sequence[Piece], kept: Sequence[Piece]) -> tuple[str, ...]:
    """What should have been accepted and was not."""
    return tuple(p.proves for p in offered if p not in kept and not p.guess)


REALS = "Rdefinitions.RbaseSymbolsImpl.R"
"""The type of real numbers, as it is printed."""

_IMAGES = {
    REALS: ("QArith_base.Q", "real_of"),
    f"list {REALS}": ("list QArith_base.Q", "List.map real_of"),
}
"""What checkers compute with instead, and the function from there."""


class Argument(msgspec.Struct, frozen=True):
    """An argument of a relation as its checker takes it.

    Attributes:
        name: Its name there.
        type: The type of what the checker takes.
        term: What the relation is applied to: the name, or an image.
        image: The function that makes the image; empty if there is none.
    """

    name: str
    type: str
    term: str
    image: str = ""


class Relation(msgspec.Struct, frozen=True):
    """A relation that a checker can be made for.

    Attributes:
        declared: Its declaration.
        types: Type parameters, which the checker takes as well.
        predicates: Parameters that are predicates: names and types. Checkers take checkers of them.
        arguments: The types of its other arguments, as text.
        instance: What stands for type parameters that the checker does not take.
    """

    declared: Declared
    types: tuple[str, ...]
    predicates: tuple[Binder, ...]
    arguments: tuple[str, ...]
    instance: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The name that generated definitions use."""
        return re.sub(r"\W", "_", self.declared.name) + ("_of_reals" if self.instance else "")

    @property
    def unfolding(self) -> str:
        """The name of the lemma that it is equivalent to its one-step unfolding."""
        return f"unfold_{self.id.removesuffix('_of_reals')}"

    @property
    def taken(self) -> list[Argument]:
        """Its arguments as the checker takes them."""
        found = []
        for name, type_ in zip(self.names, self.arguments, strict=True):
            kind, image = _IMAGES.get(type_, (type_, ""))
            found.append(Argument(name, kind, f"({image} {name})" if image else name, image))
        return found

    @property
    def has_images(self) -> bool:
        """Whether some arguments are images."""
        return any(a.image for a in self.taken)

    @property
    def parameters(self) -> str:
        """Binders for the type parameters and their equality."""
        return "".join(f" {{{t} : Type}} {{eq_{t} : EqB {t}}}" for t in self.types)

    @property
    def leading(self) -> list[str]:
        """Its type parameters and predicates."""
        return [*self.instance, *self.types, *(p.name for p in self.predicates)]

    @property
    def names(self) -> list[str]:
        """Names for its arguments."""
        return [f"arg{i}" for i in range(len(self.arguments))]

    @property
    def every(self) -> str:
        """Binders for its predicates and arguments."""
        predicates = [f"({p.name} : {p.type})" for p in self.predicates]
        pairs = zip(self.names, self.arguments, strict=True)
        return " ".join([*predicates, *(f"({n} : {t})" for n, t in pairs)])

    @property
    def head(self) -> str:
        """The relation applied to its type parameters and predicates."""
        return " ".join([f"@{self.declared.name}", *self.leading])


def unfolding(relation: Relation) -> Piece:
    """The lemma that a relation is equivalent to its one-step unfolding, with its proof."""
    types = "".join(f" ({t} : Type)" for t in relation.types)
    left = " ".join([relation.head, *relation.names])
    if relation.declared.kind is Kind.FIXPOINT:
        right, proof = _recursive_unfolding(relation, relation.names)
        before = ""
    else:
        right, proof = _inductive_unfolding(relation)
        before = f"Definition step_{relation.id}{types} {relation.every} : Prop := {right}.\n"
    name = relation.unfolding
    statement = f"Lemma {name}{types} {relation.every} : {left} <-> {right}."
    return Piece(name, f"{before}{statement}\nProof.\n{proof}\nQed.\n")


def _inductive_unfolding(relation: Relation) -> tuple[str, str]:
    """One disjunct a constructor: what it binds, what the arguments are, its premises."""
    rules = [rule(relation, c) for c in relation.declared.constructors]
    if not rules:
        return "False", "  split; [intros [] | intros []]."
    right = " \\/\n  ".join(r.disjunct() for r in rules)
    by_induction = any(r.excluded for r in rules)
    cases = " | ".join(r.fields(by_induction) for r in rules)
    step = " ".join([f"step_{relation.id}", *relation.leading, *relation.names])
    lines = [f"  change ({' '.join([relation.head, *relation.names])} <-> {step}). split."]
    lines += [f"  - intros H; {'induction' if by_induction else 'destruct'} H as [{cases}]."]
    for number, one in enumerate(rules):
        choose = "right; " * number + ("left; " if number < len(rules) - 1 else "")
        lines += [f"    + {one.cycles()}red; {choose}exact {one.term()}."]
    lines += [f"  - intros {_nested([r.pattern() for r in rules])}."]
    lines += [f"    + {one.back()}" for one in rules]
    return f"(\n  {right})", "\n".join(lines)


def _nested(patterns: Sequence[str]) -> str:
    """The intro pattern for a chain of disjunctions."""
    if not patterns:
        return "[]"
    *front, last = patterns
    for pattern in reversed(front):
        last = f"[{pattern} | {last}]"
    return last


def _recursive_unfolding(relation: Relation, names: Sequence[str]) -> tuple[str, str]:
    """The body with the relation itself for the recursive name."""
    body = relation.declared.body
    fixed = re.match(r"fix ([^\W\d][\w']*) (.*?)\{struct ([^\W\d][\w']*)\}(.*)$", body)
    simple = re.match(r"fix ([^\W\d][\w']*) (.*)$", body)
    match = fixed or simple
    if match is None:
        return "False", "  fail."
    inner = match[1]
    rest = body[len(f"fix {inner} ") :]
    rest = re.sub(r"\{struct [^}]*\}\s*", "", rest, count=1)
    head, _, definition = _split_definition(rest)
    position = _struct_position(body, head) - len(relation.leading)
    if not 0 <= position < len(names):
        return "False", "  fail."
    binders = head.rpartition(":")[0].strip()
    function = f"(fun {inner} {binders} => {definition})"
    right = " ".join([f"({function}", f"(@{relation.declared.name}))", *relation.leading, *names])
    destructed = names[position]
    proof = f"  destruct {destructed}; cbv beta; reflexivity."
    return f"(ltac:(let t := eval cbv beta in ({right}) in exact t))", proof


def _split_definition(text: str) -> tuple[str, str, str]:
    depth = 0
    for match in re.finditer(r"[()]|:=", text):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth == 0 and match[0] == ":=":
            return text[: match.start()].strip(), ":=", text[match.end() :].strip()
    return text, "", ""


def _struct_position(body: str, head: str) -> int:
    """Which argument the recursion is on."""
    names: list[str] = []
    for group in re.findall(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)", head) or [head]:
        names += group.partition(":")[0].split()
    struct = re.search(r"\{struct ([^\W\d][\w']*)\}", body)
    return names.index(struct[1]) if struct and struct[1] in names else 0

"""One-step unfoldings of the candidate's relations, as lemmas with their proofs.

An inductive relation is equivalent to a disjunction, one part for each constructor: what it binds,
what the arguments then are, its premises. A recursive proposition is equivalent to its body.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from adjudge.rocq.discovery import Declared
from adjudge.rocq.sentences import Kind
from adjudge.rocq.terms import Binder, spine


class Piece(msgspec.Struct, frozen=True):
    """A few sentences that belong together: they are kept if all of them are accepted.

    Attributes:
        proves: The name that exists exactly if all were.
    """

    proves: str
    text: str


class Relation(msgspec.Struct, frozen=True):
    """A relation that a checker can be made for.

    Attributes:
        declared: Its declaration.
        types: Type parameters, which the checker takes as well.
        arguments: The types of its arguments, as text.
    """

    declared: Declared
    types: tuple[str, ...]
    arguments: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name that generated definitions use."""
        return re.sub(r"\W", "_", self.declared.name)

    @property
    def parameters(self) -> str:
        """Binders for the type parameters and their equality."""
        return "".join(f" {{{t} : Type}} {{eq_{t} : EqB {t}}}" for t in self.types)

    @property
    def names(self) -> list[str]:
        """Names for its arguments."""
        return [f"arg{i}" for i in range(len(self.arguments))]

    @property
    def head(self) -> str:
        """The relation applied to its type parameters."""
        return " ".join([f"@{self.declared.name}", *self.types])


def unfolding(relation: Relation) -> Piece:
    """The lemma that a relation is equivalent to its one-step unfolding, with its proof."""
    names = relation.names
    binders = " ".join(f"({n} : {t})" for n, t in zip(names, relation.arguments, strict=True))
    types = "".join(f" ({t} : Type)" for t in relation.types)
    left = " ".join([relation.head, *names])
    if relation.declared.kind is Kind.FIXPOINT:
        right, proof = _recursive_unfolding(relation, names)
    else:
        right, proof = _inductive_unfolding(relation, names)
    name = f"unfold_{relation.id}"
    statement = f"Lemma {name}{types} {binders} : {left} <-> {right}."
    return Piece(name, f"{statement}\nProof.\n{proof}\nQed.\n")


def _inductive_unfolding(relation: Relation, names: Sequence[str]) -> tuple[str, str]:
    """One disjunct a constructor: what it binds, what the arguments are, its premises."""
    disjuncts, forwards, backwards = [], [], []
    count = len(relation.declared.constructors)
    for number, constructor in enumerate(relation.declared.constructors):
        binders = list(constructor.type.binders[len(relation.types) :])
        renamed = dict(
            zip((b.name for b in constructor.type.binders), relation.types, strict=False)
        )
        indices = spine(constructor.type.result)[1 + len(relation.types) :]
        direct: dict[str, str] = {}
        for name, index in zip(names, indices, strict=True):
            if index in {b.name for b in binders} and index not in direct and index != "_":
                direct[index] = name
        disjuncts.append(_disjunct(binders, indices, names, direct, renamed))
        choose = "right; " * number + ("left; " if number < count - 1 else "")
        forwards.append(_forwards(choose, binders, indices, names, direct))
        pattern, proof = _backwards(constructor.name, relation, binders, indices, names, direct)
        backwards.append((pattern, proof))
    right = " \\/\n  ".join(disjuncts) if disjuncts else "False"
    cases = " | ".join(p for p, _ in forwards)
    lines = ["  split.", f"  - intros H; destruct H as [{cases}]."]
    lines += [f"    + {script}" for _, script in forwards]
    nested = _nested([p for p, _ in backwards])
    lines += [f"  - intros {nested}." if backwards else "  - intros []."]
    lines += [f"    + {proof}" for _, proof in backwards]
    return f"(\n  {right})", "\n".join(lines)


def _disjunct(
    binders: Sequence[Binder],
    indices: Sequence[str],
    names: Sequence[str],
    direct: dict[str, str],
    renamed: dict[str, str],
) -> str:
    bound = [b for b in binders if b.name != "_" and b.name not in direct]
    parts = [
        f"{name} = {index}"
        for name, index in zip(names, indices, strict=True)
        if direct.get(index) != name
    ]
    parts += [f"({b.type})" for b in binders if b.name == "_"]
    body = " /\\ ".join(parts) or "True"
    for binder in reversed(bound):
        body = f"exists {binder.name} : {binder.type}, {body}"
    for variable, name in reversed(direct.items()):
        type_ = next(b.type for b in binders if b.name == variable)
        body = f"let {variable} : {type_} := {name} in {body}"
    for old, new in renamed.items():
        if old != new:
            body = f"let {old} := {new} in {body}"
    return f"({body})"


def _premises(binders: Sequence[Binder]) -> list[str]:
    return [f"h{i}" for i, b in enumerate(binders) if b.name == "_"]


def _forwards(
    choose: str,
    binders: Sequence[Binder],
    indices: Sequence[str],
    names: Sequence[str],
    direct: dict[str, str],
) -> tuple[str, str]:
    pattern = " ".join(b.name if b.name != "_" else f"h{i}" for i, b in enumerate(binders))
    bound = [b.name for b in binders if b.name != "_" and b.name not in direct]
    equalities = [
        "eq_refl" for name, index in zip(names, indices, strict=True) if direct.get(index) != name
    ]
    proof = _conjunction([*equalities, *_premises(binders)])
    for variable in reversed(bound):
        proof = f"(ex_intro _ {variable} {proof})"
    return pattern, f"{choose}exact {proof}."


def _backwards(
    constructor: str,
    relation: Relation,
    binders: Sequence[Binder],
    indices: Sequence[str],
    names: Sequence[str],
    direct: dict[str, str],
) -> tuple[str, str]:
    equalities = [
        f"e{k}"
        for k, (name, index) in enumerate(zip(names, indices, strict=True))
        if direct.get(index) != name
    ]
    bound = [b.name for b in binders if b.name != "_" and b.name not in direct]
    hypotheses = [*equalities, *_premises(binders)]
    pattern = chain(hypotheses) if hypotheses else "_"
    for variable in reversed(bound):
        pattern = f"[{variable} {pattern}]"
    given = [
        direct.get(b.name, b.name) if b.name != "_" else f"h{i}" for i, b in enumerate(binders)
    ]
    term = " ".join([f"@{constructor}", *relation.types, *given])
    rewrite = f"rewrite {', '.join(equalities)}; " if equalities else ""
    return pattern, f"cbv zeta in *; {rewrite}exact ({term})."


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
    position = _struct_position(body, head) - len(relation.types)
    if not 0 <= position < len(names):
        return "False", "  fail."
    binders = head.rpartition(":")[0].strip()
    function = f"(fun {inner} {binders} => {definition})"
    right = " ".join([f"({function}", f"(@{relation.declared.name}))", *relation.types, *names])
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

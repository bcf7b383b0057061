"""Checkers for the candidate's own relations and recursive propositions, as generated Rocq text.

For each relation: a lemma that it is equivalent to its one-step unfolding, an enumerator for each
argument that the others may determine, and a checker; all iterated by fuel (`Fuel.v`). Whatever
fails to be proved is left out, and what depends on it stays unknown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from adjudge.rocq.discovery import Declared, Facts, Kind
from adjudge.rocq.terms import Binder, parse_type, spine, tokens


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
    def head(self) -> str:
        """The relation applied to its type parameters."""
        return " ".join([f"@{self.declared.name}", *self.types])


def relations(facts: Facts) -> list[list[Relation]]:
    """The relations in the order in which they can be treated; mutual ones together."""
    groups: list[list[Relation]] = []
    seen: set[str] = set()
    for declared in facts.declared:
        if declared.name in seen or not declared.is_proposition:
            continue
        block = [d for name in declared.block if (d := facts.find(name)) is not None]
        seen |= {d.name for d in block}
        if declared.kind is Kind.INDUCTIVE or _is_recursive(declared):
            group = [relation for d in block if (relation := _relation(d)) is not None]
            if len(group) == len(block):
                groups.append(group)
    return groups


def pieces(facts: Facts) -> list[Piece]:
    """What is generated for all relations, in order."""
    found: list[Piece] = []
    for group in relations(facts):
        found += [unfolding(relation) for relation in group]
        if len(group) == 1 and len(group[0].arguments) > 1:
            found += [_enumerator(group[0], i) for i in range(len(group[0].arguments))]
        found.append(_checker(group))
    return found


def unfolding(relation: Relation) -> Piece:
    """The lemma that a relation is equivalent to its one-step unfolding, with its proof."""
    names = _names(relation)
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
        "eq_refl"
        for name, index in zip(names, indices, strict=True)
        if direct.get(index) != name
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
    pattern = _chain(hypotheses) if hypotheses else "_"
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


def _chain(names: Sequence[str]) -> str:
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
    position = _struct_position(body, head)
    binders = head.rpartition(":")[0].strip()
    function = f"(fun {inner} {binders} => {definition})"
    right = " ".join([f"({function}", relation.head + ")", *names])
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


def _is_recursive(declared: Declared) -> bool:
    return declared.kind is Kind.FIXPOINT and declared.body.startswith("fix ")


def _relation(declared: Declared) -> Relation | None:
    """The relation, unless it has arguments that no checker can take."""
    types: list[str] = []
    arguments: list[str] = []
    for binder in declared.type.binders:
        if binder.type in ("Type", "Set"):
            if arguments:
                return None
            types.append(binder.name)
        elif parse_type(binder.type) is None or "Prop" in tokens(binder.type):
            return None
        else:
            arguments.append(binder.type)
    return Relation(declared, tuple(types), tuple(arguments)) if arguments else None


def _names(relation: Relation) -> list[str]:
    return [f"arg{i}" for i in range(len(relation.arguments))]


def _enumerator(relation: Relation, output: int) -> Piece:
    """All values of one argument for given others."""
    names = _names(relation)
    inputs = [n for i, n in enumerate(names) if i != output]
    kinds = [t for i, t in enumerate(relation.arguments) if i != output]
    found, out = f"option (list ({relation.arguments[output]}))", names[output]
    function = " -> ".join([*(f"({k})" for k in kinds), found])
    every = " ".join(f"({n} : {t})" for n, t in zip(names, relation.arguments, strict=True))
    applied, given = " ".join([relation.head, *names]), " ".join(inputs)
    name, binders = f"enum_{relation.id}_{output}", relation.parameters

    def good(term: str) -> str:
        return f"(forall {every}, {applied} -> Cov {out} ({term} {given}))"

    return Piece(
        f"{name}_ok",
        f"""Definition {name}_step{binders} : {{F : ({function}) -> {function} |
  forall e, {good("e")} -> {good("F e")}}}.
Proof.
  refine (exist _ (fun e {given} => _) _). intros e rec {" ".join(names)} H.
  apply unfold_{relation.id} in H. cbv beta zeta in H. open_definitions_in H. enumeration.
Defined.
Definition {name}{binders} : {function} :=
  iterate (proj1_sig {name}_step) (fun {given} => None) fuel.
Lemma {name}_ok{binders} : {good(name)}.
Proof.
  unfold {name}. pattern (iterate (proj1_sig {name}_step) (fun {given} => None) fuel).
  apply iterate_ok; [intros; exact I | exact (proj2_sig {name}_step)].
Qed.
Opaque {name}.
#[local] Hint Extern 0 (Cov _ _) =>
  match goal with H : _ |- _ => eapply {name}_ok; exact H end : enumerators.
""",
    )


def _checker(group: Sequence[Relation]) -> Piece:
    """One checker for all relations of a group, which may call each other."""
    first = group[0]
    members, goods, bodies, proofs = [], [], [], []
    for number, relation in enumerate(group):
        names = " ".join(_names(relation))
        function = " -> ".join([*(f"({t})" for t in relation.arguments), "bool"])
        members.append(f"(({function}) * ({function}))")
        goods.append((relation, names, number))
        bodies.append(f"(fun {names} => _, fun {names} => _)")
        proofs.append(
            f"intros {names}; cbn [fst snd]; eapply tri_equiv; [apply unfold_{relation.id}|]; "
            "cbv zeta; open_definitions; tri"
        )

    def good(term: str) -> str:
        parts = []
        for relation, names, number in goods:
            own = _component(term, number, len(group))
            every = _every(relation)
            applied = f"{relation.head} {names}"
            parts.append(
                f"(forall {every}, Tri ({applied}) (fst {own} {names}) (snd {own} {names}))"
            )
        return " /\\ ".join(parts)

    recs = _chain([f"rec{i}" for i in range(len(group))])
    base = _right_nested(
        [f"(fun {_blanks(r)} => false, fun {_blanks(r)} => false)" for r in group], ", "
    )
    kind = f"({_right_nested(members, ' * ')})%type"
    name, binders = f"check_{first.id}", first.parameters
    splits = "; ".join(["split; [" + p + "|]" for p in proofs[:-1]])
    script = f"{splits + '; ' if splits else ''}{proofs[-1]}"
    hints = "".join(
        f"Lemma {name}_ok_{i}{binders} : forall {_every(r)}, Tri ({r.head} {n})\n"
        f"  (fst {_component(name, i, len(group))} {n}) (snd {_component(name, i, len(group))} {n}).\n"
        f"Proof. apply {name}_ok. Qed.\n"
        f"#[local] Hint Extern 0 (Tri (@{r.declared.name} {_blanks(r, r.types)}) _ _) =>\n"
        f"  apply {name}_ok_{i} : checkers.\n"
        for r, n, i in goods
    )
    return Piece(
        f"{name}_ok",
        f"""Definition {name}_step{binders} : {{F : {kind} -> {kind} |
  forall c, {good("c")} -> {good("(F c)")}}}.
Proof.
  refine (exist _ (fun c => {_right_nested(bodies, ", ")}) _). intros c {recs}.
  {script}.
Defined.
Definition {name}{binders} : {kind} := iterate (proj1_sig {name}_step) {base} fuel.
Lemma {name}_ok{binders} : {good(name)}.
Proof.
  unfold {name}. pattern (iterate (proj1_sig {name}_step) {base} fuel).
  apply iterate_ok; [repeat split; discriminate | exact (proj2_sig {name}_step)].
Qed.
Opaque {name}.
{hints}""",
    )


def _component(term: str, number: int, count: int) -> str:
    """One of `count` components that are paired to the right."""
    for _ in range(number):
        term = f"(snd {term})"
    return f"(fst {term})" if number < count - 1 else term


def _right_nested(parts: Sequence[str], separator: str) -> str:
    *front, last = parts
    for part in reversed(front):
        last = f"({part}{separator}{last})"
    return last


def _every(relation: Relation) -> str:
    names = _names(relation)
    return " ".join(f"({n} : {t})" for n, t in zip(names, relation.arguments, strict=True))


def _blanks(relation: Relation, more: Sequence[str] = ()) -> str:
    return " ".join("_" for _ in (*relation.arguments, *more))

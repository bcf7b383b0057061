"""Checkers for the candidate's own relations and recursive propositions, as generated Rocq text.

For each relation: a lemma that it is equivalent to its one-step unfolding, an enumerator for each
argument that the others may determine, and a checker; all iterated by fuel (`Fuel.v`). Whatever
fails to be proved is left out, and what depends on it stays unknown.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.rocq.discovery import Declared, Facts
from adjudge.rocq.sentences import Kind
from adjudge.rocq.terms import parse_type, tokens
from adjudge.rocq.unfoldings import Piece, Relation, chain, unfolding


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


def _enumerator(relation: Relation, output: int) -> Piece:
    """All values of one argument for given others."""
    names = relation.names
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
        names = " ".join(relation.names)
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

    recs = chain([f"rec{i}" for i in range(len(group))])
    base = _right_nested(
        [f"(fun {_blanks(r)} => false, fun {_blanks(r)} => false)" for r in group], ", "
    )
    kind = f"({_right_nested(members, ' * ')})%type"
    name, binders = f"check_{first.id}", first.parameters
    splits = "; ".join(["split; [" + p + "|]" for p in proofs[:-1]])
    script = f"{splits + '; ' if splits else ''}{proofs[-1]}"
    hints = "".join(
        f"Lemma {name}_ok_{i}{binders} : forall {_every(r)}, Tri ({r.head} {n})\n"
        f"  (fst {_component(name, i, len(group))} {n})\n"
        f"  (snd {_component(name, i, len(group))} {n}).\n"
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
    names = relation.names
    return " ".join(f"({n} : {t})" for n, t in zip(names, relation.arguments, strict=True))


def _blanks(relation: Relation, more: Sequence[str] = ()) -> str:
    return " ".join("_" for _ in (*relation.arguments, *more))

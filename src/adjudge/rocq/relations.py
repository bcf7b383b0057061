"""Checkers for the candidate's own relations and recursive propositions, as generated Rocq text.

For each relation: a lemma that it is equivalent to its one-step unfolding, an enumerator for each
argument that the others may determine, and a checker; all iterated by fuel (`Fuel.v`). Whatever
fails to be proved is left out, and what depends on it stays unknown.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.rocq.discovery import Declared, Facts
from adjudge.rocq.rules import chain
from adjudge.rocq.sentences import Kind
from adjudge.rocq.terms import Binder, rename, spine, telescope, tokens
from adjudge.rocq.unfoldings import REALS, Argument, Piece, Relation, unfolding


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
        found += [piece for relation in group for piece in _arrangements(relation)]
        found += _computing(group)
        at_reals = [real for relation in group if (real := _at_reals(relation)) is not None]
        if _uses_reals(facts) and len(at_reals) == len(group):
            found += _computing(at_reals)
    return found


def _computing(group: Sequence[Relation]) -> list[Piece]:
    """The enumerators and the checker of relations whose unfoldings are there."""
    found = []
    if len(group) == 1 and len(group[0].arguments) > 1:
        found += [_enumerator(group[0], i) for i in range(len(group[0].arguments))]
    return [*found, _checker(group)]


def _uses_reals(facts: Facts) -> bool:
    return any(REALS in b.type for d in facts.declared for b in d.type.binders)


def _at_reals(relation: Relation) -> Relation | None:
    """A polymorphic relation as one of real numbers."""
    if not relation.types or relation.predicates:
        return None
    real = dict.fromkeys(relation.types, REALS)
    return Relation(
        relation.declared,
        (),
        (),
        tuple(rename(a, real) for a in relation.arguments),
        tuple(REALS for _ in relation.types),
    )


def _is_recursive(declared: Declared) -> bool:
    return declared.kind is Kind.FIXPOINT and declared.body.startswith("fix ")


def _relation(declared: Declared) -> Relation | None:
    """The relation, unless it has arguments that no checker can take."""
    types: list[str] = []
    predicates: list[Binder] = []
    arguments: list[str] = []
    for binder in declared.type.binders:
        signature = telescope(binder.type)
        if binder.type in ("Type", "Set"):
            if predicates or arguments:
                return None
            types.append(binder.name)
        elif signature.binders and signature.result == "Prop" and not arguments:
            if "Prop" in tokens(binder.type.removesuffix("Prop")):
                return None
            predicates.append(Binder(f"pred{len(predicates)}", binder.type))
        elif "Prop" in tokens(binder.type):
            return None
        else:
            arguments.append(binder.type)
    if not arguments:
        return None
    return Relation(declared, tuple(types), tuple(predicates), tuple(arguments))


def _given(relation: Relation) -> tuple[str, str, str]:
    """What stands for its predicates: types of their checkers, names of these, hypotheses."""
    kinds, names, sound = "", "", ""
    for predicate in relation.predicates:
        name = predicate.name
        inputs = telescope(predicate.type).binders
        kind = " -> ".join([*(f"({b.type})" for b in inputs), "bool"])
        xs = " ".join(f"x{i}" for i in range(len(inputs)))
        kinds += f"({kind}) -> ({kind}) -> "
        names += f" yes_{name} no_{name}"
        sound += f"(forall {xs}, Tri ({name} {xs}) (yes_{name} {xs}) (no_{name} {xs})) -> "
    return kinds, names, sound


def _arrangements(relation: Relation) -> list[Piece]:
    """That the relation cannot tell arrangements of one argument apart, where that matters."""
    premises = [b.type for c in relation.declared.constructors for b in c.type.binders]
    if not any("Permutation.Permutation" in premise for premise in premises):
        return []
    found = []
    for place, kind in enumerate(relation.arguments):
        if spine(kind)[0] != "list":
            continue
        own, other = relation.names, [*relation.names]
        other[place] = "other"
        name = f"arranged_{relation.id}_{place}"
        found.append(
            Piece(
                name,
                f"""Lemma {name}{relation.parameters} {relation.every} (other : {kind}) :
  Permutation.Permutation {own[place]} other ->
  {" ".join([relation.head, *own])} -> {" ".join([relation.head, *other])}.
Proof.
  intros K H. apply unfold_{relation.id} in H. apply unfold_{relation.id}.
  cbv beta zeta in *. open_definitions_in H. open_definitions. arranged K H.
Qed.
#[local] Hint Extern 0 (@{relation.declared.name} {_blanks(relation, relation.leading)}) =>
  eapply {name}; eassumption : arrangements.
""",
            )
        )
    return found


def _enumerator(relation: Relation, output: int) -> Piece:
    """All values of one argument for given others."""
    taken = relation.taken
    out = taken[output]
    inputs = [a for a in taken if a is not out]
    found = f"option (list ({out.type}))"
    function = " -> ".join([*(f"({a.type})" for a in inputs), found])
    given = " ".join(a.name for a in inputs)
    applied = " ".join([relation.head, *(a.name if a is out else a.term for a in taken)])
    name, binders = f"enum_{relation.id}_{output}", relation.parameters
    pkinds, pnames, sound = _given(relation)
    quantified = f"forall {_predicates(relation)}{pnames}, {sound}" if pnames else ""
    intros = _intros(relation)
    own = relation.arguments[output]
    every = " ".join(f"({a.name} : {own if a is out else a.type})" for a in taken)
    covers, search, covered = f"Covers ({applied}) {out.name}", "enumeration", "Covers"
    if relation.has_images:
        image = f"({out.image or f'@itself ({own})'})"
        covers, search = f"CoversImage ({applied}) {image} {out.name}", "image_enumeration"
        covered = "CoversImage"

    def good(term: str) -> str:
        return f"(forall {every}, {covers} ({term} {given}))"

    base = f"(fun {given} => None)"
    step = f"(proj1_sig {name}_step{pnames})"
    lambdas = f"fun{pnames} => " if pnames else ""
    return Piece(
        f"{name}_ok",
        f"""Definition {name}_step{binders} : {{F : {pkinds}({function}) -> {function} |
  {quantified}forall e, {good("e")} -> {good(f"F{pnames} e")}}}.
Proof.
  refine (exist _ (fun{pnames} e {given} => _) _). {intros}intros e rec {_names(taken)} H.
  apply {relation.unfolding} in H. cbv beta zeta in H. open_definitions_in H. {search} H.
Defined.
Definition {name}{binders} : {pkinds}{function} :=
  {lambdas}iterate {step} {base} fuel.
Lemma {name}_ok{binders} : {quantified}{good(name + pnames)}.
Proof.
  {intros}unfold {name}. pattern (iterate {step} {base} fuel).
  apply iterate_ok; [unfold {covered}; intros; exact I |].
  eapply (proj2_sig {name}_step); eassumption.
Qed.
Opaque {name}.
{_enumerator_hints(relation, out, f"{name}_ok")}""",
    )


def _enumerator_hints(relation: Relation, out: Argument, lemma: str) -> str:
    applied = f"(@{relation.declared.name} {_blanks(relation, relation.leading)})"
    lines = []
    if relation.has_images:
        lines.append(f"(CoversImage {applied} _ _ _) => apply {lemma}")
    if not out.image:
        through = "apply cov_data; " if relation.has_images else ""
        lines.append(f"(Covers {applied} _ _) => {through}{_applied(relation, lemma)}")
    return "".join(f"#[local] Hint Extern 0\n  {line} : enumerators.\n" for line in lines)


def _checker(group: Sequence[Relation]) -> Piece:
    """One checker for all relations of a group, which may call each other."""
    first = group[0]
    members, goods, bodies, proofs = [], [], [], []
    for number, relation in enumerate(group):
        names = _names(relation.taken)
        function = " -> ".join([*(f"({a.type})" for a in relation.taken), "bool"])
        members.append(f"(({function}) * ({function}))")
        goods.append((relation, names, number))
        bodies.append(f"(fun {names} => _, fun {names} => _)")
        proofs.append(
            f"intros {names}; cbn [fst snd]; eapply tri_equiv; [apply {relation.unfolding}|]; "
            "cbv zeta; open_definitions; tri"
        )
    pkinds, pnames, sound = _given(first)
    quantified = f"forall {_predicates(first)}{pnames}, {sound}" if pnames else ""
    intros = _intros(first)

    def good(term: str) -> str:
        parts = []
        for relation, names, number in goods:
            own = _component(term, number, len(group))
            applied = _of_taken(relation)
            parts.append(
                f"(forall {_every(relation)}, "
                f"Tri ({applied}) (fst {own} {names}) (snd {own} {names}))"
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
    own = f"({name}{pnames})"
    proved = f"({' '.join([f'{name}_ok', *_introduced(first)])})"
    hints = "".join(
        f"Lemma {name}_ok_{i}{binders} : {quantified}forall {_every(r)}, Tri ({_of_taken(r)})\n"
        f"  (fst {_component(own, i, len(group))} {n})\n"
        f"  (snd {_component(own, i, len(group))} {n}).\n"
        f"Proof. {intros}exact {_conjunct(proved, i, len(group))}. Qed.\n"
        + _use(r, f"{name}_ok_{i}", _component(own, i, len(group)))
        for r, n, i in goods
    )
    step = f"(proj1_sig {name}_step{pnames})"
    lambdas = f"fun{pnames} => " if pnames else ""
    return Piece(
        f"{name}_ok",
        f"""Definition {name}_step{binders} : {{F : {pkinds}{kind} -> {kind} |
  {quantified}forall c, {good("c")} -> {good(f"(F{pnames} c)")}}}.
Proof.
  refine (exist _ (fun{pnames} c => {_right_nested(bodies, ", ")}) _).
  {intros}intros c {recs}.
  {script}.
Defined.
Definition {name}{binders} : {pkinds}{kind} := {lambdas}iterate {step} {base} fuel.
Lemma {name}_ok{binders} : {quantified}{good(own)}.
Proof.
  {intros}unfold {name}. pattern (iterate {step} {base} fuel).
  apply iterate_ok; [repeat split; discriminate |].
  eapply (proj2_sig {name}_step); eassumption.
Qed.
Opaque {name}.
{hints}""",
    )


def _use(relation: Relation, lemma: str, own: str) -> str:
    """How the checker is used, by the lemma about it."""
    if relation.has_images:
        text, script = _computed(relation, f"{lemma}_computed", own, lemma)
    else:
        text, script = "", _applied(relation, lemma)
    applied = f"@{relation.declared.name} {_blanks(relation, relation.leading)}"
    return f"{text}#[local] Hint Extern 0 (Tri ({applied}) _ _) =>\n  {script} : checkers.\n"


def _computed(relation: Relation, name: str, own: str, lemma: str) -> tuple[str, str]:
    """The checker for terms whose images can be computed, and how that is used."""
    known = [a for a in relation.taken if a.image]
    types = dict(zip(relation.names, relation.arguments, strict=True))
    every = " ".join(f"({n} : {t})" for n, t in types.items())
    given = " ".join(f"(value_{a.name} : option ({a.type}))" for a in known)
    computed = " -> ".join(
        f"{'RQ' if types[a.name] == REALS else 'RL'} {a.name} value_{a.name}" for a in known
    )

    def answer(side: str) -> str:
        names = " ".join(f"found_{a.name}" if a.image else a.name for a in relation.taken)
        text = f"{side} {own} {names}"
        for a in reversed(known):
            text = f"match value_{a.name} with Some found_{a.name} => {text} | None => false end"
        return text

    cases = "; ".join(f"destruct value_{a.name}; [|apply tri_unk]" for a in known)
    text = f"""Lemma {name} {every} {given} : {computed} ->
  Tri ({relation.head} {" ".join(types)}) ({answer("fst")}) ({answer("snd")}).
Proof. intros; {cases}; cbn [RQ RL] in *; subst; apply {lemma}. Qed.
"""
    return text, f"eapply {name}; first [rl | rq]"


def _predicates(relation: Relation) -> str:
    return " ".join(f"({p.name} : {p.type})" for p in relation.predicates)


def _intros(relation: Relation) -> str:
    """Introduces the predicates and what is known of their checkers."""
    names = _introduced(relation)
    return f"intros {' '.join(names)}. " if names else ""


def _introduced(relation: Relation) -> list[str]:
    """The names of the predicates, of their checkers and of what is known of these."""
    names = [p.name for p in relation.predicates]
    given = [f"{word}_{n}" for n in names for word in ("yes", "no")]
    return [*names, *given, *(f"sound_{n}" for n in names)]


def _applied(relation: Relation, lemma: str) -> str:
    """Applies a lemma about the relation, with checkers made for its predicates."""
    return f"eapply {lemma}; intros; tri" if relation.predicates else f"apply {lemma}"


def _component(term: str, number: int, count: int) -> str:
    """One of `count` components that are paired to the right."""
    for _ in range(number):
        term = f"(snd {term})"
    return f"(fst {term})" if number < count - 1 else term


def _conjunct(proof: str, number: int, count: int) -> str:
    """The proof of one of `count` statements that are joined to the right."""
    for _ in range(number):
        proof = f"(proj2 {proof})"
    return f"(proj1 {proof})" if number < count - 1 else proof


def _right_nested(parts: Sequence[str], separator: str) -> str:
    *front, last = parts
    for part in reversed(front):
        last = f"({part}{separator}{last})"
    return last


def _names(arguments: Sequence[Argument]) -> str:
    return " ".join(a.name for a in arguments)


def _every(relation: Relation) -> str:
    return " ".join(f"({a.name} : {a.type})" for a in relation.taken)


def _of_taken(relation: Relation) -> str:
    """The relation applied to what its checker takes."""
    return " ".join([relation.head, *(a.term for a in relation.taken)])


def _blanks(relation: Relation, more: Sequence[str] = ()) -> str:
    return " ".join("_" for _ in (*relation.arguments, *more))

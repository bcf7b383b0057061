"""Other spellings of a precondition, and other preconditions: material for comparisons.

`SAME` holds rules that keep the meaning, `DIFFERENT` rules that change it (nearly always: a change
may hit a condition that another one implies). Each takes a contract's clauses and gives new ones,
or None where it does not apply.
"""

# ruff: noqa: ARG001, B905, RUF007  (all rules have the same parameters; chains)
from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from adjudge.verus import syntax as rs
from adjudge.verus.contract import contract
from adjudge.verus.parser import parse_file

Rule = Callable[["Spec", random.Random], "str | None"]


@dataclass
class Spec:
    """A text with a contract, and its `requires` clauses."""

    text: str
    name: str | None

    def __post_init__(self) -> None:
        self.file = parse_file(self.text)
        self.contract = contract(self.file, self.name)
        self.clauses = list(self.contract.requires)
        self.texts = [self.file.source(c) for c in self.clauses]

    def with_clauses(self, texts: list[str], items: str = "") -> str:
        """The text with other `requires` clauses, and more items before the rest."""
        start = self.file.span(self.clauses[0])[0]
        end = self.file.span(self.clauses[-1])[1]
        made = self.text[:start] + ", ".join(texts) + self.text[end:]
        return made.replace("pub struct Solution;", items + "\npub struct Solution;", 1)

    def with_clause(self, index: int, text: str) -> str:
        """The text with one clause replaced."""
        return self.with_clauses([*self.texts[:index], text, *self.texts[index + 1 :]])

    def edited(self, root: rs.Node, changes: dict[rs.Node, str]) -> str:
        """The source of a node with some nodes in it replaced."""
        start, end = self.file.span(root)
        parts, position = [], start
        for node in sorted(changes, key=lambda n: self.file.span(n)):
            first, last = self.file.span(node)
            if first < position:
                continue
            parts += [self.text[position:first], changes[node]]
            position = last
        return "".join([*parts, self.text[position:end]])

    def nodes(self, kind: type[rs.Node]) -> Iterator[tuple[int, rs.Node]]:
        for i, clause in enumerate(self.clauses):
            for node in rs.walk(clause):
                if isinstance(node, kind):
                    yield i, node


def _change(spec: Spec, rng: random.Random, kind: type[rs.Node], make: Callable) -> str | None:
    """One node of a kind, replaced by what `make` gives for it."""
    options = [(i, n, t) for i, n in spec.nodes(kind) if (t := make(n)) is not None]
    if not options:
        return None
    index, node, text = rng.choice(options)
    return spec.with_clause(index, spec.edited(spec.clauses[index], {node: text}))


def _change_all(spec: Spec, kind: type[rs.Node], make: Callable) -> str | None:
    """All nodes of a kind, replaced; inner ones stay as they are."""
    texts, changed = [], False
    for clause in spec.clauses:
        changes: dict[rs.Node, str] = {}
        for node in rs.walk(clause):
            if isinstance(node, kind) and (t := make(node)) is not None:
                changes[node] = t
        changed = changed or bool(changes)
        texts.append(spec.edited(clause, changes))
    return spec.with_clauses(texts) if changed else None


def _number(node: rs.Node) -> int | None:
    if isinstance(node, rs.Literal) and re.fullmatch(r"[0-9_]+", node.text):
        return int(node.text.replace("_", ""))
    return None


# --- rules that keep the meaning


def split_chains(spec: Spec, rng: random.Random) -> str | None:
    def make(n: rs.Comparison) -> str | None:
        if len(n.ops) < 2:
            return None
        s = [spec.file.source(o) for o in n.operands]
        return "(" + " && ".join(f"{a} {op} {b}" for a, op, b in zip(s, n.ops, s[1:])) + ")"

    return _change_all(spec, rs.Comparison, make)


def flip_sides(spec: Spec, rng: random.Random) -> str | None:
    turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

    def make(n: rs.Comparison) -> str | None:
        if any(op not in turned for op in n.ops):
            return None
        s = [spec.file.source(o) for o in n.operands][::-1]
        ops = [turned[op] for op in n.ops][::-1]
        return s[0] + "".join(f" {op} {b}" for op, b in zip(ops, s[1:]))

    return _change_all(spec, rs.Comparison, make)


def strict_bounds(spec: Spec, rng: random.Random) -> str | None:
    """`x <= 5` as `x < 6`, and the other way round."""

    def make(n: rs.Comparison) -> str | None:
        last = _number(n.operands[-1])
        if last is None or n.ops[-1] not in ("<", "<="):
            return None
        s = [spec.file.source(o) for o in n.operands[:-1]]
        ops = list(n.ops)
        ops[-1], last = ("<", last + 1) if ops[-1] == "<=" else ("<=", last - 1)
        s.append(str(last))
        return s[0] + "".join(f" {op} {b}" for op, b in zip(ops, s[1:]))

    return _change_all(spec, rs.Comparison, make)


def rename_bound(spec: Spec, rng: random.Random) -> str | None:
    names = {
        b.pattern.name
        for _, q in spec.nodes(rs.Quantifier)
        for b in q.binders
        if isinstance(b.pattern, rs.IdentPattern)
    }
    if not names:
        return None
    return spec.with_clauses([_renamed(t, {n: f"{n}_0" for n in names}) for t in spec.texts])


def _renamed(text: str, names: dict[str, str]) -> str:
    return re.sub(r"(?<![.\w])[A-Za-z_]\w*(?!\w)", lambda m: names.get(m[0], m[0]), text)


def rename_parameters(spec: Spec, rng: random.Random) -> str | None:
    names = {p.name: f"arg_{i}" for i, p in enumerate(spec.contract.parameters) if p.name}
    if not names or "self" in names:
        return None
    start, end = spec.file.span(spec.contract.function)
    return spec.text[:start] + _renamed(spec.text[start:end], names) + spec.text[end:]


def reorder_clauses(spec: Spec, rng: random.Random) -> str | None:
    if len(spec.texts) < 2:
        return None
    return spec.with_clauses(spec.texts[::-1])


def merge_clauses(spec: Spec, rng: random.Random) -> str | None:
    if len(spec.texts) < 2:
        return None
    return spec.with_clauses([" && ".join(f"({t})" for t in spec.texts)])


def bulleted(spec: Spec, rng: random.Random) -> str | None:
    return spec.with_clauses(["({ " + " ".join(f"&&& ({t})" for t in spec.texts) + " })"])


def casts(spec: Spec, rng: random.Random) -> str | None:
    def make(n: rs.MethodCall) -> str | None:
        if n.name != "len" or n.args:
            return None
        return f"({spec.file.source(n)} as int)"

    return _change_all(spec, rs.MethodCall, make)


def views(spec: Spec, rng: random.Random) -> str | None:
    vectors = _vectors(spec)

    def make(n: rs.MethodCall) -> str | None:
        if n.name == "len" and isinstance(n.receiver, rs.Path) and n.receiver.text in vectors:
            return f"{n.receiver.text}@.len()"
        return None

    return _change_all(spec, rs.MethodCall, make)


def _vectors(spec: Spec) -> set[str]:
    found = set()
    for p in spec.contract.parameters:
        if p.type is not None and "Vec<" in spec.file.source(p.type):
            found.add(p.name)
    return found


def implication_as_or(spec: Spec, rng: random.Random) -> str | None:
    def make(n: rs.Binary) -> str | None:
        if n.op != "==>":
            return None
        left, right = spec.file.source(n.left), spec.file.source(n.right)
        return f"(!({left}) || ({right}))"

    return _change_all(spec, rs.Binary, make)


def contrapositive(spec: Spec, rng: random.Random) -> str | None:
    def make(n: rs.Binary) -> str | None:
        if n.op != "==>":
            return None
        left, right = spec.file.source(n.left), spec.file.source(n.right)
        return f"(!({right}) ==> !({left}))"

    return _change_all(spec, rs.Binary, make)


def no_counterexample(spec: Spec, rng: random.Random) -> str | None:
    """`forall p` as `!exists !p`."""

    def make(n: rs.Quantifier) -> str | None:
        if n.keyword != "forall":
            return None
        binders = ", ".join(spec.file.source(b) for b in n.binders)
        return f"!(exists|{binders}| !({spec.file.source(n.body)}))"

    return _change_all(spec, rs.Quantifier, make)


def literal_arithmetic(spec: Spec, rng: random.Random) -> str | None:
    def make(n: rs.Literal) -> str | None:
        value = _number(n)
        if value is None or value < 3:
            return None
        if value % 10 == 0:
            return f"({value // 10} * 10)"
        return f"({value - 1} + 1)"

    return _change_all(spec, rs.Literal, make)


def helper_functions(spec: Spec, rng: random.Random) -> str | None:
    """Each clause as a specification function of its own."""
    params = ", ".join(
        f"{p.name}: {spec.file.source(p.type).lstrip('&')}"
        for p in spec.contract.parameters
        if p.type is not None
    )
    if re.search(r"\b(self|mut)\b", params) or any(
        p.type is None for p in spec.contract.parameters
    ):
        return None
    if "Self::" in "".join(spec.texts):
        return None
    args = ", ".join(
        ("*" if spec.file.source(p.type).startswith("&") else "") + p.name
        for p in spec.contract.parameters
        if p.type is not None
    )
    items = "\n".join(
        f"pub open spec fn clause_{i}({params}) -> bool {{ {t} }}" for i, t in enumerate(spec.texts)
    )
    return spec.with_clauses([f"clause_{i}({args})" for i in range(len(spec.texts))], items)


def shift_index(spec: Spec, rng: random.Random) -> str | None:
    """`forall i` over `p(i)` as over `p(i - 3)`."""

    def make(n: rs.Quantifier) -> str | None:
        if any(b.type is None or spec.file.source(b.type) != "int" for b in n.binders):
            return None
        names = {b.pattern.name: f"({b.pattern.name} - 3)" for b in n.binders}
        binders = ", ".join(spec.file.source(b) for b in n.binders)
        body = _renamed(spec.file.source(n.body), names)
        return f"({n.keyword}|{binders}| {body})"

    return _change_all(spec, rs.Quantifier, make)


def nested_quantifiers(spec: Spec, rng: random.Random) -> str | None:
    def make(n: rs.Quantifier) -> str | None:
        if len(n.binders) < 2 or n.keyword == "choose":
            return None
        heads = " ".join(f"{n.keyword}|{spec.file.source(b)}|" for b in n.binders)
        return f"({heads} ({spec.file.source(n.body)}))"

    return _change_all(spec, rs.Quantifier, make)


def named_lengths(spec: Spec, rng: random.Random) -> str | None:
    """`({ let n = nums.len(); .. })`."""
    vectors = sorted(_vectors(spec))
    if not vectors:
        return None
    name = vectors[0]
    texts = []
    for text in spec.texts:
        body = re.sub(rf"\b{name}(@)?\.len\(\)", "size_0", text)
        texts.append(f"({{ let size_0 = {name}.len(); {body} }})" if body != text else text)
    return spec.with_clauses(texts) if texts != spec.texts else None


def redundant_clause(spec: Spec, rng: random.Random) -> str | None:
    """With a weaker form of a clause beside it."""

    def make(n: rs.Comparison) -> str | None:
        last = _number(n.operands[-1])
        if last is None or n.ops[-1] not in ("<", "<="):
            return None
        return spec.edited(n, {n.operands[-1]: str(last + 7)})

    for i, clause in enumerate(spec.clauses):
        if isinstance(clause, rs.Comparison) and (made := make(clause)):
            return spec.with_clauses([*spec.texts[: i + 1], made, *spec.texts[i + 1 :]])
    return None


def all_cases(spec: Spec, rng: random.Random) -> str | None:
    """A clause as `if c { clause } else { clause }`."""
    numbers = [
        p.name
        for p in spec.contract.parameters
        if p.type is not None and re.fullmatch(r"[iu]\d+|usize", spec.file.source(p.type))
    ]
    vectors = sorted(_vectors(spec))
    test = f"{numbers[0]} > 3" if numbers else f"{vectors[0]}.len() > 3" if vectors else None
    if test is None:
        return None
    i = rng.randrange(len(spec.texts))
    return spec.with_clause(i, f"(if {test} {{ {spec.texts[i]} }} else {{ {spec.texts[i]} }})")


SAME: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        split_chains, flip_sides, strict_bounds, rename_bound, rename_parameters, reorder_clauses,
        merge_clauses, bulleted, casts, views, implication_as_or, contrapositive,
        no_counterexample, literal_arithmetic, helper_functions, shift_index, nested_quantifiers,
        named_lengths, redundant_clause, all_cases,
    )
}  # fmt: skip


# --- rules that change it


def _bound(spec: Spec, rng: random.Random, by: int, *, last: bool) -> str | None:
    def make(n: rs.Comparison) -> str | None:
        at = n.operands[-1 if last else 0]
        value = _number(at)
        op = n.ops[-1 if last else 0]
        if value is None or op not in ("<", "<="):
            return None
        return spec.edited(n, {at: str(value + by)})

    return _change(spec, rng, rs.Comparison, make)


def upper_wider(spec: Spec, rng: random.Random) -> str | None:
    return _bound(spec, rng, 1, last=True)


def upper_tighter(spec: Spec, rng: random.Random) -> str | None:
    return _bound(spec, rng, -1, last=True)


def lower_tighter(spec: Spec, rng: random.Random) -> str | None:
    return _bound(spec, rng, 1, last=False)


def ten_times(spec: Spec, rng: random.Random) -> str | None:
    def make(n: rs.Comparison) -> str | None:
        value = _number(n.operands[-1])
        if value is None or value < 10 or n.ops[-1] not in ("<", "<="):
            return None
        return spec.edited(n, {n.operands[-1]: str(value // 10)})

    return _change(spec, rng, rs.Comparison, make)


def strictness(spec: Spec, rng: random.Random) -> str | None:
    def make(n: rs.Comparison) -> str | None:
        if _number(n.operands[-1]) is None or n.ops[-1] not in ("<", "<="):
            return None
        s = [spec.file.source(o) for o in n.operands]
        ops = [*n.ops[:-1], "<" if n.ops[-1] == "<=" else "<="]
        return s[0] + "".join(f" {op} {b}" for op, b in zip(ops, s[1:]))

    return _change(spec, rng, rs.Comparison, make)


def drop_clause(spec: Spec, rng: random.Random) -> str | None:
    if len(spec.texts) < 2:
        return None
    i = rng.randrange(len(spec.texts))
    return spec.with_clauses(spec.texts[:i] + spec.texts[i + 1 :])


def drop_quantified(spec: Spec, rng: random.Random) -> str | None:
    found = [i for i, c in enumerate(spec.clauses) if isinstance(c, rs.Quantifier)]
    if not found or len(spec.texts) < 2:
        return None
    i = rng.choice(found)
    return spec.with_clauses(spec.texts[:i] + spec.texts[i + 1 :])


def only_first(spec: Spec, rng: random.Random) -> str | None:
    return spec.with_clauses(spec.texts[:1]) if len(spec.texts) > 1 else None


def trivial(spec: Spec, rng: random.Random) -> str | None:
    return spec.with_clauses(["true"])


def contradiction(spec: Spec, rng: random.Random) -> str | None:
    return spec.with_clauses([*spec.texts, "false"])


def and_to_or(spec: Spec, rng: random.Random) -> str | None:
    if len(spec.texts) < 2:
        return None
    return spec.with_clauses([" || ".join(f"({t})" for t in spec.texts)])


def negated_clause(spec: Spec, rng: random.Random) -> str | None:
    i = rng.randrange(len(spec.texts))
    return spec.with_clause(i, f"!({spec.texts[i]})")


def exists_for_forall(spec: Spec, rng: random.Random) -> str | None:
    def make(n: rs.Quantifier) -> str | None:
        if n.keyword != "forall" or not isinstance(n.body, rs.Binary) or n.body.op != "==>":
            return None
        binders = ", ".join(spec.file.source(b) for b in n.binders)
        left, right = spec.file.source(n.body.left), spec.file.source(n.body.right)
        return f"(exists|{binders}| ({left}) && ({right}))"

    return _change(spec, rng, rs.Quantifier, make)


def skip_first(spec: Spec, rng: random.Random) -> str | None:
    """`forall i. 0 <= i < n` as `forall i. 1 <= i < n`."""

    def make(n: rs.Quantifier) -> str | None:
        if n.keyword != "forall" or not isinstance(n.body, rs.Binary):
            return None
        for part in rs.walk(n.body.left):
            if isinstance(part, rs.Comparison) and _number(part.operands[0]) == 0:
                return spec.edited(n, {part.operands[0]: "1"})
        return None

    return _change(spec, rng, rs.Quantifier, make)


def skip_last(spec: Spec, rng: random.Random) -> str | None:
    def make(n: rs.Quantifier) -> str | None:
        if n.keyword != "forall" or not isinstance(n.body, rs.Binary):
            return None
        for part in rs.walk(n.body.left):
            if isinstance(part, rs.Comparison) and part.ops[-1] == "<":
                last = part.operands[-1]
                return spec.edited(n, {last: f"{spec.file.source(last)} - 1"})
        return None

    return _change(spec, rng, rs.Quantifier, make)


def denied_conclusion(spec: Spec, rng: random.Random) -> str | None:
    """`a ==> b` as `a ==> !b`."""

    def make(n: rs.Binary) -> str | None:
        if n.op != "==>":
            return None
        return f"({spec.file.source(n.left)} ==> !({spec.file.source(n.right)}))"

    return _change(spec, rng, rs.Binary, make)


def wrong_parameter(spec: Spec, rng: random.Random) -> str | None:
    """One clause speaks of another parameter of the same type."""
    by_type: dict[str, list[str]] = {}
    for p in spec.contract.parameters:
        if p.type is not None:
            by_type.setdefault(spec.file.source(p.type), []).append(p.name)
    pairs = [(a, b) for names in by_type.values() for a, b in zip(names, names[1:])]
    options = [(i, a, b) for i, t in enumerate(spec.texts) for a, b in pairs if _uses(t, a)]
    if not options:
        return None
    i, a, b = rng.choice(options)
    return spec.with_clause(i, _renamed(spec.texts[i], {a: b}))


def _uses(text: str, name: str) -> bool:
    return re.search(rf"(?<![.\w]){name}\b", text) is not None


def over_strong(spec: Spec, rng: random.Random) -> str | None:
    options = []
    for p in spec.contract.parameters:
        written = spec.file.source(p.type) if p.type is not None else ""
        if re.fullmatch(r"[iu]\d+|usize", written):
            options.append(f"{p.name} != 7")
        elif "Vec<" in written:
            options.append(f"{p.name}.len() != 3")
    return spec.with_clauses([*spec.texts, rng.choice(options)]) if options else None


def equality_for_order(spec: Spec, rng: random.Random) -> str | None:
    """An order between elements, or parameters, made strict or an equality."""

    def make(n: rs.Comparison) -> str | None:
        if len(n.ops) != 1 or n.ops[0] not in ("<=", "<", ">=", ">", "==", "!="):
            return None
        if any(_number(o) is not None for o in n.operands):
            return None
        a, b = (spec.file.source(o) for o in n.operands)
        other = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "==": "<=", "!=": "<="}
        return f"{a} {other[n.ops[0]]} {b}"

    return _change(spec, rng, rs.Comparison, make)


DIFFERENT: dict[str, Rule] = {
    rule.__name__: rule
    for rule in (
        upper_wider, upper_tighter, lower_tighter, ten_times, strictness, drop_clause,
        drop_quantified, only_first, trivial, contradiction, and_to_or, negated_clause,
        exists_for_forall, skip_first, skip_last, denied_conclusion, wrong_parameter,
        over_strong, equality_for_order,
    )
}  # fmt: skip

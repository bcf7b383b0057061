"""How much code, specification and proof a program holds, line by line.

VeriContest reports such counts in its Table 2 and publishes no rule for them; this is ours. Each
token belongs to code, specification or proof by what it stands in:

- specification: spec functions and constants, and the contracts of functions that are no lemmas;
- proof: lemmas, proof blocks, asserts, ghost variables, loop invariants and measures, `broadcast`
  items and attributes that only Verus understands;
- code: all else, `use`, `struct` and the signatures of executable functions among it.

The first token that is no bracket, comma or semicolon decides for its line; a line of nothing else
belongs to its first token. Blank lines and comments count for nothing, and asserts within a macro,
as in `calc!`, are not counted.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudge.verus.ghost import is_ghost_attribute, is_ghost_expression
from adjudge.verus.syntax import (
    Assert,
    AssertForall,
    AssumeSpecification,
    Attribute,
    BroadcastGroup,
    BroadcastUse,
    Clause,
    Const,
    ExprStatement,
    File,
    For,
    Function,
    Global,
    Let,
    Loop,
    Node,
    While,
    children,
)

_BRACKETS = frozenset("()[]{},;")


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts for one program.

    Attributes:
        code: Lines of executable code.
        specification: Lines of spec functions and of contracts of executable functions.
        proof: Lines of lemmas, proof blocks, asserts, ghost variables and loop specifications.
        invariants: Loop invariants, one for each expression.
        asserts: `assert` in all its forms.
        lemmas: Proof functions.
        spec_functions: Spec functions.
        loops: Loops.
    """

    code: int
    specification: int
    proof: int
    invariants: int
    asserts: int
    lemmas: int
    spec_functions: int
    loops: int


def statistics(file: File) -> Statistics:
    """Count a program."""
    owner = ["code"] * len(file.tokens)
    counts = dict.fromkeys(("invariants", "asserts", "lemmas", "spec_functions", "loops"), 0)
    stack: list[tuple[Node, str]] = [(file, "code")]
    while stack:
        node, part = stack.pop()
        chosen = _part(node, part)
        if chosen != part:
            owner[node.start : node.end] = [chosen] * (node.end - node.start)
        for name in _counted(node):
            counts[name] += len(node.items) if isinstance(node, Clause) else 1
        inside = "proof" if isinstance(node, Loop | While | For) and chosen == "code" else ""
        for child in reversed(children(node)):
            stack.append((child, chosen))
            if inside and isinstance(child, Clause):
                owner[child.start : child.end] = [inside] * (child.end - child.start)
                stack[-1] = (child, inside)
    lines = _lines(file, owner)
    return Statistics(lines["code"], lines["specification"], lines["proof"], **counts)


def _part(node: Node, around: str) -> str:
    """Which part of the program a node is, given what it stands in."""
    if around == "proof":
        return around
    if isinstance(node, Function) and not node.is_exec:
        return "specification" if node.mode == "spec" else "proof"
    if isinstance(node, Const) and node.mode in ("spec", "proof"):
        return "specification" if node.mode == "spec" else "proof"
    if isinstance(node, Clause | AssumeSpecification | Global):
        return "specification"
    if isinstance(node, BroadcastUse | BroadcastGroup):
        return "proof"
    if isinstance(node, Let) and node.mode is not None:
        return "proof"
    if isinstance(node, ExprStatement) and is_ghost_expression(node.expr):
        return "proof"
    if isinstance(node, Attribute) and is_ghost_attribute(node) and around == "code":
        return "proof"
    return around


def _counted(node: Node) -> list[str]:
    if isinstance(node, Clause) and node.keyword.startswith("invariant"):
        return ["invariants"]
    if isinstance(node, Assert | AssertForall):
        return ["asserts"]
    if isinstance(node, Loop | While | For):
        return ["loops"]
    if isinstance(node, Function):
        return {"proof": ["lemmas"], "spec": ["spec_functions"]}.get(node.mode or "", [])
    return []


def _lines(file: File, owner: list[str]) -> dict[str, int]:
    counts = {"code": 0, "specification": 0, "proof": 0}
    for _, part in sorted(_owner_of_line(file, owner).items()):
        counts[part] += 1
    return counts


def _owner_of_line(file: File, owner: list[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    bracket: dict[int, str] = {}
    line = 1
    position = 0
    for token, part in zip(file.tokens[:-1], owner, strict=False):
        line += file.text.count("\n", position, token.start)
        position = token.start
        chosen = bracket if token.text in _BRACKETS else found
        chosen.setdefault(line, part)
        for further in range(token.text.count("\n")):  # a string over several lines
            found.setdefault(line + further + 1, part)
    return {**bracket, **found}

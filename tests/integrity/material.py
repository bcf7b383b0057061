"""Small programs that the tests take apart, and how two programs are compared exactly."""

from __future__ import annotations

from pathlib import Path

from adjudge.judge.integrity.difference import first_difference
from adjudge.verus.parser import parse_file
from adjudge.verus.syntax import Assign, File, Index, MethodCall, Node
from adjudge.verus.transplant.entries import entries, imports
from adjudge.verus.transplant.normal import layout_form

ATTACKS = Path(__file__).parents[1] / "attacks" / "verus"
NAMES = sorted(
    path.name.removesuffix(".code_spec.rs")
    for path in (ATTACKS / "references").glob("*.code_spec.rs")
)


def reference(name: str, part: str) -> str:
    return (ATTACKS / "references" / f"{name}.{part}.rs").read_text("utf-8")


def program(*items: str, outside: str = "") -> str:
    """A file with items in its block."""
    inside = "\n\n".join(items)
    return f"use vstd::prelude::*;\n{outside}\nfn main() {{}}\n\nverus! {{\n\n{inside}\n\n}}\n"


def exact_form(node: Node) -> Node:
    """Equal up to layout and the two spellings of an update."""
    node = layout_form(node)
    if isinstance(node, MethodCall) and node.name == "set" and len(node.args) == 2:
        return Assign("=", Index(node.receiver, node.args[0]), node.args[1])
    return node


def same_program(left: File | str, right: File | str) -> bool:
    """Whether two files have the same items and imports, proof and all, in any order."""
    a = left if isinstance(left, File) else parse_file(left)
    b = right if isinstance(right, File) else parse_file(right)
    mine = {entry.key: entry.item for entry in entries(a)}
    other = {entry.key: entry.item for entry in entries(b)}
    if mine.keys() != other.keys() or imported(a) != imported(b):
        return False
    return not any(first_difference(item, other[key], exact_form) for key, item in mine.items())


def imported(file: File) -> set[tuple[str, str | None]]:
    return {use.key for use in imports(file)}

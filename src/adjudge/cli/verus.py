"""`adjudge verus`: the Verus front end for people and scripts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli import options

if TYPE_CHECKING:
    from adjudge.verus.syntax import File, Node

_TASKS = ("spec2code", "nl_spec2code", "spec_code2proof", "end2end")


@click.group()
def verus() -> None:
    """Read, compare and take apart Verus programs.

    A file named - is standard input.
    """


@verus.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--tree", is_flag=True, help="Print the syntax tree.")
def parse(files: tuple[str, ...], tree: bool) -> None:
    """Check that files can be read, or print their trees."""
    from adjudge.verus.syntax import walk

    for name in files:
        file = _read(name)
        if tree:
            click.echo(_outline(file))
        else:
            click.echo(f"{name}: {len(file.items)} items, {sum(1 for _ in walk(file))} nodes")


@verus.command()
@click.argument("file")
def erase(file: str) -> None:
    """Print the executable program, without ghost code."""
    from adjudge.verus.erase import erase as erased

    click.echo(erased(_read(file)), nl=False)


@verus.command()
@click.argument("file")
@click.option("--target", help="The function; by default the last public one of an impl.")
@options.as_json
def contract(file: str, target: str | None, as_json: bool) -> None:
    """Print a contract and the definitions it rests on."""
    from adjudge.errors import BadInput
    from adjudge.model.values import dumps
    from adjudge.verus.contract import NoSuchFunction
    from adjudge.verus.contract import contract as contract_of

    tree = _read(file)
    try:
        found = contract_of(tree, target)
    except NoSuchFunction as error:
        raise BadInput(str(error), where=file, mend="name one by --target") from None
    clauses = {
        "requires": [tree.source(clause) for clause in found.requires],
        "ensures": [tree.source(clause) for clause in found.ensures],
        "returns": [tree.source(found.returns)] if found.returns is not None else [],
    }
    reached = [tree.source(definition.item) for definition in found.definitions]
    name = f"{found.owner}::{found.function.name}" if found.owner else found.function.name
    unknown = sorted(found.unresolved)
    if as_json:
        click.echo(dumps({"name": name, **clauses, "reached": reached, "unresolved": unknown}))
        return
    click.echo(name)
    for keyword, texts in clauses.items():
        for text in texts:
            click.echo(f"  {keyword} {text}")
    for text in reached:
        click.echo(f"\n{text}")
    if unknown:
        click.echo(f"\nnot defined here: {', '.join(unknown)}")


@verus.command()
@click.argument("files", nargs=-1, required=True)
@options.as_json
def stats(files: tuple[str, ...], as_json: bool) -> None:
    """Count code, specification, proof and their parts."""
    import dataclasses

    from adjudge.model.values import dumps
    from adjudge.verus.stats import statistics

    for name in files:
        counts = dataclasses.asdict(statistics(_read(name)))
        if as_json:
            click.echo(dumps({"file": name, **counts}))
        else:
            click.echo(f"{name}: " + ", ".join(f"{n} {what}" for what, n in counts.items()))


@verus.command()
@click.argument("reference")
@click.argument("candidate")
@click.option(
    "--task",
    type=click.Choice(_TASKS),
    default="spec_code2proof",
    help="What the candidate was asked for: it says what was frozen.",
)
@options.as_json
def compare(reference: str, candidate: str, task: str, as_json: bool) -> None:
    """Say where frozen text was changed, and list cheats.

    Exit status 1 if there is either.
    """
    import dataclasses

    from adjudge.judge.integrity import compare as compared
    from adjudge.model import Task
    from adjudge.model.values import dumps
    from adjudge.verus.cheats import find_cheats

    given, answer = _read(reference), _read(candidate)
    report, cheats = compared(given, answer, mode=Task(task)), find_cheats(answer, given=given)
    if as_json:
        changes = [dataclasses.asdict(change) for change in report.changes]
        found = [dataclasses.asdict(cheat) for cheat in cheats]
        click.echo(dumps({"unchanged": report.unchanged, "changes": changes, "cheats": found}))
    else:
        click.echo(str(report))
        for cheat in cheats:
            click.echo(f"{candidate}:{cheat}\n    {cheat.excerpt}")
    click.get_current_context().exit(0 if report.unchanged and not cheats else 1)


@verus.command()
@click.argument("candidate")
@click.argument("reference")
def transplant(candidate: str, reference: str) -> None:
    """Print the reference with the candidate's proof.

    Exit status 1 if a part found no place.
    """
    from adjudge.verus.transplant import transplant as transplanted

    moved = transplanted(_read(candidate), _read(reference))
    click.echo(moved.text, nl=False)
    for part in moved.unplaced:
        first = part.text.splitlines()[0]
        click.echo(f"{candidate}:{part.line}: no place ({part.reason}): {first}", err=True)
    click.get_current_context().exit(1 if moved.unplaced else 0)


@verus.command("eval")
@click.argument("expression")
@click.option(
    "--let",
    "bindings",
    multiple=True,
    metavar="NAME:TYPE=JSON",
    help="Give a variable a value, as in 's:Seq<int>=[1,2]'.",
)
@click.option("--file", "-f", "file", help="A file whose definitions the expression may use.")
@options.as_json
def evaluate(expression: str, bindings: tuple[str, ...], file: str | None, as_json: bool) -> None:
    """Evaluate an expression to true, false or unknown.

    Exit status 0 for true, 1 for false or unknown.
    """
    from adjudge.errors import BadInput
    from adjudge.model.values import dumps
    from adjudge.verus.errors import VerusSyntaxError
    from adjudge.verus.evaluate import evaluate_expression
    from adjudge.verus.parser import parse_expr

    definitions = _definitions(file) if file else ""
    types: dict[str, str] = {}
    values: dict[str, Any] = {}
    for binding in bindings:
        name, types_name, value = _binding(binding, definitions)
        types[name], values[name] = types_name, value
    try:
        parse_expr(expression)  # alone first, so that a complaint's column is the expression's
        found = evaluate_expression(expression, types, values, definitions=definitions)
    except VerusSyntaxError as error:
        raise BadInput(error.message, where=f"expression, column {error.column}") from None
    truth = str(found.truth.value)
    if as_json:
        shown = {"value": truth, "reason": found.reason, "steps": found.steps}
        click.echo(dumps({**shown, "witness": dict(found.witness)}))
    else:
        click.echo(truth)
        for name, value in found.witness.items():
            click.echo(f"  {name} = {value}")
        if found.reason:
            click.echo(f"  because: {found.reason}")
        click.echo(f"  {found.steps} steps", err=True)
    click.get_current_context().exit(0 if truth == "true" else 1)


def _binding(text: str, definitions: str) -> tuple[str, str, Any]:
    """The name, the type as it is written, and the value of `NAME:TYPE=JSON`."""
    from adjudge.errors import BadInput
    from adjudge.model.values import decode, loads
    from adjudge.rust.functions import read_signature, target
    from adjudge.verus.errors import VerusSyntaxError
    from adjudge.verus.parser import parse_fragment

    where = f"--let {text}"
    head, equals, value = text.partition("=")
    name, colon, type_ = (part.strip() for part in head.partition(":"))
    if not equals or not colon or not name.isidentifier():
        raise BadInput("no binding", where=where, mend="write NAME:TYPE=JSON")
    try:
        items = parse_fragment(f"{definitions}\nfn bound({name}: {type_}) {{}}").items
        found = target(items, "bound")
        if found is None or len(found.function.params) != 1:
            raise BadInput("no type", mend="write NAME:TYPE=JSON")
        signature = read_signature(found, items)
        return name, type_, decode(loads(value), signature.params[0].type, signature.records)
    except VerusSyntaxError as error:
        raise BadInput(error.message, where=where) from None
    except BadInput as error:
        raise error.at(where) from None


def _definitions(name: str) -> str:
    """The items of a file, without the `verus!{}` around them."""
    from adjudge.verus.syntax import VerusBlock

    file = _read(name)
    blocks = [item for item in file.items if isinstance(item, VerusBlock)]
    items = [item for block in blocks for item in block.items] or file.items
    return "\n".join(file.source(item) for item in items)


def _read(name: str) -> File:
    """The tree of a file: of a whole program, or of items without `verus!{}` around them."""
    from adjudge.datasets.files import read_text
    from adjudge.errors import BadInput
    from adjudge.verus.errors import VerusSyntaxError
    from adjudge.verus.parser import parse_file, parse_fragment

    text: str | bytes = sys.stdin.buffer.read() if name == "-" else read_text(Path(name))
    try:
        return parse_file(text)
    except VerusSyntaxError as error:
        try:
            return parse_fragment(text)
        except VerusSyntaxError:
            where = f"{name}:{error.line}:{error.column}"
            raise BadInput(error.message, where=where) from None


def _outline(root: Node) -> str:
    """A tree as indented lines: each node's class, and its fields that are no nodes."""
    from adjudge.verus.syntax import Node, children, field_names

    lines = []
    stack: list[tuple[int, Any]] = [(0, root)]
    while stack:
        depth, node = stack.pop()
        plain = []
        for field in field_names(type(node)):
            value = getattr(node, field)
            holds_nodes = isinstance(value, tuple) and any(isinstance(v, Node) for v in value)
            if value not in (None, (), False, "") and not isinstance(value, Node):
                plain += [] if holds_nodes else [f"{field}={value!r}"]
        lines.append(f"{'  ' * depth}{type(node).__name__} {' '.join(plain)}".rstrip())
        stack += [(depth + 1, child) for child in reversed(children(node))]
    return "\n".join(lines)

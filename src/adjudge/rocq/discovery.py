"""What a compiled specification declares: names, types, constructors, assumptions.

The names come from its text, everything about them from Rocq's own answers. The answers are
told apart by a separator that the specification cannot know.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence

import msgspec

from adjudge.errors import InfraError
from adjudge.rocq.sentences import Declaration, Kind, declarations, sentences
from adjudge.rocq.terms import Applied, Telescope, binders, cut, parse_type, telescope
from adjudge.rocq.toolchain import Rocq
from adjudge.run.process import Reason
from adjudge.run.sandbox import Limits

_LIMITS = Limits(wall_seconds=60, cpu_seconds=40, memory_bytes=3 << 30, output_bytes=8 << 20)
_IDENT = r"[^\W\d][\w']*"
_PRINTED = (Kind.DEFINITION, Kind.FIXPOINT, Kind.INDUCTIVE)


class Constructor(msgspec.Struct, frozen=True):
    """One constructor, by its name from outside (`Spec.c`)."""

    name: str
    type: Telescope


class Declared(msgspec.Struct, frozen=True):
    """One declaration, with what Rocq says about it.

    Attributes:
        name: Its name from outside, such as `Spec.f_spec`.
        type: Its type.
        body: What it is defined as, where that was asked for: aliases and recursive functions.
        block: Names declared together with it (mutual recursion).
        parameters: How many arguments of an inductive type are the same in all its constructors.
    """

    kind: Kind
    name: str
    type: Telescope
    block: tuple[str, ...]
    constructors: tuple[Constructor, ...] = ()
    body: str = ""
    parameters: int = 0

    @property
    def short(self) -> str:
        """The name as the text has it."""
        return self.name.rpartition(".")[2]

    @property
    def is_proposition(self) -> bool:
        """Whether it yields a proposition, as specifications and relations do."""
        return self.type.result == "Prop"


class Facts(msgspec.Struct, frozen=True):
    """All that is known about a compiled specification."""

    declared: tuple[Declared, ...]

    def __getitem__(self, name: str) -> Declared:
        return next(d for d in self.declared if d.name == name)

    def find(self, name: str) -> Declared | None:
        """The last declaration of that outside name."""
        return next((d for d in reversed(self.declared) if d.name == name), None)

    def resolve(self, type_: Applied) -> Applied:
        """The type with the candidate's abbreviations replaced by what they stand for."""
        declared = self.find(type_.name)
        if declared and declared.kind is Kind.DEFINITION and declared.body and not type_.args:
            body = parse_type(declared.body)
            if body is not None and body.name != type_.name:
                return self.resolve(body)
        return Applied(type_.name, tuple(self.resolve(a) for a in type_.args))


def discover(text: str, rocq: Rocq) -> Facts:
    """Asks Rocq about everything that the specification, compiled as `Spec`, declares.

    Raises:
        InfraError: If Rocq did not answer.
    """
    named = list(_qualified(text))
    questions: list[str] = []
    for declaration, name in named:
        questions.append(f"Check @{name}.")
        questions += [f"Check @{c}." for c in _constructors(declaration, name)]
        if declaration.kind in _PRINTED:
            questions.append(f"Print {name}.")
    answers = iter(ask(questions, rocq))
    found: list[Declared] = []
    for declaration, name in named:
        type_ = _type(next(answers))
        constructors = [
            Constructor(c, t)
            for c in _constructors(declaration, name)
            if (t := _type(next(answers))) is not None
        ]
        printed = next(answers) if declaration.kind in _PRINTED else ""
        body = _body(printed) if declaration.kind is not Kind.INDUCTIVE else ""
        if type_ is not None:
            prefix = name.rpartition(".")[0]
            block = tuple(f"{prefix}.{n}" for n in declaration.block)
            found.append(
                Declared(
                    declaration.kind,
                    name,
                    type_,
                    block,
                    tuple(constructors),
                    body,
                    _parameters(printed, declaration.name),
                )
            )
    return Facts(tuple(found))


def ask(questions: Sequence[str], rocq: Rocq, limits: Limits = _LIMITS) -> list[str]:
    """What the toplevel prints for each question, errors left out.

    Raises:
        InfraError: If it ended before the last question.
    """
    token = f"adjudge_{secrets.token_hex(12)}"
    lines = [
        "From Work Require Spec.",
        "Set Printing All. Set Printing Width 1000000. Set Printing Depth 1000000.",
    ]
    for number, question in enumerate(questions):
        lines += [f"Definition {token}_{number} := tt.", question]
    lines.append(f"Definition {token}_{len(questions)} := tt.")
    finished = rocq.converse("\n".join(lines) + "\n", limits)
    if finished.reason is not Reason.EXITED:
        raise InfraError(f"Rocq did not answer about a specification: {finished.reason}")
    said = finished.stdout.decode("utf-8", "replace")
    parts = re.split(rf"^{token}_\d+ is defined$", said, flags=re.MULTILINE)
    if len(parts) != len(questions) + 2:
        last = finished.stderr.decode("utf-8", "replace").strip()[-200:]
        raise InfraError(f"Rocq stopped answering about a specification: {last}")
    return [part.strip() for part in parts[1:-1]]


def _qualified(text: str) -> list[tuple[Declaration, str]]:
    """The declarations with their names from outside, through modules."""
    found: list[tuple[Declaration, str]] = []
    modules: list[str] = []
    known = iter(declarations(text))
    pending = next(known, None)
    for sentence in sentences(text):
        group: list[Declaration] = []
        while pending is not None and pending.text == sentence:
            group.append(pending)
            pending = next(known, None)
        ended = re.match(rf"End\s+({_IDENT})\s*\.", sentence)
        if ended and modules and modules[-1] == ended[1]:
            modules.pop()
        for declaration in group:
            if declaration.kind is Kind.MODULE and ":=" not in sentence:
                modules.append(declaration.name)
            elif declaration.kind not in (Kind.MODULE, Kind.SECTION, Kind.OTHER):
                found.append((declaration, ".".join(["Spec", *modules, declaration.name])))
    return found


def _constructors(declaration: Declaration, name: str) -> list[str]:
    """The outside names of the constructors of one inductive type or record."""
    prefix = name.rpartition(".")[0]
    if declaration.kind is Kind.RECORD:
        written = re.search(rf":=\s*({_IDENT})?\s*\{{", declaration.text)
        short = (written[1] if written else None) or f"Build_{declaration.name}"
        return [f"{prefix}.{short}"] if written else []
    if declaration.kind is not Kind.INDUCTIVE:
        return []
    return [f"{prefix}.{c}" for c in _written_constructors(declaration)]


def _written_constructors(declaration: Declaration) -> list[str]:
    """The names after `:=` and after each `|` that belongs to no `match`."""
    head = rf"\b(?:Inductive|Variant|with)\s+{re.escape(declaration.name)}\b(?P<rest>.*)"
    part = re.search(head, declaration.text, re.DOTALL)
    if part is None:
        return []
    names: list[str] = []
    depth, matches, armed = 0, 0, False
    pattern = rf'"[^"]*"|:=|\||[()\[\]{{}}]|\bmatch\b|\bend\b|\bwith\b|{_IDENT}'
    for token in re.finditer(pattern, part["rest"]):
        word = token[0]
        if word in "([{":
            depth += 1
        elif word in ")]}":
            depth -= 1
        elif word == "match":
            matches += 1
        elif word == "end":
            matches -= 1
        elif word == "with" and not matches:
            break  # the next type of the block
        elif depth == 0 and matches == 0 and word in (":=", "|"):
            armed = True
            continue
        elif armed and word[0] != '"':
            names.append(word)
        armed = False
    return names


def _parameters(printed: str, name: str) -> int:
    """How many binders stand before the colon where an inductive type is printed."""
    head = re.search(rf"\b(?:Inductive|Variant|with)\s+(?:[\w.']*\.)?{re.escape(name)}\s", printed)
    return len(binders(cut(printed[head.end() :], ":")[0])) if head else 0


def _type(answer: str) -> Telescope | None:
    """The type in an answer to `Check`: what stands behind the first colon of its own line."""
    match = re.search(r"^\s*:\s(.*)", answer, re.MULTILINE | re.DOTALL)
    return telescope(_one_term(match[1])) if match else None


def _one_term(printed: str) -> str:
    """A printed term on one line; empty if it could end a sentence: it goes into our own files."""
    flat = " ".join(printed.split())
    return "" if re.search(r"\.(\s|$)|\(\*", flat) else flat


def _body(answer: str) -> str:
    """The body in an answer to `Print`."""
    head, equals, rest = answer.partition(" = ")
    if not equals or "\n" in head:
        return ""
    return _one_term(re.split(r"^ {5}: ", rest, maxsplit=1, flags=re.MULTILINE)[0])

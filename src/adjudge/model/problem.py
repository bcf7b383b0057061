"""Problems, signatures, cases and candidates: what is judged, and on what."""

from __future__ import annotations

import enum
from typing import Any

import msgspec

from adjudge.errors import BadInput
from adjudge.model import values
from adjudge.model.types import Str, Type

SCHEMA = 1
"""Version of every format written by this package; readers refuse a newer one."""


class Parameter(msgspec.Struct, frozen=True):
    """One typed parameter."""

    name: str
    type: Type


class Signature(msgspec.Struct, frozen=True):
    """A target function: its name, typed parameters, return type and the records they use.

    Attributes:
        outputs: How a case's output is made: the returned value, or, for a function that returns
            nothing and changes its arguments, those arguments' final values (`mutated`).
    """

    name: str
    params: tuple[Parameter, ...]
    returns: Type
    records: dict[str, tuple[tuple[str, Type], ...]] = {}
    mutated: tuple[str, ...] = ()

    def __str__(self) -> str:
        params = ", ".join(f"{p.name}: {p.type}" for p in self.params)
        return f"{self.name}({params}) -> {self.returns}"


class Shape(enum.StrEnum):
    """How a problem's program takes its input."""

    FUNCTION = "function"
    STDIO = "stdio"


class Case(msgspec.Struct, frozen=True):
    """One (input, output). The arguments stand in the signature's order.

    A program's case (`Shape.STDIO`) has one argument, the text on standard input, and the text
    on standard output as its output.
    """

    args: tuple[values.Value, ...]
    output: values.Value


class VerusArtifacts(msgspec.Struct, frozen=True):
    """A problem's texts in Verus and Rust; None where the benchmark has none.

    Attributes:
        spec: The contract, with an empty target body.
        code: The executable reference, plain Rust without specification.
        code_spec: Contract and code without proof.
        proof: Contract, code and proof.
        main: A whole program around `code` (stdin/stdout problems).
    """

    spec: str | None = None
    code: str | None = None
    code_spec: str | None = None
    proof: str | None = None
    main: str | None = None


class Problem(msgspec.Struct, frozen=True):
    """One benchmark entry.

    Attributes:
        several_answers: Outputs other than a positive case's may be right too, so that a
            different output decides nothing by itself.
    """

    name: str
    signature: Signature
    title: str = ""
    description: str = ""
    shape: Shape = Shape.FUNCTION
    several_answers: bool = False
    tags: tuple[str, ...] = ()
    difficulty: str = ""
    source: str = ""
    license: str = ""
    verus: VerusArtifacts = VerusArtifacts()
    rocq_spec: str | None = None
    python_solution: str | None = None
    cases: tuple[Case, ...] = ()
    negatives: tuple[Case, ...] = ()

    @property
    def case_signature(self) -> Signature:
        """The signature that cases follow: the target's, or stdin to stdout."""
        return _STDIO if self.shape is Shape.STDIO else self.signature


class Task(enum.StrEnum):
    """The six tasks of VeriContest (arXiv 2605.08553), by its names."""

    NL2SPEC = "nl2spec"
    NL2CODE = "nl2code"
    SPEC2CODE = "spec2code"
    NL_SPEC2CODE = "nl_spec2code"
    SPEC_CODE2PROOF = "spec_code2proof"
    END2END = "end2end"


class Candidate(msgspec.Struct, frozen=True):
    """What a model produced for a task.

    Attributes:
        completion: The answer exactly as the model wrote it.
        sample: Which of the model's answers to this problem and task it is, from 0.
        expect: The outcome that a bundled candidate must get: `solved` or a category.
    """

    problem: str
    task: Task
    language: str
    completion: str
    sample: int = 0
    model: str = ""
    expect: str | None = None
    note: str = ""

    @property
    def label(self) -> str:
        """A short name for people: `running_sum/nl2code/model#0`."""
        return f"{self.problem}/{self.task}/{self.model or 'unnamed'}#{self.sample}"


_STDIO = Signature("main", (Parameter("stdin", Str()),), Str())


def decode_case(raw: Any, problem_shape: Shape, signature: Signature) -> Case:
    """The case that a JSON object `{"input": .., "output": ..}` denotes.

    Args:
        raw: What `values.loads` gave.
        problem_shape: Functions have an object of arguments as input, programs a text.
        signature: The problem's signature.

    Raises:
        BadInput: If it does not fit; the message says where and what was expected.
    """
    if not isinstance(raw, dict) or "input" not in raw or "output" not in raw:
        raise BadInput('expected an object {"input": .., "output": ..}')
    if problem_shape is Shape.STDIO:
        stdin, stdout = (values.decode(raw[key], Str()) for key in ("input", "output"))
        return Case((stdin,), stdout)
    given = raw["input"]
    names = [p.name for p in signature.params]
    if not isinstance(given, dict) or sorted(given) != sorted(names):
        found = ", ".join(given) if isinstance(given, dict) else type(given).__name__
        raise BadInput(f"expected an input object with {', '.join(names)}, found {found}")
    args = tuple(
        _placed(given[p.name], p.type, signature, f"input {p.name}") for p in signature.params
    )
    return Case(args, _placed(raw["output"], signature.returns, signature, "output"))


def encode_case(case: Case, problem_shape: Shape, signature: Signature) -> dict[str, Any]:
    """The JSON object of a case: the inverse of `decode_case`."""
    if problem_shape is Shape.STDIO:
        return {"input": case.args[0], "output": case.output}
    args = {
        p.name: values.encode(arg, p.type, signature.records)
        for p, arg in zip(signature.params, case.args, strict=True)
    }
    return {
        "input": args,
        "output": values.encode(case.output, signature.returns, signature.records),
    }


def _placed(raw: Any, type_: Type, signature: Signature, where: str) -> values.Value:
    try:
        return values.decode(raw, type_, signature.records)
    except BadInput as error:
        raise error.at(where) from None

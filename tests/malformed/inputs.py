"""Two hundred broken inputs, made systematically: what is written, and how it is handed over.

Each is a name, the files to write below a folder, the arguments of the command (`{}` stands for
the folder), and what the one line on standard error must hold: the file, with the line if any.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any, NamedTuple


class Broken(NamedTuple):
    """One broken input."""

    name: str
    files: dict[str, bytes | None]  # None: a folder
    arguments: tuple[str, ...]
    says: str


GOOD_SAMPLE: dict[str, Any] = {
    "problem": "running_sum",
    "task": "nl2code",
    "language": "rust",
    "completion": "fn running_sum() {}",
}
GOOD_PROBLEM: dict[str, Any] = {
    "schema": 1,
    "name": "p",
    "signature": {"name": "f", "params": [{"name": "x", "type": "i32"}], "returns": "i32"},
    "cases": [{"input": {"x": 1}, "output": 1}],
}
GOOD_TOML = """schema = 1
name = "p"
[signature]
name = "f"
params = [{ name = "x", type = "i32" }]
returns = "i32"
"""
GOOD_OUTCOME: dict[str, Any] = {
    "key": "ab",
    "problem": "p",
    "task": "nl2code",
    "language": "rust",
    "sample": 0,
    "model": "m",
    "status": "solved",
    "evidence": {"engine": "rust-cases"},
    "schema": 1,
}
GOOD_CONTEST = {"id": "p", "code": "impl Solution { pub fn f(x: i32) -> i32 { x } }"}

# Damage that any JSONL file may have, whatever it holds: the bytes, and where they are wrong.
TEXTS: dict[str, tuple[bytes, str]] = {
    "truncated": (b'{"problem": "running_s', ":1: "),
    "truncated in an escape": (b'{"problem": "a\\u00', ":1: "),
    "no quotes": (b"{problem: running_sum}", ":1: "),
    "single quotes": (b"{'problem': 'p'}", ":1: "),
    "trailing comma": (b'{"problem": "p",}', ":1: "),
    "two values": (b"{} {}", ":1: "),
    "a comment": (b"// samples\n{}", ":1: "),
    "an array": (b"[]", ":1: "),
    "a number": (b"1", ":1: "),
    "a string": (b'"p"', ":1: "),
    "null": (b"null", ":1: "),
    "NaN": (b'{"sample": NaN}', ":1: "),
    "infinity": (b'{"sample": -Infinity}', ":1: "),
    "a key twice": (b'{"problem": "a", "problem": "b"}', ":1: "),
    "half a surrogate": (b'{"problem": "\\ud800"}', ":1: "),
    "invalid UTF-8": (b'\n\n{"problem": "\xff"}', ":3: "),
    "UTF-16": ('{"problem": "p"}'.encode("utf-16"), ":1: "),
    "NUL bytes": (b'{"problem"\0: "p"}', ":1: "),
    "only NUL": (b"\0" * 100, ":1: "),
    "deep arrays": (b"[" * 100_000, ":1: "),
    "deep objects": (b'{"a":' * 100_000, ":1: "),
    "an integer beyond all bounds": (b'{"sample": ' + b"9" * 1_100_000 + b"}", ":1: "),
    "a long line": (b'{"problem": "' + b"x" * 10_000_000, ":1: "),
    "an error on line four": (b"\n\n\n{", ":4: "),
    "a line separator in the middle": (b'{"problem": "p"\xe2\x80\xa8"a"}', ":1: "),
    "carriage returns only": (b"{\r{\r", ":1: "),
    "HTML": (b"<html>not found</html>", ":1: "),
    "a newer schema": (b'{"schema": 2}', ":1: "),
    "a schema of text": (b'{"schema": "1"}', ":1: "),
    "a schema of zero": (b'{"schema": 0}', ":1: "),
    "a schema that is true": (b'{"schema": true}', ":1: "),
}


def line(*entries: Any) -> bytes:
    return b"".join(json.dumps(entry).encode() + b"\n" for entry in entries)


def changed(good: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**good, **fields}


def without(good: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in good.items() if key != name}


def anywhere() -> Iterator[Broken]:
    """Damage of the file itself, in each of the four kinds of JSONL that we read."""
    verbs = {
        "samples": ("judge", "{}/x.jsonl"),
        "benchmark": ("list", "{}/x.jsonl"),
        "outcomes": ("report", "{}/x.jsonl"),
    }
    for kind, arguments in verbs.items():
        for name, (text, place) in TEXTS.items():
            yield Broken(f"{kind}: {name}", {"x.jsonl": text}, arguments, f"x.jsonl{place}")
        packed = (arguments[0], "{}/x.jsonl.gz")
        whole = gzip.compress(b"{}\n" * 1000)
        for name, data in {
            "no gzip": b"{}\n",
            "empty gzip file": b"",
            "truncated gzip": whole[:-12],
            "damaged gzip": whole[:20] + b"\xff\xff" + whole[22:],
        }.items():
            yield Broken(f"{kind}: {name}", {"x.jsonl.gz": data}, packed, "x.jsonl.gz")
        yield Broken(f"{kind}: empty", {"x.jsonl": b""}, arguments, "x.jsonl")
        yield Broken(f"{kind}: blank", {"x.jsonl": b"\n \n\n"}, arguments, "x.jsonl")
        yield Broken(f"{kind}: missing", {}, arguments, "x.jsonl")
        yield Broken(f"{kind}: an empty folder", {"x.jsonl": None}, arguments, "x.jsonl")
    yield Broken("cases: missing", {"x": b""}, ("judge", "{}/x/y"), "x/y")


def samples() -> Iterator[Broken]:
    """Lines that are JSON but no samples."""
    wrong: dict[str, Any] = {
        "problem": [1, None, ["p"]],
        "task": ["nl2nothing", 1, ""],
        "language": [None, 3],
        "completion": [None, ["a"], 1.5],
        "sample": [-1, "0", 1.5, 10**30, None, True],
        "model": [1, None],
        "expect": [1],
    }
    for field, values in wrong.items():
        for value in values:
            text = line(GOOD_SAMPLE, changed(GOOD_SAMPLE, **{field: value}))
            yield Broken(
                f"sample: {field} = {value!r}",
                {"x.jsonl": text},
                ("judge", "{}/x.jsonl"),
                "x.jsonl:2: ",
            )
    for field in GOOD_SAMPLE:
        text = line(without(GOOD_SAMPLE, field))
        yield Broken(
            f"sample: no {field}", {"x.jsonl": text}, ("judge", "{}/x.jsonl"), "x.jsonl:1: "
        )
    twice = {"x.jsonl": line(GOOD_SAMPLE, GOOD_SAMPLE)}
    yield Broken("sample: twice", twice, ("judge", "{}/x.jsonl"), "x.jsonl:2: ")
    unknown = {"x.jsonl": line(changed(GOOD_SAMPLE, problem="runing_sum"))}
    yield Broken("sample: unknown problem", unknown, ("judge", "{}/x.jsonl"), "running_sum?")
    for name, text in {
        "no head": b"```rust\n```",
        "head left open": b"+++\nproblem = 'p'\n",
        "no TOML": b"+++\nproblem = \n+++\n",
        "TOML twice": b"+++\nproblem = 'p'\nproblem = 'p'\n+++\n",
        "no problem": b"+++\ntask = 'nl2code'\n+++\n",
        "no task": b"+++\nproblem = 'running_sum'\n+++\n",
        "unknown task": b"+++\nproblem = 'running_sum'\ntask = 'x'\n+++\n",
        "a date for a problem": b"+++\nproblem = 2024-01-01\ntask = 'nl2code'\n+++\n",
        "a table for a task": b"+++\nproblem = 'p'\n[task]\n+++\n",
        "an array for a problem": b"+++\nproblem = ['p']\ntask = 'nl2code'\n+++\n",
        "invalid UTF-8": b"+++\nproblem = '\xff'\n+++\n",
        "a byte order mark": b"\xef\xbb\xbf+++\nproblem = 'p'\n+++\n",
        "infinity for a sample": b"+++\nproblem='p'\ntask='nl2code'\nsample=inf\n+++\n",
    }.items():
        yield Broken(f"sample file: {name}", {"s/a.md": text}, ("judge", "{}/s"), "s/a.md")


def problems() -> Iterator[Broken]:
    """Problems that are no problems, as JSONL and as folders."""
    signature = GOOD_PROBLEM["signature"]
    types = [
        "",
        "i7",
        "list[]",
        "list[int",
        "map[float, int]",
        "option[option[int]]",
        "set[list[int]]",
    ]
    types += ["int]", "tuple[int;int]", "[" * 50, "list[" * 50 + "int" + "]" * 50]
    for type_ in types:
        shape = {**signature, "params": [{"name": "x", "type": type_}]}
        text = line(GOOD_PROBLEM, changed(GOOD_PROBLEM, name="q", signature=shape))
        yield Broken(
            f"problem: type {type_[:20]}", {"x.jsonl": text}, ("list", "{}/x.jsonl"), "x.jsonl:2: "
        )
        toml = GOOD_TOML.replace('returns = "i32"', f"returns = {json.dumps(type_)}")
        yield Broken(
            f"folder: type {type_[:20]}",
            {"b/p/problem.toml": toml.encode()},
            ("list", "{}/b"),
            "problem.toml",
        )
    wrong: dict[str, Any] = {
        "name": [1, None],
        "signature": [None, [], {}, {**signature, "params": {}}, {**signature, "extra": 1}],
        "shape": ["procedure"],
        "tags": ["arrays", [1]],
        "several_answers": ["no"],
        "cases": [{}, "none"],
        "negatives": [1],
        "verus": [1, {"spec": 1}],
        "rocq": [{"spec": 1}, {"specification": ""}],
        "python": ["def f(): pass"],
        "surprise": [1],
    }
    wrong["signature"] += [
        {**signature, "params": signature["params"] * 2},
        {**signature, "mutated": ["y"]},
        {**signature, "records": {"Point": {"x": "i7"}}},
    ]
    for field, values in wrong.items():
        for i, value in enumerate(values):
            text = line(changed(GOOD_PROBLEM, **{field: value}))
            yield Broken(
                f"problem: {field} {i}", {"x.jsonl": text}, ("list", "{}/x.jsonl"), "x.jsonl:1"
            )
    for field in ("name", "signature"):
        text = line(without(GOOD_PROBLEM, field))
        yield Broken(
            f"problem: no {field}", {"x.jsonl": text}, ("list", "{}/x.jsonl"), "x.jsonl:1: "
        )
    twice = {"x.jsonl": line(GOOD_PROBLEM, GOOD_PROBLEM)}
    yield Broken("problem: twice", twice, ("list", "{}/x.jsonl"), "x.jsonl:2: ")
    for name, text in {
        "no TOML": "name =",
        "empty": "",
        "another name": GOOD_TOML.replace('"p"', '"q"'),
        "an unknown key": "colour = 1\n" + GOOD_TOML,
        "a newer schema": GOOD_TOML.replace("schema = 1", "schema = 9"),
        "no signature": "name = 'p'\n",
        "a byte order mark": "\ufeff" + GOOD_TOML,
        "a NUL": "\0" + GOOD_TOML,
    }.items():
        yield Broken(
            f"folder: {name}", {"b/p/problem.toml": text.encode()}, ("list", "{}/b"), "problem.toml"
        )
    raw = {"b/p/problem.toml": b"name = '\xff'"}
    yield Broken("folder: invalid UTF-8", raw, ("show", "p", "-b", "{}/b"), "problem.toml:1: ")
    folder = {"b/p/problem.toml": None}
    yield Broken("folder: a folder for the manifest", folder, ("list", "{}/b"), "problem.toml")
    text_in_way = {"b/p/problem.toml": GOOD_TOML.encode(), "b/p/description.md": b"\xff"}
    yield Broken("folder: description", text_in_way, ("list", "{}/b"), "description.md:1: ")


def cases() -> Iterator[Broken]:
    """Cases that do not fit their signature, in both forms."""
    for i, case in enumerate(
        [
            {},
            1,
            [],
            None,
            {"input": {"x": 1}},
            {"output": 1},
            {"input": {"x": 1}, "output": None},
            {"input": {"x": 1}, "output": "1"},
            {"input": {"x": 1}, "output": 2**31},
            {"input": {"x": -(2**31) - 1}, "output": 1},
            {"input": {"x": 1.0}, "output": 1},
            {"input": {"x": True}, "output": 1},
            {"input": {"x": [1]}, "output": 1},
            {"input": {"y": 1}, "output": 1},
            {"input": {"x": 1, "y": 1}, "output": 1},
            {"input": {}, "output": 1},
            {"input": [1], "output": 1},
            {"input": 1, "output": 1},
        ]
    ):
        good = GOOD_PROBLEM["cases"][0]
        toml = GOOD_TOML.encode()
        for name in ("cases.jsonl", "negatives.jsonl"):
            files = {"b/p/problem.toml": toml, f"b/p/{name}": line(good, case)}
            yield Broken(f"{name} {i}", files, ("show", "p", "-b", "{}/b"), f"{name}:2: ")
        text = line(changed(GOOD_PROBLEM, cases=[good, case]))
        yield Broken(f"case {i}", {"x.jsonl": text}, ("list", "{}/x.jsonl"), "x.jsonl:1 cases[1]")


def outcomes() -> Iterator[Broken]:
    """Lines that are no outcomes."""
    wrong: dict[str, Any] = {
        "status": ["passed", None, 1],
        "category": ["wrong"],
        "evidence": [None, {}, []],
        "sample": ["0"],
        "credit": [{"cases": "all"}],
        "witness": [[]],
        "key": [1],
    }
    for field, values in wrong.items():
        for i, value in enumerate(values):
            text = line(GOOD_OUTCOME, changed(GOOD_OUTCOME, **{field: value}))
            yield Broken(
                f"outcome: {field} {i}", {"x.jsonl": text}, ("report", "{}/x.jsonl"), "x.jsonl:2: "
            )
    for field in GOOD_OUTCOME:
        if field != "schema":
            text = line(without(GOOD_OUTCOME, field))
            yield Broken(
                f"outcome: no {field}", {"x.jsonl": text}, ("report", "{}/x.jsonl"), "x.jsonl:1: "
            )


def contest() -> Iterator[Broken]:
    """VeriContest's two forms."""
    for name, code in {
        "no code": "",
        "no function": "pub struct Solution;",
        "no Rust": "def f(x): return x",
        "unclosed": "impl Solution { pub fn f(x: i32) -> i32 {",
        "an unknown type": "pub fn f(x: Mystery) -> i32 { 0 }",
        "a type without a form": "pub fn f(x: fn(i32) -> i32) -> i32 { 0 }",
    }.items():
        text = line(changed(GOOD_CONTEST, code=code))
        yield Broken(f"contest: {name}", {"x.jsonl": text}, ("list", "{}/x.jsonl"), "x.jsonl:1: ")
        files = {"b/p/code.rs": code.encode()}
        yield Broken(f"contest folder: {name}", files, ("list", "{}/b"), "b/p: ")
    for field, value in {"id": 1, "code": None, "spec": 1, "tags": "a", "source": 3}.items():
        text = line(changed(GOOD_CONTEST, **{field: value}))
        yield Broken(f"contest: {field}", {"x.jsonl": text}, ("list", "{}/x.jsonl"), "x.jsonl:1: ")
    twice = {"x.jsonl": line(GOOD_CONTEST, GOOD_CONTEST)}
    yield Broken("contest: twice", twice, ("list", "{}/x.jsonl"), "x.jsonl:2: ")
    files = {f"b/{i}/p/code.rs": GOOD_CONTEST["code"].encode() for i in "ab"}
    yield Broken("contest folder: twice", files, ("list", "{}/b"), "is there twice")
    bad_case = {"b/p/code.rs": GOOD_CONTEST["code"].encode(), "b/p/testcases.jsonl": b"\n{"}
    yield Broken("contest folder: case", bad_case, ("list", "{}/b"), "testcases.jsonl:2: ")


def options() -> Iterator[Broken]:
    """Arguments that name nothing."""
    store = {"x.sqlite": b"no database at all, " * 200}
    for name, arguments, says in [
        ("no such samples", ("judge", "starter/cod"), "starter/code"),
        ("no such benchmark", ("list", "startr"), "starter"),
        ("no such problem", ("show", "running_sums"), "running_sum?"),
        ("no label", ("judge", "starter/code", "--only", "nowhere"), "starter/code"),
        ("a benchmark of another kind", ("list", "{}/x.sqlite"), "x.sqlite"),
        ("a key of letters", ("explain", "running"), "no key"),
        ("a short key", ("explain", "abc"), "no key"),
        ("capital digits", ("explain", "ABCDEF"), "no key"),
        ("an unknown key", ("explain", "abcdef", "--store", "{}/new.sqlite"), "new.sqlite"),
        ("a store of another kind", ("explain", "abcdef", "--store", "{}/x.sqlite"), "x.sqlite"),
        ("a folder for outcomes", ("report", "{}"), ""),
        ("out in no folder", ("judge", "starter/code", "--out", "{}/no/x.jsonl"), "no/x.jsonl"),
        ("out is a folder", ("judge", "starter/code", "--out", "{}"), ""),
        ("a control character", ("show", "a\x1b[31mb"), "no problem"),
        ("half a surrogate", ("show", "a\udc80"), "no problem"),
        ("a NUL in a path", ("list", "a\0b"), "no benchmark"),
        ("a path too long", ("list", "a" * 5000), "no benchmark"),
        ("a path of samples too long", ("judge", "a/" * 5000), "no samples"),
    ]:
        yield Broken(f"option: {name}", store, arguments, says)


SPEC_RS = b"""use vstd::prelude::*;
verus! {
fn f(x: i32) -> (r: i32)
    ensures r == x,
{ }
}
"""
SPEC_V = b"Definition f_spec (x r : nat) : Prop := r = x.\n"
CASE = b'{"input": {"x": 1}, "output": 1}\n'


def specifications() -> Iterator[Broken]:
    """Specifications, cases and options of the verbs that decide; nothing runs before they fit."""
    good = {"s.rs": SPEC_RS, "s.v": SPEC_V, "c.jsonl": CASE, "d": None}
    texts: dict[str, bytes | None] = {"missing": b"", "binary": b"\xff\xfe\0", "a folder": None}
    in_file: dict[str, tuple[bytes, str]] = {
        "empty": (b"", "x.jsonl"),
        "binary": (b"\xff\0", "x.jsonl:1: "),
        "cut off": (CASE + b'{"input": {', "x.jsonl:2: "),
        "an array": (CASE + b"[]", "x.jsonl:2: "),
        "no output": (b'{"input": {"x": 1}}', "x.jsonl:1: "),
        "other names": (CASE + CASE.replace(b"x", b"y"), "x.jsonl:2: "),
        "one input more": (CASE + b'{"input": {"x": 1, "y": 1}, "output": 1}', "x.jsonl:2: "),
        "no number": (b'{"input": {"x": NaN}, "output": 1}', "x.jsonl:1: "),
    }
    verbs: dict[str, tuple[str, ...]] = {
        "check rs": ("check", "{}/s.rs"),
        "check v": ("check", "{}/s.v"),
        "rocq check": ("rocq", "check", "{}/s.v"),
        "rocq explain": ("rocq", "explain", "{}/s.v"),
        "rocq compare": ("rocq", "compare", "{}/s.v", "{}/s.v"),
    }
    for verb, given in verbs.items():
        for name, (data, says) in in_file.items():
            files = {**good, "x.jsonl": data}
            yield Broken(f"{verb}: cases {name}", files, (*given, "-c", "{}/x.jsonl"), says)
        yield Broken(f"{verb}: cases missing", good, (*given, "-c", "{}/x"), "/x")
        yield Broken(f"{verb}: cases a folder", good, (*given, "-c", "{}/d"), "/d")
        yield Broken(f"{verb}: no cases", good, given, "no cases")
        twice = (*given, "-c", "{}/c.jsonl", "-p", "digit_sum")
        yield Broken(f"{verb}: two sources", good, twice, "--problem: ")
        nowhere = (*given, "-p", "digit_sums")
        yield Broken(f"{verb}: no such problem", good, nowhere, "digit_sum?")
        for name, text in texts.items():
            suffix = ".rs" if verb == "check rs" else ".v"
            files = {**good, **({} if text == b"" else {f"x{suffix}": text})}
            wrong = (*given[:-1], f"{{}}/x{suffix}", "-c", "{}/c.jsonl")
            yield Broken(f"{verb}: specification {name}", files, wrong, f"x{suffix}")
    cases = ("-c", "{}/c.jsonl")
    for name, arguments, says in [
        ("another problem", ("check", "{}/s.rs", "-p", "running_sum"), "s.rs: f(x: i32)"),
        ("no such target", ("check", "{}/s.rs", *cases, "--target", "g"), "`g`"),
        ("no Verus", ("check", "{}/c.jsonl", *cases), "c.jsonl:1:1: "),
        ("a size of nothing", (*verbs["rocq compare"], *cases, "--size", "0"), "--size"),
        ("a size in words", (*verbs["rocq compare"], *cases, "--size", "ten"), "--size"),
        ("no prover", (*verbs["rocq check"], *cases, "--prover", ""), "--prover"),
        ("no such prover", (*verbs["rocq compare"], *cases, "--prover", "no_such"), "no_such"),
        ("an open quote", (*verbs["rocq check"], *cases, "--prover", '"a'), "quotation"),
        ("no room", (*verbs["rocq check"], *cases, "--certificate", "{}/s.v"), "s.v: "),
        ("no place", (*verbs["rocq check"], *cases, "--certificate", "{}/a/b"), "a/b: "),
        ("no shell", ("completion", "csh"), "csh"),
        ("no binding", ("verus", "eval", "x > 1", "--let", "x=1"), "--let x=1"),
        ("a binding without a type", ("verus", "eval", "x > 1", "--let", "x:=1"), "--let x:=1"),
        ("an unknown type", ("verus", "eval", "x > 1", "--let", "x:foo=1"), "'foo'"),
        ("a value out of range", ("verus", "eval", "x > 1", "--let", "x:i8=300"), "range of i8"),
        ("a value of another kind", ("verus", "eval", "x > 1", "--let", 'x:int="a"'), "integer"),
        ("a value that is no JSON", ("verus", "eval", "x > 1", "--let", "x:int=a"), "no JSON"),
        ("no expression", ("verus", "eval", ""), "expression, column 1"),
        ("no file to erase", ("verus", "erase", "{}/x.rs"), "x.rs"),
        ("no file to compare", ("verus", "compare", "{}/s.rs", "{}/x.rs"), "x.rs"),
        (
            "a digest too short",
            (
                "toolchain",
                "install",
                "verus",
                "--version",
                "1",
                "--from",
                "http://localhost/x",
                "--sha256",
                "0",
            ),
            "SHA-256",
        ),
    ]:
        yield Broken(f"deciding: {name}", good, arguments, says)


ALL: list[Broken] = [
    broken
    for group in (anywhere, samples, problems, cases, outcomes, contest, options, specifications)
    for broken in group()
]

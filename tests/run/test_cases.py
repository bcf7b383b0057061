"""One program on many inputs: each case gets its own end, whatever the others did."""

from __future__ import annotations

import marshal
import subprocess
from collections.abc import Callable

import pytest

from adjudge.run.cases import CaseLimits, CaseRun, CaseStatus, Mode
from adjudge.run.sandbox import INSIDE, interpreter

Judged = Callable[..., list[CaseRun]]

# A worker as `adjudge_rt` makes them: a line in on descriptor 0, a line out on descriptor 3.
WORKER = """
import os, sys, time
def serve(case):
    out = os.fdopen(3, "wb", 0)
    for line in sys.stdin.buffer:
        out.write(case(line.strip().decode()).encode() + b"\\n")
def case(text):
    if text == "die": os._exit(7)
    if text == "abort": os.abort()
    if text == "spin":
        while True: pass
    if text == "junk": return "-cannot read it"
    if text == "flood": os.write(3, b"+" + b"x" * (17 << 20))
    if text == "half": os.write(3, b"+half an answer"); os._exit(0)
    if text == "print": print("+forged", flush=True)
    return f"+{text} {os.getpid()}"
"""
NO_CASES = marshal.dumps({"cases": 0})
QUICK = CaseLimits(cpu_seconds=0.5, wall_seconds=5.0, max_timeouts=3, max_crashes=10)


def run(judged: Judged, *words: str, limits: CaseLimits = QUICK) -> list[CaseRun]:
    inputs = [word.encode() for word in words]
    code = WORKER + "serve(case)"
    return judged(code, *inputs, mode=Mode.WORKER, limits=limits)


def test_a_thousand_cases_take_one_process(judged: Judged) -> None:
    runs = run(judged, *(f"case{i}" for i in range(1000)))
    assert [r.status for r in runs] == [CaseStatus.OK] * 1000
    assert [r.answer.split()[0].decode() for r in runs] == [f"case{i}" for i in range(1000)]
    assert len({r.answer.split()[1] for r in runs}) == 1


def test_a_death_concerns_its_own_case_only(judged: Judged) -> None:
    words = ["a", "die", "b", "abort", "c", "spin", "d", "half", "e", "flood", "f"]
    runs = run(judged, *words)
    ok, end = CaseStatus.OK, CaseStatus.EXIT
    signal, timeout, output = CaseStatus.SIGNAL, CaseStatus.TIMEOUT, CaseStatus.OUTPUT
    wanted = [ok, end, ok, signal, ok, timeout, ok, end, ok, output, ok]
    assert [r.status for r in runs] == wanted
    assert [r.answer.split()[0].decode() for r in runs[::2]] == ["a", "b", "c", "d", "e", "f"]
    assert runs[1].answer == b"7"
    assert runs[3].answer == b"6"
    assert len({r.answer.split()[1] for r in runs[::2]}) == 6


def test_a_refused_case_says_why(judged: Judged) -> None:
    (refused,) = run(judged, "junk")
    assert refused.status is CaseStatus.REFUSED
    assert refused.answer == b"cannot read it"


def test_what_it_prints_is_no_answer(judged: Judged) -> None:
    (printed,) = run(judged, "print")
    assert printed.answer.startswith(b"print ")


def test_after_some_timeouts_the_rest_is_skipped(judged: Judged) -> None:
    limits = CaseLimits(cpu_seconds=0.2, max_timeouts=2)
    runs = run(judged, "spin", "a", "spin", "b", "spin", limits=limits)
    assert [str(r.status) for r in runs] == ["timeout", "ok", "timeout", "skipped", "skipped"]


def test_after_some_crashes_the_rest_is_skipped(judged: Judged) -> None:
    runs = run(judged, "die", "die", "a", limits=CaseLimits(max_crashes=2))
    assert [str(r.status) for r in runs] == ["exit", "exit", "skipped"]


def test_inputs_of_every_size_arrive(judged: Judged) -> None:
    sizes = [0, 1, 4095, 4096, 65_536, 1_000_000]
    code = "import sys\nprint(len(sys.stdin.buffer.read()))"
    runs = judged(code, *(b"x" * size for size in sizes))
    assert [int(r.answer) for r in runs] == sizes


def test_a_program_need_not_read_its_input(judged: Judged) -> None:
    (only,) = judged("print('done')", b"x" * 1_000_000)
    assert (only.status, only.answer) == (CaseStatus.OK, b"done\n")


def test_no_cases_need_no_process(judged: Judged) -> None:
    from adjudge.run.cases import run_cases
    from adjudge.run.sandbox import Unconfined

    assert run_cases(["/no/such"], [], mode=Mode.WORKER, sandbox=Unconfined()) == []


@pytest.mark.parametrize(
    ("script", "told", "stdin"),
    [
        ("launch.py", ("--", "/bin/true"), b""),
        ("supervise.py", (), b"%d\n" % len(NO_CASES) + NO_CASES),
    ],
)
def test_what_starts_before_every_run_imports_little(
    script: str, told: tuple[str, ...], stdin: bytes
) -> None:
    command = [interpreter()[0], "-I", "-S", "-X", "importtime", str(INSIDE / script), *told]
    shown = subprocess.run(command, input=stdin, capture_output=True, check=True).stderr.decode()
    imported = {line.rpartition("|")[2].strip() for line in shown.splitlines()}
    assert "confine" in imported
    assert imported & {"json", "re", "enum", "typing", "collections", "signal", "pathlib"} == set()

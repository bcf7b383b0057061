"""`adjudge rocq` as people meet it: places of errors, certificates, Ctrl-C."""

from __future__ import annotations

import contextlib
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.rocq

Run = Callable[..., "subprocess.CompletedProcess[str]"]

SAME = "Definition f_spec (x r : nat) : Prop := r = x.\n"
PROVER = """import json, sys
question = json.load(sys.stdin)
script = "Proof. exists (fun _ => 2). reflexivity. Qed."
print(question["setup"], question["goals"][0], script, sep="\\n")
"""
HARD = "exists a b c : nat, a * a * a + b * b * b + c * c * c = 1000003 + x"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A specification that is right, some that are not, and cases."""
    (tmp_path / "same.v").write_text(SAME)
    (tmp_path / "weak.v").write_text(SAME.replace("r = x", "x <= r"))
    (tmp_path / "broken.v").write_text(f"{SAME}\nDefinition g := nothing.\n")
    (tmp_path / "unary.v").write_text("Definition f_spec (x : nat) : Prop := True.")
    (tmp_path / "right.jsonl").write_text('{"input": {"x": 2}, "output": 2}')
    (tmp_path / "wrong.jsonl").write_text('{"input": {"x": 2}, "output": 3}')
    return tmp_path


@pytest.mark.parametrize("verb", ["check", "explain", "compare"])
@pytest.mark.parametrize(
    ("name", "says"),
    [("broken", "broken.v:3: unknown_reference: "), ("unary", "unary.v: no specification of f(")],
)
def test_what_is_refused_is_named(
    verb: str, name: str, says: str, folder: Path, run_cli: Run
) -> None:
    first = [folder / "same.v"] if verb == "compare" else []
    cases = ["--cases", folder / "right.jsonl"]
    done = run_cli("rocq", verb, *first, folder / f"{name}.v", *cases)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert says in done.stderr


def test_no_such_specification(folder: Path, run_cli: Run) -> None:
    cases = ["--cases", folder / "right.jsonl"]
    done = run_cli("rocq", "check", folder / "same.v", *cases, "--name", "g_spec")
    assert done.returncode == 2
    assert "no proposition 'g_spec'" in done.stderr


def test_negatives_alone(folder: Path, run_cli: Run) -> None:
    done = run_cli("check", folder / "weak.v", "--negatives", folder / "wrong.jsonl")
    assert done.returncode == 1
    assert "complete:  no (1 negative cases: 1 accepted" in done.stdout


def check_as_printed(stderr: str) -> str:
    """What the command that was printed on stderr says, which must succeed."""
    (line,) = stderr.splitlines()
    command = line.removeprefix("check: ")
    checked = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=120)
    assert checked.returncode == 0, checked.stderr
    return checked.stdout


def test_the_printed_command_checks_the_certificate(folder: Path, run_cli: Run) -> None:
    made = folder / "made here"
    cases = ["--cases", folder / "right.jsonl", "--negatives", folder / "wrong.jsonl"]
    done = run_cli("rocq", "check", folder / "same.v", *cases, "--certificate", made)
    assert done.returncode == 0, done.stderr
    assert check_as_printed(done.stderr).count("Closed under the global context") == 2


def test_the_printed_command_checks_what_a_prover_wrote(folder: Path, run_cli: Run) -> None:
    spec = "Definition f_spec (x r : nat) : Prop := exists g : nat -> nat, g x = r.\n"
    (folder / "free.v").write_text(spec)
    (folder / "prover.py").write_text(PROVER)
    asked = ["--prover", f"{shlex.quote(sys.executable)} {shlex.quote(str(folder / 'prover.py'))}"]
    cases = ["--cases", folder / "right.jsonl"]
    made = ["--certificate", folder / "made"]
    done = run_cli("rocq", "check", folder / "free.v", *cases, *asked, *made)
    assert done.returncode == 0, done.stderr
    assert "Closed under the global context" in check_as_printed(done.stderr)


def test_what_was_decided_is_shown_though_the_prover_fails(folder: Path, run_cli: Run) -> None:
    (folder / "hard.v").write_text(f"Definition f_spec (x r : nat) : Prop := r = x /\\ {HARD}.\n")
    cases = ["--cases", folder / "right.jsonl", "--negatives", folder / "wrong.jsonl"]
    done = run_cli("rocq", "check", folder / "hard.v", *cases, "--prover", "false")
    assert done.returncode == 3
    assert "1 undecided" in done.stdout
    assert "1 rejected" in done.stdout
    assert "the prover false failed (1)" in done.stderr


@pytest.mark.rust
def test_the_cases_of_a_program_are_its_targets_calls(folder: Path, run_cli: Run) -> None:
    spec = "From Coq Require Import ZArith. Definition f_spec (a b c : Z) (r : bool) := "
    (folder / "shares.v").write_text(f"{spec}r = ((a + b + c) mod 3 =? 0)%Z.\n")
    done = run_cli("rocq", "check", folder / "shares.v", "--problem", "fair_shares")
    assert done.returncode == 0, done.stderr
    assert "0 rejected, 0 undecided" in done.stdout


def test_ctrl_c_ends_a_prover_and_what_it_started(folder: Path, adjudge_command: list[str]) -> None:
    (folder / "hard.v").write_text(f"Definition f_spec (x r : nat) : Prop := r = x /\\ {HARD}.\n")
    mark = folder / "started"
    (folder / "prover.sh").write_text(f"touch {mark}\nsleep 987\ntrue\n")
    arguments = ["hard.v", "--cases", "right.jsonl", "--prover", "sh prover.sh"]
    process = subprocess.Popen(
        [*adjudge_command, "rocq", "check", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not mark.exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=30)
    assert (process.returncode, stdout) == (130, "")
    assert stderr.strip() == "interrupted; what was finished is kept"
    assert not any(b"sleep\x00987" in command for command in running())


def running() -> Iterator[bytes]:
    """The commands of all processes."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it may have ended
            yield path.read_bytes()

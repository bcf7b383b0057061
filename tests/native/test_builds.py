"""Every generated program compiles: a refusal is a fault of ours, and Python would hide it.

`benchmarks/verus_native.py builds` does the same for all problems.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudge.datasets.registry import open_benchmark
from adjudge.run.sandbox import choose_sandbox
from adjudge.rust.build import build
from adjudge.rust.toolchain import find_rust
from adjudge.verus.evaluate import SpecEvaluator
from adjudge.verus.native import generate_program

pytestmark = pytest.mark.rust
_QUICK = ("-C", "opt-level=0")

STRANGE = """verus! {
pub enum Tree { Leaf, Node(Box<Tree>, int, Box<Tree>) }
pub enum Shape { Dot, Line { length: int, bold: bool }, Path(Seq<int>) }
pub struct Pair { pub left: u8, pub right: Seq<char> }
spec fn twice(f: spec_fn(int) -> int, x: int) -> int { f(f(x)) }
fn f(s: Vec<i32>, p: Pair, o: Option<u8>) -> (r: bool)
    ensures
        exists|t: Tree| t is Node,
        forall|h: Shape| h is Dot || h is Line || h is Path,
        exists|h: Shape| h matches Shape::Line { length, bold } && length == 3 && bold,
        forall|q: Pair, n: nat, c: char| q.right.len() == n && q.right.contains(c) ==> n > 0,
        exists|m: Seq<Seq<int>>, e: (int, bool)| m.len() == 2 && m[0].len() == e.0 && e.1,
        (choose|q: Seq<i32>| q.len() == s.len() && q == s@) == s@,
        (choose|x: int, y: int| x == 3 && y == x) == (3int, 3int),
        twice(|x: int| x + 1, 3) == 5,
        forall|w: u64| w & 1 == 0 || w & 1 == 1,
        exists|m: Multiset<int>| m.count(3) == 2,
        forall|g: spec_fn(int) -> bool| g(1) || !g(1),
        o == Some(3u8) ==> o->Some_0 == 3,
        r,
{}
}"""


def refused(text: str, work: Path) -> str:
    program = generate_program(SpecEvaluator(text).contract)
    return build(program.source, work, find_rust(), choose_sandbox(), _QUICK).message


def test_all_kinds_of_values_may_be_quantified(tmp_path: Path) -> None:
    assert not refused(STRANGE, tmp_path)


@pytest.mark.timeout(600)
def test_programs_of_real_specifications(shared_data: Path, tmp_path: Path) -> None:
    problems = list(open_benchmark(str(shared_data / "vericontest.jsonl.gz")))[::60]
    for problem in problems:
        work = tmp_path / problem.name
        work.mkdir()
        assert not refused(problem.verus.spec or "", work), problem.name

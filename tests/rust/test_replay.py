"""Calls behind a program's standard input, and what it would print for other outputs."""

from __future__ import annotations

from contextlib import ExitStack

import msgspec
import pytest

from adjudge.datasets.registry import open_benchmark
from adjudge.errors import BadInput
from adjudge.model import Case, Problem, Shape, VerusArtifacts
from adjudge.model.types import Record
from adjudge.run.cases import CaseLimits
from adjudge.run.sandbox import Sandbox, choose_sandbox
from adjudge.rust.functions import read_signature, target
from adjudge.rust.replay import (
    Recording,
    open_recorder,
    record_arguments,
    replay_output,
)
from adjudge.rust.replay.standin import instrument
from adjudge.rust.toolchain import RustToolchain, find_rust
from adjudge.verus.parser import parse_file

pytestmark = pytest.mark.rust


@pytest.fixture(scope="session")
def toolchain() -> RustToolchain:
    return find_rust()


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    return choose_sandbox()


@pytest.fixture
def opened(toolchain, sandbox):
    """Builds a recorder for a program given as text; the target is `f`."""
    with ExitStack() as stack:
        yield lambda main, **kw: stack.enter_context(
            open_recorder(program(main), toolchain, sandbox, **kw)
        )


def program(main: str, name: str = "f") -> Problem:
    file = parse_file(main)
    found = target(file.items, name)
    assert found is not None
    signature = read_signature(found, file.items)
    artifacts = VerusArtifacts(main=main)
    return Problem(name="made_up", signature=signature, shape=Shape.STDIO, verus=artifacts)


def around(function: str, main: str, before: str = "") -> str:
    """A program whose `main` has the words of standard input in `w`."""
    return f"""
use std::io::Read;
{before}
struct Solution;
impl Solution {{
{function}
}}
fn main() {{
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    let w: Vec<i64> = input.split_whitespace().map(|x| x.parse().unwrap()).collect();
    {main}
}}
"""


DOUBLE = "pub fn f(n: i64) -> i64 { 2 * n }"


def fair_shares() -> Problem:
    return next(p for p in open_benchmark("starter") if p.name == "fair_shares")


def test_a_benchmark_program_gives_its_calls_and_prints_again(toolchain, rung):
    problem = fair_shares()
    stdins = [case.args[0] for case in problem.cases]
    with open_recorder(problem, toolchain, rung) as recorder:
        recorded = recorder.record(stdins)
        outputs = [[call.output for call in recording.calls] for recording in recorded]
        replayed = recorder.replay(list(zip(stdins, outputs, strict=True)))
    assert [recording.stdout for recording in recorded] == [c.output for c in problem.cases]
    assert replayed == recorded
    several = stdins.index("3\n1 2 3\n1 1 2\n0 0 0\n")
    assert recorded[several].calls == (
        Case((1, 2, 3), True),
        Case((1, 1, 2), False),
        Case((0, 0, 0), True),
    )


def test_a_wrong_output_becomes_wrong_text(toolchain, sandbox):
    stdin = "2\n1 1 1\n1 1 2\n"
    assert record_arguments(fair_shares(), [stdin], toolchain, sandbox)[0].stdout == "YES\nNO\n"
    wrong = replay_output(fair_shares(), stdin, [False, True], toolchain, sandbox)
    assert wrong.stdout == "NO\nYES\n"
    assert wrong.calls == (Case((1, 1, 1), False), Case((1, 1, 2), True))


def test_calls_from_within_the_target_are_not_recorded(opened):
    recorder = opened(
        around(
            """
            pub fn f(n: u64) -> u64 { if n < 2 { n } else { Self::f(n - 1) + Solution::g(n - 2) } }
            fn g(n: u64) -> u64 { Solution::f(n) }
            """,
            'println!("{} {}", Solution::f(w[0] as u64), Solution::g(w[1] as u64));',
        )
    )
    (recording,) = recorder.record(["20 5"])
    assert recording == Recording((Case((20,), 6765), Case((5,), 5)), "6765 5\n")
    assert recorder.replay([("20 5", [2**64 - 1, 0])])[0].stdout == f"{2**64 - 1} 0\n"


def test_deep_recursion_of_the_target_stays_possible(opened):
    recorder = opened(
        around(
            "pub fn f(n: i64) -> i64 { if n == 0 { 0 } else { 1 + Self::f(n - 1) } }",
            'println!("{}", Solution::f(w[0]));',
        )
    )
    assert recorder.record(["300000"])[0] == Recording((Case((300000,), 300000),), "300000\n")


TYPES = """
use std::collections::*;
use std::io::Read;
pub struct Solution;
#[derive(Clone, Debug)]
struct Point { x: i32, tags: Vec<String> }
impl Solution {
    /// Every type that a case can have.
    #[inline(never)]
    pub fn f(
        mut grid: Vec<Vec<i32>>, text: &str, owned: String, c: char, maybe: Option<i64>,
        (big, flag): (i128, bool), bytes: &[u8], words: &Vec<String>, pair: [u16; 2],
        map: HashMap<String, u128>, order: BTreeMap<i32, char>, set: &BTreeSet<i8>,
        point: &Point, _: f64,
    ) -> (Option<String>, Vec<Vec<char>>, i128, Point, f64, ()) {
        grid.clear();
        let mut point = point.clone();
        point.tags.push(text.to_string() + &owned);
        (Some(text.to_string()), vec![vec![c], vec![]], big - 1, point, -0.5, ())
    }
}
fn main() {
    let mut s = String::new();
    std::io::stdin().read_to_string(&mut s).unwrap();
    let words: Vec<String> = s.split(';').map(String::from).collect();
    let point = Point { x: -7, tags: words.clone() };
    let result = Solution::f(
        vec![vec![1, -2], vec![]], &s, s.clone(), s.chars().next().unwrap(), None,
        (i128::MIN + 1, true), s.as_bytes(), &words, [0, 65535],
        HashMap::from([(s.clone(), u128::MAX)]), BTreeMap::from([(-1, '"')]),
        &BTreeSet::from([-128, 127]), &point, f64::INFINITY,
    );
    print!("{:?}", result);
}
"""
AWKWARD = 'é"\\;\n\r\t\x00\x1f\u2028;𝄞 [1,"x"]; 0123\n'


def test_values_of_all_types_pass_unchanged(opened):
    recorder = opened(TYPES)
    (recording,) = recorder.record([AWKWARD])
    words = AWKWARD.split(";")
    point = {"x": -7, "tags": words}
    output = (
        AWKWARD,
        [["é"], []],
        -(2**127),
        {"x": -7, "tags": [*words, AWKWARD * 2]},
        -0.5,
        (),
    )
    assert recording.failure == ""
    (call,) = recording.calls
    assert call == Case(
        (
            [[1, -2], []],
            AWKWARD,
            AWKWARD,
            "é",
            None,
            (-(2**127) + 1, True),
            list(AWKWARD.encode()),
            words,
            [0, 65535],
            {AWKWARD: 2**128 - 1},
            {-1: '"'},
            frozenset({-128, 127}),
            point,
            float("inf"),
        ),
        output,
    )
    assert recorder.replay([(AWKWARD, [output])]) == [recording]
    other = (None, [], 2**127 - 1, {"x": 0, "tags": ["\n"]}, float("inf"), ())
    (changed,) = recorder.replay([(AWKWARD, [other])])
    assert changed.calls == (Case(call.args, other),)
    assert changed.stdout == (f'(None, [], {2**127 - 1}, Point {{ x: 0, tags: ["\\n"] }}, inf, ())')


def test_arguments_changed_in_place_are_the_output(opened):
    recorder = opened(
        around(
            """
            pub fn f(a: &mut Vec<i64>, b: &mut [i64], k: &i64) {
                a.push(*k); b.reverse(); if *k > 0 { Self::f(a, b, &(k - 1)) }
            }
            """,
            """
            let (mut a, mut b) = (w.clone(), w.clone());
            Solution::f(&mut a, &mut b, &1);
            println!("{:?} {:?}", a, b);
            """,
        )
    )
    (recording,) = recorder.record(["1 2 3"])
    assert recording.calls == (Case(([1, 2, 3], [1, 2, 3], 1), ([1, 2, 3, 1, 0], [1, 2, 3])),)
    assert recording.stdout == "[1, 2, 3, 1, 0] [1, 2, 3]\n"
    again, other, unfit = recorder.replay(
        [
            ("1 2 3", [recording.calls[0].output]),
            ("1 2 3", [([], [9, 9, 9])]),
            ("1 2 3", [([], [9, 9])]),
        ]
    )
    assert again == recording
    assert other.stdout == "[] [9, 9, 9]\n"
    assert "length" in unfit.failure


COUNTER = """
#[derive(Debug)]
struct Counter { at: i32 }
impl Counter { fn f(&mut self) { self.at += 1; } }
fn main() { let mut c = Counter { at: 4 }; c.f(); c.f(); print!("{}", c.at); }
"""


def test_a_method_that_changes_itself(toolchain, sandbox):
    problem = program(COUNTER)
    signature = msgspec.structs.replace(
        problem.signature, returns=Record("Counter"), mutated=("self",)
    )
    problem = msgspec.structs.replace(problem, signature=signature)
    four, five, six, ten = ({"at": n} for n in (4, 5, 6, 10))
    with open_recorder(problem, toolchain, sandbox) as recorder:
        assert recorder.record([""]) == [Recording((Case((four,), five), Case((five,), six)), "6")]
        assert recorder.replay([("", [ten, four])]) == [
            Recording((Case((four,), ten), Case((ten,), four)), "4")
        ]


def test_an_effect_beside_the_output_cannot_be_replayed(opened):
    recorder = opened(
        around(
            "pub fn f(a: &mut Vec<i64>) -> usize { a.push(5); a.len() }",
            'let mut a = w; let n = Solution::f(&mut a); println!("{} {:?}", n, a);',
        )
    )
    assert recorder.record(["1"]) == [Recording((Case(([1],), 2),), "2 [1, 5]\n")]
    with pytest.raises(BadInput, match="not part of its output"):
        recorder.replay([("1", [2])])


def test_borrowed_results_and_free_functions(opened):
    recorder = opened(
        """
        #[doc(alias = "fn")]
        pub(crate) fn f<'a>(s: &'a str, n: usize) -> &'a str where 'static: 'a { &s[n..] }
        fn main() {
            let mut s = String::new();
            std::io::stdin().read_line(&mut s).unwrap();
            println!("<{}>", f(s.trim(), 2));
        }
        """
    )
    (recording,) = recorder.record(["abc\nmore"])
    assert recording == Recording((Case(("abc", 2), "c"),), "<c>\n")
    assert recorder.replay([("abc", ["longer than it was"])])[0].stdout == "<longer than it was>\n"


def test_ghost_code_in_the_program_is_erased(opened):
    recorder = opened(
        """
        use vstd::prelude::*;
        verus! {
        pub struct Solution;
        impl Solution {
            pub fn f(n: u32) -> (r: u32) requires n < 9, ensures r == n + 1 {
                proof { assert(n < 10); }
                n + 1
            }
        }
        #[verifier::external]
        fn main() { println!("{}", Solution::f(1)); }
        }
        """
    )
    assert recorder.record([""]) == [Recording((Case((1,), 2),), "2\n")]


def test_the_program_may_print_anything_and_leave_in_any_way(opened):
    recorder = opened(
        around(
            DOUBLE,
            """
            let mut out = std::io::BufWriter::new(std::io::stdout());
            let two = Solution::f(w[0]);
            writeln!(out, "[[1],2]").unwrap();
            writeln!(out, "0123456789abcdef0123456789abcdef 00000000000000000008").unwrap();
            write!(out, "{}\\n\\"no\\"", two).unwrap();
            if two == 4 { drop(out); std::process::exit(0) }
            """,
            "use std::io::Write;",
        )
    )
    forged = "[[1],2]\n0123456789abcdef0123456789abcdef 00000000000000000008\n"
    recorded = recorder.record(["1", "2"])
    assert recorded[0] == Recording((Case((1,), 2),), f'{forged}2\n"no"')
    assert recorded[1] == Recording((Case((2,), 4),), f'{forged}4\n"no"')
    assert recorder.replay([("1", [2]), ("2", [4])]) == recorded


def test_calls_differ_in_number_from_the_outputs(opened):
    recorder = opened(
        around(
            DOUBLE,
            'for x in w { let d = Solution::f(x); println!("{}", d); if d < 0 { break } }',
        )
    )
    fewer, more, none = recorder.replay([("1 2 3", [7, -1, 9]), ("1 2", [7]), ("", [1, 2])])
    assert fewer == Recording((Case((1,), 7), Case((2,), -1)), "7\n-1\n")
    assert more == Recording(
        failure="the program calls the target more often than there are values"
    )
    assert none == Recording()


def test_failures_are_told_apart_from_silence(opened):
    recorder = opened(
        around(
            """
            pub fn f(n: i64) -> i64 {
                if n == 1 { std::process::exit(0) }
                if n == 2 { loop { std::hint::black_box(n); } }
                if n == 3 { std::process::abort() }
                if n == 4 { let _ = std::panic::catch_unwind(|| Solution::f(5)); }
                if n == 5 { panic!("five") }
                n
            }
            """,
            """
            let r = std::panic::catch_unwind(|| Solution::f(w[0]));
            if w[0] == 6 { panic!("six\\nsix") }
            """,
        ),
        limits=CaseLimits(cpu_seconds=0.3),
    )
    exits, loops, aborts, nested, panics, own, good = recorder.record(list("1234567"))
    assert exits.failure == "the target was called and did not return"
    assert loops.failure == "timeout"
    assert aborts.failure == "signal 6"
    assert nested == Recording((Case((4,), 4),))
    assert panics.failure == "the target was called and did not return"
    assert own.failure.startswith("exit 101: thread")
    assert "six six" in own.failure
    assert good == Recording((Case((7,), 7),))


def test_a_second_thread(opened):
    recorder = opened(
        around(
            "pub fn f(n: i64) -> i64 { sleep(Duration::from_millis(50)); n }",
            """
            let one = std::thread::spawn(|| Solution::f(1)).join().unwrap();
            if w.len() > 0 {
                let other = std::thread::spawn(|| Solution::f(2));
                Solution::f(3);
                other.join().unwrap();
            }
            println!("{}", one);
            """,
            "use std::{thread::sleep, time::Duration};",
        )
    )
    alone, together = recorder.record(["", "1"])
    assert alone == Recording((Case((1,), 1),), "1\n")
    assert together.failure == "two threads call the target at once"


def test_large_inputs_and_many_calls(opened):
    recorder = opened(
        around(
            "pub fn f(a: &Vec<i64>) -> Vec<i64> { a.clone() }",
            'for _ in 0..3 { println!("{:?}", Solution::f(&w)); }',
        )
    )
    numbers = list(range(-20_000, 20_000))
    stdin = " ".join(map(str, numbers))
    (recording,) = recorder.record([stdin])
    assert recording.calls == tuple(Case((numbers,), numbers) for _ in range(3))
    assert recorder.replay([(stdin, [numbers] * 3)]) == [recording]


@pytest.mark.parametrize(
    ("main", "complaint"),
    [
        ("struct Solution;", "expected fn f and fn main"),
        ("pub fn f(a: i64) -> i64 { a }\nmod m { fn main() {} }", "expected fn f and fn main"),
        ("pub fn f() -> i64 { 0 } fn main() {}", "takes 0 arguments, not 1"),
        ("fn main( {", "never closed"),
    ],
)
def test_programs_that_do_not_fit_their_problem(main, complaint):
    fitting = program(f"{DOUBLE} fn main() {{}}")
    problem = Problem(
        name="p", signature=fitting.signature, shape=Shape.STDIO, verus=VerusArtifacts(main=main)
    )
    with pytest.raises(BadInput, match=complaint):
        instrument(problem)


def test_a_problem_without_a_program():
    problem = Problem(name="p", signature=fair_shares().signature)
    with pytest.raises(BadInput, match="no program around its function"):
        instrument(problem)


def test_a_program_that_does_not_build(toolchain, sandbox):
    problem = program(around(DOUBLE, "no_such_thing();"))
    with (
        pytest.raises(BadInput, match="does not build"),
        open_recorder(problem, toolchain, sandbox),
    ):
        pass


@pytest.mark.shared
def test_every_program_of_the_benchmark_takes_a_stand_in(shared_data):
    benchmark = open_benchmark(str(shared_data / "vericontest.jsonl.gz"))
    programs = [problem for problem in benchmark if problem.verus.main is not None]
    assert len(programs) == 209
    assert all(instrument(problem).replayable for problem in programs)

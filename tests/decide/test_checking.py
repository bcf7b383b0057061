"""`decide`: tallies, soundness and completeness, and who is to blame."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudge.cli.commands import app
from adjudge.decide.checking import Checked, check, complete, sound, tally
from adjudge.decide.engine import CaseVerdict, Portfolio
from adjudge.decide.evaluation import Evaluation
from adjudge.model import Case, Decision, Evidence, Verdict
from adjudge.verus.evaluate import SpecEvaluator

LARGEST = """
use vstd::prelude::*;
fn main() {}
verus! {
fn largest(nums: Vec<i32>) -> (result: i32)
    requires nums.len() > 0,
    ensures forall|i: int| 0 <= i < nums.len() ==> nums[i] <= result,
{ }
}
"""


def verdict(decision: Decision) -> Verdict:
    return Verdict(decision, Evidence("test"))


class Fixed:
    """An engine that always says the same."""

    def __init__(self, name: str, pre: Decision, post: Decision) -> None:
        self.name = name
        self.asked = 0
        self.answer = CaseVerdict(verdict(pre), verdict(post))

    def decide(self, case: Case) -> CaseVerdict:
        self.asked += 1
        return self.answer


ACCEPT, REJECT, UNKNOWN = Decision.ACCEPT, Decision.REJECT, Decision.UNKNOWN


def test_a_weak_postcondition_is_sound_and_not_complete() -> None:
    engine = Evaluation(SpecEvaluator(LARGEST))
    positives = [Case(([3, 1, 2],), 3), Case(([-5],), -5)]
    negatives = [Case(([3, 1, 2],), 7), Case(([3, 1, 2],), 2)]
    checked = list(check(engine, positives, negatives))
    assert sound(checked) is True
    assert complete(checked) is False
    assert tally(checked, positive=False).accepted == 1
    assert [c.case.output for c in checked if c.wrong] == [7]


def test_inputs_outside_the_precondition_are_counted_apart() -> None:
    engine = Evaluation(SpecEvaluator(LARGEST))
    checked = list(check(engine, [Case(([],), 0)], [Case(([],), 1)]))
    assert tally(checked, positive=True).outside == 1
    assert sound(checked) is False
    assert complete(checked) is True  # a negative outside the precondition accuses nobody
    assert [c.wrong for c in checked] == [True, False]


@pytest.mark.parametrize(
    ("decision", "expected_sound", "expected_complete"),
    [(ACCEPT, True, False), (REJECT, False, True), (UNKNOWN, None, None)],
)
def test_three_values_stay_apart(
    decision: Decision, expected_sound: bool | None, expected_complete: bool | None
) -> None:
    engine = Fixed("fixed", ACCEPT, decision)
    case = Case((1,), 1)
    assert sound(list(check(engine, [case], []))) is expected_sound
    assert complete(list(check(engine, [], [case]))) is expected_complete


def test_an_unknown_does_not_hide_a_certain_answer() -> None:
    case = Case((1,), 1)
    checked = [
        Checked(case, True, CaseVerdict(verdict(ACCEPT), verdict(UNKNOWN))),
        Checked(case, True, CaseVerdict(verdict(ACCEPT), verdict(REJECT))),
    ]
    assert sound(checked) is False


def test_the_portfolio_asks_the_next_engine_only_where_one_cannot_tell() -> None:
    first, second = Fixed("a", ACCEPT, UNKNOWN), Fixed("b", REJECT, ACCEPT)
    found = Portfolio([first, second]).decide(Case((1,), 1))
    assert found.precondition.decision is ACCEPT  # what was decided stands
    assert found.postcondition.decision is ACCEPT
    certain = Fixed("c", ACCEPT, REJECT)
    Portfolio([certain, second]).decide(Case((1,), 1))
    assert (certain.asked, second.asked) == (1, 1)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["check", *arguments])
    return result.exit_code, result.output


def test_the_command_blames_the_clause(tmp_path: Path) -> None:
    spec, right, wrong = (tmp_path / name for name in ("s.rs", "right.jsonl", "wrong.jsonl"))
    spec.write_text(LARGEST)
    right.write_text('{"input": {"nums": [3, 1]}, "output": 3}\n')
    wrong.write_text(
        '{"input": {"nums": [3, 1, 2]}, "output": 7}\n{"input": {"nums": [1]}, "output": 2}\n'
    )
    code, said = run(str(spec), "--cases", str(right), "--negatives", str(wrong))
    assert code == 1
    assert "sound:     yes" in said
    assert "complete:  no" in said
    assert said.index("[1]") < said.index("[3, 1, 2]"), "the smallest case comes first"
    assert "line 7: ensures forall" in said
    code, said = run(str(spec), "--cases", str(wrong), "--json")
    assert code == 0
    assert json.loads(said)["sound"] is True


def test_a_rejected_positive_shows_the_values_that_falsify(tmp_path: Path) -> None:
    spec, cases = tmp_path / "s.rs", tmp_path / "c.jsonl"
    spec.write_text(LARGEST)
    cases.write_text('{"input": {"nums": [1, 9]}, "output": 1}\n')
    code, said = run(str(spec), "--cases", str(cases))
    assert code == 1
    assert "right, but rejected" in said
    assert "i = 1" in said


@pytest.mark.rust
def test_a_program_is_checked_by_the_calls_that_it_makes() -> None:
    root = Path(__file__).parents[2] / "src/adjudge/datasets/starter/problems"
    code, said = run(str(root / "fair_shares/verus/spec.rs"), "--problem", "fair_shares")
    assert code == 0
    assert "410 accepted, 0 rejected, 0 undecided" in said

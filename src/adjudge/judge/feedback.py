"""What a model is told after a failed attempt, so that it can mend it.

One function for all judges: a finding already holds the tool's words with the places and source
lines. The message is bounded; what is cut is the middle, since the first errors cause the others
and the last lines sum up.
"""

from __future__ import annotations

from adjudge.judge.finding import Finding
from adjudge.model import Category, Status
from adjudge.model.values import dumps
from adjudge.verus.tool.classes import ErrorClass

BUDGET = 8000
"""Characters of a message, unless told otherwise."""

_WHAT = {
    Category.SYNTAX_ERROR: "It was refused before anything could be checked.",
    Category.INCORRECT_OUTPUT: "It gives a wrong output.",
    Category.TIMEOUT: "It took too long.",
    Category.RUNTIME_ERROR: "It crashed.",
    Category.VERIFICATION_FAILURE: "The verifier could not prove it.",
    Category.PRECONDITION_MISMATCH: "Its precondition is not the right one.",
    Category.POSTCONDITION_MISMATCH: "Its postcondition is not the right one.",
    Category.BOTH_MISMATCH: "Neither its precondition nor its postcondition is the right one.",
    Category.MODIFIED: "It changes text that had to stay as it was.",
    Category.CHEATING: "It leans on something that is not proved.",
    Category.NO_ANSWER: "No answer was found in it.",
}
_HINTS: dict[str, str] = {
    Category.MODIFIED: "Give back the program as it was given; add nothing but proof: invariants, "
    "decreases, asserts, proof blocks and lemmas.",
    Category.CHEATING: "Prove it without assumptions, external items or conditional compilation.",
    Category.NO_ANSWER: "Answer with the whole program in one fenced block.",
    "too_weak": "Say more in `ensures`: the output of the example is wrong, and every clause lets "
    "it through.",
    "too_strong": "Say less in `ensures`: the output of the example is right, and the clauses that "
    "are named refuse it.",
    ErrorClass.SYNTAX: "Mend the syntax; nothing after this error was looked at.",
    ErrorClass.TYPE: "Mind that arithmetic in specifications is over `int`: cast where they meet.",
    ErrorClass.MODE: "Keep ghost code in proof blocks, and executable calls out of specifications.",
    ErrorClass.TRIGGER: "Mark a term that holds all bound variables with #[trigger].",
    ErrorClass.UNSUPPORTED: "Verus does not know this construct; write it in another way.",
    ErrorClass.BORROW: "Borrow or clone, so that no value is used after it has moved.",
    ErrorClass.PRECONDITION: "Before the call, establish what the function requires; inside a loop "
    "it must follow from the invariants.",
    ErrorClass.POSTCONDITION: "After a loop only its invariants and its exit condition are known: "
    "check that together they imply this clause, and assert the missing step.",
    ErrorClass.INVARIANT_ENTRY: "The invariant must hold before the first iteration: weaken it, or "
    "prove it before the loop.",
    ErrorClass.INVARIANT_END: "Assume all invariants and the loop's condition, follow the body, "
    "and assert what makes this one hold again; it may need a stronger one beside it.",
    ErrorClass.ASSERTION: "Split the assertion into smaller steps, or call a lemma before it.",
    ErrorClass.OVERFLOW: "Bound the operands: put the bounds that hold into the invariants.",
    ErrorClass.TERMINATION: "Give a decreases clause that gets smaller and stays bounded below.",
    ErrorClass.RESOURCE_LIMIT: "The solver gave up: move steps into lemmas, assert intermediate "
    "facts, and keep quantifiers and nonlinear arithmetic apart.",
}


def feedback(finding: Finding, *, budget: int = BUDGET) -> str:
    """The message for a finding; empty if there is nothing to mend.

    Args:
        finding: Any judge's finding.
        budget: How many characters it may have.
    """
    if finding.status is not Status.FAILED or finding.category is None:
        return ""
    head = f"Your answer was not accepted ({_code(finding)}). {_WHAT[finding.category]}"
    hint = _HINTS.get(finding.detail) or _HINTS.get(finding.category, "")
    parts = [head, *_example(finding), *([f"Hint: {hint}"] if hint else [])]
    room = budget - sum(len(part) + 2 for part in parts)
    if said := _said(finding):
        parts.insert(1, trim_middle(said, max(room, 0)))
    return trim_middle("\n\n".join(part for part in parts if part), budget)


def _said(finding: Finding) -> str:
    """The judge's message, or the messages about the parts that the model can do something about.

    What holds is named too, so that it is left alone.
    """
    if not finding.parts:
        return finding.message.strip("\n")
    told = {
        name: part
        for name, part in finding.parts.items()
        if part.status in (Status.FAILED, Status.SOLVED)
    }
    return "\n".join(f"{name}: {part.code}. {part.message}".strip() for name, part in told.items())


def trim_middle(text: str, budget: int) -> str:
    """A text of at most `budget` characters: whole lines of its beginning and of its end."""
    if len(text) <= budget:
        return text
    lines = text.splitlines()
    room = budget - len(_gap(len(lines))) - 1
    head: list[str] = []
    tail: list[str] = []
    while room > 0 and len(head) + len(tail) < len(lines):
        # Two lines of the beginning for each of the end.
        from_head = len(head) <= 2 * len(tail)
        line = lines[len(head)] if from_head else lines[-1 - len(tail)]
        room -= len(line) + 1
        if room >= 0:
            (head if from_head else tail).append(line)
    left_out = len(lines) - len(head) - len(tail)
    kept = "\n".join([*head, _gap(left_out), *reversed(tail)])
    return kept if len(kept) <= budget else text[:budget]


def _gap(lines: int) -> str:
    return f"[... {lines} lines left out ...]"


def _code(finding: Finding) -> str:
    return f"{finding.category}, {finding.detail}" if finding.detail else str(finding.category)


def _example(finding: Finding) -> list[str]:
    """The first failing case, where there is one."""
    if finding.witness is None:
        return []
    lines = [
        f"  {name}: {value if isinstance(value, str) else dumps(value)}"
        for name, value in finding.witness.items()
        if name != "case"
    ]
    return ["\n".join(["For example:", *lines])]

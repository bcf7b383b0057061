from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.judge.answer import Block, code_answers, fenced_blocks

RUST = frozenset({"rust", "verus"})
F = "fn f() {}"


def answers(completion: str) -> list[str]:
    return code_answers(completion, lambda text: "fn f" in text, RUST)


@pytest.mark.parametrize(
    ("completion", "wanted"),
    [
        ("", []),
        ("I cannot do that.", []),
        (F, [F]),
        (f"```rust\n{F}\n```", [f"{F}\n"]),
        (f"```\n{F}\n```", [f"{F}\n"]),
        (f"~~~rust\n{F}\n~~~", [f"{F}\n"]),
        (f"````rust\n{F}\n// ```\n````\n", [f"{F}\n// ```\n"]),
        (f"```rust\n{F}\n~~~\n```\n", [f"{F}\n~~~\n"]),
        (f"```rust\n{F}", [F]),
        (f"Here:\r\n```rust\r\n{F}\r\n```\r\n", [f"{F}\n"]),
        (f"```RUST\n{F}\n```", [f"{F}\n"]),
        (f"```rust,ignore\n{F}\n```", [f"{F}\n"]),
        (f"```{{.rust}}\n{F}\n```", [f"{F}\n"]),
        (f"```python\ndef f(): pass\n```\n```rust\n{F}\n```", [f"{F}\n"]),
        (f"```python\n{F}\n```", []),
        (f"```rust\n{F} // draft\n```\n```rust\n{F} // final\n```", [f"{F} // final\n"]),
        (f"```rust\n{F}\n```\n```rust\nf();\n```", [f"{F}\n", f"f();\n\n{F}\n"]),
        (f"```rust\nfn g() {{}}\n```\n```rust\n{F}\n```", [f"{F}\n", f"fn g() {{}}\n\n{F}\n"]),
        (f"<think>\n```rust\n{F} // idea\n```\n</think>\n```rust\n{F}\n```", [f"{F}\n"]),
        (f"<think>\n```rust\n{F}\n```\n</think>\nNo answer.", []),
        (f"1. Do:\n   ```rust\n   {F}\n     deep\n   ```", [f"{F}\n  deep\n"]),
        (f"```rust\n{F}\n```rust\n", [f"{F}\n```rust\n"]),
    ],
)  # fmt: skip
def test_the_answer_is_found(completion: str, wanted: list[str]) -> None:
    assert answers(completion) == wanted


@given(st.text(st.sampled_from("`~ \t\n\rrust<think>/f(){}"), max_size=120))
def test_any_text_is_taken(completion: str) -> None:
    for block in fenced_blocks(completion):
        assert block.language == block.language.lower()
    for answer in answers(completion):
        assert "fn f" in answer


@given(st.lists(st.text("abc \n", max_size=20), max_size=4), st.sampled_from(["```", "~~~~"]))
def test_fenced_blocks_are_taken_as_they_are(texts: list[str], fence: str) -> None:
    completion = "".join(f"prose\n{fence}rust\n{text}\n{fence}\n" for text in texts)
    assert fenced_blocks(completion) == [Block("rust", f"{text}\n") for text in texts]


@pytest.mark.parametrize(
    "hostile",
    ["<think>" * 200_000, "```" + " " * 200_000 + "`\n", "`" * 200_000 + "a`\n", " " * 200_000],
)
@pytest.mark.timeout(20)
def test_nothing_stalls_the_reader(hostile: str) -> None:
    assert answers(f"{hostile}\n```rust\n{F}\n```") == [f"{F}\n"]


def test_the_first_closing_tag_ends_a_thought() -> None:
    completion = f"<THINK><think>a</Think>b</think>{F}<thinking>{F}"
    assert answers(completion) == [f"b</think>{F}<thinking>{F}"]

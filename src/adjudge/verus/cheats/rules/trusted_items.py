"""Items that Verus believes without a proof."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge.verus.cheats.finding import Cheat, Severity
from adjudge.verus.cheats.subject import Subject
from adjudge.verus.syntax import Function, Impl

CODES = frozenset(
    {"axiom", "broadcast-axiom", "uninterp", "global-layout", "assume-specification", "trait-impl"}
)

_AFTER_QUALIFIER = frozenset({"fn", "proof", "broadcast", "spec", "const", "tracked"})


def unproved_declarations(subject: Subject) -> Iterator[Cheat]:
    """`axiom fn`, `uninterp spec fn`, `global size_of`, `assume_specification`."""
    words = subject.words
    for index, name in subject.names:
        following = words[index + 1]
        if name == "axiom" and following in _AFTER_QUALIFIER:
            code = "broadcast-axiom" if words[index - 1] == "broadcast" else "axiom"
            message = "an axiom is a lemma that nobody proves"
            yield subject.cheat(code, Severity.UNSOUND, message, index, index + 3)
        elif name == "uninterp" and following in _AFTER_QUALIFIER:
            message = "an uninterpreted function is a symbol without a definition"
            yield subject.cheat("uninterp", Severity.WEAKENS, message, index, index + 4)
        elif name == "global" and following in ("size_of", "layout"):
            message = f"`global {following}` states a fact about memory that Verus believes"
            yield subject.cheat("global-layout", Severity.UNSOUND, message, index, index + 5)
        elif name == "assume_specification":
            message = "gives a function a contract that nobody proves"
            yield subject.cheat("assume-specification", Severity.UNSOUND, message, index)


def bodiless_functions(subject: Subject) -> Iterator[Cheat]:
    """A lemma that ends in a semicolon: the older spelling of an axiom."""
    for node in subject.nodes(Function):
        if node.body is None and "axiom" not in node.qualifiers:
            if node.publish == "uninterp":
                continue
            message = f"`{node.name}` has no body, so nothing proves its contract"
            yield subject.cheat_node("axiom", Severity.UNSOUND, message, node)


def trait_implementations(subject: Subject) -> Iterator[Cheat]:
    """`impl Trait for Type`: outside `verus!{}` its contract is believed without a check.

    Inside, it can redefine what `==`, `@` or a method call mean.
    """
    for node in subject.nodes(Impl):
        if node.trait is not None:
            message = f"implements the trait `{node.trait.text}`, which can change what text means"
            yield subject.cheat_node("trait-impl", Severity.UNSOUND, message, node)

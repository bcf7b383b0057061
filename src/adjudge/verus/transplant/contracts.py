"""Move what a proof says in the contract of an executable function: measures and more clauses."""

from __future__ import annotations

from adjudge.verus.syntax import Clause, File, Function
from adjudge.verus.transplant.align import digest
from adjudge.verus.transplant.insertions import Insertions
from adjudge.verus.transplant.normal import is_harmless, spec_form

_ORDER = (
    "requires",
    "recommends",
    "ensures",
    "default_ensures",
    "returns",
    "decreases",
    "opens_invariants",
    "no_unwind",
)


def extensible(reference: File, function: Function, is_target: bool | None) -> frozenset[str]:
    """The clauses that a proof may add to the contract of an executable function.

    A private function's contract speaks to its callers in this file only, all of which are
    verified, so a proof may say more in it. A public one may promise more, since that is proved,
    but not ask for more. Neither may say less: the reference's clauses stay.

    Args:
        reference: Where it stands.
        function: The function.
        is_target: Whether the specification is about it. None: that is not known; it is if the
            function is public, or if no other one but `main` calls it.
    """
    called = _is_called(reference, function)
    if is_target or (is_target is None and (function.visibility or not called)):
        return frozenset()
    return frozenset({"ensures"} if function.visibility or not called else {"requires", "ensures"})


def _is_called(reference: File, function: Function) -> bool:
    """Whether a function's name occurs outside of itself and of `main`."""
    mains = [item for item in reference.items if isinstance(item, Function) and item.name == "main"]
    apart = [range(item.start, item.end) for item in (function, *mains)]
    return any(
        token.text == function.name and not any(index in span for span in apart)
        for index, token in enumerate(reference.tokens)
    )


def move_contract(
    insertions: Insertions,
    candidate: File,
    ours: Function,
    theirs: Function,
    more: frozenset[str],
) -> None:
    """Move the measure, hints for the solver and what the proof may say `more` in clauses."""
    _move_hints(insertions, candidate, ours, theirs)
    movable = {"decreases", *more}
    known = {
        (clause.keyword, digest(item, spec_form))
        for clause in ours.clauses
        for item in clause.items
    }
    for clause in theirs.clauses:
        if clause.keyword not in movable:
            continue
        new = [
            candidate.source(item)
            for item in clause.items
            if (clause.keyword, digest(item, spec_form)) not in known
        ]
        if new:
            _add_clause(insertions, ours, clause.keyword, new)


def _move_hints(insertions: Insertions, candidate: File, ours: Function, theirs: Function) -> None:
    known = {(a.path, a.tokens) for a in ours.attrs}
    start = insertions.file.span(ours)[0]
    for attribute in theirs.attrs:
        if is_harmless(attribute) and (attribute.path, attribute.tokens) not in known:
            source = candidate.source(attribute)
            insertions.add(start, f"{source}\n{insertions.indent_at(start)}")


def _add_clause(insertions: Insertions, function: Function, keyword: str, items: list[str]) -> None:
    file = insertions.file
    indent = insertions.indent_at(file.span(function)[0]) + "    "
    joined = f",\n{indent}    ".join(items)
    for clause in function.clauses:
        if clause.keyword == keyword and clause.items:
            insertions.add(file.span(clause.items[-1])[1], f",\n{indent}    {joined}")
            return
    insertions.add(_clause_offset(file, function, keyword), f"\n{indent}{keyword} {joined},")


def _clause_offset(file: File, function: Function, keyword: str) -> int:
    """Where a clause belongs that the function has not yet: after all that come before it."""
    assert function.body is not None
    following = next((c.start for c in function.clauses if _is_after(c, keyword)), None)
    return file.tokens[(following or function.body.start) - 1].end


def _is_after(clause: Clause, keyword: str) -> bool:
    return clause.keyword in _ORDER and _ORDER.index(clause.keyword) > _ORDER.index(keyword)

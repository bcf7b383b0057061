"""Compare a candidate with the text it had to leave as it was."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from adjudge.judge.integrity.difference import first_difference
from adjudge.judge.integrity.ghostly import faults
from adjudge.judge.integrity.listing import item_diff
from adjudge.judge.integrity.report import Aspect, Change, Excerpt, Kind, Report
from adjudge.model import Task
from adjudge.verus.cheats.harmless import is_harmless
from adjudge.verus.parser import parse_file
from adjudge.verus.syntax import (
    Attribute,
    Clause,
    Const,
    Enum,
    File,
    Function,
    Item,
    Node,
    Struct,
    TypeAlias,
    replace,
)
from adjudge.verus.transplant.contracts import extensible
from adjudge.verus.transplant.entries import Entry, Import, bare_names, entries, imports
from adjudge.verus.transplant.normal import Form, code_form, spec_form

_SHOWN = 2000  # characters of an excerpt

_CODE_IS_FREE = frozenset({Task.SPEC2CODE, Task.NL_SPEC2CODE})

# What `vstd::prelude` brings in anyway, so that importing it again changes nothing.
_PRELUDE = frozenset({"Seq", "Set", "Map", "ISet", "IMap", "Multiset", "View", "DeepView", "calc"})


def compare(
    reference: File | str,
    candidate: File | str,
    *,
    mode: Task = Task.SPEC_CODE2PROOF,
    target: str | None = None,
) -> Report:
    """Whether a candidate kept what its task froze.

    Args:
        reference: The frozen text: for `spec_code2proof` specification and code, for `spec2code`
            and `nl_spec2code` the specification. For the other tasks only the signature of the
            target counts.
        candidate: What the model made of it.
        mode: The task.
        target: The name of the target, as in `Solution::max_of`. Without it every function counts
            as one that is public or that no other function of the reference calls; where only the
            signature counts, it is the last executable function.

    Raises:
        VerusSyntaxError: One of the texts is no Verus.
    """
    comparison = _Comparison(_tree(reference), _tree(candidate), mode, target)
    if mode is Task.SPEC_CODE2PROOF or mode in _CODE_IS_FREE:
        found = [*comparison.frozen(), *comparison.uses(), *comparison.additions()]
    else:
        found = list(comparison.signature())
    found.sort(key=lambda change: change.aspect is Aspect.CODE)
    return Report(tuple(found))


def _tree(source: File | str) -> File:
    return source if isinstance(source, File) else parse_file(source)


class _Comparison:
    def __init__(self, reference: File, candidate: File, mode: Task, target: str | None) -> None:
        self.target = target
        self.reference = reference
        self.candidate = candidate
        self.code_is_free = mode in _CODE_IS_FREE
        self.ours = entries(reference)
        self.theirs = entries(candidate)
        self.found: dict[tuple[str, ...], list[Entry]] = defaultdict(list)
        for entry in self.theirs:
            self.found[entry.key].append(entry)

    # What must be there

    def frozen(self) -> Iterator[Change]:
        """Every frozen item that is missing, changed or there twice."""
        for entry in self.ours:
            if entry.is_proof or (self.code_is_free and _is_main(entry)):
                continue
            there = self.found[entry.key]
            if not there:
                message = "is missing" + self._elsewhere(entry)
                for aspect in _aspects(entry):
                    yield self._change(Kind.MISSING, aspect, entry, None, message)
            elif len(there) > 1:
                message = f"is there {len(there)} times"
                for aspect in _aspects(entry):
                    yield self._change(Kind.DUPLICATE, aspect, entry, there[1], message)
            else:
                yield from self._changes(entry, there[0])

    def _elsewhere(self, entry: Entry) -> str:
        name = entry.key[-1]
        similar = [other.name for other in self.theirs if other.key[-1] == name]
        return f"; `{similar[0]}` stands elsewhere" if similar else ""

    def _changes(self, ours: Entry, theirs: Entry) -> Iterator[Change]:
        if ours.context != theirs.context:
            message = "stands under other attributes"
            yield self._change(Kind.CHANGED, Aspect.SPECIFICATION, ours, theirs, message)
        a, b = ours.item, theirs.item
        if not (isinstance(a, Function) and isinstance(b, Function) and a.is_exec and b.is_exec):
            aspect = _aspects(ours)[-1]
            yield from self._difference(ours, theirs, a, b, spec_form, aspect)
            return
        before, after = _contract(a), _contract(b)
        if not any(map(_is_licence, b.attrs)):
            before = replace(before, attrs=tuple(x for x in a.attrs if not _is_licence(x)))
        is_target = None if self.target is None else ours.is_called(self.target)
        if more := extensible(self.reference, a, is_target):
            after = replace(after, clauses=_kept(before.clauses, after.clauses, more))
        contract = Aspect.SPECIFICATION
        yield from self._difference(ours, theirs, before, after, spec_form, contract)
        if self.code_is_free:
            return
        for fault in faults(theirs.file, b):
            yield self._change(
                Kind.NOT_GHOST, Aspect.CODE, ours, theirs, fault.message, right=fault.node
            )
        if (a.body is None) != (b.body is None):
            yield self._change(Kind.CHANGED, Aspect.CODE, ours, theirs, "has another body")
        elif a.body is not None and b.body is not None:
            yield from self._difference(ours, theirs, a.body, b.body, code_form, Aspect.CODE)

    def _difference(
        self, ours: Entry, theirs: Entry, a: Node, b: Node, form: Form, aspect: Aspect
    ) -> Iterator[Change]:
        if found := first_difference(a, b, form):
            yield self._change(
                Kind.CHANGED, aspect, ours, theirs, f"{aspect} changed", found.left, found.right
            )

    def signature(self) -> Iterator[Change]:
        """Whether the target is there once, with its parameters and result."""
        functions = [e for e in self.ours if isinstance(e.item, Function) and e.item.is_exec]
        functions = [e for e in functions if not _is_main(e)]
        if self.target is not None:
            functions = [e for e in functions if e.is_called(self.target)]
        if not functions:
            return
        entry = functions[-1]
        there = [e for e in self.theirs if e.name == entry.name and e.key[0] == entry.key[0]]
        if len(there) != 1:
            kind = Kind.DUPLICATE if there else Kind.MISSING
            message = f"is there {len(there)} times" if there else "is missing"
            yield self._change(kind, Aspect.SPECIFICATION, entry, None, message)
            return
        a, b = _signature(entry.item), _signature(there[0].item)
        if found := first_difference(a, b, spec_form):
            yield self._change(
                Kind.CHANGED, Aspect.SPECIFICATION, entry, there[0], "signature changed", *found
            )

    # What may be there beside it

    def uses(self) -> Iterator[Change]:
        """Imports of the reference that are missing, and others that change what names mean."""
        ours, theirs = imports(self.reference), imports(self.candidate)
        known, there = {use.key for use in ours}, {use.key for use in theirs}
        for use in ours:
            if use.key not in there:
                yield self._import(Kind.MISSING, use, "is missing", self.reference)
        names = bare_names(self.reference) - _PRELUDE - {use.name for use in ours}
        for use in theirs:
            if use.key in known:
                continue
            if not self.code_is_free and not use.path.startswith("vstd::"):
                yield self._import(Kind.ADDED, use, "is added", self.candidate)
            elif use.name in names:
                message = f"brings in `{use.name}`, which frozen text uses"
                yield self._import(Kind.CAPTURES, use, message, self.candidate)

    def additions(self) -> Iterator[Change]:
        """Items of the candidate that are no proof, or that take a name which frozen text uses."""
        known = {entry.key for entry in self.ours}
        names = bare_names(self.reference)
        for entry in self.theirs:
            if entry.key in known:
                continue
            if self.code_is_free and is_harmless(self.candidate, entry.item):
                continue
            if not (entry.is_ghost or (self.code_is_free and _is_code(entry))):
                aspect = Aspect.CODE if _is_code(entry) else Aspect.SPECIFICATION
                yield self._change(Kind.ADDED, aspect, entry, entry, "is added and no proof")
            elif entry.is_free and entry.key[-1] in names:
                yield self._capture(entry)

    def _capture(self, entry: Entry) -> Change:
        message = f"the name `{entry.key[-1]}` of this new item occurs in frozen text"
        return self._change(Kind.CAPTURES, Aspect.SPECIFICATION, entry, entry, message)

    # Words

    def _change(
        self,
        kind: Kind,
        aspect: Aspect,
        entry: Entry,
        theirs: Entry | None,
        message: str,
        left: Node | None = None,
        right: Node | None = None,
    ) -> Change:
        ours = None if entry.file is self.candidate else entry
        diff = ""
        if kind is Kind.CHANGED and ours and theirs:
            diff = item_diff((ours.file, ours.item), (theirs.file, theirs.item))
        return Change(
            kind,
            aspect,
            entry.name,
            message,
            _excerpt(self.reference, left or ours.item) if ours else None,
            _excerpt(self.candidate, right or theirs.item) if theirs else None,
            diff,
        )

    def _import(self, kind: Kind, use: Import, message: str, file: File) -> Change:
        excerpt = _excerpt(file, use.node)
        ours, theirs = (excerpt, None) if file is self.reference else (None, excerpt)
        return Change(kind, Aspect.SPECIFICATION, f"use {use.path}", message, ours, theirs)


def _excerpt(file: File, node: Node) -> Excerpt:
    line, column = file.position(node)
    return Excerpt(line, column, file.source(node)[:_SHOWN])


def _is_main(entry: Entry) -> bool:
    return entry.key == ("main",)


def _is_code(entry: Entry) -> bool:
    """Whether an item is executable and verified, which a task that asks for code may add."""
    kinds = (Function, Struct, Enum, Const, TypeAlias)
    return isinstance(entry.item, kinds) and entry.key[0] == "verus!"


def _aspects(entry: Entry) -> tuple[Aspect, ...]:
    """What a frozen item is part of."""
    if not isinstance(entry.item, Function) or not entry.item.is_exec:
        return (Aspect.SPECIFICATION,)
    if _is_main(entry):
        return (Aspect.CODE,)
    return (Aspect.SPECIFICATION, Aspect.CODE)


def _contract(function: Function) -> Function:
    """A function without its body; how its recursion ends is a matter of proof."""
    clauses = tuple(clause for clause in function.clauses if not _is_measure(clause))
    mode = None if function.mode == "exec" else function.mode
    return replace(function, clauses=clauses, body=None, mode=mode)


def _is_licence(attribute: Attribute) -> bool:
    """Whether an attribute lets the code run for ever; a proof may do without it."""
    return attribute.path == "verifier::exec_allows_no_decreases_clause"


def _is_measure(clause: Clause) -> bool:
    return clause.keyword == "decreases"


def _kept(
    ours: tuple[Clause, ...], theirs: tuple[Clause, ...], more: frozenset[str]
) -> tuple[Clause, ...]:
    """Ours, where they kept all of ours and added but what a proof may say `more`; else theirs."""
    said = [(clause.keyword, item) for clause in theirs for item in clause.items]
    for clause in ours:
        for item in clause.items:
            same = (
                index
                for index, (keyword, other) in enumerate(said)
                if keyword == clause.keyword and first_difference(item, other, spec_form) is None
            )
            found = next(same, None)
            if found is None:
                return theirs
            del said[found]
    return ours if all(keyword in more for keyword, _ in said) else theirs


def _signature(item: Item) -> Node:
    if not isinstance(item, Function):
        return item
    output = item.output and replace(item.output, pattern=None)
    mode = None if item.mode == "exec" else item.mode
    return replace(item, attrs=(), clauses=(), body=None, output=output, mode=mode)

"""Own names that change what other text means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from adjudge.verus.cheats.finding import Cheat, Severity
from adjudge.verus.cheats.subject import Subject
from adjudge.verus.lexer import words
from adjudge.verus.syntax import (
    Const,
    Enum,
    Function,
    GenericParam,
    IdentPattern,
    Impl,
    Item,
    Module,
    Node,
    Struct,
    Trait,
    TypeAlias,
    Use,
    VerusBlock,
)
from adjudge.verus.transplant.uses import leaves

CODES = frozenset({"shadowed-name", "vstd-override", "duplicate-item"})

_CRATES = words("vstd std core alloc verus verus_builtin builtin")
_KNOWN = words(
    """
    bool char str int nat real u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64
    Vec String Option Result Box Rc Arc Some None Ok Err HashMap HashSet VecDeque BTreeMap
    Seq Set Map ISet IMap Multiset Ghost Tracked FnSpec spec_fn proof_fn View DeepView Structural
    assert assume admit old arbitrary reveal hide reveal_with_fuel
    Clone Copy Eq PartialEq Ord PartialOrd Add Sub Mul Index From Into Drop Default Iterator
    """
)

_Named = Function | Struct | Enum | Const | TypeAlias | Trait | Module
_NAMED: tuple[type[_Named], ...] = (Function, Struct, Enum, Const, TypeAlias, Trait, Module)
_OWNERS: tuple[type[Impl | Trait], ...] = (Impl, Trait)


def shadowing_items(subject: Subject) -> Iterator[Cheat]:
    """An own item, generic parameter or import with the name of a type or word of the language."""
    for node, name in _names_given(subject):
        if name in _CRATES:
            message = f"an own `{name}` takes the place of a crate or of the verifier's macro"
            yield subject.cheat_node("vstd-override", Severity.UNSOUND, message, node)
        elif name in _KNOWN:
            message = f"an own `{name}` changes what unchanged text means"
            yield subject.cheat_node("shadowed-name", Severity.UNSOUND, message, node)


def _names_given(subject: Subject) -> Iterator[tuple[Node, str]]:
    for kind in _NAMED:
        yield from ((item, item.name.removeprefix("r#")) for item in subject.nodes(kind))
    yield from ((param, param.name) for param in subject.nodes(GenericParam))
    for use in subject.nodes(Use):
        yield from ((use, rename) for _, rename in leaves(use.tree) if rename)


def captured_patterns(subject: Subject) -> Iterator[Cheat]:
    """A constant named like a variable: `let name = ..` is then a test, not a binding."""
    bound = {pattern.name for pattern in subject.nodes(IdentPattern)}
    owners = [owner for kind in _OWNERS for owner in subject.nodes(kind)]
    members = {id(member) for owner in owners for member in owner.items}
    empty = [struct for struct in subject.nodes(Struct) if not struct.fields.delimiter]
    constants: list[Const | Struct] = [*subject.nodes(Const), *empty]
    for item in constants:
        # What an implementation holds is never reached by its bare name.
        if item.name in bound and id(item) not in members:
            message = f"`{item.name}` names a constant here and a variable elsewhere"
            yield subject.cheat_node("shadowed-name", Severity.WEAKENS, message, item)


def duplicate_items(subject: Subject) -> Iterator[Cheat]:
    """Two executable functions of one name, free or in one type's implementations."""
    if subject.file is None:
        return
    functions = list(_functions(subject.file.items, ""))
    by_owner = Counter((owner, function.name) for owner, function in functions)
    free = {function.name for owner, function in functions if not owner}
    for owner, function in functions:
        if by_owner[owner, function.name] > 1 or (owner and function.name in free):
            message = f"there are several functions `{function.name}`"
            yield subject.cheat_node("duplicate-item", Severity.WEAKENS, message, function)


def _functions(items: Iterable[Item], owner: str) -> Iterator[tuple[str, Function]]:
    for item in items:
        if any(attribute.path == "cfg" for attribute in item.attrs):
            continue  # dead text, or refused by the rule on attributes
        if isinstance(item, Function) and item.is_exec:
            yield owner, item
        elif isinstance(item, Impl) and item.trait is None:
            path = getattr(item.type, "path", None)
            yield from _functions(item.items, path.text if path else "<type>")
        elif isinstance(item, VerusBlock):
            yield from _functions(item.items, owner)

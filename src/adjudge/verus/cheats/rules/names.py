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

_NAMED = (Function, Struct, Enum, Const, TypeAlias, Trait, Module)


def shadowing_items(subject: Subject) -> Iterator[Cheat]:
    """An own item, generic parameter or import with the name of a type or word of the language."""
    for node in subject.nodes:
        for name in _names_given(node):
            if name in _CRATES:
                message = f"an own `{name}` takes the place of a crate or of the verifier's macro"
                yield subject.cheat_node("vstd-override", Severity.UNSOUND, message, node)
            elif name in _KNOWN:
                message = f"an own `{name}` changes what unchanged text means"
                yield subject.cheat_node("shadowed-name", Severity.UNSOUND, message, node)


def _names_given(node: Node) -> list[str]:
    if isinstance(node, Use):
        return [rename for _, rename in leaves(node.tree) if rename]
    if isinstance(node, GenericParam):
        return [node.name]
    return [node.name.removeprefix("r#")] if isinstance(node, _NAMED) else []


def captured_patterns(subject: Subject) -> Iterator[Cheat]:
    """A constant named like a variable: `let name = ..` is then a test, not a binding."""
    bound = {node.name for node in subject.nodes if isinstance(node, IdentPattern)}
    for item in _free_items(subject):
        if not isinstance(item, Const | Struct) or item.name not in bound:
            continue
        if isinstance(item, Const) or not item.fields.delimiter:
            message = f"`{item.name}` names a constant here and a variable elsewhere"
            yield subject.cheat_node("shadowed-name", Severity.WEAKENS, message, item)


def _free_items(subject: Subject) -> list[Item]:
    """The items that are reached by their bare name somewhere: those in no `impl`."""
    owners = [node for node in subject.nodes if isinstance(node, Impl | Trait)]
    members = {id(member) for owner in owners for member in owner.items}
    items = [node for node in subject.nodes if isinstance(node, Item)]
    return [item for item in items if id(item) not in members]


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

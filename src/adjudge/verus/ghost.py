"""What is ghost: the parts of a program that Verus checks and never runs."""

from __future__ import annotations

from adjudge.verus.syntax import (
    Assert,
    AssertForall,
    Assume,
    AssumeSpecification,
    Attribute,
    Attributed,
    Binder,
    BroadcastGroup,
    BroadcastUse,
    Call,
    Const,
    Enum,
    Expr,
    FieldDef,
    FnType,
    Function,
    Global,
    IdentPattern,
    Item,
    MacroCall,
    Node,
    Param,
    Path,
    PathType,
    Pattern,
    ProofBlock,
    Reveal,
    SelfParam,
    Struct,
    TupleStructPattern,
    Type,
    TypeAlias,
    Use,
    children,
)

DATA_MODES = frozenset({"ghost", "tracked"})
WRAPPERS = frozenset({"Ghost", "Tracked"})
SPEC_TYPES = frozenset({"int", "nat", "Seq", "Set", "Map", "ISet", "IMap", "Multiset", "FnSpec"})
SPEC_TYPES |= {"spec_fn", "real"}
_CRATES = frozenset(
    {"vstd", "verus_builtin", "verus_builtin_macros", "verus_state_machines_macros"}
)
_CRATES |= {"builtin", "builtin_macros", "state_machines_macros"}
_ATTRIBUTES = frozenset(
    {"verifier", "verus", "trigger", "auto", "auto_trigger", "all_triggers", "via_fn"}
)
_ATTRIBUTES |= {"is_variant", "verus_spec", "verus_verify", "verus_macro", "verus_enum_synthesize"}
_MACROS = frozenset({"calc", "assert_by_contradiction", "assert_seqs_equal", "assert_sets_equal"})
_MACROS |= {"assert_maps_equal", "assert_multisets_equal", "reveal_strlit"}


def is_ghost_attribute(attribute: Attribute) -> bool:
    """Whether only Verus understands the attribute."""
    return attribute.path.split("::")[0] in _ATTRIBUTES


def is_vstd_use(item: Node) -> bool:
    """Whether an item imports from Verus' own crates."""
    return isinstance(item, Use) and item.tree.path.lstrip(":").split("::")[0] in _CRATES


def is_ghost_item(item: Item) -> bool:
    """Whether an item vanishes when ghost code is erased, judged by itself alone."""
    if isinstance(item, Function):
        return not item.is_exec
    if isinstance(item, Const):
        return item.mode in ("spec", "proof")
    if isinstance(item, Struct | Enum):
        return item.mode in DATA_MODES or any(map(_holds_spec_type, _field_types(item)))
    if isinstance(item, TypeAlias):
        return item.value is not None and _holds_spec_type(item.value)
    return isinstance(item, BroadcastUse | BroadcastGroup | AssumeSpecification | Global)


def _field_types(item: Struct | Enum) -> list[Type]:
    fields = [item.fields] if isinstance(item, Struct) else [v.fields for v in item.variants]
    return [f.type for group in fields for f in group.fields if not is_ghost_field(f)]


def _holds_spec_type(kind: Type) -> bool:
    """Whether a value of the type cannot exist at run time."""
    stack: list[Node] = [kind]
    while stack:
        node = stack.pop()
        if is_wrapper_type(node) or isinstance(node, FnType):
            continue
        if isinstance(node, PathType) and node.path.name in SPEC_TYPES:
            return True
        stack.extend(children(node))
    return False


def is_wrapper_type(kind: Node | None) -> bool:
    """Whether a type is `Ghost<..>` or `Tracked<..>`."""
    return isinstance(kind, PathType) and kind.path.name in WRAPPERS


def is_ghost_field(field: FieldDef) -> bool:
    """Whether a field of a struct or variant is ghost."""
    return field.mode in DATA_MODES or is_wrapper_type(field.type)


def is_ghost_param(param: Param | SelfParam | Binder) -> bool:
    """Whether a parameter of an executable function or closure is ghost."""
    return param.mode is not None or is_wrapper_type(param.type)


def is_wrapper_call(expr: Node | None) -> bool:
    """Whether an expression is `Ghost(..)` or `Tracked(..)`."""
    if not isinstance(expr, Call) or not isinstance(expr.function, Path):
        return False
    return any(segment.name in WRAPPERS for segment in expr.function.segments)


def is_ghost_expression(expr: Expr) -> bool:
    """Whether an expression in executable code is a piece of proof."""
    while isinstance(expr, Attributed):
        expr = expr.inner
    if isinstance(expr, MacroCall):
        return expr.path.name in _MACROS
    return isinstance(expr, Assert | AssertForall | Assume | Reveal | ProofBlock)


def bound_names(pattern: Pattern | None) -> list[str]:
    """The names that a parameter's or a ghost variable's pattern binds."""
    if isinstance(pattern, IdentPattern):
        return [pattern.name]
    if isinstance(pattern, TupleStructPattern):
        return [name for item in pattern.items for name in bound_names(item)]
    return []

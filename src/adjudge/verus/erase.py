"""Erase ghost code, leaving the executable program as plain Rust.

The result is the candidate's own text with spans cut out; every line keeps its number, so that
rustc's messages point into the text that the candidate wrote. Calls of vstd's executable functions
stay: whoever compiles the program supplies a crate `vstd` that has them.

`Ghost<T>` and `Tracked<T>` vanish with their values where they have a place of their own: named
fields, variables, parameters of functions and closures, arguments. Elsewhere, as in
`Some(Ghost(x))` or `-> (u8, Tracked<T>)`, they shrink to `()`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeGuard

from adjudge.verus.edits import Edits
from adjudge.verus.ghost import (
    WRAPPERS,
    bound_names,
    is_ghost_attribute,
    is_ghost_expression,
    is_ghost_field,
    is_ghost_item,
    is_ghost_param,
    is_vstd_use,
    is_wrapper_call,
    is_wrapper_type,
)
from adjudge.verus.syntax import (
    Assign,
    Attribute,
    Block,
    BlockExpr,
    Call,
    Clause,
    Closure,
    Const,
    Enum,
    Expr,
    ExprStatement,
    Fields,
    File,
    FnArgs,
    FnType,
    For,
    Function,
    IdentPattern,
    Impl,
    Item,
    ItemStatement,
    Let,
    Loop,
    MacroCall,
    MethodCall,
    Node,
    Param,
    Path,
    PathType,
    ReturnType,
    Struct,
    StructLiteral,
    StructPattern,
    Trait,
    TupleStructPattern,
    VerusBlock,
    While,
    children,
)

_OPENING = frozenset({"open_atomic_invariant", "open_local_invariant"})


def erase(file: File, *, keep_prelude: bool = False) -> str:
    """The executable program that a file of Verus holds.

    Args:
        file: A file as `parse_file` or `parse_fragment` returns it.
        keep_prelude: Keep `use vstd::..` lines that import everything from the prelude.
    """
    return _Eraser(file, keep_prelude).run()


class _Eraser:
    def __init__(self, file: File, keep_prelude: bool) -> None:
        self.file = file
        self.edits = Edits(file)
        self.keep_prelude = keep_prelude
        self.ghost_names: set[str] = set()
        self.ghost_fields: set[str] = set()
        self.ghost_types: set[str] = set()
        self.local_traits: set[str] = set()
        self._survey()

    def _survey(self) -> None:
        """Learn the names of ghost types, fields and variables before anything is cut."""
        plain_names: set[str] = set()
        stack: list[Node] = [self.file]
        while stack:
            node = stack.pop()
            if isinstance(node, Struct | Enum) and is_ghost_item(node):
                self.ghost_types.add(node.name)
            elif isinstance(node, Fields):
                ghost = [f.name for f in node.fields if f.name and is_ghost_field(f)]
                self.ghost_fields.update(ghost)
            elif isinstance(node, Trait):
                self.local_traits.add(node.name)
            elif self._binds_ghost(node):
                self.ghost_names.update(bound_names(node.pattern))
                stack.extend([node.value] if isinstance(node, Let) and node.value else [])
                continue
            elif _is_wrapper(node):
                self.ghost_names.update(bound_names(node))
                continue
            elif isinstance(node, IdentPattern | Function | Const):
                plain_names.add(node.name)
            if not _is_ghost(node):
                stack.extend(children(node))
        self.ghost_names -= plain_names  # what may be a value at run time stays

    def _binds_ghost(self, node: Node) -> TypeGuard[Let | Param]:
        if isinstance(node, Param):
            return is_ghost_param(node)
        if not isinstance(node, Let):
            return False
        return _is_ghost_let(node) or is_wrapper_type(node.type) or _is_wrapper(node.pattern)

    def run(self) -> str:
        stack: list[Node] = [self.file]
        while stack:
            node = stack.pop()
            if isinstance(node, Item) and self._is_ghost_item(node):
                self.edits.remove(node)
                continue
            if isinstance(node, Attribute):
                self._attribute(node)
                continue
            handler = _HANDLERS.get(type(node))
            below = children(node) if handler is None else handler(self, node)
            stack.extend(below)
        return self.edits.apply()

    # Items

    def _is_ghost_item(self, item: Item) -> bool:
        if is_vstd_use(item):
            return not (self.keep_prelude and self._is_prelude(item))
        if isinstance(item, Impl):
            return self._is_ghost_impl(item)
        return is_ghost_item(item)

    def _is_prelude(self, item: Node) -> bool:
        return "".join(self.file.source(item).split()).endswith("usevstd::prelude::*;")

    def _is_ghost_impl(self, item: Impl) -> bool:
        """Whether an implementation serves proofs only.

        That is one for a ghost type, or one whose functions are all ghost and whose trait comes
        from vstd, since no trait of that name is defined here.
        """
        if isinstance(item.type, PathType) and item.type.path.name in self.ghost_types:
            return True
        if item.trait is None or item.trait.name in self.local_traits:
            return False
        functions = [member for member in item.items if isinstance(member, Function)]
        return bool(functions) and all(map(is_ghost_item, functions))

    def _verus_block(self, node: VerusBlock) -> list[Node]:
        tokens = self.file.tokens
        opener = node.path.end + 1
        self.edits.remove_tokens(node.start, opener + 1)
        last = node.end - 1
        self.edits.remove_tokens(last - (tokens[last].text == ";"), node.end)
        return list(node.items)

    def _function(self, node: Function) -> list[Node]:
        self._modifiers(node, "fn")
        tokens = self.file.tokens
        first = node.clauses[0].start if node.clauses else node.end
        if node.prover is not None:
            first = next(i for i in range(node.end) if self._at_prover(i, node))
        body = node.body.start if node.body else node.end - 1
        if tokens[node.end - 1].text == ";" and node.body:
            body = node.body.start
        self.edits.remove_tokens(min(first, body), body)
        return [child for child in children(node) if child not in node.clauses]

    def _at_prover(self, index: int, node: Function) -> bool:
        return index > node.start and self.file.tokens[index].text == "by"

    def _modifiers(self, node: Function | Const, keyword: str) -> None:
        """Remove `exec`, `open`, ... before the keyword."""
        index = node.attrs[-1].end if node.attrs else node.start
        while (text := self.file.tokens[index].text) != keyword:
            if text in ("exec", "broadcast"):
                self.edits.remove_tokens(index, index + 1)
            index += 1

    def _const(self, node: Const) -> list[Node]:
        self._modifiers(node, node.keyword.split()[0])
        if node.body is None:
            return children(node)
        start = self.file.tokens[node.clauses[0].start if node.clauses else node.body.start].start
        body_start, body_end = self.file.span(node.body)
        self.edits.replace(start, body_start, "= ")
        self.edits.replace(body_end, body_end, ";")
        return [child for child in children(node) if child not in node.clauses]

    def _param(self, node: Param) -> list[Node]:
        if is_ghost_param(node):
            self.edits.remove_listed(node)
            return []
        return children(node)

    def _return_type(self, node: ReturnType) -> list[Node]:
        """`-> (name: T)` becomes `-> T`."""
        self.edits.remove_tokens(node.start + 1, node.type.start)
        self.edits.remove_tokens(node.type.end, node.end)
        return [node.type]

    def _fields(self, node: Fields) -> list[Node]:
        ghost = list(filter(is_ghost_field, node.fields))
        for field in ghost:
            if node.delimiter == "(":
                self.edits.replace_node(field, "()")
            else:
                self.edits.remove_listed(field)
        return [field for field in node.fields if field not in ghost]

    def _attribute(self, node: Attribute) -> None:
        if is_ghost_attribute(node):
            self.edits.remove(node)
        elif node.path == "derive" and "Structural" in node.tokens:
            kept = [
                t for t in node.tokens if t not in ("Structural", "StructuralEq", "(", ")", ",")
            ]
            self.edits.replace_node(node, f"#[derive({', '.join(kept)})]" if kept else "")

    # Statements

    def _let(self, node: Let) -> list[Node]:
        if _is_ghost_let(node):
            self.edits.remove(node)
            return []
        if self._binds_ghost(node):
            self.edits.replace_node(node.pattern, "_")
            return [child for child in children(node) if child is not node.pattern]
        return children(node)

    def _expr_statement(self, node: ExprStatement) -> list[Node]:
        if is_ghost_expression(node.expr) or self._is_ghost_assignment(node.expr):
            self.edits.remove(node)
            return []
        return [node.expr]

    def _is_ghost_assignment(self, expr: Expr) -> bool:
        return isinstance(expr, Assign) and is_wrapper_call(expr.value)

    def _item_statement(self, node: ItemStatement) -> list[Node]:
        return [node.item]

    def _block(self, node: Block) -> list[Node]:
        if node.tail is not None and is_ghost_expression(node.tail):
            self.edits.remove(node.tail)
            return [*node.attrs, *node.statements]
        return children(node)

    # Expressions

    def _loop(self, node: Loop | While | For) -> list[Node]:
        if node.clauses:
            self.edits.remove_tokens(node.clauses[0].start, node.block.start)
        if isinstance(node, For) and node.ghost_iterator is not None:
            self.edits.remove_tokens(node.iterable.start - 2, node.iterable.start)
        return [child for child in children(node) if child not in node.clauses]

    def _closure(self, node: Closure) -> list[Node]:
        if node.clauses:
            self.edits.remove_tokens(node.clauses[0].start, node.clauses[-1].end)
        kept = self._without(node, [binder for binder in node.binders if is_ghost_param(binder)])
        return [child for child in kept if child not in node.clauses]

    def _call(self, node: Call | MethodCall) -> list[Node]:
        if is_wrapper_call(node):
            return self._unit(node)
        function = node.function if isinstance(node, Call) else None
        if isinstance(function, Path) and function.name[:1].isupper():  # a constructor
            return [child for child in children(node) if child is not function]
        kept = self._without(node, [arg for arg in node.args if self._is_ghost_value(arg)])
        return [child for child in kept if child is not function or not isinstance(child, Path)]

    def _is_ghost_value(self, expr: Expr) -> bool:
        if isinstance(expr, Path):
            return expr.ident in self.ghost_names
        return is_wrapper_call(expr)

    def _path(self, node: Path) -> list[Node]:
        return self._unit(node) if self._is_ghost_value(node) else children(node)

    def _path_type(self, node: PathType) -> list[Node]:
        return self._unit(node) if is_wrapper_type(node) else children(node)

    def _tuple_struct_pattern(self, node: TupleStructPattern) -> list[Node]:
        if not _is_wrapper(node):
            return list(node.items)
        self.edits.replace_node(node, "_")
        return []

    def _function_type(self, node: FnArgs | FnType) -> list[Node]:
        return self._without(node, [p for p in node.params if is_wrapper_type(p.type)])

    def _unit(self, node: Node) -> list[Node]:
        self.edits.replace_node(node, "()")
        return []

    def _without(self, node: Node, ghost: Sequence[Node]) -> list[Node]:
        """Remove some elements of a node's list; the other children are left to look at."""
        for element in ghost:
            self.edits.remove_listed(element)
        return [child for child in children(node) if child not in ghost]

    def _macro(self, node: MacroCall) -> list[Node]:
        """`open_atomic_invariant!(i => x => { .. })` becomes the block."""
        body = node.args[-1] if node.args else None
        if node.path.name not in _OPENING or not isinstance(body, BlockExpr):
            return list(node.args or ())
        self.edits.remove_tokens(node.start, body.start)
        self.edits.remove_tokens(body.end, node.end)
        return [body]

    def _struct_fields(self, node: StructLiteral | StructPattern) -> list[Node]:
        ghost = [field for field in node.fields if field.name in self.ghost_fields]
        for field in ghost:
            self.edits.remove_listed(field)
        return [child for child in children(node) if child not in ghost]


def _is_wrapper(pattern: Node) -> TypeGuard[TupleStructPattern]:
    """Whether a pattern is `Ghost(..)` or `Tracked(..)`."""
    return isinstance(pattern, TupleStructPattern) and pattern.path.name in WRAPPERS


def _is_ghost_let(node: Let) -> bool:
    """Whether a statement binds ghost variables and nothing in it runs."""
    if node.mode is not None or is_wrapper_call(node.value):
        return True
    wrapped = is_wrapper_type(node.type) or _is_wrapper(node.pattern)
    return wrapped and (node.value is None or isinstance(node.value, Path))


def _is_ghost(node: Node) -> bool:
    """Whether a node is a ghost item, a clause or a piece of proof."""
    if isinstance(node, Item):
        return is_ghost_item(node)
    return isinstance(node, Clause) or (isinstance(node, Expr) and is_ghost_expression(node))


_HANDLERS: dict[type[Node], Callable[..., list[Node]]] = {
    VerusBlock: _Eraser._verus_block,
    Function: _Eraser._function,
    Const: _Eraser._const,
    Param: _Eraser._param,
    ReturnType: _Eraser._return_type,
    Fields: _Eraser._fields,
    Let: _Eraser._let,
    ExprStatement: _Eraser._expr_statement,
    ItemStatement: _Eraser._item_statement,
    Block: _Eraser._block,
    Loop: _Eraser._loop,
    While: _Eraser._loop,
    For: _Eraser._loop,
    Closure: _Eraser._closure,
    Call: _Eraser._call,
    MacroCall: _Eraser._macro,
    Path: _Eraser._path,
    PathType: _Eraser._path_type,
    TupleStructPattern: _Eraser._tuple_struct_pattern,
    FnArgs: _Eraser._function_type,
    FnType: _Eraser._function_type,
    MethodCall: _Eraser._call,
    StructLiteral: _Eraser._struct_fields,
    StructPattern: _Eraser._struct_fields,
}

"""Items: functions, types, implementations and what Verus adds to them."""

from __future__ import annotations

from adjudge.verus.syntax.expressions import Clause
from adjudge.verus.syntax.node import Attribute, Node
from adjudge.verus.syntax.statements import Block
from adjudge.verus.syntax.types import (
    Expr,
    Generics,
    MacroCall,
    Path,
    Pattern,
    ReturnType,
    Type,
)


class Item(Node):
    """An item.

    Attributes:
        attrs: The outer attributes before it.
        visibility: `pub`, `pub(crate)`, `pub(in a::b)` without spaces, or empty.
    """

    attrs: tuple[Attribute, ...]
    visibility: str


class Param(Node):
    """`pattern: type`, with `ghost` or `tracked` before it; the pattern may be missing."""

    pattern: Pattern | None
    type: Type
    mode: str | None = None
    attrs: tuple[Attribute, ...] = ()


class SelfParam(Node):
    """`self`, `&'a mut self`, `mut self: T`, `tracked self`."""

    reference: bool = False
    lifetime: str | None = None
    mutable: bool = False
    type: Type | None = None
    mode: str | None = None
    attrs: tuple[Attribute, ...] = ()


class Function(Item):
    """A function.

    Attributes:
        name: Its name.
        params: The parameters, `self` among them.
        output: What follows `->`.
        clauses: The contract.
        prover: The name in `by(nonlinear_arith)` before the contract.
        body: The body; None if `;` ends the declaration.
        generics: Generic parameters and `where`.
        mode: `spec`, `proof`, `exec`, or None if unwritten (which means exec).
        checked: Whether it is `spec(checked)`.
        publish: `open`, `closed`, `uninterp`, `open(crate)`, ..., or None.
        qualifiers: `default`, `broadcast`, `axiom`, `const`, `async`, `safe`, `unsafe`, and
            `extern` with its string, as written.
        variadic: Whether the parameters end with `...`.
    """

    name: str
    params: tuple[Param | SelfParam, ...]
    output: ReturnType | None = None
    clauses: tuple[Clause, ...] = ()
    body: Block | None = None
    generics: Generics | None = None
    mode: str | None = None
    checked: bool = False
    publish: str | None = None
    qualifiers: tuple[str, ...] = ()
    variadic: bool = False
    prover: str | None = None

    @property
    def is_exec(self) -> bool:
        """Whether the function is code rather than ghost code."""
        return self.mode in (None, "exec") and "axiom" not in self.qualifiers


class FieldDef(Node):
    """A field; the mode is `ghost`, `tracked`, `exec` or None; tuple structs have no names."""

    type: Type
    name: str | None = None
    visibility: str = ""
    mode: str | None = None
    attrs: tuple[Attribute, ...] = ()


class Fields(Node):
    """The fields of a struct or variant; the delimiter is `{`, `(` or empty."""

    delimiter: str = ""
    fields: tuple[FieldDef, ...] = ()


class Struct(Item):
    """A `struct` or `union`; the mode is `ghost`, `tracked` or None."""

    keyword: str
    name: str
    fields: Fields
    generics: Generics | None = None
    mode: str | None = None


class Variant(Node):
    """A variant of an enum."""

    name: str
    fields: Fields
    discriminant: Expr | None = None
    attrs: tuple[Attribute, ...] = ()


class Enum(Item):
    """An enum; the mode is `ghost`, `tracked` or None."""

    name: str
    variants: tuple[Variant, ...]
    generics: Generics | None = None
    mode: str | None = None


class Impl(Item):
    """`impl<T> Trait for Type { .. }`.

    Attributes:
        type: The type.
        items: What is in the braces.
        trait: The trait; None for an inherent implementation.
        generics: Generic parameters and `where`.
        qualifiers: `default`, `unsafe`, and `!` of a negative implementation.
    """

    type: Type
    items: tuple[Item, ...]
    trait: Path | None = None
    generics: Generics | None = None
    qualifiers: tuple[str, ...] = ()


class Trait(Item):
    """A trait."""

    name: str
    items: tuple[Item, ...]
    bounds: tuple[Node, ...] = ()
    generics: Generics | None = None
    qualifiers: tuple[str, ...] = ()


class Const(Item):
    """A `const` or `static`, of any mode, with a value or with a contract and a body."""

    keyword: str
    name: str
    type: Type | None
    value: Expr | None = None
    clauses: tuple[Clause, ...] = ()
    body: Block | None = None
    generics: Generics | None = None
    mode: str | None = None
    publish: str | None = None
    qualifiers: tuple[str, ...] = ()


class TypeAlias(Item):
    """`type Name<T>: Bounds = Type;`."""

    name: str
    value: Type | None = None
    bounds: tuple[Node, ...] = ()
    generics: Generics | None = None


class UseTree(Node):
    """`a::b`, `a::b as c`, `a::*`, `a::{..}`; `*` and groups close the prefix."""

    path: str
    rename: str | None = None
    glob: bool = False
    group: tuple[UseTree, ...] | None = None


class Use(Item):
    """`use tree;`."""

    tree: UseTree


class Module(Item):
    """`mod name { .. }`; the items are None in `mod name;`."""

    name: str
    items: tuple[Item, ...] | None = None
    qualifiers: tuple[str, ...] = ()


class ExternCrate(Item):
    """`extern crate name as rename;`."""

    name: str
    rename: str | None = None


class ExternBlock(Item):
    """`extern "C" { .. }`."""

    abi: str
    items: tuple[Item, ...]


class MacroItem(Item):
    """A macro call or `macro_rules!` among the items."""

    macro: MacroCall
    semicolon: bool = False


class VerusBlock(Item):
    """`verus! { items }`."""

    path: Path
    items: tuple[Item, ...]
    delimiter: str = "{"


class InnerAttribute(Item):
    """`#![..]` among the items."""


class BroadcastUse(Item):
    """`broadcast use a, b;` or `broadcast use { a, b };`."""

    paths: tuple[Path, ...]


class BroadcastGroup(Item):
    """`broadcast group name { a, b }`."""

    name: str
    members: tuple[Path, ...]


class AssumeSpecification(Item):
    """`assume_specification<T>[ path ](params) -> T requires .. ;`; constants have no params."""

    path: Path
    params: tuple[Param | SelfParam, ...] | None
    output: ReturnType | None = None
    clauses: tuple[Clause, ...] = ()
    generics: Generics | None = None
    qualifiers: tuple[str, ...] = ()


class Global(Item):
    """`global size_of T == 8;`, `global layout T is size == 8, align == 8;`."""

    keyword: str
    type: Type
    properties: tuple[tuple[str, str], ...]

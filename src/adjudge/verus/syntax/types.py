"""Paths, types and generics."""

from __future__ import annotations

from adjudge.verus.syntax.node import Attribute, Node


class Expr(Node):
    """An expression."""


class Pattern(Node):
    """A pattern."""


class Type(Node):
    """A type."""


class Lifetime(Node):
    """`'a`."""

    name: str


class GenericArgs(Node):
    """`<A, 'a, N = T>` after a path segment; `turbofish` if written `::<..>`."""

    args: tuple[Node, ...]
    turbofish: bool = False


class FnArgs(Node):
    """`(A, B) -> C` after a path segment, as in `Fn(A, B) -> C` and `spec_fn(A) -> B`."""

    params: tuple[FnTypeParam, ...]
    output: ReturnType | None = None


class AssocArg(Node):
    """`Item = T`, `Item: Bound` or `N = 3` between the angle brackets of generic arguments."""

    name: str
    args: GenericArgs | None = None
    value: Node | None = None
    bounds: tuple[Node, ...] = ()


class ConstArg(Node):
    """A literal, a negated literal or a block as a generic argument."""

    value: Expr


class PathSegment(Node):
    """`name`, `name::<A>`, `Fn(A) -> B`."""

    name: str
    args: GenericArgs | FnArgs | None = None


class QSelf(Node):
    """The `<T as Trait>` that begins a qualified path."""

    type: Type
    trait: Path | None = None


class Path(Expr):
    """`a::b::c`; also the expression that a name is.

    Attributes:
        segments: The names, those after the `<T as U>` if there is one.
        rooted: Whether it begins with `::`.
        qself: The `<T as U>` at its beginning.
    """

    segments: tuple[PathSegment, ...]
    rooted: bool = False
    qself: QSelf | None = None

    @property
    def name(self) -> str:
        """The last name."""
        return self.segments[-1].name if self.segments else ""

    @property
    def text(self) -> str:
        """The names joined by `::`, without generic arguments."""
        names = "::".join([segment.name for segment in self.segments])
        return f"::{names}" if self.rooted else names

    @property
    def ident(self) -> str | None:
        """The name, if the path is nothing but one name."""
        first = self.segments[0] if len(self.segments) == 1 else None
        return None if first is None or first.args or self.rooted or self.qself else first.name


class PathType(Type):
    """A named type; `spec_fn(A) -> B` and `FnSpec(A) -> B` are such too."""

    path: Path


class RefType(Type):
    """`&'a mut T`."""

    inner: Type
    lifetime: Lifetime | None = None
    mutable: bool = False


class PtrType(Type):
    """`*const T`, `*mut T`."""

    inner: Type
    mutable: bool = False


class SliceType(Type):
    """`[T]`."""

    inner: Type


class ArrayType(Type):
    """`[T; n]`."""

    inner: Type
    length: Expr


class TupleType(Type):
    """`(A, B)`, `()`."""

    items: tuple[Type, ...]


class ParenType(Type):
    """`(T)`."""

    inner: Type


class NeverType(Type):
    """`!`."""


class InferType(Type):
    """`_`."""


class VariadicType(Type):
    """`...` as the type of a last parameter that has a name."""


class BoundsType(Type):
    """`impl A + B`, `dyn A + 'a`."""

    keyword: str
    bounds: tuple[Node, ...]


class FnTypeParam(Node):
    """A parameter of a function type: `T`, `name: T`, `tracked name: T`."""

    type: Type
    name: str | None = None
    mode: str | None = None
    attrs: tuple[Attribute, ...] = ()


class FnType(Type):
    """`for<'a> unsafe extern "C" fn(A, ..) -> B`; `proof_fn[Once](tracked x: A) -> tracked B`.

    Attributes:
        keyword: `fn` or `proof_fn`.
        params: The parameters.
        output: What follows `->`.
        lifetimes: The parameters of `for<..>`.
        unsafe: Whether `unsafe` is written.
        abi: `extern` with its string, as written.
        options: The names in the brackets of `proof_fn[..]`.
        variadic: Whether the parameters end with `...`.
    """

    keyword: str
    params: tuple[FnTypeParam, ...]
    output: ReturnType | None = None
    lifetimes: tuple[Node, ...] = ()
    unsafe: bool = False
    abi: str | None = None
    options: tuple[str, ...] = ()
    variadic: bool = False


class MacroType(Type):
    """A macro call in the place of a type."""

    macro: MacroCall


class MacroCall(Expr):
    """`path!(..)`.

    Attributes:
        path: The macro's path.
        delimiter: `(`, `[` or `{`.
        args: The arguments, if all the tokens read as expressions; otherwise None.
        separator: What stands between the arguments: `,`, `;` as in `vec![x; n]`, or `=>` as in
            `open_atomic_invariant!(i => x => { .. })`.
        tokens: The texts of the tokens between the delimiters, if `args` is None.
        name: The identifier between `!` and the delimiter, as in `macro_rules! name { .. }`.
    """

    path: Path
    delimiter: str
    args: tuple[Expr, ...] | None = None
    separator: str = ","
    tokens: tuple[str, ...] = ()
    name: str | None = None


class ReturnType(Node):
    """What follows `->`: `T`, `(name: T)`, `(tracked name: T)`, `tracked T`."""

    type: Type
    pattern: Pattern | None = None
    mode: str | None = None


class TraitBound(Node):
    """`Trait`, `?Trait`, `for<'a> Trait<'a>`; the prefix is `?`, `const`, `async` or empty."""

    path: Path
    prefix: str = ""
    lifetimes: tuple[Node, ...] = ()


class CapturingBound(Node):
    """`use<'a, T>`."""

    names: tuple[str, ...]


class GenericParam(Node):
    """A lifetime, type or constant parameter.

    Attributes:
        kind: `lifetime`, `type` or `const`.
        name: The name, a lifetime's with its quote.
        bounds: What follows `:` of a lifetime or type.
        type: What follows `:` of a constant.
        default: What follows `=`.
        attrs: The attributes before it.
    """

    kind: str
    name: str
    bounds: tuple[Node, ...] = ()
    type: Type | None = None
    default: Node | None = None
    attrs: tuple[Attribute, ...] = ()


class WherePredicate(Node):
    """`for<'a> T: A + B`, `'a: 'b`."""

    subject: Type | Lifetime
    bounds: tuple[Node, ...]
    lifetimes: tuple[Node, ...] = ()


class Generics(Node):
    """The parameters between angle brackets and the predicates after `where`."""

    params: tuple[GenericParam, ...] = ()
    predicates: tuple[WherePredicate, ...] = ()

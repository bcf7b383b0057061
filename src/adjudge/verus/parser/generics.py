"""Bounds, generic parameters and `where`."""

from __future__ import annotations

from adjudge.verus.lexer import Kind, words
from adjudge.verus.parser.cursor import KEYWORDS, Cursor
from adjudge.verus.syntax import (
    Attribute,
    CapturingBound,
    GenericParam,
    Generics,
    Lifetime,
    Node,
    Path,
    TraitBound,
    Type,
    WherePredicate,
)

CLAUSE_KEYWORDS = words(
    "requires ensures default_ensures returns recommends decreases opens_invariants no_unwind "
    "invariant invariant_except_break invariant_ensures when via"
)
_BOUND_KEYWORDS = frozenset({"for", "const", "async", "use", "fn", "dyn"})


class GenericParser(Cursor):
    """Reads bounds, generic parameters and `where`."""

    def type(self, *, bounds: bool = True) -> Type:
        """Read a type; `bounds` allows `A + B` after `impl` and `dyn`."""
        raise NotImplementedError

    def path(self, *, in_expression: bool = False) -> Path:
        """Read a path; in expressions generic arguments need the turbofish."""
        raise NotImplementedError

    def generic_arg(self) -> Node:
        """Read one of the arguments between angle brackets."""
        raise NotImplementedError

    def outer_attributes(self) -> tuple[Attribute, ...]:
        """Read `#[..]` as often as it comes."""
        raise NotImplementedError

    def lifetime_node(self) -> Lifetime:
        """Take a lifetime."""
        return Lifetime(self.lifetime(), start=self.pos - 1, end=self.pos)

    def bounds(self) -> tuple[Node, ...]:
        """Read `A + 'a + ?B`, possibly empty."""
        found: list[Node] = []
        while self._at_bound():
            found.append(self.bound())
            if not self.take("+"):
                break
        return tuple(found)

    def _at_bound(self) -> bool:
        text, kind = self.texts[self.pos], self.kinds[self.pos]
        if kind is Kind.IDENT:
            starts = text not in KEYWORDS or text in _BOUND_KEYWORDS
            return starts and (text not in CLAUSE_KEYWORDS or not self.verus)
        return kind is Kind.LIFETIME or text in ("?", "(", "::", "<", "~", "[")

    def bound(self) -> Node:
        """Read one bound."""
        start = self.pos
        if self.kinds[start] is Kind.LIFETIME:
            return self.lifetime_node()
        if self.take("("):
            bound = self.bound()
            self.expect(")")
            return bound
        if self.take("use"):
            self.expect("<")
            return CapturingBound(self.listed(">", self._captured), start=start, end=self.pos)
        lifetimes = self.for_lifetimes()
        prefix = ""
        if self.take("?"):
            prefix = "?"
        elif self.take("~") or self.take("["):
            self.expect("const")
            self.take("]")
            prefix = "~const"
        elif self.texts[self.pos] in ("const", "async"):
            prefix = self.texts[self.pos]
            self.pos += 1
        return self.bound_after(lifetimes or self.for_lifetimes(), prefix, start)

    def bound_after(self, lifetimes: tuple[Node, ...], prefix: str, start: int) -> TraitBound:
        """Read a bound from its path on."""
        path = self.path()
        return TraitBound(path, prefix, lifetimes, start=start, end=self.pos)

    def _captured(self) -> str:
        self.pos += 1
        return self.texts[self.pos - 1]

    def for_lifetimes(self) -> tuple[Node, ...]:
        """Read `for<'a>`, if it is here."""
        if self.texts[self.pos] != "for" or self.peek() != "<":
            return ()
        self.pos += 1
        return self.angled_params()

    def angled_params(self) -> tuple[GenericParam, ...]:
        """Read `<..>` around parameters."""
        self.expect("<")
        return self.listed(">", self._generic_param)

    def generic_params(self) -> Generics | None:
        """Read `<'a, T: A, const N: usize>`, if it is here."""
        start = self.pos
        if self.texts[start] != "<":
            return None
        params = self.angled_params()
        return Generics(params, start=start, end=self.pos) if params else None

    def _generic_param(self) -> GenericParam:
        attrs = self.outer_attributes()
        start = self.pos
        if self.kinds[start] is Kind.LIFETIME:
            name = self.lifetime()
            bounds = self.bounds() if self.take(":") else ()
            return GenericParam("lifetime", name, bounds, attrs=attrs, start=start, end=self.pos)
        if self.take("const"):
            name = self.name()
            self.expect(":")
            kind = self.type()
            default = self.generic_arg() if self.take("=") else None
            return GenericParam("const", name, (), kind, default, attrs, start=start, end=self.pos)
        name = self.name()
        bounds = self.bounds() if self.take(":") else ()
        default = self.type() if self.take("=") else None
        return GenericParam("type", name, bounds, None, default, attrs, start=start, end=self.pos)

    def where_clause(self, generics: Generics | None) -> Generics | None:
        """Read `where ..`, if it is here, and add it to the generics."""
        start = self.pos
        if not self.take("where"):
            return generics
        predicates: list[WherePredicate] = []
        while self._at_predicate():
            predicates.append(self._where_predicate())
            if not self.take(","):
                break
        if not predicates:
            return generics
        params = generics.params if generics else ()
        first = generics.start if generics else start
        return Generics(params, tuple(predicates), start=first, end=self.pos)

    def _at_predicate(self) -> bool:
        text = self.texts[self.pos]
        return text not in ("{", ";", "=", "") and (
            text not in CLAUSE_KEYWORDS or not self.verus or self.peek() in (":", "::", "<")
        )

    def _where_predicate(self) -> WherePredicate:
        start = self.pos
        lifetimes = self.for_lifetimes()
        subject: Type | Lifetime
        if self.kinds[self.pos] is Kind.LIFETIME:
            subject = self.lifetime_node()
        else:
            subject = self.type(bounds=False)
        self.expect(":")
        return WherePredicate(subject, self.bounds(), lifetimes, start=start, end=self.pos)

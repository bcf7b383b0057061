"""Structs, unions, enums and type aliases, and who may see an item."""

from __future__ import annotations

from adjudge.verus.lexer import Kind
from adjudge.verus.parser.functions import FunctionParser
from adjudge.verus.syntax import Attribute, Enum, FieldDef, Fields, Struct, TypeAlias, Variant


class DataParser(FunctionParser):
    """Reads structs, unions, enums and type aliases, from their keyword on."""

    def visibility(self) -> str:
        """Take `pub` with its restriction, if it is here."""
        if not self.take("pub"):
            return ""
        first, second = self.peek(), self.peek(2)
        if self.texts[self.pos] != "(":
            return "pub"
        if not (first == "in" or (first in ("crate", "self", "super") and second == ")")):
            return "pub"
        return "pub" + self.restriction()

    def restriction(self) -> str:
        """Take `(crate)` or `(in a::b)`, spelt without needless spaces."""
        closer = self.partner[self.pos]
        words = self.texts[self.pos + 1 : closer]
        self.pos = closer + 1
        inside = "in " + "".join(words[1:]) if words[:1] == ["in"] else "".join(words)
        return f"({inside})"

    def struct(self, attrs: tuple[Attribute, ...], visibility: str, mode: str | None) -> Struct:
        """Read a struct or union."""
        keyword = self.texts[self.pos]
        self.pos += 1
        name = self.name()
        generics = self.where_clause(self.generic_params())
        fields = self._fields()
        if fields.delimiter != "{":
            generics = self.where_clause(generics)
            self.expect(";")
        return Struct(attrs, visibility, keyword, name, fields, generics, mode)

    def _fields(self) -> Fields:
        start = self.pos
        delimiter = self.texts[start]
        if delimiter == "{":
            self.pos += 1
            found = self.listed("}", self._named_field)
        elif delimiter == "(":
            self.pos += 1
            found = self.listed(")", self._tuple_field)
        else:
            return Fields(start=start, end=start)
        return Fields(delimiter, found, start=start, end=self.pos)

    def _named_field(self) -> FieldDef:
        start = self.pos
        attrs = self.outer_attributes()
        visibility = self.visibility()
        mode = self._data_mode()
        name = self.name()
        self.expect(":")
        return FieldDef(self.type(), name, visibility, mode, attrs, start=start, end=self.pos)

    def _tuple_field(self) -> FieldDef:
        start = self.pos
        attrs = self.outer_attributes()
        visibility = self.visibility()
        mode = self._data_mode()
        return FieldDef(self.type(), None, visibility, mode, attrs, start=start, end=self.pos)

    def _data_mode(self) -> str | None:
        """Take `ghost`, `tracked` or `exec` before a field."""
        if self.verus and self.texts[self.pos] == "exec" and self.peek_kind() is Kind.IDENT:
            self.pos += 1
            return "exec"
        return self.mode()

    def enum(self, attrs: tuple[Attribute, ...], visibility: str, mode: str | None) -> Enum:
        """Read an enum."""
        self.expect("enum")
        name = self.name()
        generics = self.where_clause(self.generic_params())
        self.expect("{")
        variants = self.listed("}", self._variant)
        return Enum(attrs, visibility, name, variants, generics, mode)

    def _variant(self) -> Variant:
        start = self.pos
        attrs = self.outer_attributes()
        self.visibility()
        name = self.name()
        fields = self._fields()
        discriminant = self.expression() if self.take("=") else None
        return Variant(name, fields, discriminant, attrs, start=start, end=self.pos)

    def type_alias(self, attrs: tuple[Attribute, ...], visibility: str) -> TypeAlias:
        """Read a type alias, or the associated type of a trait."""
        self.expect("type")
        name = self.name()
        generics = self.generic_params()
        bounds = self.bounds() if self.take(":") else ()
        generics = self.where_clause(generics)
        value = self.type() if self.take("=") else None
        generics = self.where_clause(generics)
        self.expect(";")
        return TypeAlias(attrs, visibility, name, value, bounds, generics)

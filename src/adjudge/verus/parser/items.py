"""Items."""

from __future__ import annotations

from adjudge.verus.lexer import Kind
from adjudge.verus.parser.data import DataParser
from adjudge.verus.syntax import (
    Attribute,
    BroadcastGroup,
    BroadcastUse,
    ExternBlock,
    ExternCrate,
    Global,
    Impl,
    InnerAttribute,
    Item,
    MacroItem,
    Module,
    Path,
    Trait,
    Use,
    UseTree,
    VerusBlock,
)

_ALWAYS_ITEM = frozenset({"fn", "struct", "enum", "impl", "trait", "mod", "use", "type", "pub"})
# A word that may begin an item, and the words after it that make it one.
_ITEM_IF_FOLLOWED = {
    "unsafe": frozenset({"fn", "impl", "trait", "extern", "mod", "auto"}),
    "async": frozenset({"fn", "unsafe", "extern"}),
    "safe": frozenset({"fn", "static"}),
    "auto": frozenset({"trait"}),
    "default": frozenset({"fn", "impl", "type", "const", "unsafe", "async", "proof", "spec"}),
    "macro_rules": frozenset({"!"}),
}
_FN_WORDS = frozenset({"fn", "unsafe", "async", "extern", "const", "static", "axiom"})
_VERUS_ITEM_IF_FOLLOWED = {
    "spec": _FN_WORDS | {"("},
    "proof": _FN_WORDS,
    "exec": _FN_WORDS,
    "axiom": frozenset({"fn"}),
    "open": frozenset({"spec", "proof", "("}),
    "closed": frozenset({"spec", "proof"}),
    "uninterp": frozenset({"spec", "fn"}),
    "broadcast": frozenset({"use", "group", "proof", "axiom", "fn"}),
    "ghost": frozenset({"struct", "enum"}),
    "tracked": frozenset({"struct", "enum"}),
    "global": frozenset({"size_of", "layout"}),
    "assume_specification": frozenset({"[", "<"}),
}
VERUS_MACROS = frozenset({"verus", "verus_keep_ghost", "verus_erase_ghost"})
_PUBLISH = frozenset({"open", "closed", "uninterp"})
_MODES = frozenset({"spec", "proof", "exec"})
_QUALIFIERS = frozenset(
    {"default", "broadcast", "axiom", "const", "async", "safe", "unsafe", "auto"}
)


class ItemParser(DataParser):
    """Reads items."""

    # Where an item begins

    def at_item(self) -> bool:
        """Whether an item begins here."""
        text, following = self.texts[self.pos], self.peek()
        if text in _ALWAYS_ITEM:
            return True
        if text == "const":
            return self.peek_kind() is Kind.IDENT and following not in ("move", "async")
        if text == "static":
            return self.peek_kind() is Kind.IDENT and following != "move"
        if text == "extern":
            return True
        if text == "union":
            return self.peek_kind() is Kind.IDENT and self.peek(2) in ("{", "<", "where")
        if text in _ITEM_IF_FOLLOWED:
            return following in _ITEM_IF_FOLLOWED[text]
        if text not in _VERUS_ITEM_IF_FOLLOWED or not self.verus:
            return self._at_verus_block()
        if following == "(":
            after = self.texts[self.partner[self.pos + 1] + 1]
            return after in (_FN_WORDS if text == "spec" else _MODES)
        return following in _VERUS_ITEM_IF_FOLLOWED[text]

    def _at_verus_block(self) -> bool:
        return self.texts[self.pos] in VERUS_MACROS and self.peek() == "!"

    # Items

    def items(self, closer: str) -> tuple[Item, ...]:
        """Read items up to the closing token, which is taken."""
        self.enter()
        found: list[Item] = []
        while self.texts[self.pos] != closer:
            start = self.pos
            if self.texts[start] == "#" and self.peek() == "!":
                inner = self.inner_attributes()
                found.append(InnerAttribute(inner, "", start=start, end=self.pos))
                continue
            if self.take(";"):
                continue
            attrs = self.outer_attributes()
            found.append(self.item(attrs, start))
        if closer:
            self.pos += 1
        self.depth -= 1
        return tuple(found)

    def item(self, attrs: tuple[Attribute, ...], start: int) -> Item:
        """Read an item whose outer attributes are already read."""
        visibility = self.visibility()
        found = self._plain_item(attrs, visibility)
        found.start = start
        found.end = self.pos
        return found

    def _plain_item(self, attrs: tuple[Attribute, ...], visibility: str) -> Item:
        publish, mode, checked, words = self._modifiers()
        text, following = self.texts[self.pos], self.peek()
        if text == "fn":
            return self.function(attrs, visibility, publish, mode, checked, words)
        if text == "const" or text == "static":
            return self.const(attrs, visibility, publish, mode, words)
        if text == "use":
            if "broadcast" in words:
                return self._broadcast_use(attrs, visibility)
            return self._use(attrs, visibility)
        if text == "impl":
            return self._impl(attrs, visibility, words)
        if text == "struct" or (text == "union" and self.peek_kind() is Kind.IDENT):
            return self.struct(attrs, visibility, mode)
        if text == "enum":
            return self.enum(attrs, visibility, mode)
        if text == "trait":
            return self._trait(attrs, visibility, words)
        if text == "type":
            return self.type_alias(attrs, visibility)
        if text == "mod":
            return self._module(attrs, visibility, words)
        if text == "extern":
            return self._extern(attrs, visibility, words)
        if text == "group" and "broadcast" in words:
            return self._broadcast_group(attrs, visibility)
        if text == "global" and following in ("size_of", "layout"):
            return self._global(attrs, visibility)
        if text == "assume_specification":
            return self.assume_specification(attrs, visibility, words)
        if publish or mode or words:
            self.unexpected("`fn`")
        return self._macro_item(attrs, visibility)

    def _modifiers(self) -> tuple[str | None, str | None, bool, tuple[str, ...]]:
        """Take the words before `fn`, `const`, `impl`, ...: publish, mode, checked, the rest."""
        publish = mode = None
        checked = False
        words: list[str] = []
        while True:
            text = self.texts[self.pos]
            if not self._is_modifier(text):
                return publish, mode, checked, tuple(words)
            if text == "extern":
                words.append(self.abi() or text)
                continue
            self.pos += 1
            if text in _PUBLISH:
                publish = text
                if self.texts[self.pos] == "(":
                    publish += self.restriction()
            elif text in _MODES or text in ("ghost", "tracked"):
                mode = text
                if text == "spec" and self.texts[self.pos] == "(":
                    self.pos += 1
                    self.expect("checked")
                    self.expect(")")
                    checked = True
            else:
                words.append(text)

    def _is_modifier(self, text: str) -> bool:
        """Whether the word here qualifies an item that follows."""
        following = self.peek()
        if text == "extern":
            after = self.peek(2) if self.peek_kind() is Kind.STR else following
            return after == "fn"
        if text == "const":
            return following in ("fn", "unsafe", "async", "extern", "spec", "proof", "exec")
        if text in _QUALIFIERS:
            return self.peek_kind() is Kind.IDENT
        if not self.verus:
            return False
        if text in _PUBLISH or text == "spec":
            return self.peek_kind() is Kind.IDENT or following == "("
        return text in ("proof", "exec", "ghost", "tracked") and self.peek_kind() is Kind.IDENT

    # Implementations, traits, modules

    def _impl(self, attrs: tuple[Attribute, ...], visibility: str, words: tuple[str, ...]) -> Impl:
        self.expect("impl")
        generics = self.generic_params() if self._at_generics() else None
        if self.take("const"):
            words = (*words, "const")
        if self.texts[self.pos] == "!" and self.peek() != "{":
            self.pos += 1
            words = (*words, "!")
        subject = self.type()
        trait = None
        if self.take("for"):
            trait = getattr(subject, "path", None)
            if not isinstance(trait, Path):
                self.fail("a trait stands before `for`", at=subject.start)
            subject = self.type()
        generics = self.where_clause(generics)
        self.expect("{")
        return Impl(attrs, visibility, subject, self.items("}"), trait, generics, words)

    def _at_generics(self) -> bool:
        """Whether `<` opens generic parameters and not a qualified path, `impl <T as U>::V {}`."""
        if self.texts[self.pos] != "<":
            return False
        first = self.peek_kind() is Kind.LIFETIME or self.peek() in (">", "#", "const")
        return first or self.peek(2) in (">", ",", ":", "=")

    def _trait(
        self, attrs: tuple[Attribute, ...], visibility: str, words: tuple[str, ...]
    ) -> Trait:
        self.expect("trait")
        name = self.name()
        generics = self.generic_params()
        bounds = self.bounds() if self.take(":") else ()
        generics = self.where_clause(generics)
        self.expect("{")
        return Trait(attrs, visibility, name, self.items("}"), bounds, generics, words)

    def _module(
        self, attrs: tuple[Attribute, ...], visibility: str, words: tuple[str, ...]
    ) -> Module:
        self.expect("mod")
        name = self.name()
        if self.take(";"):
            return Module(attrs, visibility, name, None, words)
        self.expect("{")
        return Module(attrs, visibility, name, self.items("}"), words)

    def _extern(
        self, attrs: tuple[Attribute, ...], visibility: str, words: tuple[str, ...]
    ) -> Item:
        if self.peek() == "crate":
            self.pos += 2
            name = self.name()
            rename = self.name() if self.take("as") else None
            self.expect(";")
            return ExternCrate(attrs, visibility, name, rename)
        abi = " ".join((*words, self.abi() or ""))
        self.expect("{")
        return ExternBlock(attrs, visibility, abi, self.items("}"))

    def _use(self, attrs: tuple[Attribute, ...], visibility: str) -> Use:
        self.expect("use")
        tree = self._use_tree()
        self.expect(";")
        return Use(attrs, visibility, tree)

    def _use_tree(self) -> UseTree:
        self.enter()
        start = self.pos
        path = "::" if self.take("::") else ""
        group = rename = None
        glob = False
        while True:
            if glob := self.take("*"):
                break
            if self.take("{"):
                group = self.listed("}", self._use_tree)
                break
            path += self.name()
            if not self.take("::"):
                break
            path += "::"
        if group is None and not glob and self.take("as"):
            rename = self.name()
        self.depth -= 1
        return UseTree(path, rename, glob, group, start=start, end=self.pos)

    # Macros and what only Verus has

    def _macro_item(self, attrs: tuple[Attribute, ...], visibility: str) -> Item:
        if not self.at_name() and self.texts[self.pos] != "::":
            self.unexpected("an item")
        path = self.path(in_expression=True)
        if self.texts[self.pos] != "!":
            self.pos = path.start
            self.unexpected("an item")
        if path.name in VERUS_MACROS:
            return self._verus_block(attrs, visibility, path)
        macro = self.macro_call(path)
        semicolon = self.take(";")
        if macro.delimiter != "{" and not semicolon:
            self.unexpected("`;`")
        return MacroItem(attrs, visibility, macro, semicolon)

    def _verus_block(self, attrs: tuple[Attribute, ...], visibility: str, path: Path) -> VerusBlock:
        self.expect("!")
        delimiter = self.texts[self.pos]
        opener = self.pos
        if opener not in self.partner:
            self.unexpected("`{`")
        self.pos += 1
        before, self.verus = self.verus, True
        items = self.items(self.texts[self.partner[opener]])
        self.verus = before
        self.take(";")
        return VerusBlock(attrs, visibility, path, items, delimiter)

    def _broadcast_use(self, attrs: tuple[Attribute, ...], visibility: str) -> BroadcastUse:
        self.expect("use")
        if self.take("{"):
            paths = self.listed("}", self.path)
            self.take(";")
        else:
            paths = self.listed(";", self.path)
        return BroadcastUse(attrs, visibility, paths)

    def _broadcast_group(self, attrs: tuple[Attribute, ...], visibility: str) -> BroadcastGroup:
        self.pos += 1
        name = self.name()
        self.expect("{")
        members = self.listed("}", self._group_member)
        return BroadcastGroup(attrs, visibility, name, members)

    def _group_member(self) -> Path:
        self.outer_attributes()
        return self.path()

    def _global(self, attrs: tuple[Attribute, ...], visibility: str) -> Global:
        self.pos += 1
        keyword = self.name()
        subject = self.type()
        properties: tuple[tuple[str, str], ...]
        if keyword == "size_of":
            properties = (("size", self._global_value()),)
            self.expect(";")
        else:
            self.expect("is")
            properties = self.listed(";", self._global_property)
        return Global(attrs, visibility, keyword, subject, properties)

    def _global_property(self) -> tuple[str, str]:
        return self.name(), self._global_value()

    def _global_value(self) -> str:
        self.expect("==")
        if self.kinds[self.pos] is not Kind.INT:
            self.unexpected("a number")
        self.pos += 1
        return self.texts[self.pos - 1]

"""The rules, each a function from a subject to the cheats it finds there."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from adjudge.verus.cheats.finding import Cheat
from adjudge.verus.cheats.rules import (
    attributes,
    blocks,
    encoding,
    imports,
    keywords,
    macros,
    names,
    outside,
    trusted_items,
    trusted_words,
)
from adjudge.verus.cheats.subject import Subject

Rule = Callable[[Subject], Iterable[Cheat]]

RULES: tuple[Rule, ...] = (
    trusted_words.assumptions,
    trusted_words.backdoors,
    trusted_items.unproved_declarations,
    trusted_items.bodiless_functions,
    trusted_items.trait_implementations,
    keywords.refused_keywords,
    attributes.refused_attributes,
    imports.foreign_paths,
    imports.renamed_crates,
    macros.refused_macros,
    macros.macro_definitions,
    blocks.one_verus_block,
    outside.code_outside,
    names.shadowing_items,
    names.captured_patterns,
    names.duplicate_items,
    encoding.strange_characters,
)

CODES: frozenset[str] = frozenset(
    code
    for module in (
        attributes,
        blocks,
        encoding,
        imports,
        keywords,
        macros,
        names,
        outside,
        trusted_items,
        trusted_words,
    )
    for code in module.CODES
)
"""Every code that a cheat can bear."""

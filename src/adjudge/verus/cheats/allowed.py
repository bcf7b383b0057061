"""What a candidate may use: the allow-list that all rules consult."""

from __future__ import annotations

from dataclasses import dataclass

from adjudge.verus.lexer import words

_ATTRIBUTES = """
    trigger auto auto_trigger all_triggers via_fn derive doc allow inline must_use rustfmt::skip
    verifier::loop_isolation verifier::spinoff_prover verifier::truncate verifier::nonlinear
    verifier::integer_ring verifier::memoize verifier::opaque verifier::inline
    verifier::auto_ext_equal verifier::decreases_by verifier::type_invariant verifier::rlimit
"""
_INNER_ATTRIBUTES = "trigger auto auto_trigger all_triggers allow verifier::loop_isolation"
_DERIVES = "Clone Copy Debug Default Eq Hash Ord PartialEq PartialOrd Structural StructuralEq"
_LINTS = (
    "unused warnings dead_code non_snake_case non_upper_case_globals non_camel_case_types clippy"
)
_MACROS = """
    verus vec seq set map calc reveal_strlit assert_by_contradiction assert_seqs_equal
    assert_sets_equal assert_maps_equal assert_multisets_equal
"""
_VSTD = """
    prelude arithmetic array assert_by_contradiction assert_maps_equal assert_multisets_equal
    assert_seqs_equal assert_sets_equal bits bytes calc calc_macro compute function
    group_vstd_default hash_map hash_set map map_lib math multiset multiset_lib option prelude
    relations result seq seq_lib set set_lib slice std_specs string view
"""
_STD = """
    cmp collections convert iter num ops option result string vec
    i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize
    mem::swap mem::replace mem::take primitive::i32
"""


def _paths() -> frozenset[str]:
    vstd = {f"vstd::{name}" for name in _VSTD.split()}
    std = {f"{crate}::{name}" for crate in ("std", "core", "alloc") for name in _STD.split()}
    return frozenset(vstd | std)


@dataclass(frozen=True, slots=True)
class Allowed:
    """The allow-list. Everything of these kinds that it does not name is refused.

    Attributes:
        attributes: Outer attributes; `verifier(x)` counts as `verifier::x`.
        inner_attributes: Attributes of the form `#![..]`.
        derives: Traits that `derive` may name.
        lints: Lints that `allow` may name; a name covers those that begin with it.
        macros: Macros that may be called.
        paths: Prefixes of paths into other crates, in imports and elsewhere.
        max_rlimit: The greatest argument of `verifier::rlimit`: the judge's own limit. By default
            the one under which VeriContest was evaluated.
    """

    attributes: frozenset[str] = words(_ATTRIBUTES)
    inner_attributes: frozenset[str] = words(_INNER_ATTRIBUTES)
    derives: frozenset[str] = words(_DERIVES)
    lints: frozenset[str] = words(_LINTS)
    macros: frozenset[str] = words(_MACROS)
    paths: frozenset[str] = _paths()
    max_rlimit: float = 100_000


DEFAULT = Allowed()

"""Whether a construct that we refuse is a cheat, or a slip of the pen.

Whatever is not on the allow-lists is refused. A name that is neither on them nor anywhere else is
most likely a misspelling or an invention, which rustc and Verus refuse in their own words: calling
its author a cheat would be wrong. The tables here only choose the name of a failure; no entry that
is missing lets anything through.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from adjudge.verus.cheats import DEFAULT, Cheat, Severity
from adjudge.verus.lexer import words

_CERTAIN = frozenset({"include", "rlimit", "extern", "static", "module", "hidden-text"})
_CERTAIN |= {"second-verus-block"}

# Of Rust: what stands in the Reference; of Verus: what its crates export.
_ATTRIBUTES = words(
    """
    allow automatically_derived cold crate_name crate_type debugger_visualizer default_lib_allocator
    deny deprecated derive expect export_name feature forbid global_allocator ignore
    inline instruction_set link link_name link_ordinal link_section macro_export macro_use
    naked no_builtins no_core no_implicit_prelude no_link no_main no_mangle no_std non_exhaustive
    panic_handler path proc_macro proc_macro_attribute proc_macro_derive recursion_limit repr
    should_panic start target_feature test track_caller type_length_limit unsafe used warn
    windows_subsystem
    verus_spec verus_verify verus_proof spec proof exec invariant trusted
    """
)
_MACROS = words(
    """
    addr_of asm cfg column compile_error concat concat_bytes concat_idents const_format_args env
    file global_asm include include_bytes include_str line log_syntax matches module_path naked_asm
    option_env stringify thread_local trace_macros try
    atomic_with_ghost calc_proc_macro case_on_init case_on_next decreases_to fndecl
    open_atomic_invariant open_local_invariant proof proof_decl proof_with state_machine
    struct_with_invariants tokenized_state_machine verus_erase_ghost verus_exec_expr
    verus_exec_expr_erase_ghost verus_exec_expr_keep_ghost verus_ghost_inv verus_keep_ghost
    verus_proof_expr verus_proof_macro_exprs verus_proof_macro_explicit_exprs verus_tmp
    with_triggers
    """
)
# What panics or prints in verified code is beyond Verus, which says so.
_UNSUPPORTED = words(
    """
    assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne panic todo
    unimplemented unreachable dbg eprint eprintln format format_args print println write writeln
    """
)
_MODULES = {
    "std": words(
        """
        alloc any arch array ascii assert_matches async_iter autodiff backtrace borrow boxed bstr
        cell char clone cmp collections convert default env error f16 f32 f64 f128 ffi fmt fs
        future hash hint i8 i16 i32 i64 i128 intrinsics io isize iter marker mem net num ops option
        os panic panicking pat path pin prelude primitive process ptr random range rc result simd
        slice str string sync task thread time u8 u16 u32 u64 u128 unsafe_binder usize vec
        """
    ),
    "vstd": words(
        """
        arithmetic array atomic atomic_ghost bits bytes calc_macro cell compute contrib endian
        float function future hash_map hash_set imap imap_lib invariant iset iset_lib laws_cmp
        laws_eq layout logatom map map_lib math modes multiset multiset_lib open_invariants
        pcm pcm_lib pervasive predicate prelude proph raw_ptr relations resource rwlock seq seq_lib
        set set_lib shared simple_pptr slice state_machine_internal std_specs storage_protocol
        string tokens thread utf8 view wrapping
        """
    ),
}
_MODULES["core"] = _MODULES["alloc"] = _MODULES["std"]
_OTHER_CRATES = frozenset({"proc_macro", "test"})


def certain(cheats: Sequence[Cheat]) -> list[Cheat]:
    """The findings that can be called cheats: those that do what they are refused for.

    A program without a word of Verus pretends nothing, so that its code is no cheat.
    """
    plain = {"verus-missing"}
    if any(cheat.code == "verus-missing" for cheat in cheats):
        plain.add("outside-code")
    return [cheat for cheat in cheats if cheat.code not in plain and _is_certain(cheat)]


def _is_certain(cheat: Cheat) -> bool:
    if cheat.severity is not Severity.SUSPICIOUS or cheat.code in _CERTAIN:
        return True
    match cheat.code:
        case "attribute":
            return _is_attribute(cheat.construct.split(" ")[0])
        case "macro-call":
            return _macro(cheat) in _MACROS
        case "use-path":
            return _is_path(cheat.message.split("`")[1])  # of an import with many, the one meant
    return False


def is_unsupported(cheat: Cheat) -> bool:
    """Whether a finding is a macro of Rust that Verus does not know how to verify."""
    return cheat.code == "macro-call" and _macro(cheat) in _UNSUPPORTED


def _macro(cheat: Cheat) -> str:
    return cheat.construct.split(" ")[0].removeprefix("r#")


def _is_attribute(name: str) -> bool:
    """Whether this means something; in the tool's namespace all does that is no misspelling."""
    if "::" in name:
        return not difflib.get_close_matches(name, DEFAULT.attributes, n=1, cutoff=0.85)
    return name in _ATTRIBUTES


def _is_path(path: str) -> bool:
    root, _, rest = path.partition("::")
    modules = _MODULES.get(root)
    return root in _OTHER_CRATES if modules is None else rest.split("::")[0] in {*modules, "*"}

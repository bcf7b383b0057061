"""Specifications as Rust programs: the evaluator for many or large cases.

One generated program per contract reads cases and answers each clause in three values. It knows
less than `adjudge.verus.evaluate`: no sets, maps or functions as values, no integers beyond 128
bits. There it says that it does not know.
"""

from adjudge.verus.native.program import NativeProgram, generate_program
from adjudge.verus.native.run import Native

__all__ = ["Native", "NativeProgram", "generate_program"]

"""Problems whose arguments a program computes from standard input: which, and what it prints.

Specifications speak of the arguments and the output of `Solution::f`; such a problem's cases are
the standard input and output of a `main` around it. A `Recorder` runs that `main` with a stand-in
for `f`: with the true results, to learn the calls behind a case, or with outputs from outside, to
learn what would have been printed.
"""

from adjudge.rust.replay.recorder import (
    LIMITS,
    Recorder,
    Recording,
    open_recorder,
    record_arguments,
    replay_output,
)

__all__ = [
    "LIMITS",
    "Recorder",
    "Recording",
    "open_recorder",
    "record_arguments",
    "replay_output",
]

"""The process in which Z3 runs: reads questions from standard input, writes answers.

Each message is a length of eight bytes and a pickle; both ends are ours. Memory is limited here,
time by the parent. Run as `python -m adjudge.verus.smt.worker MEGABYTES`.
"""

from __future__ import annotations

import os
import pickle
import resource
import signal
import sys

from adjudge.verus.smt.question import Answer, Question


def main() -> None:
    """Answers questions until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    limit = int(sys.argv[1]) << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    sys.setrecursionlimit(20_000)
    # What a library prints must not get between the answers.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    source = sys.stdin.buffer
    _fresh_context()
    while header := source.read(8):
        question = pickle.loads(source.read(int.from_bytes(header, "little")))
        message = pickle.dumps(_answer(question))
        out.write(len(message).to_bytes(8, "little") + message)
        out.flush()
        _fresh_context()


def _fresh_context() -> None:
    """A context of its own for each question: what Z3 does depends on no earlier question.

    It is made between questions, when nobody waits.
    """
    import z3.z3

    z3.z3._main_ctx = None
    z3.main_ctx()


def _answer(question: Question) -> Answer:
    from adjudge.verus.smt.solve import answer

    try:
        return answer(question)
    except MemoryError:
        return Answer(False, "out of memory")
    except RecursionError:
        return Answer(False, "nested too deeply")
    except Exception as error:  # a defect of ours must not look like a slow solver
        return Answer(False, f"internal: {error!r}")


if __name__ == "__main__":
    main()

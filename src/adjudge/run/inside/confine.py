"""Takes rights away from the current process for good: limits, Landlock, seccomp.

Runs inside the sandbox, in an isolated interpreter: standard library only, no package imports.
The kernel interfaces are documented in setrlimit(2), landlock(7) and seccomp(2).
"""

from __future__ import annotations

import ctypes
import os
import resource
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_libc = ctypes.CDLL(None, use_errno=True)

_PR_SET_DUMPABLE = 4
_PR_SET_PDEATHSIG = 1
_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_SECCOMP = 22
_SIGKILL = 9

# What Landlock calls each right, by the version of its interface that introduced it.
_READ = (1 << 0) | (1 << 2) | (1 << 3)
_ALL_BY_ABI = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
_DIRECTORY_ONLY = (1 << 3) | (((1 << 14) - 1) & ~((1 << 4) - 1))

# System calls that a judged program has no use for, as (x86_64, aarch64); None: not there.
_DENIED: dict[str, tuple[int, int | None]] = {
    "fork": (57, None),
    "vfork": (58, None),
    "socket": (41, 198),
    "ptrace": (101, 117),
    "tkill": (200, 130),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "bpf": (321, 280),
    "add_key": (248, 217),
    "keyctl": (250, 219),
    "perf_event_open": (298, 241),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "userfaultfd": (323, 282),
    "pidfd_send_signal": (424, 424),
    "io_uring_setup": (425, 425),
    "pidfd_open": (434, 434),
}
_OWN_PROCESS_ONLY = {"kill": (62, 129), "tgkill": (234, 131), "prlimit64": (302, 261)}
_CLONE = (56, 220)
_CLONE3 = (435, 435)
_CLONE_THREAD = 0x10000
_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_EPERM, _ENOSYS = 1, 38


def set_limits(limits: dict[str, int]) -> None:
    """Sets resource limits from a dict: `cpu` (s), `memory`, `file`, `stack` (bytes), `processes`.

    Absent keys keep what is inherited. No core file is ever written.
    """
    table = {
        "cpu": resource.RLIMIT_CPU,
        "memory": resource.RLIMIT_AS,
        "file": resource.RLIMIT_FSIZE,
        "stack": resource.RLIMIT_STACK,
        "processes": resource.RLIMIT_NPROC,
    }
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for name, which in table.items():
        if name in limits:
            wanted = int(limits[name])
            hard = resource.getrlimit(which)[1]
            if hard != resource.RLIM_INFINITY:
                wanted = min(wanted, hard)
            resource.setrlimit(which, (wanted, wanted))


def hide() -> None:
    """Denies other processes of the same user this one's memory and descriptors."""
    _libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def drop_capabilities() -> None:
    """Gives up what root may do, for good: reading others' memory, raising limits, any file."""
    _no_new_privileges()  # else becoming another program would bring them back
    header = struct.pack("=II", 0x20080522, 0)
    _checked(_libc.capset(header, bytes(24)))


def die_with_parent() -> None:
    """Has the kernel kill this process when its parent ends."""
    _libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)


def landlock_abi() -> int:
    """The version of the kernel's Landlock interface; 0 if there is none."""
    return max(0, int(_libc.syscall(444, None, ctypes.c_size_t(0), ctypes.c_uint32(1))))


def restrict_files_to(options: Iterable[str]) -> None:
    """Restricts files to the options `read=PATH` and `write=PATH`; without any they stay free.

    Raises:
        OSError: If the kernel refuses: the caller must not go on.
    """
    told = [option.partition("=")[::2] for option in options]
    readable = [path for name, path in told if name == "read"]
    writable = [path for name, path in told if name == "write"]
    if readable or writable:
        restrict_files(readable, writable)


def restrict_files(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Allows reading below `readable` and everything below `writable`; nothing else.

    Raises:
        OSError: If the kernel refuses: the caller must not go on.
    """
    abi = landlock_abi()
    rights = sum(bits for version, bits in _ALL_BY_ABI.items() if version <= abi)
    net = 0b11 if abi >= 4 else 0  # handled and never granted: no TCP
    attributes = struct.pack("QQ", rights, net) if abi >= 4 else struct.pack("Q", rights)
    ruleset = _checked(_libc.syscall(444, attributes, ctypes.c_size_t(len(attributes)), 0))
    granted = [(path, _READ) for path in readable] + [(path, rights) for path in writable]
    for path, wanted in granted:
        try:
            where = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        allowed = wanted & rights
        if not os.path.isdir(path):
            allowed &= ~_DIRECTORY_ONLY
        rule = struct.pack("=Qi", allowed, where)
        _checked(_libc.syscall(445, ruleset, 1, rule, 0))
        os.close(where)
    _no_new_privileges()
    _checked(_libc.syscall(446, ruleset, 0))
    os.close(ruleset)


def forbid_system_calls() -> bool:
    """Forbids children, sockets, signals to others and ways around; threads stay allowed.

    Forbidden calls fail with EPERM, so that a program which merely tries goes on. Returns False
    on an architecture for which no filter is known.
    """
    known = _ARCHITECTURES.get(os.uname().machine)
    if known is None:
        return False
    column, architecture = known
    program = _filter(column, architecture, os.getpid())
    buffer = ctypes.create_string_buffer(b"".join(program))
    header = struct.pack("HxxxxxxP", len(program), ctypes.addressof(buffer))
    _no_new_privileges()
    _checked(_libc.prctl(_PR_SET_SECCOMP, 2, header, 0, 0))
    return True


def _filter(column: int, architecture: int, own_pid: int) -> list[bytes]:
    """The filter as classic BPF, one packed instruction a list item."""

    def instruction(code: int, k: int, jump_true: int = 0, jump_false: int = 0) -> bytes:
        return struct.pack("HBBI", code, jump_true, jump_false, k)

    load = 0x20  # BPF_LD | BPF_W | BPF_ABS
    equal, at_least, any_bit = 0x15, 0x35, 0x45
    give = 0x06
    number, arch, first_argument = 0, 4, 16
    allow = instruction(give, _ALLOW)
    refuse = instruction(give, _ERRNO | _EPERM)
    program = [
        instruction(load, arch),
        instruction(equal, architecture, 1, 0),
        instruction(give, _KILL),
        instruction(load, number),
        instruction(at_least, 0x40000000, 0, 1),  # the x32 twins of every call
        refuse,
    ]
    for denied in _DENIED.values():
        denied_number = denied[column]
        if denied_number is not None:
            program += [instruction(equal, denied_number, 0, 1), refuse]
    program += [
        instruction(equal, _CLONE3[column], 0, 1),
        instruction(give, _ERRNO | _ENOSYS),  # libc falls back to clone, which can be inspected
    ]
    for numbers in _OWN_PROCESS_ONLY.values():
        program += [
            instruction(equal, numbers[column], 0, 5),
            instruction(load, first_argument),
            instruction(equal, own_pid, 1, 0),
            instruction(equal, 0, 0, 1) if numbers is _OWN_PROCESS_ONLY["prlimit64"] else refuse,
            allow,
            refuse,
        ]
    program += [
        instruction(equal, _CLONE[column], 0, 3),
        instruction(load, first_argument),
        instruction(any_bit, _CLONE_THREAD, 1, 0),
        refuse,
        allow,
    ]
    return program


def _no_new_privileges() -> None:
    _checked(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result

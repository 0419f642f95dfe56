"""Confine a child process before it reads an untrusted file, and write its result."""

import ctypes
import json
import resource
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

_NEW_NETWORK: Final = 0x40000000  # linux/sched.h, CLONE_NEWNET
_NEW_USER: Final = 0x10000000
_NO_NEW_PRIVILEGES: Final = 38  # linux/prctl.h

# The line of JSON that the program writes first, and the contents of the files that follow it.
Result = tuple[dict[str, Any], Sequence[bytes]]


class RefusedError(Exception):
    """The file is refused. The text is the reason code, which ``child.py`` passes to the caller."""


def confine(cpu_s: int, memory_bytes: int) -> None:
    """Drops all privileges except the standard streams, limited memory and limited CPU time."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    libc.unshare(_NEW_USER | _NEW_NETWORK)  # where the system allows it
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))  # prevents opening files and sockets


def handle(program: Callable[[bytes], Result]) -> None:
    """Reads the file from standard input and writes the result to standard output."""
    try:
        says, contents = program(sys.stdin.buffer.read())
    except RefusedError as error:
        says, contents = {"refused": str(error)}, ()
    except MemoryError:
        says, contents = {"refused": "memory"}, ()
    except Exception:  # noqa: BLE001 - whatever a parser or decoder raises for a file that it cannot read
        says, contents = {"refused": "broken"}, ()
    out = sys.stdout.buffer
    out.write(json.dumps(says).encode() + b"\n")
    for content in contents:
        out.write(content)
    out.flush()

"""Workers of the service that start at once and are killed: forks of a process that has imported it.

The imports take a second of a core. As a program, this module starts a worker in its own process group for
each line of its input. It prints the worker's process ID and, at its end, its exit code.
"""

import asyncio
import ctypes
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from tests.payments import unsound
from wellwish.cli import checks, process

_ROOT: Final = Path(__file__).parents[2]
_MOST_REPEATED: Final = 5
_PR_SET_PDEATHSIG: Final = 1  # linux/prctl.h


class Forks:
    """Runs one worker at a time."""

    def __init__(self, parent: Process, log: Path) -> None:
        self._parent, self._log = parent, log
        self._pid = self._repeated = 0
        self._ended: asyncio.Task[bytes] | None = None

    async def start(self) -> None:
        assert self._parent.stdin is not None
        self._parent.stdin.write(b"\n")
        self._pid = int(await self._line() or 0)
        assert self._pid, self._log.read_text()
        self._ended = asyncio.create_task(self._line())

    async def _line(self) -> bytes:
        assert self._parent.stdout is not None
        return await self._parent.stdout.readline()

    async def keep(self) -> None:
        """Starts the worker again if it ended by itself, as a supervisor does: a busy database may refuse it.

        Raises AssertionError if that does not help.
        """
        if self._ended is not None and self._ended.done():
            self._repeated += 1
            assert self._repeated <= _MOST_REPEATED, self._log.read_text()
            await self.start()

    async def kill(self) -> None:
        """Kills the worker, which may not have begun or may have ended, and waits for its end."""
        assert self._ended is not None
        with suppress(ProcessLookupError):
            os.killpg(self._pid, signal.SIGKILL)
        await self._ended

    async def end(self) -> None:
        """Kills the worker, if it still runs, and ends the process that starts workers."""
        if self._ended is not None:
            await self.kill()
        assert self._parent.stdin is not None
        self._parent.stdin.close()
        await self._parent.wait()


@asynccontextmanager
async def forks(folder: Path, environment: Mapping[str, str]) -> AsyncGenerator[Forks]:
    """Runs a worker with this environment."""
    log = folder / "workers.log"
    with log.open("ab") as errors:
        parent = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "tests.occasions.forks",
            env={**environment, "PYTHONPATH": str(_ROOT)}, cwd=_ROOT, stdin=PIPE, stdout=PIPE, stderr=errors,
        )  # fmt: skip
    worker = Forks(parent, log)
    try:
        await worker.start()
        yield worker
    finally:
        await worker.end()


async def _any_settings(*_: Any, **__: Any) -> list[str]:
    """Replaces the check that refuses the tests' database, which loses transactions if power fails."""
    return []


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _work() -> None:
    _die_with_parent()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):  # the pipes belong to the parent
        os.dup2(nowhere, descriptor)
    sys.argv[1:] = ["work"]
    unsound.main()


def _main() -> None:
    _die_with_parent()
    checks.unsafe_settings = _any_settings
    assert process, "imports what a worker needs"
    for _ in sys.stdin:
        pid = os.fork()
        if not pid:
            _work()
            return
        os.setpgid(pid, pid)  # by the parent, so that the group exists once its ID is printed
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


if __name__ == "__main__":
    _main()

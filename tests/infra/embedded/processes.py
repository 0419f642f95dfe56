"""Start, find and kill the processes of the embedded database's tests."""

import asyncio
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import asyncpg
import pytest

from tests.infra.embedded.as_root import ABSENT
from tests.waiting import wait_until
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster, launcher
from wellwish.infra.embedded.binaries import bin_folder

HERE: Final = Path(__file__).parent
SOURCE: Final = Path(launcher.__file__).parents[3]
PATIENCE_S: Final = 60.0  # A busy machine may need all of it.


def eventually(condition: Callable[[], bool], *, within_s: float = PATIENCE_S) -> bool:
    """Returns whether the condition became true in time."""
    try:
        return wait_until(condition, within_s=within_s)
    except AssertionError:
        return False


def ask(folder: Path, sql: str, *, role: str = OWNER) -> Any:
    """Returns the first value of a query. Raises asyncpg's errors and OSError."""
    return asyncio.run(_ask(Cluster(folder).dsn(role), sql))


async def _ask(dsn: str, sql: str) -> Any:
    connection = await asyncpg.connect(dsn, timeout=PATIENCE_S)
    try:
        return await connection.fetchval(sql, timeout=PATIENCE_S)
    finally:
        await connection.close(timeout=PATIENCE_S)


def answers(folder: Path) -> bool:
    """Whether the database accepts a query of the runtime role."""
    try:
        return ask(folder, "select 1", role=RUNTIME) == 1
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError):
        return False


def servers(folder: Path) -> set[int]:
    """Returns the running processes that work in the data folder."""
    found: set[int] = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                if (entry / "cwd").readlink().is_relative_to(folder.resolve()):
                    found.add(int(entry.name))
    return found


def kill_servers(folder: Path) -> bool:
    """Sends SIGKILL to all processes that work in the data folder. Returns whether they ended in time."""

    def gone() -> bool:
        found = servers(folder)
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        return not found

    return eventually(gone)


def postmaster(folder: Path) -> int:
    """Returns the process ID of the data folder's server."""
    return int((folder / "data" / "postmaster.pid").read_text().split("\n")[0])


def alive(process: int) -> bool:
    """Whether a process is running; zombies are not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Python:
    """A Python program, from this folder or as source text, that is killed at the end of the block."""

    def __init__(self, *arguments: str | Path) -> None:
        self.process: Final = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Unbuffered: otherwise `line` would miss a line that an earlier call read ahead.
            bufsize=0,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
        )

    def line(self) -> str:
        """Returns the next line of output. Raises TimeoutError."""
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], PATIENCE_S)[0]:
            raise TimeoutError
        return self.process.stdout.readline().decode().strip()

    def stop(self) -> int:
        """Closes its standard input and returns its exit status. Raises subprocess.TimeoutExpired."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE_S)

    def kill(self) -> None:
        """Sends SIGKILL and waits for the process to end."""
        self.process.kill()
        self.process.wait(PATIENCE_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


class Holder(Python):
    """A process that has started the cluster of the folder."""

    def __init__(self, folder: Path, *options: str) -> None:
        super().__init__(HERE / "holder.py", folder, *options)


def said_by_root(*arguments: str | Path) -> str:
    """Returns the output of a process that is root in a user namespace. Skips if there are no namespaces."""
    with Python(HERE / "as_root.py", *arguments) as program:
        said = program.line()
        status = program.process.wait(PATIENCE_S)
    if status == ABSENT:
        pytest.skip("NO USER NAMESPACE ON THIS MACHINE: what root meets in a container is not tried")
    assert (status, bool(said)) == (0, True)
    return said


class Bare(Python):
    """PostgreSQL without our supervisor on a cluster's data folder: the control of the tests."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        program = bin_folder() / "postgres"
        arguments = ("-D", folder / "data", "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off")
        super().__init__(launcher.__file__, str(os.getpid()), folder, program, *arguments)

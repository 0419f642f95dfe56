"""Terminate servers that outlived their supervisor, identified by their working folder."""

import os
import signal
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

from wellwish.infra.embedded.error import EmbeddedError
from wellwish.infra.embedded.folder import Folder
from wellwish.infra.embedded.lock import Lock

# After SIGQUIT, a server kills its last sessions after 5 s (postmaster.c, SIGKILL_CHILDREN_AFTER_SECS).
_QUIT_S: Final = 7.0
# The time that a process may take to end after SIGKILL; a disk that does not respond can delay it.
_KILL_S: Final = 10.0
_POLL_S: Final = 0.01


def clear(folder: Folder, lock: Lock) -> None:
    """Acquires the server's lock, terminating processes of an earlier server that hold it.

    Blocks up to 17 s. Raises EmbeddedError if they do not end, or if a server that Wellwish did not start
    uses the folder.
    """
    begun = time.monotonic()
    while not lock.acquire():
        waited_s = time.monotonic() - begun
        if waited_s > _QUIT_S + _KILL_S:
            raise EmbeddedError(
                f"A previous database server of {folder.path} does not stop (processes "
                f"{processes(folder) or 'unknown'}). Stop it, or restart the machine or container that it "
                "runs in."
            )
        running = processes(folder)
        # The kernel signalled the postmaster when its supervisor died; give it time to shut down. Sessions
        # without a postmaster may compute for hours before they detect this, and no new server may start
        # before they end.
        if _postmaster(folder) not in running or waited_s > _QUIT_S:
            for process in running:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        time.sleep(_POLL_S)
    if running := processes(folder):
        lock.release()
        raise EmbeddedError(
            f"Another PostgreSQL server, which Wellwish did not start, uses {folder.data} (processes "
            f"{running}). Stop it and start Wellwish again, or set DATABASE_URL to use that server."
        )
    # No server is left, so the process ID in these files is stale. In a container, one of our processes often
    # has the same ID, and PostgreSQL would take it for a running server.
    for path in folder.pid_files:
        path.unlink(missing_ok=True)


def await_end(folder: Folder, ended: Collection[int]) -> None:
    """Blocks until all processes of a server have ended, at most 10 s.

    The process that writes the log outlives the postmaster (postmaster.c, PM_NO_CHILDREN).
    """
    begun = time.monotonic()
    while {*ended} & {*processes(folder)} and time.monotonic() - begun < _KILL_S:
        time.sleep(_POLL_S)


def _postmaster(folder: Folder) -> int | None:
    try:
        return int(folder.pid_files[0].read_text().split("\n", 1)[0])
    except (OSError, ValueError):
        return None


def processes(folder: Folder) -> list[int]:
    """Returns the IDs of PostgreSQL processes whose working folder is the cluster, even if it is
    uninitialised.
    """
    clusters = [place for place in (_identity(folder.data), _identity(folder.unfinished)) if place]
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and _identity(entry / "cwd") in clusters:
            with suppress(OSError):
                # After an upgrade of the binaries, the name ends in " (deleted)".
                if (entry / "exe").readlink().name.split(" ")[0] == "postgres":
                    found.append(int(entry.name))
    return found


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino

"""Servers that outlived their supervisor: found by the folder they work in, and ended."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from wellwish.embedded.error import EmbeddedError
from wellwish.embedded.folder import Folder
from wellwish.embedded.lock import Lock

# A server told to quit kills its last sessions after 5 s (postmaster.c, SIGKILL_CHILDREN_AFTER_SECS).
_QUIT_S: Final = 7.0
# How long a process that was sent SIGKILL may take to be gone: a disk that does not answer holds it up.
_KILL_S: Final = 10.0
_POLL_S: Final = 0.01


def clear(folder: Folder, lock: Lock) -> None:
    """Takes the server's lock, which every process of a server holds, ending those that are in the way.

    Blocks up to 17 s. Raises EmbeddedError when they do not end, or when someone else's server is there.
    """
    begun = time.monotonic()
    while not lock.acquire():
        waited_s = time.monotonic() - begun
        if waited_s > _QUIT_S + _KILL_S:
            raise EmbeddedError(
                f"A previous database server of {folder.path} does not stop (processes "
                f"{_running(folder) or 'unknown'}). Stop it, or restart the machine or container that it "
                "runs in."
            )
        running = _running(folder)
        # A postmaster got its signal when its supervisor died and needs a moment. Sessions without one
        # may not notice for hours while they compute, and no new server may start before they are gone.
        if _postmaster(folder) not in running or waited_s > _QUIT_S:
            for process in running:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        time.sleep(_POLL_S)
    if running := _running(folder):
        lock.release()
        raise EmbeddedError(
            f"Another PostgreSQL server, which Wellwish did not start, uses {folder.data} (processes "
            f"{running}). Stop it and start Wellwish again, or set DATABASE_URL to use that server."
        )
    # Nobody is left: the process id in these files is stale, and in a container it often is one of ours,
    # which PostgreSQL would take for a living server.
    for path in folder.pid_files:
        path.unlink(missing_ok=True)


def _postmaster(folder: Folder) -> int | None:
    try:
        return int(folder.pid_files[0].read_text().split("\n", 1)[0])
    except (OSError, ValueError):
        return None


def _running(folder: Folder) -> list[int]:
    """Returns the processes of PostgreSQL whose working folder is the cluster, finished or not."""
    clusters = [place for place in (_identity(folder.data), _identity(folder.unfinished)) if place]
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and _identity(entry / "cwd") in clusters:
            with suppress(OSError):
                # After an upgrade the name ends in " (deleted)".
                if (entry / "exe").readlink().name.split(" ")[0] == "postgres":
                    found.append(int(entry.name))
    return found


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino

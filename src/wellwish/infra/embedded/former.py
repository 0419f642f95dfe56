"""Run the server of the previous major version on its data folder, and replace that folder."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from wellwish.infra.embedded import launcher, leftover
from wellwish.infra.embedded.binaries import MAJOR
from wellwish.infra.embedded.error import EmbeddedError
from wellwish.infra.embedded.folder import Folder
from wellwish.infra.embedded.lock import Lock
from wellwish.infra.embedded.server import DATABASE, OWNER, psql

_PORT: Final = 5432
# Starting may replay a full log on a slow disk, as in supervisor.py; stopping is a clean shutdown.
_START_S: Final = 300.0
_STOP_S: Final = 60.0
_POLL_S: Final = 0.05


def major(folder: Path) -> int | None:
    """Returns the major version of the data folder, or None if it contains no cluster."""
    try:
        return int((folder / "data" / "PG_VERSION").read_text(encoding="ascii").strip())
    except FileNotFoundError:
        return None


def new_folder(folder: Path) -> Path:
    """The working folder of the upgrade, which contains the dump and, in ``postgres``, the new cluster."""
    return folder / "upgrade"


def kept_folder(folder: Path, version: int) -> Path:
    """The folder of the previous cluster after the upgrade."""
    return folder / f"data-{version}"


@contextmanager
def held(folder: Path) -> Generator[None]:
    """Prevents other processes from starting the database. Raises EmbeddedError if one is running it,
    OSError.
    """
    if not folder.is_dir():
        raise EmbeddedError(f"There is no embedded database in {folder}.")
    lock = Lock(Folder(folder).supervisor_lock)
    if not lock.acquire():
        raise EmbeddedError(f"The embedded database in {folder} is in use. Stop Wellwish before the upgrade.")
    try:
        yield
    finally:
        lock.release()


@contextmanager
def running(path: Path, programs: Path, database: str = DATABASE) -> Generator[str]:
    """Runs the previous server, and yields the URL of a database for the owner.

    Its socket is in a private folder unknown to other Wellwish processes, so that nothing is written after
    the dump. Raises EmbeddedError, OSError.
    """
    folder = Folder(path)
    folder.make()
    lock = Lock(folder.server_lock)
    leftover.clear(folder, lock)
    with tempfile.TemporaryDirectory(prefix="wellwish-") as sockets:
        command = [
            sys.executable, "-I", "-S", launcher.__file__, str(os.getpid()), str(path),
            str(programs / "postgres"), "-D", str(folder.data),
        ]  # fmt: skip
        for setting in ("listen_addresses=", f"unix_socket_directories={sockets}", f"port={_PORT}"):
            command += ["-c", setting]
        with folder.start_log.open("wb") as output:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd="/",
                env={"LC_ALL": "C", "TZ": "UTC"},
                pass_fds=() if lock.descriptor is None else (lock.descriptor,),
            )
        lock.release()
        try:
            url = f"postgresql://{OWNER}@/{database}?host={sockets}&port={_PORT}"
            _wait(process, url, folder)
            yield url
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def replace(path: Path, version: int) -> Path:
    """Replaces the previous cluster with the new one, and returns the folder that keeps the previous one.

    Between the two renames, there is no cluster. Because the folder is not empty, a start refuses it, and
    `finish` completes the second rename. Raises EmbeddedError, OSError.
    """
    kept = kept_folder(path, version)
    if kept.exists():
        raise EmbeddedError(f"{kept} exists from an earlier upgrade. Move it elsewhere, then upgrade again.")
    (path / "data").rename(kept)
    _sync(path)
    finish(path)
    return kept


def finish(path: Path) -> Path | None:
    """Completes `replace` with the second rename, even after an interruption.

    Returns the folder of the kept cluster, or None if there is nothing to complete.
    """
    prepared = new_folder(path) / "postgres"
    kept = sorted(path.glob("data-*"))
    if major(path) is not None or major(prepared) != MAJOR or not kept:
        return None
    (prepared / "data").rename(path / "data")
    _sync(path)
    shutil.rmtree(new_folder(path), ignore_errors=True)
    return kept[-1]


def clear(path: Path) -> None:
    """Deletes what an interrupted upgrade left. Raises EmbeddedError if its server does not stop."""
    prepared = new_folder(path)
    if (prepared / "postgres").exists():
        folder = Folder(prepared / "postgres")
        lock = Lock(folder.server_lock)
        leftover.clear(folder, lock)
        lock.release()
    if prepared.exists():
        shutil.rmtree(prepared)


def _wait(process: "subprocess.Popen[bytes]", url: str, folder: Folder) -> None:
    until = time.monotonic() + _START_S
    while time.monotonic() < until:
        if process.poll() is not None:
            raise EmbeddedError(
                f"The previous database server did not start. Its output is in {folder.start_log}."
            )
        if psql(url, "select 1").returncode == 0:
            return
        time.sleep(_POLL_S)
    raise EmbeddedError(f"The previous database server did not respond. Its log is in {folder.log}.")


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

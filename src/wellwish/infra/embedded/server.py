"""One PostgreSQL server process: initialise the cluster, start, wait until ready, shut down."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from wellwish.infra.embedded import binaries, configuration, launcher, leftover
from wellwish.infra.embedded.error import EmbeddedError
from wellwish.infra.embedded.folder import Folder
from wellwish.infra.embedded.lock import Lock

OWNER: Final = "wellwish_owner"
RUNTIME: Final = "wellwish_app"
DATABASE: Final = "wellwish"

# initdb takes 0.4 s on an idle machine; the limit allows for a slow disk.
_INITDB_S: Final = 120.0
_PSQL_S: Final = 30.0
# No limit on the server's start here: it depends on the log to replay. supervisor.py sets one.
_POLL_S: Final = 0.02
# Fast shutdown (terminate sessions, write a checkpoint), immediate shutdown, kill.
# SIGINT is sent twice: the launcher is Python, and a signal that it received just before exec is lost.
_SHUTDOWN: Final = (
    (signal.SIGINT, 2.0), (signal.SIGINT, 28.0), (signal.SIGQUIT, 7.0), (signal.SIGKILL, 5.0),
)  # fmt: skip
_EXCERPT_LINES: Final = 12
# Inherits nothing: PGHOST, PGOPTIONS and the like would change the behaviour of these programs. Without TZ,
# initdb would try hundreds of time zones.
_ENVIRONMENT: Final = {"LC_ALL": "C", "TZ": "UTC", "PGCONNECT_TIMEOUT": "5"}

_PROVISION: Final = f"""
select 'create role {RUNTIME} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
    where not exists (select 1 from pg_roles where rolname = '{RUNTIME}') \\gexec
select 'create database {DATABASE} owner {OWNER}'
    where not exists (select 1 from pg_database where datname = '{DATABASE}') \\gexec
"""  # noqa: S608 - constants of this file; identifiers cannot be parameters


def dsn(folder: Folder, role: str, database: str) -> str:
    """Returns the libpq URL of a database over the socket. No password is needed."""
    return f"postgresql://{role}@/{database}?host={folder.sockets}&port={configuration.PORT}"


def answers(folder: Folder) -> bool:
    """Whether the runtime role can query the database. Blocks up to 30 s."""
    return psql(dsn(folder, RUNTIME, DATABASE), "select 1").returncode == 0


class Server:
    """The server process of a data folder. All calls must come from one thread that outlives the server.

    When the thread that forked the server ends, even if its process continues, the kernel signals the server
    to shut down.
    """

    def __init__(self, folder: Folder, *, durable: bool) -> None:
        self._folder = folder
        self._durable = durable
        self._lock = Lock(folder.server_lock)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, initialise: bool, wanted: Callable[[], bool]) -> None:
        """Starts the server. Returns when it responds, or when it is no longer `wanted`.

        Raises EmbeddedError, OSError. Without `initialise`, a missing cluster is an error, so that a cluster
        that disappeared is not replaced with an empty one.
        """
        self._folder.check()
        self._folder.make()
        self._folder.make_socket_folder()
        leftover.clear(self._folder, self._lock)
        try:
            if not self._folder.initialised():
                if not initialise:
                    raise EmbeddedError(
                        f"The database is missing from {self._folder.data}. Restore it (is a disk not "
                        "mounted?), or stop Wellwish and start it again to create an empty one."
                    )
                self._initialise()
            settings = configuration.flags(self._folder.sockets, self._folder.log, durable=self._durable)
            self._process = self._launch("postgres", "-D", str(self._folder.data), *settings)
        finally:
            # From here on, only the server's processes hold the lock. If this process held it as well, it
            # could not detect their end.
            self._lock.release()
        self._provision(wanted)

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def end(self) -> str:
        """Returns a description of how the server process ended."""
        code = self._process.returncode if self._process else None
        if code is not None and code < 0:
            return f"was terminated by signal {-code}"
        return f"exited with status {code}"

    def stop(self) -> None:
        """Shuts the server down, first cleanly, and by force after 30 s. Blocks until it has ended."""
        processes = leftover.processes(self._folder)
        for number, patience_s in _SHUTDOWN:
            if self._process is None:
                return
            self._process.send_signal(number)
            try:
                self._process.wait(patience_s)
            except subprocess.TimeoutExpired:
                continue
            self._process = None
            leftover.await_end(self._folder, processes)

    def _initialise(self) -> None:
        """Initialises the cluster under a temporary name, so that partial clusters never look complete."""
        unfinished = self._folder.unfinished
        shutil.rmtree(unfinished, ignore_errors=True)
        speed = () if self._durable else ("--no-sync",)
        process = self._launch(
            "initdb", f"--pgdata={unfinished}", f"--username={OWNER}", *configuration.INITDB, *speed
        )
        try:
            code = process.wait(_INITDB_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise self._failure(f"initdb took longer than {_INITDB_S:.0f} s") from None
        if code != 0:
            raise self._failure("initdb failed", code)
        unfinished.rename(self._folder.data)
        _sync(self._folder.path)

    def _launch(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        inherited = () if self._lock.descriptor is None else (self._lock.descriptor,)
        with self._folder.start_log.open("wb") as output:
            return subprocess.Popen(
                [
                    sys.executable,
                    "-I",
                    "-S",
                    launcher.__file__,
                    str(os.getpid()),
                    str(self._folder.path),
                    str(binaries.bin_folder() / program),
                    *arguments,
                ],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd="/",
                env=_ENVIRONMENT,
                pass_fds=inherited,
            )

    def _provision(self, wanted: Callable[[], bool]) -> None:
        """Creates missing roles and databases as soon as the server accepts connections."""
        while wanted():
            if not self.alive():
                raise self._failure(f"the server {self.end()}", self._process and self._process.returncode)
            done = psql(dsn(self._folder, OWNER, "postgres"), _PROVISION)
            if done.returncode == 0:
                return
            # psql exits with 2 if the connection failed: the server is starting or replaying its log.
            if done.returncode != 2:
                raise EmbeddedError(f"The embedded database could not be set up: {done.stderr.strip()}")
            time.sleep(_POLL_S)

    def _failure(self, what: str, code: int | None = None) -> EmbeddedError:
        said = _tail(self._folder.start_log)
        if code == launcher.REFUSED:
            return EmbeddedError("\n".join(said))
        logs = list(self._folder.log.glob("postgresql-*.log"))
        if logs:
            said += _tail(max(logs, key=lambda path: path.stat().st_mtime))
        return EmbeddedError(
            f"The embedded database in {self._folder.path} did not start: {what}. Output:\n"
            + "\n".join(f"    {line}" for line in said)
            + f"\nFix the reported problem (the complete log is in {self._folder.log}), or set DATABASE_URL "
            "to a PostgreSQL server."
        )


def psql(url: str, script: str) -> subprocess.CompletedProcess[str]:
    psql = str(binaries.bin_folder() / "psql")
    command = [psql, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", f"--dbname={url}"]
    try:
        return subprocess.run(
            command,
            input=script,
            capture_output=True,
            text=True,
            env=_ENVIRONMENT,
            timeout=_PSQL_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 2, "", "no response")


def _tail(path: Path) -> list[str]:
    """Returns the last lines within the last 8 KiB of a log."""
    try:
        return path.read_bytes()[-8192:].decode(errors="replace").splitlines()[-_EXCERPT_LINES:]
    except OSError:
        return []


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

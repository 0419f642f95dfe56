"""PostgreSQL's programs that dump and load a database. They must not be older than the server.

The password is passed in the environment, because other users of the machine can read a process's arguments.
"""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final, cast
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from wellwish.backup.error import BackupError
from wellwish.backup.folder import Count
from wellwish.infra.embedded import EmbeddedError
from wellwish.infra.embedded.binaries import bin_folder

_BLOCK_BYTES: Final = 1 << 18
# The installation folders of the Debian packages and of the postgresql.org packages for Red Hat.
_PACKAGED: Final = (Path("/usr/lib/postgresql"), Path("/usr"))
_VERSION: Final = re.compile(r"\(PostgreSQL\) (\d+)")
_NEEDED: Final = ("pg_dump", "pg_restore", "psql")
# The schema itself exists in every database.
_OF_THE_DATABASE: Final = re.compile(r" (SCHEMA - public|COMMENT - SCHEMA public) ")
# The programs of PostgreSQL 17 and newer write this setting, which older servers reject.
_NEWER_SETTING: Final = b"SET transaction_timeout = 0;\n"
_HEADER_LINES: Final = 40


def find(major: int) -> Path:
    """Returns the folder of the oldest programs that are not older than a server of this major version.

    Raises BackupError if all programs of this machine are older.
    """
    found: dict[int, Path] = {}
    for folder in _folders():
        if all(os.access(folder / name, os.X_OK) for name in _NEEDED) and (version := _major(folder)):
            found.setdefault(version, folder)
    usable = [version for version in sorted(found) if version >= major]
    if not usable:
        raise BackupError(
            f"The database server is PostgreSQL {major}, but this machine lacks pg_dump, pg_restore "
            f"and psql of that version or newer. Install the package postgresql-client-{major}."
        )
    return found[usable[0]]


def dump(folder: Path, dsn: str, snapshot: str | None, file: Path, count: Count) -> str:
    """Dumps the schema public as of an exported snapshot, and returns the file's SHA-256.

    The dump is piped through this process, so that pg_dump ends if this process is killed.
    """
    where, environment = _connection(dsn)
    command = [str(folder / "pg_dump"), "--format=custom", "--schema=public", f"--dbname={where}"]
    command += [f"--snapshot={snapshot}"] if snapshot else []
    hashed = hashlib.sha256()
    with file.open("wb") as output, _reading(command, environment) as source:
        while block := source.read(_BLOCK_BYTES):
            output.write(block)
            hashed.update(block)
            count(len(block))
    return hashed.hexdigest()


def load(folder: Path, dsn: str, file: Path, before: str, between: str, count: Count) -> None:
    """Loads a dump into an empty database, either completely or not at all.

    ``before`` runs before the tables are created, ``between`` after they are filled but before their indexes
    exist. If this process is killed, psql reaches the end of its input before the commit.
    """
    where, environment = _connection(dsn)
    psql = [str(folder / "psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", f"--dbname={where}"]
    with tempfile.TemporaryFile() as errors, tempfile.NamedTemporaryFile("w", suffix=".list") as listed:
        listed.write(_contents(folder, file))
        listed.flush()
        restore = [str(folder / "pg_restore"), "--no-owner", f"--use-list={listed.name}", "--file=-"]
        process = subprocess.Popen(
            psql, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors, env=environment
        )
        target = cast("IO[bytes]", process.stdin)
        try:
            with suppress(BrokenPipeError):  # psql has exited with an error
                target.write(f"begin;\n{before}\n".encode())
                _relay([*restore, "--section=pre-data", "--section=data", str(file)], target, count)
                target.write(f"{between}\n".encode())
                _relay([*restore, "--section=post-data", str(file)], target, count)
                target.write(b"commit;\n")
        except BaseException:
            process.kill()
            raise
        finally:
            with suppress(BrokenPipeError):
                target.close()
            status = process.wait()
        if status != 0:
            raise BackupError(f"The dump could not be loaded: {_text(errors)}")


def version(folder: Path) -> int:
    """Returns the major version of the programs in a folder. Raises BackupError."""
    if (found := _major(folder)) is None:
        raise BackupError(f"{folder} contains no PostgreSQL programs.")
    return found


def _folders() -> Generator[Path]:
    if path := shutil.which("pg_dump"):
        yield Path(path).resolve().parent
    for base in _PACKAGED:
        yield from base.glob("[1-9][0-9]/bin")
        yield from base.glob("pgsql-[1-9][0-9]/bin")
    with suppress(EmbeddedError):
        yield bin_folder()


def _major(folder: Path) -> int | None:
    try:
        done = subprocess.run(
            [str(folder / "pg_dump"), "--version"], capture_output=True, text=True, check=False, timeout=30
        )
    except OSError:
        return None
    match = _VERSION.search(done.stdout)
    return int(match[1]) if match else None


def _connection(dsn: str) -> tuple[str, dict[str, str]]:
    """Returns the URL without its password, and an environment that contains the password."""
    split = urlsplit(dsn)
    query = parse_qsl(split.query, keep_blank_values=True)
    user, colon, password = split.netloc.rpartition("@")[0].partition(":")
    hosts = split.netloc.rpartition("@")[2]
    kept = [(name, value) for name, value in query if name != "password"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    environment |= {"PGCONNECT_TIMEOUT": "10", "PGAPPNAME": "wellwish backup"}
    # libpq decodes the percent-encoded password of a URL, but not PGPASSWORD.
    if colon:
        environment["PGPASSWORD"] = unquote(password)
    for name, value in query:
        if name == "password":
            environment["PGPASSWORD"] = value
    netloc = f"{user}@{hosts}" if user else hosts
    where = urlunsplit((split.scheme, netloc, split.path, urlencode(kept, quote_via=quote), ""))
    return where, environment


@contextmanager
def _reading(command: Sequence[str], environment: dict[str, str] | None = None) -> Generator[IO[bytes]]:
    """Runs a program and yields its output. Raises BackupError with its message if it fails."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, env=environment
        )
        output = cast("IO[bytes]", process.stdout)
        try:
            yield output
        except BaseException:
            process.kill()
            process.wait()
            raise
        finally:
            output.close()
        if process.wait() != 0:
            raise BackupError(f"{Path(command[0]).name} failed: {_text(errors)}")


def _relay(command: Sequence[str], output: IO[bytes], count: Count) -> None:
    with _reading(command) as source:
        for _ in range(_HEADER_LINES):
            line = source.readline()
            if line != _NEWER_SETTING:
                output.write(line)
        while block := source.read(_BLOCK_BYTES):
            output.write(block)
            count(len(block))


def _contents(folder: Path, file: Path) -> str:
    with _reading([str(folder / "pg_restore"), "--list", str(file)]) as source:
        listed = source.read().decode()
    lines = [line for line in listed.splitlines() if not _OF_THE_DATABASE.search(line)]
    return "\n".join(lines) + "\n"


def _text(errors: IO[bytes]) -> str:
    errors.seek(0)
    return " ".join(errors.read(4096).decode(errors="replace").split()) or "no message"

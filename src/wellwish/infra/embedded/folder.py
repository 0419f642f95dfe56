"""The layout of the data folder, and checks for unsuitable folders."""

import hashlib
import os
import re
import stat
from pathlib import Path
from typing import Final

from wellwish.infra.embedded.binaries import MAJOR
from wellwish.infra.embedded.configuration import PORT
from wellwish.infra.embedded.error import EmbeddedError

_SOCKET: Final = f".s.PGSQL.{PORT}"
# The size of sockaddr_un.sun_path in bytes, without its terminating NUL (unix(7)).
_SOCKET_PATH_BYTES: Final = 107
# Characters that every parser of a connection string takes literally. A comma, for example, separates hosts.
_PLAIN_PATH: Final = re.compile(r"[A-Za-z0-9._/+-]+")
# Not tempfile.gettempdir(): every process that uses the folder must find the same path, regardless of its
# TMPDIR. Not XDG_RUNTIME_DIR: it is deleted under a running server when its user logs out.
_TEMPORARY: Final = Path("/tmp")  # noqa: S108 - made 0700 and checked by make_socket_folder


class Folder:
    """The paths of one data folder."""

    def __init__(self, path: Path) -> None:
        # Resolved, so that two spellings of one folder share one lock and one socket.
        self.path: Final = path.resolve()
        self.data: Final = self.path / "data"
        self.unfinished: Final = self.path / "data.new"
        self.log: Final = self.path / "log"
        self.start_log: Final = self.log / "start.log"
        self.supervisor_lock: Final = self.path / "supervisor.lock"
        self.server_lock: Final = self.path / "server.lock"
        self.sockets: Final = self._socket_folder()
        # PostgreSQL's process ID files. Their content is stale after a crash.
        self.pid_files: Final = (self.data / "postmaster.pid", self.sockets / f"{_SOCKET}.lock")

    def check(self) -> None:
        """Raises EmbeddedError for a folder that this PostgreSQL must not change. Writes nothing."""
        if not self.path.exists():
            return
        if not self.path.is_dir():
            raise EmbeddedError(f"The data folder {self.path} is a file. Set WELLWISH_DATA_DIR to a folder.")
        owner = self.path.stat().st_uid
        if owner != os.geteuid():
            raise EmbeddedError(
                f"The data folder {self.path} belongs to user {owner}, and this process runs as user "
                f"{os.geteuid()}. Run Wellwish as that user, or set WELLWISH_DATA_DIR to another folder."
            )
        if self.initialised():
            self._check_version()
        else:
            self._check_empty()

    def initialised(self) -> bool:
        """Whether the folder contains a completely initialised cluster."""
        return (self.data / "PG_VERSION").exists()

    def make(self) -> None:
        """Creates missing folders, inaccessible to other users. Raises OSError."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path.chmod(0o700)
        self.log.mkdir(mode=0o700, exist_ok=True)

    def make_socket_folder(self) -> None:
        """Creates the folder of the socket. Raises EmbeddedError if another user could access it."""
        if self.sockets == self.path:
            return
        try:
            self.sockets.mkdir(mode=0o700)
        except FileExistsError:
            found = self.sockets.lstat()
            mine = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()
            if not mine or stat.S_IMODE(found.st_mode) != 0o700:
                raise EmbeddedError(
                    f"The path of the data folder {self.path} is too long for a socket, or contains "
                    f"unusual characters. The socket would be in {self.sockets}, but that is not a private "
                    "folder of this user (mode 0700). Remove it, or set WELLWISH_DATA_DIR to a shorter path."
                ) from None

    def remove_socket_folder(self) -> None:
        """Removes a socket folder outside the data folder, unless a server still uses it."""
        if self.sockets != self.path:
            try:
                self.sockets.rmdir()
            except OSError:
                return

    def _socket_folder(self) -> Path:
        short = len(os.fsencode(self.path / _SOCKET)) <= _SOCKET_PATH_BYTES
        if short and _PLAIN_PATH.fullmatch(str(self.path)):
            return self.path
        digest = hashlib.sha256(os.fsencode(self.path)).hexdigest()[:32]
        return _TEMPORARY / f"wellwish-{os.geteuid()}-{digest}"

    def _check_version(self) -> None:
        found = (self.data / "PG_VERSION").read_text(encoding="ascii").strip()
        if found != str(MAJOR):
            raise EmbeddedError(
                f"The data folder {self.path} was created by PostgreSQL {found}, but this version of "
                f"Wellwish includes PostgreSQL {MAJOR}. Nothing was changed. Run "
                "`wellwish embedded upgrade`, which keeps the old database."
            )

    def _check_empty(self) -> None:
        ours = {
            self.unfinished.name,
            self.log.name,
            self.supervisor_lock.name,
            self.server_lock.name,
            _SOCKET,
            f"{_SOCKET}.lock",
        }
        strangers = sorted({entry.name for entry in self.path.iterdir()} - ours)
        if {"upgrade", "data"} <= {name.partition("-")[0] for name in strangers}:
            raise EmbeddedError(
                f"An upgrade of the embedded database in {self.path} was interrupted. Nothing is lost. Run "
                "`wellwish embedded upgrade` again, which completes it."
            )
        # Check again, because another process may have initialised the cluster in the meantime.
        if strangers and not self.initialised():
            raise EmbeddedError(
                f"The data folder {self.path} is not empty and contains no Wellwish database (found: "
                f"{', '.join(strangers[:5])}). Nothing was changed. Set WELLWISH_DATA_DIR to an empty or "
                "new folder."
            )

"""The public interface of the embedded database."""

import atexit
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from wellwish.infra.embedded.error import EmbeddedError
from wellwish.infra.embedded.folder import Folder
from wellwish.infra.embedded.server import DATABASE, OWNER, RUNTIME, dsn
from wellwish.infra.embedded.supervisor import Supervisor

__all__ = ["DATABASE", "OWNER", "RUNTIME", "Cluster", "EmbeddedError"]


class Cluster:
    """The embedded database in one data folder, which contains nothing else.

    The first process that starts it supervises the server. Others attach, and one of them takes over when the
    first process exits or crashes. Without `durable` (tests only), committed transactions may be lost when
    the server is killed or the power fails.
    """

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        self._folder = Folder(folder)
        self._durable = durable
        self._supervisor: Supervisor | None = None

    @property
    def socket_folder(self) -> Path:
        """The folder of the socket: the data folder, or one in /tmp if its path is unsuitable."""
        return self._folder.sockets

    @property
    def supervising(self) -> bool:
        """Whether this process currently runs the server."""
        return self._supervisor is not None and self._supervisor.supervising

    def start(self) -> None:
        """Starts the database, or creates it in a new or empty folder, and waits until it responds.

        Blocks up to 300 s, because the server may have to replay its log. Raises EmbeddedError with the cause
        and the solution, RuntimeError if the cluster is already started.
        """
        if self._supervisor is not None:
            raise RuntimeError("the cluster is already started")
        if not sys.platform.startswith("linux"):
            raise EmbeddedError(
                "The embedded database runs on Linux only. Set DATABASE_URL to a PostgreSQL server."
            )
        self._supervisor = Supervisor(self._folder, durable=self._durable)
        # If the process exits without stop(), shut down cleanly before the kernel signals the server.
        atexit.register(self.stop)
        try:
            self._supervisor.start()
        except OSError as error:
            self.stop()
            raise EmbeddedError(
                f"The data folder cannot be used: {error}. Fix this, or set WELLWISH_DATA_DIR to another "
                "folder."
            ) from error
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Shuts the server down and waits for its end if this process runs it; otherwise only detaches."""
        if self._supervisor is not None:
            self._supervisor.stop()
            self._supervisor = None
            atexit.unregister(self.stop)

    def dsn(self, role: str, database: str = DATABASE) -> str:
        """Returns the libpq URL for a role (OWNER or RUNTIME), which asyncpg also accepts."""
        return dsn(self._folder, role, database)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

"""Keep one server per data folder running while any process needs it."""

import logging
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from threading import Event, Thread
from typing import Final

from wellwish.infra.embedded.error import EmbeddedError
from wellwish.infra.embedded.folder import Folder
from wellwish.infra.embedded.lock import Lock
from wellwish.infra.embedded.server import Server, answers

# Allows for the replay of a full log (max_wal_size, 1 GB) on a slow disk.
_START_S: Final = 300.0
# Checking a child process or a lock costs microseconds.
_POLL_S: Final = 0.05
# Restart immediately after the first failure of a series; later restarts wait 0.1 s, doubled up to 2 s.
_FIRST_DELAY_S: Final = 0.1
_LONGEST_DELAY_S: Final = 2.0
# A server that ran for this long was healthy: its death starts a new series.
_WELL_S: Final = 1.0

_log = logging.getLogger(__name__)


class Supervisor:
    """Runs the server of the folder, or, if another process runs it, waits to take over.

    A single thread, which ends after the server, starts and watches the server, because the kernel signals a
    server when the thread that forked it ends.
    """

    def __init__(self, folder: Folder, *, durable: bool) -> None:
        self._folder = folder
        self._lock = Lock(folder.supervisor_lock)
        self._server = Server(folder, durable=durable)
        self._stopping = Event()
        self._up: Future[None] = Future()
        self._starts = 0
        self._thread = Thread(target=self._run, name="wellwish-embedded", daemon=True)

    @property
    def supervising(self) -> bool:
        """Whether this process runs the server."""
        return self._lock.descriptor is not None and self._thread.is_alive()

    def start(self) -> None:
        """Blocks until the database responds, regardless of the process that runs it. Raises EmbeddedError,
        OSError.
        """
        self._folder.check()
        self._folder.make()
        self._folder.make_socket_folder()
        self._thread.start()
        try:
            self._up.result(_START_S)
        except FutureTimeoutError:
            raise EmbeddedError(
                f"The embedded database in {self._folder.path} did not respond within {_START_S:.0f} s. "
                f"Its log is in {self._folder.log}. If it is still recovering from a crash, start again."
            ) from None

    def stop(self) -> None:
        """Stops supervising and, if this process runs the server, shuts it down. Blocks until done."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                try:
                    self._attend()
                except (EmbeddedError, OSError) as error:
                    if not self._up.done():
                        self._up.set_exception(error)
                        return
                    _log.error("the embedded database cannot be started: %s", error)
        finally:
            self._server.stop()
            if self._lock.descriptor is not None:
                self._folder.remove_socket_folder()
            self._lock.release()

    def _attend(self) -> None:
        if self._lock.acquire():
            self._serve()
            return
        if not self._up.done() and answers(self._folder):
            self._up.set_result(None)
        self._stopping.wait(_POLL_S)

    def _serve(self) -> None:
        """Starts the server and watches it until it dies or is no longer wanted."""
        if self._up.done():
            self._stopping.wait(self._delay_s())
            _log.warning("restarting the embedded database")
        self._starts += 1
        self._server.stop()
        self._server.start(initialise=not self._up.done(), wanted=lambda: not self._stopping.is_set())
        if not self._up.done():
            self._up.set_result(None)
        begun = time.monotonic()
        while self._server.alive():
            if self._stopping.wait(_POLL_S):
                return
        if time.monotonic() - begun > _WELL_S:
            self._starts = 0
        _log.warning("the embedded database %s", self._server.end())

    def _delay_s(self) -> float:
        if self._starts == 0:
            return 0.0
        return min(_LONGEST_DELAY_S, _FIRST_DELAY_S * 2.0 ** (self._starts - 1))

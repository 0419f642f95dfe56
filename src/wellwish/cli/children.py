"""The server processes of `wellwish serve`: they end when their parent does, and report when they are ready.

The parent is an ordinary process, so it can be killed at any moment. A child that is still importing the
application has no signal handlers yet: without this module, it would ignore its parent's death and the
signals that stop it.
"""

import ctypes
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from typing import Final

_PR_SET_PDEATHSIG: Final = 1  # linux/prctl.h
_STOPS: Final = (signal.SIGINT, signal.SIGTERM)
_PID_BYTES: Final = 4
_PAUSE_S: Final = 0.02
_LOCAL: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where a socket for any address is reached

_libc: Final = ctypes.CDLL(None)


class Children:
    """The parent's data about its server processes, which inherit a copy."""

    def __init__(self) -> None:
        self._parent = self._forking = 0
        self._reading = self._writing = -1
        self._ready: set[int] = set()
        self._is_announced = True

    def tie(self) -> None:
        """Makes every process forked from now on end when this process ends, and on SIGTERM.

        This applies from the fork on, before the new process has signal handlers.
        """
        self._parent = os.getpid()
        self._reading, self._writing = os.pipe()
        os.register_at_fork(before=self._hold, after_in_parent=self._release, after_in_child=self._begin)

    def announce(self, host: str, port: int, say: Callable[[], None]) -> None:
        """Calls ``say`` when the port accepts connections, after each `expect`."""
        threading.Thread(target=self._listen, args=(host, port, say), daemon=True).start()

    def expect(self) -> None:
        """Announces the port again once one of the new processes is ready."""
        self._is_announced = False

    def is_ready(self, process_id: int) -> bool:
        """Whether the process can stop by itself: it has its handlers, and may be answering requests."""
        return process_id in self._ready

    def ready(self, *, may_finish: bool) -> None:
        """Called in a child. With ``may_finish``, it finishes its work if its parent dies from now on."""
        if may_finish:
            _die_with(self._parent, signal.SIGTERM)
        os.write(self._writing, os.getpid().to_bytes(_PID_BYTES))

    def _hold(self) -> None:
        self._forking = os.getpid()
        # A copy of the parent's handler would handle a signal between the fork and `_begin`, which would be
        # lost.
        if self._forking == self._parent:
            signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)

    def _release(self) -> None:
        if self._forking == self._parent:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)

    def _begin(self) -> None:
        if self._forking != self._parent:
            return  # forked by a child
        _die_with(self._parent, signal.SIGKILL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        # Ctrl-C reaches the whole process group of a terminal, but the parent stops its children, so SIGINT
        # stays blocked.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})

    def _listen(self, host: str, port: int, say: Callable[[], None]) -> None:
        while said := os.read(self._reading, _PID_BYTES):
            self._ready.add(int.from_bytes(said))
            if not self._is_announced:
                self._is_announced = True
                _wait_for(_LOCAL.get(host, host), port)
                say()


# The children of this process. Server processes inherit a copy from their parent.
family: Final = Children()


def _die_with(parent: int, number: signal.Signals) -> None:
    """Makes the kernel send the signal when the parent dies; exits immediately if it is already dead."""
    _libc.prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _wait_for(host: str, port: int) -> None:
    """Returns once a connection is accepted, since server processes listen shortly after they are ready."""
    while True:
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(_PAUSE_S)
        else:
            return

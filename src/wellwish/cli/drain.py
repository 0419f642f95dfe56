"""Drain on SIGTERM: /readyz returns 503 while the port stays open, then the server stops."""

import os
import signal
import threading
from contextlib import suppress
from types import FrameType
from typing import Any, Final

# Sent by the supervising process to a server process. A server process that is starting ignores it.
DRAIN: Final = signal.SIGUSR1


def prepare_drain() -> None:
    """Ignores the signal, which server processes inherit, until they install their handler."""
    signal.signal(DRAIN, signal.SIG_IGN)


def drain_first(server: Any, drain_s: float) -> None:
    """Delays the server's stop on SIGTERM; a second SIGTERM stops it immediately, as SIGINT does."""
    if not drain_s:
        return
    timers: list[threading.Timer] = []

    def handle(_number: int, _frame: FrameType | None) -> None:
        if timers:
            server.signal_handler_interrupt()
            return
        timer = threading.Timer(drain_s, server.signal_handler_interrupt)
        timer.daemon = True
        timers.append(timer)
        for worker in server.wrks:
            with suppress(OSError):
                os.kill(worker.inner.pid, DRAIN)
        timer.start()

    signal.signal(signal.SIGTERM, handle)

"""Restart the server after worker processes have died in quick succession.

Granian restarts a worker process that dies, but exits when it dies again within 5.5 seconds of the restart,
and has no setting for this (``AbstractServer._serve_loop``). If the kernel kills a worker twice, the service
must keep running, because nothing else may restart it.
"""

import time
from collections.abc import Callable
from typing import Final

import structlog

_FIRST_PAUSE_S: Final = 0.5
_LONGEST_PAUSE_S: Final = 30.0
_STABLE_S: Final = 10.0  # a worker that cannot start dies twice within this time
_MOST: Final = 10  # restarts in a row, with pauses of two and a half minutes in total

log: Final = structlog.get_logger("wellwish.serve")


def keep_serving(
    run: Callable[[], bool], wait: Callable[[float], bool], now: Callable[[], float] = time.monotonic
) -> None:
    """Calls ``run`` until a signal stops it.

    ``run`` serves, and returns whether a signal stopped it; ``wait`` pauses for the given number of seconds,
    and returns whether a signal arrived. Raises SystemExit with status 1 after ten restarts without a stable
    run in between.
    """
    restarts = 0
    while True:
        began = now()
        if run():
            return
        if now() - began >= _STABLE_S:
            restarts = 0
        if restarts == _MOST:
            log.critical("worker processes keep dying, giving up", restarts=restarts)
            raise SystemExit(1)
        pause_s = min(_FIRST_PAUSE_S * 2**restarts, _LONGEST_PAUSE_S)
        restarts += 1
        log.error("worker processes died in quick succession, restarting", pause_s=pause_s, restarts=restarts)
        if wait(pause_s):
            return

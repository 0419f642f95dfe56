"""A process that serves requests (`launch.py` starts it) or runs jobs."""

import asyncio
import gc
import signal
from collections.abc import Callable
from functools import partial
from typing import Any, Final, cast

from granian import _signals

from wellwish.app import Application, application, build_services
from wellwish.base import settings as configuration
from wellwish.base.logs import configure
from wellwish.base.settings import Settings
from wellwish.cli.children import family
from wellwish.cli.drain import DRAIN
from wellwish.cli.launch import runtime_dsn, start_tracing
from wellwish.infra.http import Services
from wellwish.infra.jobs import Worker
from wellwish.worker import CPU_BOUND, HOURLY, JOBS, LANES, SENDING

# After the start, the server stops its event loop and runs it again, losing signals in between. The loop
# stops within ten iterations.
_ITERATIONS: Final = 100
_set_loop_signals: Final[Callable[..., Any]] = cast("Any", _signals).set_loop_signals


def worker_application() -> Application:
    """Returns the application of one server process."""
    settings = configuration.load()
    configure(settings.log_level, settings.log_format)
    start_tracing(settings)
    built = build_services(settings, runtime_dsn(settings))
    signal.signal(DRAIN, lambda _number, _frame: built.readiness.drain())
    _signals.set_loop_signals = stop_once

    def when_started() -> None:
        settle_memory()
        # The embedded database ends with the parent, too, so no request could be finished.
        _later(_ITERATIONS, partial(family.ready, may_finish=not settings.embedded))

    return application(built, job_worker(built) if settings.embedded else None, when_started)


def stop_once(loop: asyncio.AbstractEventLoop) -> Any:
    """Installs the server's signal handlers, and returns its event, which the first signal sets.

    Setting the event twice before the server waits for it would block the process forever. Two signals can
    arrive: a supervisor stops the whole group, and the kernel may send the parent-death signal once for each
    of the parent's threads.
    """
    event = _set_loop_signals(loop)
    is_stopping = False

    def stop() -> None:
        nonlocal is_stopping
        if not is_stopping:
            is_stopping = True
            event.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    return event


def _later(iterations: int, call: Callable[[], None]) -> None:
    """Calls the function after this number of iterations of the event loop."""
    if iterations:
        asyncio.get_running_loop().call_soon(_later, iterations - 1, call)
    else:
        call()


def job_worker(built: Services) -> Worker:
    """Returns a worker for all kinds of jobs."""
    return Worker(built.db, built, JOBS, HOURLY, LANES.values(), CPU_BOUND, built.meter, sending=SENDING)


async def work(settings: Settings, started: Callable[[], None]) -> None:
    """Runs jobs until SIGTERM or SIGINT; calls ``started`` when the first one can run."""
    start_tracing(settings)
    built = build_services(settings, runtime_dsn(settings))
    await built.db.open()
    settle_memory()
    worker = job_worker(built)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, worker.stop)
    async with built.running("work"):
        started()
        await worker.run()


def settle_memory() -> None:
    """Excludes existing objects from garbage collections, and makes collections less frequent.

    A started process never frees its initial objects, requests leave few cycles, and collecting the whole
    heap takes about 50 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)

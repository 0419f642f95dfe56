"""A process that serves requests or runs jobs; `launch.py` starts it."""

import asyncio
import gc
import signal
from collections.abc import Callable
from functools import partial
from typing import Final

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

# After the start, the server ends its event loop and runs it again: a signal in between is lost. The loop
# ends within ten iterations.
_ITERATIONS: Final = 100


def worker_application() -> Application:
    """Returns the application of one server process."""
    settings = configuration.load()
    configure(settings.log_level, settings.log_format)
    start_tracing(settings)
    built = build_services(settings, runtime_dsn(settings))
    signal.signal(DRAIN, lambda _number, _frame: built.readiness.drain())

    def when_started() -> None:
        settle_memory()
        # The embedded database ends with the parent, too, so that nothing could be finished.
        _later(_ITERATIONS, partial(family.ready, may_finish=not settings.embedded))

    return application(built, job_worker(built) if settings.embedded else None, when_started)


def _later(iterations: int, call: Callable[[], None]) -> None:
    """Calls it after so many iterations of the event loop."""
    if iterations:
        asyncio.get_running_loop().call_soon(_later, iterations - 1, call)
    else:
        call()


def job_worker(built: Services) -> Worker:
    """Returns the worker of all kinds of jobs."""
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

    The objects of a started process stay, requests leave few cycles, and a collection of the whole heap takes
    some 50 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)

"""A process that serves requests or runs jobs; `launch.py` starts it."""

import asyncio
import ctypes
import gc
import signal
from typing import Final

from wellwish.app import Application, application, build_services
from wellwish.base import settings as configuration
from wellwish.base.logs import configure
from wellwish.base.settings import Settings
from wellwish.cli.drain import DRAIN
from wellwish.cli.launch import runtime_dsn, start_tracing
from wellwish.infra.http import Services
from wellwish.infra.jobs import Worker
from wellwish.worker import CPU_BOUND, HOURLY, JOBS, LANES, SENDING

_PR_SET_PDEATHSIG: Final = 1  # linux/prctl.h


def worker_application() -> Application:
    """Returns the application of one server process, which ends when its parent process dies."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    settings = configuration.load()
    configure(settings.log_level)
    start_tracing(settings)
    built = build_services(settings, runtime_dsn(settings))
    signal.signal(DRAIN, lambda _number, _frame: built.readiness.drain())
    return application(built, job_worker(built) if settings.embedded else None, settle_memory)


def job_worker(built: Services) -> Worker:
    """Returns the worker of all kinds of jobs."""
    return Worker(built.db, built, JOBS, HOURLY, LANES.values(), CPU_BOUND, built.meter, sending=SENDING)


async def work(settings: Settings) -> None:
    """Runs jobs until SIGTERM or SIGINT."""
    start_tracing(settings)
    built = build_services(settings, runtime_dsn(settings))
    await built.db.open()
    settle_memory()
    worker = job_worker(built)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, worker.stop)
    async with built.running("work"):
        await worker.run()


def settle_memory() -> None:
    """Excludes existing objects from garbage collections, and makes collections less frequent.

    The objects of a started process stay, requests leave few cycles, and a collection of the whole heap takes
    some 50 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)

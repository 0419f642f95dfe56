"""Serve the application on a loopback port from a thread of this process, so that a test can seed defects."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn

from tests.waiting import wait_until
from wellwish.app import application, build_services
from wellwish.base.settings import Settings
from wellwish.infra.db import patience_s, pool
from wellwish.infra.net import Net

# Bound, but never listening, until the process ends.
_reserved: list[socket.socket] = []


def free_port() -> int:
    """Returns a port on which nothing else listens until the process of the tests ends.

    The kernel gives a port that is bound to no other socket: neither to a server of another test, while this
    one still starts, nor to a client. SO_REUSEADDR, which servers set, lets one socket listen there.
    """
    reserving = socket.socket()
    reserving.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserving.bind(("127.0.0.1", 0))
    _reserved.append(reserving)
    return reserving.getsockname()[1]


def be_patient() -> None:
    """Waits longer for the first response of the database than the 1.8 s that a caller would.

    On a busy machine, the database may need them. `tests/infra/db/test_pool.py` tests the limit. Applies to
    the current context.
    """
    patience_s.set(pool.COMMAND_TIMEOUT_S)


@contextmanager
def listening(settings: Settings, runtime_dsn: str, net: Net | None = None) -> Generator[str]:
    """Serves until the end of the block; yields the base URL."""
    app = application(build_services(settings, runtime_dsn, net))
    # A client may send its next request while the server closes a connection that was idle for long.
    config = uvicorn.Config(
        app,
        port=settings.port,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_keep_alive=600,
    )
    server = uvicorn.Server(config)

    def run() -> None:
        be_patient()  # a thread has a separate context
        server.run()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive())
    if not server.started:
        raise RuntimeError("the server did not start")
    try:
        yield settings.base_url
    finally:
        server.should_exit = True
        thread.join(10)

"""Serve the application on a loopback port from a thread of this process, so that a test can seed defects."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn

from tests.waiting import wait_until
from wellwish.app import application, build_services
from wellwish.base.settings import Settings
from wellwish.infra.net import Net


def free_port() -> int:
    with socket.socket() as probing:
        probing.bind(("127.0.0.1", 0))
        return probing.getsockname()[1]


@contextmanager
def listening(settings: Settings, runtime_dsn: str, net: Net | None = None) -> Generator[str]:
    """Serves until the end of the block; yields the base URL."""
    app = application(build_services(settings, runtime_dsn, net))
    config = uvicorn.Config(app, port=settings.port, log_level="error", access_log=False, server_header=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive())
    if not server.started:
        raise RuntimeError("the server did not start")
    try:
        yield settings.base_url
    finally:
        server.should_exit = True
        thread.join(10)

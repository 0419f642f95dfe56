"""A clock that is reset after the test, a service without demo mode, and one on a real port."""

import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
import uvicorn

from tests.waiting import wait_until
from tests.world import World
from wellwish.app import application, build_services
from wellwish.base import clock
from wellwish.base.settings import Settings


@pytest.fixture
def later() -> Iterator[Callable[[timedelta], None]]:
    """Moves the clock; the fixture resets it after the test."""
    yield clock.move
    clock.move(timedelta())


@pytest.fixture
def early(later: Callable[[timedelta], None]) -> None:
    """Moves the clock to the start of a minute, so that no failure window ends during the test."""
    now = clock.now()
    later(now.replace(second=0, microsecond=0) + timedelta(minutes=1) - now)


@pytest.fixture(scope="session")
async def strict_running(clone: tuple[str, str], settings: Settings) -> AsyncIterator[World]:
    """The application without demo mode on the same database."""
    async with World.over(replace(settings, demo=False), *clone) as world:
        yield world


@pytest.fixture
def ordinary(strict_running: World, world: World) -> World:
    """The service without demo mode, with the world's alice, bob and mallory."""
    strict_running.alice, strict_running.bob, strict_running.mallory = world.alice, world.bob, world.mallory
    return strict_running


@pytest.fixture(scope="session")
def origin(clone: tuple[str, str], settings: Settings) -> Iterator[str]:
    """The origin of a real server on a loopback port."""
    app = application(build_services(replace(settings, demo=False), clone[1]))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="on"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive())
    assert server.started
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(10)

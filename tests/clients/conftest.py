"""Both Python clients, calling the application in this process."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

import httpx2
import pytest

from tests.world import Person, World
from wellwish_sdk import AsyncWellwish, Wellwish, core
from wellwish_sdk.resource import Page, Resource

T = TypeVar("T")
# Changes requests or responses in transit.
Handle = Callable[[httpx2.Request, Callable[[], Awaitable[httpx2.Response]]], Awaitable[httpx2.Response]]


async def _through(_: httpx2.Request, go: Callable[[], Awaitable[httpx2.Response]]) -> httpx2.Response:
    return await go()


class Wire(httpx2.AsyncBaseTransport):
    """Transport to the application on which tests can simulate network faults."""

    def __init__(self, world: World, handle: Handle = _through) -> None:
        self.world = world
        self.handle = handle
        self.sent: list[httpx2.Request] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.sent.append(request)
        content = await request.aread()

        async def go() -> httpx2.Response:
            answer = await self.world.client.request(
                request.method, request.url, headers=request.headers, content=content
            )
            headers = [pair for pair in answer.headers.multi_items() if pair[0] != "content-encoding"]
            return httpx2.Response(answer.status_code, headers=headers, content=answer.content)

        return await self.handle(request, go)


class Bridge(httpx2.BaseTransport):
    """The same transport for a blocking client in a thread outside the event loop."""

    def __init__(self, wire: Wire, loop: asyncio.AbstractEventLoop) -> None:
        self.wire = wire
        self.loop = loop

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        content = request.read()
        twin = httpx2.Request(request.method, request.url, headers=request.headers, content=content)
        return asyncio.run_coroutine_threadsafe(self.wire.handle_async_request(twin), self.loop).result()


class Clients:
    """Creates clients for people of a world."""

    def __init__(self, world: World) -> None:
        self.world = world

    def asynchronous(self, person: Person, handle: Handle = _through, **given: Any) -> AsyncWellwish:
        http = httpx2.AsyncClient(transport=Wire(self.world, handle))
        return AsyncWellwish(
            person.api_key,
            person.client_secret,
            base_url=self.world.services.settings.base_url,
            http=http,
            **given,
        )

    def blocking(self, person: Person, handle: Handle = _through, **given: Any) -> Wellwish:
        """Must be called in a thread, by `asyncio.to_thread`."""
        http = httpx2.Client(transport=Bridge(Wire(self.world, handle), asyncio.get_running_loop()))
        return Wellwish(
            person.api_key,
            person.client_secret,
            base_url=self.world.services.settings.base_url,
            http=http,
            **given,
        )


@pytest.fixture
async def clients(world: World, monkeypatch: pytest.MonkeyPatch) -> Clients:
    """Clients without delays between retries."""
    monkeypatch.setattr(core, "_FIRST_WAIT_S", 0.0)
    return Clients(world)


class InThread:
    """Makes a blocking client, or a part of it, awaitable: each call runs in a thread."""

    def __init__(self, target: Any) -> None:
        self._target = target

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._target, name)
        if not callable(found):
            return InThread(found) if isinstance(found, Resource) else found

        async def call(*given: Any, **named: Any) -> Any:
            made = await asyncio.to_thread(found, *given, **named)
            return InThread(made) if isinstance(made, Page) else made

        return call

    def with_options(self, **given: Any) -> "InThread":
        return InThread(self._target.with_options(**given))

    async def auto_paging_iter(self) -> AsyncIterator[Any]:
        for each in await asyncio.to_thread(lambda: [*self._target.auto_paging_iter()]):
            yield each


# Creates a client of either kind with the same interface.
Either = Callable[..., Any]


@pytest.fixture(params=["asyncio", "blocking"])
def either(request: pytest.FixtureRequest, clients: Clients) -> Either:
    if request.param == "asyncio":
        return clients.asynchronous
    return lambda *given, **named: InThread(clients.blocking(*given, **named))

"""Count the database round trips of each request, at the driver."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

import asyncpg
import httpx2

from tests.waiting import turns
from tests.world import World
from wellwish.infra.db import Database
from wellwish.infra.db.pool import CONNECT_TIMEOUT_S
from wellwish.infra.db.tx import Connection

_sent: ContextVar[list[str] | None] = ContextVar("sent", default=None)
# The driver looks up an unknown type at its first use on a connection, but not again.
_TYPE_LOOKUP = ("typeinfo_tree", "'jit'")


@dataclass
class Request:
    """A request and the statements that it sent, in order. One execution is one round trip.

    A statement that a connection has not prepared costs one more round trip, once per connection.
    """

    method: str
    path: str
    status: int = 0
    statements: list[str] = field(default_factory=list[str])

    def __len__(self) -> int:
        return len(self.statements)

    def __str__(self) -> str:
        lines = [" ".join(each.split())[:120] for each in self.statements]
        return "\n".join([f"{self.method} {self.path} {self.status}: {len(self)}", *lines])


def _note(logged: "asyncpg.connection.LoggedQuery") -> None:
    sent = _sent.get()
    if sent is not None and not any(word in logged.query for word in _TYPE_LOOKUP):
        sent.append(logged.query)


@contextmanager
def counted(world: World) -> Generator[list[Request]]:
    """Collects each request of the client with its statements, including those of tasks that it starts."""
    found: list[Request] = []
    connect = Database._connect  # pyright: ignore[reportPrivateUsage]

    async def watched(self: Database, timeout_s: float = CONNECT_TIMEOUT_S) -> Connection:
        connection = await connect(self, timeout_s)
        connection.add_query_logger(_note)
        return connection

    async def begin(request: httpx2.Request) -> None:
        found.append(Request(request.method, request.url.path))
        _sent.set(found[-1].statements)

    async def end(response: httpx2.Response) -> None:
        await turns()  # the driver reports in a callback of the event loop
        found[-1].status = response.status_code
        _sent.set(None)

    idle = world.services.db._idle  # pyright: ignore[reportPrivateUsage] - none is in use between tests
    for connection in idle:
        connection.add_query_logger(_note)
    hooks, world.client.event_hooks = world.client.event_hooks, {"request": [begin], "response": [end]}
    Database._connect = watched  # pyright: ignore[reportPrivateUsage]
    try:
        yield found
    finally:
        Database._connect = connect  # pyright: ignore[reportPrivateUsage]
        world.client.event_hooks = hooks
        _sent.set(None)
        for connection in idle:
            connection.remove_query_logger(_note)


@contextmanager
def statements(world: World) -> Generator[list[str]]:
    """Collects the statements of the block and of the tasks that it starts, such as jobs."""
    found: list[str] = []
    with counted(world):
        token = _sent.set(found)
        try:
            yield found
        finally:
            _sent.reset(token)

"""Tail ten thousand events across restarts of the client and the server."""

import asyncio
import contextlib
import signal
import socket
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from tests.listening import free_port, listening
from tests.waiting import until as until_true
from tests.world import World
from wellwish.base import clock, ids
from wellwish.base.settings import Settings

COUNT: Final = 10_000
SOURCE: Final = Path(__file__).parents[2] / "clients/python/src"


@dataclass
class Server:
    """The service on a port, which can be stopped."""

    world: World
    settings: Settings
    dsn: str
    running: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def start(self) -> None:
        self.running.enter_context(listening(self.settings, self.dsn))

    @contextmanager
    def away(self) -> Generator[threading.Event]:
        """Stops the service during the block. A client's failed connection sets the event."""
        self.running.close()
        noticed = threading.Event()
        with socket.create_server(("127.0.0.1", self.settings.port)) as deaf:

            def drop() -> None:
                with contextlib.suppress(OSError):
                    while True:
                        deaf.accept()[0].close()
                        noticed.set()

            threading.Thread(target=drop, daemon=True).start()
            yield noticed
            deaf.shutdown(socket.SHUT_RDWR)
        self.start()

    async def record(self, count: int) -> None:
        """Records events, a hundred in each transaction."""
        for _ in range(count // 100):
            made = [ids.new("evt") for _ in range(100)]
            await self.world.owner.execute(
                "insert into events (account_id, id, type, data, created_at) "
                "select $1, unnest($2::text[]), 'card.updated', '{}', $3",
                self.world.alice.account_id, made, clock.now(),
            )  # fmt: skip

    async def ids(self) -> list[str]:
        """The IDs of all events in commit order."""
        query = "select id from events where account_id = $1 order by txid, id"
        return [each["id"] for each in await self.world.owner.fetch(query, self.world.alice.account_id)]


@contextmanager
def serving(world: World, runtime_dsn: str, settings: Settings) -> Generator[Server]:
    """Runs the service on the world's database."""
    port = free_port()
    own = replace(settings, base_url=f"http://127.0.0.1:{port}", port=port, log_level="critical")
    made = Server(world, own, runtime_dsn)
    with made.running:
        made.start()
        yield made


@dataclass
class Follower:
    """A process that prints one line per event, with the ID as the word at ``place``."""

    process: Process
    place: int
    seen: list[str]

    async def listen(self) -> None:
        """Reads whole lines until the process ends: a killed process may leave a partial line."""
        assert self.process.stdout is not None
        while (line := await self.process.stdout.readline()).endswith(b"\n"):
            self.seen.append(line.split()[self.place].decode())


@asynccontextmanager
async def following(
    server: Server, place: int, seen: list[str], *command: str | Path, cwd: Path
) -> AsyncGenerator[tuple[Process, asyncio.Task[None]]]:
    """Starts a command that tails events. The task ends with the command."""
    alice = server.world.alice
    environment = {
        "PYTHONPATH": str(SOURCE),
        "HOME": str(cwd),
        "WELLWISH_BASE_URL": server.settings.base_url,
        "WELLWISH_URL": server.settings.base_url,
        "WELLWISH_API_KEY": alice.api_key,
        "WELLWISH_CLIENT_SECRET": alice.client_secret,
        "WELLWISH_WEBHOOK_SECRET": "whsec_QUJDREVG",
    }
    process = await asyncio.create_subprocess_exec(*map(str, command), env=environment, cwd=cwd, stdout=PIPE)
    reading = asyncio.create_task(Follower(process, place, seen).listen())
    try:
        yield process, reading
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await reading


async def until(seen: list[str], count: int, reading: asyncio.Task[None]) -> None:
    """Waits for ``count`` events; a busy machine may need a minute."""
    await until_true(lambda: len(seen) >= count or reading.done(), within_s=120)
    assert len(seen) >= count, f"the client ended after {len(seen)} events"


async def follow(
    server: Server,
    *command: str | Path,
    cwd: Path,
    count: int = COUNT,
    place: int = 0,
    by: signal.Signals = signal.SIGKILL,
) -> list[str]:
    """Tails all events; the server restarts after a third of them, the client after two thirds.

    The command's last argument is the ID of the last event. Returns all IDs, beginning with the given one.
    """
    await server.record(100)
    [first, *_] = await server.ids()
    await server.record(count // 2)
    seen: list[str] = []
    async with following(server, place, seen, *command, first, cwd=cwd) as (process, reading):
        await until(seen, count // 3, reading)
        with server.away() as noticed:
            assert await asyncio.to_thread(noticed.wait, 120)
        await server.record(count - count // 2 - 200)
        await until(seen, count * 2 // 3, reading)
        process.send_signal(by)
        await reading
    await server.record(100)  # so that some are left, however fast the client is
    assert len(seen) < count - 1
    async with following(server, place, seen, *command, seen[-1], cwd=cwd) as (_, reading):
        await until(seen, count - 1, reading)
        await asyncio.sleep(0.3)  # duplicates would arrive by then, and no event shows that none come
    return [first, *seen]

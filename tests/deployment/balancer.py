"""A proxy in front of several servers: checks /readyz, and retries only connections that are refused."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

from tests.waiting import turns, until

_CHECK_EVERY_S: Final = 0.2
_PATIENCE_S: Final = 60.0
_PIECE: Final = 65536
_NONE_READY: Final = b"HTTP/1.1 503 No Server\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_BROKEN: Final = b"HTTP/1.1 502 Broken\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Balancer:
    """Sends each request to the ready server with the fewest requests; keeps no connection open."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self.ready: set[int] = set()
        self.active: Counter[int] = Counter()
        self.served: Counter[int] = Counter()

    async def check(self) -> None:
        """Polls the readiness of each server until the task is cancelled."""
        await asyncio.gather(*(self._watch(port) for port in self._ports))

    async def _watch(self, port: int) -> None:
        while True:
            if await _is_ready(port):
                self.ready.add(port)
            else:
                self.ready.discard(port)
            await asyncio.sleep(_CHECK_EVERY_S)  # the interval of a load balancer

    async def until_ready(self, *ports: int) -> None:
        await until(lambda: self.ready.issuperset(ports), within_s=_PATIENCE_S)

    async def until_active(self, port: int) -> None:
        """Waits until a request is under way at the server."""
        async with asyncio.timeout(_PATIENCE_S):
            while not self.active[port]:
                await turns()

    async def forward(self, client: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            request = await _request(client)
            left = sorted(self.ready, key=lambda port: (self.active[port], self.served[port]))
            response = _NONE_READY
            for port in left:
                try:
                    reader, writer = await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    continue
                response = await self._exchange(port, reader, writer, request)
                break
            answer.write(response)
            await answer.drain()
        answer.close()

    async def _exchange(
        self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
    ) -> bytes:
        """Returns the response, or 502 if the server closes the connection early."""
        self.active[port] += 1
        self.served[port] += 1
        try:
            writer.write(request)
            await writer.drain()
            response = await reader.read(-1)
        except OSError:
            return _BROKEN
        finally:
            self.active[port] -= 1
            writer.close()
        return response if _is_complete(response) else _BROKEN


async def _request(client: asyncio.StreamReader) -> bytes:
    head = await client.readuntil(b"\r\n\r\n")
    fields = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    body = b""
    for line in fields:
        if line.lower().startswith(b"content-length:"):
            body = await client.readexactly(int(line.split(b":")[1]))
    return b"\r\n".join([fields[0], b"connection: close", *fields[1:]]) + body


def _is_complete(response: bytes) -> bool:
    head, found, body = response.partition(b"\r\n\r\n")
    if not found:
        return False
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) == int(line.split(b":")[1])
    return body.endswith(b"0\r\n\r\n") if b"chunked" in head.lower() else True


async def _is_ready(port: int) -> bool:
    try:
        async with asyncio.timeout(10):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            status = await reader.readline()
            writer.close()
    except (OSError, TimeoutError):
        return False
    return b" 200 " in status


@asynccontextmanager
async def balancing(ports: Sequence[int]) -> AsyncGenerator[tuple[str, Balancer]]:
    """Yields the base URL of a balancer and the balancer."""
    balancer = Balancer(ports)
    server = await asyncio.start_server(balancer.forward, "127.0.0.1", 0, limit=_PIECE)
    checking = asyncio.create_task(balancer.check())
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", balancer
    finally:
        checking.cancel()
        server.close()

"""Webhook receivers on loopback, healthy and with every kind of fault."""

import asyncio
import contextlib
import gzip
import struct
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from socket import SO_LINGER, SOL_SOCKET
from typing import Any

import msgspec


@dataclass(frozen=True)
class Message:
    """A received request."""

    headers: dict[str, str]
    body: bytes
    at: float

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


@dataclass
class Receiver:
    """Records each complete request and then responds, or fails, as `does` says."""

    port: int
    does: str = "ok"
    messages: list[Message] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)  # IDs of the messages that it accepted with a 2xx status
    connections: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def ids(self) -> list[str]:
        return [each.id for each in self.messages]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        does = self.does
        if does == "flap":
            does = "ok" if self.connections % 2 else "500"
        try:
            if does == "reset before":
                _reset(writer)
                return
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {
                name.lower(): value.strip() for name, _, value in (each.partition(":") for each in head[1:])
            }
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            self.messages.append(Message(headers, body, time.monotonic()))
            await _answer(does, writer)
            if does in _TAKES:
                self.taken.add(headers.get("webhook-id", ""))
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError, OSError):
                await writer.wait_closed()


_TAKES = ("ok", "204")

PACKED = gzip.compress(b"0" * 1_000_000, mtime=0)

_HEADS = {
    "ok": "200 OK\r\ncontent-length: 2",
    "204": "204 No Content",
    "302": "302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0",
    "410": "410 Gone\r\ncontent-length: 0",
    "429": "429 Too Many Requests\r\nretry-after: 7\r\ncontent-length: 0",
    "500": "500 Internal Server Error\r\ncontent-length: 5",
    "503": "503 Service Unavailable\r\nretry-after: 40000000\r\ncontent-length: 0",
    "huge": "200 OK\r\ncontent-length: 104857600",
    "endless": "200 OK",
    "drip": "200 OK\r\ncontent-length: 100",
    "gzip": f"200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {len(PACKED)}",
}


async def _answer(does: str, writer: asyncio.StreamWriter) -> None:
    if does == "reset after":
        _reset(writer)
    elif does == "hang":
        await asyncio.Event().wait()
    elif does == "drip head":
        for each in b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n":
            writer.write(bytes([each]))
            await writer.drain()
            await asyncio.sleep(1)  # the fault: a byte a second
    elif does == "no http":
        writer.write(b"SSH-2.0-OpenSSH_9.9\r\n\r\n")
    elif does == "long head":
        writer.write(b"HTTP/1.1 200 OK\r\nx: " + b"x" * 100_000 + b"\r\n\r\n")
    else:
        writer.write(f"HTTP/1.1 {_HEADS[does]}\r\nconnection: close\r\n\r\n".encode())
        if does in ("ok", "500"):
            writer.write(b"ok" if does == "ok" else b"\0oops")
        if does == "gzip":
            writer.write(PACKED)
        while does in ("huge", "endless"):
            writer.write(b"x" * 65536)
            await writer.drain()
        while does == "drip":
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(1)  # the fault: a byte a second
    with contextlib.suppress(ConnectionError):
        await writer.drain()


def _reset(writer: asyncio.StreamWriter) -> None:
    """Closes the connection with RST instead of FIN."""
    writer.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


@asynccontextmanager
async def receiving(does: str = "ok") -> AsyncGenerator[Receiver]:
    """Runs a receiver on a free port."""
    receiver = Receiver(0, does)
    serving: set[asyncio.Task[Any]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        serving.add(task)
        task.add_done_callback(serving.discard)
        with contextlib.suppress(asyncio.CancelledError):  # cancelled when the receiver closes
            await receiver.serve(reader, writer)

    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=1 << 20, backlog=1000)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
        for task in list(serving):
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)

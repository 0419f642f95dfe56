"""TLS to endpoints of tenants: no request leaves unless the server's certificate is valid for its name."""

import asyncio
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.fakes.certificates import Authority, contexts
from tests.outside import RULES
from wellwish.infra.net import CallFailedError, Net, Reply, Rules

pytestmark = pytest.mark.anyio

NAME = "receiver.example.com"


@dataclass
class Server:
    """Responds with 200 over TLS; records the requested server names and the received requests."""

    context: ssl.SSLContext
    port: int = 0
    asked: list[str | None] = field(default_factory=list[str | None])
    heard: list[bytes] = field(default_factory=list[bytes])

    def note(self, _: object, name: str | None, __: object) -> None:
        self.asked.append(name)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok")
        await writer.drain()
        writer.close()


@asynccontextmanager
async def serving(context: ssl.SSLContext) -> AsyncGenerator[Server]:
    made = Server(context)
    context.sni_callback = made.note
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0, ssl=context)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()


async def call(server: Server, trusted: ssl.SSLContext | None, host: str = NAME) -> Reply | str:
    """Returns the reply or the reason of the failure. The rules are production's plus loopback."""

    async def resolve(_: str, __: int) -> list[str]:
        return ["127.0.0.1"]

    rules: Rules = replace(RULES, schemes=frozenset({"https"}), tls=trusted)
    net = Net(rules, resolve)
    try:
        return await net.call("POST", f"https://{host}:{server.port}/hook", headers={}, body=b"{}")
    except CallFailedError as error:
        return error.reason
    finally:
        await net.close()


def unverified() -> ssl.SSLContext:
    """The control: without certificate verification, the request reaches every server."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def test_connects_to_the_server_that_its_certificate_names(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    async with serving(authority.server(NAME)) as server:
        reply = await call(server, authority.trusting())
        assert isinstance(reply, Reply)
        assert (reply.status, reply.body) == (200, b"ok")
        assert server.asked == [NAME], "the name in TLS is the URL's, not the address"
        assert f"host: {NAME}:{server.port}".encode() in server.heard[0].lower()


@pytest.mark.parametrize(
    "wrong", ["another name", "self-signed", "expired", "not yet valid", "unknown authority"]
)
async def test_sends_nothing_to_a_server_with_a_wrong_certificate(wrong: str, tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    server_side = {
        "another name": lambda: authority.server("other.example.com"),
        "self-signed": lambda: contexts(tmp_path, NAME)[0],
        "expired": lambda: authority.server(NAME, from_days=-9, to_days=-1),
        "not yet valid": lambda: authority.server(NAME, from_days=1, to_days=9),
        "unknown authority": lambda: authority.server(NAME),
    }[wrong]()
    # With None, the operating system's certificate authorities are trusted, as in production.
    trusted = None if wrong == "unknown authority" else authority.trusting()
    async with serving(server_side) as server:
        assert await call(server, trusted) == "tls"
        assert server.heard == []
        assert isinstance(await call(server, unverified()), Reply), "the control"


async def test_an_address_is_no_name_of_a_certificate(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    async with serving(authority.server(NAME)) as server:
        assert await call(server, authority.trusting(), "127.0.0.1") == "tls"
        assert server.heard == []

"""The site of an OAuth client, which serves its metadata document over TLS."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.certificates import Authority
from tests.outside import NAMES, RULES
from tests.world import World
from wellwish.auth.consents import client
from wellwish.infra.net import Rules

HOST = "assistant.example.com"
REDIRECT_URI = "http://127.0.0.1:33418/callback"


@dataclass
class ClientSite:
    """Serves a metadata document at each path, with the URL as client ID, or a response set by a test."""

    port: int = 0
    asked: list[str] = field(default_factory=list[str])
    changed: dict[str, Any] = field(default_factory=dict[str, Any])  # changed members; None removes one
    headers: dict[str, str] = field(default_factory=dict[str, str])
    status: int = 200
    body: bytes | None = None
    wait_s: float = 0

    @property
    def client_id(self) -> str:
        return f"https://{HOST}:{self.port}/client.json"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            path = head.split(" ", 2)[1]
            self.asked.append(path)
            await asyncio.sleep(self.wait_s)  # the fault: a slow site
            body = self._document(path) if self.body is None else self.body
            sent = {"content-type": "application/json", "content-length": str(len(body)), **self.headers}
            lines = [f"HTTP/1.1 {self.status} Whatever", *(f"{name}: {each}" for name, each in sent.items())]
            writer.write("\r\n".join([*lines, "connection: close", "", ""]).encode() + body)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def _document(self, path: str) -> bytes:
        members = {
            "client_id": f"https://{HOST}:{self.port}{path}",
            "client_name": "Ada's assistant",
            "redirect_uris": [REDIRECT_URI, "https://assistant.example.com/callback"],
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
            **self.changed,
        }
        return json.dumps({name: each for name, each in members.items() if each is not None}).encode()


@asynccontextmanager
async def client_site(
    world: World, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[ClientSite]:
    """Starts the site, which the service reaches and trusts, and clears the cache of fetched documents."""
    authority, site = Authority(folder), ClientSite()
    server = await asyncio.start_server(site.serve, "127.0.0.1", 0, ssl=authority.server(HOST))
    site.port = server.sockets[0].getsockname()[1]
    net = world.services.net
    rules: Rules = replace(RULES, schemes=frozenset({"https"}), tls=authority.trusting())
    monkeypatch.setattr(net, "rules", rules)
    monkeypatch.setattr(net, "_session", None)
    monkeypatch.setitem(NAMES, HOST, ["127.0.0.1"])
    client._fetched.clear()
    try:
        yield site
    finally:
        await net.close()
        server.close()

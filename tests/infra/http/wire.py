"""Calls the application as a server does, with a body in chunks; counts the chunks that it reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wellwish.app import application
from wellwish.infra.http import Services


@dataclass
class Exchanged:
    """The response to a request."""

    status: int
    headers: dict[str, str]
    body: bytes
    chunks_read: int


async def exchange(
    services: Services,
    method: str,
    path: str,
    headers: Sequence[tuple[str, str]] = (),
    chunks: Sequence[bytes] = (),
    *,
    disconnects: bool = False,
) -> Exchanged:
    """Sends a request whose body arrives in chunks; with `disconnects`, the client aborts before the end."""
    read, sent = 0, list[dict[str, Any]]()

    async def receive() -> dict[str, Any]:
        nonlocal read
        if read >= len(chunks):
            return {"type": "http.disconnect"}
        read += 1
        more = disconnects or read < len(chunks)
        return {"type": "http.request", "body": chunks[read - 1], "more_body": more}

    async def send(message: Any) -> None:
        sent.append(message)

    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode("latin-1"),
        "root_path": "",
        "headers": [
            (name.lower().encode(), value.encode("latin-1"))
            for name, value in (("host", "localhost:8080"), *headers)
        ],
        "client": ("127.0.0.1", 50000),
        "server": ("localhost", 8080),
    }
    await application(services)(scope, receive, send)
    start = next(message for message in sent if message["type"] == "http.response.start")
    body = b"".join(message.get("body", b"") for message in sent if message["type"] == "http.response.body")
    answered = {name.decode(): value.decode() for name, value in start["headers"]}
    return Exchanged(start["status"], answered, body, read)

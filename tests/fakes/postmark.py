"""A fake Postmark that follows its public documentation: POST /email, its error codes, and callbacks."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from aiohttp import web

TOKEN = "server-token"


@dataclass
class Postmark:
    """Records the accepted mails. ``answer`` returns (status, error code) for an address; None is success.

    ``suppressions``: reason by suppressed address, as in the suppression dump.
    """

    taken: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    suppressions: dict[str, str] = field(default_factory=dict[str, str])
    answer: Callable[[str], tuple[int, int] | None] = lambda _: None
    drop: bool = False
    url: str = ""

    async def send(self, request: web.Request) -> web.StreamResponse:
        """Handles POST /email."""
        if request.headers.get("X-Postmark-Server-Token") != TOKEN:
            return web.json_response({"ErrorCode": 10, "Message": "Bad or missing API token."}, status=401)
        body = await request.json()
        refused = self.answer(body["To"])
        if refused is not None:
            return web.json_response({"ErrorCode": refused[1], "Message": "No."}, status=refused[0])
        identity = str(uuid4())
        self.taken.append({**body, "MessageID": identity})
        if self.drop:
            assert request.transport is not None
            request.transport.close()
        return web.json_response({"ErrorCode": 0, "Message": "OK", "MessageID": identity, "To": body["To"]})

    async def dump(self, request: web.Request) -> web.StreamResponse:
        """Handles GET /message-streams/{stream_id}/suppressions/dump."""
        if request.headers.get("X-Postmark-Server-Token") != TOKEN:
            return web.json_response({"ErrorCode": 10, "Message": "Bad or missing API token."}, status=401)
        found = [
            {"EmailAddress": email, "SuppressionReason": reason, "Origin": "Recipient"}
            for email, reason in self.suppressions.items()
            if email == request.query["EmailAddress"] and request.match_info["stream"] == "outbound"
        ]
        return web.json_response({"Suppressions": found})

    def change(
        self, email: str, reason: str | None, index: int | None = None, **fields: Any
    ) -> dict[str, Any]:
        """Returns a subscription change: without ``reason`` a reactivation, without ``index`` manual."""
        mail = None if index is None else self.taken[index]
        return {
            "RecordType": "SubscriptionChange",
            "MessageID": mail and mail["MessageID"],
            "ServerID": 123456,
            "MessageStream": "outbound",
            "ChangedAt": "2026-02-01T10:53:34.416071Z",
            "Recipient": email,
            "Origin": "Recipient" if mail else "Customer",
            "SuppressSending": reason is not None,
            "SuppressionReason": reason,
            "Tag": None,
            "Metadata": mail["Metadata"] if mail else {},
            **fields,
        }

    def callback(self, index: int, record: str, kind: str = "") -> dict[str, Any]:
        """Returns a callback about one of the mails."""
        mail = self.taken[index]
        return {
            "RecordType": record,
            "Type": kind,
            "MessageStream": "outbound",
            "MessageID": mail["MessageID"],
            "Metadata": mail["Metadata"],
            "Email": mail["To"],
            "Description": "unread",
            "ID": 4323372036854775807,
        }


@asynccontextmanager
async def serving(fake: Postmark) -> AsyncGenerator[Postmark]:
    """Runs the fake on loopback."""
    app = web.Application()
    app.router.add_post("/email", fake.send)
    app.router.add_get("/message-streams/{stream}/suppressions/dump", fake.dump)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    fake.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield fake
    finally:
        await runner.cleanup()

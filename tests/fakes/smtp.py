"""An SMTP server on loopback with configurable behaviour: 550, 451, slow, disconnecting after acceptance."""

import asyncio
import email
import email.policy
import ssl
import time
import warnings
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session


def read(content: bytes) -> EmailMessage:
    """Parses a mail."""
    message: Any = email.message_from_bytes(content, policy=email.policy.default)
    return message


@dataclass
class Received:
    """One copy of a mail and the time of its receipt (monotonic clock)."""

    sender: str
    recipient: str
    message: EmailMessage
    at: float

    @property
    def plain(self) -> str:
        return self._part("plain")

    @property
    def html(self) -> str:
        return self._part("html")

    def _part(self, kind: str) -> str:
        part = self.message.get_body((kind,))
        assert part is not None
        return str(part.get_content()).replace("\r\n", "\n")

    @property
    def message_id(self) -> str:
        return str(self.message["Message-ID"])


@dataclass
class Post:
    """The server's behaviour and its received mails.

    ``at_rcpt`` and ``at_data`` return the reply for an address; None is 250. ``drop`` accepts the mail and
    closes the connection without a reply. ``slow_s`` delays each reply to a mail. ``smtputf8`` offers the
    extension (RFC 6531).
    """

    received: list[Received] = field(default_factory=list[Received])
    at_rcpt: Callable[[str], str | None] = lambda _: None
    at_data: Callable[[str], str | None] = lambda _: None
    drop: Callable[[str], bool] = lambda _: False
    slow_s: Callable[[str], float] = lambda _: 0.0
    smtputf8: bool = True
    connections: int = 0
    port: int = 0

    def of(self, address: str) -> list[Received]:
        """Returns the copies received for an address."""
        return [each for each in self.received if each.recipient == address]

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's names
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        answer = self.at_rcpt(address)
        if answer is None:
            envelope.rcpt_tos.append(address)
        return answer or "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        address = envelope.rcpt_tos[0]
        await asyncio.sleep(self.slow_s(address))  # the fault: a slow server
        answer = self.at_data(address)
        if answer is not None:
            return answer
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        self.received.append(Received(str(envelope.mail_from), address, read(content), time.monotonic()))
        if self.drop(address):
            transport: Any = server.transport
            transport.abort()
        return "250 2.0.0 taken"


@asynccontextmanager
async def serving(
    post: Post, tls: ssl.SSLContext | None = None, *, implicit: bool = False, password: str | None = None
) -> AsyncGenerator[Post]:
    """Runs the server in this event loop, on a free port."""

    def checked(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        good = isinstance(data, LoginPassword) and data.password == (password or "").encode()
        return AuthResult(success=good, handled=False)  # the server responds with 535

    def made() -> SMTP:
        post.connections += 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # aiosmtpd does not recognize implicit TLS as a TLS layer
            return _server()

    def _server() -> SMTP:
        return SMTP(
            post,
            hostname="post.example",
            enable_SMTPUTF8=post.smtputf8,
            tls_context=None if implicit else tls,
            require_starttls=tls is not None and not implicit,
            auth_required=password is not None,
            auth_require_tls=not implicit,
            authenticator=checked,
            timeout=60,
        )

    loop = asyncio.get_running_loop()
    server = await loop.create_server(made, "127.0.0.1", post.port or 0, ssl=tls if implicit else None)
    post.port = server.sockets[0].getsockname()[1]
    try:
        yield post
    finally:
        server.close()
        await asyncio.sleep(0.05)  # closed connections finish; no event marks the last one

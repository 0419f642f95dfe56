"""Postmark: mail over HTTP, from its public documentation of ``POST /email`` and of its error codes."""

import asyncio
import ssl
from email.message import EmailMessage
from typing import Any, Final

import aiohttp
import msgspec
from msgspec import Struct

from wellwish.mail.envelope import (
    AcceptedMail,
    BouncedError,
    DeferredError,
    Envelope,
    LostError,
    RejectedError,
)

TOTAL_S: Final = 20.0
CONNECT_S: Final = 5.0
CONNECTIONS: Final = 20
_ANSWER_BYTES: Final = 64 * 1024

# "API error codes" of the documentation. Errors that the operator can fix are retried, also elsewhere.
_INACTIVE: Final = 406  # the recipient bounced or complained before
_OPERATORS: Final = frozenset({10, 400, 401, 402, 405, 412, 413, 1235})

# Headers that have their own members in the request.
_OWN_MEMBERS: Final = frozenset({"from", "to", "subject", "mime-version", "content-type", "date"})


class _Answer(Struct, rename="pascal"):
    error_code: int = 0
    message_id: str = msgspec.field(name="MessageID", default="")


class Postmark:
    """A Postmark server: a token and a message stream."""

    name = "postmark"

    def __init__(
        self, url: str, token: str, stream: str, weight: int, tls: ssl.SSLContext | None = None
    ) -> None:
        self.weight = weight
        self._url = f"{url}/email"
        self._token = token
        self._stream = stream
        self._tls = tls
        self._session: aiohttp.ClientSession | None = None

    async def send(self, envelope: Envelope) -> AcceptedMail:
        """Raises BouncedError, RejectedError, DeferredError, LostError."""
        headers = {"X-Postmark-Server-Token": self._token, "Accept": "application/json"}
        try:
            async with (
                asyncio.timeout(TOTAL_S),
                self._opened().post(
                    self._url, json=self._body(envelope), headers=headers, allow_redirects=False
                ) as answer,
            ):
                content = await answer.content.read(_ANSWER_BYTES)
                return self._understood(answer.status, content)
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise DeferredError(f"connect {type(error).__name__}", away=True) from error
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise LostError(type(error).__name__) from error

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=CONNECTIONS, ssl=self._tls or True),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_S, connect=TOTAL_S),
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=False,
            )
        return self._session

    def _body(self, envelope: Envelope) -> dict[str, Any]:
        message = envelope.message
        headers = [
            {"Name": name, "Value": str(value)}
            for name, value in message.items()
            if name.lower() not in _OWN_MEMBERS
        ]
        return {
            "From": str(message["From"]),
            "To": envelope.recipient,
            "Subject": str(message["Subject"]),
            "TextBody": _part(message, "plain"),
            "HtmlBody": _part(message, "html"),
            "MessageStream": self._stream,
            "TrackOpens": False,
            "TrackLinks": "None",
            # Without this header Postmark replaces our Message-ID.
            "Headers": [*headers, {"Name": "X-PM-KeepID", "Value": "true"}],
            "Metadata": dict(envelope.names),
        }

    def _understood(self, status: int, content: bytes) -> AcceptedMail:
        try:
            answer = msgspec.json.decode(content, type=_Answer)
        except msgspec.DecodeError:
            answer = _Answer(error_code=-1)
        detail = f"http {status} code {answer.error_code}"
        if status == 200 and answer.error_code == 0:
            return AcceptedMail(self.name, answer.message_id)
        if answer.error_code == _INACTIVE:
            raise BouncedError(detail)
        if status >= 500 and status != 503:  # 503: "service unavailable", nothing was done
            raise LostError(detail)
        if status != 422 or answer.error_code in _OPERATORS:
            raise DeferredError(detail, away=True)
        raise RejectedError(detail)


def _part(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return "" if part is None else str(part.get_content())

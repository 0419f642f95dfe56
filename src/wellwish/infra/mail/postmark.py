"""Postmark: email over HTTP, following its documentation of ``POST /email``, error codes and suppressions."""

import asyncio
import ssl
from typing import Any, Final
from urllib.parse import quote

import aiohttp
import msgspec
from msgspec import Struct

from wellwish.base import trace
from wellwish.infra.mail.envelope import (
    AcceptedMail,
    DeferredError,
    Envelope,
    LostError,
    RejectedError,
    SuppressedError,
)

TOTAL_S: Final = 20.0
CONNECT_S: Final = 5.0
CONNECTIONS: Final = 20
_ANSWER_BYTES: Final = 64 * 1024

# "API error codes" of the documentation. Errors that the operator can fix are retried on other servers.
_INACTIVE: Final = 406  # the recipient bounced, complained or unsubscribed; the response does not show which
_OPERATORS: Final = frozenset({10, 400, 401, 402, 405, 412, 413, 1235})

# Headers that are separate members of the request, and Date, which Postmark sets.
_OWN_MEMBERS: Final = frozenset({"To", "Reply-To", "Subject", "Date"})


class _Answer(Struct, rename="pascal"):
    error_code: int = 0
    message_id: str = msgspec.field(name="MessageID", default="")


class _Suppression(Struct, rename="pascal"):
    suppression_reason: str = ""


class _Dump(Struct, rename="pascal"):
    suppressions: list[_Suppression] = []


class Postmark:
    """A Postmark server: a token and a message stream."""

    name = "postmark"

    def __init__(
        self, url: str, token: str, stream: str, weight: int, tls: ssl.SSLContext | None = None
    ) -> None:
        self.weight = weight
        self._url = f"{url}/email"
        self._dump_url = f"{url}/message-streams/{quote(stream, safe='')}/suppressions/dump"
        self._headers = {"X-Postmark-Server-Token": token, "Accept": "application/json"}
        self._stream = stream
        self._tls = tls
        self._session: aiohttp.ClientSession | None = None

    async def send(self, envelope: Envelope) -> AcceptedMail:
        """Raises SuppressedError, RejectedError, DeferredError, LostError."""
        try:
            async with (
                asyncio.timeout(TOTAL_S),
                self._opened().post(
                    self._url,
                    json=self._body(envelope),
                    headers={**self._headers, **trace.headers()},
                    allow_redirects=False,
                ) as answer,
            ):
                content = await answer.content.read(_ANSWER_BYTES)
                return self._understood(answer.status, content)
        except SuppressedError as error:
            raise SuppressedError(error.detail, await self._reason(envelope.recipient)) from error
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise DeferredError(f"connect {type(error).__name__}", away=True) from error
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise LostError(type(error).__name__) from error

    async def _reason(self, recipient: str) -> str | None:
        """Returns the reason why Postmark suppresses the recipient, or None if it reports none."""
        try:
            async with (
                asyncio.timeout(TOTAL_S),
                self._opened().get(
                    self._dump_url,
                    params={"EmailAddress": recipient},
                    headers={**self._headers, **trace.headers()},
                    allow_redirects=False,
                ) as answer,
            ):
                dump = msgspec.json.decode(await answer.content.read(_ANSWER_BYTES), type=_Dump)
        except (aiohttp.ClientError, OSError, TimeoutError, msgspec.DecodeError, UnicodeDecodeError):
            return None
        return next((each.suppression_reason for each in dump.suppressions), None)

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
            {"Name": name, "Value": value}
            for name, value in message.headers.items()
            if name not in _OWN_MEMBERS
        ]
        return {
            "From": str(message.sender),
            "To": envelope.recipient,
            "Subject": message.headers["Subject"],
            **({"ReplyTo": message.headers["Reply-To"]} if "Reply-To" in message.headers else {}),
            "TextBody": message.text,
            "HtmlBody": message.html,
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
            raise SuppressedError(detail, None)
        if status >= 500 and status != 503:  # 503: "service unavailable"; the request had no effect
            raise LostError(detail)
        if status != 422 or answer.error_code in _OPERATORS:
            raise DeferredError(detail, away=True)
        raise RejectedError(detail)

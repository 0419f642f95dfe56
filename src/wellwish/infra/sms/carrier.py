"""A carrier with Twilio's interface: sending text messages, and verifying callback signatures.

Written from the public documentation of ``POST /2010-04-01/Accounts/{Sid}/Messages.json``, of the error
codes, and of "Validating requests are coming from Twilio". There is no idempotency key, so a text message may
be sent twice if the response is lost.
"""

import asyncio
import hashlib
import hmac
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl

import msgspec
from msgspec import Struct

from wellwish.base import trace
from wellwish.base.failover import Failover
from wellwish.base.settings.sms import SmsProvider

if TYPE_CHECKING:
    import aiohttp

# Short enough for a second carrier to send a text message within 10 s.
CALL_S: Final = 4.0
CONNECT_S: Final = 2.0
_CONNECTIONS: Final = 64  # concurrent calls to a carrier, one for each place in the lane of messages
_ANSWER_BYTES: Final = 64 * 1024

# Documented error codes that concern the number or its owner, with our reasons. Other 4xx errors concern the
# operator's account or the carrier, so another carrier may accept the text message.
REFUSALS: Final[Mapping[int, str]] = {
    21211: "invalid_number",
    21214: "invalid_number",
    21217: "invalid_number",
    21408: "country_not_allowed",
    21610: "stopped",
    21612: "not_reachable",
    21614: "not_mobile",
    21617: "too_long",
    30003: "not_reachable",
    30004: "blocked",
    30005: "unknown_number",
    30006: "landline",
    30007: "filtered",
    30008: "not_delivered",
}


class CarrierUnavailableError(Exception):
    """The text message was not accepted, or the outcome is unknown; this message contains only codes."""


class CarrierRefusedError(Exception):
    """No carrier will accept this text message for this number; ``reason`` is our reason code."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Accepted(Struct, frozen=True):
    """A text message accepted by a carrier, with the carrier's ID."""

    carrier: str
    sid: str


class _Answer(Struct):
    sid: str = ""
    code: int = 0


class Carrier:
    """An account at a carrier. The session opens with the first call."""

    def __init__(self, provider: SmsProvider) -> None:
        self.name = provider.name
        self._url = f"{provider.url}/2010-04-01/Accounts/{provider.sid}/Messages.json"
        basic = b64encode(f"{provider.sid}:{provider.token}".encode()).decode()
        self._headers = {"Authorization": f"Basic {basic}"}
        self._token = provider.token
        kind = "MessagingServiceSid" if provider.sender.startswith("MG") else "From"
        self._sender = {kind: provider.sender}
        self._session: aiohttp.ClientSession | None = None

    async def send(self, to: str, body: str, callback: str) -> Accepted:
        """Raises CarrierUnavailableError, CarrierRefusedError."""
        form = {"To": to, **self._sender, "Body": body, "StatusCallback": callback}
        with trace.span("send text", "client", {"server.address": self.name}):
            return await self._send(form)

    async def _send(self, form: Mapping[str, str]) -> Accepted:
        import aiohttp  # imported late: 7 MB that only processes that send text messages need

        headers = {**self._headers, **trace.headers()}
        try:
            async with (
                asyncio.timeout(CALL_S),
                self._opened().post(self._url, data=form, headers=headers, allow_redirects=False) as answer,
            ):
                return self._understood(answer.status, await answer.content.read(_ANSWER_BYTES))
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise CarrierUnavailableError(type(error).__name__) from error

    def is_signed(self, url: str, form: str, signature: str) -> bool:
        """Whether the carrier signed a callback; ``url`` is the exact URL given to the carrier."""
        return hmac.compare_digest(sign(self._token, url, form).encode(), signature.encode())

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _understood(self, status: int, content: bytes) -> Accepted:
        try:
            answer = msgspec.json.decode(content, type=_Answer)
        except msgspec.DecodeError:
            answer = _Answer()
        if status in (200, 201) and answer.sid:
            return Accepted(self.name, answer.sid)
        detail = f"http {status} code {answer.code}"
        if status == 400 and answer.code in REFUSALS:
            raise CarrierRefusedError(REFUSALS[answer.code], detail)
        raise CarrierUnavailableError(detail)

    def _opened(self) -> "aiohttp.ClientSession":
        import aiohttp

        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=_CONNECTIONS),
                timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_S),
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=False,
            )
        return self._session


def sign(token: str, url: str, form: str) -> str:
    """Returns ``X-Twilio-Signature``: HMAC-SHA1 of the URL and, sorted by name, each field and its value."""
    fields = sorted(set(parse_qsl(form, keep_blank_values=True)))
    signed = url + "".join(name + value for name, value in fields)
    return b64encode(hmac.new(token.encode(), signed.encode(), hashlib.sha1).digest()).decode()


class Carriers:
    """The carriers of a process by name, in order of weight. There may be none."""

    def __init__(self, providers: Sequence[SmsProvider]) -> None:
        ordered = sorted(providers, key=lambda provider: -provider.weight)
        self.by_name = {provider.name: Carrier(provider) for provider in ordered}
        self.failover = Failover(list(self.by_name.values()))

    @property
    def ready(self) -> bool:
        """Whether there is a carrier."""
        return bool(self.by_name)

    async def close(self) -> None:
        for carrier in self.by_name.values():
            await carrier.close()

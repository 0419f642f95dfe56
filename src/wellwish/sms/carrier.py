"""A carrier in the shape of Twilio: a text out, and the signature of what comes back.

Written from its public documentation of ``POST /2010-04-01/Accounts/{Sid}/Messages.json``, of its error
codes, and of "Validating requests are coming from Twilio". There is no idempotency key: a text whose answer
was lost may go out twice.
"""

import asyncio
import hashlib
import hmac
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import parse_qsl

import aiohttp
import msgspec
from msgspec import Struct

from wellwish.settings.sms import SmsProvider

# With a second carrier after the first, a text has left within the 10 s of reliability.md.
CALL_S: Final = 4.0
CONNECT_S: Final = 2.0
_CONNECTIONS: Final = 64  # to one carrier; as many as jobs that wait for servers of others
_ANSWER_BYTES: Final = 64 * 1024

# Error codes of the documentation that speak of the number or of the person, with our word for them. Any
# other 4xx speaks of the operator's account or of the carrier: another carrier may take the text.
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


class AwayError(Exception):
    """The carrier did not take the text, or that is not known; says what it answered, not in its words."""


class RefusedError(Exception):
    """No carrier will take this text to this number; ``reason`` is our word for why."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Accepted(Struct, frozen=True):
    """A text that a carrier has taken, and the id that it gave."""

    carrier: str
    sid: str


class _Answer(Struct):
    sid: str = ""
    code: int = 0


class Carrier:
    """One account at one carrier. Opens its session with the first call."""

    def __init__(self, provider: SmsProvider) -> None:
        self.name = provider.name
        self.resting_weight = provider.weight
        self._url = f"{provider.url}/2010-04-01/Accounts/{provider.sid}/Messages.json"
        basic = b64encode(f"{provider.sid}:{provider.token}".encode()).decode()
        self._headers = {"Authorization": f"Basic {basic}"}
        self._token = provider.token
        kind = "MessagingServiceSid" if provider.sender.startswith("MG") else "From"
        self._sender = {kind: provider.sender}
        self._session: aiohttp.ClientSession | None = None

    async def send(self, to: str, body: str, callback: str) -> Accepted:
        """Raises AwayError, RefusedError."""
        form = {"To": to, **self._sender, "Body": body, "StatusCallback": callback}
        try:
            async with (
                asyncio.timeout(CALL_S),
                self._opened().post(
                    self._url, data=form, headers=self._headers, allow_redirects=False
                ) as answer,
            ):
                return self._understood(answer.status, await answer.content.read(_ANSWER_BYTES))
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise AwayError(type(error).__name__) from error

    def is_signed(self, url: str, form: str, signature: str) -> bool:
        """Tells whether a callback comes from the carrier: by the exact URL that it was given, and form."""
        return hmac.compare_digest(sign(self._token, url, form).encode(), signature.encode())

    async def close(self) -> None:
        """Ends the connections."""
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
            raise RefusedError(REFUSALS[answer.code], detail)
        raise AwayError(detail)

    def _opened(self) -> aiohttp.ClientSession:
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
    """The carriers of a process, by name. Without any, texts cannot be sent."""

    def __init__(self, providers: Sequence[SmsProvider]) -> None:
        self.by_name = {provider.name: Carrier(provider) for provider in providers}

    @property
    def ready(self) -> bool:
        """Tells whether there is a carrier at all."""
        return bool(self.by_name)

    async def close(self) -> None:
        """Ends what is open."""
        for carrier in self.by_name.values():
            await carrier.close()

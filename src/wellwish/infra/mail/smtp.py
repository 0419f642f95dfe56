"""An SMTP server of the operator (RFC 5321): its connections and the interpretation of its replies."""

import asyncio
import ssl
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache
from typing import Final

import aiosmtplib
from aiosmtplib import SMTPException, SMTPResponseException, SMTPTimeoutError

from wellwish.base.settings.mail import SmtpServer
from wellwish.infra.mail.envelope import (
    AcceptedMail,
    BouncedError,
    DeferredError,
    Envelope,
    LostError,
    RejectedError,
    UnsupportedAddressError,
)
from wellwish.infra.mail.refusal import enhanced_code, is_missing_mailbox

CONNECT_S: Final = 5.0  # includes DNS, connection, greeting, TLS and authentication
COMMAND_S: Final = 5.0  # MAIL and RCPT, which servers process quickly
# The reply to the email content. RFC 5321 4.5.3.2.6 allows ten minutes, but the job ends earlier, and emails
# with late replies are sent again.
DATA_S: Final = 20.0
IDLE_S: Final = 20.0  # shorter than the idle timeout of common servers
MAILS: Final = 100  # emails per connection: a common limit of relays

Client = aiosmtplib.SMTP


class Smtp:
    """One server. ``tls`` is only for tests, whose servers have self-signed certificates."""

    def __init__(self, server: SmtpServer, local_name: str, tls: ssl.SSLContext | None = None) -> None:
        self.name = f"smtp:{server.host}:{server.port}"
        self.weight = server.weight
        self._server = server
        self._local_name = local_name
        self._tls = tls
        self._room = asyncio.Semaphore(server.connections)
        self._idle: list[
            tuple[Client, int, float]
        ] = []  # connections with the number of emails sent and the start of their idle time

    async def send(self, envelope: Envelope) -> AcceptedMail:
        """Raises BouncedError, RejectedError, UnsupportedAddressError, DeferredError, LostError."""
        async with self._room:
            while self._idle:
                client, mails, since = self._idle.pop()
                if client.is_connected and time.monotonic() - since < IDLE_S:
                    try:
                        return await self._over(client, mails, envelope)
                    except _StaleError:
                        continue  # the server had closed the connection and accepted nothing
                client.close()
            try:
                return await self._over(await self._connected(), 0, envelope)
            except _StaleError as error:
                raise DeferredError(str(error), away=True) from error

    async def check(self) -> None:
        """Connects and signs in without sending anything. Raises DeferredError."""
        (await self._connected()).close()

    async def close(self) -> None:
        """Closes the idle connections."""
        while self._idle:
            self._idle.pop()[0].close()

    async def _connected(self) -> Client:
        server = self._server
        client = Client(
            hostname=server.host,
            port=server.port,
            username=server.username,
            password=server.password,
            local_hostname=self._local_name,
            timeout=CONNECT_S,
            use_tls=server.tls == "implicit",
            start_tls=server.tls == "starttls",
            tls_context=None if server.tls == "none" else self._tls or _verified_tls(),
        )
        try:
            async with asyncio.timeout(CONNECT_S):
                await client.connect()
                if client.last_ehlo_response is None:
                    await client.ehlo()
        except (SMTPException, OSError, TimeoutError) as error:
            # A permanent rejection of the connection also counts as temporary, because the operator can fix
            # the cause.
            raise DeferredError(_codes(error, "connect"), away=True) from error
        return client

    async def _over(self, client: Client, mails: int, envelope: Envelope) -> AcceptedMail:
        async with _ended_unless_whole(client):
            utf8 = not envelope.recipient.isascii()
            options = await self._begin(client, envelope, utf8=utf8)
            try:
                recipient = envelope.recipient
                await client.rcpt(recipient, encoding="utf-8" if utf8 else "ascii", timeout=COMMAND_S)
            except SMTPResponseException as error:
                raise _refusal(error) from error
            except (SMTPException, OSError, TimeoutError) as error:
                raise DeferredError(_codes(error, "rcpt"), away=True) from error
            content = envelope.message.as_bytes(utf8="SMTPUTF8" in options)
            try:
                answer = await client.data(content, timeout=DATA_S)
            except SMTPResponseException as error:
                raise _refusal(error) from error
            except (SMTPException, OSError, TimeoutError) as error:
                raise LostError(_codes(error, "data")) from error
        if mails + 1 < MAILS:
            self._idle.append((client, mails + 1, time.monotonic()))
        else:
            client.close()
        return AcceptedMail(self.name, answer.message.splitlines()[0][:200] if answer.message else "")

    async def _begin(self, client: Client, envelope: Envelope, *, utf8: bool) -> list[str]:
        options: list[str] = []
        if utf8:
            if not client.supports_extension("smtputf8"):
                # RFC 6531 section 3.2: such an address requires a server with SMTPUTF8.
                raise UnsupportedAddressError("the server has no SMTPUTF8")
            options = ["SMTPUTF8"]
        try:
            await client.mail(envelope.sender, options=options, timeout=COMMAND_S)
        except SMTPResponseException as error:
            if error.code == 421:
                raise _StaleError(_codes(error, "mail")) from error
            raise DeferredError(_codes(error, "mail"), away=True) from error
        except SMTPTimeoutError as error:
            raise DeferredError(_codes(error, "mail"), away=True) from error
        except (SMTPException, OSError) as error:
            raise _StaleError(_codes(error, "mail")) from error
        return options


class _StaleError(Exception):
    """The server closed the connection before the email was sent."""


@asynccontextmanager
async def _ended_unless_whole(client: Client) -> AsyncGenerator[None]:
    """Closes the connection unless the email was accepted, so that the server discards partial emails."""
    try:
        yield
    except BaseException:
        client.close()
        raise


def _refusal(error: SMTPResponseException) -> BouncedError | RejectedError | DeferredError:
    detail = _codes(error, "refused")
    if error.code < 500:
        return DeferredError(detail, away=error.code == 421)
    if is_missing_mailbox(error.code, error.message):
        return BouncedError(detail)
    return RejectedError(detail)


def _codes(error: Exception, step: str) -> str:
    """Returns only codes, because the text of a reply may contain addresses."""
    if isinstance(error, SMTPResponseException):
        enhanced = enhanced_code(error.message)
        return f"{step} {error.code}" + (f" {enhanced}" if enhanced else "")
    return f"{step} {type(error).__name__}"


@cache
def _verified_tls() -> ssl.SSLContext:
    return ssl.create_default_context()

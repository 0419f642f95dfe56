"""Send an email through the first server that accepts it, in order of weight.

A server that is unavailable or slow is tried last for a while.
"""

import asyncio
import ssl
import time
from collections.abc import Callable, Sequence
from typing import Final

from wellwish.base import trace
from wellwish.base.failover import Failover
from wellwish.base.settings import Settings
from wellwish.infra.mail.envelope import (
    AcceptedMail,
    DeferredError,
    Envelope,
    LostError,
    MailError,
    Server,
    UnsupportedAddressError,
)
from wellwish.infra.mail.smtp import Smtp

# Time limit for all servers together. With the job's statements, it is well below the 55 s of a job.
TOTAL_S: Final = 45.0
SLOW_S: Final = 5.0  # half of the 10 s within which 95 % of emails have to be sent


class Mailer:
    """The mail servers of a process. Without servers, ``ready`` is False and nothing can be sent."""

    def __init__(self, servers: Sequence[Server]) -> None:
        # Called with the provider, result and duration in seconds of each attempt.
        self.on_attempt: Callable[[str, str, float], None] | None = None
        self._servers = sorted(servers, key=lambda server: -server.weight)
        self._failover = Failover(self._servers)

    @classmethod
    def from_settings(cls, settings: Settings, tls: ssl.SSLContext | None = None) -> "Mailer":
        """Returns the mailer for the configured servers; ``tls`` is only for tests."""
        servers: list[Server] = [Smtp(server, settings.host_name, tls) for server in settings.smtp_servers]
        if settings.postmark_token is not None:
            # Imported late, because processes with only SMTP servers do not need the HTTP client.
            from wellwish.infra.mail.postmark import Postmark

            servers.append(
                Postmark(
                    settings.postmark_url,
                    settings.postmark_token,
                    settings.postmark_stream,
                    settings.postmark_weight,
                    tls,
                )
            )
        return cls(servers)

    @property
    def ready(self) -> bool:
        """Whether there is a server."""
        return bool(self._servers)

    async def send(self, envelope: Envelope) -> AcceptedMail:
        """Sends the email. Raises a subclass of MailError.

        Raises UnsupportedAddressError only if no server deferred the email, because such a server might
        support the address.
        """
        trouble: MailError | None = None
        try:
            async with asyncio.timeout(TOTAL_S):
                for server in self._failover.in_order():
                    try:
                        return await self._by(server, envelope)
                    except DeferredError as error:
                        trouble = error
                    except UnsupportedAddressError as error:
                        trouble = trouble or error
        except TimeoutError as error:
            # The time limit expired before the reply. The email counts as lost and is sent again with the
            # same Message-ID.
            raise LostError("timeout") from error
        raise trouble or DeferredError("no server")

    async def close(self) -> None:
        for server in self._servers:
            await server.close()

    async def _by(self, server: Server, envelope: Envelope) -> AcceptedMail:
        began, result = time.monotonic(), "lost"
        try:
            with trace.span("send mail", "client", {"server.address": server.name}):
                taken = await server.send(envelope)
            result = "accepted"
        except LostError:
            self._failover.failed(server)
            raise
        except DeferredError as error:
            result = error.result
            if error.away:
                self._failover.failed(server)
            raise
        except MailError as error:
            result = error.result
            raise
        finally:
            if self.on_attempt is not None:
                self.on_attempt(server.name, result, time.monotonic() - began)
        if time.monotonic() - began > SLOW_S:
            self._failover.failed(server)
        else:
            self._failover.worked(server)
        return taken

"""Send a mail through the first server that accepts it, in order of weight.

A server that is unavailable or slow is tried last for a while, so that it costs its timeout once and not for
each mail.
"""

import asyncio
import ssl
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from wellwish.base import trace
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

# For all servers together; with the job's statements well below the 55 s of a job.
TOTAL_S: Final = 45.0
SLOW_S: Final = 5.0  # half of the 10 s within which 95 % of mails have to be sent
FIRST_REST_S: Final = 15.0
LONGEST_REST_S: Final = 240.0


@dataclass
class _Way:
    server: Server
    rests_until: float = 0.0  # of the monotonic clock
    rest_s: float = FIRST_REST_S

    def rest(self) -> None:
        """Makes the server the last to be tried for a while. The time doubles until the server recovers."""
        self.rests_until = time.monotonic() + self.rest_s
        self.rest_s = min(self.rest_s * 2, LONGEST_REST_S)


class Mailer:
    """The mail servers of a process. Without any, ``ready`` is False and nothing can be sent."""

    def __init__(self, servers: Sequence[Server]) -> None:
        # Called with the provider, the result and the seconds of each attempt.
        self.on_attempt: Callable[[str, str, float], None] | None = None
        self._ways = [_Way(server) for server in sorted(servers, key=lambda server: -server.weight)]

    @classmethod
    def from_settings(cls, settings: Settings, tls: ssl.SSLContext | None = None) -> "Mailer":
        """Returns the servers that the operator set; ``tls`` is only for tests."""
        servers: list[Server] = [Smtp(server, settings.host_name, tls) for server in settings.smtp_servers]
        if settings.postmark_token is not None:
            # Imports the HTTP client, which a process with only SMTP servers does not need.
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
        return bool(self._ways)

    async def send(self, envelope: Envelope) -> AcceptedMail:
        """Sends the mail. Raises a subclass of MailError.

        An address is unsupported only if no server supports it, and an unavailable server might.
        """
        trouble: MailError | None = None
        try:
            async with asyncio.timeout(TOTAL_S):
                for way in self._in_order():
                    try:
                        return await self._by(way, envelope)
                    except DeferredError as error:
                        trouble = error
                    except UnsupportedAddressError as error:
                        trouble = trouble or error
        except TimeoutError as error:
            # Time ran out before the reply: treated as lost, so that it is sent again with the same
            # Message-ID.
            raise LostError("timeout") from error
        raise trouble or DeferredError("no server")

    async def close(self) -> None:
        for way in self._ways:
            await way.server.close()

    def _in_order(self) -> list[_Way]:
        now = time.monotonic()
        return sorted(self._ways, key=lambda way: way.rests_until > now)

    async def _by(self, way: _Way, envelope: Envelope) -> AcceptedMail:
        began, result = time.monotonic(), "lost"
        try:
            with trace.span("send mail", "client", {"server.address": way.server.name}):
                taken = await way.server.send(envelope)
            result = "accepted"
        except LostError:
            way.rest()
            raise
        except DeferredError as error:
            result = error.result
            if error.away:
                way.rest()
            raise
        except MailError as error:
            result = error.result
            raise
        finally:
            if self.on_attempt is not None:
                self.on_attempt(way.server.name, result, time.monotonic() - began)
        if time.monotonic() - began > SLOW_S:
            way.rest()
        else:
            way.rest_s = FIRST_REST_S
        return taken

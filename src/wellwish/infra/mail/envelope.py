"""The envelope of an email, and the outcomes of sending it to a server."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

from wellwish.infra.mail.mail import Mail


@dataclass(frozen=True)
class Envelope:
    """An email with its sender and recipient; ``names`` are IDs that providers return in callbacks."""

    sender: str
    recipient: str
    message: Mail
    names: Mapping[str, str]


@dataclass(frozen=True)
class AcceptedMail:
    """A server has accepted the email; ``provider_id`` is the server's ID for it."""

    provider: str
    provider_id: str


class MailError(Exception):
    """No server is known to have accepted the email. ``detail`` contains codes, but no address."""

    result: ClassVar[str]  # a label in metrics

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class BouncedError(MailError):
    """The mailbox does not exist."""

    result = "bounced"


class SuppressedError(MailError):
    """The provider suppresses the recipient; ``reason`` is the provider's reason, or None if unknown."""

    result = "suppressed"

    def __init__(self, detail: str, reason: str | None) -> None:
        super().__init__(detail)
        self.reason = reason


class RejectedError(MailError):
    """The server rejects this email permanently, but may accept others to the same address."""

    result = "rejected"


class DeferredError(MailError):
    """The server did not accept the email, but may accept it later, as may another server.

    ``away``: the cause is the server, not the email.
    """

    result = "deferred"

    def __init__(self, detail: str, *, away: bool = False) -> None:
        super().__init__(detail)
        self.away = away


class UnsupportedAddressError(MailError):
    """The server cannot send to an address with non-ASCII characters before the @ (RFC 6531)."""

    result = "unsupported"


class LostError(MailError):
    """The reply was lost, so the email may have been accepted. Send it again with the same Message-ID."""

    result = "lost"


class Server(Protocol):
    """A mail server or provider."""

    name: str
    weight: int

    async def send(self, envelope: Envelope) -> AcceptedMail:
        """Sends the email. Raises a subclass of MailError."""
        ...

    async def close(self) -> None:
        """Closes its connections."""
        ...

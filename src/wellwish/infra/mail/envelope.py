"""The envelope of a mail, and the outcomes of sending it to a server."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol

from wellwish.infra.mail.mail import Mail


@dataclass(frozen=True)
class Envelope:
    """A mail with its sender and recipient; ``names`` are ids that a provider returns in its callbacks."""

    sender: str
    recipient: str
    message: Mail
    names: Mapping[str, str]


@dataclass(frozen=True)
class AcceptedMail:
    """A server has accepted the mail; ``provider_id`` is the server's id of it."""

    provider: str
    provider_id: str


class MailError(Exception):
    """No server is known to have accepted the mail. ``detail`` contains codes, but no address."""

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
    """The server will never accept this mail, but may accept another to the same address."""

    result = "rejected"


class DeferredError(MailError):
    """The server did not accept the mail; another server may accept it, or this one later.

    ``away``: the cause is the server, not the mail.
    """

    result = "deferred"

    def __init__(self, detail: str, *, away: bool = False) -> None:
        super().__init__(detail)
        self.away = away


class UnsupportedAddressError(MailError):
    """The server cannot send to an address with characters beyond ASCII before the @ (RFC 6531)."""

    result = "unsupported"


class LostError(MailError):
    """The reply was lost, so the server may have accepted it: send it again with the same Message-ID."""

    result = "lost"


class Server(Protocol):
    """A mail server or provider."""

    name: str
    weight: int

    async def send(self, envelope: Envelope) -> AcceptedMail:
        """Sends the mail. Raises a subclass of MailError."""
        ...

    async def close(self) -> None:
        """Closes its connections."""
        ...

"""What is handed to a server, and what may become of it there."""

from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from typing import Protocol


@dataclass(frozen=True)
class Envelope:
    """A mail, who sends it and to whom; ``names`` are ids that a provider tells again in its callbacks."""

    sender: str
    recipient: str
    message: EmailMessage
    names: Mapping[str, str]


@dataclass(frozen=True)
class Taken:
    """A server has taken the mail over; ``provider_id`` is its own name for it."""

    provider: str
    provider_id: str


class MailError(Exception):
    """A mail that was not taken, or not surely. ``detail`` holds codes and no address."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class BouncedError(MailError):
    """There is no such mailbox, and there will be none."""


class RejectedError(MailError):
    """The server will never take this mail; another mail to the same address it may."""


class DeferredError(MailError):
    """Nothing was taken; another server may take it, or this one later.

    ``away``: the trouble is the server's and not the mail's.
    """

    def __init__(self, detail: str, *, away: bool = False) -> None:
        super().__init__(detail)
        self.away = away


class LostError(MailError):
    """The server may have taken it and its answer was lost: to be sent again with the same Message-ID."""


class Server(Protocol):
    """One way out."""

    name: str
    weight: int

    async def send(self, envelope: Envelope) -> Taken:
        """Hands the mail over. Raises MailError, in one of its kinds."""
        ...

    async def close(self) -> None:
        """Ends what is open."""
        ...

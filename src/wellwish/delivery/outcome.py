"""The outcomes of messages, and the interface to the records that messages belong to."""

from collections.abc import Sequence
from typing import Literal, Protocol

from msgspec import Struct

from wellwish.delivery.message import MessageRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

What = Literal["handed_over", "delivered", "bounced", "failed", "complained", "suppressed", "retrying"]


class Outcome(Struct, frozen=True):
    """The outcome of a message. ``reason`` is a code such as ``no_such_mailbox``; a delivered message has
    none.
    """

    what: What
    reason: str | None = None


class Owners(Protocol):
    """The rules of the records that messages belong to, such as invitations.

    These records are in packages that ``delivery`` must not import.
    """

    def link(self, services: Services, row: MessageRow) -> str | None:
        """Returns the link in the message, or None."""
        ...

    async def obstacle(self, tx: Tx, row: MessageRow) -> str | None:
        """Returns the reason why the message is no longer wanted, or None."""
        ...

    async def follow_accepted(self, tx: Tx, rows: Sequence[MessageRow]) -> None:
        """Updates the records of messages that a server accepted, in the same transaction."""
        ...

    async def follow(self, tx: Tx, services: Services, row: MessageRow, outcome: Outcome) -> None:
        """Updates the record that the message belongs to, in the same transaction."""
        ...

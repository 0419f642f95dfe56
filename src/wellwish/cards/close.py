"""Close a card."""

from msgspec import Struct

from wellwish.base.errors import CardClosed
from wellwish.cards import card
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import LockedCard
from wellwish.cards.state import move
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch, Services, Warnings


async def close(
    tx: Tx, access: CardAccess, row: LockedCard, services: Services, if_match: IfMatch, warnings: Warnings
) -> card.Card:
    """A closed card accepts no more notes, edits, money or invitations.

    Closing an empty card returns a warning.

    Raises CardClosed if it is closed already, CardState, PreconditionFailed.
    """
    if_match.check(row.version)
    if row.status(tx.now) == "closed":
        raise CardClosed("The card is already closed.")
    closed = await move(tx, access, services, row, "open", "closed")
    await _warn_if_empty(tx, access, warnings)
    return closed


class _Notes(Struct):
    published: bool
    waiting: int


async def _warn_if_empty(tx: Tx, access: CardAccess, warnings: Warnings) -> None:
    notes = await tx.one(
        _Notes,
        """
        select coalesce(bool_or(note_status = 'published'), false) as published,
          count(*) filter (where note_status = 'pending') as waiting
        from contributions where account_id = :account_id and card_id = :card_id
        """,
        account_id=access.account_id,
        card_id=access.card_id,
    )
    if not notes.published:
        waiting = f" {notes.waiting} wait for approval." if notes.waiting else ""
        warnings.add("", "empty_card", f"The card has no notes.{waiting} Reopening it lets people sign.")

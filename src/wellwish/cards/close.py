"""Close a card."""

from wellwish.base.errors import CardClosed
from wellwish.cards import card
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import LockedCard
from wellwish.cards.state import move
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch, Services


async def close(
    tx: Tx, access: CardAccess, row: LockedCard, services: Services, if_match: IfMatch
) -> card.Card:
    """A closed card accepts no more notes, edits, money or invitations.

    Raises CardClosed if it is closed already, CardState, PreconditionFailed.
    """
    if_match.check(row.version)
    if row.status(tx.now) == "closed":
        raise CardClosed("The card is already closed.")
    return await move(tx, access, services, row, "open", "closed", "card.closed")

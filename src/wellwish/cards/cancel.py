"""Cancel a card; its place in the bundle comes back if nobody was invited and nobody has signed."""

from wellwish.cards import card
from wellwish.cards.access import OnCard
from wellwish.cards.state import move
from wellwish.db import Tx
from wellwish.errors import CardState
from wellwish.http import IfMatch, Parts


async def cancel(tx: Tx, on: OnCard, parts: Parts, if_match: IfMatch) -> card.Card:
    """Raises CardState for an archived or cancelled card, PreconditionFailed."""
    row = await card.locked(tx, on)
    if_match.check(row.version)
    if row.status(tx.now) not in ("open", "closed"):
        raise CardState(f"The card is {row.state}.")
    await tx.run(
        """
        update bundle_purchases
        set cards_used = cards_used - 1, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :bundle_purchase_id and cards_used > 0
          and not exists (
            select from invitations i where i.account_id = :account_id and i.card_id = :card_id)
          and not exists (
            select from contributions c where c.account_id = :account_id and c.card_id = :card_id)
        """,
        account_id=on.account_id,
        bundle_purchase_id=row.bundle_purchase_id,
        card_id=on.card_id,
    )
    return await move(tx, on, parts, row, "any", "cancelled", "card.cancelled")

"""Record the first time that a recipient opens the card."""

from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.wake_jobs import OPENED, mail_signers
from wellwish.infra import events
from wellwish.infra.db import Tx


async def record_view(tx: Tx, row: CardRow, recipient_id: str) -> bool:
    """Returns whether this was the first time; only one of several concurrent calls returns True."""
    if not row.is_revealed(tx.now):
        return False
    # Locks the card before its recipients, in the usual order. The time is part of the card's record, so the
    # card's version increases.
    first = await tx.value(
        """
        with unseen as materialized (
          select c.id from cards c
          where c.account_id = :account_id and c.id = :card_id and c.deleted_at is null
            and exists (
              select 1 from recipients r
              where r.account_id = :account_id and r.card_id = :card_id and r.id = :recipient_id
                and r.first_viewed_at is null)
          for no key update
        ), viewed as (
          update recipients r set first_viewed_at = :now from unseen
          where r.account_id = :account_id and r.card_id = unseen.id and r.id = :recipient_id
            and r.first_viewed_at is null
          returning r.card_id
        )
        update cards c set version = version + 1, updated_at = :now from viewed
        where c.account_id = :account_id and c.id = viewed.card_id
        returning true
        """,
        account_id=row.account_id,
        card_id=row.id,
        recipient_id=recipient_id,
    )
    if first:
        data = {"card_id": row.id, "recipient_id": recipient_id}
        await events.record(tx, row.account_id, "card.viewed", card_id=row.id, data=data)
        access = CardAccess(row.account_id, row.id, EVERYTHING)
        await mail_signers(tx, access, recipient_id, OPENED)
    return bool(first)

"""Create a wall of a card: a page for a screen that shows notes as they are published."""

from wellwish.base.errors import CardState
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import LockedCard
from wellwish.cards.link import publish
from wellwish.cards.wall import Wall, WallRow, record
from wellwish.infra.db import Tx
from wellwish.infra.http import Services


async def create_wall(tx: Tx, access: CardAccess, row: LockedCard, services: Services) -> Wall:
    """Returns the card's wall; creates it only if the card has none.

    The wall shows published notes to everyone with its link, even before the card is closed. It does not show
    money or notes that are only for recipients, and shows names only if `see_contributor_names` is 0.

    Raises CardState for an archived or cancelled card.
    """
    status = row.status(tx.now)
    if status in ("archived", "cancelled") or row.cancelling_at is not None:
        raise CardState(f"The card is {status}; its notes can no longer be shown on a wall.")
    made = await tx.one(
        WallRow,
        """
        insert into walls as w (account_id, card_id, created_at) values (:account_id, :card_id, :now)
        on conflict (account_id, card_id) do update set
          version = w.version + case when w.deleted_at is null then 0 else 1 end,
          created_at = case when w.deleted_at is null then w.created_at else excluded.created_at end,
          deleted_at = null
        returning {columns}
        """,
        account_id=access.account_id,
        card_id=access.card_id,
    )
    await publish(tx, services.keys, access.account_id, access.card_id, [made.link])
    return record(made, services)

"""The revision of a card's invitations, for pages that show them live."""

from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx


async def revision(tx: Tx, access: CardAccess) -> str:
    """Returns a string that changes with every event of the card.

    It is a hash of several event IDs, because events may not commit in the order of their IDs.
    """
    return await tx.value(
        """
        select coalesce(md5(string_agg(latest.id, ' ' order by latest.id)), '') from (
          select id from events where account_id = :account_id and card_id = :card_id
          order by id desc limit 20) as latest
        """,
        account_id=access.account_id,
        card_id=access.card_id,
    )

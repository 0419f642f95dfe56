"""Record that a person opened an invitation's link."""

from wellwish.cards.access import CardAccess
from wellwish.db import Tx


async def opened(tx: Tx, access: CardAccess, invite_id: str) -> None:
    """Records only the first time; the caller tells people from mail scanners.

    There is no event, and only the day is kept: the second of the opening would reveal which anonymous
    author has signed.
    """
    await tx.run(
        """
        update invitations set
          status = case when status in ('queued', 'sent', 'delivered') then 'opened' else status end,
          status_reason = case when status in ('queued', 'sent', 'delivered') then null
            else status_reason end,
          opened_at = date_trunc('day', :now, 'UTC'), version = version + 1,
          updated_at = greatest(updated_at, date_trunc('day', :now, 'UTC'))
        where account_id = :account_id and id = :id and card_id = :card_id and opened_at is null
          and not is_parent and status not in ('revoked', 'suppressed', 'contributed')
        """,
        account_id=access.account_id,
        id=invite_id,
        card_id=access.card_id,
    )

"""Record that an invitation's link was opened, and show a day's openings on the next day."""

from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

SHOW_OPENED: Final = "invitations.show_opened"


async def opened(tx: Tx, access: CardAccess, invite_id: str) -> None:
    """Records only the first opening. The caller must exclude mail scanners.

    Records no event and stores only the day. The invitation changes on the next day, together with all others
    opened on the same day, because an earlier change would identify the author of an anonymous note.
    """
    recorded = await tx.run(
        """
        update invitations set seen_at = date_trunc('day', :now, 'UTC')
        where account_id = :account_id and id = :id and card_id = :card_id and opened_at is null
          and seen_at is null and not is_parent and status not in ('revoked', 'suppressed', 'contributed')
        """,
        account_id=access.account_id,
        id=invite_id,
        card_id=access.card_id,
    )
    if recorded:
        args = {"account_id": access.account_id, "card_id": access.card_id}
        await jobs.wake(tx, SHOW_OPENED, {access.card_id: args})


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Shows the openings of earlier days. Returns the next time to run, or None without openings today."""
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    async with services.db.transaction([access.account_id]) as tx:
        midnight = tx.now.replace(hour=0, minute=0, second=0, microsecond=0)
        seen = await tx.many(
            _Seen,
            # The same lock order as in ``send``.
            """
            select id, seen_at < :midnight as is_past from invitations
            where account_id = :account_id and card_id = :card_id and seen_at is not null
            order by id limit 1000000
            for no key update
            """,
            account_id=access.account_id,
            card_id=access.card_id,
            midnight=midnight,
        )
        await tx.run(
            """
            update invitations set
              status = case when status in ('queued', 'sent', 'delivered') then 'opened' else status end,
              status_reason = case when status in ('queued', 'sent', 'delivered') then null
                else status_reason end,
              opened_at = coalesce(opened_at, seen_at), seen_at = null, version = version + 1,
              updated_at = greatest(updated_at, :midnight)
            where account_id = :account_id and id = any (:ids)
            """,
            account_id=access.account_id,
            ids=[each.id for each in seen if each.is_past],
            midnight=midnight,
        )
    return None if all(each.is_past for each in seen) else midnight + timedelta(days=1)


class _Seen(Struct):
    id: str
    is_past: bool

"""Mark the invitations of anonymous contributions as answered after the card has closed."""

from typing import Any

from msgspec import Struct

from wellwish.base.errors import NotFound
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.infra.http import Services


async def run(services: Services, args: dict[str, Any]) -> None:
    """Sets all of them to contributed together, with the current day as their time.

    While the card is open, a change of an invitation would reveal the author of the note that was added at
    the same time, so signing anonymously changes none. No event is recorded. A second run changes nothing,
    nor does a run that finds the card reopened. A card with a single contributor cannot hide that person.
    """
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    async with services.db.transaction([access.account_id]) as tx:
        try:
            row = await card_row.locked(tx, access)
        except NotFound:
            return
        if row.state == "open":
            return
        ending = await tx.many(
            _Id,
            # Locked in the same order as by ``send``. Of the failed invitations of an address, only the
            # newest becomes live again, unless a later one is live.
            """
            select i.id from invitations i
            where i.account_id = :account_id and i.card_id = :card_id
              and not i.is_parent and i.delivery_type <> 'group'
              and i.status not in ('revoked', 'suppressed', 'contributed')
              and i.id in (
                select c.invitation_id from contributions c
                where c.account_id = :account_id and c.card_id = :card_id and c.invitation_id is not null
                  and c.anonymous and c.note_status <> 'deleted')
              and (i.status not in ('failed', 'bounced') or not exists (
                select 1 from invitations other
                where other.account_id = :account_id and other.card_id = :card_id
                  and other.address_key = i.address_key and other.id <> i.id and other.status <> 'revoked'
                  and (other.status not in ('failed', 'bounced') or other.id > i.id)))
            order by i.id limit 1000000
            for no key update of i
            """,
            account_id=access.account_id,
            card_id=access.card_id,
        )
        await tx.run(
            """
            update invitations set
              status = 'contributed', status_reason = null, next_reminder_at = null,
              contributed_at = date_trunc('day', :now, 'UTC'),
              opened_at = date_trunc('day', coalesce(opened_at, seen_at, :now), 'UTC'), seen_at = null,
              updated_at = date_trunc('day', :now, 'UTC'), version = version + 1
            where account_id = :account_id and id = any (:ids)
            """,
            account_id=access.account_id,
            ids=[each.id for each in ending],
        )


class _Id(Struct):
    id: str

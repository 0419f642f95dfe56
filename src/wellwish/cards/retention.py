"""Erase cards once they have been closed for the number of days that their account has set."""

from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from wellwish.base.errors import CardHasMoney
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.delete import ERASE, delete_card
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch, Services

RETAIN: Final = "cards.retain"
_BATCH: Final = 1000  # cards per statement


class _Card(Struct, frozen=True):
    card_id: str


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes each due card like its owner would, but erases its data immediately.

    Cards with money are kept, since their owner could not delete them either. After an interruption, the next
    run continues. A step of a test clock runs the job for its account.
    """
    if "account_id" in args:
        await _retain(services, args["account_id"])
        return
    async for accounts in jobs.account_pages(services.db):
        for account_id in accounts:
            await _retain(services, account_id)


async def next_due(tx: Tx, account_id: str) -> datetime | None:
    """Returns the time at which the account's next card is due, or None."""
    return await tx.value(
        """
        select min(closes_at) + make_interval(days => max(erase_cards_after_days))
        from (
          select a.erase_cards_after_days, case when c.state = 'open' then c.contribution_ends_at
            else coalesce(c.closed_at, c.archived_at, c.cancelled_at) end as closes_at
          from cards c join accounts a on a.id = :account_id
          where c.account_id = :account_id and a.erase_cards_after_days is not null
            and c.deleted_at is null) kept
        where closes_at > :now::timestamptz - make_interval(days => erase_cards_after_days)
        """,
        account_id=account_id,
    )


async def _retain(services: Services, account_id: str) -> None:
    last = ""
    while due := await _due(services, account_id, last):
        last = due[-1]
        for card_id in due:
            await _erase(services, CardAccess(account_id, card_id, EVERYTHING))


async def _due(services: Services, account_id: str, after: str) -> list[str]:
    async with services.db.transaction([account_id]) as tx:
        rows = await tx.many(
            _Card,
            """
            select c.id as card_id
            from cards c join accounts a on a.id = :account_id
            where c.account_id = :account_id and a.erase_cards_after_days is not null
              and c.deleted_at is null and c.id > :after
              and case when c.state = 'open' then c.contribution_ends_at
                else coalesce(c.closed_at, c.archived_at, c.cancelled_at) end
                <= :now::timestamptz - make_interval(days => a.erase_cards_after_days)
            order by c.id limit :batch
            """,
            account_id=account_id,
            after=after,
            batch=_BATCH,
        )
    return [row.card_id for row in rows]


async def _erase(services: Services, access: CardAccess) -> None:
    async with services.db.transaction([access.account_id]) as tx:
        row = await card_row.find_locked(tx, access)
        # Checked again under the lock: the card may have been reopened, or the setting changed.
        is_due = row is not None and await tx.value(
            """
            select true from cards c join accounts a on a.id = :account_id
            where c.account_id = :account_id and c.id = :card_id
              and case when c.state = 'open' then c.contribution_ends_at
                else coalesce(c.closed_at, c.archived_at, c.cancelled_at) end
                <= :now::timestamptz - make_interval(days => a.erase_cards_after_days)
            """,
            account_id=access.account_id,
            card_id=access.card_id,
        )
        if row is None or not is_due:
            return
        try:
            await delete_card(tx, access, row, IfMatch(None))
        except CardHasMoney:
            return
        args = {"account_id": access.account_id, "card_id": access.card_id}
        await jobs.enqueue(tx, ERASE, [args])

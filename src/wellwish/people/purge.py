"""Purge people who left 400 days ago, and end the years in which people want no card."""

from datetime import timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs.purge import BATCH
from wellwish.people import person
from wellwish.people.delete import delete_people

PURGE: Final = "people.purge_left"
# a year, and a month for noticing that somebody was marked as left by mistake
KEPT_FOR: Final = timedelta(days=400)
_LAST_ZONE: Final = timedelta(hours=12)  # UTC-12, where each year ends last


class _Account(Struct):
    account_id: str


class _Person(Struct):
    id: str


async def run(services: Services, args: dict[str, Any]) -> None:
    """Purges in batches; after an interruption, the next run continues."""
    del args
    async for page in jobs.account_pages(services.db):
        async with services.db.transaction(page) as tx:
            found = await tx.many(
                _Account,
                """
                select distinct account_id from people
                where account_id = any (:account_ids) and (left_at <= :oldest or skipped_year < :year)
                order by account_id limit 1000
                """,
                account_ids=page,
                oldest=tx.now - KEPT_FOR,
                year=(tx.now - _LAST_ZONE).year,
            )
        for each in found:
            async with services.db.transaction([each.account_id]) as tx:
                await _end_years(tx, each.account_id)
            deleted = BATCH
            while deleted == BATCH:
                async with services.db.transaction([each.account_id]) as tx:
                    deleted = await _delete(tx, services, each.account_id)


async def _end_years(tx: Tx, account_id: str) -> None:
    await person.lock(tx, account_id)  # because other changes lock several people in another order
    ended = await tx.many(
        _Person,
        """
        update people set skipped_year = null, version = version + 1, updated_at = :now
        where account_id = :account_id and skipped_year < :year
        returning id
        """,
        account_id=account_id,
        year=(tx.now - _LAST_ZONE).year,
    )
    data = [{"person_id": each.id} for each in ended]
    await events.record_each(tx, account_id, "person.updated", card_id=None, data=data)


async def _delete(tx: Tx, services: Services, account_id: str) -> int:
    await person.lock(tx, account_id)
    found = await tx.many(
        _Person,
        """
        select id from people where account_id = :account_id and left_at <= :oldest
        order by id limit :batch
        """,
        account_id=account_id,
        oldest=tx.now - KEPT_FOR,
        batch=BATCH,
    )
    if found:
        await delete_people(tx, services.keys, account_id, [each.id for each in found])
    return len(found)

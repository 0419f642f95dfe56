"""Purge people who left 400 days ago."""

from datetime import timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs.purge import BATCH
from wellwish.people import person
from wellwish.people.delete import delete_people

PURGE: Final = "people.purge_left"
KEPT_FOR: Final = timedelta(days=400)  # a year, and a month to notice who was marked as left by mistake


class _Account(Struct):
    account_id: str


class _Person(Struct):
    id: str


async def run(services: Services, args: dict[str, Any]) -> None:
    """An interrupted run leaves less for the next."""
    del args
    async for page in jobs.account_pages(services.db):
        async with services.db.transaction(page) as tx:
            found = await tx.many(
                _Account,
                """
                select distinct account_id from people
                where account_id = any (:account_ids) and left_at <= :oldest
                order by account_id limit 1000
                """,
                account_ids=page,
                oldest=tx.now - KEPT_FOR,
            )
        for each in found:
            deleted = BATCH
            while deleted == BATCH:
                async with services.db.transaction([each.account_id]) as tx:
                    deleted = await _delete(tx, each.account_id)


async def _delete(tx: Tx, account_id: str) -> int:
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
        await delete_people(tx, account_id, [each.id for each in found])
    return len(found)

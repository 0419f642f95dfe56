"""Erase old test cards, and count the test cards that are left."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.base import clock, ids
from wellwish.base.errors import CardHasMoney
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.delete import ERASE, delete_card
from wellwish.infra import jobs
from wellwish.infra.db import Database
from wellwish.infra.http import IfMatch, Services
from wellwish.test_mode.create_key import CARDS, NAME

TIDY: Final = "test_mode.tidy"
KEPT: Final = timedelta(days=90)  # of real time, which is in the ids
_PAGE: Final = 500


class _Account(Struct, frozen=True):
    account_id: str
    ahead: timedelta


class _Card(Struct, frozen=True):
    id: str


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes test cards 90 days after their creation, however far the test clock has moved.

    Cards with money are kept, and no longer count. A second run changes nothing.
    """
    del args
    oldest = ids.earliest("card", clock.now() - KEPT)
    async for account in _accounts(services.db):
        with clock.test_clock(account.ahead):
            await _erase_old(services, account.account_id, oldest)
            await _count(services, account.account_id, oldest)


async def _accounts(db: Database) -> AsyncGenerator[_Account]:
    after = ""
    while True:
        async with db.statement() as tx:
            rows = await tx.many(
                _Account,
                """
                select account_id, ahead from test_accounts
                where account_id > :after order by account_id limit :count
                """,
                after=after,
                count=_PAGE,
            )
        for row in rows:
            yield row
        if len(rows) < _PAGE:
            return
        after = rows[-1].account_id


async def _erase_old(services: Services, account_id: str, oldest: str) -> None:
    after = ""
    while True:
        async with services.db.transaction([account_id]) as tx:
            rows = await tx.many(
                _Card,
                """
                select id from cards
                where account_id = :account_id and deleted_at is null and id > :after and id < :oldest
                order by id limit :count
                """,
                account_id=account_id,
                after=after,
                oldest=oldest,
                count=_PAGE,
            )
        for row in rows:
            await _erase(services, CardAccess(account_id, row.id, EVERYTHING))
        if len(rows) < _PAGE:
            return
        after = rows[-1].id


async def _erase(services: Services, access: CardAccess) -> None:
    async with services.db.transaction([access.account_id]) as tx:
        row = await card_row.find_locked(tx, access)
        if row is None:
            return
        try:
            await delete_card(tx, access, row, IfMatch(None))
        except CardHasMoney:
            return
        await jobs.enqueue(tx, ERASE, [{"account_id": access.account_id, "card_id": access.card_id}])


async def _count(services: Services, account_id: str, oldest: str) -> None:
    """Counts the cards of the purchase again, so that deleted ones leave room for others."""
    async with services.db.transaction([account_id]) as tx:
        await tx.run(
            """
            update bundle_purchases b
            set cards_total = :most, cards_used = least(:most, k.cards), version = b.version + 1,
              updated_at = :now
            from (
              select p.id, (
                select count(*) from cards c
                where c.account_id = :account_id and c.bundle_purchase_id = p.id
                  and c.deleted_at is null and c.id >= :oldest)::int as cards
              from bundle_purchases p
              where p.account_id = :account_id and p.name = :name and p.price_amount = 0) k
            where b.account_id = :account_id and b.id = k.id
              and (b.cards_total, b.cards_used) <> (:most, least(:most, k.cards))
            """,
            account_id=account_id,
            most=CARDS,
            name=NAME,
            oldest=oldest,
        )

"""Erase old test cards, and count the remaining ones."""

from collections.abc import AsyncGenerator
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.accounts import test_account
from wellwish.accounts.test_account import Lead
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
KEPT: Final = timedelta(days=90)  # in real time
_LEADS_EVERY: Final = timedelta(days=1)  # which limits an account to 91
_PAGE: Final = 500


class _Account(Struct, frozen=True):
    account_id: str
    ahead: timedelta
    leads: list[Lead]


class _Card(Struct, frozen=True):
    id: str


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes test cards 90 days of real time after their creation, regardless of the test clock.

    Cards with money are kept, but not counted. A second run has no effect.
    """
    del args
    async for account in _accounts(services.db):
        leads = _keep(account, clock.now())
        if leads != account.leads:
            async with services.db.transaction([account.account_id]) as tx:
                await test_account.store_leads(tx, account.account_id, leads)
        oldest = ids.earliest("card", _until(leads, clock.now() - KEPT))
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
                select {columns} from test_accounts
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


def _keep(account: _Account, now: datetime) -> list[Lead]:
    """Returns the clock offsets of the last 90 days, including the initial and the current one."""
    began = [each for each in account.leads if each.at <= now - KEPT][-1:]
    leads = began + [each for each in account.leads if each.at > now - KEPT]
    current = Lead(now, account.ahead.total_seconds())
    if not leads or (leads[-1].ahead_s != current.ahead_s and leads[-1].at <= now - _LEADS_EVERY):
        leads.append(current)
    return leads


def _until(leads: list[Lead], at: datetime) -> datetime:
    """Returns the time of the test clock at a real time.

    Before the first offset, and up to a day after an advance, the result is too early, which keeps cards
    longer.
    """
    ahead_s = max((each.ahead_s for each in leads if each.at <= at), default=0)
    return at + timedelta(seconds=ahead_s)


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
    """Recounts the cards of the purchase, so that deleted cards can be replaced."""
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

"""Erase the cards that their accounts keep no longer: a number of days after they closed."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from wellwish import jobs
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.delete import ERASE, delete_card
from wellwish.errors import CardHasMoney
from wellwish.http import IfMatch, Services

RETAIN: Final = "cards.retain"
_ACCOUNTS: Final = 500  # of a transaction
_BATCH: Final = 1000  # cards of a statement


class _Account(Struct):
    account_id: str


class _Card(Struct, frozen=True):
    account_id: str
    card_id: str


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes each card as its owner would and erases its data at once.

    Cards with money are kept: the owner would be refused, too. An interrupted run leaves less for the next.
    """
    del args
    after = ""
    while accounts := await _accounts(services, after):
        after = accounts[-1]
        last = _Card("", "")
        while due := await _due(services, accounts, last):
            last = due[-1]
            for card in due:
                await _erase(services, card)


async def _accounts(services: Services, after: str) -> list[str]:
    async with services.db.statement() as tx:
        rows = await tx.many(
            _Account,
            """
            select distinct account_id from memberships
            where account_id > :after order by account_id limit :count
            """,
            after=after,
            count=_ACCOUNTS,
        )
    return [row.account_id for row in rows]


async def _due(services: Services, account_ids: Sequence[str], after: _Card) -> list[_Card]:
    async with services.db.transaction(account_ids) as tx:
        return await tx.many(
            _Card,
            """
            select c.account_id, c.id as card_id
            from accounts a join cards c on c.account_id = a.id
            where a.id = any (:account_ids) and a.erase_cards_after_days is not null
              and c.account_id = any (:account_ids) and c.deleted_at is null
              and (c.account_id, c.id) > (:after_account, :after_card)
              and case when c.state = 'open' then c.contribution_ends_at
                else coalesce(c.closed_at, c.archived_at, c.cancelled_at) end
                <= :now::timestamptz - make_interval(days => a.erase_cards_after_days)
            order by c.account_id, c.id limit :batch
            """,
            account_ids=list(account_ids),
            after_account=after.account_id,
            after_card=after.card_id,
            batch=_BATCH,
        )


async def _erase(services: Services, card: _Card) -> None:
    access = CardAccess(card.account_id, card.card_id, EVERYTHING)
    async with services.db.transaction([card.account_id]) as tx:
        row = await card_row.find_locked(tx, access)
        # Checked again under the lock: the card may have been reopened, or the setting changed.
        is_due = row is not None and await tx.value(
            """
            select true from accounts a join cards c on c.account_id = a.id
            where a.id = :account_id and c.account_id = :account_id and c.id = :card_id
              and case when c.state = 'open' then c.contribution_ends_at
                else coalesce(c.closed_at, c.archived_at, c.cancelled_at) end
                <= :now::timestamptz - make_interval(days => a.erase_cards_after_days)
            """,
            account_id=card.account_id,
            card_id=card.card_id,
        )
        if row is None or not is_due:
            return
        try:
            await delete_card(tx, access, row, IfMatch(None))
        except CardHasMoney:
            return
        args = {"account_id": card.account_id, "card_id": card.card_id}
        await jobs.enqueue(tx, ERASE, [args])

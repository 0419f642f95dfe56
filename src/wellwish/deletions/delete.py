"""Delete an account: a transaction for each card, then batches of its other rows.

Each step changes nothing the second time, so a deletion that was interrupted is continued by starting it
again.
"""

from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from wellwish.accounts import test_account
from wellwish.accounts.suspend import suspend
from wellwish.cards import erase
from wellwish.db import Tx
from wellwish.deletions import deletion, people, rows
from wellwish.deletions.money import find_obstacles, has_money
from wellwish.http import Services
from wellwish.media import erase as media_erase

_CARDS: Final = 100
_NAME: Final = "Deleted account"


class ObstacleError(Exception):
    """Money or customers prevent the deletion; the text has a sentence for each obstacle."""


async def delete_account(services: Services, account_id: str) -> datetime:
    """Returns when the account was deleted. The database must be that of the owner of the tables.

    The test data of the account is deleted with it. Records of payments and the ledger remain, without texts,
    and the row of the account without its name; the files are deleted by jobs. Raises ObstacleError,
    before the first deletion or if money has come meanwhile, and ValueError without an account of this id.
    """
    async with services.db.transaction([account_id]) as tx:
        state = await deletion.load(tx, account_id)
        if state.deleted_at is not None:
            return state.deleted_at
        await _refuse(tx, account_id)
        await suspend(tx, account_id)
    async with services.db.transaction([account_id]) as tx:
        # Again: a payment may have begun until the account was suspended. Until here it can be resumed.
        await _refuse(tx, account_id)
        await deletion.begin(tx, account_id)
        test_id = await test_account.find(tx, account_id)
    if test_id is not None:
        async with services.db.transaction([test_id]) as tx:
            await deletion.begin(tx, test_id)
        await _delete(services, test_id, is_test=True)
    return await _delete(services, account_id, is_test=False)


async def _delete(services: Services, account_id: str, *, is_test: bool) -> datetime:
    # A request or a job that had begun before the suspension may still have written.
    while await _delete_rows(services, account_id, is_test=is_test):
        pass
    async with services.db.transaction([account_id]) as tx:
        await _empty_account(tx, account_id)
        return await deletion.end(tx, account_id)


async def _refuse(tx: Tx, account_id: str) -> None:
    if obstacles := await find_obstacles(tx, account_id):
        raise ObstacleError("\n".join(obstacles))


async def _delete_rows(services: Services, account_id: str, *, is_test: bool) -> bool:
    """Returns whether a card was found, whose rows may be left elsewhere."""
    found = False
    while cards := await _cards(services, account_id):
        found = True
        for card_id in cards:
            await _delete_card(services, account_id, card_id, is_test=is_test)
    await rows.delete_rows(services.db, account_id)
    is_more = True
    while is_more:
        async with services.db.transaction([account_id]) as tx:
            is_more = await people.delete_members(tx, account_id)
    return found


class _Card(Struct, frozen=True):
    id: str


async def _cards(services: Services, account_id: str) -> list[str]:
    async with services.db.transaction([account_id]) as tx:
        found = await tx.many(
            _Card,
            "select id from cards where account_id = :account_id order by id limit :count",
            account_id=account_id,
            count=_CARDS,
        )
    return [each.id for each in found]


async def _delete_card(services: Services, account_id: str, card_id: str, *, is_test: bool) -> None:
    args: dict[str, Any] = {"account_id": account_id, "card_id": card_id}
    async with services.db.transaction([account_id]) as tx:
        await tx.run(
            """
            update cards set deleted_at = :now, version = version + 1, updated_at = :now
            where account_id = :account_id and id = :card_id and deleted_at is null
            """,
            **args,
        )
        # Under the lock of the card, which the beginning of a payment needs, too. Play money is no obstacle.
        if not is_test and await has_money(tx, **args):
            raise ObstacleError(f"A payment of {card_id} has begun meanwhile. Run the command again.")
        await people.delete_admins(tx, **args)
    await erase.run(services, args)


class _Logo(Struct, frozen=True):
    folder: str


async def _empty_account(tx: Tx, account_id: str) -> None:
    """Removes what the row of the account says about it; records of payments refer to the row."""
    logos = await tx.many(
        _Logo,
        "select logo ->> 'folder' as folder from accounts where id = :account_id and logo is not null",
        account_id=account_id,
    )
    await media_erase.files(tx, [each.folder for each in logos])
    await tx.run(
        """
        update accounts set name = :name, country = null, timezone = 'UTC', locale = 'en',
          return_origins = '{}', embed_origins = '[]', erase_cards_after_days = null, reply_to = null,
          reply_to_verified_at = null, reply_to_link_id = null, reply_to_asked_at = null, logo = null,
          version = version + 1, updated_at = :now
        where id = :account_id
        """,
        account_id=account_id,
        name=_NAME,
    )

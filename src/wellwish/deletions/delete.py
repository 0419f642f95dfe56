"""Delete an account: a transaction for each card, then batches of its other rows.

Each step can be repeated, so an interrupted deletion continues when it is restarted.
"""

from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from wellwish.accounts import test_account
from wellwish.accounts.suspend import suspend
from wellwish.cards import erase
from wellwish.deletions import deletion, deletion_request, people, rows
from wellwish.deletions.money import find_obstacles, has_money
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import erase as media_erase
from wellwish.privacy.exports import run as exports

_CARDS: Final = 100
_NAME: Final = "Deleted account"


class ObstacleError(Exception):
    """Money or customers prevent the deletion; the message has a sentence for each obstacle."""


async def delete_account(services: Services, account_id: str, request_id: str | None = None) -> datetime:
    """Returns the time of the deletion. The database role must be the owner of the tables.

    If the operator saw an owner's request ``request_id`` that was withdrawn since, nothing is deleted.
    The test data of the account is deleted with it. Records of payments and the ledger remain, without texts,
    and the row of the account remains without its name. Jobs delete the files. Raises ObstacleError before
    the first deletion, or later if money has arrived meanwhile, and ValueError if there is no such account.
    """
    async with services.db.transaction([account_id]) as tx:
        state = await deletion.load(tx, account_id)
        if state.deleted_at is not None:
            return state.deleted_at
        await _refuse(tx, account_id)
        await suspend(tx, account_id)
        # After the lock of the suspension, under which owners withdraw the request.
        request = await deletion_request.load(tx, account_id)
        if request_id is not None and (request is None or request.id != request_id):
            raise ObstacleError("An owner has withdrawn the request in the meantime. Nothing was deleted.")
    async with services.db.transaction([account_id]) as tx:
        # Check again, because a payment may have begun before the suspension. Up to this point, the account
        # can be resumed.
        await _refuse(tx, account_id)
        await deletion.begin(tx, account_id)
        test_id = await test_account.find(tx, account_id)
    if test_id is not None:
        async with services.db.transaction([test_id]) as tx:
            await deletion.begin(tx, test_id)
        await _delete(services, test_id, is_test=True)
    return await _delete(services, account_id, is_test=False)


async def _delete(services: Services, account_id: str, *, is_test: bool) -> datetime:
    # A request or a job that began before the suspension may still have written rows.
    while await _delete_rows(services, account_id, is_test=is_test):
        pass
    async with services.db.transaction([account_id]) as tx:
        await _empty_account(tx, account_id)
        return await deletion.end(tx, account_id)


async def _refuse(tx: Tx, account_id: str) -> None:
    if obstacles := await find_obstacles(tx, account_id):
        raise ObstacleError("\n".join(obstacles))


async def _delete_rows(services: Services, account_id: str, *, is_test: bool) -> bool:
    """Returns whether it found a card, which may have left rows elsewhere."""
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
        # No payment can start, because starting one locks the card, which the update has locked. Test money
        # may remain.
        if not is_test and await has_money(tx, **args):
            raise ObstacleError(f"A payment of {card_id} has begun in the meantime. Run the command again.")
        await people.delete_admins(tx, **args)
    await erase.run(services, args)


class _Logo(Struct, frozen=True):
    folder: str


async def _empty_account(tx: Tx, account_id: str) -> None:
    """Clears the account's data from its row, which remains because records of payments refer to it."""
    logos = await tx.many(
        _Logo,
        "select logo ->> 'folder' as folder from accounts where id = :account_id and logo is not null",
        account_id=account_id,
    )
    await media_erase.files(tx, [each.folder for each in logos])
    await media_erase.files(tx, [exports.folder_of(account_id)])
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

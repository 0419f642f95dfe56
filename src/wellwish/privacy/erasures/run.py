"""Erase the person of an erasure, and sign the receipt. An interrupted run continues."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import msgspec

from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy import data_request, journal
from wellwish.privacy.data_request import DataRequestRow
from wellwish.privacy.erase_visible import Cards, erase_cards, erase_rows, find_cards
from wellwish.privacy.erasures import receipt
from wellwish.privacy.exports.purge import expire_exports_of
from wellwish.privacy.person import Person
from wellwish.privacy.tally import Tally
from wellwish.privacy.visible import find_hashes

ERASE: Final = "privacy.erase"
_MARGIN: Final = timedelta(days=1)  # longer than any run


async def run(services: Services, args: dict[str, Any]) -> None:
    """Raises Unavailable before the first change if the journal cannot be written."""
    account_id, erasure_id = args["account_id"], args["erasure_id"]
    async with services.db.transaction([account_id]) as tx:
        row = await data_request.lock_pending(tx, account_id, erasure_id)
        if row is None:
            return
        person, now = data_request.person_of(services, row), tx.now
    await journal.record(services, person, now, account_id)
    # Also rows that a request has changed since: nothing about the person may be left.
    before = now + _MARGIN
    async with services.db.transaction([account_id]) as tx:
        cards = await find_cards(tx, account_id, person, before)
        await _begin(tx, account_id, erasure_id, cards)
    await erase_cards(services, account_id, person, before, cards, partial(_add, account_id, erasure_id))
    async with services.db.transaction([account_id]) as tx:
        row = await data_request.lock_pending(tx, account_id, erasure_id)
        if row is not None:
            await _finish(tx, services, account_id, row, person, before)


async def fail_dead(tx: Tx, _services: Services, args: dict[str, Any]) -> None:
    """Marks the erasure of a dead job as failed."""
    await data_request.fail(tx, args["account_id"], args["erasure_id"])


async def _begin(tx: Tx, account_id: str, erasure_id: str, cards: Cards) -> None:
    """Writes the number of steps: one for each card that is left, and one for all other rows."""
    await tx.run(
        """
        update data_requests set steps_total = steps_done + :cards + 1, updated_at = :now,
          -- From now on, the counts are those of erased records.
          tally = case when steps_total = 0 then '{}' else tally end
        where account_id = :account_id and id = :id and status = 'pending'
        """,
        account_id=account_id,
        id=erasure_id,
        cards=len(cards),
    )


async def _add(account_id: str, erasure_id: str, tx: Tx, tally: Tally) -> None:
    """Adds what a step erased, in the transaction of the step."""
    row = await data_request.lock_pending(tx, account_id, erasure_id)
    if row is None:
        return
    await tx.run(
        """
        update data_requests set tally = :tally::jsonb, steps_done = steps_done + 1, updated_at = :now
        where account_id = :account_id and id = :id and status = 'pending'
        """,
        account_id=account_id,
        id=erasure_id,
        tally=msgspec.json.encode(row.tally.plus(tally)).decode(),
    )


async def _finish(
    tx: Tx, services: Services, account_id: str, row: DataRequestRow, person: Person, before: datetime
) -> None:
    hashes = await find_hashes(tx, services.keys, account_id, person)
    tally = row.tally.plus(await erase_rows(tx, services, account_id, person, before))
    await expire_exports_of(tx, account_id, hashes)
    signed = receipt.sign(services, account_id, row.id, tally, row.created_at, tx.now)
    await tx.run(
        """
        update data_requests set status = 'completed', tally = :tally::jsonb, sealed_address = null,
          steps_done = steps_total, receipt = :receipt, signature = :signature, key_id = :key_id,
          finished_at = :now, updated_at = :now
        where account_id = :account_id and id = :id and status = 'pending'
        """,
        account_id=account_id,
        id=row.id,
        tally=msgspec.json.encode(tally).decode(),
        receipt=signed.text,
        signature=signed.signature,
        key_id=signed.key_id,
    )
    data = {"erasure_id": row.id, "status": "completed"}
    await events.record(tx, account_id, "erasure.completed", data=data)

"""Create a batch of cards."""

from typing import Final

import msgspec

from wellwish.base import ids
from wellwish.base.errors import NoBundleAvailable
from wellwish.cards.batches.batch import BatchRow, CardBatch, NewBatch, cards_left, checked, record
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller

MAKE: Final = "cards.make_batch"


async def create_batch(tx: Tx, caller: Caller, new: NewBatch) -> CardBatch:
    """Creates the cards in the background: all of them, or none if one cannot be created.

    Each card counts as one request. `GET /api/card-batches/{card_batch_id}` returns the outcome.

    Raises InvalidRequest, NotFound, NoBundleAvailable.
    """
    whole = await checked(tx, caller.account_id, new)
    if await cards_left(tx, caller.account_id) < len(new.cards):
        raise NoBundleAvailable("The account's bundles do not have enough cards left for this batch.")
    row = await tx.one(
        BatchRow,
        """
        insert into card_batches (account_id, id, status, cards_total, body, created_at, updated_at)
        values (:account_id, :id, 'pending', :cards_total, :body::jsonb, :now, :now)
        returning {columns}
        """,
        account_id=caller.account_id,
        id=ids.new("cb"),
        cards_total=len(new.cards),
        body=msgspec.json.encode(whole).decode(),
    )
    await jobs.enqueue(tx, MAKE, [{"account_id": caller.account_id, "batch_id": row.id}])
    return record(row)

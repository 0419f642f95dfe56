"""Retrieve a card batch."""

from wellwish.cards.batches.batch import BatchRow, CardBatch, record
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller


async def retrieve_batch(tx: Tx, caller: Caller, card_batch_id: str) -> CardBatch:
    """Raises NotFound."""
    row = await tx.found(
        BatchRow,
        "select {columns} from card_batches where account_id = :account_id and id = :id",
        account_id=caller.account_id,
        id=card_batch_id,
    )
    return record(row)

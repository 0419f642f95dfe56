"""Check a card batch without creating anything."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.cards.batches.batch import NewBatch, cards_left, checked
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller


class BatchCheck(Struct, frozen=True, kw_only=True):
    """The size of a batch without faults, and the account's remaining capacity."""

    object: Literal["card_batch_check"] = "card_batch_check"
    cards_total: Annotated[int, Meta(description="Number of cards of the batch.")]
    cards_remaining: Annotated[int, Meta(description="Number of cards that the account can still create.")]


async def check_batch(tx: Tx, caller: Caller, new: NewBatch) -> BatchCheck:
    """Nothing is stored. The response lists all faults at once, each with a pointer to the field of its card.

    Raises InvalidRequest, NotFound.
    """
    await checked(tx, caller.account_id, new)
    return BatchCheck(cards_total=len(new.cards), cards_remaining=await cards_left(tx, caller.account_id))

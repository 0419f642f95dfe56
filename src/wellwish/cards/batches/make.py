"""Create the cards of a batch in one transaction, so that an interrupted run creates none."""

from typing import Any

import msgspec
from msgspec import Struct, structs

from wellwish.base.errors import Refusal
from wellwish.cards.batches.batch import NewBatch
from wellwish.cards.body import NewCard
from wellwish.cards.collection import NewCollection
from wellwish.cards.create import create_card
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Services, Warnings


class _Waiting(Struct, frozen=True):
    body: NewBatch | None


async def run(services: Services, args: dict[str, Any]) -> None:
    """Does nothing for a batch that has completed or failed."""
    account_id, batch_id = args["account_id"], args["batch_id"]
    try:
        async with services.db.transaction([account_id]) as tx:
            # The lock lasts until the cards exist, so that an overlapping run finds the batch completed.
            waiting = await tx.maybe(
                _Waiting,
                """
                select body from card_batches
                where account_id = :account_id and id = :id and status = 'pending' for no key update
                """,
                account_id=account_id,
                id=batch_id,
            )
            if waiting is not None and waiting.body is not None:
                await _complete(tx, services, account_id, batch_id, waiting.body)
    except Refusal as refusal:
        if refusal.status >= 500:
            raise
        # Since the check, cards were used up, a template was retired, or an end date passed.
        async with services.db.transaction([account_id]) as tx:
            await _fail(tx, account_id, batch_id, refusal.code)


async def fail_dead(tx: Tx, _services: Services, args: dict[str, Any]) -> None:
    """Marks the batch of a dead job as failed."""
    await _fail(tx, args["account_id"], args["batch_id"], "internal_error")


async def _complete(tx: Tx, services: Services, account_id: str, batch_id: str, batch: NewBatch) -> None:
    caller = Caller(account_id, "")
    made: list[str] = []
    for each in batch.cards:
        new = NewCard(
            **structs.asdict(each),
            sender=batch.sender,
            timezone=batch.timezone,
            locale=batch.locale,
            collection=NewCollection(),
        )
        made.append((await create_card(tx, caller, services, new, Warnings(strict=True))).id)
    await tx.run(
        """
        update card_batches
        set status = 'completed', body = null, card_ids = :card_ids::jsonb, finished_at = :now,
          updated_at = :now
        where account_id = :account_id and id = :id and status = 'pending'
        """,
        account_id=account_id,
        id=batch_id,
        card_ids=msgspec.json.encode(made).decode(),
    )


async def _fail(tx: Tx, account_id: str, batch_id: str, code: str) -> None:
    await tx.run(
        """
        update card_batches
        set status = 'failed', status_reason = :code, body = null, finished_at = :now, updated_at = :now
        where account_id = :account_id and id = :id and status = 'pending'
        """,
        account_id=account_id,
        id=batch_id,
        code=code,
    )

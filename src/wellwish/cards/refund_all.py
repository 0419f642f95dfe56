"""Refund all money of a card that is being cancelled, then cancel it.

Each step is a transaction that reads the current state, so an interrupted job continues where it stopped.
"""

from datetime import datetime, timedelta
from typing import Any, Final

import structlog

from wellwish.base import clock
from wellwish.base.errors import NotFound, PaymentProviderMissing, PaymentState
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.cancel import end
from wellwish.cards.card_row import CardRow
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import card_payments, refund

_AT_ONCE: Final = 50  # payments per transaction
_SOON: Final = timedelta(seconds=2)
_LATER: Final = timedelta(minutes=1)
_IMPATIENT_FOR: Final = timedelta(minutes=2)

log: Final = structlog.get_logger("wellwish.cards")


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Returns the time of the next run. Does nothing for a card that is not being cancelled."""
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    if await _ask(services, access):
        return clock.now()
    return await _finish(services, access)


async def _ask(services: Services, access: CardAccess) -> bool:
    """Requests refunds; returns whether there may be more to request."""
    async with services.db.transaction([access.account_id]) as tx:
        # Not locked: booking a payment locks the payment first and the card second.
        row = await _cancelling(tx, access)
        if row is None or row.cancelling_at is None:
            return False
        paid = await card_payments.refundable(
            tx, access.account_id, access.card_id, since=row.cancelling_at, limit=_AT_ONCE
        )
        try:
            for each in paid:
                await refund.ask(tx, access.account_id, services, each, None)
        except (PaymentProviderMissing, PaymentState) as refusal:
            log.warning("card not cancelled", card_id=access.card_id, why=refusal.code)
            stuck = True
        else:
            stuck = False
    if stuck:
        await _stop(services, access)
    return len(paid) == _AT_ONCE and not stuck


async def _finish(services: Services, access: CardAccess) -> datetime | None:
    """Cancels the card once all of its money is refunded; returns the time of the next check."""
    async with services.db.transaction([access.account_id]) as tx:
        # Locked before its money is checked: either this transaction sees a payment that arrives in the
        # meantime, or the booking of that payment sees the cancelled card.
        row = await _cancelling(tx, access, lock=True)
        if row is None or row.cancelling_at is None:
            return None
        now = await card_payments.refund_progress(
            tx, access.account_id, access.card_id, since=row.cancelling_at
        )
        if now.left:
            return tx.now
        if now.under_way:
            return tx.now + (_SOON if tx.now - row.cancelling_at < _IMPATIENT_FOR else _LATER)
        if now.failed or await card_payments.holds_cash(tx, access.account_id, access.card_id):
            await _leave(tx, access)
        else:
            await end(tx, access, services, row)
    return None


async def _stop(services: Services, access: CardAccess) -> None:
    async with services.db.transaction([access.account_id]) as tx:
        if await _cancelling(tx, access, lock=True) is not None:
            await _leave(tx, access)


async def _leave(tx: Tx, access: CardAccess) -> None:
    """Stops the cancellation: the locked card stays closed and keeps its money."""
    await tx.run(
        """
        update cards set cancelling_at = null, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and cancelling_at is not null
        """,
        account_id=access.account_id,
        id=access.card_id,
    )
    data = {"card_id": access.card_id, "status": "closed"}
    await events.record(tx, access.account_id, "card.cancel_failed", card_id=access.card_id, data=data)


async def _cancelling(tx: Tx, access: CardAccess, *, lock: bool = False) -> CardRow | None:
    """Returns the card if it is being cancelled, otherwise None."""
    try:
        row = await (card_row.locked(tx, access) if lock else card_row.load(tx, access))
    except NotFound:
        return None
    return None if row.cancelling_at is None else row

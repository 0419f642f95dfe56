"""Apply a provider's event once, in any order, and only if it fits our own row.

Money that the provider has is booked even for a payment that we had given up. An event that does not fit is
kept, raises an alarm, and changes nothing.
"""

from datetime import timedelta
from typing import Final, Literal

import structlog
from msgspec import structs

from wellwish import ids
from wellwish.checkout import ProviderEvent
from wellwish.db import Tx
from wellwish.http import Services
from wellwish.payments import charge, giving_back, payment
from wellwish.payments.payment import PaymentRow

# "early": the event depends on one that we have not seen yet, so the provider must send it again.
Outcome = Literal["applied", "nothing", "unknown", "mismatch", "early"]

_WAITED_FOR: Final = timedelta(days=1)

log: Final = structlog.get_logger("wellwish.payments")


async def take(services: Services, event: ProviderEvent) -> Outcome:
    """Returns the outcome; an event that was applied before changes nothing."""
    event = _readable(event)
    async with services.db.transaction([event.account_id] if event.account_id else []) as tx:
        outcome = await _apply(tx, event)
    if outcome in ("unknown", "mismatch"):
        log.error(
            "provider event does not match",
            merchant=event.merchant,
            provider_event=event.event_id,
            kind=event.kind,
            outcome=outcome,
        )
    return outcome


def _readable(event: ProviderEvent) -> ProviderEvent:
    """Returns the event without malformed ids: anyone who knows a webhook secret can write anything into
    them.
    """
    return structs.replace(
        event,
        account_id=event.account_id if ids.is_id("acct", str(event.account_id)) else None,
        payment_id=event.payment_id if ids.is_id("pay", str(event.payment_id)) else None,
    )


async def _apply(tx: Tx, event: ProviderEvent) -> Outcome:
    row = None
    if event.account_id is not None and event.payment_id is not None:
        row = await payment.locked(tx, event.account_id, event.payment_id)
    # After the lock, the changes of other processes are visible.
    if await _seen(tx, event):
        return "nothing"
    if row is None or event.account_id is None:
        outcome: Outcome = "unknown"
    else:
        outcome = await _move(tx, event.account_id, row, event)
        if outcome == "early" and event.occurred_at < tx.now - _WAITED_FOR:
            outcome = "mismatch"  # otherwise it would be polled forever
    if outcome != "early":
        await _keep(tx, event, outcome)
    return outcome


async def _move(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Outcome:
    # Whichever secret signed the event, only the merchant of a payment can change it.
    if event.merchant != row.paid_to or event.currency != row.currency:
        return "mismatch"
    if event.kind == "paid":
        return await charge.paid(tx, account_id, row, event)
    if event.kind in ("failed", "cancelled"):
        return await charge.ended(tx, account_id, row, event.kind)
    if row.succeeded_at is None:
        return "early"
    if event.kind == "refunded":
        return await giving_back.refunded(tx, account_id, row, event)
    if event.kind == "refund_failed":
        return await giving_back.failed(tx, account_id, row, event)
    return await giving_back.disputed(tx, account_id, row, event)


async def _seen(tx: Tx, event: ProviderEvent) -> bool:
    sql = "select true from provider_events where merchant = :merchant and id = :id"
    return bool(await tx.value(sql, merchant=event.merchant, id=event.event_id))


async def _keep(tx: Tx, event: ProviderEvent, outcome: Outcome) -> None:
    await tx.run(
        """
        insert into provider_events
          (merchant, id, kind, account_id, payment_id, amount, currency, outcome, occurred_at, created_at)
        values
          (:merchant, :id, :kind, :account_id, :payment_id, :amount, :currency, :outcome, :occurred_at, :now)
        on conflict do nothing
        """,
        merchant=event.merchant,
        id=event.event_id,
        kind=event.kind,
        account_id=event.account_id,
        payment_id=event.payment_id,
        amount=event.amount,
        currency=event.currency,
        outcome=outcome,
        occurred_at=event.occurred_at,
    )

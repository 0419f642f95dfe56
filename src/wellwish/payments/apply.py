"""Take what a provider told: once for each of its events, whatever the order, and only what fits our own row.

Money that a provider has is booked even where we had given the payment up; what does not fit is kept and
alarmed, and changes nothing.
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

# "early": what it follows from is not known yet, so it is to be told again.
Outcome = Literal["applied", "nothing", "unknown", "mismatch", "early"]

_WAITED_FOR: Final = timedelta(days=1)

log: Final = structlog.get_logger("wellwish.payments")


async def take(services: Services, event: ProviderEvent) -> Outcome:
    """Returns what became of it; of what was taken before, nothing."""
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
    """Returns it without ids that are none: who knows the secret of a provider writes what they like."""
    return structs.replace(
        event,
        account_id=event.account_id if ids.is_id("acct", str(event.account_id)) else None,
        payment_id=event.payment_id if ids.is_id("pay", str(event.payment_id)) else None,
    )


async def _apply(tx: Tx, event: ProviderEvent) -> Outcome:
    row = None
    if event.account_id is not None and event.payment_id is not None:
        row = await payment.locked(tx, event.account_id, event.payment_id)
    # After the lock: what another process applied meanwhile is seen.
    if await _seen(tx, event):
        return "nothing"
    if row is None or event.account_id is None:
        outcome: Outcome = "unknown"
    else:
        outcome = await _move(tx, event.account_id, row, event)
        if outcome == "early" and event.occurred_at < tx.now - _WAITED_FOR:
            outcome = "mismatch"  # else it would be asked for again and again, for ever
    if outcome != "early":
        await _keep(tx, event, outcome)
    return outcome


async def _move(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Outcome:
    # Whichever secret signed it: only the merchant that a payment is paid to says what becomes of it.
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

"""Take what a provider told: once for each of its events, whatever the order, and only what fits our own row.

Money that a provider has is booked even where we had given the payment up; what does not fit is kept and
alarmed, and changes nothing.
"""

from datetime import timedelta
from typing import Final, Literal

import structlog
from msgspec import structs

from wellwish import ids
from wellwish.checkout import Told
from wellwish.db import Tx
from wellwish.http import Services
from wellwish.payments import charge, giving_back, payment
from wellwish.payments.payment import PaymentRow

# "early": what it follows from is not known yet, so it is to be told again.
Outcome = Literal["applied", "nothing", "unknown", "mismatch", "early"]

_WAITED_FOR: Final = timedelta(days=1)

log: Final = structlog.get_logger("wellwish.payments")


async def take(services: Services, told: Told) -> Outcome:
    """Returns what became of it; of what was taken before, nothing."""
    told = _readable(told)
    async with services.db.transaction([told.account_id] if told.account_id else []) as tx:
        outcome = await _apply(tx, told)
    if outcome in ("unknown", "mismatch"):
        log.error(
            "provider event does not match",
            merchant=told.merchant,
            provider_event=told.event_id,
            kind=told.kind,
            outcome=outcome,
        )
    return outcome


def _readable(told: Told) -> Told:
    """Returns it without ids that are none: who knows the secret of a provider writes what they like."""
    return structs.replace(
        told,
        account_id=told.account_id if ids.is_id("acct", str(told.account_id)) else None,
        payment_id=told.payment_id if ids.is_id("pay", str(told.payment_id)) else None,
    )


async def _apply(tx: Tx, told: Told) -> Outcome:
    row = None
    if told.account_id is not None and told.payment_id is not None:
        row = await payment.locked(tx, told.account_id, told.payment_id)
    # After the lock: what another process applied meanwhile is seen.
    if await _seen(tx, told):
        return "nothing"
    if row is None or told.account_id is None:
        outcome: Outcome = "unknown"
    else:
        outcome = await _move(tx, told.account_id, row, told)
        if outcome == "early" and told.occurred_at < tx.now - _WAITED_FOR:
            outcome = "mismatch"  # else it would be asked for again and again, for ever
    if outcome != "early":
        await _keep(tx, told, outcome)
    return outcome


async def _move(tx: Tx, account_id: str, row: PaymentRow, told: Told) -> Outcome:
    # Whichever secret signed it: only the merchant that a payment is paid to says what becomes of it.
    if told.merchant != row.paid_to or told.currency != row.currency:
        return "mismatch"
    if told.kind == "paid":
        return await charge.paid(tx, account_id, row, told)
    if told.kind in ("failed", "cancelled"):
        return await charge.ended(tx, account_id, row, told.kind)
    if row.succeeded_at is None:
        return "early"
    if told.kind == "refunded":
        return await giving_back.refunded(tx, account_id, row, told)
    if told.kind == "refund_failed":
        return await giving_back.failed(tx, account_id, row, told)
    return await giving_back.disputed(tx, account_id, row, told)


async def _seen(tx: Tx, told: Told) -> bool:
    sql = "select true from provider_events where merchant = :merchant and id = :id"
    return bool(await tx.value(sql, merchant=told.merchant, id=told.event_id))


async def _keep(tx: Tx, told: Told, outcome: Outcome) -> None:
    await tx.run(
        """
        insert into provider_events
          (merchant, id, kind, account_id, payment_id, amount, currency, outcome, occurred_at, created_at)
        values
          (:merchant, :id, :kind, :account_id, :payment_id, :amount, :currency, :outcome, :occurred_at, :now)
        on conflict do nothing
        """,
        merchant=told.merchant,
        id=told.event_id,
        kind=told.kind,
        account_id=told.account_id,
        payment_id=told.payment_id,
        amount=told.amount,
        currency=told.currency,
        outcome=outcome,
        occurred_at=told.occurred_at,
    )

"""Apply each provider event once, in any order, if it matches our payment.

Money received by the provider is booked even if the payment was cancelled here. An event that depends on a
pending operation waits and is retried after each event that changes its payment. An event that contradicts
its payment is not booked, but stored with the reason; it raises an alarm, and the payment appears as
mismatched to the account.
"""

from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Final

import msgspec
import structlog
from msgspec import Struct, structs

from wellwish.base import clock, ids
from wellwish.infra import events
from wellwish.infra.checkout import Kind, Merchant, ProviderEvent
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import charge, dispute, payment, refund_events
from wellwish.payments.outcome import NOTHING, Outcome, Result, mismatch, waiting
from wellwish.payments.payment import PaymentRow

_MOST_WAITING: Final = 100  # waiting events of one payment that are retried
# Maximum number of stored unmatched events per account-owned provider, whose owner can sign any number.
_MOST_UNFIT: Final = 100

log: Final = structlog.get_logger("wellwish.payments")


class _Kept(Struct):
    outcome: Outcome | None
    others_wait: bool
    ahead: timedelta | None


class _Waiting(Struct):
    body: str


def concerns(merchant: Merchant, event: ProviderEvent) -> bool:
    """Returns whether the event concerns a payment that this merchant could have received.

    Accounts can sign any event with their own webhook secret, and put any metadata on their own objects.
    """
    return merchant.account_id in (None, event.account_id)


async def take(services: Services, event: ProviderEvent) -> Outcome:
    """Returns the outcome. An event that was already applied has no effect."""
    event = _readable(event)
    # A poll applies events of several accounts, so one account's test clock must not affect the next.
    with clock.test_clock(None):
        async with services.db.transaction([event.account_id] if event.account_id else []) as tx:
            result = await _apply(tx, event)
    if result.outcome in ("unknown", "mismatch"):
        log.error(
            "provider event does not match",
            merchant=event.merchant,
            provider_event=event.event_id,
            kind=event.kind,
            outcome=result.outcome,
        )
    return result.outcome


def _readable(event: ProviderEvent) -> ProviderEvent:
    """Returns the event without malformed IDs, which anyone who knows a webhook secret can send."""
    return structs.replace(
        event,
        account_id=event.account_id if ids.is_id("acct", str(event.account_id)) else None,
        payment_id=event.payment_id if ids.is_id("pay", str(event.payment_id)) else None,
    )


async def _apply(tx: Tx, event: ProviderEvent) -> Result:
    row = None
    if event.account_id is not None and event.payment_id is not None:
        row = await payment.locked(tx, event.account_id, event.payment_id)
    # Read after locking, so that changes by other processes are visible.
    kept = await _kept(tx, event)
    clock.use_test_clock(kept.ahead)
    if kept.outcome not in (None, "waiting") and not _ends_later(kept, row, event):
        return NOTHING
    if row is None or event.account_id is None:
        result = Result("unknown", "There is no such payment.")
    else:
        result = await _move(tx, event.account_id, row, event)
    await _keep(tx, event, result, row)
    if row is not None and event.account_id is not None and result.outcome == "applied" and kept.others_wait:
        await _try_again(tx, event.account_id, row.id)
    return result


def _ends_later(kept: _Kept, row: PaymentRow | None, event: ProviderEvent) -> bool:
    """Returns whether the end of the page was reported before the page was stored with the payment."""
    return (
        kept.outcome == "nothing"
        and row is not None
        and row.status == "pending"
        and event.page is not None
        and event.page == row.checkout_reference
    )


async def _try_again(tx: Tx, account_id: str, payment_id: str) -> None:
    """Applies the waiting events of a payment until none of the remaining ones can be applied."""
    is_moving = True
    while is_moving:
        is_moving = False
        for each in await _waiting(tx, account_id, payment_id):
            event = msgspec.json.decode(each.body, type=ProviderEvent)
            row = await payment.locked(tx, account_id, payment_id)
            result = NOTHING if row is None else await _move(tx, account_id, row, event)
            if result.outcome != "waiting":
                await _keep(tx, event, result, row)
                # Only an event that was applied can unblock others.
                is_moving = is_moving or result.outcome == "applied"


async def _move(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Result:
    # Only the payment's own merchant can change the payment, regardless of the secret that signed the event.
    if event.merchant != row.paid_to:
        return mismatch(f"The payment is one of {row.paid_to}.")
    if event.currency != row.currency:
        return mismatch(f"The currency is {event.currency}, but that of the payment is {row.currency}.")
    if event.kind in ("failed", "cancelled"):
        if event.page not in (None, row.checkout_reference):
            return NOTHING  # the page was never shown
        return await charge.ended(tx, account_id, row, event.kind, has_page=event.page is not None)
    if row.status == "failed" and event.kind == "fee":
        return NOTHING  # the fee of a failed debit, which the provider returns with the money
    if row.succeeded_at is None and event.kind not in ("paid", "processing"):
        return waiting("The payment has not been reported yet.")
    return await _BY_KIND.get(event.kind, dispute.disputed)(tx, account_id, row, event)


_BY_KIND: Final[Mapping[Kind, Callable[[Tx, str, PaymentRow, ProviderEvent], Awaitable[Result]]]] = {
    "paid": charge.paid,
    "processing": charge.processing,
    "fee": charge.settled,
    "invoice": charge.invoiced,
    "refunded": refund_events.refunded,
    "refund_failed": refund_events.failed,
    "inquiry": dispute.inquired,
}


async def _kept(tx: Tx, event: ProviderEvent) -> _Kept:
    """Loads the stored outcome, whether other events of the payment are waiting, and the test clock."""
    return await tx.one(
        _Kept,
        """
        select (
            select e.outcome from provider_events e where e.merchant = :merchant and e.id = :id) as outcome,
          exists (
            select 1 from provider_events w where w.account_id = :account_id and w.payment_id = :payment_id
              and w.outcome = 'waiting' and w.resolved_at is null) as others_wait,
          (select t.ahead from test_accounts t where t.account_id = :account_id) as ahead
        """,
        merchant=event.merchant,
        id=event.event_id,
        account_id=event.account_id,
        payment_id=event.payment_id,
    )


async def _waiting(tx: Tx, account_id: str, payment_id: str) -> list[_Waiting]:
    return await tx.many(
        _Waiting,
        """
        select {columns} from provider_events
        where account_id = :account_id and payment_id = :payment_id and outcome = 'waiting'
          and resolved_at is null and body is not null
        order by occurred_at, id limit :most
        """,
        account_id=account_id,
        payment_id=payment_id,
        most=_MOST_WAITING,
    )


async def _keep(tx: Tx, event: ProviderEvent, result: Result, row: PaymentRow | None) -> None:
    """Stores the event with its outcome, or the new outcome of an event that waited or changed nothing.

    A new unmatched event is dropped if its merchant has reached the limit. A contradiction reported by the
    payment's own merchant is shown to the account.
    """
    fits = result.outcome in ("applied", "nothing")
    if not fits and not await _may_keep(tx, event):
        return
    stored = await tx.run(
        """
        insert into provider_events
          (merchant, id, kind, account_id, payment_id, amount, currency, outcome, reason, body, occurred_at,
           created_at)
        values (:merchant, :id, :kind, :account_id, :payment_id, :amount, :currency, :outcome, :reason, :body,
          :occurred_at, :now)
        on conflict (merchant, id) do update set
          outcome = excluded.outcome, reason = excluded.reason, body = excluded.body
          where provider_events.outcome in ('waiting', 'nothing')
        """,
        merchant=event.merchant,
        id=event.event_id,
        kind=event.kind,
        account_id=event.account_id,
        payment_id=event.payment_id,
        amount=event.amount,
        currency=event.currency,
        outcome=result.outcome,
        reason=result.reason,
        body=None if fits else msgspec.json.encode(event).decode(),
        occurred_at=event.occurred_at,
    )
    if stored and result.outcome == "mismatch" and row is not None and row.paid_to == event.merchant:
        await _mark_mismatched(tx, str(event.account_id), row)


async def _may_keep(tx: Tx, event: ProviderEvent) -> bool:
    """Returns whether an unmatched event may be stored.

    This is the case if it is already stored, or if its merchant is the operator or below the limit.
    """
    return await tx.value(
        """
        select split_part(:merchant, ':', 2) = 'operator' or :most > (
            select count(*) from provider_events u
            where u.merchant = :merchant and u.outcome in ('unknown', 'mismatch', 'waiting')
              and u.resolved_at is null)
          or exists (select 1 from provider_events k where k.merchant = :merchant and k.id = :id)
        """,
        merchant=event.merchant,
        id=event.event_id,
        most=_MOST_UNFIT,
    )


async def _mark_mismatched(tx: Tx, account_id: str, row: PaymentRow) -> None:
    if await tx.run(
        """
        update payments set mismatched_at = :now, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and mismatched_at is null
        """,
        account_id=account_id,
        id=row.id,
    ):
        await events.record(tx, account_id, "payment.mismatched", card_id=row.card_id, data=payment.data(row))

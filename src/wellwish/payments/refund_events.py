"""Refunds that succeeded or failed. The caller holds the payment's lock."""

from wellwish.base import ids
from wellwish.infra.checkout import ProviderEvent
from wellwish.infra.db import Tx
from wellwish.payments import ledger, payment
from wellwish.payments.ledger import Transfer
from wellwish.payments.outcome import APPLIED, NOTHING, Result, mismatch, waiting
from wellwish.payments.payment import PaymentRow, RefundRow
from wellwish.payments.update_status import update_status


async def refunded(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Result:
    """Books a refund made by the provider, requested either by us or on the provider's dashboard.

    A dashboard refund that exceeds the refundable amount waits, because one of the pending refunds may fail.
    """
    refund = await _of_ours(tx, account_id, row, event)
    room = row.amount - row.refunded - row.refunding
    if refund is None:
        if event.refund_id is not None or event.reference is None:
            return mismatch("It names a refund that does not exist here.")
        if event.amount > row.amount:
            return mismatch(f"{event.amount} of a payment of {row.amount} was refunded.")
        if event.amount > room:
            return waiting(_no_room(event, row, room))
        await update_status(tx, account_id, row.id, refunding=event.amount)
        refund = await open_refund(tx, account_id, row, event.amount, event.merchant)
    if (contradiction := _contradiction(refund, event)) is not None:
        return contradiction
    if refund.status == "failed":
        return await _after_all(tx, account_id, row, refund, event, room)
    if refund.status == "succeeded":
        return NOTHING
    await _mark(tx, account_id, refund.id, "succeeded", event)
    await update_status(tx, account_id, row.id, refunded=refund.amount, refunding=-refund.amount)
    clearing, held = ledger.clearing(event.merchant), ledger.provider(event.merchant)
    await _book(tx, account_id, row, f"refunded:{refund.id}", [Transfer(clearing, held, refund.amount)])
    await payment.record_event(tx, account_id, row, "payment.refunded", refund_id=refund.id)
    return APPLIED


def _contradiction(refund: RefundRow, event: ProviderEvent) -> Result | None:
    """Returns a mismatch if the amounts differ or the provider made a second refund with our ID."""
    if refund.amount != event.amount:
        return mismatch(f"The amount is {event.amount}, but that of the refund is {refund.amount}.")
    if None not in (event.reference, refund.provider_reference) and (
        event.reference != refund.provider_reference
    ):
        return mismatch(f"The refund is {refund.provider_reference} at the provider, not {event.reference}.")
    return None


async def _after_all(
    tx: Tx, account_id: str, row: PaymentRow, refund: RefundRow, event: ProviderEvent, room: int
) -> Result:
    """Books a successful refund that is stored as failed, unless the failure was reported later."""
    if refund.reported_at is not None and event.occurred_at <= refund.reported_at:
        return NOTHING
    if refund.amount > room:
        return waiting(_no_room(event, row, room))
    await _mark(tx, account_id, refund.id, "succeeded", event)
    await update_status(tx, account_id, row.id, refunded=refund.amount)
    clearing, held = ledger.clearing(event.merchant), ledger.provider(event.merchant)
    made = [
        Transfer(ledger.refunds(row.card_id), clearing, refund.amount),
        Transfer(clearing, held, refund.amount),
    ]
    await _book(tx, account_id, row, f"refunded:{refund.id}:{event.event_id}", made)
    await payment.record_event(tx, account_id, row, "payment.refunded", refund_id=refund.id)
    return APPLIED


def _no_room(event: ProviderEvent, row: PaymentRow, room: int) -> str:
    return (
        f"{event.amount} was refunded, but only {room} of {row.amount} is left: {row.refunded} was "
        f"refunded and {row.refunding} is being refunded."
    )


async def failed(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Result:
    """Reverses a refund that failed at the provider, possibly after it had succeeded."""
    refund = await _of_ours(tx, account_id, row, event)
    if refund is None and event.refund_id is None and event.reference is not None:
        # A failed dashboard refund is stored, so that an earlier event that arrives late does not book it.
        refund = await _insert(tx, account_id, row, event.amount)
        await _mark(tx, account_id, refund.id, "failed", event)
        return NOTHING
    if refund is None:
        return mismatch("It names a refund that does not exist here.")
    if (contradiction := _contradiction(refund, event)) is not None:
        return contradiction
    if refund.status == "failed":
        return NOTHING
    await _mark(tx, account_id, refund.id, "failed", event)
    made = refund.status == "succeeded"
    if made:
        await update_status(tx, account_id, row.id, refunded=-refund.amount)
    else:
        await update_status(tx, account_id, row.id, refunding=-refund.amount)
    clearing = ledger.clearing(event.merchant)
    back = [Transfer(clearing, ledger.refunds(row.card_id), refund.amount)]
    if made:
        back.insert(0, Transfer(ledger.provider(event.merchant), clearing, refund.amount))
    movement = f"refund_failed:{refund.id}"
    if not await _book(tx, account_id, row, movement, back):
        await _book(tx, account_id, row, f"{movement}:{event.event_id}", back)
    await payment.record_event(tx, account_id, row, "payment.refund_failed", refund_id=refund.id)
    return APPLIED


async def open_refund(tx: Tx, account_id: str, row: PaymentRow, amount: int, merchant: str) -> RefundRow:
    """Inserts a pending refund and books it. The caller has already reduced the refundable amount."""
    refund = await _insert(tx, account_id, row, amount)
    transfers = [Transfer(ledger.refunds(row.card_id), ledger.clearing(merchant), amount)]
    await _book(tx, account_id, row, f"refund:{refund.id}", transfers)
    return refund


async def _insert(tx: Tx, account_id: str, row: PaymentRow, amount: int) -> RefundRow:
    return await tx.one(
        RefundRow,
        """
        insert into refunds (account_id, id, payment_id, status, amount, currency, created_at, updated_at)
        values (:account_id, :id, :payment_id, 'pending', :amount, :currency, :now, :now)
        returning {columns}
        """,
        account_id=account_id,
        id=ids.new("rfd"),
        payment_id=row.id,
        amount=amount,
        currency=row.currency,
    )


async def _book(tx: Tx, account_id: str, row: PaymentRow, movement: str, transfers: list[Transfer]) -> bool:
    return await ledger.book(tx, account_id, movement, transfers, currency=row.currency, payment_id=row.id)


async def _of_ours(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> RefundRow | None:
    """Returns the refund with our ID from the event or, without our ID, with the provider's ID.

    Searches only the refunds of this payment, whose merchant reported the event, because provider IDs are
    unique only at the provider, and accounts can forge everything else in an event.
    """
    return await tx.maybe(
        RefundRow,
        """
        select {columns} from refunds
        where account_id = :account_id and payment_id = :payment_id
          and (id = :refund_id or :refund_id::text is null and provider_reference = :reference)
        """,
        account_id=account_id,
        payment_id=row.id,
        refund_id=event.refund_id,
        reference=event.reference,
    )


async def _mark(tx: Tx, account_id: str, refund_id: str, status: str, event: ProviderEvent) -> None:
    """Stores the status and, unless it was inferred from a refusal, the time of the provider's report."""
    await tx.run(
        """
        update refunds set status = :status, updated_at = :now, reported_at = :reported_at,
          provider_reference = coalesce(:reference, provider_reference)
        where account_id = :account_id and id = :id
        """,
        account_id=account_id,
        id=refund_id,
        status=status,
        reported_at=None if event.event_id.startswith("refused:") else event.occurred_at,
        reference=event.reference,
    )

"""The results of a payment's charge: it succeeds, processes, fails or expires.

The caller holds the payment's lock.
"""

from typing import Literal

from wellwish.infra.checkout import ProviderEvent
from wellwish.infra.db import Tx
from wellwish.payments import ledger, payment
from wellwish.payments.ledger import Transfer
from wellwish.payments.outcome import APPLIED, NOTHING, Result, mismatch
from wellwish.payments.payment import PaymentRow


async def paid(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Result:
    """Books the money that the provider has received, even if the payment was cancelled here. The fee may
    follow later.
    """
    if row.succeeded_at is not None:
        return NOTHING
    if event.amount != row.amount:
        return mismatch(f"The amount is {event.amount}, but that of the payment is {row.amount}.")
    await tx.run(
        """
        update payments set status = 'succeeded', succeeded_at = :now, failure = null, fee = :fee,
          provider_reference = :reference, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        """,
        account_id=account_id,
        id=row.id,
        fee=event.fee,
        reference=event.provider_reference,
    )
    held = ledger.provider(event.merchant)
    transfers = [Transfer(held, ledger.clearing(event.merchant), row.amount)]
    if event.fee:
        transfers.append(Transfer(ledger.fees(event.merchant), held, event.fee))
    await ledger.book(tx, account_id, f"paid:{row.id}", transfers, currency=row.currency, payment_id=row.id)
    await payment.record_event(tx, account_id, row, "payment.succeeded", status="succeeded")
    return APPLIED


async def settled(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Result:
    """Books the fee, which the provider reports some time after the payment."""
    fee = event.fee
    if fee is None or fee == row.fee:
        return NOTHING
    if row.fee is not None or fee < 0:
        return mismatch(f"The fee is {fee}, but {row.fee} was booked.")
    await tx.run(
        """
        update payments set fee = :fee, method = :method, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and fee is null
        """,
        account_id=account_id,
        id=row.id,
        fee=fee,
        method=event.method,
    )
    if fee:
        kept = Transfer(ledger.fees(event.merchant), ledger.provider(event.merchant), fee)
        movement = f"fee:{row.id}"
        await ledger.book(tx, account_id, movement, [kept], currency=row.currency, payment_id=row.id)
    return APPLIED


async def invoiced(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Result:
    """Stores the invoice, which the provider issues after the payment."""
    if event.invoice is None or row.invoice_number is not None:
        return NOTHING
    await tx.run(
        """
        update payments set invoice_number = :number, invoice_url = :url, invoice_tax = :tax,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and invoice_number is null
        """,
        account_id=account_id,
        id=row.id,
        number=event.invoice.number,
        url=event.invoice.url,
        tax=event.invoice.tax,
    )
    return APPLIED


async def processing(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Result:
    """Marks the payment as processing.

    The payer has completed the payment and the bank takes days. Therefore, the payment does not expire, and
    the payer need not pay again.
    """
    if row.status not in ("pending", "cancelled"):
        return NOTHING
    if event.amount != row.amount:
        return mismatch(f"The amount is {event.amount}, but that of the payment is {row.amount}.")
    await tx.run(
        """
        update payments set status = 'processing', processing_at = :now, failure = null,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and status in ('pending', 'cancelled')
        """,
        account_id=account_id,
        id=row.id,
    )
    await payment.record_event(tx, account_id, row, "payment.processing", status="processing")
    return APPLIED


async def accept(tx: Tx, account_id: str, row: PaymentRow) -> bool:
    """Moves a payment's money from ``clearing`` to its income account. Returns False if already moved."""
    moved = Transfer(ledger.clearing(row.paid_to), ledger.income(row.card_id), row.amount)
    return await ledger.book(
        tx, account_id, f"accepted:{row.id}", [moved], currency=row.currency, payment_id=row.id
    )


async def ended(
    tx: Tx,
    account_id: str,
    row: PaymentRow,
    kind: Literal["failed", "cancelled"],
    failure: str = "declined",
    *,
    has_page: bool = False,
) -> Result:
    """Ends a pending payment, or a processing payment that failed or whose page ended. Other payments are
    unchanged.
    """
    # Only an event about the page of a processing debit can cancel it.
    if row.status != "pending" and (row.status != "processing" or (kind == "cancelled" and not has_page)):
        return NOTHING
    await tx.run(
        """
        update payments set status = :status, failure = :failure, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and status in ('pending', 'processing')
        """,
        account_id=account_id,
        id=row.id,
        status=kind,
        failure=failure if kind == "failed" else None,
    )
    if kind == "failed":
        await payment.record_event(tx, account_id, row, "payment.failed", status="failed")
    else:
        await payment.record_event(tx, account_id, row, "payment.cancelled", status="cancelled")
    return APPLIED

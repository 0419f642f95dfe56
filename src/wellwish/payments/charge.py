"""The charge of a payment: what follows when it succeeds, fails or expires.

The caller holds the payment's lock.
"""

from typing import Literal

from wellwish.checkout import ProviderEvent
from wellwish.db import Tx
from wellwish.payments import ledger, payment
from wellwish.payments.ledger import Transfer
from wellwish.payments.payment import PaymentRow


async def paid(
    tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent
) -> Literal["applied", "nothing", "mismatch"]:
    """Books the money and its fee, even if we had given the payment up: the provider has the money."""
    if row.succeeded_at is not None:
        return "nothing"
    if event.amount != row.amount:
        return "mismatch"
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
    return "applied"


async def accept(tx: Tx, account_id: str, row: PaymentRow) -> bool:
    """Moves a payment's money on from ``clearing``; returns False if it was moved before."""
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
) -> Literal["applied", "nothing"]:
    """Ends a pending payment; a late event changes nothing."""
    if row.status != "pending":
        return "nothing"
    await tx.run(
        """
        update payments set status = :status, failure = :failure, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and status = 'pending'
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
    return "applied"

"""Disputes: a payment is frozen until all its disputes are closed. The caller holds the payment's lock."""

from typing import Final

from wellwish.infra import events, jobs
from wellwish.infra.checkout import ProviderEvent
from wellwish.infra.db import Tx
from wellwish.payments import ledger, payment
from wellwish.payments.ledger import Transfer
from wellwish.payments.outcome import APPLIED, NOTHING, Result, waiting
from wellwish.payments.payment import PaymentRow
from wellwish.payments.update_status import update_status

MAIL_INQUIRY: Final = "payments.mail_inquiry"  # a job in wellwish.delivery, which payments must not import


async def inquired(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Result:
    """Informs the account of a bank's inquiry about a payment to a card, before any withdrawal.

    Inquiries about bundles are visible to the operator, who owns the money, at the provider.
    """
    del event
    if row.card_id is None:
        return NOTHING
    data = payment.data(row)
    await events.record(tx, account_id, "payment.inquiry_opened", card_id=row.card_id, data=data)
    await jobs.enqueue(tx, MAIL_INQUIRY, [{"account_id": account_id, "payment_id": row.id}])
    return APPLIED


async def disputed(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Result:
    """Books the withdrawal of disputed money and the result of the dispute.

    A won dispute returns the money. A lost dispute deducts it from the card's money; the provider may still
    return it later. Movements have the dispute's ID, since a payment can have several disputes.
    """
    name = event.reference or row.id
    held, apart = ledger.provider(event.merchant), ledger.disputes(event.merchant)
    gone = ledger.refunds(row.card_id)
    if event.kind == "disputed":
        withdrawn = [Transfer(apart, held, event.amount), *_fee(event)]
        if not await _book(tx, account_id, row, f"disputed:{name}", withdrawn):
            return NOTHING
        await update_status(tx, account_id, row.id)
        await payment.record_event(tx, account_id, row, "payment.disputed", status="disputed")
        return APPLIED
    if not await _is_booked(tx, account_id, f"disputed:{name}"):
        return waiting("The dispute has not been reported yet.")
    won, lost = event.kind == "dispute_won", 0
    back = [Transfer(held if won else gone, apart, event.amount), *_fee(event)]
    if await _book(tx, account_id, row, f"dispute_over:{name}", back):
        lost = 0 if won else event.amount
    elif not won or not await _is_booked(tx, account_id, f"dispute_over:{name}", debit=gone):
        return NOTHING
    # The provider returned the money of a lost dispute after all.
    elif await _book(
        tx, account_id, row, f"dispute_returned:{name}", [Transfer(held, gone, event.amount), *_fee(event)]
    ):
        lost = -event.amount
    else:
        return NOTHING
    await update_status(tx, account_id, row.id, lost=lost)
    await payment.record_event(tx, account_id, row, "payment.dispute_closed", won=won)
    return APPLIED


def _fee(event: ProviderEvent) -> list[Transfer]:
    """Returns the transfer of the dispute fee, which is negative if the provider returned it."""
    held, fees = ledger.provider(event.merchant), ledger.fees(event.merchant)
    if not event.fee:
        return []
    return [Transfer(fees, held, event.fee) if event.fee > 0 else Transfer(held, fees, -event.fee)]


async def _book(tx: Tx, account_id: str, row: PaymentRow, movement: str, transfers: list[Transfer]) -> bool:
    return await ledger.book(tx, account_id, movement, transfers, currency=row.currency, payment_id=row.id)


async def _is_booked(tx: Tx, account_id: str, movement: str, debit: str | None = None) -> bool:
    return await tx.value(
        """
        select exists (
          select 1 from ledger where account_id = :account_id and movement = :movement and leg = 1
            and (:debit::text is null or debit = :debit))
        """,
        account_id=account_id,
        movement=movement,
        debit=debit,
    )

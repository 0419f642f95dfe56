"""Refunds that succeeded or failed, and disputes. The caller holds the payment's lock."""

from typing import Literal

from wellwish import ids
from wellwish.checkout import ProviderEvent
from wellwish.db import Tx
from wellwish.payments import ledger, payment
from wellwish.payments.ledger import Transfer
from wellwish.payments.payment import PaymentRow, RefundRow

Outcome = Literal["applied", "nothing", "mismatch", "early"]


async def refunded(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Outcome:
    """Books a refund that the provider has made, requested by us or from the provider's dashboard."""
    refund = await _of_ours(tx, account_id, row, event) or await _from_elsewhere(tx, account_id, row, event)
    if refund is None or refund.amount != event.amount:
        return "mismatch"
    if refund.status != "pending":
        return "nothing"
    await _mark(tx, account_id, refund.id, "succeeded", event.reference)
    await tx.run(
        """
        update payments set refunded = refunded + :amount, refunding = refunding - :amount,
          status = case when disputed_at is not null then 'disputed'
            when refunded + :amount = amount then 'refunded' else 'partially_refunded' end,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        """,
        account_id=account_id,
        id=row.id,
        amount=refund.amount,
    )
    await _book(tx, account_id, row, f"refunded:{refund.id}", refund.amount,
                ledger.clearing(event.merchant), ledger.provider(event.merchant))  # fmt: skip
    await payment.record_event(tx, account_id, row, "payment.refunded", refund_id=refund.id)
    return "applied"


async def failed(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Outcome:
    """Reverses a refund that failed at the provider, even after it had succeeded."""
    refund = await _of_ours(tx, account_id, row, event)
    if refund is None or refund.amount != event.amount:
        return "mismatch"
    if refund.status == "failed":
        return "nothing"
    await _mark(tx, account_id, refund.id, "failed", event.reference)
    made = refund.status == "succeeded"
    await tx.run(
        """
        update payments set
          refunded = refunded - case when :made then :amount else 0::bigint end,
          refunding = refunding - case when :made then 0::bigint else :amount end,
          status = case when disputed_at is not null then 'disputed'
            when refunded > case when :made then :amount else 0::bigint end then 'partially_refunded'
            else 'succeeded' end,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        """,
        account_id=account_id,
        id=row.id,
        amount=refund.amount,
        made=made,
    )
    clearing = ledger.clearing(event.merchant)
    back = [Transfer(clearing, ledger.refunds(row.card_id), refund.amount)]
    if made:
        back.insert(0, Transfer(ledger.provider(event.merchant), clearing, refund.amount))
    await ledger.book(
        tx, account_id, f"refund_failed:{refund.id}", back, currency=row.currency, payment_id=row.id
    )
    await payment.record_event(tx, account_id, row, "payment.refund_failed", refund_id=refund.id)
    return "applied"


async def disputed(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> Outcome:
    """Freezes a disputed payment; a won dispute releases it, a lost one removes its money."""
    name = event.reference or row.id
    held, apart = ledger.provider(event.merchant), ledger.disputes(event.merchant)
    if event.kind == "disputed":
        if not await _book(tx, account_id, row, f"disputed:{name}", event.amount, apart, held):
            return "nothing"
        await _freeze(tx, account_id, row, disputed=True)
        await payment.record_event(tx, account_id, row, "payment.disputed", status="disputed")
        return "applied"
    if row.disputed_at is None:
        return "early"
    won = event.kind == "dispute_won"
    over = f"dispute_over:{name}"
    to = held if won else ledger.refunds(row.card_id)
    if not await _book(tx, account_id, row, over, event.amount, to, apart):
        return "nothing"
    if won:
        await _freeze(tx, account_id, row, disputed=False)
    await payment.record_event(tx, account_id, row, "payment.dispute_closed", won=won)
    return "applied"


async def _freeze(tx: Tx, account_id: str, row: PaymentRow, *, disputed: bool) -> None:
    await tx.run(
        """
        update payments set disputed_at = case when :disputed then :now::timestamptz end,
          status = case when :disputed then 'disputed' when refunded = amount then 'refunded'
            when refunded > 0 then 'partially_refunded' else 'succeeded' end,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        """,
        account_id=account_id,
        id=row.id,
        disputed=disputed,
    )


async def _book(
    tx: Tx, account_id: str, row: PaymentRow, movement: str, amount: int, debit: str, credit: str
) -> bool:
    return await ledger.book(
        tx,
        account_id,
        movement,
        [Transfer(debit, credit, amount)],
        currency=row.currency,
        payment_id=row.id,
    )


async def _of_ours(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> RefundRow | None:
    return await tx.maybe(
        RefundRow,
        """
        select {columns} from refunds
        where account_id = :account_id and payment_id = :payment_id
          and (id = :refund_id or provider_reference = :reference)
        """,
        account_id=account_id,
        payment_id=row.id,
        refund_id=event.refund_id,
        reference=event.reference,
    )


async def _from_elsewhere(tx: Tx, account_id: str, row: PaymentRow, event: ProviderEvent) -> RefundRow | None:
    """Opens a refund that was requested outside of Wellwish; None if it names an unknown refund of ours."""
    room = row.amount - row.refunded - row.refunding
    if event.refund_id is not None or event.reference is None or event.amount > room:
        return None
    await tx.run(
        """
        update payments set refunding = refunding + :amount where account_id = :account_id and id = :id
        """,
        account_id=account_id,
        id=row.id,
        amount=event.amount,
    )
    return await open_refund(tx, account_id, row, event.amount, event.merchant)


async def open_refund(tx: Tx, account_id: str, row: PaymentRow, amount: int, merchant: str) -> RefundRow:
    """Inserts a pending refund and books it. The caller has already reduced the refundable amount."""
    refund = await tx.one(
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
    await _book(tx, account_id, row, f"refund:{refund.id}", amount,
                ledger.refunds(row.card_id), ledger.clearing(merchant))  # fmt: skip
    return refund


async def _mark(tx: Tx, account_id: str, refund_id: str, status: str, reference: str | None) -> None:
    await tx.run(
        """
        update refunds set status = :status, updated_at = :now,
          provider_reference = coalesce(:reference, provider_reference)
        where account_id = :account_id and id = :id
        """,
        account_id=account_id,
        id=refund_id,
        status=status,
        reference=reference,
    )

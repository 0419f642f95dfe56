"""Update a bundle purchase after its payment has changed: paid, failed or refunded."""

from datetime import timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.accounts import wake
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import charge, payment
from wellwish.payments.payment import PaymentRow

FOLLOW: Final = "bundles.follow"
TELL_BOUGHT: Final = "bundles.tell_bought"  # a job of delivery, which bundles must not import


class _Purchase(Struct):
    id: str
    bundle_id: str | None
    status: str
    payment_status: str


async def run(services: Services, args: dict[str, Any]) -> None:
    """Reads the payment's current state, so that a second run has no effect."""
    account_id = args["account_id"]
    async with services.db.transaction([account_id]) as tx:
        paying = await payment.locked(tx, account_id, args["payment_id"])
        if paying is None:
            return
        purchase = await tx.maybe(
            _Purchase,
            """
            select {columns} from bundle_purchases where account_id = :account_id and id = :id for update
            """,
            account_id=account_id,
            id=paying.subject_id,
        )
        if purchase is None:
            return
        if paying.succeeded_at is not None:
            await charge.accept(tx, account_id, paying)
        status, payment_status = _standing(paying, purchase)
        if (status, payment_status) != (purchase.status, purchase.payment_status):
            await _move(tx, account_id, paying, purchase, status, payment_status)


def _standing(paying: PaymentRow, purchase: _Purchase) -> tuple[str, str]:
    """Returns the status and the payment status of a purchase, derived from its payment."""
    if paying.status in ("pending", "processing"):
        return purchase.status, "pending"
    if paying.status in ("failed", "cancelled"):
        return "failed", "failed"
    if paying.status in ("refunded", "lost"):
        return "refunded", "refunded"
    # A pending refund of the remaining amount ends the bundle immediately; if the refund fails, the bundle is
    # restored. A partial refund does not end it. During a dispute no card can be used.
    rest = paying.amount - paying.refunded - paying.refunding - paying.lost
    ended = rest <= 0 or paying.disputed_at is not None
    return ("refunded" if ended else "active"), "paid"


async def _move(
    tx: Tx, account_id: str, paying: PaymentRow, purchase: _Purchase, status: str, payment_status: str
) -> None:
    first = purchase.payment_status in ("pending", "failed") and payment_status == "paid"
    days: int | None = None
    if first:
        days = await tx.value(
            "select valid_days from bundles where id = :bundle_id", bundle_id=purchase.bundle_id
        )
    await tx.run(
        """
        update bundle_purchases set status = :status, payment_status = :payment_status,
          purchased_at = case when :first then :now::timestamptz else purchased_at end,
          expires_at = case when :first then :expires_at::timestamptz else expires_at end,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        """,
        account_id=account_id,
        id=purchase.id,
        status=status,
        payment_status=payment_status,
        first=first,
        expires_at=None if days is None else tx.now + timedelta(days=days),
    )
    data = {"bundle_purchase_id": purchase.id, "payment_id": paying.id, "status": status}
    if status == "active":
        await events.record(tx, account_id, "bundle_purchase.active", data=data)
    elif status == "failed":
        await events.record(tx, account_id, "bundle_purchase.failed", data=data)
    elif payment_status == "refunded":
        await events.record(tx, account_id, "bundle_purchase.refunded", data=data)
    if first:
        arguments = {"account_id": account_id, "bundle_purchase_id": purchase.id}
        await jobs.enqueue(tx, TELL_BOUGHT, [arguments])
        await wake.create_cards(tx, account_id)

"""Refund a payment."""

from datetime import timedelta
from typing import Annotated, Final

from msgspec import Meta

from wellwish.base.errors import (
    BundleUsed,
    Fault,
    InvalidRequest,
    NotFound,
    PaymentState,
    PreconditionRequired,
    RefundExceedsPayment,
)
from wellwish.base.money import MAX_MINOR_AMOUNT
from wellwish.infra import jobs
from wellwish.infra.checkout import limits_of
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, IfMatch, Services
from wellwish.payments import merchant as merchants
from wellwish.payments import payment, refund_events
from wellwish.payments.payment import MAX_REFUNDS, PaymentRow, Refund

SEND: Final = "payments.send_refund"
_BUSY_FOR: Final = timedelta(days=1)  # duration of frequent polling for the result of a refund


class NewRefund(Body, frozen=True, kw_only=True):
    """The amount to refund."""

    amount: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=MAX_MINOR_AMOUNT,
                description="Amount in minor units of the currency. Default: the refundable amount.",
                extra_json_schema={"format": "int64"},
            ),
        ]
        | None
    ) = None


async def refund(
    tx: Tx, caller: Caller, services: Services, payment_id: str, new: NewRefund, if_match: IfMatch
) -> Refund:
    """Refunds all or part of a payment. A bundle can only be refunded if unused, and only in full.

    A refund starts as ``pending``; an event reports its result.

    Raises NotFound, PreconditionRequired, PreconditionFailed, PaymentState, RefundExceedsPayment, BundleUsed,
    InvalidRequest, and PaymentProviderMissing if the provider that took the money was removed.
    """
    if not if_match.given:
        raise PreconditionRequired
    row = await payment.locked(tx, caller.account_id, payment_id)
    if row is None:
        raise NotFound
    if_match.check(row.version)
    limits = limits_of(row.provider, row.currency)
    if limits is not None and (new.amount or 0) % limits.step:
        detail = f"Must be a multiple of {limits.step}, as the payment provider requires."
        raise InvalidRequest(faults=[Fault("/amount", "out_of_range", detail)])
    return payment.refund_record(await ask(tx, caller.account_id, services, row, new.amount))


async def ask(
    tx: Tx, account_id: str, services: Services, row: PaymentRow, amount: int | None
) -> payment.RefundRow:
    """Opens a refund of a locked payment and enqueues its request to the provider.

    Raises PaymentState, RefundExceedsPayment, BundleUsed, PaymentProviderMissing.
    """
    if row.status not in ("succeeded", "partially_refunded"):
        raise PaymentState(
            f"The payment is {row.status}. Only a succeeded payment that is not disputed can be refunded."
        )
    amount = row.refundable if amount is None else amount
    if not 0 < amount <= row.refundable:
        raise RefundExceedsPayment(f"At most {row.refundable} can be refunded, in minor units.")
    if len(await payment.refunds_of(tx, account_id, row.id)) >= MAX_REFUNDS:
        raise PaymentState(f"The payment has reached the limit of {MAX_REFUNDS} refunds.")
    merchant = await payment.merchant_of(tx, services, account_id, row)
    if row.purpose == "bundle_purchase":
        await _take_back(tx, account_id, row, amount)
    await tx.run(
        """
        update payments set refunding = refunding + :amount, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and refunded + refunding + :amount <= amount
        """,
        account_id=account_id,
        id=row.id,
        amount=amount,
    )
    made = await refund_events.open_refund(tx, account_id, row, amount, merchant.name)
    await merchants.busy(tx, account_id, row.paid_to, tx.real_now + _BUSY_FOR)
    await jobs.enqueue(tx, SEND, [{"account_id": account_id, "refund_id": made.id}])
    return made


async def _take_back(tx: Tx, account_id: str, row: PaymentRow, amount: int) -> None:
    """Ends an unused bundle, so that its cards cannot be used."""
    if amount != row.refundable:
        raise RefundExceedsPayment("A bundle can be refunded only in full. Omit `amount`.")
    taken = await tx.run(
        """
        update bundle_purchases set status = 'refunded', version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and cards_used = 0 and status in ('pending', 'active')
        """,
        account_id=account_id,
        id=row.subject_id,
    )
    if not taken:
        raise BundleUsed

"""Approve a refund request, which refunds the payment."""

from wellwish.accounts.access import Owning
from wellwish.base.errors import NotFound, RefundRequestState
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch, Services
from wellwish.payments import payment, refund
from wellwish.payments.refund_requests import request
from wellwish.payments.refund_requests.request import RefundRequest


async def approve(
    tx: Tx, owning: Owning, services: Services, refund_request_id: str, if_match: IfMatch
) -> RefundRequest:
    """Refunds the requested amount, less any amount refunded in the meantime. `refund_id` identifies the
    refund. If it fails, the contributor can make another request.

    Raises NotFound, PreconditionFailed, RefundRequestState, PaymentState, RefundExceedsPayment,
    PaymentProviderMissing.
    """
    row = await request.load(tx, owning.account_id, refund_request_id)
    paid = await payment.locked(tx, owning.account_id, row.payment_id)
    if paid is None:
        raise NotFound
    # Load the request again now that the payment's lock prevents concurrent decisions.
    row = await request.load(tx, owning.account_id, refund_request_id)
    if_match.check(row.version)
    if row.status != "open":
        raise RefundRequestState(f"The request is {row.status}.")
    made = await refund.ask(tx, owning.account_id, services, paid, min(row.amount, paid.refundable))
    decided = await request.decide(tx, owning.account_id, row, "approved", refund_id=made.id)
    if decided is None:
        # The request was refused in the meantime; raising rolls back the refund.
        raise RefundRequestState("The request has been refused in the meantime.")
    return request.record(decided)

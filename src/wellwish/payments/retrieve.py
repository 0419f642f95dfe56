"""Retrieve a payment."""

from wellwish.db import Tx
from wellwish.http import Caller
from wellwish.payments import payment
from wellwish.payments.payment import Payment


async def retrieve_payment(tx: Tx, caller: Caller, payment_id: str) -> Payment:
    """Returns the payment with its refunds. Raises NotFound."""
    row = await payment.load(tx, caller.account_id, payment_id)
    return payment.record(row, await payment.refunds_of(tx, caller.account_id, payment_id))

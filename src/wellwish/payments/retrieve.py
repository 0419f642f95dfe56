"""Retrieve a payment."""

from wellwish.infra.db import Tx
from wellwish.infra.http import Caller
from wellwish.payments import access, payment
from wellwish.payments.payment import Payment


async def retrieve_payment(tx: Tx, caller: Caller, payment_id: str) -> Payment:
    """Returns the payment with its refunds. A member who is no owner reads only payments for cards.

    Raises NotFound, OwnerRequired.
    """
    row = await payment.load(tx, caller.account_id, payment_id)
    await access.check_readable(tx, caller, row)
    return payment.record(row, await payment.refunds_of(tx, caller.account_id, payment_id))

"""Retrieve a payment."""

from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Services
from wellwish.payments import access, payment, payment_records
from wellwish.payments.payment import Payment


async def retrieve_payment(tx: Tx, caller: Caller, services: Services, payment_id: str) -> Payment:
    """Returns the payment with its refunds. A member who is not an owner can read only payments for cards.

    Raises NotFound, OwnerRequired.
    """
    row = await payment.load(tx, caller.account_id, payment_id)
    await access.check_readable(tx, caller, row)
    return await payment_records.record(tx, services, caller.account_id, row)

"""Retrieve a refund."""

from wellwish.db import Tx
from wellwish.errors import NotFound
from wellwish.http import Caller
from wellwish.payments import payment
from wellwish.payments.payment import Refund, RefundRow


async def retrieve_refund(tx: Tx, caller: Caller, refund_id: str) -> Refund:
    """Raises NotFound."""
    row = await tx.maybe(
        RefundRow,
        "select {columns} from refunds where account_id = :account_id and id = :id",
        account_id=caller.account_id,
        id=refund_id,
    )
    if row is None:
        raise NotFound
    return payment.refund_record(row)

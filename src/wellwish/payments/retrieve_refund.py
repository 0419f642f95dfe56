"""Retrieve a refund."""

from wellwish.infra.db import Tx
from wellwish.infra.http import Caller
from wellwish.payments import access, payment
from wellwish.payments.payment import Refund, RefundRow


async def retrieve_refund(tx: Tx, caller: Caller, refund_id: str) -> Refund:
    """Members who are not owners can read only refunds for cards. Raises NotFound, OwnerRequired."""
    row = await tx.found(
        RefundRow,
        "select {columns} from refunds where account_id = :account_id and id = :id",
        account_id=caller.account_id,
        id=refund_id,
    )
    await access.check_readable(tx, caller, await payment.load(tx, caller.account_id, row.payment_id))
    return payment.refund_record(row)

"""Give up a payment that nobody made in its time, after asking the provider once more."""

from typing import Any

from wellwish.http import Parts
from wellwish.payments import charge, payment, poll


async def run(parts: Parts, args: dict[str, Any]) -> None:
    """Changes nothing about a payment that was made, or ended, before."""
    account_id, payment_id = args["account_id"], args["payment_id"]
    async with parts.db.transaction([account_id]) as tx:
        row = await payment.find(tx, account_id, payment_id)
        if row is None or row.status != "pending":
            return
        merchant = await payment.merchant_of(tx, parts, account_id, row)
    await poll.look(parts, merchant)
    async with parts.db.transaction([account_id]) as tx:
        row = await payment.locked(tx, account_id, payment_id)
        if row is not None and row.status == "pending":
            await charge.ended(tx, account_id, row, "cancelled")

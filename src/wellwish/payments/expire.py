"""Give up an unpaid payment at its end, after asking the provider once more."""

from datetime import datetime, timedelta
from typing import Any, Final

from wellwish import clock
from wellwish.checkout import ProviderUnavailableError
from wellwish.http import Services
from wellwish.payments import charge, payment, poll
from wellwish.payments import merchant as merchants

_AGAIN: Final = timedelta(minutes=10)
# A provider unavailable for longer may be gone for good, its key revoked by the owner. Giving up too early
# loses nothing: a later event still books the money.
_WAITS_FOR: Final = timedelta(days=1)


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Changes nothing about a payment that has succeeded or ended; waits up to a day for an unavailable
    provider.
    """
    account_id, payment_id = args["account_id"], args["payment_id"]
    async with services.db.transaction([account_id]) as tx:
        row = await payment.find_payment(tx, account_id, payment_id)
        if row is None or row.status != "pending":
            return None
        merchant = await merchants.find_by_name(tx, services, account_id, row.paid_to)
    try:
        if merchant is not None:
            await poll.look(services, merchant)
    except ProviderUnavailableError:
        if clock.now() < row.expires_at + _WAITS_FOR:
            return clock.now() + _AGAIN
    async with services.db.transaction([account_id]) as tx:
        row = await payment.locked(tx, account_id, payment_id)
        if row is not None and row.status == "pending":
            await charge.ended(tx, account_id, row, "cancelled")
    return None

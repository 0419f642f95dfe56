"""Cancel an unpaid payment when it expires, after closing its page at the provider."""

from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import structs

from wellwish.base import clock
from wellwish.infra.checkout import Merchant, ProviderEvent, ProviderUnavailableError
from wellwish.infra.http import Services
from wellwish.payments import apply, charge, payment, poll
from wellwish.payments import merchant as merchants
from wellwish.payments.end import page_of
from wellwish.payments.payment import PaymentRow

_AGAIN: Final = timedelta(minutes=10)
# A provider that is unavailable for longer may never respond again, for example if the owner revoked the key.
# Cancelling too early loses nothing: a later event still books the money.
_WAITS_FOR: Final = timedelta(days=1)
# Debits take days. Their result arrives as an event; this interval covers lost events.
_LOOKS_AGAIN: Final = timedelta(days=1)


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Does nothing if the payment has succeeded or ended.

    Waits for an unavailable provider up to a day, and for a processing debit without limit.
    """
    account_id, payment_id = args["account_id"], args["payment_id"]
    async with services.db.transaction([account_id]) as tx:
        row = await payment.find_payment(tx, account_id, payment_id)
        if row is None or row.status not in ("pending", "processing"):
            return None
        merchant = await merchants.find_by_name(tx, services, account_id, row.paid_to)
    has_money = False
    try:
        if merchant is not None:
            await poll.look(services, merchant)
            if (event := await _ended(services, merchant, account_id, row)) is not None:
                await apply.take(services, event)
                has_money = event.kind in ("paid", "processing")
    except ProviderUnavailableError:
        if row.status == "processing" or clock.data_now() < row.expires_at + _WAITS_FOR:
            return clock.data_now() + _AGAIN
    async with services.db.transaction([account_id]) as tx:
        row = await payment.locked(tx, account_id, payment_id)
        if row is not None and row.status == "pending" and not has_money:
            await charge.ended(tx, account_id, row, "cancelled")
    # The payment is pending although the provider has the money. The provider's report contradicts the
    # payment, and the ledger check lists it.
    under_way = row is not None and row.status in ("pending", "processing")
    return clock.data_now() + _LOOKS_AGAIN if under_way else None


async def _ended(
    services: Services, merchant: Merchant, account_id: str, row: PaymentRow
) -> ProviderEvent | None:
    """Closes the page at the provider; returns None if the payment has no page yet."""
    if row.checkout_reference is None:
        return None
    page = structs.replace(page_of(account_id, row, row.checkout_reference), has_lapsed=True)
    return await services.checkout.adapter(row.provider).end(merchant, page)

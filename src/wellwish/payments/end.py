"""End a payment before it is paid: its page at the provider first, and then our row.

The provider decides between the payer in an old tab and us, so nothing else begins before it has answered.
"""

from typing import Any, Final

from wellwish.checkout import OpenPage, ProviderEvent, ProviderUnavailableError
from wellwish.errors import Unavailable
from wellwish.http import Services
from wellwish.payments import apply, charge, payment
from wellwish.payments import merchant as merchants
from wellwish.payments.payment import PaymentRow, Status

END: Final = "payments.end"
_RETRY_AFTER_S: Final = 5


async def end(services: Services, account_id: str, payment_id: str) -> Status | None:
    """Returns the payment's status afterwards: ``pending`` never; None for an unknown payment.

    Called between transactions. A page that is made meanwhile is never shown (see ``checkout.start``), so a
    payment without one ends here. Raises Unavailable if the provider does not answer.
    """
    async with services.db.transaction([account_id]) as tx:
        row = await payment.locked(tx, account_id, payment_id)
        if row is None or row.status != "pending":
            return None if row is None else row.status
        merchant = await merchants.find_by_name(tx, services, account_id, row.paid_to)
        if row.checkout_reference is None or merchant is None:
            await charge.ended(tx, account_id, row, "cancelled")
            return "cancelled"
    page = page_of(account_id, row, row.checkout_reference)
    try:
        event = await services.checkout.adapter(row.provider).end(merchant, page)
    except ProviderUnavailableError as error:
        raise Unavailable(headers={"Retry-After": str(_RETRY_AFTER_S)}) from error
    return await _apply(services, account_id, event)


async def run(services: Services, args: dict[str, Any]) -> None:
    """Ends the open payment of a removed contribution. Raises Unavailable, so that the job is retried."""
    account_id = args["account_id"]
    async with services.db.transaction([account_id]) as tx:
        newest = await payment.find_newest(tx, account_id, args["subject_id"])
    if newest is not None:
        await end(services, account_id, newest.id)


def page_of(account_id: str, row: PaymentRow, reference: str) -> OpenPage:
    return OpenPage(
        account_id=account_id,
        payment_id=row.id,
        amount=row.amount,
        currency=row.currency,
        reference=reference,
    )


async def _apply(services: Services, account_id: str, event: ProviderEvent) -> Status:
    await apply.take(services, event)
    async with services.db.transaction([account_id]) as tx:
        return (await payment.load(tx, account_id, str(event.payment_id))).status

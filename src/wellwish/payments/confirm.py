"""Request the result of a payment from the provider when the payer returns, without waiting for a callback.

A page waits for at most two seconds. Accounts share a few concurrent calls fairly, so that neither a slow
provider nor many payers of one account delay others.
"""

import asyncio
from typing import Final, Literal

import structlog

from wellwish.base.limiter import Key, Limiter, LimiterError, Shared
from wellwish.infra.checkout import (
    Merchant,
    OpenPage,
    ProviderEvent,
    ProviderRefusedError,
    ProviderUnavailableError,
)
from wellwish.infra.http import Services
from wellwish.payments import apply, payment
from wellwish.payments import merchant as merchants
from wellwish.payments.end import page_of
from wellwish.payments.payment import PaymentRow

# ``open``: the provider's page still accepts the payment. ``unknown``: the provider did not respond in time.
Confirmed = Literal["settled", "open", "unknown"]
WAIT_S: Final = 2.0
CALLS: Final = Limiter(8)
_ONCE: Final[Shared[ProviderEvent | None]] = Shared()  # at most one concurrent call per payment

log: Final = structlog.get_logger("wellwish.payments")


async def confirm(services: Services, account_id: str, row: PaymentRow) -> Confirmed:
    """Fetches and applies the provider's state of a pending payment, outside transactions."""
    async with services.db.transaction([account_id]) as tx:
        merchant = await merchants.find_by_name(tx, services, account_id, row.paid_to)
    if row.checkout_reference is None or merchant is None:
        return "unknown" if merchant is None else "open"
    page = page_of(account_id, row, row.checkout_reference)
    try:
        async with asyncio.timeout(WAIT_S):
            event = await _ONCE.run(row.id, lambda: _look(services, merchant, page))
    except (TimeoutError, LimiterError):
        return "unknown"
    except (ProviderUnavailableError, ProviderRefusedError, KeyError, TypeError, ValueError) as error:
        log.warning("payment not confirmed", merchant=merchant.name, payment_id=row.id, why=str(error))
        return "unknown"
    if event is None:
        return "open"
    # The account's own program may have written other IDs into the metadata of our session.
    if (event.account_id, event.payment_id) != (account_id, row.id):
        return "unknown"
    await apply.take(services, event)
    async with services.db.transaction([account_id]) as tx:
        now = await payment.load(tx, account_id, row.id)
    return "unknown" if now.status == "pending" else "settled"


async def _look(services: Services, merchant: Merchant, page: OpenPage) -> ProviderEvent | None:
    async with CALLS.slot(Key(page.account_id, page.payment_id), WAIT_S):
        return await services.checkout.adapter(merchant.provider).look(merchant, page)

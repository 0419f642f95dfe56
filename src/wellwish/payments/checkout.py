"""Redirect a payer to the provider's page of a payment, which is always the same page.

The provider is called between two transactions, with the payment's id as the idempotency key.
"""

from typing import Final

import structlog
from msgspec import Struct

from wellwish.checkout import Order, ProviderRefusedError, ProviderUnavailableError
from wellwish.crypto import link_hash
from wellwish.db import Tx
from wellwish.errors import NotFound, Unavailable
from wellwish.http import Services
from wellwish.payments import charge, payment
from wellwish.payments.payment import PaymentRow

_RETRY_AFTER_S: Final = 5
REFUSED: Final = "refused_by_provider"

log: Final = structlog.get_logger("wellwish.payments")


class PaymentLink(Struct, frozen=True):
    """The payment that a link opens."""

    account_id: str
    payment_id: str


async def find_payment_link(tx: Tx, token: str) -> PaymentLink:
    """Returns the target of a link. Raises NotFound."""
    found = await tx.maybe(
        PaymentLink, "select {columns} from payment_links where hash = :hash", hash=link_hash(token)
    )
    if found is None:
        raise NotFound
    return found


async def look(services: Services, token: str) -> PaymentRow:
    """Raises NotFound."""
    async with services.db.transaction() as tx:
        link = await find_payment_link(tx, token)
        await tx.see([link.account_id])
        return await payment.load(tx, link.account_id, link.payment_id)


async def start(services: Services, token: str) -> str | None:
    """Returns the URL of the provider's page, or None if the payment has ended.

    A payment that the provider rejects, for example for a too small amount, fails with the reason. Raises
    NotFound, PaymentProviderMissing, Unavailable.
    """
    async with services.db.transaction() as tx:
        link = await find_payment_link(tx, token)
        await tx.see([link.account_id])
        row = await payment.load(tx, link.account_id, link.payment_id)
        if row.status != "pending" or row.opens_until <= tx.now:
            return None
        merchant = await payment.merchant_of(tx, services, link.account_id, row)
    order = Order(
        account_id=link.account_id,
        payment_id=row.id,
        title=row.title,
        amount=row.amount,
        currency=row.currency,
        token=token,
        return_url=f"{services.settings.base_url}/pay/{token}/done",
        expires_at=row.expires_at,
    )
    try:
        begun = await services.checkout.adapter(row.provider).begin(merchant, order)
    except ProviderUnavailableError as error:
        raise Unavailable(headers={"Retry-After": str(_RETRY_AFTER_S)}) from error
    except ProviderRefusedError as error:
        log.warning("payment refused by provider", merchant=merchant.name, payment_id=row.id, why=str(error))
        async with services.db.transaction([link.account_id]) as tx:
            refused = await payment.locked(tx, link.account_id, link.payment_id)
            if refused is not None:
                await charge.ended(tx, link.account_id, refused, "failed", REFUSED)
        return None
    async with services.db.transaction([link.account_id]) as tx:
        await tx.run(
            """
            update payments set checkout_reference = :reference
            where account_id = :account_id and id = :id and checkout_reference is distinct from :reference
            """,
            account_id=link.account_id,
            id=row.id,
            reference=begun.reference,
        )
    return begun.url

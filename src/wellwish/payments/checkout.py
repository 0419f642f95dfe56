"""Redirect a payer to the payment's page at the provider. Each payment has one page.

The provider is called between two transactions, with the payment ID as the idempotency key. The URL of a page
is shown only after the page is stored with the payment.
"""

from datetime import timedelta
from typing import Final

import structlog
from msgspec import Struct

from wellwish.base import clock
from wellwish.base.crypto import link_hash
from wellwish.base.errors import AccountSuspended, Unavailable
from wellwish.infra.checkout import (
    CheckoutPage,
    Order,
    ProviderFailedError,
    ProviderRefusedError,
    ProviderUnavailableError,
)
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import charge, payment
from wellwish.payments.end import page_of
from wellwish.payments.payment import PaymentRow

_RETRY_AFTER_S: Final = 5
REFUSED: Final = "refused_by_provider"

log: Final = structlog.get_logger("wellwish.payments")


class PaymentLink(Struct, frozen=True):
    """The payment that a link opens."""

    account_id: str
    payment_id: str
    is_suspended: bool
    ahead: timedelta | None  # offset of the account's test clock


async def find_payment_link(tx: Tx, token: str) -> PaymentLink:
    """Returns the target of a link. Raises NotFound, AccountSuspended."""
    found = await tx.found(
        PaymentLink,
        """
        select account_id, payment_id, exists (
          select 1 from account_suspensions s where s.account_id = payment_links.account_id), (
          select t.ahead from test_accounts t where t.account_id = payment_links.account_id)
        from payment_links where hash = :hash
        """,
        hash=link_hash(token),
    )
    if found.is_suspended:
        raise AccountSuspended
    clock.use_test_clock(found.ahead)
    return found


async def look(services: Services, token: str) -> PaymentRow:
    """Returns the payment of a link. Raises NotFound, AccountSuspended."""
    async with services.db.transaction() as tx:
        link = await find_payment_link(tx, token)
        await tx.see([link.account_id])
        return await payment.load(tx, link.account_id, link.payment_id)


async def start(services: Services, token: str) -> str | None:
    """Returns the URL of the provider's page, or None if the payment has ended.

    If the provider rejects the payment, for example because the amount is too small, the payment fails with
    ``refused_by_provider``. Raises NotFound, AccountSuspended, PaymentProviderMissing, Unavailable.
    """
    async with services.db.transaction() as tx:
        link = await find_payment_link(tx, token)
        await tx.see([link.account_id])
        row = await payment.load(tx, link.account_id, link.payment_id)
        if row.status != "pending" or row.opens_until <= tx.now:
            return None
        merchant = await payment.merchant_of(tx, services, link.account_id, row)
        needs_email = row.provider == "stripe" and row.checkout_reference is None
        email = None if not needs_email else await _payer_email(tx, link.account_id, row)
    provider = services.checkout.adapter(row.provider)
    try:
        begun = await provider.begin(merchant, _order(services, link.account_id, row, token, email))
    except ProviderFailedError as error:
        await _raise_attempt(services, link.account_id, row)
        raise Unavailable(headers={"Retry-After": str(_RETRY_AFTER_S)}) from error
    except ProviderUnavailableError as error:
        raise Unavailable(headers={"Retry-After": str(_RETRY_AFTER_S)}) from error
    except ProviderRefusedError as error:
        log.warning("payment refused by provider", merchant=merchant.name, payment_id=row.id, why=str(error))
        async with services.db.transaction([link.account_id]) as tx:
            refused = await payment.locked(tx, link.account_id, link.payment_id)
            if refused is not None:
                await charge.ended(tx, link.account_id, refused, "failed", REFUSED)
        return None
    if begun.reference == row.checkout_reference or await _keep(services, link.account_id, row, begun):
        return begun.url
    # The payment has ended, or another visitor's page was stored first. Nobody has seen this page.
    try:
        await provider.end(merchant, page_of(link.account_id, row, begun.reference))
    except ProviderUnavailableError as error:
        log.warning("page not closed", merchant=merchant.name, payment_id=row.id, why=str(error))
    raise Unavailable(headers={"Retry-After": "1"})


async def _payer_email(tx: Tx, account_id: str, row: PaymentRow) -> str | None:
    """Returns the invited address of a contributor who signed by name, for the provider's form and receipt.

    Returns None for an anonymous author, for a shared invitation, and if the address was corrected or the
    link rotated, because the address may then belong to somebody else.
    """
    return await tx.value(
        """
        select i.delivery_id from contributions c
        join invitations i on i.account_id = c.account_id and i.id = c.invitation_id
        where c.account_id = :account_id and c.id = :contribution_id and not c.anonymous
          and i.delivery_type = 'email' and i.link_version = 1 and i.status <> 'revoked'
        """,
        account_id=account_id,
        contribution_id=row.subject_id,
    )


def _order(services: Services, account_id: str, row: PaymentRow, token: str, email: str | None) -> Order:
    return Order(
        account_id=account_id,
        payment_id=row.id,
        title=row.title,
        amount=row.amount,
        currency=row.currency,
        token=token,
        return_url=f"{services.settings.base_url}/pay/{token}/done",
        cancel_url=f"{services.settings.base_url}/pay/{token}/done?left=1",
        webhook_url=webhook_url(services, account_id, row),
        purpose=row.purpose,
        payer_email=email,
        expires_at=row.expires_at,
        reference=row.checkout_reference,
        attempt=row.checkout_attempt,
    )


def webhook_url(services: Services, account_id: str, row: PaymentRow) -> str:
    """Returns the webhook URL for providers that receive it with each payment."""
    path = f"/callbacks/payments/{row.provider}/{account_id}?payment={row.id}"
    return services.settings.base_url + path


async def _keep(services: Services, account_id: str, row: PaymentRow, begun: CheckoutPage) -> bool:
    """Stores the page before it is shown. Returns False if it must not be shown.

    In this case, the payment has ended or already has another page.
    """
    async with services.db.transaction([account_id]) as tx:
        kept = await tx.value(
            """
            update payments set checkout_reference = coalesce(checkout_reference, :reference)
            where account_id = :account_id and id = :id and status = 'pending'
            returning checkout_reference = :reference
            """,
            account_id=account_id,
            id=row.id,
            reference=begun.reference,
        )
    return bool(kept)


async def _raise_attempt(services: Services, account_id: str, row: PaymentRow) -> None:
    """Changes the idempotency key of the next attempt, because the provider repeats an error per key for a
    day. If this attempt created a page, nobody knows its URL.
    """
    async with services.db.transaction([account_id]) as tx:
        await tx.run(
            """
            update payments set checkout_attempt = checkout_attempt + 1
            where account_id = :account_id and id = :id and checkout_attempt = :attempt
              and checkout_reference is null
            """,
            account_id=account_id,
            id=row.id,
            attempt=row.checkout_attempt,
        )

"""Let the operator's key act for an account through Stripe Connect. Only the operator can configure this.

Otherwise, an account could specify another customer's Stripe account.
"""

import re
from typing import Final

from wellwish.accounts import account
from wellwish.infra.checkout import Merchant, ProviderRefusedError, ProviderUnavailableError
from wellwish.infra.http import Services
from wellwish.payments import own_provider
from wellwish.payments.own_provider import PaymentProvider
from wellwish.payments.provider.update import CheckedProvider, put

_CONNECTED: Final = re.compile(r"acct_[A-Za-z0-9]{8,60}")


async def connect(
    services: Services, account_id: str, merchant_id: str, webhook_secret: str | None
) -> PaymentProvider:
    """Returns the record. Raises ValueError with a sentence for the operator."""
    operator = services.checkout.merchant("stripe")
    if operator is None:
        raise ValueError("Set WELLWISH_STRIPE_KEY first. It is the key used for connected accounts.")
    if _CONNECTED.fullmatch(merchant_id) is None:
        raise ValueError(f"{merchant_id} is not the ID of a Stripe account, such as acct_1A2b3C4d5E6f7G8h.")
    trying = Merchant(provider="stripe", owner="new", secret=operator.secret, connected=merchant_id)
    try:
        await services.checkout.adapter("stripe").account(trying)
    except ProviderRefusedError as error:
        raise ValueError(str(error)) from error
    except ProviderUnavailableError as error:
        raise ValueError("Stripe is unavailable. Try again later.") from error
    tried = CheckedProvider(merchant_id, None, webhook_secret, connected=True, live=trying.live)
    async with services.db.transaction([account_id]) as tx:
        try:
            await account.lock(tx, account_id)
        except LookupError:
            raise ValueError(f"There is no account {account_id}. See `wellwish account list`.") from None
        row = await put(tx, services, account_id, tried)
        return await own_provider.record(tx, services, account_id, row)
